from __future__ import annotations

import pytest

from voxpop.lang.emoji import is_emoji, is_emoticon


@pytest.mark.parametrize("text", ["😍", "👍🏽", "👨‍👩‍👧", "🇨🇳", "❤️", "1️⃣", "⭐", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
def test_emoji(text: str) -> None:
    assert is_emoji(text)


@pytest.mark.parametrize("text", ["a", "1", "好", "😍😍", ":)", "!", "*", "™a"])
def test_not_one_emoji(text: str) -> None:
    assert not is_emoji(text)


@pytest.mark.parametrize("text", [":)", ":-(", ";)", ":D", ":'(", "=)", "<3", "xD", "^_^", "-_-", ":/", ":))))"])
def test_emoticons(text: str) -> None:
    assert is_emoticon(text)


@pytest.mark.parametrize("text", ["://", ":", ")", "x", "3", "D:"])
def test_not_emoticons(text: str) -> None:
    assert not is_emoticon(text)
