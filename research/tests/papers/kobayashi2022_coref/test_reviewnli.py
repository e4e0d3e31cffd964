"""ReviewNLI joined to Copycat's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.papers.kobayashi2022_coref.reviewnli import reviewnli
from voxpop.errors import InputError


def test_judgements_join_to_sentences(data_dir: Path) -> None:
    test = reviewnli(data_dir, "test")
    assert len(test) == 1072
    assert sum(one.consistent for one in test) == 367
    assert len({one.id for one in test}) == len(test)
    assert not {one.product for one in test} & {one.product for one in reviewnli(data_dir, "dev")}


def test_files_that_do_not_fit_say_so(tmp_path: Path) -> None:
    (tmp_path / "copycat").mkdir()
    (tmp_path / "reviewnli").mkdir()
    (tmp_path / "copycat" / "dev.csv").write_text("cat\tprod_id\trev1\tsumm1\nc\tA\tNice boots.\tNice. Warm.\n")
    path = tmp_path / "reviewnli" / "dev-majority.jsonl"
    path.write_text('{"problem": "A:0:0", "answers": [1, 0]}\n')
    assert [(one.hypothesis, one.consistent) for one in reviewnli(tmp_path, "dev")] == [
        ("Nice.", True),
        ("Warm.", False),
    ]
    path.write_text('{"problem": "B:0:0", "answers": [1, 0]}\n')
    with pytest.raises(InputError, match="dev-majority"):
        reviewnli(tmp_path, "dev")
