"""Noun phrases, names and pronouns with their exact characters."""

from __future__ import annotations

import pytest

from voxpop.entities.detection import find_candidates
from voxpop.entities.names import find_names
from voxpop.lang import language
from voxpop.types import Product


def found(text: str, lang: str = "en", name: str | None = None) -> list[str]:
    sentences = language(lang).parse([text])[0]
    names = find_names(text, sentences, lang=lang, product=Product(name))
    return [text[one.start : one.end] for one in find_candidates(sentences, names, lang=lang)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I bought a small portable speaker.", ["a small portable speaker"]),
        ("My husband likes its color.", ["its", "its color"]),
        ("The Vado's screen is dim.", ["The Vado", "The Vado's screen"]),
        ("My old one was better than the included cable.", ["My old one", "the included cable"]),
        ("I think that it broke.", ["it"]),
        ("The keyboard of the laptop died.", ["The keyboard", "the laptop"]),
        ("I have owned Casio, HP and a Nikon 4300.", ["Casio", "HP", "a Nikon 4300"]),
        ("He and I gave her my wife's phone.", ["my wife's phone"]),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert found(text, name="Vado") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("这款手机的屏幕很大。", ["这款手机", "屏幕"]),
        ("比我之前的小米好。", ["我之前的小米"]),
        ("我老公的耳机坏了。", ["我老公的耳机"]),
        ("它的音质不错。", ["它", "音质"]),
        ("小米那款便宜。", ["小米那款"]),
    ],
)
def test_chinese(text: str, expected: list[str]) -> None:
    assert found(text, "zh") == expected
