"""What a summary tells of: many, sure, unusual, and not the same thing twice."""

from __future__ import annotations

from voxpop.summarize.claim_candidates import ClaimCandidate, claim_candidates
from voxpop.summarize.selection import is_sure, points_by_topic, repeats_aspect, select_points
from voxpop.types import Claim

from .made import Made, Said, some


def told(made: Made, **options: str) -> list[str]:
    book = made.counts()
    return [point.main.claim.aspect for point in select_points(claim_candidates(book), book, **options)]  # type: ignore[arg-type]


def test_what_many_speak_of_comes_first() -> None:
    made = some(Said("bar", "good", 1), times=3, made=some(Said("room", "clean", 1), times=9))
    assert told(made) == ["room", "bar"]


def test_what_stands_out_comes_before_what_is_usual() -> None:
    made = some(Said("room", "clean", 1), Said("bed", "soft", 1), times=12)
    some(Said("lift", "slow", -1), times=8, made=made)
    assert told(made)[0] == "lift"


def test_what_could_be_chance_comes_late() -> None:
    made = some(Said("room", "clean", 1), times=8)
    some(Said("bar", "good", 1), times=5, made=made)
    some(Said("bar", "bad", -1), times=2, made=made)
    found = {one.claim.aspect: one for one in claim_candidates(made.counts()) if one.claim.kind == "praise"}
    assert is_sure(found["room"])
    assert not is_sure(found["bar"])
    assert told(made) == ["room", "bar"]


def test_rare_things_stay_out_of_a_general_summary() -> None:
    made = some(
        Said("pin", "bent", -1), Said("room", "clean", 1), times=2, made=some(Said("room", "clean", 1), times=150)
    )
    assert told(made) == ["room"]


def test_specific_words_before_vague_ones() -> None:
    made = some(Said("room", "good", 1), times=9, made=some(Said("room", "clean", 1), times=4))
    (point,) = points_by_topic(claim_candidates(made.counts()))
    assert [one.claim.word for one in point.words] == ["clean"]
    (vague,) = points_by_topic(claim_candidates(some(Said("room", "good", 1), times=9).counts()))
    assert [one.claim.word for one in vague.words] == ["good"]


def test_a_merchant_hears_of_the_complaint_first() -> None:
    made = some(Said("lift", "slow", -1), times=5, made=some(Said("lift", "fast", 1), times=5))
    found = claim_candidates(made.counts())
    assert [point.words[0].claim.word for point in points_by_topic(found, lead=-1)] == ["slow"]
    assert [point.words[0].claim.word for point in points_by_topic(found)] == ["fast"]


def test_no_thing_is_called_itself() -> None:
    assert repeats_aspect(Claim("", "cleanliness", 1, 0, word="clean"))
    assert repeats_aspect(Claim("", "comfort", 1, 0, word="comfortable"))
    assert not repeats_aspect(Claim("", "room", 1, 0, word="clean"))


def test_claims_need_enough_voices() -> None:
    made = some(Said("room", "clean", 1), times=2)
    assert [type(one) for one in claim_candidates(made.counts(), fewest=3)] == []
    assert {one.claim.kind for one in claim_candidates(made.counts())} == {"praise", "says"}
    assert all(isinstance(one, ClaimCandidate) for one in claim_candidates(made.counts()))
