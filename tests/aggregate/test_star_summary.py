from __future__ import annotations

from voxpop.aggregate.star_summary import nearest_star, summarise_stars


def test_by_hand() -> None:
    summary = summarise_stars([("2024-01", 5.0, 2), ("2024-01", 2.0, 1), ("2024-03", None, 4), (None, 3.5, 1)])
    assert summary["mean"] == (5 + 5 + 2 + 3.5) / 4
    assert summary["histogram"] == {"1": 0, "2": 1, "3": 0, "4": 1, "5": 2}
    assert summary["by_month"] == [
        {"month": "2024-01", "reviews": 3, "mean": 4.0},
        {"month": "2024-03", "reviews": 4, "mean": None},
    ]


def test_no_stars_at_all() -> None:
    assert summarise_stars([])["mean"] is None
    assert sum(summarise_stars([])["histogram"].values()) == 0


def test_halves_go_up_and_nothing_leaves_the_scale() -> None:
    assert [nearest_star(x) for x in (0.2, 1.4, 1.5, 4.49, 4.5, 5.0)] == [1, 1, 2, 4, 5, 5]
