"""Which reviews, or opinions, someone asks for: one frozen object that makes the WHERE of every page's query."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date as Date
from typing import Literal

SideName = Literal["positive", "neutral", "negative"]
SIGNS: dict[SideName, int] = {"positive": 1, "neutral": 0, "negative": -1}
STAR = "least(5, greatest(1, floor(stars + 0.5)))"  # the nearest whole star, halves up
Clause = tuple[str, list[object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewFilter:
    """Nothing set: everything. The first group holds for reviews and opinions, the second for opinions alone."""

    stars: tuple[int, ...] = ()
    since: Date | None = None
    until: Date | None = None
    source: str | None = None
    product: str | None = None
    lang: str | None = None
    text: str | None = None  # words that the review must hold

    about: tuple[str, ...] = ()
    words: str | None = None  # exactly these opinion words
    term: str | None = None  # exactly this aspect term

    def reviews(self, texts: str) -> Clause:
        """For a table with the columns of reviews; ``texts`` names that of their texts in lower case."""
        parts: list[tuple[str, list[object]]] = []
        if self.stars:
            holes = ", ".join("?" * len(self.stars))
            parts.append((f"stars IS NOT NULL AND {STAR} IN ({holes})", [*self.stars]))
        if self.since:
            parts.append(("date >= ?", [self.since]))
        if self.until:
            parts.append(("date <= ?", [self.until]))
        for name in ("source", "product", "lang"):
            if value := getattr(self, name):
                parts.append((f"{name} = ?", [value]))
        return together([*parts, *self._text("seq", texts)])

    def _text(self, number: str, texts: str) -> list[Clause]:
        words = (self.text or "").lower().split()
        where, params = together([("contains(text, ?)", [word]) for word in words])
        return [(f"{number} IN (SELECT seq FROM {texts} WHERE {where})", params)] if words else []

    def opinions(self, texts: str) -> Clause:
        """For a table of opinions with the columns of their reviews."""
        parts = [replace(self, text=None).reviews(texts), *self._text("review", texts)]
        if self.about:
            parts.append((f"about IN ({', '.join('?' * len(self.about))})", [*self.about]))
        if self.words is not None:
            parts.append(("words = ?", [self.words]))
        if self.term is not None:
            parts.append(("term = ?", [self.term]))
        return together(parts)


EVERYTHING = ReviewFilter()


def together(parts: list[Clause]) -> Clause:
    """All of them; "true" where there are none."""
    where = " AND ".join(clause for clause, _ in parts if clause != "true") or "true"
    return where, [value for _, values in parts for value in values]
