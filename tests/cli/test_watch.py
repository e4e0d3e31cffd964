"""voxpop watch, edit and export, as they are typed."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pyarrow.parquet as pq
import pytest
from tests.store.test_time_series import stream
from typer.testing import CliRunner, Result

from voxpop.cli.app import app
from voxpop.errors import OptionError, OutputError


def run(*args: object) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args], catch_exceptions=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return stream(tmp_path / "x.voxpop", worse_since=11)


def test_an_alarm_is_told_once_with_exit_code_3(file: Path) -> None:
    first = run("watch", file)
    assert first.exit_code == 3
    assert "60 % complain about room (12 reviews), 10 % before (22)." in first.output
    second = run("watch", file)
    assert (second.exit_code, "told at the last look" in second.output) == (0, True)
    third = run("watch", file, "--since", "7d", "--json")
    assert third.exit_code == 3  # with --since, every look is a first one, and none is remembered
    entry = json.loads(third.output)
    assert entry["is_alarm"]
    assert entry["movements"][0]["kind"] in ("complaints", "low stars")
    assert entry["trends"]["unit"] == "week"


def test_a_stable_file_ends_with_0(tmp_path: Path) -> None:
    done = run("watch", stream(tmp_path / "x.voxpop", worse_since=99))
    assert done.exit_code == 0
    assert "Nothing is new or worse" in done.output


def test_the_webhook_gets_the_alarm_as_json(file: Path) -> None:
    got: list[Any] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Hook) as server:
        Thread(target=server.handle_request, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/hook"
        assert run("watch", file, "--webhook", address).exit_code == 3
    assert got[0]["is_alarm"]
    with pytest.raises(OptionError, match="--webhook takes an address"):
        run("watch", file, "--webhook", "example.org")


def test_a_webhook_that_fails_is_said_and_the_look_not_remembered(file: Path) -> None:
    with pytest.raises(OutputError, match="The look is not remembered"):
        run("watch", file, "--webhook", "http://127.0.0.1:9/hook")
    assert run("watch", file).exit_code == 3


def test_days_are_marked_and_used(file: Path) -> None:
    assert "Marked" in run("edit", file, "--mark", "2024-03-18: version 4.2").output
    done = run("watch", file, "--since", "version 4.2")
    assert done.exit_code == 3
    assert "Since 18 March 2024 (version 4.2): complaints about room" in done.output
    run("edit", file, "--unmark", "version 4.2")
    with pytest.raises(OptionError, match="2024-05-31"):
        run("watch", file, "--since", "version 4.2")


def test_exports_have_the_filters_and_formats(file: Path, tmp_path: Path) -> None:
    assert "20 rows" in run("export", file, "--to", tmp_path / "reviews.csv", "--since", "2024-03-18").output
    rows = list(csv.DictReader(io.StringIO((tmp_path / "reviews.csv").read_text(encoding="utf-8-sig"))))
    assert {row["country"] for row in rows} == {"US"}
    bad = tmp_path / "bad.json"
    run("export", file, "--to", bad, "--aspect", "room", "--side", "negative", "--where", "stars=2")
    listed = json.loads(bad.read_text(encoding="utf-8"))
    assert {(row["aspect"], row["polarity"] < 0) for row in listed} == {("room", True)}
    run("export", file, "--to", tmp_path / "o.parquet", "--stars", "2")
    assert pq.read_table(tmp_path / "o.parquet").num_rows == len(listed) == 34
    run("export", file, "--to", tmp_path / "aspects.xlsx")
    with zipfile.ZipFile(tmp_path / "aspects.xlsx") as book:
        assert b"en:room" in book.read("xl/worksheets/sheet1.xml")
    for arguments, message in (
        (("--to", bad), "is there already"),
        (("--to", tmp_path / "x.doc"), ".csv, .xlsx, .json, .parquet"),
        (("--to", tmp_path / "y.csv", "--side", "negative"), "--side needs --aspect"),
        (("--to", tmp_path / "y.csv", "--aspect", "rooom"), "Did you mean 'room'?"),
        (("--to", tmp_path / "y.csv", "--where", "US"), "country=US"),
        (("--to", tmp_path / "none" / "y.csv"), "Cannot write"),
    ):
        with pytest.raises((OptionError, OutputError), match=message):
            run("export", file, *arguments)
