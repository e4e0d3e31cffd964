"""The rows of the table as the document has them, and the few words that each box says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from voxpop import schema as shape
from voxpop.aggregate.trust import Precision
from voxpop.document import checked_entry, counts_entry, quote_entry, run_entry, stars_entry
from voxpop.store.checks import judged
from voxpop.store.views import Views
from voxpop.types import Aspect
from voxpop.web.report import view
from voxpop.web.report.labels import LONGEST, RAREST, SHARE
from voxpop.web.report.words import Words
from voxpop.web.state import Open


def run(here: Open) -> shape.Run:
    return here.once("run", lambda: run_entry(here.views, here.views.facts()))


def stars(here: Open) -> shape.Stars:
    return here.once("stars", lambda: stars_entry(here.views))


def counts(here: Open) -> shape.Counts:
    by = run(here).get("by", "terms")
    return here.once("counts", lambda: counts_entry(here.views, tree(entries(here)), by=by))


def entries(here: Open) -> list[shape.Aspect]:
    """Every row, flat and in order, with its best quotes and its months; the evidence has a page of its own."""
    return here.once("entries", lambda: _entries(here.views, trusted(here)))


def _entries(views: Views, checked: Mapping[str, Precision]) -> list[shape.Aspect]:
    months: dict[int, list[shape.AspectMonth]] = {}
    for row, month, positive, neutral, negative in views.all_months():
        entry: shape.AspectMonth = {"month": month, "positive": positive, "neutral": neutral, "negative": negative}
        months.setdefault(row, []).append(entry)
    known = views.reviews_by_id(quote.review_id for aspect in views.table for quote in aspect.quotes)
    return [
        cast(
            shape.Aspect,
            plain(aspect)
            | {
                "by_month": months.get(place, []),
                "quotes": [quote_entry(quote, known[quote.review_id]) for quote in aspect.quotes],
                "evidence": [],
                "aspects": [],
                "checked": checked_entry(checked.get(aspect.id)),
            },
        )
        for place, aspect in enumerate(views.table)
    ]


def trusted(here: Open) -> dict[str, Precision]:
    """What people who checked opinions say of every row, by its id."""
    return here.once("trusted", lambda: {here.views.table[row].id: found for row, found in judged(here.views).items()})


def plain(aspect: Aspect) -> dict[str, Any]:
    """The numbers of a row."""
    names = ("id", "name", "lang", "category", "mentions", "reviews", "positive", "neutral", "negative", "mean", "low",
             "high")  # fmt: skip
    return {**{name: getattr(aspect, name) for name in names}, "terms": list(aspect.terms)}


def parents(here: Open) -> list[str | None]:
    return [aspect.parent for aspect in here.views.table]


def tree(rows: list[shape.Aspect]) -> list[shape.Aspect]:
    """Rows of a tree that stand at its top; of a flat table, all."""
    return [row for row in rows if row["id"].count(">") < 2]


def rows(here: Open, words: Words) -> list[view.Row]:
    """The rows as they are drawn, flat, each knowing what it stands under."""
    return here.once(("rows", words.code), lambda: _rows(here, words))


def _rows(here: Open, words: Words) -> list[view.Row]:
    flat = entries(here)
    names = {entry["id"]: entry["name"] for entry in flat}
    drawn = view.rows({"aspects": flat}, words)  # type: ignore[typeddict-item]
    said = here.once("labels", lambda: labels(here.views))
    return [
        replace(row, box=boxed(row, said.get(place), words), under=names.get(parent or ""))
        for place, (row, parent) in enumerate(zip(drawn, parents(here), strict=True))
    ]


def boxed(row: view.Row, said: str | None, words: Words) -> view.Box:
    name = row.aspect["name"]
    if row.verdict == "mixed" or not said or said in name.lower():
        return replace(row.box, label=name)
    return replace(row.box, label=words("box", word=said, name=name))


def labels(views: Views) -> dict[int, str]:
    """The word most said of each row on the side it leans to, unless it is rare or as common on the other side."""
    best: dict[int, tuple[int, int, str]] = {}
    counted: dict[tuple[int, str], list[int]] = {}
    for row, term, words, good, bad in views.common_words():
        if len(words) <= LONGEST and names(term, views.table[row].name):
            sums = counted.setdefault((row, words), [0, 0])
            sums[0], sums[1] = sums[0] + good, sums[1] + bad
    for (row, words), (good, bad) in counted.items():
        ours, others = (good, bad) if views.table[row].mean >= 0 else (bad, good)
        worth = (ours, -len(words), words)
        if ours >= RAREST and ours >= SHARE * others and worth > best.get(row, (0, 0, "")):
            best[row] = worth
    return {row: words for row, (_, _, words) in best.items()}


def names(term: str, name: str) -> bool:
    """Whether a term holds the name of its aspect or stands in it: walls may be thin, but noise is not."""
    said, name = ("".join(char for char in text.lower() if char.isalnum()) for text in (term, name))
    return bool(said) and (said in name or name in said)
