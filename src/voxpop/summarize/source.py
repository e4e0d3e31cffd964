"""From an analysis to its summaries: reviews, opinions and comparisons are read once and side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from voxpop.errors import OptionError, choose
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.summarize.summary import Summary, SummaryOptions, summarize
from voxpop.summarize.topic_counts import ReviewFindings, SummaryCounts, count_topics
from voxpop.types import Comparison, Opinion, Review

Finding = TypeVar("Finding", Opinion, Comparison)


class SizedReviews(Sized, Iterable[Review], Protocol):
    """Reviews that can be counted and iterated."""


class SummarySource(Protocol):
    """What an analysis offers to a summary; reviews and opinions come in the same order."""

    @property
    def reviews(self) -> SizedReviews: ...
    @property
    def opinions(self) -> Iterable[Opinion]: ...
    @property
    def comparisons(self) -> Iterable[Comparison]: ...
    def reviews_by_id(self, ids: Iterable[str]) -> dict[str, Review]: ...
    def languages(self) -> list[str]: ...


def findings_by_review(source: SummarySource) -> Iterator[ReviewFindings]:
    """Yield each review with its opinions and comparisons, without holding more than one."""
    opinions, comparisons = FindingStream(source.opinions), FindingStream(source.comparisons)
    for review in source.reviews:
        yield ReviewFindings(review, opinions.take(review), comparisons.take(review))


class FindingStream(Generic[Finding]):
    """Findings in the order of their reviews, taken review by review."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._rest: Iterator[Finding] = iter(findings)
        self._next: Finding | None = next(self._rest, None)

    def take(self, review: Review) -> list[Finding]:
        """Return the findings of the next review."""
        taken: list[Finding] = []
        while self._next is not None and self._next.review_id == review.id:
            taken.append(self._next)
            self._next = next(self._rest, None)
        return taken


def count_source(source: SummarySource, lang: str, *, by: str = "terms") -> SummaryCounts:
    """Count the reviews of an analysis in one language."""
    return count_topics(findings_by_review(source), lang=lang, by=by, total=len(source.reviews))


def summaries(
    source: SummarySource, options: SummaryOptions, *, lang: str | None = None, by: str = "terms"
) -> list[Summary]:
    """Return a summary for each language of the reviews, most reviews first; or of one language."""
    codes = [code for code in source.languages() if code in LANGUAGES]
    if lang is not None:
        choose("language", lang, LANGUAGES)
        if codes and lang not in codes:
            names = " and ".join(LANGUAGES[code] for code in codes)
            raise OptionError(f"There are no reviews in {LANGUAGES[lang]} here; there are reviews in {names}.")
        codes = [lang]
    all_counts = [count_source(source, code, by=by) for code in codes or [DEFAULT]]
    enough = [counts for counts in all_counts if counts.reviews >= options.min_quotes] or all_counts[:1]
    first, *rest = (summarize(counts, source.reviews_by_id, options) for counts in enough)
    few = [counts for counts in all_counts if counts not in enough]
    return [replace(first, notes=(*first.notes, *notes_on_languages(few, first.lang))), *rest]


def notes_on_languages(all_counts: Sequence[SummaryCounts], lang: str) -> list[str]:
    """Write that there are reviews in other languages, too few for a summary of their own."""
    write_note = language(lang).summary_wording.write_note
    return [write_note("others", reviews=counts.reviews, language=counts.lang) for counts in all_counts]
