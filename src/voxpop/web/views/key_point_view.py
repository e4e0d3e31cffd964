"""Key points as pages list them: complaints and praise side by side, each with how many reviews say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    """Return the first key points of each kind, those of most reviews first."""
    chosen = {kind: [point for point in points if point["kind"] == kind][:shown] for kind in KINDS}
    return [(kind, [key_point_view(point, label) for point in some]) for kind, some in chosen.items() if some]


def key_point_view(point: KeyPoint, label: Labels) -> KeyPointView:
    """Return a key point as a page shows it."""
    says = label("key_point_count", n=point["reviews"], of=point["of"])
    return KeyPointView(
        point["id"], f"point-{point['id']}", point["text"], point["lang"], point["kind"], point["reviews"], says,
        quote_views(point["quotes"]),
    )  # fmt: skip
