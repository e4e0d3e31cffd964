"""A file over time as it is drawn: a line for each aspect, sentences on what changed, and the marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Date

from voxpop.schema import ChangePoint, Look, Mark, Movement, Trends, TrendSeries
from voxpop.web.labels import Labels

LINES = 24  # aspects drawn
HEIGHT = 40  # of a line's drawing


@dataclass(frozen=True, slots=True)
class TrendLine:
    """The share of reviews that complain of an aspect, period by period; x and y in percent and pixels."""

    id: str
    title: str
    points: str
    top: str  # the share at the top of the drawing
    changes: list[float]
    says: str


@dataclass(frozen=True, slots=True)
class TrendsView:
    """The page."""

    trends: Trends
    lines: list[TrendLine]
    changes: list[str]  # as sentences
    marks: list[tuple[float, Mark]]  # with their places in percent
    first: str
    last: str


def trends_view(trends: Trends, order: Sequence[str], label: Labels) -> TrendsView:
    """Return the page; ``order`` are the ids of the aspects in their order."""
    complaints: dict[str, TrendSeries] = {
        series["id"]: series for series in trends["series"] if series["kind"] == "complaints"
    }
    periods = trends["periods"]
    lines = [_line(complaints[id], trends, label) for id in order if id in complaints and any(complaints[id]["hits"])]
    marks = [(place_of(mark["day"], periods), mark) for mark in trends["marks"]]
    return TrendsView(
        trends,
        lines[:LINES],
        [change_sentence(change, trends, label) for change in trends["changes"]],
        [(x, mark) for x, mark in marks if 0 <= x <= 100],
        label.date(periods[0]),
        label.date(periods[-1]),
    )


def _line(series: TrendSeries, trends: Trends, label: Labels) -> TrendLine:
    shares = [n / total if total else None for n, total in zip(series["hits"], series["totals"], strict=True)]
    top = max(share for share in shares if share is not None) or 1.0
    step = 100 / max(1, len(shares) - 1)
    points = [
        f"{place * step:.2f},{HEIGHT - HEIGHT * share / top:.2f}"
        for place, share in enumerate(shares)
        if share is not None
    ]
    own = [change for change in trends["changes"] if (change["id"], change["kind"]) == (series["id"], "complaints")]
    mean = sum(series["hits"]) / max(1, sum(series["totals"]))
    says = [label("trend_line_says", name=series["name"], share=percent(mean), top=percent(top))]
    says += [change_sentence(change, trends, label) for change in own]
    changes = [round(step * trends["periods"].index(change["since"]), 2) for change in own]
    return TrendLine(series["id"], series["name"], " ".join(points), percent(top), changes, label("space").join(says))


def look_sentence(look: Look, label: Labels) -> str:
    """Return which reviews were held against which."""
    first, since, until = (label.date(look[name]) for name in ("before", "since", "until"))
    reviews, before = (label("reviews", n=look[name]) for name in ("reviews", "reviews_before"))
    return label("look_says", since=since, until=until, reviews=reviews, before=before, first=first)


def movement_sentence(movement: Movement, label: Labels) -> str:
    """Return what moved in a sentence."""
    kind = movement["kind"].replace(" ", "_")
    if movement["id"].startswith("point:"):
        kind = "says_new" if movement["is_new"] else "says"
    before, now = percent(movement["before_share"]), percent(movement["now_share"])
    counts = {"n": movement["now"], "earlier": movement["before"]}
    return label(f"moved_{kind}", name=movement["name"], before=before, now=now, **counts)


def change_sentence(change: ChangePoint, trends: Trends, label: Labels) -> str:
    """Return a change in a sentence, with the mark that it falls on."""
    key = change["kind"].replace(" ", "_")
    direction = "up" if change["after"] > change["before"] else "down"
    periods = trends["periods"]
    place = periods.index(change["since"])
    first, end = periods[max(0, place - 1)], periods[min(place + 1, len(periods) - 1)]
    mark = next((mark["text"] for mark in trends["marks"] if first <= mark["day"] <= end), "")
    day = label("change_marked", day=label.date(change["since"]), mark=mark) if mark else label.date(change["since"])
    before, after = percent(change["before"]), percent(change["after"])
    return label(f"trend_{key}_{direction}", name=change["name"], day=day, before=before, after=after)


def place_of(day: str, periods: Sequence[str]) -> float:
    """Return where a day lies between the first and the last period, in percent."""
    first, last, at = (Date.fromisoformat(text).toordinal() for text in (periods[0], periods[-1], day))
    return round(100 * (at - first) / max(1, last - first), 2)


def percent(share: float) -> str:
    """Return a share as a whole number of hundredths; small ones with one digit more."""
    return f"{100 * share:.0f}" if share >= 0.0995 or not share else f"{100 * share:.1f}"
