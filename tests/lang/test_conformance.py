"""What every language promises, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from voxpop.lang import LANGUAGES, Language, language
from voxpop.lang.full_width import narrow
from voxpop.types import Sentence

UPOS = {"ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
        "SYM", "VERB", "X"}  # fmt: skip

# Arbitrary Unicode, and pieces of which reviews are made glued together in any order.
PIECES = st.sampled_from(
    ["Great", " phone", "!!", "…", ".", "The", "\r\n", "\n\n- ", "👨‍👩‍👧", "👍🏽", "🇨🇳", "❤️", ":)", " 3.50", "$", "5/5",
     "don't", "it’s", "wi-fi", "U.S.", "e.g.", "Mr.", "www.a.com", "http://", "@", "好吃", "服务态度", "。", "！", "～",
     "  ", "\u3000", "T恤", "的", "é", "e\u0301", "\u200b", "\ufeff", "\x00", "1️⃣",
     "'", "\"", ")", "(", "-", "_", "~", "ﷺ", "한국", "とても", "\ud83d"]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=25).map("".join))


@pytest.fixture(params=sorted(LANGUAGES), scope="module")
def lang(request: pytest.FixtureRequest) -> Language:
    return language(request.param)


def check(text: str, parsed: tuple[Sentence, ...], lang: Language) -> None:
    covered = set()
    last = 0
    for sentence in parsed:
        assert last <= sentence.start < sentence.end <= len(text)
        assert sentence.start == sentence.tokens[0].start
        assert sentence.end == sentence.tokens[-1].end
        for token in sentence.tokens:
            assert last <= token.start < token.end
            written = lang.normalize(text)[token.start : token.end]
            assert (narrow(written, marks=True) if lang.code == "en" else written) == token.text
            assert not token.text.isspace()
            assert token.lemma
            assert token.lemma == token.lemma.lower()
            assert token.tag in UPOS
            covered.update(range(token.start, token.end))
            last = token.end
        for first, end, term in lang.parser.noun_phrases(sentence):
            assert 0 <= first < end <= len(sentence.tokens)
            assert term == lang.joiner.join(token.text.lower() for token in sentence.tokens[first:end])
            assert sentence.tokens[first].text.lower() not in lang.stop_words
            assert sentence.tokens[end - 1].text.lower() not in lang.stop_words
            assert sentence.tokens[end - 1].tag in ("NOUN", "PROPN")
    assert covered >= {i for i, letter in enumerate(text) if not letter.isspace()}


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS, max_size=4))
@example(["", " \n", "ß" * 300, "a.a.a.a.a.a", "!!!", "👍"])
def test_everything_has_its_place(lang: Language, texts: list[str]) -> None:
    parsed = lang.parse(texts)
    assert len(parsed) == len(texts)
    for text, sentences in zip(texts, parsed, strict=True):
        check(text, sentences, lang)
        assert [(s.start, s.end) for s in sentences] == [tuple(span) for span in lang.sentences(text)]


@settings(max_examples=50, deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=5))
def test_a_text_is_parsed_alike_alone_and_in_company(lang: Language, texts: list[str]) -> None:
    assert lang.parse(texts) == [lang.parse([text])[0] for text in texts]


def test_empty_and_blank_texts_have_no_sentences(lang: Language) -> None:
    assert lang.parse([]) == []
    assert lang.parse(["", "   ", "\n\t"]) == [(), (), ()]


def test_hostile_texts_take_linear_time(lang: Language) -> None:
    for unit in ("a.", "a-", "...", "好", "http://", "a@", ":)", "(", "e\u0301", "www.", "9.", "👍", "好\n"):
        text = unit * 5000
        assert lang.parse([text])[0][-1].end == len(text.rstrip())


def test_no_phrase_is_found_twice_in_a_place(lang: Language) -> None:
    for sentence in lang.parse(["The hotel room service and the hard drive.", "这家店的牛肉面味道不错，性价比很高！"]):
        places = [(phrase.first, phrase.last) for part in sentence for phrase in lang.parser.noun_phrases(part)]
        assert len(places) == len(set(places))


def test_names_and_stop_words(lang: Language) -> None:
    assert LANGUAGES[lang.code]
    assert len(lang.stop_words) > 100
    assert all(word == word.lower().strip() for word in lang.stop_words)
