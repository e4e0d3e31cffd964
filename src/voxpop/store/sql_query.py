"""A SELECT statement in parts, so that conditions can be added to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voxpop.lang import DEFAULT

REVIEW_LANGUAGE = f"coalesce(r.lang, '{DEFAULT}')"  # of a row of reviews that is called r


@dataclass(frozen=True, slots=True)
class Query:
    """Rows in an order. ``number`` is the column with the number of their review, if that is what they come by."""

    select: str  # SELECT … FROM …
    order: str = ""
    number: str | None = None
    conditions: tuple[str, ...] = ()
    params: tuple[object, ...] = ()

    def where(self, condition: str, *params: object) -> Query:
        """Return the query with one more condition, in which ? stands for each of ``params``."""
        return replace(self, conditions=(*self.conditions, condition), params=(*self.params, *params))

    def between(self, first: int, end: int) -> Query:
        """Return the query for the reviews with these numbers alone."""
        return self.where(f"{self.number} >= ? AND {self.number} < ?", first, end)

    @property
    def unordered(self) -> str:
        return f"{self.select} WHERE {' AND '.join(self.conditions)}" if self.conditions else self.select

    @property
    def sql(self) -> str:
        return f"{self.unordered} ORDER BY {self.order}" if self.order else self.unordered
