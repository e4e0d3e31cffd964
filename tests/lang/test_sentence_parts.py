from __future__ import annotations

import pytest

from voxpop.lang.sentence_parts import phrases


def find(text: str) -> list[tuple[int, int, str]]:
    """Terms of "word/TAG word/TAG"; a word of one letter is unfit, and any adjective modifies."""
    words, tags = zip(*(cell.split("/") for cell in text.split()), strict=True)
    return [
        tuple(found)
        for found in phrases(
            words, tags, joiner=" ", fit=lambda word: len(word) > 1, modifies=lambda words, tags, i: tags[i] == "ADJ"
        )
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the/DET room/NOUN", [(1, 2, "room")]),
        ("room/NOUN service/NOUN", [(0, 1, "room"), (0, 2, "room service"), (1, 2, "service")]),
        ("hard/ADJ drive/NOUN", [(0, 2, "hard drive"), (1, 2, "drive")]),
        ("x/NOUN room/NOUN", [(1, 2, "room")]),
        ("room/NOUN x/NOUN", [(0, 1, "room")]),
        ("hard/ADJ", []),
        ("nice/ADJ x/NOUN", []),
    ],
)
def test_phrases(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert find(text) == expected


def test_runs_are_at_most_four_words_long() -> None:
    found = find(" ".join(f"n{i}/NOUN" for i in range(6)))
    assert max(last - first for first, last, _ in found) == 4
    assert len(found) == 6 + 5 + 4 + 3
