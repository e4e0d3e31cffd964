"""Statements that say the same become one point, whatever the order of the reviews."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.aggregate import key_points
from voxpop.aggregate.key_points import (
    Statements,
    average_linkage,
    begins_inside_word,
    group_statements,
    group_vectors,
    label_faults,
    unit,
)
from voxpop.lang import language

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
    (group,) = group_statements(statements(ROWS), "en")
    assert group.kind == "complaint"
    assert sorted(group.members.tolist()) == [0, 1, 2]
    assert ROWS[group.label][1] == "delivery was late"  # short and with its target
    assert (group.closeness > 0.9).all()


@pytest.mark.parametrize(
    ("lang", "texts", "label"),
    [
        ("en", ["the staff at the desk in Rome were rude and", "staff were rude", "Staff: rude 2"], "staff were rude"),
        ("en", ["recommend this game", "do not recommend this game", "not recommend"], "do not recommend this game"),
        ("en", ["art (beautiful", "BEAUTIFUL ART", "beautiful art", "art"], "beautiful art"),
        ("en", ["games so it's hard to", "hard to win", "very hard to win", "hard to"], "hard to win"),
        ("zh", ["服务员也是一直", "服务员很冷淡", "冷淡", "服务员冷淡得很，叫了半天"], "服务员很冷淡"),
        ("zh", ["很快，物流", "物流", "物流很快", "顺丰物流12号到的很快啊"], "物流很快"),
    ],
)  # fmt: skip
def test_a_label_stands_alone(lang: str, texts: list[str], label: str) -> None:
    sign = -1.0 if {"rude", "not", "hard"} & set(label.split()) or "冷淡" in label else 1.0
    made = statements([(n, text, sign, 0) for n, text in enumerate(texts)])
    (group,) = group_statements(made, lang)
    assert made.text[group.label] == label


def test_a_review_that_repeats_itself_does_not_choose_the_label() -> None:
    again = [(0, "soup and bread and cheese were the one good thing", 1.0, 0)] * 9
    rows = [*again, (1, "good food", 1.0, 0), (2, "food was good", 1.0, 0), (3, "good food", 1.0, 0)]
    (group,) = group_statements(statements(rows), "en")
    assert rows[group.label][1] in ("good food", "food was good")


def test_two_points_have_two_labels_and_mere_no_is_none() -> None:
    texts = [("great", 0), ("great", 0), ("great", 0), ("great", 1), ("great food", 1), ("no", 2), ("no", 2)]
    rows = [(n, text, 1.0, meaning) for n, (text, meaning) in enumerate(texts)]
    assert [rows[group.label][1] for group in group_statements(statements(rows), "en")] == ["great", "great food"]


def test_wishes_are_points_of_their_own() -> None:
    rows = [
        (0, "wish there was a pool", -0.3, 0), (1, "I really wish it had a pool", -0.3, 0), (2, "no pool", -0.5, 0),
        (3, "pool is missing", -0.5, 0), (4, "wish I had come earlier", 0.8, 0),
    ]  # fmt: skip
    groups = group_statements(statements(rows), "en")
    assert {group.kind: sorted(group.members.tolist()) for group in groups} == {"wish": [0, 1], "complaint": [2, 3]}


def test_the_order_of_the_reviews_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    rows = [(n, f"text {rng.integers(9)}", -1.0, int(rng.integers(5))) for n in range(60)]
    first = statements(rows)
    turned = Statements(
        **{name: values[::-1] for name in Statements.__slots__ if (values := getattr(first, name)) is not None}
    )
    groups = {frozenset(first.review[group.members].tolist()) for group in group_statements(first, "en")}
    assert groups == {frozenset(turned.review[group.members].tolist()) for group in group_statements(turned, "en")}
    assert len(groups) == 5


def test_average_linkage_joins_by_the_mean_similarity() -> None:
    near = unit(np.array([[1, 0], [0.9, 0.2], [0.9, -0.2], [0, 1]], np.float32))
    assert [group.tolist() for group in average_linkage(near, 0.65)] == [[0, 1, 2]]
    chain = unit(np.array([[np.cos(a), np.sin(a)] for a in (0, 0.8, 1.6, 2.4)], np.float32))
    assert [group.tolist() for group in average_linkage(chain, 0.6)] == [[0, 1], [2, 3]]  # ends of a chain stay apart


def test_many_equal_vectors_end() -> None:
    assert [len(group) for group in average_linkage(np.repeat(SIDES[:3], 50, axis=0), 0.65)] == [50, 50, 50]


def test_beyond_the_sample_statements_join_the_closest_group(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(key_points, "SAMPLE", 10)
    vectors = np.tile(SIDES[:2], (50, 1))
    assert sorted(len(group) for group in group_vectors(vectors, 0.65)) == [50, 50]


def test_nothing_gives_nothing() -> None:
    assert group_statements(statements([]), "en") == []


def test_a_label_begins_with_a_whole_word_and_has_no_number() -> None:
    assert begins_inside_word("总", "体推荐", "zh")
    assert not begins_inside_word("。", "总体推荐", "zh")
    assert not begins_inside_word("", "总体推荐", "zh")
    faults = [label_faults(text, language("zh").parse([text])[0], -1, "zh") for text in ("上菜70分钟", "上菜慢")]
    assert faults[0] >= faults[1] + 1
