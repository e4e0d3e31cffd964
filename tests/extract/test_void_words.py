from __future__ import annotations

import pytest

from voxpop.extract.void_words import is_void
from voxpop.lang import language


@pytest.mark.parametrize(
    ("lang", "void", "telling"),
    [
        (
            "en",
            ["so", "quite", "all the", "does it", "no"],
            ["Great", "okay", "wow", "Never again", "not for me", "works", "😍", "a mess"],
        ),
        ("zh", ["也", "还", "都"], ["还可以", "一般", "很好", "不来了", "👎"]),
    ],
)
def test_words_that_say_nothing_by_themselves(lang: str, void: list[str], telling: list[str]) -> None:
    def is_nothing(text: str) -> bool:
        return is_void([token for each in language(lang).parse([text])[0] for token in each.tokens], lang=lang)

    assert [text for text in (*void, *telling) if is_nothing(text)] == void
