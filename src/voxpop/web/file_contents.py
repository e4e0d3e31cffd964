"""What the pages show of an open file, in the document's terms, each part worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from voxpop import schema
from voxpop.aggregate.quotes import quote
from voxpop.aggregate.trust import Precision
from voxpop.document import EVIDENCE, checked_entry, counts_entry, quote_entry, run_entry, stars_entry
from voxpop.store.checks import judged
from voxpop.store.views import Views
from voxpop.types import Aspect, Opinion, Review, Span
from voxpop.web.labels import Labels
from voxpop.web.state import OpenFile
from voxpop.web.views.aspect_rows import AspectView, aspect_rows
from voxpop.web.views.public_paths import public_run
from voxpop.web.views.recent_changes import RecentChanges, recent_changes

NUMBERS = ("id", "name", "lang", "category", *schema.OpinionCounts.__annotations__)


def run(open_file: OpenFile) -> schema.Run:
    """Return how the analysis was made."""
    return open_file.once("run", lambda: public_run(run_entry(open_file.views, open_file.views.facts())))


def stars(open_file: OpenFile) -> schema.Stars:
    """Return the stars, in all and by month."""
    return open_file.once("stars", lambda: stars_entry(open_file.views))


def counts(open_file: OpenFile) -> schema.Counts:
    """Return what was read, kept and counted."""
    by = run(open_file).get("by", "terms")
    return open_file.once("counts", lambda: counts_entry(open_file.views, _tops(entries(open_file)), by=by))


def changes(open_file: OpenFile) -> RecentChanges | None:
    """Return what changed in the last months."""
    return open_file.once("changes", lambda: recent_changes(open_file.views))


def entries(open_file: OpenFile) -> list[schema.Aspect]:
    """Return every row, flat and in order, with its best quotes and its months; the evidence has a page of its own."""
    return open_file.once("entries", lambda: _entries(open_file.views, trusted(open_file)))


def _entries(views: Views, checked: Mapping[str, Precision]) -> list[schema.Aspect]:
    months: dict[int, list[schema.AspectMonth]] = {}
    for row, month, positive, neutral, negative in views.all_months():
        entry: schema.AspectMonth = {"month": month, "positive": positive, "neutral": neutral, "negative": negative}
        months.setdefault(row, []).append(entry)
    reviews = views.reviews_by_id(quote.review_id for aspect in views.table for quote in aspect.quotes)
    return [
        cast(
            schema.Aspect,
            aspect_numbers(aspect)
            | {
                "by_month": months.get(place, []),
                "quotes": [quote_entry(quote, reviews[quote.review_id]) for quote in aspect.quotes],
                "evidence": [],
                "aspects": [],
                "checked": checked_entry(checked.get(aspect.id)),
            },
        )
        for place, aspect in enumerate(views.table)
    ]


def trusted(open_file: OpenFile) -> dict[str, Precision]:
    """Return the share of right opinions of every row that people checked, by its id."""
    return open_file.once(
        "trusted", lambda: {open_file.views.table[row].id: share for row, share in judged(open_file.views).items()}
    )


def aspect_numbers(aspect: Aspect) -> dict[str, Any]:
    """Return the numbers of a row."""
    return {**{name: getattr(aspect, name) for name in NUMBERS}, "terms": list(aspect.terms)}


def _tops(rows: list[schema.Aspect]) -> list[schema.Aspect]:
    """Return the rows of a tree that stand at its top; of a flat table, all."""
    return [row for row in rows if row["id"].count(">") < 2]


def rows(open_file: OpenFile, label: Labels) -> list[AspectView]:
    """Return the rows as they are drawn, flat, each knowing what it stands under."""
    return open_file.once(("rows", label.code), lambda: _rows(open_file, label))


def _rows(open_file: OpenFile, label: Labels) -> list[AspectView]:
    """Return the rows with the same evidence as the report, so that their boxes have the same words."""
    evidence: dict[int, list[schema.Quote]] = {}
    for opinion in open_file.views.evidence(EVIDENCE):
        evidence.setdefault(opinion["row"], []).append(opinion_quote(opinion))
    flat: list[schema.Aspect] = [
        {**entry, "evidence": evidence.get(place, [])} for place, entry in enumerate(entries(open_file))
    ]
    names = {entry["id"]: entry["name"] for entry in flat}
    parents = [aspect.parent for aspect in open_file.views.table]
    return [
        replace(row, under=names.get(parent or ""))
        for row, parent in zip(aspect_rows(flat, label), parents, strict=True)
    ]


def opinion_quote(row: Mapping[str, Any]) -> schema.Quote:
    """Return a row of ``Views.opinions_at`` with the sentence it was read from."""
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
    shown = quote(opinion, text)
    if opinion.evidence == Span(opinion.start, opinion.end):  # it is about the whole: there are no aspect words
        shown = replace(shown, aspect_words=Span(shown.start, shown.start))
    return quote_entry(shown, review)
