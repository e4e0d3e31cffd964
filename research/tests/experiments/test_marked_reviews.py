from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.experiments.mentions.marked_reviews import ABOUTS, parse, read_markup
from voxpop.errors import InputError

TRAIN = Path(__file__).parents[2] / "experiments" / "mentions" / "train"


def test_brackets_are_no_part_of_the_text() -> None:
    text, mentions = parse("[The Vado|main] is small, [[its|main] lens|part_of_main] is not.")
    assert text == "The Vado is small, its lens is not."
    assert [(text[start:end], about) for start, end, about in mentions] == [
        ("The Vado", "main"),
        ("its lens", "part_of_main"),
        ("its", "main"),
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[it|owner] broke", "'owner' is no type of the mention at character 1"),
        ("well, [it broke", "the '[' at character 7 is never closed"),
        ("[it|main", "the '[' at character 1 is never closed"),
        ("it] broke", "the ']' at character 3 closes a mention that has no type"),
        ("[it ]|main]", "closes a mention that has no type"),
        ("[ it|main] broke", "begins or ends with a space"),
        ("[|main] broke", "is empty"),
    ],
)
def test_what_is_wrong_with_a_line(line: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        parse(line)


def test_a_file_of_reviews(tmp_path: Path) -> None:
    path = tmp_path / "en.txt"
    path.write_text(
        "# a | Flip | Flip Ultra; the Flip\n[It|main] works.\n[Good|other] one.\n\n# b | Vado\nFine.\n", "utf-8"
    )
    first, second = read_markup(path)
    assert (first.product, first.aliases, first.text) == ("Flip", ("Flip Ultra", "the Flip"), "It works.\nGood one.")
    assert [first.text[start:end] for start, end, _ in first.mentions] == ["It", "Good"]
    assert (second.id, second.aliases, second.mentions) == ("b", (), ())


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("It works.\n", "line 1: a review begins with"),
        ("# a\nIt works.\n", "line 1: '# a' is no heading"),
        ("# a | Flip\n\n# b | Vado\nFine.\n", "line 1: the review 'a' has no text"),
        ("# a | Flip\nFine.\n\n[It|maine] works.\n", "line 4: 'maine' is no type"),
        ("# a | Flip\nFine.\n# a | Vado\nFine.\n", "two reviews are called 'a'"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "en.txt"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError) as caught:
        read_markup(path)
    assert says in str(caught.value)


@given(st.lists(st.tuples(st.text("ab 比，", min_size=1), st.sampled_from((None, *ABOUTS)))))
def test_spans_are_exact(pieces: list[tuple[str, str | None]]) -> None:
    line, expected, length = "", [], 0
    for piece, about in pieces:
        piece = piece if about is None else piece.strip()
        if about is None or piece:
            line += piece if about is None else f"[{piece}|{about}]"
            expected += [] if about is None else [(length, length + len(piece), about)]
            length += len(piece)
    text, mentions = parse(line)
    assert mentions == expected
    assert len(text) == length


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_our_reviews_can_be_read_and_have_every_type(lang: str) -> None:
    reviews = read_markup(TRAIN / f"{lang}.txt")
    assert len(reviews) >= 90
    assert {about for review in reviews for _, _, about in review.mentions} == set(ABOUTS)
