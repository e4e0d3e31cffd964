"""No sentence of a language model is shown as verified unless the reviews bear it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from voxpop.summarize import Summary, SummaryOptions, Writer, rewrite
from voxpop.types import Quote, Span, Verdict

from .made import Made, Said, some
from .model import playing

WRITER_FAILED = "The writer could not be used"


@dataclass(frozen=True)
class Seen:
    verdict: Verdict
    reason: str = ""
    supporting: int = 3
    opposing: int = 0
    ids: tuple[str, ...] = ("r0", "r1", "r2")

    @property
    def quotes(self) -> tuple[Quote, ...]:
        return tuple(Quote(id, 0, 3, "The", 1.0, Span(4, 8)) for id in self.ids)


def made() -> Made:
    found = some(Said("room", "clean", 1), Said("lift", "slow", -1), times=6)
    return some(Said("staff", "friendly", 1), times=4, made=found)


def told(answer: object, verdicts: dict[str, Seen], *, lang: str = "en", **options: object) -> tuple[Summary, Summary]:
    """Our summary and the writer's; sentences that ``verdicts`` does not know are unmentioned."""
    own = made().summary(**options)

    def check(sentences: Sequence[str]) -> list[Seen]:
        return [verdicts.get(sentence, Seen("unmentioned", supporting=0, ids=())) for sentence in sentences]

    with playing(answer) as model:
        writer = Writer(url=model.url, timeout=0.5, tries=1)
        return own, rewrite(own, writer, check, SummaryOptions(**options))  # type: ignore[arg-type]


def test_what_holds_stays_and_what_does_not_gives_way() -> None:
    true, lie, noise = "The rooms are clean.", "Guests love the lift.", "Book now!"
    own, found = told(f"- {true}\n* {lie} {noise}", {true: Seen("supported", "3 say so."), lie: Seen("contradicted")})
    assert [one.outcome for one in found.written] == ["verified", "corrected", "dropped"]
    correction = next(claim.text for claim in own.claims if claim.aspect == "lift")
    assert found.text == f"{true} {correction}"
    assert lie not in found.text
    assert noise not in found.text
    assert [line.text for line in found.sentences] == [true, correction]
    assert [found.claims[line.claims[0]].text for line in found.sentences] == [true, correction]
    assert found.claims[0].kind == "written"
    assert (found.claims[0].supporting, found.claims[0].verdict) == (3, "supported")


def test_the_list_keeps_its_claims() -> None:
    true = "The rooms are clean."
    own, found = told(true, {true: Seen("supported")})
    for before, after in zip(own.bullets, found.bullets, strict=True):
        assert before.text == after.text
        assert [own.claims[n] for n in before.claims] == [found.claims[n] for n in after.claims]


@pytest.mark.parametrize(
    "sentence",
    ["99 of the 6 who comment on the room praise it.", "97 % like the room.", "Ninety guests like the room."],
)
def test_numbers_that_were_not_counted_are_lies_even_if_the_checker_nods(sentence: str) -> None:
    _, found = told(sentence, {sentence: Seen("supported")})
    assert [one.outcome for one in found.written] == ["corrected"]
    assert "was not counted" in found.written[0].reason
    assert sentence not in found.text


def test_counted_numbers_may_be_given() -> None:
    sentence = "All 6 who comment on the room praise it."
    _, found = told(sentence, {sentence: Seen("supported")})
    assert [one.outcome for one in found.written] == ["verified"]


def test_too_few_voices_are_not_enough() -> None:
    sentence = "The pool is warm and clean."
    _, found = told(sentence, {sentence: Seen("supported", supporting=1, ids=("r0",))})
    assert [one.outcome for one in found.written] == ["dropped"]
    assert "fewer than 2 reviews" in found.written[0].reason


@pytest.mark.parametrize(
    ("sentence", "outcome"), [("The lift is fast.", "corrected"), ("Some find the lift fast.", "verified")]
)
def test_the_smaller_side_must_be_called_so(sentence: str, outcome: str) -> None:
    _, found = told(sentence, {sentence: Seen("supported", supporting=3, opposing=7)})
    assert [one.outcome for one in found.written] == [outcome]


def test_nothing_but_lies_leaves_our_own_words() -> None:
    own, found = told("Elvis sleeps here. The bar serves unicorns.", {})
    assert (found.text, found.sentences, found.claims) == (own.text, own.sentences, own.claims)
    assert [one.outcome for one in found.written] == ["dropped", "dropped"]
    assert found.notes[-1].startswith("Nothing that the writer wrote is borne out")


@pytest.mark.parametrize("answer", [(500, b""), b"<html>hello</html>", 3.0, "endless", b"{}", "..."])
def test_a_writer_that_fails_leaves_our_own_words_and_says_so(answer: object) -> None:
    own, found = told(answer, {})
    assert (found.text, found.claims) == (own.text, own.claims)
    assert found.notes[:-1] == own.notes
    assert WRITER_FAILED in found.notes[-1] or "Nothing that the writer wrote" in found.notes[-1]
    assert not any(one.outcome == "verified" for one in found.written)


def test_a_long_answer_is_cut_to_the_length_asked_for() -> None:
    sentences = [f"The room is clean indeed, say guests of kind {letter}." for letter in "abcdef"]
    _, found = told(" ".join(sentences), {one: Seen("supported") for one in sentences}, words=25)
    assert [one.outcome for one in found.written] == ["verified"] * 2 + ["dropped"] * 4
    assert len(found.text.split()) <= 25


def test_only_claims_are_sent() -> None:
    own = made().summary()
    with playing("Fine.") as model:
        rewrite(own, Writer(url=model.url), lambda sentences: [Seen("unmentioned")] * len(sentences), SummaryOptions())
    sent = model.asked[0]["messages"][1]["content"]
    assert all(claim.text in sent for claim in own.claims)
    assert "The room was clean." not in sent


def test_without_claims_no_one_is_asked() -> None:
    empty = Made().summary()
    with playing("All is well.") as model:
        assert rewrite(empty, Writer(url=model.url), lambda sentences: [], SummaryOptions()) == empty
    assert not model.asked
