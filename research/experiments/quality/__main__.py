"""The quality filter, trained and measured: ``python -m research.experiments.quality --data DIR [--train OUT] [--judge]``.

Without ``--train`` the shipped weights are measured; with it new ones are trained, thresholds are chosen on the
development sources, and an asset's folder for each language is written to OUT. ``--judge`` prints every real review of
the test sources that was taken for something else.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from research.experiments.quality.evaluate import measure, report
from research.experiments.quality.training import trained, write
from voxpop.ingest.quality_filter import quality_filter
from voxpop.lang import LANGUAGES


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.quality", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--train", type=Path, metavar="OUT")
    parser.add_argument("--split", choices=["dev", "test"], default="test")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--lang", choices=LANGUAGES)
    given = parser.parse_args()
    for lang in [given.lang] if given.lang else LANGUAGES:
        chosen = trained(lang, given.data) if given.train else quality_filter(lang)
        if given.train:
            write(chosen, given.train / f"quality-{lang}")
        report(measure(chosen, given.data, split=given.split), judge=given.judge)


if __name__ == "__main__":
    main()
