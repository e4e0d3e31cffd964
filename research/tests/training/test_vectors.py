from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from research.training.vectors import Vocabulary, build, mean_vectors, table
from voxpop.errors import InputError, OptionError

TEXT = "2 3\nfood 1 0 2\ngood 0.5 -1 0\n"


def test_words_with_vectors_and_words_seen_twice(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text(TEXT)
    vocabulary, matrix = build([["food", "odd", "odd", "once"]], [["good", "new"]], source=str(path))
    assert vocabulary.words == ("<padding>", "<unknown>", "food", "good", "odd")
    assert vocabulary([["food", "new", "odd"], []]) == [[2, 1, 4], []]
    assert not matrix[0].any()
    ratio = matrix[2] / np.array([1, 1, 2])
    assert ratio[0] == pytest.approx(ratio[2])
    assert matrix[2, 1] == 0


def test_sources_stand_side_by_side(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(TEXT)
    _, matrix = build([["food"]], [], source=f"{tmp_path / 'a.txt'}+{tmp_path / 'b.txt'}")
    assert matrix.shape == (3, 6)
    assert np.array_equal(matrix[2, :3], matrix[2, 3:])


def test_compressed_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "v.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    found, width = table(str(path), {"good"})
    assert width == 3
    assert found["good"].tolist() == [0.5, -1, 0]


@pytest.mark.parametrize("name", ["vectors-general-en", "vectors-reviews-zh"])
def test_shipped_tables_are_read(name: str) -> None:
    found, width = table(name, {"food", "味道"})
    assert len(found) == 1
    assert next(iter(found.values())).shape == (width,)


@pytest.mark.parametrize(("text", "message"), [("food 1 2\ngood 1\n", "line 2: 1 numbers, the first line has 2"),
                                               ("food 1 x\n", "line 1: not all values are numbers"),
                                               ("food 1 nan\n", "line 1: not all values are numbers"),
                                               ("", "holds no vectors")])  # fmt: skip
def test_a_bad_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "v.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        table(str(path), {"food"})


def test_an_unknown_source_lists_the_known() -> None:
    with pytest.raises(OptionError, match="vectors-reviews-zh"):
        table("nowhere", set())


def test_the_mean_of_a_name() -> None:
    matrix = np.array([[0, 0], [1, 1], [2, 4], [4, 0]], dtype=np.float32)
    assert mean_vectors([[2, 3], []], matrix).tolist() == [[3, 2], [1, 1]]
    assert len(Vocabulary(["a", "b"])) == 2
