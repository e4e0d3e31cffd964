"""From scores of tokens to opinions, on scores written by hand."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.extract.opinion_decoding import (
    MOST_TARGETS,
    POLARITY_VALUES,
    Floats,
    Thresholds,
    TokenScores,
    decode_opinions,
    decode_windows,
    token_row,
    token_spans,
    what_about,
)

TEXT = "food good, service unhelpful"
SPANS = np.array([(0, 4), (5, 9), (9, 10), (11, 18), (19, 21), (21, 28)], np.int32)  # un ##helpful


def tags(marks: str) -> Floats:
    """One letter a token: B and I are sure, b is begun with 0.4, . is outside."""
    rows = {"B": (0.02, 0.9, 0.08), "I": (0.02, 0.08, 0.9), ".": (0.98, 0.01, 0.01), "b": (0.6, 0.4, 0.0)}
    return np.array([rows[mark] for mark in marks], np.float32)


def scores(target: str, evidence: str, links: list[tuple[int, int]], polarity: dict[int, int]) -> TokenScores:
    size = len(SPANS)
    matched = np.zeros((size, size), np.float32)
    for t, e in links:
        matched[t, e] = 1.0
    classes = np.zeros((size, 5), np.float32)
    for token in range(size):
        classes[token, polarity.get(token, 2)] = 1.0
    even = np.full((size, 22), 1 / 22, np.float32)
    about = np.tile(np.array([1, 0, 0, 0, 0], np.float32), (size, 1))
    return TokenScores(SPANS, tags(target), tags(evidence), classes, even, about, np.zeros(size, np.float32), matched)


def test_each_target_takes_its_evidence() -> None:
    made = decode_opinions(scores("B..B..", ".B..BI", [(0, 1), (3, 4), (3, 5)], {1: 4, 4: 0, 5: 0}), TEXT)
    quotes = [(TEXT[slice(*o.target)] if o.target else None, TEXT[slice(*o.words)] if o.words else None) for o in made]
    assert quotes == [("food", "good"), ("service", "unhelpful")]
    assert [o.polarity for o in made] == [1.0, -1.0]


def test_one_verdict_on_two_targets_is_two_opinions() -> None:
    made = decode_opinions(scores("B..B..", ".B....", [(0, 1), (3, 1)], {1: 3}), TEXT)
    assert [(o.target, o.words, o.polarity) for o in made] == [((0, 4), (5, 9), 0.5), ((11, 18), (5, 9), 0.5)]


def test_a_text_that_repeats_itself_does_not_link_everything_to_everything() -> None:
    size = 240
    spans = np.array([(2 * place, 2 * place + 1) for place in range(size)], np.int32)
    ones, even = np.ones((size, size), np.float32), np.full((size, 5), 0.2, np.float32)
    links = ones - np.arange(size, dtype=np.float32)[:, None] / 1000  # the first targets are the strongest
    repeated = TokenScores(spans, tags("B." * 120), tags(".B" * 120), even, even, even, even[:, 0], links)
    made = decode_opinions(repeated, "味好" * 240)
    assert [o.target for o in made[:MOST_TARGETS]] == [(4 * place, 4 * place + 1) for place in range(MOST_TARGETS)]
    assert len(made) == 120 * MOST_TARGETS + (120 - MOST_TARGETS)


def test_evidence_without_a_target_and_a_target_without_evidence_stand_alone() -> None:
    made = decode_opinions(scores("...B..", ".B....", [], {1: 4}), TEXT)
    assert [(o.target, o.words) for o in made] == [(None, (5, 9)), ((11, 18), None)]
    assert made[1].polarity == 0.0


def test_a_word_is_never_cut() -> None:
    assert token_row([SPANS], [TEXT]).heads.tolist() == [0, 1, 2, 3, 4]
    for marks in ("....BI", "....Bb", "....BB"):  # whatever the second piece says
        (opinion,) = decode_opinions(scores("......", marks, [], {4: 0, 5: 0}), TEXT)
        assert opinion.words == (19, 28)


def test_chinese_characters_are_words_of_their_own() -> None:
    spans = np.array([(0, 1), (1, 2), (2, 3)], np.int32)
    assert token_row([spans], ["很好吃"]).heads.tolist() == [0, 1, 2]


def test_a_weak_span_does_not_count_and_two_begin_tags_are_two_spans() -> None:
    row = token_row([np.array([(2 * place, 2 * place + 1) for place in range(6)], np.int32)], ["a b c d e f"])
    assert token_spans(tags(".b...."), row, Thresholds()).tolist() == []
    assert token_spans(tags(".BB..."), row, Thresholds()).tolist() == [[1, 2], [2, 3]]
    assert token_spans(tags("BIIIII"), row, Thresholds()).tolist() == [[0, 6]]


def test_windows_that_are_decoded_together_do_not_touch_each_other() -> None:
    first = scores("B..BII", ".B..BI", [(0, 1), (3, 4)], {1: 4, 4: 0, 5: 0})
    second = scores("IIIB..", "I.B.BI", [(3, 4), (3, 5)], {0: 4, 4: 1, 5: 1})
    empty = nothing()
    windows = [first, empty, second, second, empty]
    row = token_row([window.spans for window in windows], [TEXT if len(window.spans) else "" for window in windows])
    together = decode_windows(windows, row, Thresholds())
    alone = [decode_opinions(window, TEXT if len(window.spans) else "") for window in windows]
    assert [[opinion[:3] for opinion in each] for each in together] == [[o[:3] for o in each] for each in alone]
    assert all(len(each) == 0 for each in (together[1], together[4]))
    for made, expected in zip(together[2], alone[2], strict=True):
        assert np.allclose(made.category, expected.category)
        assert np.allclose([made.fact, made.confidence], [expected.fact, expected.confidence])


def nothing() -> TokenScores:
    """A window without tokens."""
    return TokenScores(
        np.empty((0, 2), np.int32), *(np.empty((0, width), np.float32) for width in (3, 3, 5, 22, 5)),
        np.empty(0, np.float32), np.empty((0, 0), np.float32),
    )  # fmt: skip


def test_confidence_is_a_logistic_curve_and_what_is_unlikely_is_left_out_unless_it_is_neutral() -> None:
    # "good" on food, "unhelpful" on nothing, "service" without a verdict
    window = scores("B..B..", ".B..BI", [(0, 1)], {1: 4, 4: 0, 5: 0})
    weights = [0.3, 0.5, 0.2, 1.0, -2.0, 0.4, 1.0, 0.7, -9.0]
    made = decode_opinions(window, TEXT, Thresholds(weights=weights))
    assert [(o.words, o.polarity) for o in made] == [((5, 9), 1.0), (None, 0.0), ((19, 28), -1.0)]
    inside, own = np.log(0.98 / 0.02), np.log(0.999 / 0.001)
    good = 0.3 + 0.5 * inside + 0.2 * own + 1.0 + 0.4 * np.log(5) + 0.7
    unhelpful = 0.3 + 0.5 * inside + 0.2 * own + 1.0 - 2.0 + 0.4 * np.log(10)
    assert made[0].confidence == pytest.approx(1 / (1 + np.exp(-good)), abs=1e-4)
    assert made[2].confidence == pytest.approx(1 / (1 + np.exp(-unhelpful)), abs=1e-4)
    sure = decode_opinions(window, TEXT, Thresholds(weights=weights, sure=0.99))
    assert [o.words for o in sure] == [(5, 9), None]


def test_nothing_is_found_in_nothing() -> None:
    assert decode_opinions(nothing(), "") == []


def test_polarity_is_the_mean_of_the_classes() -> None:
    assert pytest.approx([-1.0, -0.5, 0.0, 0.5, 1.0]) == POLARITY_VALUES.tolist()


def test_what_is_not_clearly_on_the_product_is_on_what_is_likeliest_of_the_rest() -> None:
    about = np.float32([[0.5, 0.5, 0, 0, 0], [0.1, 0.8, 0.1, 0, 0], [0.1, 0.2, 0.7, 0, 0]])
    assert what_about(about, Thresholds()).tolist() == [0, 1, 2]
