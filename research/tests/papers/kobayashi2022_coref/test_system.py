from __future__ import annotations

from research.papers.kobayashi2022_coref import annotated
from research.papers.kobayashi2022_coref.markup import read_markup
from research.papers.kobayashi2022_coref.system import ReviewAnswer, aligned, answers, by_keyword, majority
from voxpop.entities import Discourse, ResolvedMention
from voxpop.settings import Settings

(REVIEW,) = read_markup(
    "## r test electronics 2 | Norvik T4 | T4\n[The T4|m] beats [my old Sony|c1]: [[its|c1] pads|pc<1] tore.\n",
    lang="en",
)


def found(words: str, about: str, cluster: int, *, last: bool = False) -> ResolvedMention:
    start = REVIEW.text.rindex(words) if last else REVIEW.text.index(words)
    return ResolvedMention(start, start + len(words), words, "noun", about, 1.0, cluster)  # type: ignore[arg-type]


def test_the_same_characters_come_before_the_same_last_word() -> None:
    whole, inner = found("its pads", "part_of_competing", 2), found("its", "competing", 1)
    tail, name = found("old Sony", "competing", 1), found("The T4", "main", 0)
    assert aligned(REVIEW.spans, Discourse((name, tail, whole, inner))) == (name, tail, whole, inner)


def test_none_of_ours_is_used_twice_and_what_is_not_found_is_other() -> None:
    whole = found("its pads", "part_of_competing", 2)
    discourse = Discourse((whole,))
    answer = ReviewAnswer(REVIEW, discourse, aligned(REVIEW.spans, discourse))
    assert answer.found == (None, None, whole, None)
    assert answer.types == ["other", "other", "part_of_competing", "other"]


def test_clusters_take_annotated_spans_unless_exact() -> None:
    discourse = Discourse((found("T4", "main", 0), found("Sony", "competing", 1)))
    answer = ReviewAnswer(REVIEW, discourse, aligned(REVIEW.spans, discourse))
    assert answer.clusters(exact=False) == [[REVIEW.spans[0]], [REVIEW.spans[1]]]
    assert answer.clusters(exact=True) == [[(4, 6)], [(20, 24)]]


def test_baselines() -> None:
    assert majority([REVIEW]) == "competing"
    assert by_keyword(REVIEW) == ["main", "competing", "main", "main"]


def test_every_review_is_answered_in_its_order() -> None:
    reviews = [annotated.reviews("zh", split="dev")[0], *annotated.reviews("en", split="dev")[:2]]
    read = answers(reviews, settings=Settings(sentiment="lexicon"))
    assert [one.review.id for one in read] == [review.id for review in reviews]
    assert all(len(one.types) == len(one.review.spans) for one in read)
