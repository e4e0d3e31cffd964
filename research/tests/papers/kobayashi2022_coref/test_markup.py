from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.papers.kobayashi2022_coref.annotated import MentionLabel
from research.papers.kobayashi2022_coref.markup import read_markup, strip
from voxpop.errors import InputError

HEADER = "## r1 dev electronics 5 | Norvik T4 Headphones | Norvik T4, T4"


def labelled(body: str) -> dict[str, MentionLabel]:
    (one,) = read_markup(f"{HEADER}\n{body}\n", lang="en")
    return dict(zip(one.words, one.settled, strict=True))


def test_a_review_is_its_text_without_marks_and_exact_spans() -> None:
    source = f"{HEADER}\n[The T4|m] beats [my old Sony|c1].\\nIt [[its|c1] pads|pc<1] tore.\n"
    (one,) = read_markup(source, lang="en")
    assert one.text == "The T4 beats my old Sony.\nIt its pads tore."
    assert one.words == ["The T4", "my old Sony", "its pads", "its"]
    assert (one.id, one.split, one.stars, one.aliases) == ("r1", "dev", 5, ("Norvik T4", "T4"))
    assert one.settled == (MentionLabel("main", 0), MentionLabel("competing", 1), MentionLabel("part_of_competing", 2, 1),
                           MentionLabel("competing", 1))  # fmt: skip


def test_parts_belong_to_what_was_mentioned_last_or_else_comes_next() -> None:
    found = labelled("[a case|i] [a lamp|i2] [the shade|pi] [its hook|pi<2] [the lens|pc] [a Canon|c] [the grip|pm]")
    assert found["the shade"].part_of == found["a lamp"].cluster == found["its hook"].part_of
    assert found["the lens"].part_of == found["a Canon"].cluster
    assert found["the grip"].part_of == 0
    assert labelled("[good screens|pg]")["good screens"].part_of is None


def test_mentions_without_a_number_stand_alone_and_numbers_are_counted_by_type() -> None:
    found = labelled("[one|o] [two|o] [three|c1] [four|i1]")
    assert len({label.cluster for label in found.values()}) == 4


@pytest.mark.parametrize(("body", "said"), [
    ("[the T4|x]", "'x' is no type"), ("[the T4", "not closed"), ("the T4|m]", "stray '|'"), ("[|m]", "empty mark"),
    ("[its pads|pc<3]", "which is not there"), ("the T4] rocks", "not closed"),
])  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(body: str, said: str) -> None:
    with pytest.raises(InputError, match=r"markup, line 1") as error:
        read_markup(f"{HEADER}\n{body}\n", lang="en")
    assert said in str(error.value)


def test_headers_are_checked() -> None:
    with pytest.raises(InputError, match="is no header"):
        read_markup("## r1 train electronics 5 | T4\ntext\n", lang="en")
    with pytest.raises(InputError, match="before the first header"):
        read_markup("text\n", lang="en")
    with pytest.raises(InputError, match="a second review"):
        read_markup(f"{HEADER}\nx\n{HEADER}\ny\n", lang="en")


@given(st.lists(st.tuples(st.text(st.characters(blacklist_characters="[]|\\", blacklist_categories=["Cs"])),
                          st.booleans()), max_size=8))  # fmt: skip
def test_marks_never_change_the_text(parts: list[tuple[str, bool]]) -> None:
    body = "".join(f"[{words}|m]" if marked and words else words for words, marked in parts)
    text, marks = strip(body)
    assert text == "".join(words for words, _ in parts)
    assert [text[mark.start : mark.end] for mark in marks] == [words for words, marked in parts if marked and words]
