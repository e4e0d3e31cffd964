"""A small analysis with terms, categories and feelings, made without reading anything."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from voxpop.aggregate import Counts
from voxpop.aggregate.settle import opinion
from voxpop.parts import OPINIONS
from voxpop.store import Draft
from voxpop.types import Review

GROUPS = {"room": ("room", "rooms"), "bed": ("bed",), "staff": ("staff",), "soup": ("soup", "soups")}
SAID = [  # review, word, aspect, category, polarity
    (0, "room", "room", "rooms", 0.8), (0, "staff", "staff", "service", -0.5), (1, "rooms", "room", "rooms", 0.6),
    (1, "bed", "bed", "rooms", -0.7), (2, "bed", "bed", "comfort", 0.9), (2, "soup", "soup", "food", 0.9),
    (3, "staff", "staff", None, 0.4), (3, "soups", "soup", "food", 0.2), (3, "view", None, "place", 0.0),
    (4, "rooms", "room", None, -0.9), (4, "bed", "bed", "rooms", 0.1), (5, "soup", "soup", "service", 0.3),
]  # fmt: skip


def analysis(path: Path, *, by: str = "terms") -> Path:
    """A file of six reviews."""
    draft = Draft(path)
    texts = ["".join(f"The {word} is so. " for place, word, *_ in SAID if place == n) for n in range(6)]
    draft.add_part(
        [Review(id=f"r{n}", text=text, lang="en") for n, text in enumerate(texts)],
        pa.table({"review": [0], "start": [0], "end": [len(texts[0])]}),
        pa.table({name: pa.array([], pa.int64()) for name in ("review", "start", "end")}),
    )
    rows = []
    for review, word, aspect, category, polarity in SAID:
        start = texts[review].index(f" {word} ") + 1
        rows.append({
            "review": review, "start": start, "end": start + len(word), "text": word, "aspect": aspect,
            "category": category, "polarity": polarity, "opinion_words": [start + len(word) + 4, start + len(word) + 6],
            "evidence_start": start - 4, "evidence_end": start + len(word) + 6, "confidence": 1.0, "about": "main",
            "entity": None,
        })  # fmt: skip
    table = pa.Table.from_pylist(rows, schema=OPINIONS)
    draft.add_opinions(table)
    counts = Counts(GROUPS)
    counts.add([opinion({**row, "review_id": f"r{row['review']}"}) for row in table.to_pylist()])
    made = counts.table(by, lang="en", texts=draft.texts, fewest=1)
    draft.add_aspects([aspect for row in made for aspect in (row.aspect, *row.under)])
    draft.put({"settings": {"by": by, "product": None, "method": "freq", "about": "main"}})
    draft.commit()
    draft.close()
    return path
