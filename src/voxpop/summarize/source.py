"""From an analysis to a summary: its reviews and opinions, read once and side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from voxpop.errors import OptionError, choose
from voxpop.lang import LANGUAGES
from voxpop.summarize.collect import Book, Told, collect
from voxpop.summarize.summary import Options, Summary, summarize
from voxpop.summarize.wording import wording
from voxpop.types import Comparison, Opinion, Review

Found = TypeVar("Found", Opinion, Comparison)


class Table(Sized, Iterable[Review], Protocol): ...


class Source(Protocol):
    """What an analysis offers; reviews and opinions come in the same order."""

    @property
    def reviews(self) -> Table: ...
    @property
    def opinions(self) -> Iterable[Opinion]: ...
    @property
    def comparisons(self) -> Iterable[Comparison]: ...
    def reviews_by_id(self, ids: Iterable[str]) -> dict[str, Review]: ...
    def languages(self) -> list[str]: ...


def together(source: Source) -> Iterator[Told]:
    """Each review with its opinions and comparisons, without holding more than one."""
    opinions, comparisons = Stream(source.opinions), Stream(source.comparisons)
    for review in source.reviews:
        yield review, opinions.of(review), comparisons.of(review)


class Stream(Generic[Found]):
    """Findings in the order of their reviews, taken review by review."""

    def __init__(self, found: Iterable[Found]) -> None:
        self._rest: Iterator[Found] = iter(found)
        self._next: Found | None = next(self._rest, None)

    def of(self, review: Review) -> list[Found]:
        ours: list[Found] = []
        while self._next is not None and self._next.review_id == review.id:
            ours.append(self._next)
            self._next = next(self._rest, None)
        return ours


def book_of(source: Source, lang: str, *, by: str = "terms") -> Book:
    return collect(together(source), lang=lang, by=by, total=len(source.reviews))


def summaries(source: Source, options: Options, *, lang: str | None = None, by: str = "terms") -> list[Summary]:
    """A summary for each language of the reviews, most reviews first; or of one language."""
    there = [code for code in source.languages() if code in LANGUAGES]
    if lang is not None:
        choose("language", lang, LANGUAGES)
        if there and lang not in there:
            names = " and ".join(LANGUAGES[code] for code in there)
            raise OptionError(f"There are no reviews in {LANGUAGES[lang]} here; there are reviews in {names}.")
        there = [lang]
    books = [book_of(source, code, by=by) for code in there or ["en"]]
    enough = [book for book in books if book.reviews >= options.min_quotes] or books[:1]
    found = [summarize(book, source.reviews_by_id, options) for book in enough]
    few = [book for book in books if book not in enough]
    return [replace(found[0], notes=(*found[0].notes, *left_out(few, found[0].lang))), *found[1:]]


def left_out(books: Sequence[Book], lang: str) -> list[str]:
    """That there are reviews in other languages, too few for a summary of their own."""
    return [wording(lang).note("others", reviews=book.reviews, language=book.lang) for book in books]
