"""What the reader's arrays become: terms, opinions, categories, evidence, all exact to the character."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.extract.categories import ReviewCategories
from voxpop.extract.reader_extractor import ReaderExtractor
from voxpop.lang import language
from voxpop.types import ExtractedTerm, Extraction, ReaderOutput

from .fake import TERMS, FakeReader


def extract(text: str, lang: str = "en") -> Extraction:
    (heard,) = ReaderExtractor(lang, FakeReader()).extract([text], language(lang).parse([text]))
    return heard


def by_text(text: str, lang: str = "en") -> dict[str, ExtractedTerm]:
    return {text[said.start : said.end]: said for said in extract(text, lang).terms}


def quoted(text: str, said: ExtractedTerm) -> tuple[list[str], str]:
    return [text[start:end] for start, end in said.judgement.opinion_words], text[slice(*said.judgement.evidence)]


def test_terms_are_judged_with_their_own_opinions() -> None:
    text = "The soup was great but the waiter was rude."
    said = by_text(text)
    assert said["soup"].judgement.polarity == pytest.approx(0.7)
    assert quoted(text, said["soup"]) == (["great"], "The soup was great")
    assert said["waiter"].judgement.polarity == pytest.approx(-0.6)
    assert quoted(text, said["waiter"]) == (["rude"], "but the waiter was rude")
    assert (said["soup"].category, said["waiter"].category) == ("food", "service")
    assert said["soup"].tagged


def test_the_likeliest_class_is_the_verdict() -> None:
    assert by_text("We had the soup.")["soup"].judgement.polarity == 0.0


def test_a_phrase_that_is_no_term_is_only_mentioned() -> None:
    said = by_text("My husband had the soup, great.")
    assert said["husband"].judgement.polarity is None
    assert said["husband"].category is None
    assert not said["husband"].tagged


def test_phrases_around_a_term_are_judged_with_it() -> None:
    said = by_text("The tomato soup was great.")
    assert said["tomato soup"].judgement.polarity == said["soup"].judgement.polarity == pytest.approx(0.7)
    assert said["tomato soup"].category == "food"
    assert (said["tomato soup"].tagged, said["soup"].tagged) == (False, True)


def test_terms_that_are_no_noun_phrases_are_mentions_and_phrases_too() -> None:
    heard = extract("It works great.")
    (said,) = (one for one in heard.terms if one.term == "works")
    assert said.judgement.polarity == pytest.approx(0.7)
    assert "works" in {phrase.term for phrase in heard.sentences[0].phrases}
    assert [phrase.term for phrase in heard.tagged_phrases[0]] == ["works"]


def test_a_category_in_no_one_word_is_quoted_from_where_it_was_read() -> None:
    text = "The soup was great. In the end we paid far too much, honestly."
    (implicit,) = (said for said in extract(text).terms if not said.term)
    assert implicit.category == "value"
    assert implicit.judgement.polarity == pytest.approx(-0.7)
    assert text[implicit.start : implicit.end] == text[slice(*implicit.judgement.evidence)]
    assert "paid" in text[implicit.start : implicit.end]
    assert "soup" not in text[implicit.start : implicit.end]


class BySentences:
    """Each sentence by itself: food where it says "soup", service where it says "late"."""

    hidden = False

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, reading: ReaderOutput) -> ReviewCategories:
        return ReviewCategories((), reading.polarity[:0], reading.attention[:0])

    def within(self, reading: ReaderOutput, parts: Sequence[slice]) -> list[ReviewCategories]:
        return [self.one(reading, pieces) for pieces in parts]

    def one(self, reading: ReaderOutput, pieces: slice) -> ReviewCategories:
        said = self.text[reading.spans[pieces.start, 0] : reading.spans[pieces.stop - 1, 1]].lower()
        names = [name for name, word in (("food", "soup"), ("service", "late")) if word in said]
        size = pieces.stop - pieces.start
        attention = np.full((len(names), size), 1 / size, np.float32)  # no word more than another
        return ReviewCategories(names, np.tile(np.float32([0.1, 0.1, 0.8]), (len(names), 1)), attention)


def by_sentence(text: str) -> list[ExtractedTerm]:
    (heard,) = ReaderExtractor("en", FakeReader(), BySentences(text)).extract([text], language("en").parse([text]))
    return [said for said in heard.terms if said.category]


def test_sentences_asked_by_themselves_have_categories_of_their_own() -> None:
    text = "The soup was great. Everything came late. Our staff was rude."
    soup, late = by_sentence(text)
    assert (text[soup.start : soup.end], soup.category, soup.judgement.polarity) == ("soup", "food", pytest.approx(0.7))
    assert (late.term, late.category, late.judgement.polarity) == ("", "service", pytest.approx(-0.7))
    assert text[late.start : late.end] == "Everything came late"


@pytest.mark.parametrize("before", [0, 1, 40])
def test_whether_a_category_looks_at_a_term_of_its_sentence_does_not_depend_on_the_others(before: int) -> None:
    text = "We walked there. " * before + "What we had that evening was the soup, and nobody of us had seen one before."
    (said,) = by_sentence(text)
    assert (said.term, said.category) == ("soup", "food")


def test_chinese_terms_may_be_cut_otherwise_than_words() -> None:
    text = "味道好，服务员冷淡，性价比高。"
    said = by_text(text, "zh")
    assert said["味道"].judgement.polarity == pytest.approx(0.7)
    assert quoted(text, said["味道"]) == (["好"], "味道好")
    assert said["性价比"].category == "value"
    assert [phrase.term for phrase in extract(text, "zh").tagged_phrases[0]] == ["味道", "服务员", "性价比"]


def test_stars_come_with_an_interval() -> None:
    good, bad = extract("Great soup.").rating, extract("Cold soup.").rating
    assert good is not None
    assert bad is not None
    assert bad.high < good.low <= good.stars <= good.high == 5


def test_nothing_comes_of_nothing() -> None:
    heard = extract("")
    assert (list(heard.sentences), list(heard.terms), heard.rating) == ([], [], None)


words = st.sampled_from(
    ["soup", "great", "rude", "staff", "paid", "the", "😀", "，", ". ", " ", "味道", "好", "性价比", "\n"]
)
wild = st.one_of(
    st.text(max_size=60), st.lists(words, max_size=14).map("".join), st.lists(words, max_size=14).map(" ".join)
)


@settings(max_examples=150, deadline=None)
@given(wild, st.sampled_from(["en", "zh"]))
def test_every_span_is_exact(text: str, lang: str) -> None:
    heard = extract(text, lang)
    for said in heard.terms:
        assert 0 <= said.start < said.end <= len(text)
        evidence = said.judgement.evidence
        assert 0 <= evidence.start < evidence.end <= len(text)
        assert evidence.start <= said.start
        assert said.end <= evidence.end
        for start, end in said.judgement.opinion_words:
            assert evidence.start <= start < end <= evidence.end
    for sentence, terms in zip(heard.sentences, heard.tagged_phrases, strict=True):
        for phrase in (*sentence.phrases, *terms):
            assert 0 <= phrase.first < phrase.last <= len(sentence.tokens)


def test_words_that_can_name_nothing_are_no_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TERMS, "service", ["it", "staff"])
    heard = extract("It was great.")
    assert heard.tagged_phrases == [()]
    assert [said.category for said in heard.terms] == ["service"]  # the category is still there, in no one word
    assert heard.terms[0].term == ""


@pytest.mark.parametrize(
    ("lang", "text", "word", "term"),
    [("zh", "菜 just 好", "just", False), ("zh", "wifi 好", "wifi", True),
     ("en", "Great, 很好 staff", "很好", False), ("en", "Great 豆浆", "豆浆", True)],
)  # fmt: skip
def test_of_the_other_languages_words_only_nouns_are_terms(
    lang: str, text: str, word: str, term: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TERMS, "service", [word])
    found = {phrase.term for phrases in extract(text, lang).tagged_phrases for phrase in phrases}
    assert (word in found) == term


class OneOpinion:
    """Tags all of a text as one opinion, good for whatever it names."""

    config: ClassVar[dict[str, Any]] = {"sets": {"asap": ["口味"]}, "shown": "asap"}
    sentences = None

    def read(self, texts: Sequence[str], *, hidden: bool = False) -> list[ReaderOutput]:
        found = []
        for text in texts:
            n = len(text)
            tags = np.tile(np.array([1, 0, 0, 0, 0, 1, 1, 0, 0], np.float32), (n, 1))
            tags[0, 3:6] = (0, 1, 0)
            spans = np.array([(i, i + 1) for i in range(n)], np.int32)
            even = np.full((1, n), 1 / n, np.float32)
            found.append(ReaderOutput(spans, tags, np.zeros(1, np.float32), np.full((1, 3), 1 / 3, np.float32), even,
                                 np.full(5, 0.2, np.float32)))  # fmt: skip
        return found


def test_a_phrase_that_an_opinion_begins_with_is_judged_by_the_rest_of_it() -> None:
    text = "味道不错"
    (heard,) = ReaderExtractor("zh", OneOpinion()).extract([text], language("zh").parse([text]))
    (said,) = (one for one in heard.terms if text[one.start : one.end] == "味道")
    assert said.judgement.polarity == 1
    assert [text[slice(*span)] for span in said.judgement.opinion_words] == ["不错"]
