"""Statements that say the same become one point, whatever the order of the reviews."""

from __future__ import annotations

import numpy as np

from voxpop.aggregate import key_points
from voxpop.aggregate.key_points import Statements, average_linkage, group_statements, group_vectors, unit

SIDES = np.eye(64, dtype=np.float32)


def statements(rows: list[tuple[int, str, float, int]]) -> Statements:
    """Statements (review, text, polarity, meaning): those of one meaning have nearly the same vector."""
    rng = np.random.default_rng(0)
    vectors = unit(SIDES[[row[3] for row in rows]] + rng.normal(0, 0.02, (len(rows), 64)).astype(np.float32))
    numbers = np.arange(len(rows))
    return Statements(
        review=np.array([row[0] for row in rows]),
        start=numbers * 0,
        text=[row[1] for row in rows],
        has_target=numbers >= 0,
        polarity=np.array([row[2] for row in rows], np.float32),
        wish=numbers < 0,
        meaning=np.round(vectors * 127).astype(np.int8),
        target_start=[None] * len(rows),
        words_start=numbers,
    )


ROWS = [
    (0, "delivery was late", -1.0, 0),
    (1, "late delivery, three days after the date they promised us", -1.0, 0),
    (2, "arrived late", -0.5, 0),
    (3, "delivery was late", 1.0, 0),  # praise never joins blame
    (4, "staff were rude", -1.0, 1),
    (4, "rude staff", -1.0, 1),  # of the same review: one voice makes no point
]


def test_a_point_holds_what_two_reviews_say_with_the_same_sign() -> None:
    (group,) = group_statements(statements(ROWS))
    assert group.kind == "complaint"
    assert sorted(group.members.tolist()) == [0, 1, 2]
    assert ROWS[group.label][1] == "delivery was late"  # short and with its target
    assert (group.closeness > 0.9).all()


def test_the_order_of_the_reviews_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    rows = [(n, f"text {rng.integers(9)}", -1.0, int(rng.integers(5))) for n in range(60)]
    first = statements(rows)
    turned = Statements(
        **{name: values[::-1] for name in Statements.__slots__ if (values := getattr(first, name)) is not None}
    )
    groups = {frozenset(first.review[group.members].tolist()) for group in group_statements(first)}
    assert groups == {frozenset(turned.review[group.members].tolist()) for group in group_statements(turned)}
    assert len(groups) == 5


def test_average_linkage_joins_by_the_mean_similarity() -> None:
    near = unit(np.array([[1, 0], [0.9, 0.2], [0.9, -0.2], [0, 1]], np.float32))
    assert [group.tolist() for group in average_linkage(near)] == [[0, 1, 2]]
    chain = unit(np.array([[np.cos(a), np.sin(a)] for a in (0, 0.8, 1.6, 2.4)], np.float32))
    assert [group.tolist() for group in average_linkage(chain, 0.6)] == [[0, 1], [2, 3]]  # ends of a chain stay apart


def test_many_equal_vectors_end() -> None:
    assert [len(group) for group in average_linkage(np.repeat(SIDES[:3], 50, axis=0))] == [50, 50, 50]


def test_beyond_the_sample_statements_join_the_closest_group(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(key_points, "SAMPLE", 10)
    vectors = np.tile(SIDES[:2], (50, 1))
    assert sorted(len(group) for group in group_vectors(vectors)) == [50, 50]


def test_nothing_gives_nothing() -> None:
    assert group_statements(statements([])) == []
