"""From an analysis to a summary: its reviews and opinions, read once and side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Protocol

from voxpop.errors import OptionError, choose
from voxpop.summarize.collect import Book, collect
from voxpop.summarize.summary import Options, Summary, summarize
from voxpop.summarize.wording import wording
from voxpop.text import LANGUAGES
from voxpop.types import Opinion, Review


class Table(Sized, Iterable[Review], Protocol): ...


class Source(Protocol):
    """What an analysis offers; reviews and opinions come in the same order."""

    @property
    def reviews(self) -> Table: ...
    @property
    def opinions(self) -> Iterable[Opinion]: ...
    def reviews_by_id(self, ids: Iterable[str]) -> dict[str, Review]: ...
    def languages(self) -> list[str]: ...


def together(reviews: Iterable[Review], opinions: Iterable[Opinion]) -> Iterator[tuple[Review, Sequence[Opinion]]]:
    """Each review with its opinions, without holding more than one."""
    waiting = iter(opinions)
    opinion = next(waiting, None)
    for review in reviews:
        ours: list[Opinion] = []
        while opinion is not None and opinion.review_id == review.id:
            ours.append(opinion)
            opinion = next(waiting, None)
        yield review, ours


def book_of(source: Source, lang: str, *, by: str = "terms") -> Book:
    reviews = source.reviews
    return collect(together(reviews, source.opinions), lang=lang, by=by, total=len(reviews))


def summaries(source: Source, options: Options, *, lang: str | None = None, by: str = "terms") -> list[Summary]:
    """A summary for each language of the reviews, most reviews first; or of one language."""
    there = [code for code in source.languages() if code in LANGUAGES]
    if lang is not None:
        choose("language", lang, LANGUAGES)
        if there and lang not in there:
            names = " and ".join(LANGUAGES[code] for code in there)
            raise OptionError(f"There are no reviews in {LANGUAGES[lang]} here; there are reviews in {names}.")
        there = [lang]
    return [summarize(book_of(source, code, by=by), source.reviews_by_id, options) for code in there or ["en"]]


def note_others(found: Sequence[Summary]) -> list[str]:
    """That reviews in other languages have a summary of their own."""
    first, *others = found
    return [wording(first.lang).note("others", reviews=one.reviews, language=one.lang) for one in others]
