from __future__ import annotations

import pytest

from voxpop.lang.zh.vocabulary import dictionary


@pytest.mark.parametrize(
    "words",
    [
        "研究 生命 的 起源",
        "太 慢 了",
        "非常 舒适",
        "太阳 很 大",
        "性价比 很 高",
        "服务 很 周到",
        "价格 便宜",
        "手机 屏幕 碎 了",
    ],
)
def test_the_likeliest_path(words: str) -> None:
    assert list(dictionary().cut(words.replace(" ", ""))) == words.split()


def test_new_words_are_found_between_known_ones() -> None:
    assert "杭研" in list(dictionary().cut("他来到了网易杭研大厦"))  # jieba's own example of an unknown word


@pytest.mark.parametrize(("word", "tag"), [("好吃", "a"), ("外卖", "n"), ("某某大酒楼", "n"), ("𠮷", "x")])
def test_tags(word: str, tag: str) -> None:
    assert dictionary().tag(word) == tag


def test_our_words_are_never_split() -> None:
    for word in ("上菜速度", "外卖小哥", "酸菜鱼", "屏占比", "大众点评"):
        assert list(dictionary().cut(f"这{word}很好"))[1] == word
