"""Key points as pages list them: complaints and praise side by side, each with how many reviews say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voxpop.extract.opinion_extractor import OVERALL
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.schema import KeyPoint
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import QuoteView, quote_views

KINDS = ("complaint", "praise", "wish")
SHOWN = 8  # of each kind


@dataclass(frozen=True, slots=True)
class KeyPointView:
    """A key point with the quotes that the page carries of it."""

    id: int
    anchor: str
    text: str
    lang: str
    kind: str
    count: int
    says: str  # "12 of 89"
    quotes: list[QuoteView]


def key_point_columns(
    points: Sequence[KeyPoint], label: Labels, *, shown: int = SHOWN
) -> list[tuple[str, list[KeyPointView]]]:
    """Return the first key points of each kind; verdicts on the whole come after those that give a reason."""
    columns = []
    for kind in KINDS:
        of_kind = (point for point in points if point["kind"] == kind)
        chosen = sorted(of_kind, key=lambda point: (is_general(point), -point["reviews"]))
        if chosen:
            columns.append((kind, [key_point_view(point, label) for point in chosen[:shown]]))
    return columns


def is_general(point: KeyPoint) -> bool:
    """Return whether a key point judges the product as a whole, without a reason."""
    names = language(point["lang"] if point["lang"] in LANGUAGES else DEFAULT).topic_names.CATEGORY_NAMES
    return point["category"] == names[OVERALL] and point["aspect"] is None


def key_point_view(point: KeyPoint, label: Labels) -> KeyPointView:
    """Return a key point as a page shows it."""
    says = label("key_point_count", n=point["reviews"], of=point["of"])
    return KeyPointView(
        point["id"], f"point-{point['id']}", point["text"], point["lang"], point["kind"], point["reviews"], says,
        quote_views(point["quotes"]),
    )  # fmt: skip
