"""Reviews made of plain clauses, so that tests know what each says without reading it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from voxpop.summarize import Summary, SummaryOptions
from voxpop.summarize.source import count_source
from voxpop.summarize.summary import summarize
from voxpop.summarize.topic_counts import SummaryCounts
from voxpop.types import About, Comparison, Opinion, Review, Span


class Said(NamedTuple):
    """A clause: what it is about, the word used, and whether that is praise (1) or blame (−1)."""

    aspect: str
    word: str
    sign: int
    about: About = "main"


@dataclass
class Made:
    """An analysis in memory, as far as summaries see it."""

    reviews: list[Review] = field(default_factory=list)
    opinions: list[Opinion] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    said: dict[str, list[Said]] = field(default_factory=dict)  # by review

    def add(
        self, said: Sequence[Said], *, lang: str = "en", day: date | None = None, stars: float | None = None
    ) -> None:
        id = f"r{len(self.reviews)}"
        text = ""
        for each in said:
            clause = f"{each.aspect}很{each.word}。" if lang == "zh" else f"The {each.aspect} was {each.word}. "
            start = len(text) + clause.index(each.aspect)
            word = len(text) + clause.rindex(each.word)
            text += clause
            self.opinions.append(
                Opinion(
                    id, start, start + len(each.aspect), each.aspect, each.aspect, 0.8 * each.sign,
                    opinion_words=(Span(word, word + len(each.word)),),
                    evidence=Span(len(text) - len(clause), len(text.rstrip())), about=each.about,
                )
            )  # fmt: skip
        self.reviews.append(Review(id=id, text=text, lang=lang, date=day, stars=stars))
        self.said[id] = list(said)

    def reviews_by_id(self, ids: Iterable[str]) -> dict[str, Review]:
        wanted = set(ids)
        return {review.id: review for review in self.reviews if review.id in wanted}

    def languages(self) -> list[str]:
        counted = [review.lang or "en" for review in self.reviews]
        return sorted(set(counted), key=lambda lang: -counted.count(lang))

    def counts(self, lang: str = "en") -> SummaryCounts:
        return count_source(self, lang)

    def summary(self, lang: str = "en", **options: object) -> Summary:
        return summarize(self.counts(lang), self.reviews_by_id, SummaryOptions(**options))  # type: ignore[arg-type]


def some(*said: Said, times: int, made: Made | None = None, **facts: object) -> Made:
    """So many reviews that say the same."""
    made = made or Made()
    for _ in range(times):
        made.add(said, **facts)  # type: ignore[arg-type]
    return made
