from __future__ import annotations

import pytest

from voxpop.lang.en import parser as en


@pytest.mark.parametrize(
    "expected",
    [
        ["It was good.", "the food came late."],
        ["Great.", "The food!!", "Loved it…", "So good?!", "Yes."],
        ["Mr. Smith paid $3.50 at 9 a.m. for e.g. tea in the U.S. Army hotel."],
        ["We came at 7 p.m.", "The bar was shut."],
        ["I waited... and waited."],
        ["I waited...", "Nobody came."],
        ["The food was good :)", "The service was not."],
        ["Loved it 😍😍", "Will come back!"],
        ["Amazing! 😍", "the best place"],
        ["I ❤️ This place."],
        ['He said "Wow!" and left.'],
        ['He said "Wow."', "Then he left."],
        ["It (really!) works."],
        ["Rated 3.5 of 5."],
        ["Samuel L. Jackson ate here."],
        ["no full stop anywhere and it goes on and on without any mark"],
        ["!!!"],
    ],
)
def test_sentences(expected: list[str]) -> None:
    text = " ".join(expected)
    assert [text[start:end] for start, end in en.sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Good.The food was cold.the bar too", ["Good.", "The food was cold.", "the bar too"]),
        ("Pros:\n- clean\n- near\r\nCons\n\nnone", ["Pros:", "- clean", "- near", "Cons", "none"]),
        ("1. Great bed\n2. Bad bar", ["1. Great bed", "2. Bad bar"]),
        ("• clean • near", ["• clean", "• near"]),
        ("We stayed for a week in the old wing of the lovely house and the\nrooms were cold", None),
    ],
)
def test_missing_spaces_and_lines(text: str, expected: list[str] | None) -> None:
    assert [text[start:end] for start, end in en.sentences(text)] == (expected or [text])
