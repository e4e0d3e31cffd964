"""The whole result as plain data, schema ``voxpop/1``: ``--json``, the report and the web API share it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from voxpop import schema as shape
from voxpop.aggregate import summarise_stars
from voxpop.aggregate.change_points import ChangePoint, Series
from voxpop.aggregate.damage import ORDERS, Damage, Order, in_order_of
from voxpop.aggregate.drivers import Drivers, Estimate, SideEffect
from voxpop.aggregate.ledger import Cell, ComparisonScore, Ledger, LedgerAccount
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.quotes import quote as as_quote
from voxpop.aggregate.segments import Segments
from voxpop.aggregate.trust import Precision
from voxpop.check import CheckedSentence
from voxpop.errors import OptionError, choose
from voxpop.lang.punctuation import SENTENCE_ENDS
from voxpop.store import Store
from voxpop.store.checks import judged
from voxpop.store.file_schema import pairs
from voxpop.store.ledger_counts import ledger_of
from voxpop.store.rated_reviews import drivers_of
from voxpop.store.recent_changes import RecentChanges, recent_changes, row_damages
from voxpop.store.segment_counts import can_split, segments_of
from voxpop.store.time_series import Look, Trends, key_of
from voxpop.store.views import Views
from voxpop.summarize import Summary, SummaryOptions, summaries
from voxpop.summarize.summary import summary_entry as make_summary_entry
from voxpop.types import Aspect, KeyPoint, Opinion, Quote, Review, Span, Verdict

EVIDENCE = 60  # opinions of each verdict quoted for each aspect; all are in the .voxpop file
KEY_POINTS = 20  # of each kind and language in the document; all are in the .voxpop file
NO_CHANGE = (
    "The rows cannot stand by change: too few reviews have dates. It takes 20 of the last three months and 20 of the "
    "year before."
)
EXAMPLES = 5  # rejected rows shown for each step
AROUND = 160  # characters of context on either side of a quote, at most
STOP = re.compile(rf"[{SENTENCE_ENDS}\n]")


def build(store: Store, *, evidence: int = EVIDENCE, order: Order = "mentions") -> shape.Document:
    """Return the document, its rows by mentions, by damage or by change."""
    choose("order", order, ORDERS)
    facts = store.facts()
    with Views.over(store) as views:
        changes = recent_changes(views)
        if order == "change" and changes is None:
            raise OptionError(NO_CHANGE)
        rows = nested(aspect_entries(views, changes, evidence=evidence), views.table, order)
    ours = facts["settings"].get("about", "main") == "main"  # summaries speak of the product, as such a table does
    document: shape.Document = {
        "schema": shape.SCHEMA,
        "run": run_entry(store, facts),
        "counts": counts_entry(store, rows, by=facts["settings"].get("by", "terms")),
        "stars": stars_entry(store),
        "order": order,
        "aspects": rows,
        "drivers": drivers_entry(drivers_of(store)),
        "ledger": ledger_entry(store, ledger_of(store)),
        "key_points": key_point_entries(store, store.key_points(limit=KEY_POINTS, quotes=evidence)),
        "summaries": [summary_entry(store, summary) for summary in summaries(store, SummaryOptions())] if ours else [],
        "rejected": rejected_entry(store),
        "boilerplate": facts.get("boilerplate", []),
        "masked": {key.removeprefix("masked "): n for key, n in facts["curation"].items() if key.startswith("masked ")},
    }
    column = facts["settings"].get("segment")
    if column is not None and can_split(store, column):
        document["segments"] = segments_entry(segments_of(store, column))
    return document


def run_entry(store: Store, facts: dict[str, Any]) -> shape.Run:
    settings = facts["settings"]
    return {
        "version": facts["version"],
        "versions": facts.get("versions", {}),
        "created": facts["created"],
        "method": settings["method"],
        "engine": facts["engine"],
        "engines": facts.get("engines", {}),
        "domain": facts.get("domain", {}),
        "star_intervals": facts.get("star_intervals", {}),
        "by": settings.get("by", "terms"),
        "languages": store.languages(),
        "product": store.product(),
        "sources": [source["source"] for source in facts["sources"]],
        "columns": list(map(columns_entry, facts["sources"])),
        "settings": settings,
    }


def columns_entry(source: Mapping[str, Any]) -> shape.SourceColumns:
    """Return what the columns of a source were taken for; files of before version 7 say less."""
    texts, kept, left_out = (list(source.get(name, ())) for name in ("texts", "kept", "left_out"))
    return {"roles": source["columns"], "texts": texts, "kept": kept, "left_out": left_out}


def counts_entry(store: Store, rows: list[shape.Aspect], *, by: str) -> shape.Counts:
    reviews, rejected = store.count("reviews"), store.count("rejected")
    curation = store.facts()["curation"]
    dialects = {key.removeprefix("dialect "): n for key, n in curation.items() if key.startswith("dialect ")}
    return {
        "read": reviews + rejected,
        "reviews": reviews,
        "rejected": rejected,
        "sentences": store.count("sentences"),
        "opinions": sum(row["mentions"] for row in rows),
        "foreign": curation.get("foreign", 0),
        "in_no_category": None if by == "terms" else store.in_no_category(),
        "dialects": dialects,
        "unread": {key.removeprefix("unread "): n for key, n in curation.items() if key.startswith("unread ")},
    }


def stars_entry(store: Store) -> shape.Stars:
    summary = summarise_stars(store.star_counts())
    return {
        "mean": summary.mean,
        "predicted_mean": store.predicted_mean(),
        "histogram": {str(star): n for star, n in summary.histogram.items()},
        "by_month": [shape.entry(shape.StarsMonth, month) for month in summary.by_month],
    }


def aspect_entries(views: Views, changes: RecentChanges | None, *, evidence: int) -> list[shape.Aspect]:
    """Return every row of the table, flat and in order, with up to ``evidence`` opinions of each verdict."""
    months, checked, damages = views.months(), judged(views), row_damages(views, changes)
    quoted: dict[int, list[shape.Quote]] = {}
    for opinion in views.evidence(evidence) if evidence else ():
        quoted.setdefault(opinion["row"], []).append(opinion_quote(opinion))
    reviews = views.reviews_by_id(quote.review_id for aspect in views.table for quote in aspect.quotes)
    return [
        {
            **shape.entry(shape.AspectNumbers, aspect, terms=list(aspect.terms)),
            "damage": shape.entry(shape.Damage, damages[place]),
            "by_month": month_entries(months.get(place, {})),
            "quotes": [quote_entry(quote, reviews[quote.review_id]) for quote in aspect.quotes],
            "evidence": quoted.get(place, []),
            "aspects": [],
            "checked": checked_entry(checked.get(place)),
        }
        for place, aspect in enumerate(views.table)
    ]


def nested(entries: Sequence[shape.Aspect], table: Sequence[Aspect], order: Order = "mentions") -> list[shape.Aspect]:
    """Return the rows at the top of the table in an order, with the others under them."""
    by_id = {entry["id"]: entry for entry in entries}
    for entry, aspect in zip(entries, table, strict=True):
        if aspect.parent is not None:
            by_id[aspect.parent]["aspects"].append(entry)
    tops = [entry for entry, aspect in zip(entries, table, strict=True) if aspect.parent is None]
    return in_order_of(tops, order, damage_of)


def damage_of(entry: shape.Aspect) -> Damage:
    return Damage(**entry["damage"])


def month_entries(months: Mapping[str, OpinionCounts]) -> list[shape.AspectMonth]:
    return [shape.entry(shape.AspectMonth, counts, month=month) for month, counts in months.items()]


def opinion_quote(row: Mapping[str, Any]) -> shape.Quote:
    """Return a row of ``Views.opinions_at`` as a quote; of what is said in no one word, no words are marked."""
    text = row["review_text"]
    names = ("start", "end", "polarity", "about")
    words, evidence = pairs(row["opinion_words"]), Span(row["evidence_start"], row["evidence_end"])
    opinion = Opinion(
        review_id=row["review_id"],
        text=text[row["start"] : row["end"]],
        aspect="",
        opinion_words=words,
        evidence=evidence,
        **{name: row[name] for name in names},
    )
    shown = as_quote(opinion, text)
    if evidence == Span(opinion.start, opinion.end):
        shown = replace(shown, aspect_words=Span(shown.start, shown.start))
    of_review = ("stars", "date", "product", "predicted_stars", "predicted_low", "predicted_high")
    extra = dict(row["extra"])
    return quote_entry(
        shown, Review(id=row["review_id"], text=text, extra=extra, **{name: row[name] for name in of_review})
    )


def checked_entry(precision: Precision | None) -> shape.Checked | None:
    return None if precision is None or precision.share is None else shape.entry(shape.Checked, precision)


def quote_entry(quote: Quote, review: Review) -> shape.Quote:
    start, end = surroundings(review.text, quote.start, quote.end)
    return {
        "review_id": quote.review_id,
        "start": quote.start,
        "end": quote.end,
        "text": quote.text,
        "polarity": quote.polarity,
        "aspect_words": list(quote.aspect_words),
        "opinion_words": [list(span) for span in quote.opinion_words],
        "stars": review.stars,
        "predicted_stars": review.predicted_stars,
        "predicted_low": review.predicted_low,
        "predicted_high": review.predicted_high,
        "date": review.date.isoformat() if review.date else None,
        "product": review.product,
        "extra": dict(review.extra),
        "context": review.text[start:end],
        "context_start": start,
    }


def surroundings(text: str, start: int, end: int) -> tuple[int, int]:
    """The quote with the rest of its sentence on either side, within bounds."""
    before = text[max(0, start - AROUND) : start]
    stops = list(STOP.finditer(before))
    start -= len(before) - (stops[-1].end() if stops else 0)
    after = STOP.search(text, end, min(len(text), end + AROUND))
    end = after.end() if after else min(len(text), end + AROUND)
    return start + len(text[start:end]) - len(text[start:end].lstrip()), end


def drivers_entry(drivers: Drivers) -> shape.Drivers:
    """Return what moves the stars as plain data."""
    return shape.entry(
        shape.Drivers,
        drivers,
        stars="predicted" if drivers.predicted else "given",
        aspects=[
            shape.entry(
                shape.Driver,
                driver,
                complaints=side_effect_entry(driver.complaints),
                praise=side_effect_entry(driver.praise),
                **{name: estimate_entry(getattr(driver, name)) for name in ("won_back", "share", "asymmetry")},
            )
            for driver in drivers.aspects
        ],
        too_few=list(drivers.too_few),
    )


def side_effect_entry(side: SideEffect | None) -> shape.SideEffect | None:
    names = ("plain", "effect", "on_mean")
    estimates = {name: estimate_entry(getattr(side, name)) for name in names if side}
    return shape.entry(shape.SideEffect, side, **estimates) if side else None


def estimate_entry(estimate: Estimate | None) -> shape.Estimate | None:
    return shape.entry(shape.Estimate, estimate) if estimate else None


def segments_entry(segments: Segments) -> shape.Segments:
    """Return how groups differ as plain data."""
    return shape.entry(
        shape.Segments,
        segments,
        segments=[
            {
                "name": segment.name or None,
                "pooled": segment.pooled,
                "reviews": segment.reviews,
                "stars": segment.stars.mean,
                "aspects": [
                    {**opinion_counts(counts), "id": id, "name": segments.names[id], "cost": segment.costs.get(id)}
                    for id, counts in segment.numbers.items()
                ],
            }
            for segment in segments.segments
        ],
        differences=[
            shape.entry(
                shape.SegmentDifference,
                told,
                segment=segment,
                aspect=told.id,
                name=segments.name_of(told.id),
                here=told.b,
                elsewhere=told.a,
                reviews=told.b_reviews,
                reviews_elsewhere=told.a_reviews,
            )
            for segment, told in segments.differences
        ],
    )


def look_entry(look: Look) -> shape.Look:
    """Return what moved since a day as plain data."""
    movements = [
        shape.entry(shape.Movement, one, name=look.name_of(one.id), told_before=key_of(one) in look.told)
        for one in look.movements
    ]
    days = {name: getattr(look, name).isoformat() for name in ("since", "until", "before")}
    return shape.entry(shape.Look, look, **days, is_alarm=bool(look.alarms), movements=movements)


def trends_entry(trends: Trends, names: Mapping[str, str]) -> shape.Trends:
    """Return a file over time as plain data; ``names`` are those of the rows."""

    def named(one: Series | ChangePoint) -> str:
        return names.get(one.id, "")

    return shape.entry(
        shape.Trends,
        trends,
        periods=[day.isoformat() for day in trends.periods],
        series=[
            shape.entry(shape.TrendSeries, one, name=named(one), hits=one.hits.tolist(), totals=one.totals.tolist())
            for one in trends.series
        ],
        changes=[
            shape.entry(shape.ChangePoint, one, name=named(one), since=trends.periods[one.place].isoformat())
            for one in trends.changes
        ],
        marks=[{"day": mark.day.isoformat(), "text": mark.text} for mark in trends.marks],
    )


def key_point_entries(store: Store, points: Sequence[KeyPoint]) -> list[shape.KeyPoint]:
    """Return key points with their quotes."""
    reviews = store.reviews_by_id(quote.review_id for point in points for quote in point.quotes)
    return [
        shape.entry(
            shape.KeyPoint, point, quotes=[quote_entry(quote, reviews[quote.review_id]) for quote in point.quotes]
        )
        for point in points
    ]


def ledger_entry(store: Store, ledger: Ledger) -> shape.Ledger:
    lines = [ledger.total, *ledger.lines]
    quotes = [quote for line in lines for quote in quotes_of(*line.cells.values(), line.match)]
    quotes += [quote for rival in ledger.rivals for quote in quotes_of(rival.cell, rival.match)]
    reviews = store.reviews_by_id(quote.review_id for quote in quotes)
    return {
        "total": ledger_line(ledger.total, reviews),
        "aspects": [ledger_line(line, reviews) for line in ledger.lines],
        "rivals": [
            {"name": rival.name, "said": ledger_cell(rival.cell, reviews) if rival.cell else None,
             "compared": ledger_match(rival.match, reviews)}
            for rival in ledger.rivals
        ],
    }  # fmt: skip


def quotes_of(*parts: Cell | ComparisonScore | None) -> list[Quote]:
    return [quote for part in parts if part is not None for quote in part.quotes]


def ledger_line(line: LedgerAccount, reviews: Mapping[str, Review]) -> shape.LedgerLine:
    return {
        "id": line.aspect.id if line.aspect else None,
        "name": line.aspect.name if line.aspect else None,
        "lang": line.aspect.lang if line.aspect else None,
        "sides": {side: ledger_cell(cell, reviews) for side, cell in line.cells.items()},
        "compared": ledger_match(line.match, reviews),
    }


def ledger_cell(cell: Cell, reviews: Mapping[str, Review]) -> shape.LedgerCell:
    return {
        **opinion_counts(cell.counts),
        "quotes": [quote_entry(quote, reviews[quote.review_id]) for quote in cell.quotes],
    }


def opinion_counts(counts: OpinionCounts) -> shape.OpinionCounts:
    """Return numbers with their mean and its interval as plain data."""
    low, high = counts.interval
    return shape.entry(shape.OpinionCounts, counts, low=low, high=high)


def ledger_match(match: ComparisonScore, reviews: Mapping[str, Review]) -> shape.Compared:
    return shape.entry(
        shape.Compared, match, quotes=[quote_entry(quote, reviews[quote.review_id]) for quote in match.quotes]
    )


def summary_entry(store: Store, summary: Summary) -> shape.Summary:
    reviews = store.reviews_by_id(q.review_id for claim in summary.claims for q in (*claim.quotes, *claim.against))
    return make_summary_entry(summary, lambda quote: quote_entry(quote, reviews[quote.review_id]))


def rejected_entry(store: Store) -> shape.RejectedRows:
    steps: list[shape.Step] = [
        {"step": step, "count": count, "examples": examples(store, step)} for step, count in store.rejected_steps()
    ]
    return {"total": sum(step["count"] for step in steps), "by_step": steps}


def examples(store: Store, step: str) -> list[shape.Example]:
    return [
        {"source": row.source, "row": row.row, "reason": row.reason, "text": row.text[:300] if row.text else None}
        for row in store.rejected_examples(step, limit=EXAMPLES)
    ]


def checked_summary_entry(store: Store, sentences: Sequence[CheckedSentence]) -> shape.CheckedSummary:
    """The verdicts on the sentences of a summary, with their quotes as a page shows them."""
    ids = {quote.review_id for sentence in sentences for quote in sentence.quotes}
    reviews = store.reviews_by_id(ids)
    counts = Counter(sentence.verdict for sentence in sentences)
    return {
        "schema": shape.SCHEMA,
        "counts": {verdict: counts[verdict] for verdict in get_args(Verdict)},
        "sentences": [
            {
                "text": one.text,
                "verdict": one.verdict,
                "reason": one.reason,
                "supporting": one.supporting,
                "opposing": one.opposing,
                "score": round(one.score, 3),
                "lang": one.lang,
                "quotes": [quote_entry(quote, reviews[quote.review_id]) for quote in one.quotes],
            }
            for one in sentences
        ],
    }
