from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

import voxpop
from voxpop.cli.analyze import note_missing_weights
from voxpop.cli.app import app, explanation
from voxpop.cli.console import print_warnings, run_summary
from voxpop.errors import ContentError
from voxpop.schema import Document
from voxpop.settings import Curation
from voxpop.web.views.public_paths import public_run
from voxpop.web.views.repeat_command import command as repeat_command

READER = {"engine": "reader", "weights": "reader", "sha256": "0"}


def said(engines: dict[str, dict[str, str]], capsys: pytest.CaptureFixture[str], **settings: Any) -> str:
    run = {"engines": engines, "by": "categories", "settings": settings}
    note_missing_weights(cast(Document, {"run": run}))
    return " ".join(capsys.readouterr().err.split())


def test_categories_of_ones_own_that_do_not_know_the_language_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    both = {"en": {**READER, "categories": "food"}, "zh": READER}
    assert "mine knows no Chinese" in said(both, capsys, categories="mine")
    assert said({"en": both["en"]}, capsys, categories="mine") == ""
    assert said({"en": READER, "zh": READER}, capsys, categories=None) == ""


def test_reviews_in_another_language_that_were_kept_are_said() -> None:
    texts = ["The room was clean.", "La chambre était très belle mais le personnel impoli"]
    with voxpop.analyze(texts, lang="en", fast=True, curation=Curation.off(), workers=1) as analysis:
        document = analysis.document()
    assert document["counts"]["foreign"] == 1
    assert "not understood: 1 review in another language" in run_summary(document)
    with voxpop.analyze(texts, lang="en", fast=True, workers=1) as analysis:
        document = analysis.document()
    assert document["counts"]["foreign"] == 0
    assert "set aside: 1 (1 in another language)" in run_summary(document)
    assert "understood" not in run_summary(document)


def test_phrases_that_repeat_over_the_rows_are_said() -> None:
    places = {"Verified purchase": "opening", "Read more": "ending", "口感：": "label", "No text": "row", "A": "within"}
    phrases = [{"text": text, "place": place, "rows": 120 - n} for n, (text, place) in enumerate(places.items())]
    with voxpop.analyze(["The room was clean."], fast=True, workers=1) as analysis:
        document = analysis.document()
    assert document["boilerplate"] == []
    lines = run_summary(cast(Document, {**document, "boilerplate": phrases * 2})).splitlines()
    assert "“Verified purchase” opens 120 rows: not read" in lines
    assert "“口感：” labels 118 rows: no opinion by itself" in lines
    assert "4 more phrases that repeat over the rows: --json lists them" in lines


def test_a_file_in_another_language_and_one_of_which_nothing_is_left_end_with_status_1() -> None:
    assert explanation(ContentError("5 of 5 rows are in another language.")) == (
        "5 of 5 rows are in another language.",
        1,
    )
    with pytest.raises(ContentError, match=r"nothing is left .* All 2 rows .*: 2 length\. The first, row 1: It has 1 "):
        voxpop.analyze(["a", "b"], workers=1)


@pytest.mark.parametrize(("count", "warned"), [(5, True), (1, True), (0, False)])
def test_many_reviews_in_a_dialect_are_said(count: int, warned: bool, capsys: pytest.CaptureFixture[str]) -> None:
    texts = [f"第{n}次嚟，呢間餐廳嘅嘢食好好味，等咗好耐" for n in range(count)]
    texts += [f"第{n}次来，味道好" for n in range(5)]
    with voxpop.analyze(texts, fast=True, curation=Curation.off(), workers=1) as analysis:
        print_warnings(analysis.document())
    line = f"Warning: {count} of {count + 5} reviews in Cantonese: read as Chinese, with less certainty.\n"
    assert capsys.readouterr().err == (line if warned else "")


def test_several_text_columns_and_a_database_on_the_command_line(tmp_path: Path) -> None:
    rows = [
        ("a", "Lovely place", "The room was clean.", "US"),
        ("b", "Poor place", "The room was dirty and loud.", "FR"),
    ]
    database = tmp_path / "shop.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE reviews (id TEXT, intro TEXT, body TEXT, country TEXT)")
        connection.executemany("INSERT INTO reviews VALUES (?, ?, ?, ?)", rows)
    connection.close()
    output = tmp_path / "out.voxpop"
    columns = ["--text-column", "intro", "--text-column", "body"]
    command = ["analyze", "--database", str(database), "--query", "SELECT * FROM reviews", "-o", str(output), *columns]
    done = CliRunner().invoke(app, [*command, "--fast", "--workers", "1"])
    assert done.exit_code == 0, done.output
    assert "text ← 'intro' + 'body'" in " ".join(done.stderr.split())
    with voxpop.open(output) as analysis:
        (first, _) = analysis.reviews
        assert (first.text, first.extra) == ("Lovely place\nThe room was clean.", {"country": "US"})
        run = public_run(analysis.document()["run"])
    again = repeat_command(run) or ""
    assert again.startswith("voxpop analyze --database INPUT ")
    assert "--query 'SELECT * FROM reviews'" in again
    assert "--text-column intro --text-column body" in again


@pytest.mark.parametrize(
    "given", [[], ["--database", "x"], ["--query", "x"], ["a.csv", "--database", "x", "--query", "y"]]
)
def test_a_call_that_names_neither_files_nor_a_query_is_wrong(given: list[str]) -> None:
    done = CliRunner().invoke(app, ["analyze", *given])
    assert done.exit_code == 2
    assert "database" in done.stderr
