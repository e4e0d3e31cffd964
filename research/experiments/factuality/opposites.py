"""500 sentences and their opposites, checked against ten files of real reviews: are both ever supported?

The pairs (``opposite_pairs.jsonl``) were written by hand after reading the reviews: a negation, an antonym, another
quantity, another product or another aspect, and which of the two is true by the reviews, or neither. The reviews
(``opposite_files.json``) are rows of wild-texts, which is not in the repository; six kinds of product are for
development, four are held out and only report.

    python -m research.experiments.factuality.opposites --data DIR [--keep FOLDER] [--file NAME …] [--unnamed] [--show]
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import voxpop
from voxpop.check import CheckedSentence
from voxpop.types import Review

HERE = Path(__file__).parent
KINDS = ("negation", "antonym", "quantity", "product", "aspect")
SPLITS = ("development", "held out")


@dataclass(frozen=True)
class OppositePair:
    """A sentence and its opposite, the kind of change, and which one is true ("sentence", "opposite" or None)."""

    file: str
    kind: str
    sentence: str
    opposite: str
    true: str | None


@dataclass(frozen=True)
class CheckedPair:
    """A pair with the verdicts on both of its sentences."""

    pair: OppositePair
    sentence: CheckedSentence
    opposite: CheckedSentence

    @property
    def sides(self) -> tuple[tuple[bool, CheckedSentence], tuple[bool, CheckedSentence]]:
        """Both sentences, each with whether it is true."""
        return (self.pair.true == "sentence", self.sentence), (self.pair.true == "opposite", self.opposite)


def read_files() -> dict[str, dict[str, Any]]:
    """Return what the ten files are made of, by name."""
    files: dict[str, dict[str, Any]] = json.loads((HERE / "opposite_files.json").read_text("utf-8"))
    return files


def read_pairs() -> list[OppositePair]:
    """Return the pairs of all files."""
    lines = (HERE / "opposite_pairs.jsonl").read_text("utf-8").splitlines()
    return [OppositePair(**json.loads(line)) for line in lines]


def reviews_of(described: Mapping[str, Any], data: Path) -> list[Review]:
    """Return the reviews of a file from the data sets."""
    wanted = set(described["rows"])
    with lzma.open(data / described["source"], "rt", encoding="utf-8") as lines:
        rows = {number: json.loads(line) for number, line in enumerate(lines) if number in wanted}
    return [Review(id=str(at), text=rows[at]["text"], stars=rows[at]["stars"]) for at in described["rows"]]


def analyse(
    name: str, described: Mapping[str, Any], data: Path, keep: Path | None, *, unnamed: bool = False
) -> voxpop.Analysis:
    """Return the analysis of a file, from ``keep`` if it is there; ``unnamed``, nobody says what the product is called."""
    path = keep / f"{name}{'-unnamed' if unnamed else ''}.voxpop" if keep else None
    if path and path.is_file():
        return voxpop.open(path)
    names = {} if unnamed else {"product": described["product"], "aliases": tuple(described["aliases"])}
    return voxpop.analyze(reviews_of(described, data), lang=described["lang"], output=path, workers=1, **names)


def check_pairs(analysis: voxpop.Analysis, pairs: Sequence[OppositePair]) -> list[CheckedPair]:
    """Return the verdicts on the pairs of one file."""
    checked = analysis.check([text for pair in pairs for text in (pair.sentence, pair.opposite)])
    return [CheckedPair(*row) for row in zip(pairs, checked[::2], checked[1::2], strict=True)]


def table_row(checked: Sequence[CheckedPair]) -> str:
    """Return the figures of some pairs: both supported, supported ones that are true, true ones that are supported."""
    sides = [side for pair in checked for side in pair.sides]
    verdicts = Counter(result.verdict for _, result in sides)
    both = sum(all(result.verdict == "supported" for _, result in pair.sides) for pair in checked)
    right = sum(true and result.verdict == "supported" for true, result in sides)
    wrong = sum(true and result.verdict == "contradicted" for true, result in sides)
    supported, true = verdicts["supported"], sum(true for true, _ in sides)
    precision, recall = (f"{right / n:.3f}" if n else "–" for n in (supported, true))
    return (
        f"{len(checked):>5} {both:>5}   {right:>3} of {supported:<3} {precision:>5}   {right:>3} of {true:<3} "
        f"{recall:>5}   {wrong:>3} of {verdicts['contradicted']:<3}  {verdicts['unmentioned']:>4}"
    )


def show(checked: Sequence[CheckedPair]) -> None:
    """Print each sentence with its verdict; ✗ where it is supported and false, or true and contradicted."""
    for pair in checked:
        for true, result in pair.sides:
            wrong = (result.verdict == "supported") != true if result.verdict != "unmentioned" else False
            print(f"{'✗' if wrong else ' '} {'T' if true else ' '} {pair.pair.file:<9} {pair.pair.kind:<8} "
                  f"{result.verdict:<12} {result.text}   [{result.reason}]")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--keep", type=Path, help="folder in which the analysed files are kept")
    parser.add_argument("--file", action="append", help="only this file (several times for several)")
    parser.add_argument("--split", choices=SPLITS, help="only the files of development, or only the held-out ones")
    parser.add_argument("--unnamed", action="store_true", help="analyse the files without the name of the product")
    parser.add_argument("--show", action="store_true", help="print every sentence with its verdict")
    given = parser.parse_args()
    pairs, results = read_pairs(), list[tuple[str, str, CheckedPair]]()
    for name, described in read_files().items():
        if (given.file and name not in given.file) or given.split not in (None, described["split"]):
            continue
        with analyse(name, described, given.data, given.keep, unnamed=given.unnamed) as analysis:
            checked = check_pairs(analysis, [pair for pair in pairs if pair.file == name])
        if given.show:
            show(checked)
        results += [(described["split"], described["lang"], pair) for pair in checked]
    print(f"{'':<24}pairs  both   supported and true   true and supported   contradicted but true  unmentioned")
    for split in SPLITS:
        for lang in ("en", "zh"):
            if own := [pair for place, code, pair in results if (place, code) == (split, lang)]:
                print(f"{split + ', ' + lang:<24}{table_row(own)}")
                for kind in KINDS:
                    print(f"  {kind:<22}{table_row([pair for pair in own if pair.pair.kind == kind])}")
    print(f"{'all':<24}{table_row([pair for _, _, pair in results])}")


if __name__ == "__main__":
    main()
