from __future__ import annotations

from research.papers.kobayashi2022_coref import annotated
from research.papers.kobayashi2022_coref.markup import read_markup
from research.papers.kobayashi2022_coref.system import (
    FoundMention,
    ReviewAnswer,
    aligned,
    answers,
    by_keyword,
    found_mentions,
    majority,
)
from voxpop.settings import Settings
from voxpop.types import About, ExtractedTerm, Extraction, Judgement, NameMention, Span

(REVIEW,) = read_markup(
    "## r test electronics 2 | Norvik T4 | T4\n[The T4|m] beats [my old Sony|c1]: [[its|c1] pads|pc<1] tore.\n",
    lang="en",
)


def found(words: str, about: About, entity: str | None = None) -> FoundMention:
    start = REVIEW.text.index(words)
    return FoundMention(start, start + len(words), about, entity)


def test_the_same_characters_come_before_the_same_last_word() -> None:
    whole, inner = found("its pads", "part_of_competing"), found("its", "competing")
    tail, name = found("old Sony", "competing"), found("The T4", "main")
    assert aligned(REVIEW.spans, (name, tail, whole, inner)) == (name, tail, whole, inner)


def test_none_of_ours_is_used_twice_and_only_what_is_found_is_judged() -> None:
    whole = found("its pads", "part_of_competing")
    answer = ReviewAnswer(REVIEW, aligned(REVIEW.spans, (whole,)))
    assert answer.found == (None, None, whole, None)
    assert answer.types == answer.gold == ["part_of_competing"]
    assert answer.read(by_keyword(REVIEW)) == ["main"]


def test_names_are_clusters() -> None:
    mentions = (found("T4", "main", "Norvik T4"), found("Sony", "competing", "Sony"), found("its", "main", "norvik t4"))
    gold, pred = ReviewAnswer(REVIEW, aligned(REVIEW.spans, mentions)).named_clusters()
    t4, sony, _, its = REVIEW.spans
    assert gold == [[t4], [sony, its]]
    assert pred == [[t4, its], [sony]]


def test_a_name_with_an_opinion_is_about_what_that_is() -> None:
    def term(start: int, end: int, about: About, polarity: float) -> ExtractedTerm:
        return ExtractedTerm(start, end, "x", Judgement(polarity, (), Span(0, 1), 1.0), about=about)

    terms = [term(0, 2, "part_of_interacting", 1.0), term(5, 7, "part_of_main", -1.0)]
    names = [NameMention(0, 2, "other", "Sony"), NameMention(3, 4, "main", "T4")]
    assert found_mentions(Extraction((), terms), names) == [
        FoundMention(0, 2, "interacting", "Sony"),
        FoundMention(3, 4, "main", "T4"),
        FoundMention(5, 7, "part_of_main"),
    ]


def test_baselines() -> None:
    assert majority([REVIEW]) == "competing"
    assert by_keyword(REVIEW) == ["main", "competing", "main", "main"]


def test_every_review_is_answered_in_its_order() -> None:
    reviews = [annotated.reviews("zh", split="dev")[0], *annotated.reviews("en", split="dev")[:2]]
    read = answers(reviews, settings=Settings(fast=True))
    assert [one.review.id for one in read] == [review.id for review in reviews]
    assert all(len(one.found) == len(one.review.spans) for one in read)
