"""COQE's lines, with their exact spans."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.experiments.mentions.coqe_sentences import Line, elements, main, read, read_file, samples, without_leaks
from research.training.samples.sample import read_lines
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


def words(line: Line) -> list[tuple[str, str]]:
    return [(line.text[start:end], role) for start, end, role in elements(line)]


def test_english_tokens_become_text_again(tmp_path: Path) -> None:
    first, second = lines(ENGLISH, tmp_path, domain="camera")
    assert first.text == "The A1 isn't as sharp as the B2, but it is cheaper."
    assert words(first) == [("A1", "subject"), ("n't", "opinion"), ("sharp", "opinion"), ("B2", "object"),
                            ("it", "subject"), ("cheaper", "opinion")]  # fmt: skip
    assert [each.preference for each in first.comparisons] == [-1, 1]
    assert not second.comparative
    assert not second.comparisons


def test_chinese_counts_characters_from_zero(tmp_path: Path) -> None:
    (line,) = lines(CHINESE, tmp_path, domain="car")
    assert words(line) == [("屏幕", "aspect"), ("不如", "opinion"), ("小二", "object"), ("好看", "opinion")]
    assert samples([line])[0]["preference"] == [[0, len(line.text), -1]]


def test_a_sentence_of_two_minds_has_no_preference(tmp_path: Path) -> None:
    first, second = samples(lines(ENGLISH, tmp_path, domain="camera"))
    assert "preference" not in first
    assert "preference" not in second
    assert (first["sentences"][0][2], second["sentences"][0][2]) == (1, 0)


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


def test_nothing_that_is_tested_is_learnt() -> None:
    text = "This one is so much sharper than the old one I had."
    train, test = (Line(split, text, "en", "coqe-camera", split, False, ()) for split in ("train", "test"))
    assert without_leaks([train, test]) == [test]


def test_the_whole_set(data_dir: Path, tmp_path: Path) -> None:
    found = list(read(data_dir))
    tests = [line for line in found if line.split == "test"]
    assert len(found) > 10_000
    assert {source: sum(line.comparative for line in tests if line.source == f"coqe-{source}")
            for source in ("camera", "car", "ele")} == {"camera": 341, "car": 350, "ele": 360}  # fmt: skip
    assert main(["--data", str(data_dir), "--out", str(tmp_path)]) == 0
    for _, row in read_lines(tmp_path / "coqe-zh.jsonl.xz"):
        for start, end, _ in row["elements"]:
            assert row["text"][start:end].strip() == row["text"][start:end] != ""
