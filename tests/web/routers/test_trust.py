"""The trust check: the page, the API, and what comes of the answers."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from voxpop.train.label_table import LabelColumns, read_labelled
from voxpop.web.app import create_app

from ..html_tree import Page

API = "/api/v1/files/hotel"


@pytest.fixture
def app(folder: Path, tmp_path: Path) -> Iterator[TestClient]:
    shutil.copy(folder / "hotel.voxpop", tmp_path)
    with TestClient(create_app([tmp_path / "hotel.voxpop"]), base_url="http://localhost") as client:
        yield client


def answers(app: TestClient, said: dict[int, str], **more: str) -> Response:
    text = app.get("/files/hotel/trust").text
    hidden = re.findall('type="hidden" name="(.*?)" value="(.*?)"', text)
    fields = {name: unescape(value) for name, value in hidden}
    fields |= {f"verdict-{place}": verdict for place, verdict in said.items()}
    return app.post("/files/hotel/trust", data=fields | more)


def test_thirty_opinions_are_asked_about_with_their_words_marked(app: TestClient) -> None:
    text = app.get("/files/hotel/trust").text
    page = Page(text)
    assert text.count('class="card"') == 30
    assert len(page.marks) >= 30
    asked = app.get(f"{API}/trust").json()["next"]
    rows = {row["id"] for row in app.get(API).json()["aspects"]}
    assert {one["aspect"] for one in asked} == rows  # one of every row is among them
    assert "这里说的是" in app.get("/files/hotel/trust?ui=zh").text


def test_answers_give_precision_on_every_bar(app: TestClient) -> None:
    assert "trust-line" not in app.get("/files/hotel").text
    done = answers(app, dict.fromkeys(range(30), "yes") | {0: "no", 1: "fix", 2: ""}, **{"pol-1": "neutral"})
    assert done.status_code == 200
    found = app.get(f"{API}/trust").json()
    assert (found["overall"]["right"], found["overall"]["checked"]) == (27, 29)
    assert found["overall"]["low"] < found["overall"]["share"] < found["overall"]["high"]
    rows = app.get(API).json()["aspects"]
    assert app.get("/files/hotel").text.count("trust-line") == sum(row["checked"] is not None for row in rows)
    assert sum(row["checked"]["checked"] for row in rows if row["checked"]) == 29
    assert "trust-line" in app.get(f"/files/hotel/aspect?id={rows[0]['id']}").text
    again = {(one["quote"]["review_id"], one["start"]) for one in found["next"]}
    assert len(again) == 30


def test_one_aspect_is_checked_by_itself(app: TestClient) -> None:
    text = app.get("/files/hotel/trust?aspect=en:room").text
    assert set(re.findall(r'name="aspect-\d+" value="(.*?)"', text)) == {"en:room"}
    assert app.get("/files/hotel/trust?aspect=en:none").status_code == 404


def test_corrections_are_labelled_data_that_train_takes(app: TestClient, tmp_path: Path) -> None:
    answers(app, dict.fromkeys(range(30), "yes") | {0: "no", 1: "fix"}, **{"name-1": "Front desk", "pol-1": "negative"})
    text = app.get(f"{API}/export/checks.csv").content
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    assert [(row["aspect"], row["polarity"]) for row in rows[:2]] == [("", ""), ("Front desk", "negative")]
    (tmp_path / "checks.csv").write_bytes(text)
    read = read_labelled(tmp_path / "checks.csv", LabelColumns(category="aspect", polarity="polarity"))
    assert read.text == "text"
    assert "Front desk" in read.categories
    assert len(read.items) >= 25  # two answers may be about one sentence


def test_answers_that_make_no_sense_are_said(app: TestClient) -> None:
    assert answers(app, {0: "fix"}).status_code == 422
    assert answers(app, {0: "yes"}, **{"start-0": "999999"}).status_code == 422
    assert answers(app, {}).status_code == 200
    assert answers(app, {0: "yes"}, csrf="x").status_code == 403
    assert app.get(f"{API}/trust").json()["overall"]["checked"] == 0


def test_programs_answer_too(app: TestClient) -> None:
    one = app.get(f"{API}/trust").json()["next"][0]
    said = {"review_id": one["quote"]["review_id"], "start": one["start"], "aspect": one["aspect"], "verdict": "yes"}
    done = app.post(f"{API}/trust", json=[said])
    assert done.status_code == 200
    assert done.json()["aspects"][one["aspect"]]["right"] == 1
    assert app.post(f"{API}/trust", json=[]).status_code == 422
    assert app.post(f"{API}/trust", json=[{**said, "verdict": "maybe"}]).status_code == 422
    assert app.post(f"{API}/trust", json=[said], headers={"origin": "http://x.example"}).status_code == 403
