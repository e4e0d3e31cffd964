"""Write data sets in the plain format: ``python -m research.training.prepare --data DIR --out OUT restaurant asap-zh``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from research.commands import says_errors
from research.training.data import load, with_words, write_plain

NAMES = ["restaurant", "asap-zh", "lara-hotels"]


def prepare(names: Sequence[str], data: Path, out: Path, *, words: bool = True) -> None:
    """Each data set as one file, cut into words unless only systems with an encoder will read it."""
    for name in names:
        corpus = load(name, data)
        write_plain(with_words(corpus) if words else corpus, out / f"{name}.jsonl.xz")


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.prepare", description="Write data sets plainly.")
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("names", nargs="*", help=f"default: {', '.join(NAMES)}")
    parser.add_argument("--no-words", action="store_true", help="leave the words out: encoders do not need them")
    given = parser.parse_args(arguments)
    prepare(given.names or NAMES, given.data, given.out, words=not given.no_words)


if __name__ == "__main__":
    raise SystemExit(main())
