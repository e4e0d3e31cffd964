"""The whole result as plain data, schema ``voxpop/1``: ``--json``, the report and the web API share it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from voxpop import schema as shape
from voxpop.aggregate.change_points import ChangePoint, Series
from voxpop.aggregate.damage import ORDERS, Damage, Order, in_order_of
from voxpop.aggregate.drivers import Drivers
from voxpop.aggregate.ledger import Cell, ComparisonScore, Ledger, LedgerAccount
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.quotes import quote as as_quote
from voxpop.aggregate.segments import Segments
from voxpop.aggregate.star_summary import summarise_stars
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
from voxpop.store.time_series import Trends, WatchResult, key_of
from voxpop.store.views import Views
from voxpop.summarize import Summary, SummaryOptions, summaries
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


def build(store: Store, *, evidence: int = EVIDENCE, order: Order = "mentions", whole: bool = True) -> shape.Document:
    """Return the document, its rows by mentions, by damage or by change.

    Not ``whole``, it has no drivers, key points or segments: all that a terminal shows at the end of a run.
    """
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
        "ledger": ledger_entry(store, ledger_of(store)),
        "summaries": [summary_entry(store, summary) for summary in summaries(store, SummaryOptions())] if ours else [],
        "rejected": rejected_entry(store),
        "boilerplate": facts.get("boilerplate", []),
        "masked": counts_under(facts["curation"], "masked"),
    }
    if not whole:
        return document
    document["drivers"] = drivers_entry(drivers_of(store))
    document["key_points"] = key_point_entries(store, store.key_points(limit=KEY_POINTS, quotes=evidence))
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
        "columns": [
            {
                "roles": source["columns"],
                "texts": list(source["texts"]),
                "kept": list(source["kept"]),
                "left_out": list(source["left_out"]),
            }
            for source in facts["sources"]
        ],
        "settings": settings,
    }


def counts_under(curation: Mapping[str, int], name: str) -> dict[str, int]:
    """Return the counts of curation under a name: of "masked email", "email"."""
    return {key.removeprefix(f"{name} "): n for key, n in curation.items() if key.startswith(f"{name} ")}


def counts_entry(store: Store, rows: list[shape.Aspect], *, by: str) -> shape.Counts:
    reviews, rejected = store.count("reviews"), store.count("rejected")
    curation = store.fact("curation")
    return {
        "read": reviews + rejected,
        "reviews": reviews,
        "rejected": rejected,
        "sentences": store.count("sentences"),
        "opinions": sum(row["mentions"] for row in rows),
        "foreign": curation.get("foreign", 0),
        "in_no_category": None if by == "terms" else store.in_no_category(),
        "dialects": counts_under(curation, "dialect"),
        "unread": counts_under(curation, "unread"),
    }


def stars_entry(store: Store) -> shape.Stars:
    return summarise_stars(store.star_counts(), predicted_mean=store.predicted_mean())


def aspect_entries(views: Views, changes: RecentChanges | None, *, evidence: int) -> list[shape.Aspect]:
    """Return every row of the table, flat and in order, with up to ``evidence`` opinions of each verdict."""
    months, checked, damages = views.months(), judged(views), row_damages(views, changes)
    quoted: dict[int, list[shape.Quote]] = {}
    for opinion in views.evidence(evidence) if evidence else ():
        quoted.setdefault(opinion["row"], []).append(opinion_quote(opinion))
    entries = quoting(views, *(aspect.quotes for aspect in views.table))
    return [
        {
            **shape.entry(shape.AspectNumbers, aspect),
            "damage": shape.entry(shape.Damage, damages[place]),
            "by_month": month_entries(months.get(place, {})),
            "quotes": entries(aspect.quotes),
            "evidence": quoted.get(place, []),
            "aspects": [],
            "checked": shape.entry(shape.Checked, checked[place])
            if place in checked and checked[place].share is not None
            else None,
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


def quoting(store: Store | Views, *groups: Iterable[Quote]) -> Callable[[Iterable[Quote]], list[shape.Quote]]:
    """Return what makes entries of quotes. The reviews of all of them are read at once."""
    ids = {quote.review_id for quotes in groups for quote in quotes}
    reviews = store.reviews_by_id(ids) if ids else {}
    return lambda quotes: [quote_entry(quote, reviews[quote.review_id]) for quote in quotes]


def quote_entry(quote: Quote, review: Review) -> shape.Quote:
    start, end = surroundings(review.text, quote.start, quote.end)
    names = ("stars", "predicted_stars", "predicted_low", "predicted_high", "product")
    return shape.entry(
        shape.Quote,
        quote,
        **{name: getattr(review, name) for name in names},
        date=review.date.isoformat() if review.date else None,
        extra=dict(review.extra),
        context=review.text[start:end],
        context_start=start,
    )


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
    return shape.entry(shape.Drivers, drivers, stars="predicted" if drivers.predicted else "given")


def segments_entry(segments: Segments) -> shape.Segments:
    """Return how groups differ as plain data."""
    return shape.entry(
        shape.Segments,
        segments,
        segments=[
            shape.entry(
                shape.Segment,
                segment,
                name=segment.name or None,
                stars=segment.stars.mean,
                aspects=[
                    {**opinion_counts(counts), "id": id, "name": segments.names[id], "cost": segment.costs.get(id)}
                    for id, counts in segment.numbers.items()
                ],
            )
            for segment in segments.segments
        ],
        differences=[
            shape.entry(
                shape.SegmentDifference,
                difference,
                segment=segment,
                aspect=difference.id,
                name=segments.name_of(difference.id),
                here=difference.b,
                elsewhere=difference.a,
                reviews=difference.b_reviews,
                reviews_elsewhere=difference.a_reviews,
            )
            for segment, difference in segments.differences
        ],
    )


def look_entry(look: WatchResult) -> shape.Look:
    """Return what moved since a day as plain data."""
    movements = [
        shape.entry(shape.Movement, movement, name=look.name_of(movement.id), told_before=key_of(movement) in look.told)
        for movement in look.movements
    ]
    return shape.entry(shape.Look, look, is_alarm=bool(look.alarms), movements=movements)


def trends_entry(trends: Trends, names: Mapping[str, str]) -> shape.Trends:
    """Return a file over time as plain data; ``names`` are those of the rows."""

    def named(part: Series | ChangePoint) -> str:
        return names.get(part.id, "")

    return shape.entry(
        shape.Trends,
        trends,
        series=[
            shape.entry(shape.TrendSeries, part, name=named(part), hits=part.hits.tolist(), totals=part.totals.tolist())
            for part in trends.series
        ],
        changes=[
            shape.entry(shape.ChangePoint, part, name=named(part), since=trends.periods[part.place].isoformat())
            for part in trends.changes
        ],
    )


def key_point_entries(store: Store, points: Sequence[KeyPoint]) -> list[shape.KeyPoint]:
    """Return key points with their quotes."""
    entries = quoting(store, *(point.quotes for point in points))
    return [shape.entry(shape.KeyPoint, point, quotes=entries(point.quotes)) for point in points]


def ledger_entry(store: Store, ledger: Ledger) -> shape.Ledger:
    parts: list[Cell | ComparisonScore | None] = []
    for line in (ledger.total, *ledger.lines):
        parts += [*line.cells.values(), line.match]
    for rival in ledger.rivals:
        parts += [rival.cell, rival.match]
    entries = quoting(store, *(part.quotes for part in parts if part is not None))

    def cell_entry(cell: Cell) -> shape.LedgerCell:
        return {**opinion_counts(cell.counts), "quotes": entries(cell.quotes)}

    def match_entry(match: ComparisonScore) -> shape.Compared:
        return shape.entry(shape.Compared, match, quotes=entries(match.quotes))

    def line_entry(line: LedgerAccount) -> shape.LedgerLine:
        return {
            "id": line.aspect.id if line.aspect else None,
            "name": line.aspect.name if line.aspect else None,
            "lang": line.aspect.lang if line.aspect else None,
            "sides": {side: cell_entry(cell) for side, cell in line.cells.items()},
            "compared": match_entry(line.match),
        }

    return {
        "total": line_entry(ledger.total),
        "aspects": [line_entry(line) for line in ledger.lines],
        "rivals": [
            {"name": rival.name, "said": cell_entry(rival.cell) if rival.cell else None,
             "compared": match_entry(rival.match)}
            for rival in ledger.rivals
        ],
    }  # fmt: skip


def opinion_counts(counts: OpinionCounts) -> shape.OpinionCounts:
    """Return numbers with their mean and its interval as plain data."""
    low, high = counts.interval
    return shape.entry(shape.OpinionCounts, counts, low=low, high=high)


def summary_entry(store: Store, summary: Summary) -> shape.Summary:
    entries = quoting(store, *(quotes for claim in summary.claims for quotes in (claim.quotes, claim.against)))
    claims = [
        shape.entry(shape.Claim, claim, quotes=entries(claim.quotes), against=entries(claim.against))
        for claim in summary.claims
    ]
    return shape.entry(shape.Summary, summary, claims=claims)


def rejected_entry(store: Store) -> shape.RejectedRows:
    steps: list[shape.Step] = [
        {
            "step": step,
            "count": count,
            "examples": [
                shape.entry(shape.Example, row, text=(row.text or "")[:300] or None)
                for row in store.rejected_page(step, limit=EXAMPLES)
            ],
        }
        for step, count in store.rejected_steps()
    ]
    return {"total": sum(step["count"] for step in steps), "by_step": steps}


def checked_summary_entry(store: Store, sentences: Sequence[CheckedSentence]) -> shape.CheckedSummary:
    """The verdicts on the sentences of a summary, with their quotes as a page shows them."""
    entries = quoting(store, *(sentence.quotes for sentence in sentences))
    counts = Counter(sentence.verdict for sentence in sentences)
    return {
        "schema": shape.SCHEMA,
        "counts": {verdict: counts[verdict] for verdict in get_args(Verdict)},
        "sentences": [
            shape.entry(shape.CheckedSentence, each, score=round(each.score, 3), quotes=entries(each.quotes))
            for each in sentences
        ],
    }
