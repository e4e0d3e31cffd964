"""Opinions of a row as the quotes of the document."""

from __future__ import annotations

from typing import Any

from voxpop import schema as shape
from voxpop.aggregate.quotes import quote
from voxpop.document import quote_entry
from voxpop.types import Opinion, Review, Span


def quoted(row: dict[str, Any]) -> shape.Quote:
    """A row of ``Views.opinions_at`` with the sentence it was read from."""
    text, flat = row["review_text"], row["opinion_words"]
    opinion = Opinion(
        review_id=row["review_id"],
        start=row["start"],
        end=row["end"],
        text=text[row["start"] : row["end"]],
        aspect="",
        polarity=row["polarity"],
        opinion_words=tuple(Span(flat[i], flat[i + 1]) for i in range(0, len(flat), 2)),
        evidence=Span(row["evidence_start"], row["evidence_end"]),
        about=row["about"],
    )
    names = ("stars", "date", "product", "predicted_stars", "predicted_low", "predicted_high")
    review = Review(id=row["review_id"], text=text, **{name: row[name] for name in names})
    found = quote(opinion, text)
    if opinion.evidence == Span(opinion.start, opinion.end):  # it speaks of the whole: there are no aspect words
        found = type(found)(
            found.review_id, found.start, found.end, found.text, found.polarity, Span(found.start, found.start),
            found.opinion_words,
        )  # fmt: skip
    return quote_entry(found, review)
