"""An analysis gets another name, or is deleted; the time that is left is told."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

from fastapi.testclient import TestClient
from tests.store.dated import dated_file

from voxpop.web.app import ServerOptions, create_app
from voxpop.web.job import Job, write_json
from voxpop.web.labels import labels
from voxpop.web.routers.upload import seconds_left, stage

SAID = [(date(2024, 1, 1 + n), "US", [("room", 0.5)]) for n in range(9)]
HEADERS = {"origin": "http://localhost"}


def test_an_analysis_is_renamed_and_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "up"
    folder.mkdir()
    made, given = dated_file(folder / "made.voxpop", SAID), dated_file(tmp_path / "given.voxpop", SAID)
    client = TestClient(create_app([given], ServerOptions(folder=folder)), base_url="http://localhost")
    page = client.get("/files/made/quality?ui=en").text
    form = {"csrf": page.partition('name="csrf" value="')[2].partition('"')[0]}
    renamed = client.post(
        "/files/made/manage", data={**form, "do": "rename", "title": " Harbour  Inn "}, headers=HEADERS
    )
    assert "<h1>Harbour Inn</h1>" in renamed.text
    assert client.get("/api/v1/files").json()[1]["product"] == "Harbour Inn"
    assert client.post("/files/made/manage", data={**form, "do": "rename"}, headers=HEADERS).status_code == 422
    assert client.post("/files/made/manage", data={**form, "do": "delete"}, headers=HEADERS).status_code == 422
    assert made.exists()
    sure = {**form, "do": "delete", "sure": "yes"}
    assert client.post("/files/made/manage", data={**sure, "csrf": ""}, headers=HEADERS).status_code == 403
    client.post("/files/made/manage", data=sure, headers=HEADERS)
    assert not made.exists()
    assert [file["file"] for file in client.get("/api/v1/files").json()] == ["given"]
    assert client.post("/files/given/manage", data=sure, headers=HEADERS).status_code == 422
    assert given.exists()
    assert "opened from the command line" in client.get("/files/given/quality?ui=en").text


def test_the_time_that_is_left_is_told_once_it_can_be(tmp_path: Path) -> None:
    job = Job("1", "x.csv", tmp_path, "me", 0.0, state="running")
    write_json(tmp_path / "progress.json", {"stage": "read", "done": 1, "total": 100, "began": time.time() - 3})
    assert seconds_left(job) is None
    write_json(tmp_path / "progress.json", {"stage": "read", "done": 25, "total": 100, "began": time.time() - 60})
    assert stage(job, labels("en")) == "Read 25 of 100 reviews, about 3 minutes left"
    write_json(tmp_path / "progress.json", {"stage": "read", "done": 90, "total": 100, "began": time.time() - 180})
    assert stage(job, labels("zh")) == "已读 90 / 100 条评论，大约还需 20 秒"
