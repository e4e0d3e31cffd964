"""A file of dated reviews whose opinions are given, made without reading anything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from voxpop.aggregate.aspect_table import Least, in_order, possible_rows, rows_with_enough
from voxpop.arrow_tables import comparison_table, mention_table, sentence_table, statement_table
from voxpop.part_files import pack
from voxpop.store import Draft
from voxpop.types import ExtractedPart, Opinion, Review, Sentence, Span

from .opinion_rows import opinion_rows

Said = tuple[date | None, str, Sequence[tuple[str, float]]]  # the day, the country, and word and polarity of opinions


def dated_file(path: Path, said: Sequence[Said]) -> Path:
    """Write a file with a review for each; the aspects are the words."""
    draft = Draft(path)
    reviews: list[Review] = []
    opinions: dict[int, list[Opinion]] = {}
    for n, (day, country, judged) in enumerate(said):
        text = " ".join(f"The {word} is so." for word, _ in judged) or "It is so."
        stars = 2.0 if any(polarity < 0 for _, polarity in judged) else 5.0
        reviews.append(Review(id=f"r{n}", text=text, lang="en", date=day, stars=stars, extra={"country": country}))
        told = []
        for word, polarity in judged:
            start = text.index(f" {word} ") + 1
            end = start + len(word)
            spans = Span(start - 4, end + 6), (Span(end + 4, end + 6),)
            told.append(Opinion(f"r{n}", start, end, word, word, polarity, None, spans[1], spans[0]))
        opinions[n] = told
    sentences = sentence_table([[Sentence(0, len(reviews[0].text), ())]])
    part = ExtractedPart(reviews, sentences, mention_table([]), comparison_table([]), statement_table([]))
    draft.add_part(pack(part))
    draft.add_opinions(opinion_rows(opinions))
    words = sorted({word for _, _, judged in said for word, _ in judged})
    rows = possible_rows("terms", "en", {word: (word,) for word in words}, [])
    rows = rows_with_enough(rows, draft.count_rows(rows, about="main"), Least())
    draft.add_aspects(in_order([row for row in draft.fill_rows(rows, about="main") if row]))
    settings = {"by": "terms", "product": None, "method": "freq", "about": "main"}
    draft.put({
        "settings": settings, "sources": [], "curation": {}, "version": "0", "created": "2024-01-01", "engine": "none",
    })  # fmt: skip
    draft.commit()
    draft.close()
    return path
