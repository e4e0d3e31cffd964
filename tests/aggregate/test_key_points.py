"""Statements that say the same become one point, whatever the order of the reviews."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.aggregate import key_points
from voxpop.aggregate.key_points import (
    PointFinder,
    PointLabel,
    Statements,
    average_linkage,
    label_faults,
    sampled,
    statement_rows,
    worded,
)
from voxpop.aggregate.label_matching import Floats, PairWeights, Places, unit
from voxpop.aggregate.whole_phrases import begins_inside_word
from voxpop.lang import language

THINGS = ("room", "staff", "food", "price", "view")
SIDES = np.eye(64, dtype=np.float32)


def statements(rows: list[tuple[int, str, float, int]]) -> Statements:
    """Statements (review, text, polarity, meaning): those of one meaning have nearly the same vector."""
    rng = np.random.default_rng(0)
    vectors = unit(SIDES[[row[3] for row in rows]] + rng.normal(0, 0.02, (len(rows), 64)).astype(np.float32))
    numbers = np.arange(len(rows))
    return Statements(
        id=numbers,
        review=np.array([row[0] for row in rows], np.int64),
        start=numbers * 0,
        text=[row[1] for row in rows],
        target=[""] * len(rows),
        has_target=numbers >= 0,
        polarity=np.array([row[2] for row in rows], np.float32),
        wish=numbers < 0,
        of_whole=numbers < 0,
        meaning=np.round(vectors * 127).astype(np.int8),
    )


def points(*batches: Statements, lang: str = "en") -> dict[PointLabel, list[int]]:
    """The key points of statements in batches, each with the numbers of its statements."""
    finder, members = sample_of(*batches, lang=lang), dict[int, list[int]]()
    for batch in batches:
        places, groups, chances = counted(finder, batch)
        assert (chances >= key_points.LIKELY).all()
        for number, group in zip(batch.id[places].tolist(), groups.tolist(), strict=True):
            members.setdefault(group, []).append(number)
    return {point: sorted(members[point.group]) for point in finder.points()}


def sample_of(*batches: Statements, lang: str = "en") -> PointFinder:
    """A finder that has its sample."""
    finder = PointFinder(lang)
    for batch in batches:
        finder.keep(sampled(batch, lang, finder.highest))
    return finder


def counted(finder: PointFinder, batch: Statements) -> tuple[Places, Places, Floats]:
    """The places, labels and chances of the statements of a batch that say what a label says, which are counted."""
    places, numbers, chances = finder.nearest(batch)
    finder.count(numbers, batch.review[places], chances)
    return places, numbers, chances


def rows_of(batch: Statements, places: list[int]) -> Statements:
    """Some of the statements."""
    columns: dict[str, Any] = {}
    for name in Statements.__slots__:
        values = getattr(batch, name)
        columns[name] = values[places] if isinstance(values, np.ndarray) else [values[n] for n in places if values]
    return Statements(**columns)


ROWS = [
    (0, "delivery was late", -1.0, 0),
    (1, "late delivery, three days after the date they promised us", -1.0, 0),
    (2, "arrived late", -0.5, 0),
    (3, "delivery was late", 1.0, 0),  # praise never joins blame
    (4, "staff were rude", -1.0, 1),
    (4, "rude staff", -1.0, 1),  # of the same review: one voice makes no point
]


def test_a_point_holds_what_two_reviews_say_with_the_same_sign() -> None:
    ((point, members),) = points(statements(ROWS)).items()
    assert (point.kind, members) == ("complaint", [0, 1, 2])
    assert point.text == "delivery was late"  # short and with its target


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
    assert [point.text for point in points(made, lang=lang)] == [label]


def test_a_review_that_repeats_itself_does_not_choose_the_label() -> None:
    again = [(0, "soup and bread and cheese were the one good thing", 1.0, 0)] * 9
    rows = [*again, (1, "good food", 1.0, 0), (2, "food was good", 1.0, 0), (3, "good food", 1.0, 0)]
    (point,) = points(statements(rows))
    assert point.text in ("good food", "food was good")


def test_two_points_have_two_labels_and_mere_no_is_none() -> None:
    texts = [("great", 0), ("great", 0), ("great", 0), ("great", 1), ("great food", 1), ("no", 2), ("no", 2)]
    rows = [(n, text, 1.0, meaning) for n, (text, meaning) in enumerate(texts)]
    assert [point.text for point in points(statements(rows))] == ["great", "great food"]


def test_what_is_said_of_the_whole_is_one_point_in_whatever_words() -> None:
    texts = ["great hotel", "great hotel", "love it", "would recommend", "great pool", "great pool"]
    made = statements([(n, text, 1.0, n // 2) for n, text in enumerate(texts)])
    near = unit(SIDES[0] + SIDES[1])  # less alike than what is one point otherwise
    made.meaning[2:4] = np.round(near * 127).astype(np.int8)
    assert [members for point, members in points(made).items() if point.text == "great hotel"] == [[0, 1]]
    made.of_whole[:4] = True
    finder = sample_of(made)
    places, numbers, _ = counted(finder, made)
    first, *_ = finder.points()
    assert (first.text, places[numbers == first.group].tolist()) == ("great hotel", [0, 1, 2, 3])


def test_the_label_of_the_whole_says_how_good_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all who praise it recommend it."""
    monkeypatch.setattr(key_points, "NARROW", 5.0)
    texts = ["recommend it", "recommend it", "great lotion", "great lotion", "recommend it"]
    labels = []
    for is_whole in (False, True):
        made = statements([(n, text, 1.0, 0) for n, text in enumerate(texts)])
        made.of_whole[:] = is_whole
        labels.append([said.text for _, said in sample_of(made).labels])
    assert labels == [["recommend it"], ["great lotion"]]


def test_a_number_counts_those_who_say_what_the_label_says() -> None:
    """A group may hold more than its label says: what only stands near it is not counted."""
    texts = ["staff very helpful", "very helpful staff", "helpful staff", "daisy very helpful", "staff helpful"]
    others = ["works on my phone", "arrived on a monday"]
    made = statements([(n, text, 1.0, 0) for n, text in enumerate([*texts, *others])])
    far = unit(SIDES[0] + SIDES[1])  # alike enough to be grouped, less so than the label's own words
    made.meaning[5:] = np.round(far * 127).astype(np.int8)
    ((point, members),) = points(made).items()
    assert "daisy" not in point.text
    assert members == [0, 1, 2, 3, 4]


def test_a_label_that_the_others_hardly_repeat_makes_no_point(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = statements([(n, text, -1, 0) for n, text in enumerate(["room was cold", "room was cold", "freezing room"])])
    (point,) = points(batch)
    assert point.text == "room was cold"
    monkeypatch.setattr(key_points, "SURE", 1.0)
    assert not points(batch)


def test_another_target_and_other_words_make_a_statement_less_likely_the_same() -> None:
    made = statements([(n, text, -1.0, 0) for n, text in enumerate(["room small", "small room", "bed small", "tiny"])])
    made.target[:] = ["room", "room", "bed", ""]
    matcher = sample_of(made).matchers["complaint"]
    said = worded(statement_rows(made, np.arange(4)), matcher.model)
    chances = matcher.chances(said)[:, 0]
    assert chances[0] == pytest.approx(chances[1], abs=0.01)
    assert chances[1] > chances[3] > 0
    assert chances[1] > chances[2]
    nothing = PairWeights(*[0.0] * len(PairWeights._fields))
    unlike, one_target = (matcher.scores(said, nothing._replace(**{name: 1.0})) for name in ("unlike", "one_target"))
    assert unlike[:, 0].tolist() == [0, 0, 1, 0]  # both named, and no word in common
    assert one_target[:, 0].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("lang", "texts", "others"),
    [
        ("en", ["runs small", "it runs small", "not big enough"], ["runs big", "runs too big"]),
        ("en", ["food was cold", "cold food"], ["food was too hot", "food was hot", "not cold"]),
        ("zh", ["房间很小", "房间不大", "房间太小"], ["房间太大", "房间很大"]),
        ("zh", ["晚上有点冷", "晚上很冷", "晚上不热"], ["晚上有点热", "晚上特别热"]),
    ],
)  # fmt: skip
def test_opposites_of_one_sign_are_two_points(lang: str, texts: list[str], others: list[str]) -> None:
    made = statements([(n, text, -1.0, 0) for n, text in enumerate([*texts, *others])])
    cut = len(texts)
    found = sorted(points(made, lang=lang).values())
    assert found == [list(range(cut)), list(range(cut, len(made)))]


def test_a_label_says_the_same_in_its_review() -> None:
    texts = ["desk seemed to care"] * 3 + ["nobody at the desk seemed to care"]
    made = statements([(n, text, -1.0, 0) for n, text in enumerate(texts)])
    denied = replace(made, before=["Nobody at the front "] * 3 + [""], after=["."] * 4)
    assert [point.text for point in points(made)] == ["desk seemed to care"]
    assert [point.text for point in points(denied)] == ["nobody at the desk seemed to care"]


def test_groups_whose_labels_say_the_same_are_one_point() -> None:
    texts = ["a scam of a company"] * 6 + ["company is a scam"] * 5 + ["delivery was late"] * 4
    made = statements([(n, text, -1.0, 0) for n, text in enumerate(texts)])
    first, second = SIDES[0], unit(SIDES[0] + 1.2 * SIDES[1])  # too far apart to be grouped
    made.meaning[:] = np.round(127 * np.stack([first] * 6 + [second] * 5 + [SIDES[2]] * 4)).astype(np.int8)
    assert float(first @ second) < language("en").key_point_rules.ALIKE
    assert sorted(points(made).values()) == [list(range(11)), [11, 12, 13, 14]]


@pytest.mark.parametrize(
    ("text", "is_wish"),
    [("要求厂家免费更换", True), ("请厂家给出解决方案", True), ("望能得到解决", True), ("希望能修一下", True),
     ("看不到一点希望", False), ("建议直接避雷", False), ("要求自费维修", False)],
)  # fmt: skip
def test_what_customers_demand_is_a_wish_and_advice_to_others_is_none(text: str, is_wish: bool) -> None:
    assert bool(language("zh").key_point_rules.WISH.search(text)) == is_wish


def test_wishes_are_points_of_their_own() -> None:
    rows = [
        (0, "wish there was a pool", -0.3, 0), (1, "I really wish it had a pool", -0.3, 0), (2, "no pool", -0.5, 0),
        (3, "pool is missing", -0.5, 0), (4, "wish I had come earlier", 0.8, 0),
    ]  # fmt: skip
    found = {point.kind: members for point, members in points(statements(rows)).items()}
    assert found == {"wish": [0, 1], "complaint": [2, 3]}


@pytest.mark.parametrize("sample", [key_points.SAMPLE, 40])
@settings(max_examples=25, deadline=None)
@given(order=st.permutations(range(60)), cuts=st.sets(st.integers(1, 59)))
def test_any_order_and_split_of_the_reviews_gives_the_same(sample: int, order: list[int], cuts: set[int]) -> None:
    rng = np.random.default_rng(1)
    meanings = rng.integers(5, size=60).tolist()
    rows = [(n, f"{THINGS[meaning]} {rng.integers(9)}", -1.0, meaning) for n, meaning in enumerate(meanings)]
    whole = statements(rows)
    ends = [0, *sorted(cuts), 60]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(key_points, "SAMPLE", sample)
        expected = points(whole)
        found = points(*(rows_of(whole, order[first:last]) for first, last in pairwise(ends)))
    assert len(expected) == 5
    assert {point.text: members for point, members in found.items()} == {
        point.text: members for point, members in expected.items()
    }


def test_average_linkage_joins_by_the_mean_similarity() -> None:
    near = unit(np.array([[1, 0], [0.9, 0.2], [0.9, -0.2], [0, 1]], np.float32))
    assert [group.tolist() for group in average_linkage(near, 0.65)] == [[0, 1, 2]]
    chain = unit(np.array([[np.cos(a), np.sin(a)] for a in (0, 0.8, 1.6, 2.4)], np.float32))
    assert [group.tolist() for group in average_linkage(chain, 0.6)] == [[0, 1], [2, 3]]  # ends of a chain stay apart


def test_many_equal_vectors_end() -> None:
    assert [len(group) for group in average_linkage(np.repeat(SIDES[:3], 50, axis=0), 0.65)] == [50, 50, 50]


def test_beyond_the_sample_statements_join_the_closest_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_points, "SAMPLE", 10)
    rows = [(n, f"{'room' if n % 2 else 'staff'} {n}", -1.0, n % 2) for n in range(100)]
    found = points(statements(rows))
    assert sorted(members[0] for members in found.values()) == [0, 1]
    assert {len(members) for members in found.values()} == {50}


def test_what_is_held_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_points, "SAMPLE", 10)
    monkeypatch.setattr(key_points, "TYPICAL", 5)
    batches = [statements([(n, f"room {n}", -1.0, 0) for n in range(first, first + 50)]) for first in range(0, 500, 50)]
    finder = sample_of(*batches)
    for batch in batches:
        counted(finder, batch)
    assert [len(kept) for kept in finder._samples.values()] == [10, 0, 0]
    assert [len(group.typical) for group, _ in finder.labels] == [5]
    assert finder._counts.reviews.tolist() == [500]


def test_nothing_gives_nothing() -> None:
    assert points(statements([])) == {}


def test_a_label_begins_with_a_whole_word_and_has_no_number() -> None:
    assert begins_inside_word("总", "体推荐", "zh")
    assert not begins_inside_word("。", "总体推荐", "zh")
    assert not begins_inside_word("", "总体推荐", "zh")
    (half, an_hour), texts = ("delayed ½ hour", "delayed an hour"), ("上菜70分钟", "上菜慢")
    assert faults_in(half, "en") >= faults_in(an_hour, "en") + 1
    assert faults_in(texts[0], "zh") >= faults_in(texts[1], "zh") + 1


def faults_in(text: str, lang: str) -> float:
    tokens = [token for sentence in language(lang).parse([text])[0] for token in sentence.tokens]
    return label_faults(text, tokens, -1, lang)
