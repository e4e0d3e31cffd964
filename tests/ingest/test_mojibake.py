"""UTF-8 that was read as cp1252 and saved again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from voxpop.ingest.mojibake import repaired

TEXTS = [
    "It doesn’t work",
    "Très bon café, à côté de l’hôtel — parfait",
    "Größe und Qualität überzeugen, „super“ für 20 €",
    "味道很好，服务也不错！",
    "Loved it 😍👍🏽 ❤️ “really” good…",
    "ČSA a Škoda, naïve façade",
    "日本語のレビュー、とても良い",
]


def broken(text: str) -> str:
    """Return what Windows makes of UTF-8: cp1252, with control characters for the bytes that cp1252 does not have."""
    return "".join(
        byte.decode("cp1252") if byte[0] not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else byte.decode("latin-1")
        for byte in (bytes([number]) for number in text.encode())
    )


@pytest.mark.parametrize("text", TEXTS)
def test_a_broken_text_is_repaired_and_a_correct_one_stays(text: str) -> None:
    assert broken(text) != text
    assert repaired(broken(text)) == text
    assert repaired(broken(broken(text))) == text
    assert repaired(text) == text
    assert repaired(text.encode().decode("latin-1")) == text


@pytest.mark.parametrize(
    "text",
    [
        "CAFÉ… great",
        "MENÜ“",
        "plain",
        "",
        "É",
        "Ã",
        "â€",
        "naïve â€™",
        "Ã©tait trÃ¨s bon, déjà vu",
        "50 Â° et déjà",
    ],
)
def test_what_is_not_wholly_broken_stays(text: str) -> None:
    assert repaired(text) == text


def test_a_broken_file_is_repaired_and_it_is_said(given: Callable[..., Any]) -> None:
    rows = [f"{text},5,{text[:8]}" for text in ("It doesn’t work", "Trop cher à l’hôtel", "Great 😍", "plain", "fine")]
    found = given("x.csv", broken("text,stars,Catégorie\n" + "\n".join(rows)))
    assert found.texts == ["It doesn’t work", "Trop cher à l’hôtel", "Great 😍", "plain", "fine"]
    assert found.reviews[2].extra == {"Catégorie": "Great 😍"}
    assert found.choice.notes == (
        "in the first 5 rows, 4 cells were stored in a wrong encoding (UTF-8 read as cp1252); all such cells are "
        "repaired",
    )


def test_the_rows_after_the_first_thousand_are_repaired_too(given: Callable[..., Any]) -> None:
    found = given("x.txt", broken("\n".join(f"It doesn’t work {n}" for n in range(1500))))
    assert {text[:15] for text in found.texts} == {"It doesn’t work"}


def test_a_review_about_broken_text_stays(given: Callable[..., Any]) -> None:
    about = "The app shows â€™ instead of an apostrophe"
    assert given("x.csv", f"text\n{about}\nGood\nBad\n").texts == [about, "Good", "Bad"]
    correct = "\n".join(f"It’s good {n}" for n in range(40))
    found = given("y.csv", f"text\n{about}\n{about}!\n{about}?\n{correct}\n")
    assert found.texts[:2] == [about, f"{about}!"]
    assert found.choice.notes == ()


def test_a_file_of_broken_and_correct_rows_is_repaired_where_it_is_broken(given: Callable[..., Any]) -> None:
    correct = "".join(f"It’s good, {n} £\n" for n in range(9))
    found = given("x.txt", correct + broken("It doesn’t\nCan’t\nWon’t\n") + "Café\n")
    assert found.texts == [*correct.splitlines(), "It doesn’t", "Can’t", "Won’t", "Café"]


def test_cells_that_lost_bytes_are_left_and_counted(given: Callable[..., Any]) -> None:
    found = given("x.csv", "text\nIt doesnâ€™t\nCanâ€™t\nWonâ€™t\nSo â€œgoodâ€ it is\n")
    assert found.texts == ["It doesn’t", "Can’t", "Won’t", "So â€œgoodâ€ it is"]
    assert found.choice.notes[0].endswith("; in 1 more, bytes are lost")


def test_numbers_and_lists_stay(read: Callable[..., Any]) -> None:
    rows = [{"text": broken(text), "tags": ["é"], "stars": 5} for text in ("It doesn’t", "Can’t", "Won’t")]
    assert next((review.text, review.stars) for review in read(rows).reviews) == ("It doesn’t", 5)
