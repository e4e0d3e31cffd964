"""The notation of annotators: hand-written entries and the spans that they mean."""

from __future__ import annotations

import pytest

from research.annotation.notation import NotationError, opinion, parse, places

TEXT = "The crew was rude. They charged me twice, and the crew laughed. Good food and service!"


def test_an_entry_has_sign_category_target_and_words() -> None:
    found, errors = parse(["@1 2", "--|staff|crew|rude", "-|billing||charged me twice|f"], {1: TEXT})
    assert not errors
    first, second = found[1]["opinions"]
    assert found[1]["stars"] == 2
    assert TEXT[slice(*first["target"])] == "crew"
    assert first["target"] == (4, 8)
    assert (first["polarity"], first["category"], first["about"], first["fact"]) == (-1.0, "staff", "main", False)
    assert second["target"] is None
    assert TEXT[slice(*second["words"])] == "charged me twice"
    assert second["fact"]


def test_of_several_places_the_nearest_is_meant_and_a_number_chooses() -> None:
    found, _ = parse(["@1", "-|staff|crew|laughed|f", "-|staff|crew{1}|laughed|f"], {1: TEXT})
    assert found[1]["opinions"][0]["target"] == (50, 54)
    assert found[1]["opinions"][1]["target"] == (4, 8)


def test_whole_words_come_before_parts_of_words() -> None:
    assert places("foods and food", "food", "the target") == [(10, 14)]
    assert places("foods", "food", "the target") == [(0, 4)]


def test_comparisons_and_boilerplate() -> None:
    text = "Verified buyer. Far easier than Duolingo."
    found, errors = parse(["@1", "B|Verified buyer.", "C>|*|Duolingo|usability|easier than"], {1: text})
    assert not errors
    assert found[1]["boilerplate"] == [(0, 15)]
    assert found[1]["comparisons"] == [
        {"kind": ">", "winner": None, "loser": (32, 40), "category": "usability", "words": (20, 31)}
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("?|staff|crew|rude", "sign"),
        ("-|stuff|crew|rude", "category"),
        ("-|staff|captain|rude", "does not stand"),
        ("-|staff|crew|", "needs opinion words"),
        ("0|staff||", "neutral mention its target"),
        ("-|staff|crew|rude|x", "flags"),
        ("-|staff", "four or five fields"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, why: str) -> None:
    _, errors = parse(["@1", line], {1: TEXT})
    assert len(errors) == 1
    assert why in errors[0]


def test_missing_and_repeated_passages_are_errors() -> None:
    _, errors = parse(["@1", "@1", "@9"], {1: TEXT, 2: TEXT})
    assert [error for error in errors if "twice" in error]
    assert [error for error in errors if "@2: missing" in error]
    assert any("no passage 9" in error for error in errors)


def test_an_unknown_sign_raises() -> None:
    with pytest.raises(NotationError):
        opinion(["+++", "staff", "crew", "rude"], TEXT, 0)
