"""``voxpop train`` from the user's side: what is said, written and refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from voxpop.cli.app import app
from voxpop.errors import VoxpopError
from voxpop.extract.custom_categories import CustomHeads

from ..train.conftest import WordReader, reviews


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Labelled files, and a reader of words in place of the shipped one."""
    home = tmp_path / "reader"
    home.mkdir()
    (home / "model.onnx").write_bytes(b"a graph")
    monkeypatch.setattr("voxpop.cli.train.reader_model", lambda lang: WordReader(home))
    monkeypatch.chdir(tmp_path)
    write("mine.csv", reviews(90))
    write("other.csv", [{**row, "text": f"{row['text']} again"} for row in reviews(60, seed=2)])
    return tmp_path


def write(name: str, rows: list[dict[str, Any]]) -> None:
    with Path(name).open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def train(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["train", *arguments])


def test_a_table_a_folder_and_what_to_do_next(folder: Path) -> None:
    done = train("--data", "mine.csv", "-o", "heads", "--epochs", "4", "--held-out", "other.csv")
    assert done.exit_code == 0, done.output
    for words in ("food", "service", "noise", "all", "On other.csv", "voxpop analyze reviews.csv --categories heads"):
        assert words in done.output
    assert CustomHeads.load(folder / "heads").categories == ("food", "service", "noise")
    figures = json.loads((folder / "heads" / "metrics.json").read_text("utf-8"))
    assert [each["name"] for each in figures["held_out"]] == ["food", "service", "noise", "all"]
    assert "mine.csv" in (folder / "heads" / "card.md").read_text("utf-8")


def test_json_says_the_same(folder: Path) -> None:
    done = train("--data", "mine.csv", "-o", "heads", "--epochs", "2", "--labels", "food,noise", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["folder"] == "heads"
    assert [each["name"] for each in found["unseen_folds"]] == ["food", "noise", "all"]
    assert found["epochs"] <= 2
    assert found == {**json.loads((folder / "heads" / "metrics.json").read_text("utf-8")), "folder": "heads"}


def test_rows_set_aside_are_listed(folder: Path) -> None:
    rows = reviews(60)
    write("mine.csv", [*rows, {**rows[0], "text": ""}, rows[1]])
    done = train("--data", "mine.csv", "-o", "heads", "--epochs", "1")
    assert done.exit_code == 0, done.output
    assert "The text is empty." in done.output
    assert "again" in done.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--data", "none.csv", "-o", "heads"), "There is no file 'none.csv'"),
        (("--data", "mine.csv", "-o", "heads", "--labels", "foood"), "Did you mean 'food'"),
        (("--data", "mine.csv", "-o", "heads", "--labels", " , "), "--labels is empty"),
        (("--data", "mine.csv", "-o", "heads", "--lang", "fr"), "Unknown language 'fr'"),
        (("--data", "mine.csv", "-o", "mine.csv"), "is a file"),
        (("--data", "mine.csv", "-o", "heads", "--held-out", "mine.csv"), "also in mine.csv"),
        (("--data", "mine.csv", "-o", "heads", "--category-column", "food"), "belong together"),
    ],
)  # fmt: skip
def test_bad_input_is_an_error_in_a_sentence(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    done = train(*arguments)
    assert done.exit_code == 1
    assert isinstance(done.exception, VoxpopError)
    assert message in str(done.exception)
    assert not (folder / "heads").exists()


def test_without_a_reader_there_is_nothing_to_train_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.extract.extractors.has_opinion_model", lambda lang, fast: False)
    monkeypatch.chdir(tmp_path)
    write("mine.csv", reviews(60))
    done = train("--data", "mine.csv", "-o", "heads")
    assert "no weights of the reader for English" in str(done.exception)
