"""How groups of reviews differ, as it is drawn: sentences, and a matrix of aspects by segments."""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.schema import Segment, SegmentAspect, SegmentDifference, Segments
from voxpop.store.selection import Selection
from voxpop.web.labels import Labels
from voxpop.web.links import part_address
from voxpop.web.views.chart_shapes import verdict
from voxpop.web.views.public_paths import file_name

SENTENCES = 12  # differences shown before the others are folded


@dataclass(frozen=True, slots=True)
class SegmentCell:
    """What a segment says of an aspect; a mark is ▲ or ▼ where that differs from elsewhere, else empty."""

    share: str
    mean: str
    side: str  # its colour: positive, negative, mixed; none: nobody judges it
    share_mark: str
    mean_mark: str


@dataclass(frozen=True, slots=True)
class SegmentsView:
    """The whole section."""

    segments: Segments
    columns: list[tuple[Segment, str, str]]  # a segment, its title, and the mark of its stars
    rows: list[tuple[str, str, list[SegmentCell | None]]]  # id, name, a cell for each column
    sentences: list[str]  # the differences as sentences

    def address_of(self, segment: Segment, slug: str) -> str:
        """Return the address of the reviews of a segment in the app."""
        return part_address(slug, Selection(column=self.segments["by"], value=segment["name"] or ""))


def segments_view(segments: Segments, label: Labels) -> SegmentsView:
    """Return the segments as they are drawn."""
    marks = {
        (test["segment"], test["aspect"], test["kind"]): "▲" if test["here"] > test["elsewhere"] else "▼"
        for test in segments["differences"]
    }
    names: dict[str, str] = {}
    for segment in segments["segments"]:
        names |= {aspect["id"]: aspect["name"] for aspect in segment["aspects"]}
    reviews = {id: sum(_reviews(segment, id) for segment in segments["segments"]) for id in names}
    ranked = sorted(names, key=lambda id: -reviews[id])
    columns = [
        (
            segment,
            title_of(segment["name"], segment["pooled"], segments["by"], label),
            marks.get((segment["name"] or "", "", "stars"), ""),
        )
        for segment in segments["segments"]
    ]
    return SegmentsView(
        segments,
        columns,
        [(id, names[id], [_cell(segment, id, marks, label) for segment in segments["segments"]]) for id in ranked],
        [sentence(difference, segments["by"], label) for difference in segments["differences"]],
    )


def title_of(name: str | None, pooled: int, by: str, label: Labels) -> str:
    """Return what a segment of a column is called on a page."""
    return shown_name(name, by, label) if name else label("segments_others", n=pooled)


def shown_name(name: str, by: str, label: Labels) -> str:
    """Return a value of a column as pages show it."""
    return label.named("languages", name) if by == "lang" else file_name(name) if by == "source" else name


def sentence(difference: SegmentDifference, by: str, label: Labels) -> str:
    """Return a difference in a sentence."""
    kind, here, there = difference["kind"], difference["here"], difference["elsewhere"]
    if kind in ("attention", "says"):
        shown = [f"{100 * value:.0f}" for value in (here, there)]
    elif kind == "cost":
        shown = [f"{-value:.2f}" for value in (here, there)]
    else:
        shown = [f"{value:.2f}" if kind == "stars" else label.signed(value) for value in (here, there)]
    if kind == "feeling":
        kind = "feeling_up" if here > there else "feeling_down"
    segment = shown_name(difference["segment"], by, label)
    return label(f"segment_{kind}", segment=segment, name=difference["name"], here=shown[0], there=shown[1])


def _reviews(segment: Segment, id: str) -> int:
    return sum(aspect["reviews"] for aspect in segment["aspects"] if aspect["id"] == id)


def _cell(segment: Segment, id: str, marks: dict[tuple[str, str, str], str], label: Labels) -> SegmentCell | None:
    aspect: SegmentAspect | None = next((aspect for aspect in segment["aspects"] if aspect["id"] == id), None)
    share_mark, mean_mark = (marks.get((segment["name"] or "", id, kind), "") for kind in ("attention", "feeling"))
    if aspect is None:
        return SegmentCell("0 %", "", "none", share_mark, "") if share_mark else None
    is_judged = aspect["positive"] + aspect["negative"] > 0
    return SegmentCell(
        f"{100 * aspect['reviews'] / segment['reviews']:.0f} %",
        label.signed(aspect["mean"]) if is_judged else "",
        verdict(aspect) if is_judged else "none",
        share_mark,
        mean_mark,
    )
