"""How pros and cons are read with the names of their columns before them, and without.

``python -m research.experiments.pros_and_cons --data DIR``: of the opinions in each part, how many are on its side.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import voxpop
from research.training.opinions.texts import wild
from voxpop.ingest.review_records import joined, label_of
from voxpop.settings import Curation

REVIEWS = 120
_BOTH = re.compile(r"\s*Pros\s*:?\s*(.{5,400}?)\s*Cons\s*:?\s*(.{5,400})", re.I | re.S)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.pros_and_cons", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    matches = (_BOTH.fullmatch(str(row["text"])) for row in wild(parser.parse_args().data, "en"))
    parts = [{"pros": match[1], "cons": match[2]} for match in islice(filter(None, matches), REVIEWS)]
    for name, labels in {"without names": {}, "with names": {column: label_of(column) for column in parts[0]}}.items():
        print(f"{name}: {', '.join(shares(parts, labels))}")


def shares(parts: list[dict[str, str]], labels: Mapping[str, str]) -> list[str]:
    """Return for each part which share of its opinions is on its side, in words."""
    texts = [joined(cells, labels) for cells in parts]
    reviews = [voxpop.Review(id=str(n), text=text, sections=sections) for n, (text, sections) in enumerate(texts)]
    counts: Counter[tuple[str, int]] = Counter()
    with voxpop.analyze(reviews, workers=1, lang="en", curation=Curation.off()) as analysis:
        for opinion in analysis.opinions:
            sections = texts[int(opinion.review_id)][1]
            column = next((section.column for section in sections if opinion.start < section.end), "")
            counts[column, (opinion.polarity > 0) - (opinion.polarity < 0)] += 1
    sides = {"pros": 1, "cons": -1}
    totals = {column: sum(counts[column, sign] for sign in (-1, 0, 1)) for column in sides}
    return [f"{counts[c, side]} of {totals[c]} {c} ({counts[c, side] / totals[c]:.0%})" for c, side in sides.items()]


if __name__ == "__main__":
    main()
