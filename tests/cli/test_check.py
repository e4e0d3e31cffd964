"""voxpop check as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import voxpop
from voxpop.cli.app import app
from voxpop.cli.check import read_summary
from voxpop.errors import InputError, StoreError

REVIEWS = [
    "The rooms are clean and the staff is friendly.",
    "A clean room, but the wifi is slow all day.",
    "Our room was clean. Breakfast was rather bland.",
    "The room was dirty and the wifi was terribly slow.",
]


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("check") / "reviews.voxpop"
    voxpop.analyze(REVIEWS, output=path, workers=1).close()
    return str(path)


def run(*arguments: str, given: str | None = None) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["check", *arguments], input=given)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


def test_sentences_get_verdicts_as_json(reviews: str) -> None:
    code, out = run("The rooms are clean. The wifi is fast. The spa is lovely.", "--against", reviews, "--json")
    found = json.loads(out)
    assert code == 0
    assert [one["verdict"] for one in found["sentences"]] == ["supported", "contradicted", "unmentioned"]
    assert found["counts"] == {"supported": 1, "contradicted": 1, "unmentioned": 1}
    texts = dict(enumerate(REVIEWS, start=1))
    for quote in (quote for one in found["sentences"] for quote in one["quotes"]):
        assert any(text[quote["start"] : quote["end"]] == quote["text"] for text in texts.values())


def test_a_file_and_standard_input(reviews: str, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("- The rooms are clean.\n", encoding="utf-8")
    assert "✓ The rooms are clean." in run(str(summary), "-a", reviews)[1]
    assert "✓ The rooms are clean." in run("-", "-a", reviews, given="The rooms are clean.")[1]


def test_strict_tells_by_its_exit_code(reviews: str) -> None:
    assert run("The rooms are clean.", "-a", reviews, "--strict")[0] == 0
    assert run("The wifi is fast.", "-a", reviews, "--strict")[0] == 3


def test_an_empty_summary_is_said_to_be_empty(reviews: str) -> None:
    code, out = run("  ", "-a", reviews, "--json")
    assert code == 0
    assert json.loads(out)["sentences"] == []


def test_another_language_is_a_clear_result(reviews: str) -> None:
    (one,) = json.loads(run("房间很干净。", "-a", reviews, "--json")[1])["sentences"]
    assert one["verdict"] == "unmentioned"
    assert "Chinese" in one["reason"]


def test_a_file_that_is_not_there(reviews: str) -> None:
    with pytest.raises(InputError, match=r"no file nothing\.txt"):
        read_summary("nothing.txt")
    with pytest.raises(StoreError, match="no file"):
        run("The rooms are clean.", "-a", "nothing.voxpop")


def test_text_that_is_no_name_is_text() -> None:
    assert read_summary("The rooms are clean.") == "The rooms are clean."
    assert read_summary("x" * 5000) == "x" * 5000
