from __future__ import annotations

from typing import Any

import pytest

from voxpop.web.views.typical_word import opinion_words, typical_word

from ..documents import quote


def said(*lines: tuple[str, float]) -> Any:
    return [quote(text, polarity) for text, polarity in lines]


def test_the_word_most_people_use() -> None:
    quotes = said(("[Room] {clean}", 0.5), ("{Clean} [rooms]", 0.5), ("{nice} [room]", 0.5), ("[room] {dirty}", -0.5))
    assert typical_word(quotes, name="rooms", sign=1) == "clean"


def test_a_word_said_once_speaks_for_nobody() -> None:
    assert typical_word(said(("[room] {dirty}", -0.5)), name="rooms", sign=-1) is None


def test_a_word_as_common_on_the_other_side_is_left_out() -> None:
    lines = [("[room] {big}", 0.5)] * 3 + [("[room] {big}", -0.5)] * 2 + [("[room] {sunny}", 0.5)] * 2
    assert typical_word(said(*lines), name="room", sign=1) == "sunny"


def test_negation_stays_with_its_word() -> None:
    lines = [("[room] {not} {clean}", -0.5)] * 2
    assert typical_word(said(*lines), name="room", sign=-1) == "not clean"


def test_words_about_another_term_of_the_aspect_do_not_name_it() -> None:
    lines = [("[walls] {thin}", -0.5)] * 5 + [("[street noise] {terrible}", -0.5)] * 2
    assert typical_word(said(*lines), name="noise", sign=-1) == "terrible"


@pytest.mark.parametrize(("name", "written"), [("check-in", "Check in"), ("rooms", "room"), ("味道", "味道")])
def test_a_name_is_found_however_it_is_written(name: str, written: str) -> None:
    assert typical_word(said((f"[{written}] {{x1}}", 0.5), (f"[{written}] {{x1}}", 0.5)), name=name, sign=1) == "x1"


def test_an_opinion_too_long_for_a_box_is_left_out() -> None:
    assert opinion_words(said(("[room] {so clean that one could eat from the floor}", 0.5))[0]) == set()


def test_in_a_list_each_keeps_its_own() -> None:
    lines = [("sea [view], {comfy} bed", 0.5)] * 3 + [("{lovely} [view]", 0.5)] * 2
    assert typical_word(said(*lines), name="view", sign=1) == "lovely"


def test_two_words_that_work_together_name_nothing_alone() -> None:
    lines = [("{never} had a {bad} [meal]", 0.5)] * 3
    assert typical_word(said(*lines), name="meal", sign=1) is None
