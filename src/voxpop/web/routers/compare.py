"""Two files, products or periods: only differences that are significant, said in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from voxpop.aggregate.compare import Difference
from voxpop.store.filters import ReviewFilter
from voxpop.store.sides import ComparedSide, Contrast, contrast, side
from voxpop.web.app_state import app_state
from voxpop.web.exports import Kind as FileKind
from voxpop.web.exports import download
from voxpop.web.labels import Labels
from voxpop.web.pages import labels_for, render
from voxpop.web.query import NAME, Day, Here, Missing
from voxpop.web.state import Library, OpenFile

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


class SideEntry(BaseModel):
    """One side of a comparison, in the API."""

    label: str
    reviews: int
    mean: float | None


class DifferenceEntry(BaseModel):
    """``text`` says it in a sentence."""

    aspect: str
    kind: str
    a: float
    b: float
    a_reviews: int
    b_reviews: int
    low: float
    high: float
    p: float
    text: str


class ContrastEntry(BaseModel):
    """``nothing`` says why there are no differences, where there are none."""

    a: SideEntry
    b: SideEntry
    differences: list[DifferenceEntry]
    nothing: str | None


def choices(
    request: Request,
    here: Here,
    with_: Annotated[str | None, Query(alias="with", max_length=NAME, description="The other file")] = None,
    a_product: Name = None,
    b_product: Name = None,
    a_since: Day = None,
    a_until: Day = None,
    b_since: Day = None,
    b_until: Day = None,
) -> tuple[ComparisonSide, ComparisonSide]:
    """Both sides; where nothing was chosen, the comparison that the files offer."""
    library: Library = app_state(request).library
    if with_ and with_ not in library.files:
        raise Missing("file", name=with_, names=", ".join(library.files))
    a = ComparisonSide(here.slug, a_product or None, a_since or None, a_until or None)
    b = ComparisonSide(with_ or here.slug, b_product or None, b_since or None, b_until or None)
    return (a, b) if (a.file, a.filter) != (b.file, b.filter) else usual(here, library)


def usual(here: OpenFile, library: Library) -> tuple[ComparisonSide, ComparisonSide]:
    """The two products spoken of most, another file that is open, or the later half of the time against the earlier."""
    products = here.views.choices["product"]
    if products:
        return ComparisonSide(here.slug, products[0]), ComparisonSide(here.slug, products[1])
    other = next((file.slug for file in library if file.slug != here.slug), None)
    first, last = here.views.period
    if first and last and first < last:
        middle = first + (last - first) / 2
        return ComparisonSide(here.slug, until=middle), ComparisonSide(here.slug, since=middle + timedelta(days=1))
    return ComparisonSide(here.slug), ComparisonSide(other or here.slug)


ComparisonSides = Annotated[tuple[ComparisonSide, ComparisonSide], Depends(choices)]


@pages.get("/files/{file}/compare")
def compare(request: Request, here: Here, chosen: ComparisonSides) -> Response:
    words = labels_for(request)
    found = content(request, here, chosen, words)
    library: Library = app_state(request).library
    reason = why_nothing(found)
    return render(
        request,
        "compare.html.j2",
        here=here,
        a=chosen[0],
        b=chosen[1],
        found=found,
        sentences=[(one, said(one, found, chosen, words)) for one in found.differences],
        files=[file.slug for file in library],
        products=here.views.choices["product"],
        their_products=their_products(request, here, chosen[1]),
        rows=rows(found),
        same=chosen[0] == chosen[1],
        nothing=words(reason, side=empty_side(found)),
        nothing_note=words(f"{reason}_note"),
    )


@api.get("/files/{file}/compare")
def compare_json(request: Request, here: Here, chosen: ComparisonSides) -> ContrastEntry:
    """What differs between two files, products or periods beyond what chance explains."""
    words = labels_for(request)
    found = content(request, here, chosen, words)
    return ContrastEntry(
        a=entry(found.a),
        b=entry(found.b),
        differences=[
            DifferenceEntry(
                aspect=one.id,
                kind=one.kind,
                a=one.a,
                b=one.b,
                a_reviews=one.a_reviews,
                b_reviews=one.b_reviews,
                low=one.low,
                high=one.high,
                p=one.p,
                text=said(one, found, chosen, words),
            )
            for one in found.differences
        ],
        nothing=None if found.differences else words(why_nothing(found), side=empty_side(found)),
    )


@pages.get("/files/{file}/export/compare.{kind}")
def compare_file(request: Request, here: Here, chosen: ComparisonSides, kind: FileKind) -> Response:
    """All numbers of both sides."""
    return download(rows(content(request, here, chosen, labels_for(request))), kind, f"{here.slug}-compare")


def content(request: Request, here: OpenFile, chosen: tuple[ComparisonSide, ComparisonSide], words: Labels) -> Contrast:
    library: Library = app_state(request).library
    labels = [label(one, words, several=chosen[0].file != chosen[1].file) for one in chosen]
    a = measured(here, chosen[0], labels[0])
    if chosen[1].file == here.slug:
        return contrast(a, measured(here, chosen[1], labels[1]))
    with library[chosen[1].file].reading() as there:
        return contrast(a, measured(there, chosen[1], labels[1]))


def why_nothing(found: Contrast) -> str:
    """Return the label of the reason why two sides show no difference."""
    if empty_side(found):
        return "compare_empty"
    return "compare_none" if set(found.a.numbers) & set(found.b.numbers) else "compare_apart"


def empty_side(found: Contrast) -> str:
    """Return what the side without reviews is called; empty where both have some."""
    return next((side.label for side in (found.a, found.b) if not side.reviews), "")


def measured(here: OpenFile, chosen: ComparisonSide, name: str) -> ComparedSide:
    return here.once(("side", chosen.filter, name), lambda: side(here.views, chosen.filter, name))


def their_products(request: Request, here: OpenFile, chosen: ComparisonSide) -> list[str]:
    if chosen.file == here.slug:
        return here.views.choices["product"]
    with app_state(request).library[chosen.file].reading() as there:
        found: list[str] = there.views.choices["product"]
        return found


def label(chosen: ComparisonSide, words: Labels, *, several: bool) -> str:
    """What a side is called: its product, its time, its file."""
    parts = [chosen.product] if chosen.product else []
    parts += [span] if (span := stretch(chosen, words)) else []
    return words("comma").join([chosen.file, *parts] if several or not parts else parts)


def stretch(chosen: ComparisonSide, words: Labels) -> str:
    since, until = (words.date(day.isoformat()) if day else "" for day in (chosen.since, chosen.until))
    if since and until:
        return words("period", first=since, last=until)
    return words("from_day", day=since) if since else words("to_day", day=until) if until else ""


def phrase(chosen: ComparisonSide, words: Labels, *, several: bool) -> str:
    """The same within a sentence: "in the other file", "from May to June"."""
    name = chosen.product or (chosen.file if several else "")
    parts = [words("within", name=name)] if name else []
    if span := stretch(chosen, words):
        parts.append(words("during", span=span) if chosen.since and chosen.until else span)
    return words("space").join(parts) or words("within", name=chosen.file)


def said(one: Difference, found: Contrast, chosen: tuple[ComparisonSide, ComparisonSide], words: Labels) -> str:
    """A difference in a sentence: the side that has more of it first."""
    several = chosen[0].file != chosen[1].file
    a, b = (phrase(side, words, several=several) for side in chosen)
    more, less = ((b, one.b), (a, one.a)) if one.change > 0 else ((a, one.a), (b, one.b))
    shown: Callable[[float], str] = {"stars": stars, "feeling": words.signed, "attention": percent}[one.kind]
    name = found.names[one.id].name if one.id in found.names else ""
    return words(f"differs_{one.kind}", name=name, more=more[0], less=less[0], high=shown(more[1]), low=shown(less[1]))


def stars(value: float) -> str:
    return f"{value:.2f}"


def percent(value: float) -> str:
    return f"{100 * value:.0f}"


def entry(one: ComparedSide) -> SideEntry:
    return SideEntry(label=one.label, reviews=one.reviews, mean=one.stars.mean)


def rows(found: Contrast) -> list[dict[str, Any]]:
    """All numbers side by side, most mentioned first."""
    shared = [id for id in found.names if id in found.a.numbers or id in found.b.numbers]
    lines = []
    for id in shared:
        line: dict[str, Any] = {"aspect": found.names[id].name}
        for key, one in (("a", found.a), ("b", found.b)):
            numbers = one.numbers.get(id)
            line[f"{key}_reviews"] = numbers.reviews if numbers else 0
            line[f"{key}_share"] = numbers.reviews / one.reviews if numbers and one.reviews else 0.0
            line[f"{key}_mean"] = numbers.mean if numbers and numbers.voiced else None
            line[f"{key}_low"], line[f"{key}_high"] = numbers.interval if numbers and numbers.voiced else (None, None)
        lines.append(line)
    return sorted(lines, key=lambda line: -line["a_reviews"] - line["b_reviews"])
