"""A source of key points made by hand, so that tests know every number of a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from voxpop.aggregate.compare import StarSums
from voxpop.summarize import Summary, SummaryOptions, summaries
from voxpop.summarize.findings import SummaryCounts, TopicQuery
from voxpop.types import KeyPoint, KeyPointKind, Quote, Span


@dataclass
class MadeSource:
    """Reviews that say key points: how many, how many stars they give, and what is said on a topic otherwise."""

    lang: str = "en"
    reviews: int = 100
    points: list[KeyPoint] = field(default_factory=list)
    point_stars: dict[int, StarSums] = field(default_factory=dict)
    point_groups: dict[int, Counter[str]] = field(default_factory=dict)
    point_chances: dict[int, float] = field(default_factory=dict)
    groups: Counter[str] = field(default_factory=Counter)
    opposing: dict[str, int] = field(default_factory=dict)  # reviews on the other side of a topic
    months: Counter[str] = field(default_factory=Counter)
    complaints: dict[str, Counter[str]] = field(default_factory=dict)  # by topic and month

    def add(
        self, kind: KeyPointKind, text: str, n: int, *, aspect: str | None = None, category: str | None = None,
        stars: float | None = None, groups: Counter[str] | None = None,
    ) -> MadeSource:  # fmt: skip
        id = len(self.points)
        quotes = tuple(quote(f"{id}-{m}", text, 0.5 if kind == "praise" else -0.5) for m in range(n))
        self.points.append(KeyPoint(id, text, kind, self.lang, n, self.reviews, aspect, category, quotes))
        if stars is not None:
            self.point_stars[id] = StarSums(n, stars * n, stars * stars * n)
        self.point_groups[id] = groups or Counter()
        return self

    def languages(self) -> list[str]:
        return [self.lang] if self.reviews else []

    def key_points(
        self, *, only: int | None = None, group: str | None = None, limit: int | None = None, quotes: int | None = None
    ) -> list[KeyPoint]:
        return sorted((p for p in self.points if only in (None, p.id)), key=lambda point: -point.reviews)

    def summary_counts(self, lang: str) -> SummaryCounts:
        stars = StarSums(self.reviews, 4.0 * self.reviews, 16.0 * self.reviews) if self.point_stars else StarSums()
        days = [date.fromisoformat(f"{month}-01") for month in self.months]
        return SummaryCounts(
            lang=lang, reviews=self.reviews, first=min(days, default=None), last=max(days, default=None), stars=stars,
            ratings=stars, months=self.months, groups=self.groups, point_stars=self.point_stars,
            point_ratings=self.point_stars, point_chances=self.point_chances, point_groups=self.point_groups,
            complaint_months=self.complaints,
        )  # fmt: skip

    def topic_quotes(self, wanted: Sequence[TopicQuery], *, lang: str, limit: int) -> list[tuple[int, list[Quote]]]:
        found = []
        for topic, sign, _, since, until in wanted:
            months = self.complaints[topic].items() if since or until else ()
            n = sum(k for month, k in months if (f"{month}-01" >= f"{since or until}") == bool(since))
            n = n if since or until else self.opposing.get(topic, 0)
            found.append((n, [quote(f"{topic}-{m}", topic, float(sign)) for m in range(n)]))
        return found

    def summary(self, **options: object) -> Summary:
        (summary,) = summaries(self, SummaryOptions(**options))  # type: ignore[arg-type]
        return summary


def quote(id: str, text: str, polarity: float) -> Quote:
    return Quote(id, 0, len(text), text, polarity, Span(0, 0), (Span(0, len(text)),))


def hotel() -> MadeSource:
    """A hotel with praise, complaints, stars and a general verdict."""
    made = MadeSource(opposing={"wifi": 5})
    made.add("praise", "delicious breakfast", 41, aspect="breakfast", stars=4.5)
    made.add("praise", "great hotel", 30, category="overall", stars=4.8)
    made.add("praise", "friendly staff", 22, aspect="staff", stars=4.6)
    made.add("complaint", "wifi keeps dropping", 23, aspect="wifi", stars=3.0)
    made.add("complaint", "room was tiny", 12, aspect="room", stars=2.6)
    made.add("complaint", "bed bugs", 6, aspect="bed", stars=1.2)
    return made.add("wish", "wish there was a pool", 3, aspect="pool")
