"""``python -m research.experiments.lexicon --data DIR`` writes the lexicons; with ``--evaluate`` it measures the engine."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

from research.experiments.lexicon import evaluate, induce


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.lexicon", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--evaluate", action="store_true", help="measure instead of writing the lexicons")
    parser.add_argument("--dev", action="store_true", help="with --evaluate: development sets only, no baselines")
    parser.add_argument("--candidates", action="store_true", help="list words that the data suggest, for reading")
    args = parser.parse_args()
    if args.evaluate:
        report(args.data, dev=args.dev)
        return
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


def report(data: Path, *, dev: bool) -> None:
    if not dev and evaluate.missing():
        print(f"left out, because not installed: {', '.join(evaluate.missing())}")
    print(f"{'set':18} {'method':16} {'terms':>6} {'accuracy':>9} {'macro-F1':>9}")
    parts = ("dev",) if dev else ("dev", "test")
    for name, title, terms, (accuracy, f1) in evaluate.evaluate(data, parts=parts, baselines=not dev):
        print(f"{name:18} {title:16} {terms:6} {100 * accuracy:9.1f} {100 * f1:9.1f}")
    if not dev:
        print(f"speed: {evaluate.speed(data):.1f} µs a token (yelp-10k, one core)")


if __name__ == "__main__":
    main()
