"""``python -m research.experiments.lexicon --data DIR`` writes the lists of good and bad words."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

from research.experiments.lexicon import induce


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.lexicon", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--candidates", action="store_true", help="list words that the data suggest, for reading")
    args = parser.parse_args()
    for code in ("en", "zh"):
        if args.candidates:
            known = {*induce.read_core(code), *induce.read_accepted(code)}
            for word, value in induce.candidates(induce.count(code, args.data), known):
                print(f"{code}\t{word}\t{value:+.2f}")
            continue
        path = Path(str(files("voxpop.lang"))) / code / "data" / "sentiment_words.tsv"
        lexicon = induce.induce(code, args.data)
        induce.write(lexicon, path)
        print(f"{code}: {len(lexicon)} words")


if __name__ == "__main__":
    main()
