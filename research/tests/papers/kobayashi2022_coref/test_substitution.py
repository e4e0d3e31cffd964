from __future__ import annotations

from collections import Counter

import pytest

from research.papers.kobayashi2022_coref import annotated, substitution
from research.papers.kobayashi2022_coref.markup import read_markup
from research.papers.kobayashi2022_coref.substitution import (
    everywhere,
    generated,
    read_otherwise,
    sample,
    substitutions,
)

HEADER = "## r test electronics 2 | Vado Camcorder (Pink) | Vado"


def made(source: str, lang: str = "en") -> dict[tuple[str, str], tuple[str, bool]]:
    found = generated(read_markup(source, lang=lang))
    return {(one.substitution.original, one.substitution.replacement): (one.substitution.hypothesis, one.verified)
            for one in found}  # fmt: skip


def test_the_papers_example() -> None:
    (one,) = read_markup(f"{HEADER}\n[The Vado|m] was bad. I bought [a Flip|c1] and [it|c1] worked.\n", lang="en")
    found = {(each.original, each.replacement): each for each in substitutions([one])}
    assert found["competing", "competing"].hypothesis == "I bought a Flip and a Flip worked."
    assert found["competing", "competing"].consistent
    assert found["competing", "main"].hypothesis == "I bought a Flip and Vado Camcorder worked."
    assert found["competing", "main"].source == "I bought Vado Camcorder (Pink). " + one.text
    assert not found["competing", "main"].consistent
    assert found["main", "competing"].hypothesis == "A Flip was bad."


def test_another_thing_of_the_same_type_is_not_verified() -> None:
    source = f"{HEADER}\nI had [a Flip|c1]. [My Casio|c2] failed. [The Vado|m] is fine.\n"
    assert made(source)["competing", "competing"] == ("A Flip failed.", False)
    kept = substitutions(read_markup(source, lang="en"))
    assert ("competing", "competing") not in {(one.original, one.replacement) for one in kept}


def test_possessives_stay_possessives_and_names_lose_theirs() -> None:
    source = f"{HEADER}\n[The TV's|i1] stand is old. Today [its|i1] screen broke. [It|m] is fine.\n"
    found = made(source)
    assert found["interacting", "main"][0] == "Today Vado Camcorder's screen broke."
    assert found["main", "interacting"][0] == "The TV is fine."


def test_what_a_thing_is_said_to_be_is_not_replaced() -> None:
    assert made(f"{HEADER}\nBought for me. Really [a great buy|m].\n") == {}


def test_chinese() -> None:
    source = "## r test electronics 5 | 云雀T3耳机 | 云雀\n[小米耳机|c1]一般。[它|c1]便宜。[云雀|m]好。\n"
    found = made(source, "zh")
    assert found["competing", "main"][0] == "云雀T3耳机便宜。"
    assert found["competing", "competing"] == ("小米耳机便宜。", True)


@pytest.fixture(scope="module")
def english() -> list[substitution.SubstitutedSentence]:
    return generated(annotated.reviews("en"))


def test_only_the_mention_differs(english: list[substitution.SubstitutedSentence]) -> None:
    for made in english:
        one = made.substitution
        assert one.sentence in one.source
        assert one.words in one.hypothesis
        before, _, after = one.hypothesis.partition(one.words)
        assert one.sentence.startswith(before)
        assert one.sentence.endswith(after) or one.words in after


def test_all_nine_pairs_are_made_and_one_of_each_a_review(english: list[substitution.SubstitutedSentence]) -> None:
    pairs = Counter((made.substitution.original, made.substitution.replacement) for made in english)
    assert len(pairs) == 9
    assert min(pairs.values()) >= 50
    keys = [(made.substitution.review_id, made.substitution.original, made.substitution.replacement)
            for made in english]  # fmt: skip
    assert len(set(keys)) == len(keys)


def test_what_is_drawn_is_one_of_those_that_can_be_made_everywhere(
    english: list[substitution.SubstitutedSentence],
) -> None:
    made = everywhere(annotated.reviews("en"))
    assert len(made) > 2 * len(english)
    assert {one.substitution for one in english} <= {one.substitution for one in made}


def test_a_sample_has_one_of_each_kind_and_is_always_the_same() -> None:
    reviews = annotated.reviews("zh")
    drawn = sample(reviews)
    kinds = Counter((made.substitution.review_id, made.substitution.consistent) for made in drawn)
    assert set(kinds.values()) == {1}
    assert drawn == sample(reviews)


def test_what_was_read_otherwise_is_left_out(english: list[substitution.SubstitutedSentence]) -> None:
    unverified = {(made.substitution.review_id, made.substitution.start, made.substitution.replacement)
                  for made in english if not made.verified and not made.substitution.consistent}  # fmt: skip
    assert unverified
    assert unverified <= read_otherwise()
