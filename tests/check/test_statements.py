"""What sentences of summaries claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from voxpop.check.parsed_texts import parse_texts
from voxpop.check.statements import find_statements, strip_frame
from voxpop.types import Opinion, Span


def found(text: str, lang: str = "en") -> list[tuple[str, int, str | None]]:
    view = parse_texts([text], lang, sentiment="lexicon")[0]
    return [(one.opinion.text, one.sign, one.quantity and one.quantity.text) for one in find_statements(view)]


def test_opinions_with_the_quantity_of_their_clause() -> None:
    made = found("Most guests love the clean rooms, but two thirds complain about slow check-in.")
    assert [one[1:] for one in made if "rooms" in one[0]] == [(1, "most")]
    assert [one[1:] for one in made if "check-in" in one[0]] == [(-1, "two thirds")]
    assert len(made) == 2


@pytest.mark.parametrize(
    ("text", "thing", "sign"),
    [
        ("People complain about the breakfast.", "breakfast", -1),
        ("Reviewers praise the location.", "location", 1),
        ("Guests are disappointed with the pool.", "pool", -1),
        ("Customers dislike the menu.", "menu", -1),
    ],
)
def test_what_people_are_reported_to_say(text: str, thing: str, sign: int) -> None:
    assert (thing, sign) in [one[:2] for one in found(text)]


def test_chinese_reports() -> None:
    assert [one[:2] for one in found("顾客抱怨停车。", "zh")] == [("停车", -1)]
    assert ("环境", 1) in [one[:2] for one in found("环境受到好评。", "zh")]


def test_a_quantity_in_brackets_is_of_the_thing_before_it() -> None:
    made = found("Guests love the clean rooms (most) and the friendly staff (nearly all).")
    assert {thing.split()[-1]: quantity for thing, _, quantity in made} == {"rooms": "most", "staff": "nearly all"}


def test_an_opinion_on_part_of_a_word_is_on_the_word() -> None:
    (view,) = parse_texts(["空调很冷。"], "zh", sentiment="lexicon")
    part = Opinion("1", 0, 1, "空", "空", -1.0)
    assert [one.opinion.text for one in find_statements(replace(view, opinions=(part,)))] == ["空调"]


def test_people_are_no_aspects() -> None:
    assert all(thing.lower() not in ("guests", "people") for thing, _, _ in found("Most guests are happy people."))


def test_divided_opinions_are_a_claim() -> None:
    view = parse_texts(["Opinions on the pool are divided."], "en", sentiment="lexicon")[0]
    (claim,) = find_statements(view)
    assert claim.mixed
    assert claim.opinion.text == "pool"


def test_a_sentence_without_opinions_claims_none() -> None:
    assert found("The hotel stands at the harbour.") == []


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("One customer says: the room was clean.", "en", "The room was clean."),
        ("Most guests say that the rooms are clean.", "en", "The rooms are clean."),
        ("According to a review, the pool is cold.", "en", "The pool is cold."),
        ("The guests complain about the pool.", "en", "The guests complain about the pool."),
        ("People say: ok", "en", "People say: ok"),
        ("有顾客说：房间很干净。", "zh", "房间很干净。"),
        ("大多数顾客认为味道很好。", "zh", "味道很好。"),
        ("味道很好。", "zh", "味道很好。"),
    ],
)
def test_frames_are_taken_off(text: str, lang: str, expected: str) -> None:
    assert strip_frame(text, lang) == expected


def test_what_people_feel_is_an_opinion_on_the_whole() -> None:
    text = "Most guests are dissatisfied."
    (parsed,) = parse_texts([text], "en", sentiment="lexicon")
    words = Span(text.index("dissatisfied"), len(text) - 1)
    opinion = Opinion("1", 5, 11, "guests", "guests", -0.6, "overall", (words,), Span(0, len(text)))
    (statement,) = find_statements(replace(parsed, opinions=(opinion,)))
    assert (statement.opinion.text, statement.opinion.aspect) == ("dissatisfied", "overall")
    assert statement.quantity is not None


def test_the_table_of_meanings_gives_the_side_where_the_model_is_not_sure() -> None:
    text = "The room was dirty."
    (parsed,) = parse_texts([text], "en", sentiment="lexicon")
    for polarity, sign in ((0.2, -1), (0.8, 1)):
        opinion = Opinion("1", 4, 8, "room", "room", polarity, None, (Span(13, 18),), Span(0, len(text)))
        (statement,) = find_statements(replace(parsed, opinions=(opinion,)))
        assert statement.sign == sign
