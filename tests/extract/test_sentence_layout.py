from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.sentence_layout import SentenceLayout
from voxpop.lang import language
from voxpop.types import Span


def layout(text: str, lang: str = "en") -> SentenceLayout:
    return SentenceLayout(language(lang).parse([text])[0][0], lang)


def span(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def test_half_words_become_whole_ones_and_marks_fall_away() -> None:
    text = "Great dumplings, really."
    (found,) = layout(text).fit([Span(text.index("plings"), text.index(", really") + 1)])
    assert text[slice(*found.span)] == "dumplings"


@pytest.mark.parametrize(
    ("text", "given", "fitted"),
    [
        ("性价比很高", "价比", "性价比"),  # begins where a word begins
        ("新空调很好", "空", "空调"),  # one character of a noun is the noun
        ("味道不错", "味道", "味道"),
        ("性价比很高", "性价", "性价"),  # a segmenter's word may hold the verdict as well: the end stays
    ],
)
def test_chinese_spans_begin_where_words_begin(text: str, given: str, fitted: str) -> None:
    (found,) = layout(text, "zh").fit([span(text, given)])
    assert text[slice(*found.span)] == fitted


def test_the_evidence_is_the_clauses_of_the_words() -> None:
    text = "The soup was great but the waiter was rude."
    page = layout(text)
    soup, waiter, rude = page.fit([span(text, "soup"), span(text, "waiter"), span(text, "rude")])
    assert text[slice(*page.evidence(waiter.first, rude.last))] == "but the waiter was rude"
    assert text[slice(*page.evidence(soup.first, rude.last))] == text.removesuffix(".")


@given(st.text(max_size=50), st.sampled_from(["en", "zh"]), st.data())
def test_whatever_is_fitted_lies_in_the_sentence(text: str, lang: str, data: st.DataObject) -> None:
    for sentence in language(lang).parse([text])[0]:
        page = SentenceLayout(sentence, lang)
        start = data.draw(st.integers(sentence.start, sentence.end - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        for found in page.fit([Span(start, end)]):
            assert sentence.start <= found.start < found.end <= sentence.end
            evidence = page.evidence(found.first, found.last)
            assert sentence.start <= evidence.start <= found.start
            assert found.end <= evidence.end <= sentence.end
