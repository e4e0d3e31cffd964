"""Which reviews, or opinions, someone asks for: one frozen object that makes the WHERE of every page's query."""

from __future__ import annotations

from dataclasses import dataclass
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

    def reviews(self) -> Clause:
        """For a table with the columns of reviews."""
        return together([*self._of_review(), *self._words()])

    def opinions(self) -> Clause:
        """For a table of opinions with the columns of their reviews but for the text."""
        parts = self._of_review()
        if self.text:
            where, params = together(self._words())
            parts.append((f"review IN (SELECT seq FROM reviews WHERE {where})", params))
        if self.about:
            parts.append((f"about IN ({', '.join('?' * len(self.about))})", [*self.about]))
        if self.words is not None:
            parts.append(("words = ?", [self.words]))
        if self.term is not None:
            parts.append(("term = ?", [self.term]))
        return together(parts)

    def _of_review(self) -> list[Clause]:
        parts: list[Clause] = []
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
        return parts

    def _words(self) -> list[Clause]:
        return [("contains(lower(text), ?)", [word]) for word in (self.text or "").lower().split()]


EVERYTHING = ReviewFilter()


def together(parts: list[Clause]) -> Clause:
    """Return all conditions as one; "true" where there are none."""
    where = " AND ".join(clause for clause, _ in parts if clause != "true") or "true"
    return where, [value for _, values in parts for value in values]
