"""What every address may carry: which file, and which part of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date as Date
from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query, Request
from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError
from starlette.concurrency import run_in_threadpool

from voxpop.errors import OptionError, VoxpopError
from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.settings import SIDES
from voxpop.store.filters import ReviewFilter
from voxpop.store.selection import parse_day, parse_selection
from voxpop.web.app_state import app_state
from voxpop.web.labels import labels
from voxpop.web.state import OpenFile, ServedFile

NAME = 300  # characters of a name or search, at most
PageNumber = Annotated[int, Query(ge=1, le=1_000_000)]


def one_of(*options: str) -> Any:
    """Return the type of a text that is one of some options, where they are known only when the program runs."""
    return Literal[options]


def day_or_none(value: object) -> Date | None:
    """Return a day as it is written, 2024-05-31; None where nothing is written."""
    try:
        return parse_day(str(value)) if value else None
    except OptionError as error:
        raise PydanticCustomError("day", "a day is written as 2024-05-31") from error


Day = Annotated[Date | None, BeforeValidator(day_or_none)]


class LabelledError(VoxpopError):
    """An error whose sentence is a label of the interface, so that it is said in the visitor's language."""

    def __init__(self, label: str, **values: str) -> None:
        super().__init__(labels(DEFAULT)(label, **values))
        self.label = label
        self.values = values


class Missing(LabelledError):
    """There is no such file, aspect or review."""

    def __init__(self, kind: str, **values: str) -> None:
        super().__init__(f"no_{kind}", **values)


class NotYet(LabelledError):
    """What is asked for is still being computed; pages ask again by themselves."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"no_{kind}")


class NotAccepted(LabelledError):
    """An address whose parts do not fit together."""


class Conflict(LabelledError):
    """Something has changed since the page was loaded, so that what was asked for no longer fits."""


async def opened(
    request: Request, file: Annotated[str, Path(description="The short name of a file, as in /api/v1/files")]
) -> AsyncIterator[OpenFile]:
    """Yield the file that the address names, or a part of it, for as long as the answer is being made."""
    reading = served_file(request, file).reading(parse_selection(file.partition(";")[2]))
    open_file = await run_in_threadpool(reading.__enter__)  # which may have to wait
    try:
        yield open_file
    finally:
        reading.__exit__(None, None, None)


def served_file(request: Request, file: str) -> ServedFile:
    """Return the file that an address names, whatever part of it is asked for; it is not opened."""
    library = app_state(request).library
    slug = file.partition(";")[0]
    if slug not in library.files:
        raise Missing("file", name=slug, names=", ".join(library.files) or "–")
    return library[slug]


async def chosen(
    stars: Annotated[
        list[Annotated[int, Query(ge=1, le=5)]] | None, Query(description="Only reviews with these stars")
    ] = None,
    since: Annotated[Day, Query(description="The first day")] = None,
    until: Annotated[Day, Query(description="The last day")] = None,
    source: Annotated[str | None, Query(max_length=NAME, description="The file that reviews came from")] = None,
    product: Annotated[str | None, Query(max_length=NAME)] = None,
    lang: Annotated[one_of("", *LANGUAGES) | None, Query(description="The language of the reviews")] = None,  # type: ignore[valid-type]
    q: Annotated[str | None, Query(max_length=NAME, description="Words that the review must contain")] = None,
    about: Annotated[
        Literal["", "main", "competing", "interacting", "generic", "all"] | None,
        Query(description="Whose opinions count; by default those that the table counts"),
    ] = None,
    words: Annotated[str | None, Query(max_length=NAME, description="Exactly these opinion words")] = None,
    term: Annotated[str | None, Query(max_length=NAME, description="Exactly this aspect term")] = None,
) -> ReviewFilter:
    return ReviewFilter(
        stars=tuple(sorted(set(stars or ()))),
        since=since or None,
        until=until or None,
        source=source or None,
        product=product or None,
        lang=lang or None,
        text=(q or "").strip() or None,
        about=tuple(SIDES[about]) if about else (),
        words=words or None,
        term=term or None,
    )


def last_page(total: int, shown: int) -> int:
    """Return how many pages there are."""
    return max(1, -(-total // shown))


RequestedFile = Annotated[OpenFile, Depends(opened)]
FileToChange = Annotated[ServedFile, Depends(served_file)]  # not opened: who changes a file must not be reading it
Chosen = Annotated[ReviewFilter, Depends(chosen)]
