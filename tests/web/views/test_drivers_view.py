"""The chart of impact by frequency: dots where their numbers are, names that do not cover each other."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.aggregate.drivers import AspectVotes, RatedReviews, find_drivers
from voxpop.document import drivers_entry
from voxpop.schema import Drivers
from voxpop.web.labels import labels
from voxpop.web.views.aspect_rows import AspectView, aspect_rows
from voxpop.web.views.drivers_view import HEIGHT, WIDTH, drivers_view

from ..documents import build


def found(aspects: int = 3) -> tuple[Drivers, dict[str, AspectView]]:
    rng = np.random.default_rng(0)
    bad, good = (rng.random((400, aspects)) < 0.2 for _ in range(2))
    stars = 4.0 - bad.sum(axis=1) * 0.5 + rng.normal(0, 0.3, 400)
    rows = [{**build()["aspects"][0], "id": f"en:{n}", "name": f"aspect {n}"} for n in range(aspects)]
    votes = [
        AspectVotes(f"en:{n}", f"aspect {n}", np.flatnonzero(bad[:, n]), np.flatnonzero(good[:, n]))
        for n in range(aspects)
    ]
    rated = RatedReviews(np.arange(400), stars, np.full(400, "en", object), votes)
    views = aspect_rows(rows)  # type: ignore[arg-type]
    return drivers_entry(find_drivers(rated)), {view.aspect["id"]: view for view in views}


def test_dots_stand_where_their_numbers_are() -> None:
    view = drivers_view(*found(), labels("en"))
    assert view is not None
    assert len(view.dots) == 6
    for dot in view.dots:
        assert 0 <= dot.high <= dot.y <= dot.low <= 100
        assert 0 <= dot.x <= 100
        if dot.side == "negative":
            assert dot.high > view.zero
            assert "a complaint goes with −0." in dot.says
    assert view.y_ticks[0][0] == 0
    assert view.y_ticks[-1][0] == pytest.approx(100)
    assert view.x_ticks[0] == (0.0, "0 %")


def test_names_do_not_cover_each_other() -> None:
    view = drivers_view(*found(12), labels("zh"))
    assert view is not None
    named = [(WIDTH * dot.x / 100, HEIGHT * dot.y / 100) for dot in view.dots if dot.has_name]
    assert named
    assert not [
        (a, b) for n, a in enumerate(named) for b in named[:n] if abs(a[1] - b[1]) <= 16 and abs(a[0] - b[0]) < 60
    ]


def test_without_drivers_there_is_nothing_to_draw() -> None:
    assert drivers_view(None, {}, labels("en")) is None
    assert drivers_view(found()[0], {}, labels("en")) is None
