from __future__ import annotations

import pytest

from voxpop.lang.zh import parser as zh


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
