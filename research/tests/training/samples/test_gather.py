from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from research.training.samples import gather as room
from research.training.samples.sample import Sample, read_lines, read_samples

SAMPLES = [
    Sample("1", "Good food", "toy", "train", terms=((5, 9, 1),), opinions=((0, 4),), labels={"se14": {"food": 1}}),
    Sample("2", "Tested", "toy", "test", stars=(5, 5)),
    Sample("3", "tested!", "toy", "train", stars=(5, 5)),
]


def test_files_and_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SOURCES", {"en": lambda data: SAMPLES})
    monkeypatch.setattr(room, "unlabelled", lambda lang, data, samples: [each.text for each in samples])
    head, *rows, last = room.gather(Path("data"), tmp_path)
    assert head.split() == list(room.HEAD)
    assert [row.split() for row in rows] == [["toy", "train", "1", "1", "1", "1", "0", "1"],
                                             ["toy", "test", "1", "0", "0", "0", "1", "0"]]  # fmt: skip
    assert last == "unlabelled-en: 2 texts, 15 characters"
    assert read_samples(tmp_path / "en.jsonl.xz") == SAMPLES[:2]
    texts = [row for _, row in read_lines(tmp_path / "unlabelled-en.jsonl.xz")]
    assert texts == [{"text": "Good food"}, {"text": "Tested"}]


def test_a_source_of_which_nothing_is_left_is_still_counted() -> None:
    _, row = room.table([], Counter({("gone", "train"): 3}))
    assert row.split() == ["gone", "train", "0", "0", "0", "0", "0", "3"]


def test_the_command_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert room.main(["--data", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "There is no file" in capsys.readouterr().err
