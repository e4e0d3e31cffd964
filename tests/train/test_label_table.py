"""Labelled files in the shapes people have them, and what is said about those that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from voxpop.errors import ColumnError, InputError
from voxpop.train.head_training import MIXED, NOT_MENTIONED
from voxpop.train.label_table import LabelColumns as Columns
from voxpop.train.label_table import (
    LabelledReview,
    read_label,
    read_labelled,
    single_language,
)

WIDE = """id,review,stars,food,service,verified
a,The soup was great but the waiter was rude,4,1,-1,1
b,Nothing to say about this place at all,3,,-2,0
c,The bread was fine for what it is,3,0,,1
"""
LONG = """text,aspect,feeling
The soup was great but the waiter was rude,food,positive
The soup was great but the waiter was rude,service,negative
The bread was good and the pasta was bad,food,positive
The bread was good and the pasta was bad,food,negative
We went there on a Monday,,
"""


def written(folder: Path, text: str, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_of_labels_are_found(tmp_path: Path) -> None:
    found = read_labelled(written(tmp_path, WIDE), Columns())
    assert (found.text, found.categories, found.lang) == ("review", ("food", "service"), "en")
    assert found.labels.tolist() == [[1, -1], [NOT_MENTIONED, NOT_MENTIONED], [0, NOT_MENTIONED]]
    assert "verified" in found.notes[0]
    assert [item.row for item in found.items] == [2, 3, 4]


def test_columns_that_nearly_hold_labels_are_told_of(tmp_path: Path) -> None:
    rows = "".join(f"The soup number {i} was good,1,{1 if i else 3},1\n" for i in range(5))
    path = written(tmp_path, "text,food,service,rating\n" + rows)
    found = read_labelled(path, Columns(text="text"))
    assert found.categories == ("food",)
    assert found.notes == ("column 'service' holds '3' in row 2, which is no label, and was passed over",
                           "column 'rating' seems by its name to be the stars and was passed over")  # fmt: skip


LABELS = ["1", "-1", "0", "", "-2"]


def nearly(*bad: str, rows: int = 60) -> str:
    """Reviews with two columns of labels, the second with some cells that are none."""
    cells = [*bad, *(LABELS[i % 5] for i in range(rows - len(bad)))]
    return "text,food,service\n" + "".join(
        f"The soup number {i} was good,{LABELS[i % 5]},{cell}\n" for i, cell in enumerate(cells)
    )


def test_a_bad_cell_in_a_column_of_labels_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, nearly("1", "7"))
    with pytest.raises(InputError, match=r"row 3, column 'service': '7' is no label\. Accepted: .* --labels food\.$"):
        read_labelled(path, Columns())
    assert read_labelled(path, Columns(labels=("food",))).categories == ("food",)
    with pytest.raises(InputError, match=r"row 2, column 'service': 'goood' is no label\. 1 more cells are like it"):
        read_labelled(written(tmp_path, nearly("goood", "1", "??")), Columns())


@pytest.mark.parametrize("text", [
    nearly(*"2345678"),  # too many of them
    "text,food,votes\n" + "".join(f"The soup number {i} was good,-1,{i // 19}\n" for i in range(40)),  # counts
    "text,food,remarks\n" + "".join(f"The soup number {i} was good,1,{'none' if i else 'lost'}\n" for i in range(40)),
])  # fmt: skip
def test_columns_that_are_something_else_are_left_alone(text: str, tmp_path: Path) -> None:
    found = read_labelled(written(tmp_path, text), Columns())
    assert found.categories == ("food",)
    assert "and was passed over" in found.notes[0]


def test_columns_can_be_named_in_any_case(tmp_path: Path) -> None:
    found = read_labelled(written(tmp_path, WIDE), Columns(labels=("Service", "verified"), text="review"))
    assert found.categories == ("service", "verified")


def test_one_row_for_each_category(tmp_path: Path) -> None:
    asked = Columns(category="aspect", polarity="feeling")
    found = read_labelled(written(tmp_path, LONG), asked)
    assert found.categories == ("food", "service")
    assert found.labels.tolist() == [[1, -1], [MIXED, NOT_MENTIONED], [NOT_MENTIONED, NOT_MENTIONED]]
    few = read_labelled(written(tmp_path, LONG), Columns(category="aspect", polarity="feeling", labels=("service",)))
    assert few.labels.tolist() == [[-1], [NOT_MENTIONED], [NOT_MENTIONED]]


def test_a_held_out_file_need_not_speak_of_every_category(tmp_path: Path) -> None:
    asked = Columns(category="aspect", polarity="feeling", labels=("noise", "food"), lenient=True)
    found = read_labelled(written(tmp_path, LONG), asked)
    assert found.labels.tolist() == [[NOT_MENTIONED, 1], [NOT_MENTIONED, MIXED], [NOT_MENTIONED, NOT_MENTIONED]]


def test_json_lines_and_excel(tmp_path: Path) -> None:
    from openpyxl import Workbook

    lines = '{"text": "The soup was very good", "food": "positive"}\n{"text": "The soup was very bad", "food": -1}\n'
    assert read_labelled(written(tmp_path, lines, "mine.jsonl"), Columns()).labels.tolist() == [[1], [-1]]
    book = Workbook()
    for row in (
        ["text", "food"],
        ["The soup was very good", 1],
        ["The soup was very bad", -1],
        ["We were there", None],
    ):
        book.active.append(row)
    book.save(tmp_path / "mine.xlsx")
    assert read_labelled(tmp_path / "mine.xlsx", Columns()).labels.tolist() == [[1], [-1], [NOT_MENTIONED]]


def test_a_category_may_be_called_like_a_part_of_the_text(tmp_path: Path) -> None:
    rows = ["One,The pain is <b>gone</b>,positive", "Two,It did nothing at all,negative", "Three,,positive"]
    found = read_labelled(written(tmp_path, "\n".join(["title,text,benefits", *rows])), Columns())
    assert [item.text for item in found.items] == ["The pain is gone", "It did nothing at all"]
    assert found.categories == ("benefits",)
    assert [(item.row, item.reason) for item in found.rejected] == [(4, "The text is empty.")]


def test_chinese(tmp_path: Path) -> None:
    text = "评论,口味,服务\n菜很好吃，服务员态度很差,正面,负面\n味道一般般吧，没什么特别的,中性,\n"
    found = read_labelled(written(tmp_path, text), Columns())
    assert (found.lang, found.categories) == ("zh", ("口味", "服务"))
    assert found.labels.tolist() == [[1, -1], [0, NOT_MENTIONED]]


def test_rows_that_cannot_be_used_are_listed_with_reasons(tmp_path: Path) -> None:
    more = WIDE + "d,,3,1,1,1\ne,The bread was fine for what it is,2,-1,,0\nf,one,two\n"
    more += "".join(f"x{i},The soup number {i} was a good one,5,1,,1\n" for i in range(10))
    found = read_labelled(
        written(tmp_path, more + "g,La comida estaba muy buena y el camarero también,5,1,1,1\n"), Columns()
    )
    reasons = {item.row: item.reason for item in found.rejected}
    assert reasons[5] == "The text is empty."
    assert reasons[6] == "The text is that of row 4 again, with other labels."
    assert "cells" in reasons[7]
    assert reasons[18] == "The review is not in English."
    assert len(found.items) == 13


@pytest.mark.parametrize(
    ("text", "asked", "message"),
    [
        (WIDE, Columns(labels=("fod",)), r"no column 'fod'. Did you mean 'food'\? It has: 'id', 'stars', 'food'"),
        (
            WIDE,
            Columns(labels=("stars",)),
            r"row 2, column 'stars': '4' is no label. 2 more cells .* Accepted: 1, 0, -1",
        ),
        ("a,b\n1,2\n3,4\n", Columns(), r"looks like the text of reviews\. .* with --text-column NAME\."),
        (WIDE, Columns(text="body"), r"no column 'body' for the text"),
        (WIDE, Columns(category="food"), r"--category-column and --polarity-column belong together"),
        (LONG, Columns(category="aspect", polarity="text"), r"row 2, column 'text': 'The soup was great"),
        (LONG, Columns(category="aspect", polarity="feeling", labels=("noise",)), r"no category 'noise'. It has"),
        ("text\nThe soup was good\nThe bread was bad\n", Columns(), r"No column of .* holds labels. Its columns"),
        ("text,food\nThe soup was good,1\nThe soup was bad,0\n", Columns(), r"Its column 'food' holds only 0 and 1"),
        ("text,food\n,1\n,-1\n", Columns(text="text"), r"holds no review to learn from"),
    ],
)  # fmt: skip
def test_errors_say_what_where_and_what_instead(tmp_path: Path, text: str, asked: Columns, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_labelled(written(tmp_path, text), asked)


def test_mixed_languages_are_an_error_until_one_is_chosen(tmp_path: Path) -> None:
    path = written(tmp_path, "text,food\nThe soup was good,1\n味道很好，下次还会再来,1\n味道不好，不会再来了,-1\n")
    with pytest.raises(InputError, match=r"mixes languages \(1 in English, 2 in Chinese\)"):
        read_labelled(path, Columns())
    assert len(read_labelled(path, Columns(lang="zh")).items) == 2


def test_a_column_error_is_an_input_error() -> None:
    assert issubclass(ColumnError, InputError)


@pytest.mark.parametrize(
    ("cell", "label"),
    [
        ("1", 1), (1.0, 1), ("1.0", 1), (" Positive ", 1), ("正面", 1), ("0", 0), (0, 0), ("neutral", 0), ("中性", 0),
        ("-1", -1), ("−1", -1), ("NEG", -1), ("负面", -1), ("conflict", MIXED), ("-2", NOT_MENTIONED),
        (-2.0, NOT_MENTIONED), ("", NOT_MENTIONED), (None, NOT_MENTIONED), (float("nan"), NOT_MENTIONED),
        ("2", None), ("5", None), ("yes", None), (True, None), (0.5, None), ("1.5", None),
    ],
)  # fmt: skip
def test_labels_as_people_write_them(cell: Any, label: int | None) -> None:
    assert read_label(cell) == label


ENGLISH, CHINESE, SPANISH = "The soup was good", "味道很好，下次还会再来", "La comida estaba muy buena"


def reviews(*texts: str) -> list[LabelledReview]:
    return [LabelledReview(text, row, {"a": 1}) for row, text in enumerate(texts, start=2)]


def test_each_text_counts_once(tmp_path: Path) -> None:
    cells = [("a b", 1), (" a b ", 1), ("a b", -1), (None, 1), ("  ", 1), (7, 1), ("a\0b", 1)]
    path = tmp_path / "f.json"
    path.write_text(json.dumps([{"text": text, "a": label} for text, label in cells]), "utf-8")
    found = read_labelled(path, Columns(text="text", labels=("a",), lang="en"))
    assert [item.text for item in found.items] == ["a b", "7", "ab"]
    assert [item.step for item in found.rejected] == ["duplicate", "duplicate", "text", "text"]
    assert "other labels" in found.rejected[1].reason


def test_strays_are_set_aside() -> None:
    texts = [f"{ENGLISH} number {i}" for i in range(20)]
    lang, kept, foreign = single_language(reviews(*texts, SPANISH, "👍👍"), "auto", "f")
    assert lang == "en"
    assert [item.text for item in kept] == [*texts, "👍👍"]
    assert [item.row for item in foreign] == [22]


def test_two_languages_need_a_choice() -> None:
    with pytest.raises(InputError, match="mixes languages"):
        single_language(reviews(ENGLISH, CHINESE), "auto", "f")
    assert [item.text for item in single_language(reviews(ENGLISH, CHINESE), "zh", "f")[1]] == [CHINESE]


def test_another_language_is_said_not_guessed() -> None:
    with pytest.raises(InputError, match="neither English nor Chinese"):
        single_language(reviews(SPANISH, SPANISH + " y barata"), "auto", "f")


def test_nothing_is_english() -> None:
    assert single_language([], "auto", "f") == ("en", [], [])
