"""Which mention an opinion's characters belong to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voxpop.entities.mentions import ABOUTS, PART, WHOLE, ClauseFocus, Discourse, ResolvedMention


def found(start: int, end: int, about: str = "main") -> ResolvedMention:
    return ResolvedMention(start, end, "", "noun", about, 1.0, 0)  # type: ignore[arg-type]


def test_the_closest_mention_wins() -> None:
    discourse = Discourse((found(0, 20, "main"), found(5, 10, "competing")))
    assert discourse.at(5, 10) == found(5, 10, "competing")
    assert discourse.at(0, 20) == found(0, 20, "main")
    assert discourse.at(30, 31) is None


def test_a_mention_in_a_long_clause_does_not_speak_for_it() -> None:
    discourse = Discourse((found(0, 5, "other"),), (ClauseFocus(0, 40, "main", None),))
    assert discourse.about(0, 40) == ("main", None)
    assert discourse.about(0, 8) == ("other", None)


def test_without_a_mention_the_clause_says_it() -> None:
    discourse = Discourse((), (ClauseFocus(0, 10, "competing", "Flip"), ClauseFocus(10, 20, "main", None)))
    assert discourse.about(2, 4) == ("competing", "Flip")
    assert discourse.about(8, 16) == ("main", None)
    assert discourse.about(40, 41) == ("main", None)


def test_nine_types_of_which_four_are_parts() -> None:
    assert len(ABOUTS) == 9
    assert {WHOLE[part] for part in PART.values()} == set(PART) == {"main", "competing", "interacting", "generic"}


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 12)), max_size=25).map(sorted), st.integers(0, 60),
    st.integers(1, 12),
)  # fmt: skip
def test_whatever_is_far_away_changes_nothing(spans: list[tuple[int, int]], start: int, size: int) -> None:
    mentions = tuple(found(first, first + length) for first, length in spans)
    end = start + size
    shares = [(min(end, one.end) - max(start, one.start), one) for one in mentions]
    fits = [((shared, shared - (one.end - one.start)), one) for shared, one in shares if 0 < shared >= size / 2]
    best = max((fit for fit, _ in fits if fit > (0, 0)), default=None)
    wanted = next((one for fit, one in fits if fit == best), None)
    assert Discourse(mentions).at(start, end) == wanted
