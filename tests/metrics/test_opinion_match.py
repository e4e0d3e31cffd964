"""Hand-worked digests: what matches, agrees and weighs how much."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from voxpop.metrics.measure import Array
from voxpop.metrics.opinion_digest import Digest
from voxpop.metrics.opinion_match import Pool, agreement, confirmed_share, felt, match, spoken


def digest(*sentences: tuple[list[float], float, list[int]]) -> Digest:
    """Each sentence with its topics, its feeling and its words, which are unlike each other."""
    topics = np.array([chances for chances, _, _ in sentences]) if sentences else np.zeros((0, 2))
    words = np.array([word for _, _, said in sentences for word in said], dtype=np.int64)
    place = np.repeat(np.arange(len(sentences)), [len(said) for _, _, said in sentences])
    member = (place == np.arange(len(sentences))[:, None]).astype(float)
    vectors = np.eye(8)[words]
    logs = np.log(np.maximum(topics, 1e-3) / 1e-3)
    return Digest(topics, np.array([good for _, good, _ in sentences]), words, place, vectors.astype(np.float32),
                  unit(logs), unit(member @ vectors), np.zeros((0, 2)), np.zeros(0))  # fmt: skip


def unit(rows: Array) -> Array:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths, lengths, 1)


ROOM, STAFF = ([1.0, 0.0], 1.0, [0, 1]), ([0.0, 1.0], 1.0, [2, 3])
BAD_ROOM = ([1.0, 0.0], 0.0, [0, 1])


def test_feelings_agree_by_chance() -> None:
    found = agreement(np.array([1.0, 1.0, 0.5, 0.8]), np.array([1.0, 0.0, 0.9, 0.8]))
    assert found.tolist() == pytest.approx([1.0, 0.0, 0.5, 0.68])


def stating(*statements: tuple[list[float], float]) -> Digest:
    """A text with these statements: what each means, and the chance that it is praise."""
    meanings, praises = zip(*statements, strict=True)
    return replace(digest(ROOM), meanings=np.array(meanings), praises=np.array(praises))


def test_a_summary_is_confirmed_as_far_as_some_text_makes_its_statements() -> None:
    same = 1 / (1 + np.exp(-3.0))  # meanings that point the same way
    apart = 1 / (1 + np.exp(3.0))  # at a right angle
    pool = Pool([stating(([1.0, 0.0], 1.0)), stating(([0.0, 1.0], 0.0))])
    assert confirmed_share(stating(([1.0, 0.0], 1.0)), pool) == pytest.approx(same)
    assert confirmed_share(stating(([0.0, 1.0], 1.0)), pool) == pytest.approx(apart)  # the texts blame it
    assert confirmed_share(stating(([1.0, 0.0], 1.0), ([0.0, 1.0], 1.0)), pool) == pytest.approx((same + apart) / 2)


def test_without_statements_nothing_is_denied() -> None:
    stated, silent = stating(([1.0, 0.0], 1.0)), digest(ROOM)
    assert confirmed_share(silent, Pool([stated])) == 1
    assert confirmed_share(stated, Pool([silent])) == 0


def test_what_no_text_confirms_lowers_opinions_and_not_aspects() -> None:
    pool = Pool([stating(([1.0, 0.0], 1.0))] * 2)
    true, false = stating(([1.0, 0.0], 1.0)), stating(([1.0, 0.0], 0.0))
    right, wrong = (match(each, pool, polarity=True) for each in (true, false))
    assert right.precision > 0.9 > 0.1 > wrong.precision
    assert right.recall == wrong.recall
    assert match(true, pool, polarity=False) == match(false, pool, polarity=False)


def test_a_text_speaks_of_what_one_sentence_speaks_of() -> None:
    assert spoken(np.array([[0.5, 0.0], [0.5, 1.0]])).tolist() == [0.75, 1.0]


def test_the_feeling_on_a_topic_leans_on_the_whole_text() -> None:
    mixed = digest(ROOM, ([0.0, 1.0], 0.0, [2]))
    assert felt(mixed).tolist() == pytest.approx([0.75, 0.25])  # one sentence, and the whole at ½ as another


def test_a_text_equals_itself() -> None:
    text = digest(ROOM, ([0.3, 0.7], 0.4, [2]))
    for polarity in (True, False):
        assert match(text, Pool([text]), polarity=polarity) == pytest.approx((1, 1))


def test_half_of_what_matters() -> None:
    found = match(digest(ROOM), Pool([digest(ROOM, STAFF)]), polarity=True)
    assert found.precision == pytest.approx(1, abs=0.01)
    assert found.recall == pytest.approx(0.5, abs=0.01)


def test_half_of_what_is_said() -> None:
    found = match(digest(ROOM, STAFF), Pool([digest(ROOM)]), polarity=True)
    assert found.precision == pytest.approx(0.5, abs=0.01)
    assert found.recall == pytest.approx(1, abs=0.01)


def test_the_opposite_is_no_match_but_the_same_aspect() -> None:
    assert match(digest(BAD_ROOM), Pool([digest(ROOM)]), polarity=True) == pytest.approx((0, 0), abs=0.01)
    assert match(digest(BAD_ROOM), Pool([digest(ROOM)]), polarity=False) == pytest.approx((1, 1), abs=0.01)


def test_prominence_is_the_share_of_texts() -> None:
    pool = Pool([digest(ROOM), digest(ROOM), digest(STAFF)])
    assert pool.prominence.tolist() == pytest.approx([2 / 3, 1 / 3])
    room, staff = (match(digest(one), pool, polarity=True) for one in (ROOM, STAFF))
    # topics: 2/3 of what is prominent; words: only those of the room are said twice
    assert room.recall == pytest.approx((2 / 3 + 1) / 2, abs=0.01)
    assert staff.recall == pytest.approx(1 / 6, abs=0.01)


def test_texts_that_disagree_half_support_either_side() -> None:
    pool = Pool([digest(ROOM), digest(BAD_ROOM)])
    praise, blame = (match(digest(one), pool, polarity=True) for one in (ROOM, BAD_ROOM))
    assert praise == pytest.approx(blame)
    assert praise.precision < match(digest(ROOM), pool, polarity=False).precision


def test_words_without_a_vector_count_only_where_they_are_shared() -> None:
    text = digest(ROOM)
    unknown = replace(text, words=np.array([0, 7]), vectors=text.vectors * [[1.0], [0.0]])
    assert match(unknown, Pool([text, text]), polarity=False).precision == pytest.approx(1, abs=0.03)
    assert match(text, Pool([unknown, unknown]), polarity=False).recall == pytest.approx(1, abs=0.03)
    assert match(digest(([1.0, 0.0], 1.0, [0, 2])), Pool([text, text]), polarity=False).precision < 0.8
    shared = match(unknown, Pool([unknown, unknown]), polarity=False)
    assert shared == pytest.approx((1, 1), abs=0.01)


def test_nothing_against_nothing() -> None:
    empty, text = digest(), digest(ROOM)
    for summary, pool in ((empty, Pool([text])), (text, Pool([empty])), (text, Pool([])), (empty, Pool([empty]))):
        assert match(summary, pool, polarity=True) == (0, 0)


def test_a_text_without_words_is_judged_by_its_topics() -> None:
    found = match(digest(([1.0, 0.0], 1.0, [])), Pool([digest(ROOM)]), polarity=True)
    assert 0 < found.precision < 1
