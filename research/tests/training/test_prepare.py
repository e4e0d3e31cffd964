from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from research.training.data import Corpus, load, write_plain
from research.training.prepare import main


def test_a_data_set_is_written_with_its_words(toy: Corpus, tmp_path: Path) -> None:
    write_plain(replace(toy, name="restaurant"), tmp_path / "raw" / "restaurant.jsonl.xz")
    command = [sys.executable, "-m", "research.training.prepare", "--data", str(tmp_path / "raw"), "--out"]
    done = subprocess.run([*command, str(tmp_path / "out"), "restaurant"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert load("restaurant", tmp_path / "out").test[0].words[0] == "the"


def test_words_can_be_left_out(toy: Corpus, tmp_path: Path) -> None:
    write_plain(replace(toy, name="restaurant"), tmp_path / "raw" / "restaurant.jsonl.xz")
    arguments = ["--data", str(tmp_path / "raw"), "--out", str(tmp_path / "out"), "--no-words", "restaurant"]
    assert main(arguments) == 0
    assert not load("restaurant", tmp_path / "out").test[0].words


def test_a_wrong_name_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path), "--out", str(tmp_path), "hotels"]) == 2
    assert "Unknown data set 'hotels'. Did you mean 'lara-hotels'?" in capsys.readouterr().err
