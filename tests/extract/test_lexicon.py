"""The lexicon engine on hand-written sentences and on arbitrary ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import OptionError
from voxpop.extract.lexicon import engine
from voxpop.lang import language
from voxpop.types import Judgement, Phrase, Sentence, Token

HERE = Path(__file__).parent
ROWS = [
    (code, *line.split("\t"))
    for code in ("en", "zh")
    for line in (HERE / f"{code}.tsv").read_text(encoding="utf-8").splitlines()
]
SIGNS = {"+": 1, "-": -1, "0": 0}


def judge(code: str, text: str, term: str) -> Judgement:
    """What the engine says of the first place of ``term`` in a text, made a phrase if the parser did not."""
    start = text.lower().index(term.lower())
    sentence = next(s for s in language(code).parse([text])[0] if s.end > start)
    inside = [i for i, t in enumerate(sentence.tokens) if t.start < start + len(term) and t.end > start]
    wanted = Phrase(inside[0], inside[-1] + 1, term.lower())
    others = [phrase for phrase in sentence.phrases if phrase[:2] != wanted[:2]]
    whole = Sentence(sentence.start, sentence.end, sentence.tokens, (*others, wanted))
    return engine(code).judge(whole)[-1]


def sign(judgement: Judgement) -> int | None:
    polarity = judgement.polarity
    return None if polarity is None else (polarity > 0) - (polarity < 0)


def test_tables_are_long_enough() -> None:
    assert min(sum(row[0] == code for row in ROWS) for code in ("en", "zh")) >= 80


@pytest.mark.parametrize(("code", "text", "term", "signs", "words"), ROWS)
def test_hand_written(code: str, text: str, term: str, signs: str, words: str) -> None:
    found = judge(code, text, term)
    silent = signs.endswith("none")
    accepted = [SIGNS[one] for one in signs.removesuffix("none")]
    assert sign(found) in (*accepted, *([None] if silent else []))
    quoted = [text[start:end] for start, end in found.opinion_words]
    for word in filter(None, words.split("|")):
        assert any(word in quote for quote in quoted), quoted
    assert quoted or not words


@pytest.mark.parametrize(
    ("code", "plain", "negated", "term"),
    [
        ("en", "The {} was {}.", "The {} was not {}.", "food"),
        ("zh", "{}很{}。", "{}一点都不{}。", "环境"),
    ],
)
def test_negation_flips(code: str, plain: str, negated: str, term: str) -> None:
    words = {
        "en": ["good", "bad", "great", "terrible", "friendly", "rude", "clean", "dirty", "fresh", "stale", "awful"],
        "zh": ["好", "差", "干净", "脏", "漂亮", "吵", "舒服", "难看", "安静", "拥挤", "整洁", "糟糕", "优雅"],
    }
    for word in words[code]:
        before, after = (sign(judge(code, shape.format(term, word), term)) for shape in (plain, negated))
        assert before, word
        assert after == -before, word


def test_two_negations_cancel() -> None:
    assert sign(judge("en", "The staff was never not friendly.", "staff")) == 1
    assert sign(judge("en", "The staff was never friendly.", "staff")) == -1


def test_degree_words_change_the_size_and_not_the_sign() -> None:
    degrees = ("slightly ", "", "very ", "VERY ")
    sizes = [judge("en", f"The food was {degree}good.", "food").polarity or 0.0 for degree in degrees]
    assert 0 < sizes[0] < sizes[1] < sizes[2] < sizes[3]
    mild, plain, strong = (judge("zh", f"环境{degree}差。", "环境").polarity or 0.0 for degree in ("有点", "", "非常"))
    assert strong < plain < mild < 0


def test_wrong_answers_are_not_given() -> None:
    """Opinions about one thing must not colour another, nor a fact become an opinion."""
    text = "The food was great but the toilets were filthy."
    assert sign(judge("en", text, "food")) == 1
    assert sign(judge("en", text, "toilets")) == -1
    assert judge("en", "The bus stops at the station.", "bus").polarity is None
    assert judge("zh", "菜单在桌子上。", "菜单").polarity is None


def test_order_and_number_of_judgements() -> None:
    sentence = language("en").parse(["Friendly staff, dirty rooms and a great pool."])[0][0]
    judgements = engine("en").judge(sentence)
    assert len(judgements) == len(sentence.phrases)
    by_term = {phrase.term: sign(one) for phrase, one in zip(sentence.phrases, judgements, strict=True)}
    assert (by_term["staff"], by_term["rooms"], by_term["pool"]) == (1, -1, 1)


def test_no_phrases_no_judgements() -> None:
    assert engine("en").judge(Sentence(0, 4, (Token(0, 4, "Good", "good", "ADJ"),))) == []


def test_nothing_said() -> None:
    found = judge("en", "The hotel has a pool.", "hotel")
    assert found.polarity is None
    assert found.opinion_words == ()
    assert found.confidence == 0


def test_evidence_is_the_clause() -> None:
    text = "The food was great, but the service was slow."
    start, end = judge("en", text, "service").evidence
    assert text[start:end] == "but the service was slow"


def test_an_engine_is_made_once_and_only_for_a_known_language() -> None:
    with pytest.raises(OptionError, match="language"):
        engine("xx")
    assert engine("zh") is engine("zh")


PIECES = st.sampled_from(
    ["not", "very", "good", "bad", "the food", "but", ",", ".", "!!", "too", "no", "😍", "A", "sooo",
     "不", "很", "好吃", "味道", "，", "但是", "太", "贵", "没有", "服务员", " ", "\r\n", "e\u0301", "👍🏽", ":("]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    text=st.one_of(st.text(), st.lists(PIECES, max_size=20).map(" ".join), st.lists(PIECES, max_size=20).map("".join))
)
@pytest.mark.parametrize("code", ["en", "zh"])
def test_any_text(code: str, text: str) -> None:
    for sentence in language(code).parse([text])[0]:
        for found in engine(code).judge(sentence):
            assert found.polarity is None or -1 <= found.polarity <= 1
            assert 0 <= found.confidence <= 1
            for start, end in (*found.opinion_words, found.evidence):
                assert sentence.start <= start < end <= sentence.end
                assert text[start:end] == text[start:end].strip()
            assert (found.polarity is None) == (not found.opinion_words)
