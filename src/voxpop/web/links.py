"""Where the numbers of a page lead: in the report to quotes in the page itself, in the app to other pages.

Templates ask ``to.aspect(row, "negative")`` and get the attributes of a link, or None where there is none.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode

from voxpop.schema import KeyPoint, Summary
from voxpop.store.recent_changes import RecentChanges
from voxpop.store.selection import Selection
from voxpop.web.views.aspect_rows import AspectView
from voxpop.web.views.chart_shapes import MonthColumn, TrendColumn
from voxpop.web.views.ledger_view import COMPARED, LedgerLineView, LedgerNumber

Attributes = dict[str, str | int | None]


class ReportLinks:
    """The report: a number opens its quotes beside the page; ``data-total`` is how many were counted."""

    def aspect(
        self, row: AspectView, side: str | None = None, *, total: int | None = None, by: str | None = None
    ) -> Attributes:
        """Link to the quotes of an aspect, all or of one side."""
        anchor = f"#{row.anchor}-{side}" if side else f"#{row.anchor}"
        return {"href": anchor, "data-total": row.aspect["mentions"] if total is None else total, "data-by": by}

    def aspect_reviews(self, row: AspectView) -> Attributes:
        """Link to the reviews that speak of an aspect."""
        return self.aspect(row, total=row.aspect["reviews"], by="review")

    def complaints(self, row: AspectView) -> Attributes:
        """Link to the reviews that complain of an aspect."""
        return self.aspect(row, "negative", total=row.aspect["damage"]["complaints"], by="review")

    def aspect_period(self, row: AspectView, column: TrendColumn, side: str) -> Attributes:
        """Link to what is said on one side of an aspect in a period."""
        count = column.positive if side == "positive" else column.negative
        last = column.last if column.last != column.first else None
        return {**self.aspect(row, side, total=count), "tabindex": -1, "data-from": column.first, "data-to": last}

    def changed_aspect(self, row: AspectView, changes: RecentChanges) -> Attributes:
        """Link to an aspect that changed."""
        return self.aspect(row)

    def claim(self, summary: Summary, place: int) -> Attributes:
        """Link to the evidence of a claim."""
        count = summary["claims"][place]["supporting"]
        return {"href": f"#claim-{summary['lang']}-{place}-for", "data-total": count, "data-by": "review"}

    def key_point(self, point: KeyPoint) -> Attributes:
        """Link to the reviews that make a point."""
        return {"href": f"#point-{point['id']}", "data-total": point["reviews"], "data-by": "review"}

    def ledger(self, line: LedgerLineView, entity: str, number: LedgerNumber) -> Attributes:
        """Link to the quotes behind a number of the ledger."""
        return {"href": f"#{number.anchor}", "data-total": number.count, "title": number.title}

    def nowhere(self, *args: Any, **filters: Any) -> Attributes | None:
        """The report has no other order of the table, and no pages of reviews and months."""
        return None

    order = ledger_aspect = review = reviews = month = nowhere


class AppLinks(ReportLinks):
    """The app: a number leads to the page of its aspect, its reviews or its quotes."""

    def __init__(self, slug: str, *, aspects: Mapping[str, int], query: Mapping[str, str]) -> None:
        self.base = f"/files/{quote(slug)}"
        self.aspects = aspects
        self.query = query

    def _page(self, name: str, **query: object) -> Attributes:
        return {"href": address(f"{self.base}/{name}", **query)}

    def aspect(
        self, row: AspectView, side: str | None = None, *, total: int | None = None, by: str | None = None
    ) -> Attributes:
        return {"href": address(f"{self.base}/aspect", id=row.aspect["id"]) + (f"#{side}" if side else "")}

    def aspect_reviews(self, row: AspectView) -> Attributes:
        return self.reviews(aspect=row.aspect["id"])

    def complaints(self, row: AspectView) -> Attributes:
        return self.reviews(aspect=row.aspect["id"], side="negative")

    def order(self, order: str) -> Attributes:
        return {"href": address(self.base, order=order if order != "mentions" else None) + "#aspects"}

    def aspect_period(self, row: AspectView, column: TrendColumn, side: str) -> Attributes:
        period = f"since={column.first}-01&until={last_day(column.last)}"
        return {"href": f"{self.base}/aspect?{self._without_days}{period}", "tabindex": -1}

    @cached_property
    def _without_days(self) -> str:
        """What the address of the page says besides the days, to be followed by others."""
        chosen = [(name, value) for name, value in self.query.items() if name not in ("since", "until") and value]
        return urlencode(chosen) + "&" if chosen else ""

    def changed_aspect(self, row: AspectView, changes: RecentChanges) -> Attributes:
        return self._page("aspect", id=row.aspect["id"], since=changes.since, until=changes.until)

    def claim(self, summary: Summary, place: int) -> Attributes:
        return self._page("summary", lang=summary["lang"], claim=str(place))

    def key_point(self, point: KeyPoint) -> Attributes:
        return self._page("key_point", id=point["id"])

    def ledger(self, line: LedgerLineView, entity: str, number: LedgerNumber) -> Attributes:
        if line.key in self.aspects and entity != COMPARED:
            return {**self._page("aspect", id=line.key, about=entity), "title": number.title}
        query = {"rival" if line.is_rival else "aspect": line.key, "side": entity}
        current = "true" if all(self.query.get(name) == value for name, value in query.items()) else None
        return {"href": f"{self.base}/ledger?{urlencode(query)}#quotes", "title": number.title, "aria-current": current}

    def ledger_aspect(self, line: LedgerLineView) -> Attributes | None:
        return self._page("aspect", id=line.key, about="all") if line.key in self.aspects else None

    def review(self, id: str) -> Attributes:
        return self._page("review", id=id)

    def reviews(self, **filters: object) -> Attributes:
        return self._page("reviews", **filters)

    def month(self, column: MonthColumn) -> Attributes:
        return {**self.reviews(since=f"{column.month}-01", until=last_day(column.month)), "tabindex": -1}


def part_address(slug: str, selection: Selection, page: str = "") -> str:
    """Return the address of a page of a part of a file."""
    part = f"{slug};{selection}" if selection else slug
    return f"/files/{quote(part, safe='')}{page}"


def address(base: str, **query: Any) -> str:
    """Return an address with a query; what is empty is left out."""
    pairs = flat_query(query)
    return f"{base}?{urlencode(pairs)}" if pairs else base


def flat_query(query: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the pairs of a query whose values may be lists; what is empty is left out."""
    pairs = ((name, value if isinstance(value, list | tuple) else [value]) for name, value in query.items())
    return [(name, value) for name, values in pairs for value in values if value not in (None, "")]


def last_day(month: str) -> str:
    """Return ``2024-02-29`` for ``2024-02``."""
    year, number = (int(part) for part in month.split("-"))
    return f"{month}-{monthrange(year, number)[1]:02}"
