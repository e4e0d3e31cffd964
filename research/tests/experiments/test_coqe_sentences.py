"""COQE's lines, with their exact spans."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.experiments.mentions.coqe_sentences import Line, read, read_file
from voxpop.errors import InputError

ENGLISH = (
    "The A1 is n't as sharp as the B2 , but it is cheaper . \t1\n"
    "[[2&&A1];[9&&B2];[];[4&&n't , 6&&sharp];[-1]]\n"
    "[[12&&it];[9&&B2];[];[14&&cheaper];[1]]\n"
    "I like it . \t0\n"
    "[[];[];[];[];[]]\n"
)
CHINESE = "屏幕不如小二的好看。\t1\n[[];[4&小 5&二];[0&屏 1&幕];[2&不 3&如 , 7&好 8&看];[-1]]\n"


def lines(text: str, tmp_path: Path, *, domain: str) -> list[Line]:
    path = tmp_path / "some.txt"
    path.write_text(text, encoding="utf-8")
    return list(read_file(path, domain=domain, split="train"))


def words(line: Line) -> list[list[list[str]]]:
    """The words of the elements of each comparison."""
    return [[[line.text[start:end] for start, end in spans] for spans in each.elements] for each in line.comparisons]


def test_english_tokens_become_text_again(tmp_path: Path) -> None:
    first, second = lines(ENGLISH, tmp_path, domain="camera")
    assert first.text == "The A1 isn't as sharp as the B2, but it is cheaper."
    assert words(first) == [[["A1"], ["B2"], [], ["n't", "sharp"]], [["it"], ["B2"], [], ["cheaper"]]]
    assert [each.preference for each in first.comparisons] == [-1, 1]
    assert not second.comparative
    assert not second.comparisons


def test_chinese_counts_characters_from_zero(tmp_path: Path) -> None:
    (line,) = lines(CHINESE, tmp_path, domain="car")
    assert words(line) == [[[], ["小二"], ["屏幕"], ["不如", "好看"]]]
    assert line.preference == -1


def test_a_sentence_of_two_minds_has_no_preference(tmp_path: Path) -> None:
    assert [line.preference for line in lines(ENGLISH, tmp_path, domain="camera")] == [None, None]


@pytest.mark.parametrize("broken", [
    "The A1 is cheap . \t1\n[[2&&A1];[9&&B2];[];[];[1]]\n",
    "The A1 is cheap . \t1\n[[2&&B2];[];[];[];[1]]\n",
    "The A1 is cheap . \t1\n[[2&&A1];[];[];[];[7]]\n",
    "The A1 is cheap . \t1\n[[2&&A1];[];[1]]\n",
    "The A1 is cheap . \t1\n[[];[];[];[];[]]\n",
    "The A1 is cheap .\n",
])  # fmt: skip
def test_a_broken_line_is_named(broken: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"some\.txt, line \d"):
        lines(broken, tmp_path, domain="camera")


def test_the_whole_set(data_dir: Path) -> None:
    found = list(read(data_dir))
    tests = [line for line in found if line.split == "test"]
    assert len(found) > 10_000
    assert {source: sum(line.comparative for line in tests if line.source == f"coqe-{source}")
            for source in ("camera", "car", "ele")} == {"camera": 341, "car": 350, "ele": 360}  # fmt: skip
