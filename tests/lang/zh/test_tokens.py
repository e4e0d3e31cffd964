from __future__ import annotations

import pytest

from voxpop.lang.zh import parser as zh


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
