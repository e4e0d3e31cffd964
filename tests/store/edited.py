"""A small analysis with terms, categories and feelings, made without reading anything."""

from __future__ import annotations

from pathlib import Path

from voxpop.aggregate.aspect_table import Least, in_order, possible_rows, rows_with_enough
from voxpop.arrow_tables import comparison_table, mention_table, sentence_table, statement_table
from voxpop.part_files import pack
from voxpop.store import Draft
from voxpop.types import ExtractedPart, Opinion, Review, Sentence, Span

from .opinion_rows import opinion_rows

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
    reviews = [Review(id=f"r{n}", text=text, lang="en") for n, text in enumerate(texts)]
    sentences = sentence_table([[Sentence(0, len(texts[0]), ())]])
    part = ExtractedPart(reviews, sentences, mention_table([]), comparison_table([]), statement_table([]))
    draft.add_part(pack(part))
    opinions: dict[int, list[Opinion]] = {n: [] for n in range(len(texts))}
    for review, word, aspect, category, polarity in SAID:
        start = texts[review].index(f" {word} ") + 1
        end = start + len(word)
        evidence, words = Span(start - 4, end + 6), (Span(end + 4, end + 6),)
        opinions[review].append(
            Opinion(f"r{review}", start, end, word, aspect or "", polarity, category, words, evidence)
        )
    draft.add_opinions(opinion_rows(opinions))
    rows = possible_rows(by, "en", GROUPS, draft.categories("en"))
    rows = rows_with_enough(rows, draft.count_rows(rows, about="main"), Least())
    made = [row for row in draft.fill_rows(rows, about="main") if row]
    draft.add_aspects(in_order(made))
    draft.put({"settings": {"by": by, "product": None, "method": "freq", "about": "main"}})
    draft.commit()
    draft.close()
    return path
