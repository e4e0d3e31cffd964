from __future__ import annotations

import subprocess
import sys

import pytest

from voxpop.lang.zh import parser as zh


def terms(text: str) -> set[str]:
    return {phrase.term for sentence in zh.parse([text])[0] for phrase in zh.noun_phrases(sentence)}


def test_terms() -> None:
    assert {"牛肉面", "味道", "牛肉面味道", "性价比"} <= terms("牛肉面味道不错，性价比很高")
    assert {"手机", "屏幕", "手机屏幕", "wifi"} <= terms("手机屏幕很亮，wifi很快")
    assert terms("今天下午我们来了") == set()
    assert "舒服iphone" not in terms("舒服 iPhone")


@pytest.mark.parametrize(
    ("word", "tag"),
    [
        ("好吃", "ADJ"),
        ("快递", "NOUN"),
        ("服务", "NOUN"),
        ("很", "ADV"),
        ("我们", "PRON"),
        ("，", "PUNCT"),
        ("吃", "VERB"),
        ("的", "PART"),
        ("上海", "PROPN"),
        ("20", "NUM"),
        ("😂", "SYM"),
        ("和", "CCONJ"),
        ("在", "ADP"),
    ],
)
def test_tags(word: str, tag: str) -> None:
    assert [token.tag for sentence in zh.parse([word])[0] for token in sentence.tokens] == [tag]


def test_traditional_characters_are_read_as_simplified_ones_in_the_same_places() -> None:
    text = "這家餐廳的服務態度很好，價格也不貴。"
    simplified = "这家餐厅的服务态度很好，价格也不贵。"
    assert zh.parse([text]) == zh.parse([simplified])
    tokens = [token for sentence in zh.parse([text])[0] for token in sentence.tokens]
    assert "".join(text[token.start : token.end] for token in tokens) == text
    assert zh.sentences(text) == zh.sentences(simplified)


def test_parsing_is_quiet() -> None:
    code = "from voxpop.lang.zh import parser; parser.parse(['味道很好'])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("", "")
