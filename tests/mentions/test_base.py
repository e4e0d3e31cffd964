"""Which mention an opinion's characters belong to."""

from __future__ import annotations

from voxpop.mentions.base import ABOUTS, PART, WHOLE, Discourse, Found, Stretch


def found(start: int, end: int, about: str = "main") -> Found:
    return Found(start, end, "", "noun", about, 1.0, 0)  # type: ignore[arg-type]


def test_the_closest_mention_wins() -> None:
    discourse = Discourse((found(0, 20, "main"), found(5, 10, "competing")))
    assert discourse.at(5, 10) == found(5, 10, "competing")
    assert discourse.at(0, 20) == found(0, 20, "main")
    assert discourse.at(30, 31) is None


def test_a_mention_in_a_long_clause_does_not_speak_for_it() -> None:
    discourse = Discourse((found(0, 5, "other"),), (Stretch(0, 40, "main", None),))
    assert discourse.about(0, 40) == ("main", None)
    assert discourse.about(0, 8) == ("other", None)


def test_without_a_mention_the_clause_says_it() -> None:
    discourse = Discourse((), (Stretch(0, 10, "competing", "Flip"), Stretch(10, 20, "main", None)))
    assert discourse.about(2, 4) == ("competing", "Flip")
    assert discourse.about(8, 16) == ("main", None)
    assert discourse.about(40, 41) == ("main", None)


def test_nine_types_of_which_four_are_parts() -> None:
    assert len(ABOUTS) == 9
    assert {WHOLE[part] for part in PART.values()} == set(PART) == {"main", "competing", "interacting", "generic"}
