"""Every clause of a summary is supported: its claims are counted again here, from the opinions, in another way."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.aggregate.share import share_interval
from voxpop.summarize import Summary
from voxpop.types import Claim

from .made import Made, Said

WORDS = {
    "en": {1: ["clean", "spotless", "fast", "good", "big"], -1: ["dirty", "slow", "bad", "small"]},
    "zh": {1: ["干净", "快", "好", "大"], -1: ["脏", "慢", "差", "小"]},
}
ASPECTS = {"en": ["room", "eggs", "staff", "wi-fi", "overall"], "zh": ["房间", "味道", "上菜"]}
SAME = {"spotless": "clean"}  # by meaning
OPPOSITE = {"clean": "dirty", "fast": "slow", "good": "bad", "big": "small",
            "干净": "脏", "快": "慢", "好": "差", "大": "小"}  # fmt: skip
OPPOSITE |= {value: key for key, value in OPPOSITE.items()}


@st.composite
def analyses(draw: st.DrawFn, lang: str) -> Made:
    sign = st.sampled_from([1, -1])
    made = Made()
    for _ in range(draw(st.integers(0, 25))):
        said = []
        for _ in range(draw(st.integers(0, 4))):
            which = draw(sign)
            about = draw(st.sampled_from(["main", "main", "part_of_main", "competing"]))
            said.append(
                Said(draw(st.sampled_from(ASPECTS[lang])), draw(st.sampled_from(WORDS[lang][which])), which, about)
            )
        day = draw(st.sampled_from([None, date(2024, 1, 5), date(2024, 2, 5), date(2024, 3, 5)]))
        made.add(said, lang=lang, day=day)
    return made


def voices(made: Made, aspect: str) -> dict[str, list[Said]]:
    """What the reviews say of an aspect of the product itself, by review."""
    ours = {id: [one for one in said if one.aspect == aspect and one.about != "competing"]
            for id, said in made.said.items()}  # fmt: skip
    return {id: said for id, said in ours.items() if said}


def recount(made: Made, claim: Claim) -> tuple[int, int, int]:
    """For, against, of how many, from what was put in."""
    found = voices(made, claim.aspect)
    if claim.kind == "says":
        word = SAME.get(claim.word or "", claim.word)
        uses = {id: {SAME.get(one.word, one.word) for one in said} for id, said in found.items()}
        other = OPPOSITE[str(word)]
        return (
            sum(word in words and other not in words for words in uses.values()),
            sum(other in words and word not in words for words in uses.values()),
            len(found),
        )
    signs = [{one.sign for one in said} for said in found.values()]
    praise, blame = signs.count({1}), signs.count({-1})
    return (blame, praise, len(found)) if claim.kind == "blame" else (praise, blame, len(found))


def check(made: Made, summary: Summary, fewest: int) -> None:
    texts = {review.id: review.text for review in made.reviews}
    for claim in summary.claims:
        assert (claim.supporting, claim.opposing, claim.of) == recount(made, claim), claim
        assert (claim.low, claim.high) == share_interval(claim.supporting, claim.of)
        assert claim.low <= claim.share == claim.supporting / claim.of <= claim.high
        assert len({quote.review_id for quote in claim.quotes}) >= fewest
        assert len(claim.quotes) == len({quote.review_id for quote in claim.quotes})
        for quote in (*claim.quotes, *claim.against):
            assert texts[quote.review_id][quote.start : quote.end] == quote.text
            assert claim.aspect in quote.text
        if claim.kind in ("praise", "blame"):
            sign = 1 if claim.kind == "praise" else -1
            assert all(quote.polarity * sign > 0 for quote in claim.quotes)
            assert all(quote.polarity * sign < 0 for quote in claim.against)
        if claim.kind == "says":
            for quote in claim.quotes:
                words = {texts[quote.review_id][start:end] for start, end in quote.opinion_words}
                assert SAME.get(str(claim.word), claim.word) in {SAME.get(word, word) for word in words}
    for line in (*summary.sentences, *summary.bullets):
        assert all(claims for _, claims in line.clauses)
        assert line.text == "".join(text for text, _ in line.clauses)


@pytest.mark.parametrize("lang", ["en", "zh"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_claim_is_what_the_opinions_count(lang: str, data: st.DataObject) -> None:
    made = data.draw(analyses(lang))
    fewest = data.draw(st.integers(1, 3))
    audience = data.draw(st.sampled_from(["general", "merchant", "customer"]))
    numbers = data.draw(st.sampled_from([None, "words", "figures", "none"]))
    per_aspect = data.draw(st.booleans())
    summary = made.summary(lang, min_quotes=fewest, audience=audience, per_aspect=per_aspect, numbers=numbers)
    check(made, summary, fewest)
    assert bool(summary.text) == bool(summary.sentences)
    assert summary.text or summary.notes


def test_the_recount_can_fail() -> None:
    made = Made()
    for _ in range(3):
        made.add([Said("room", "clean", 1)])
    summary = made.summary()
    made.said["r0"] = [Said("room", "dirty", -1)]
    with pytest.raises(AssertionError):
        check(made, summary, 2)
