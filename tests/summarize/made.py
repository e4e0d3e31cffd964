"""A source of counts made by hand, so that tests know every number of a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from voxpop.aggregate.compare import StarSums
from voxpop.summarize import Summary, SummaryOptions, summaries
from voxpop.summarize.examples import TopicStatement
from voxpop.summarize.findings import SummaryCounts, TopicCounts, TopicQuery
from voxpop.types import Quote, Span


@dataclass
class MadeSource:
    """Reviews that praise (1) or criticise (−1) topics: how many, how many stars they give, and what they say."""

    lang: str = "en"
    reviews: int = 100
    topics: dict[tuple[str, int], TopicCounts] = field(default_factory=dict)
    groups: Counter[str] = field(default_factory=Counter)
    months: Counter[str] = field(default_factory=Counter)
    said: dict[tuple[str, int], tuple[tuple[str, int], ...]] = field(default_factory=dict)  # what, and by how many

    def add(
        self, sign: int, topic: str, n: int, *examples: tuple[str, int], stars: float = 4.0,
        months: Counter[str] | None = None, groups: Counter[str] | None = None,
    ) -> MadeSource:  # fmt: skip
        self.said[topic, sign] = examples
        self.topics[topic, sign] = TopicCounts(n, n, stars * n, 0.9, months or Counter(), groups or Counter())
        return self

    def languages(self) -> list[str]:
        return [self.lang] if self.reviews else []

    def summary_counts(self, lang: str) -> SummaryCounts:
        stars = StarSums(self.reviews, 4.0 * self.reviews, 16.0 * self.reviews)
        days = [date.fromisoformat(f"{month}-01") for month in self.months]
        return SummaryCounts(
            lang=lang, reviews=self.reviews, first=min(days, default=None), last=max(days, default=None), ratings=stars,
            months=self.months, groups=self.groups, topics=self.topics,
            judging=sum(said.reviews for (topic, _), said in self.topics.items() if topic in ("overall", "总体")),
        )  # fmt: skip

    def topic_statements(
        self, wanted: Sequence[TopicQuery], shares: Sequence[float], *, lang: str
    ) -> list[list[TopicStatement]]:
        return [self._statements(query) for query in wanted]

    def _statements(self, query: TopicQuery) -> list[TopicStatement]:
        """What is said often means the same; what several say in the same words, they all say."""
        said = self.said.get((query.topic, query.sign), ())
        texts = [(text, number) for number, (text, saying) in enumerate(said) for _ in range(saying)]
        return [
            TopicStatement(text, "", "", text.replace(query.topic, "").strip(), place, 0, direction(number))
            for place, (text, number) in enumerate(texts)
        ]

    def topic_quotes(self, wanted: Sequence[TopicQuery], *, lang: str, limit: int) -> list[tuple[int, list[Quote]]]:
        return [self._quoted(query, limit) for query in wanted]

    def _quoted(self, query: TopicQuery, limit: int) -> tuple[int, list[Quote]]:
        said = self.topics.get((query.topic, query.sign), TopicCounts())
        day = query.since or query.until
        since = sum(n for month, n in said.months.items() if day and month >= f"{day:%Y-%m}")
        n = said.groups[query.group] if query.group else said.reviews
        n = since if query.since else said.months.total() - since if query.until else n
        texts = [text for text, _ in self.said.get((query.topic, query.sign), ())] + [query.topic] * n
        return n, [quote(f"{query}-{m}", text, query.sign) for m, text in enumerate(texts[: min(n, limit)])]

    def summary(self, **options: object) -> Summary:
        (summary,) = summaries(self, SummaryOptions(**options))  # type: ignore[arg-type]
        return summary


def direction(number: int) -> bytes:
    """A meaning that is unlike those of other numbers."""
    return bytes(127 * (place == number) for place in range(64))


def quote(id: str, text: str, polarity: float) -> Quote:
    return Quote(id, 0, len(text), text, polarity, Span(0, 0), (Span(0, len(text)),))


def hotel() -> MadeSource:
    """A hotel with praise, complaints, stars and a general verdict."""
    made = MadeSource()
    made.add(1, "breakfast", 41, ("delicious breakfast", 30), ("fresh fruit", 9))
    made.add(1, "overall", 30, ("would stay again", 8)).add(-1, "overall", 5).add(1, "staff", 22, ("friendly staff", 9))
    made.add(-1, "wifi", 23, ("wifi keeps dropping", 14), ("wifi was slow", 6), stars=3.0).add(1, "wifi", 5)
    made.add(-1, "room", 12, ("room was tiny", 7), ("hot pillow", 1), stars=2.6)
    return made.add(-1, "bed", 6, ("bad bed", 4), ("bed bugs", 2), stars=1.2)
