from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from voxpop.errors import InputError

Given = Callable[..., Any]
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {x} "{f"&{y};" * 10}">' for x, y in zip("bcdefghij", "abcdefghi", strict=True))
    + "]><sentences><sentence><text>&j;</text></sentence></sentences>"
)


def sentences(*texts: str) -> str:
    inside = "".join(f'<sentence id="{n}"><text>{text}</text></sentence>' for n, text in enumerate(texts))
    return f"<sentences>{inside}</sentences>"


def test_sentences_stand_alone_where_there_are_no_reviews(given: Given) -> None:
    found = given("x.xml", sentences("Good &amp; cheap.", "Bad."))
    assert [(r.id, r.text) for r in found.reviews] == [("0", "Good & cheap."), ("1", "Bad.")]


def test_sentences_of_a_review_belong_together(given: Given) -> None:
    english, chinese = sentences("Good.", "Cheap."), sentences("很好，", "便宜")
    both = f'<Review rid="a">{english}</Review><Review rid="b">{chinese}</Review>'
    found = given("x.xml", f"<Reviews>{both}</Reviews>")
    assert [(r.id, r.text) for r in found.reviews] == [("a", "Good. Cheap."), ("b", "很好，便宜")]


def test_an_entity_bomb_is_refused(given: Given) -> None:
    with pytest.raises(InputError, match="defines entities"):
        given("bomb.xml", BOMB)


@pytest.mark.parametrize(
    "document", ["<sentences><sentence>", "<a>", "<html><body>no reviews</body></html>", "<sentences/>"]
)
def test_other_xml_is_refused(given: Given, document: str) -> None:
    with pytest.raises(InputError):
        given("x.xml", document)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("semeval14/Restaurants_Train_v1.xml.xz", 3044),
        ("semeval15/restaurants_train.xml.xz", 254),
        ("semeval16/zh_phones_train.xml.xz", 140),
    ],
)
def test_reads_the_real_files(data_dir: Path, read: Given, name: str, count: int) -> None:
    found = read(data_dir / name)
    assert (len(found.reviews), found.choice.format) == (count, "semeval")
