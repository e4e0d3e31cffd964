"""Does opinion-score agree with people? OpinSummEval's summaries, or another file of the same form.

python -m research.experiments.opinion.opinsummeval --data DIR
python -m research.experiments.opinion.opinsummeval --file second_half.jsonl.xz
"""

from __future__ import annotations

import argparse
from pathlib import Path

from research import datasets
from research.papers.shen2023_opinsummeval import FILE, NOTES, load, table


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.experiments.opinion.opinsummeval", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--file", type=Path, help="cases of the same form, in place of the given half")
    given = parser.parse_args()
    path = given.file or datasets.find("opinsummeval", given.data) / FILE
    print(table(load(path)).markdown())
    print("", *(f"- {note}" for note in NOTES), sep="\n")


if __name__ == "__main__":
    main()
