"""Two files, products or periods: only differences that are significant, said in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from voxpop import schema
from voxpop.store.filters import ReviewFilter
from voxpop.store.sides import ComparedSide, Contrast, contrast, side
from voxpop.web.app_state import app_state
from voxpop.web.labels import Labels
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Day, Missing, RequestedFile
from voxpop.web.state import Library, OpenFile
from voxpop.web.views.comparison_view import contrast_entry, why_nothing

pages, api = APIRouter(), APIRouter(tags=["compare"])
Name = Annotated[str | None, Query(max_length=NAME)]


@dataclass(frozen=True, slots=True)
class ComparisonSide:
    """Which reviews of which file stand on one side."""

    file: str
    product: str | None = None
    since: Date | None = None
    until: Date | None = None

    @property
    def filter(self) -> ReviewFilter:
        return ReviewFilter(product=self.product, since=self.since, until=self.until)


def choices(
    request: Request,
    open_file: RequestedFile,
    with_: Annotated[str | None, Query(alias="with", max_length=NAME, description="The other file")] = None,
    a_product: Name = None,
    b_product: Name = None,
    a_since: Day = None,
    a_until: Day = None,
    b_since: Day = None,
    b_until: Day = None,
) -> tuple[ComparisonSide, ComparisonSide]:
    """Return both sides; where nothing was chosen, the comparison that the files offer."""
    library = app_state(request).library
    if with_ and with_ not in library.files:
        raise Missing("file", name=with_, names=", ".join(library.files))
    a = ComparisonSide(open_file.whole.slug, a_product or None, a_since or None, a_until or None)
    b = ComparisonSide(with_ or open_file.whole.slug, b_product or None, b_since or None, b_until or None)
    return (a, b) if (a.file, a.filter) != (b.file, b.filter) else usual_sides(open_file, library)


def usual_sides(open_file: OpenFile, library: Library) -> tuple[ComparisonSide, ComparisonSide]:
    """Return the two products spoken of most, another open file, or the later half of the time against the earlier."""
    here, products = open_file.whole.slug, open_file.views.choices["product"]
    if products:
        return ComparisonSide(here, products[0]), ComparisonSide(here, products[1])
    first, last = open_file.views.period
    if first and last and first < last:
        middle = first + (last - first) / 2
        return ComparisonSide(here, until=middle), ComparisonSide(here, since=middle + timedelta(days=1))
    return ComparisonSide(here), ComparisonSide(next((file.slug for file in library if file.slug != here), here))


ComparisonSides = Annotated[tuple[ComparisonSide, ComparisonSide], Depends(choices)]


@pages.get("/files/{file}/compare")
def compare(request: Request, open_file: RequestedFile, chosen: ComparisonSides) -> Response:
    words = labels_for(request)
    result = content(request, open_file, chosen, words)
    return render(
        request,
        "compare.html.j2",
        open_file=open_file,
        a=chosen[0],
        b=chosen[1],
        contrast=result,
        entry=contrast_entry(result, words, phrases(chosen, words)),
        files=[file.slug for file in app_state(request).library],
        products=open_file.views.choices["product"],
        their_products=their_products(request, open_file, chosen[1]),
        rows=rows(result),
        same=chosen[0] == chosen[1],
        nothing_note=words(f"{why_nothing(result)}_note"),
    )


@api.get("/files/{file}/compare", response_model=schema.Contrast)
def compare_json(request: Request, open_file: RequestedFile, chosen: ComparisonSides) -> schema.Contrast:
    """What differs between two files, products or periods beyond what chance explains."""
    words = labels_for(request)
    return contrast_entry(content(request, open_file, chosen, words), words, phrases(chosen, words))


def content(
    request: Request, open_file: OpenFile, chosen: tuple[ComparisonSide, ComparisonSide], words: Labels
) -> Contrast:
    labels = [side_name(side, words, several=chosen[0].file != chosen[1].file) for side in chosen]
    a = measure_side(open_file, chosen[0], labels[0])
    if chosen[1].file == open_file.whole.slug:
        return contrast(a, measure_side(open_file, chosen[1], labels[1]))
    with app_state(request).library[chosen[1].file].reading() as other_file:
        return contrast(a, measure_side(other_file, chosen[1], labels[1]))


def measure_side(open_file: OpenFile, chosen: ComparisonSide, name: str) -> ComparedSide:
    return open_file.once(("side", chosen.filter, name), lambda: side(open_file.views, chosen.filter, name))


def their_products(request: Request, open_file: OpenFile, chosen: ComparisonSide) -> list[str]:
    if chosen.file == open_file.whole.slug:
        return open_file.views.choices["product"]
    with app_state(request).library[chosen.file].reading() as other_file:
        return other_file.views.choices["product"]


def side_name(chosen: ComparisonSide, words: Labels, *, several: bool) -> str:
    """Return what a side is called: its product, its time, its file."""
    parts = [chosen.product] if chosen.product else []
    parts += [span] if (span := period_words(chosen, words)) else []
    return words("comma").join([chosen.file, *parts] if several or not parts else parts)


def period_words(chosen: ComparisonSide, words: Labels) -> str:
    since, until = (words.date(day.isoformat()) if day else "" for day in (chosen.since, chosen.until))
    if since and until:
        return words("period", first=since, last=until)
    return words("from_day", day=since) if since else words("to_day", day=until) if until else ""


def phrases(chosen: tuple[ComparisonSide, ComparisonSide], words: Labels) -> list[str]:
    """Return what both sides are called within a sentence."""
    return [side_phrase(side, words, several=chosen[0].file != chosen[1].file) for side in chosen]


def side_phrase(chosen: ComparisonSide, words: Labels, *, several: bool) -> str:
    """Return what a side is called within a sentence: "in the other file", "from May to June"."""
    name = chosen.product or (chosen.file if several else "")
    parts = [words("within", name=name)] if name else []
    if span := period_words(chosen, words):
        parts.append(words("during", span=span) if chosen.since and chosen.until else span)
    return words("space").join(parts) or words("within", name=chosen.file)


def rows(result: Contrast) -> list[dict[str, Any]]:
    """Return all numbers side by side, most mentioned first."""
    shared = [id for id in result.names if id in result.a.numbers or id in result.b.numbers]
    lines = []
    for id in shared:
        line: dict[str, Any] = {"aspect": result.names[id].name}
        for key, compared in (("a", result.a), ("b", result.b)):
            numbers = compared.numbers.get(id)
            line[f"{key}_reviews"] = numbers.reviews if numbers else 0
            line[f"{key}_share"] = numbers.reviews / compared.reviews if numbers and compared.reviews else 0.0
            line[f"{key}_mean"] = numbers.mean if numbers and numbers.voiced else None
            line[f"{key}_low"], line[f"{key}_high"] = numbers.interval if numbers and numbers.voiced else (None, None)
        lines.append(line)
    return sorted(lines, key=lambda line: -line["a_reviews"] - line["b_reviews"])
