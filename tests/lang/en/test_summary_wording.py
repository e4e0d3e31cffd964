"""English that agrees in number, names its base, and says no more than was counted."""

from __future__ import annotations

from datetime import date

import pytest

from voxpop.lang.en import summary_wording as en
from voxpop.lang.summary_parts import TopicClaims
from voxpop.types import Claim, Finding


def claim(aspect: str, supporting: int, of: int, kind: Finding = "praise", **facts: object) -> Claim:
    return Claim("", aspect, supporting, of - supporting, kind=kind, of=of, **facts)  # type: ignore[arg-type]


def text(
    main: Claim,
    *,
    numbers: str = "words",
    place: int = 0,
    said: tuple[Claim, ...] = (),
    but: tuple[Claim, ...] = (),
    other: Claim | None = None,
    change: Claim | None = None,
) -> str:
    return "".join(
        c.text for c in en.write_topic(TopicClaims(main, said, but, other, change), numbers=numbers, place=place)
    )


@pytest.mark.parametrize(
    ("main", "place", "numbers", "expected"),
    [
        (claim("room", 80, 100), 1, "words", "Of those who comment on the room, most praise it."),
        (claim("eggs", 80, 100), 0, "words", "The eggs are praised by most who comment on them."),
        (claim("lift", 65, 100, "blame"), 0, "words",
         "The lift is criticised by about two thirds of those who comment on it."),
        (claim("lift", 80, 100, "blame"), 0, "figures", "The lift is criticised by 80 of the 100 who comment on it."),
        (claim("lift", 80, 100, "blame"), 1, "figures", "Of the 100 who comment on the lift, 80 criticise it."),
        (claim("staff", 9, 9), 1, "words", "All who comment on the staff praise them."),
        (claim("staff", 9, 9), 1, "figures", "All 9 who comment on the staff praise them."),
        (claim("bar", 2, 2), 0, "words", "The bar is praised by both who comment on it."),
        (claim("bar", 3, 4), 1, "words", "Of the 4 who comment on the bar, 3 praise it."),
        (claim("bar", 1, 1), 1, "words", "The one reviewer who comments on the bar praises it."),
        (claim("bar", 1, 1, "blame"), 0, "words", "The bar is criticised by the one reviewer who comments on it."),
        (claim("our room", 80, 100), 0, "words", "Our room is praised by most who comment on it."),
        (claim("room", 3, 10, "says", word="clean"), 0, "words",
         "Of those who comment on the room, about a third call it clean."),
        (claim("overall", 80, 100), 0, "words", "Of those who judge it as a whole, most are satisfied."),
        (claim("overall", 80, 100, "blame"), 1, "figures", "Of the 100 who judge it as a whole, 80 are dissatisfied."),
        (claim("overall", 1, 1), 0, "words", "The one reviewer who judges it as a whole is satisfied."),
        (claim("overall", 3, 3), 0, "words", "All 3 who judge it as a whole are satisfied."),
        (claim("wi-fi", 50, 100, "mixed"), 0, "words",
         "Opinions on the wi-fi are divided: about half praise it, about half criticise it."),
        (claim("wi-fi", 48, 100, "mixed"), 0, "figures",
         "Opinions on the wi-fi are divided: of 100, 48 praise it, 52 criticise it."),
        (claim("the Anchor", 8, 10, "prefers", word="the Anchor"), 0, "words",
         "Of those who compare it with the Anchor, most prefer the Anchor."),
        (claim("the Anchor", 2, 3, "beats", word="the Anchor"), 0, "words",
         "Of the 3 who compare it with the Anchor, 2 find it better."),
    ],
)  # fmt: skip
def test_verdicts(main: Claim, place: int, numbers: str, expected: str) -> None:
    assert text(main, place=place, numbers=numbers) == expected


def test_a_whole_sentence() -> None:
    clean, quiet = claim("room", 30, 100, "says", word="clean"), claim("room", 10, 100, "says", word="quiet")
    cold = claim("room", 1, 100, "says", word="cold")
    other = claim("room", 15, 100, "blame")
    assert text(claim("room", 80, 100), said=(clean, quiet), but=(cold,)) == (
        "The room is praised by most who comment on it; about a third call it clean and some quiet, but one finds it "
        "cold."
    )
    assert text(claim("room", 80, 100), other=other, numbers="figures") == (
        "The room is praised by 80 of the 100 who comment on it; 15 criticise it."
    )


def test_change() -> None:
    improved = claim("breakfast", 84, 90, "improved", earlier=6, earlier_of=25, first=date(2024, 9, 1))
    worse = claim("prices", 85, 100, "worse", earlier=5, earlier_of=17, first=date(2025, 1, 1))
    assert text(claim("breakfast", 90, 115), change=improved) == (
        "The breakfast is praised by most who comment on it; since September 2024 nearly all praise it, before that "
        "about a quarter did."
    )
    assert text(claim("breakfast", 50, 100, "mixed"), change=improved, numbers="figures") == (
        "Since September 2024 84 of 90 praise the breakfast, before that 6 of 25 did; of 100 in all, 50 praise it and "
        "50 criticise it."
    )
    assert text(claim("prices", 70, 100, "blame"), change=worse).endswith(
        "since January 2025 most criticise them, before that about a third did."
    )
    assert en.write_claim(worse) == "Since January 2025 85 of 100 criticise the prices, before that 5 of 17 did."


def test_several_things_in_one_sentence() -> None:
    things = [claim("room", 80, 100), claim("eggs", 95, 100), claim("bar", 3, 4)]
    clauses = en.write_list(things, numbers="words", again=True)
    assert (
        "".join(c.text for c in clauses)
        == "Praise also goes to the room (most), the eggs (nearly all) and the bar (3 of 4)."
    )
    assert [c.claims for c in clauses] == [(thing,) for thing in things]
    blame = [claim("lift", 8, 10, "blame"), claim("pool", 9, 9, "blame")]
    assert "".join(c.text for c in en.write_list(blame, numbers="figures", again=False)) == (
        "Criticism goes to the lift (8 of 10) and the pool (9 of 9)."
    )


def test_bullets() -> None:
    said = (claim("room", 30, 100, "says", word="clean"),)
    line = en.write_bullet(TopicClaims(claim("wi-fi", 50, 100, "mixed"), said), numbers="figures")
    assert "".join(c.text for c in line) == "Wi-fi: 50 of 100 praise it, 50 criticise it; “clean” (30)"


def test_headings_and_notes() -> None:
    assert en.write_heading(1, date(2024, 5, 1), date(2024, 5, 9), 4.0) == "1 review from May 2024, 4.0 stars."
    assert en.write_heading(1200, date(2024, 5, 1), date(2024, 6, 9), 3.96) == (
        "1,200 reviews from May 2024 to June 2024, 4.0 stars on average."
    )
    assert en.write_heading(3, None, None, None) == "3 reviews."
    assert en.write_note("few", reviews=1, fewest=2).startswith("There is only 1 review: with fewer than 2")
    assert en.write_note("others", reviews=2, language="zh") == "2 reviews in Chinese are too few to be summarised."
