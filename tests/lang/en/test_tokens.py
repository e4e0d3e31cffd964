from __future__ import annotations

import pytest

from voxpop.lang.en.tokens import tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't think it's bad", "I do n't think it 's bad"),
        ("I cannot, dont and won’t", "I can not , do nt and wo n’t"),
        ("The wi-fi and check-in at 7:30", "The wi-fi and check-in at 7:30"),
        ("5/5, $3.50 or 1,200!", "5/5 , $ 3.50 or 1,200 !"),
        ("great.The food", "great . The food"),
        ("loved it :) really :-( <3", "loved it :) really :-( <3"),
        ("so good:)", "so good :)"),
        ("see https://a.com/x?y=1, ok", "see https://a.com/x?y=1 , ok"),
        ("mail me@shop.co.uk.", "mail me@shop.co.uk ."),
        ("amazon.com was fine", "amazon.com was fine"),
        ("Mr. Lee, e.g. at 9 a.m.", "Mr. Lee , e.g. at 9 a.m."),
        ("👨‍👩‍👧👍🏽🇨🇳❤️ok", "👨‍👩‍👧 👍🏽 🇨🇳 ❤️ ok"),
        ("cafe\u0301 naïve", "cafe\u0301 naïve"),
        ("wow!!! really?! ...", "wow !!! really ?! ..."),
        ("the B&B (old)", "the B&B ( old )"),
        ("the guests' rooms", "the guests ' rooms"),
    ],
)
def test_words(text: str, expected: str) -> None:
    starts, ends, words = tokens(text)
    assert words == expected.split(" ")
    assert words == [text[start:end] for start, end in zip(starts, ends, strict=True)]
