"""Two sides are compared row by row, also where their tables use other names for one thing."""

from __future__ import annotations

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.store.sides import ComparedSide, contrast, matched
from voxpop.types import Aspect


def aspect(name: str, *terms: str, lang: str = "en") -> Aspect:
    return Aspect(f"{lang}:{name}", name, (name, *terms), 1, 1, 1, 0, 0, 0.0, -1.0, 1.0, lang)


GOOD = OpinionCounts(mentions=40, reviews=40, positive=40, voiced=40, total=36.0, squares=33.0)
BAD = OpinionCounts(mentions=40, reviews=40, negative=40, voiced=40, total=-36.0, squares=33.0)


def test_rows_with_each_others_names_are_one() -> None:
    ours = [aspect("wi-fi", "internet"), aspect("room")]
    theirs = [aspect("internet"), aspect("room"), aspect("wi-fi", lang="zh")]
    assert matched(ours, theirs) == {"en:internet": "en:wi-fi"}


def test_a_difference_is_found_under_either_name() -> None:
    a = ComparedSide("a", 100, StarSums(), [aspect("wi-fi", "internet")], {"en:wi-fi": BAD})
    b = ComparedSide("b", 100, StarSums(), [aspect("internet")], {"en:internet": GOOD})
    found = contrast(a, b)
    assert [(one.id, one.kind) for one in found.differences] == [("en:wi-fi", "feeling")]
    assert found.differences[0].change > 1.5


def test_what_only_one_table_has_is_not_compared_but_named() -> None:
    a = ComparedSide("a", 100, StarSums(), [aspect("room"), aspect("pool")], {"en:pool": GOOD})
    b = ComparedSide("b", 100, StarSums(), [aspect("room"), aspect("gym")], {})
    found = contrast(a, b)
    assert found.alone == (("pool",), ("gym",))
    assert not found.differences
