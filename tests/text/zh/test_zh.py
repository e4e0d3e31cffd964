from __future__ import annotations

import subprocess
import sys

import pytest

from voxpop.text import zh


@pytest.mark.parametrize(
    "expected",
    [
        ["味道不错，性价比很高！！", "服务态度也好～", "就是上菜太慢了😂😂", "下次还来"],
        ["人均10~20元。"],
        ["很好。”", "他说"],
        ["还可以...", "就是贵"],
        ["屏幕很好.", "做工一般；", "推荐！"],
        ["第一行\n", "第二行"],
        ["房间很干净 ", "床也很舒服"],
        ["味 道 很 好"],
        ["质量差，客服不理人"],
    ],
)
def test_sentences(expected: list[str]) -> None:
    text = "".join(expected)
    assert [text[start:end] for start, end in zh.sentences(text)] == [part.strip() for part in expected]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("上菜速度太慢了", "上菜速度 太 慢 了"),
        ("外卖小哥很热情", "外卖小哥 很 热情"),
        ("iPhone14手机屏幕", "iPhone14 手机 屏幕"),
        ("这件T恤质量很好", "这件 T恤 质量 很 好"),
        ("牛肉面3.5元👍🏽", "牛肉面 3.5 元 👍🏽"),
        ("买了A7m3相机5G版No.1", "买 了 A7m3 相机 5G 版 No . 1"),
    ],
)
def test_words(text: str, words: str) -> None:
    assert [token.text for sentence in zh.parse([text])[0] for token in sentence.tokens] == words.split(" ")


def terms(text: str) -> set[str]:
    return {phrase.term for sentence in zh.parse([text])[0] for phrase in sentence.phrases}


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


def test_traditional_characters_are_left_as_they_are() -> None:
    text = "這家餐廳的服務態度很好"
    assert "".join(token.text for sentence in zh.parse([text])[0] for token in sentence.tokens) == text


def test_jieba_is_quiet() -> None:
    code = "from voxpop.text import zh; zh.parse(['味道很好'])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("", "")
