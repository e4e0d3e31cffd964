from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from voxpop.aggregate.select_opinions import AspectOfTerm, opinion_on, select_opinions
from voxpop.arrow_tables import mention_table
from voxpop.lang import language
from voxpop.types import Mention, Span

ASPECTS = {"battery life": "battery", "battery": "battery", "life": "life", "rice": "rice"}


def mention(start: int, end: int, term: str, category: str | None = None) -> Mention:
    words = (Span(1, 2), Span(4, 6))
    return Mention(
        "1", start, end, "x" * (end - start), term, 0.5, words, Span(0, 50), confidence=0.9, category=category,
        lemmas=tuple(term.split()),
    )  # fmt: skip


def places(*mentions: Mention) -> list[tuple[int, int]]:
    return [(row["start"], row["end"]) for row in selected(mentions, ASPECTS)]


def selected(mentions: Sequence[Mention], aspect_of: dict[str, str], **of_category: str) -> list[dict[str, Any]]:
    """The opinions among the mentions of one review, and of another that says the same."""
    table = mention_table([mentions, mentions])
    texts = pa.array([mention.text for mention in (*mentions, *mentions)])
    aspects = AspectOfTerm(aspect_of, "en")
    rows = select_opinions(table.append_column("text", texts), aspects, of_category).to_pylist()
    half = len(rows) // 2
    assert [{**row, "review": 1} for row in rows[:half]] == rows[half:]
    return rows[:half]


def test_of_overlapping_aspects_the_leftmost_then_the_longest() -> None:
    assert places(mention(0, 12, "battery life"), mention(0, 7, "battery"), mention(8, 12, "life")) == [(0, 12)]


def test_terms_on_no_aspect_count_where_they_have_a_category() -> None:
    mentions = mention(0, 10, "noodles", "food"), mention(12, 16, "husband"), mention(20, 24, "tofu", "food")
    assert places(*mentions) == [(0, 10), (20, 24)]


def test_a_term_is_on_the_aspect_that_its_words_name() -> None:
    aspect_of = AspectOfTerm({"view": "view", "bars": "bar", "front desk": "desk", "team": "staff"}, "en")
    terms = {"view of the bar": "view", "sea views": "view", "young man at the front desk": "desk", "bar team": "staff"}
    for term, aspect in (terms | {"noise": None, "": None}).items():
        assert aspect_of(term, [language("en").lemmas.lemma(word, "NOUN") for word in term.split()]) == aspect


def test_a_chinese_term_is_on_the_aspect_that_its_last_words_name() -> None:
    aspect_of = AspectOfTerm({"价格": "价格", "猫咪": "猫咪", "猫": "猫咪"}, "zh")
    terms = {("猫粮", "价格"): "价格", ("冻干", "猫咪"): "猫咪", ("猫", "粮价"): None, ("猫粮",): None}
    for words, aspect in terms.items():
        assert aspect_of("".join(words), words) == aspect


def test_what_means_the_product_is_on_no_aspect_by_its_words() -> None:
    aspect_of = AspectOfTerm({"phone": "phone", "battery": "battery"}, "en", {"good phone"})
    assert aspect_of("good phone", ["good", "phone"]) is None
    assert aspect_of("phone", ["phone"]) == "phone"
    assert aspect_of("battery of the good phone", ["battery", "of", "the", "good", "phone"]) == "battery"


def test_opinions_without_a_name_all_count_beside_those_with_one() -> None:
    nameless = mention(0, 40, "", "price"), mention(12, 18, "", "food"), mention(50, 60, "", "food")
    assert places(*nameless, mention(6, 10, "rice", "food")) == [(0, 40), (6, 10), (50, 60)]


def test_of_opinions_without_a_name_that_overlap_the_first_counts() -> None:
    assert places(mention(0, 40, "", "price"), mention(30, 50, "", "food")) == [(0, 40)]


def test_a_mention_as_an_opinion() -> None:
    made = opinion_on(mention(6, 10, "rice", "food"), "")
    assert (made.aspect, made.category, made.opinion_words) == ("", "food", ((1, 2), (4, 6)))
    assert made.polarity == 0.5


def test_praise_and_blame_on_no_aspect_are_on_that_of_their_category() -> None:
    judged, neutral = mention(0, 4, "tofu", "food"), replace(mention(10, 14, "soup", "food"), polarity=0.0)
    rows = selected([judged, neutral, mention(20, 24, "rice", "food")], ASPECTS, food="meals")
    assert [(row["aspect"], row["category"], row["polarity"]) for row in rows] == [
        ("meals", "food", 0.5), (None, "food", 0.0), ("rice", "food", 0.5),
    ]  # fmt: skip
    assert rows[0]["opinion_words"] == [1, 2, 4, 6]
    assert selected([], ASPECTS) == []


def test_of_a_mention_and_an_opinion_without_a_name_in_the_same_words_one_counts() -> None:
    nameless, only_mentioned = mention(6, 10, "", "food"), replace(mention(6, 10, "rice"), polarity=0.0)
    [opinion] = selected([only_mentioned, nameless], ASPECTS)
    assert (opinion["polarity"], opinion["category"]) == (0.5, "food")
    [opinion] = selected([mention(6, 10, "rice", "price"), nameless], ASPECTS)
    assert (opinion["aspect"], opinion["category"]) == ("rice", "price")
