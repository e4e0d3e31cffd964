"""The samples of all data sets, and texts without labels, as files, with a table of what is in them.

``python -m research.training.samples.gather --data DIR --out OUT`` writes en.jsonl.xz, zh.jsonl.xz and
unlabelled-en.jsonl.xz, unlabelled-zh.jsonl.xz.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from research.commands import says_errors
from research.training.samples.chinese import chinese_samples
from research.training.samples.english import english
from research.training.samples.leakage import without_leaks
from research.training.samples.sample import SPLITS, Sample, to_json, write_lines
from research.training.samples.unlabelled import unlabelled

HEAD = ("source", "split", "samples", "terms", "opinions", "labels", "stars", "dropped")
SOURCES = {"en": english, "zh": chinese_samples}


def gather(data: Path, out: Path) -> Iterator[str]:
    """Each language's samples and texts, written; the lines of a table of them."""
    for lang, source in SOURCES.items():
        samples, dropped = without_leaks(source(data))
        write_lines(map(to_json, samples), out / f"{lang}.jsonl.xz")
        yield from table(samples, dropped)
        texts = unlabelled(lang, data, samples)
        write_lines(({"text": text} for text in texts), out / f"unlabelled-{lang}.jsonl.xz")
        yield f"unlabelled-{lang}: {len(texts):,} texts, {sum(len(text) for text in texts):,} characters"


def table(samples: Sequence[Sample], dropped: Counter[tuple[str, str]]) -> Iterator[str]:
    """What each source has in each split, in columns."""
    keys = dict.fromkeys((sample.source, sample.split) for sample in samples) | dict.fromkeys(dropped)
    sources = list(dict.fromkeys(source for source, _ in keys))
    rows = [HEAD, *(row(samples, source, split, dropped[source, split])
                    for source in sources for split in SPLITS if (source, split) in keys)]  # fmt: skip
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEAD))]
    for each in rows:
        cells = zip(each, widths, strict=True)
        yield "  ".join(cell.ljust(width) if at < 2 else cell.rjust(width) for at, (cell, width) in enumerate(cells))


def row(samples: Iterable[Sample], source: str, split: str, dropped: int) -> tuple[str, ...]:
    found = [sample for sample in samples if (sample.source, sample.split) == (source, split)]
    terms = sum(len(sample.terms or ()) for sample in found)
    opinions = sum(len(sample.opinions or ()) for sample in found)
    labels = sum(len(labels) for sample in found for labels in (sample.labels or {}).values())
    stars = sum(sample.stars is not None for sample in found)
    return (source, split, *map(str, (len(found), terms, opinions, labels, stars, dropped)))


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.samples.gather", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    for line in gather(given.data, given.out):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
