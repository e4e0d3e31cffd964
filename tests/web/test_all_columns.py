"""The other columns of a file in the app: on the page of a review, in the API and in exports; several texts joined."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
from voxpop.web.app import ServerOptions, create_app

from .html_tree import Page

ROWS = [
    {"title": f"Lovely {n}", "body": f"The room was <b>clean</b> on day {n}.", "id": f"r{n}", "source": "app"}
    for n in range(6)
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("columns")
    settings = Settings(fast=True, curation=Curation.off())
    rows = [row | ({"country": "US", "tip": "=1+1"} if n % 2 else {}) for n, row in enumerate(ROWS)]
    analyze(rows, output=folder / "cafe.voxpop", settings=settings, workers=1).close()
    options = ServerOptions(folder=folder / "uploads")
    app = create_app([folder / "cafe.voxpop"], options)
    with TestClient(app, base_url="http://localhost", headers={"accept-language": "en"}) as client:
        yield client


def test_the_api_has_all_columns_and_sections(app: TestClient) -> None:
    review = app.get("/api/v1/files/cafe/review?id=r1").json()
    assert review["text"] == "Lovely 1\nThe room was clean on day 1."
    assert review["extra"] == {
        "body": "The room was <b>clean</b> on day 1.",
        "country": "US",
        "source": "app",
        "tip": "=1+1",
    }
    assert review["sections"][1] == {"column": "body", "start": 9, "end": 37}
    assert review["unread"] == []
    reviews = app.get("/api/v1/files/cafe/reviews").json()["reviews"]
    assert {"US", None} == {entry["extra"].get("country") for entry in reviews}


@pytest.mark.parametrize("address", ["export/reviews.csv?sort=oldest", "export/opinions.csv?id=en:room"])
def test_exports_have_a_column_for_each(app: TestClient, address: str) -> None:
    rows = list(csv.DictReader(io.StringIO(app.get(f"/api/v1/files/cafe/{address}").content.decode("utf-8-sig"))))
    assert len(rows) == 6
    assert sorted(row["country"] for row in rows) == ["", "", "", "US", "US", "US"]
    assert {row["source (file)"] for row in rows} == {"app"}
    assert {row["tip"] for row in rows} == {"", "'=1+1"}
    found = app.get(f"/api/v1/files/cafe/{address.replace('.csv', '.json')}").json()
    assert sorted(row["extra"].get("country", "") for row in found) == ["", "", "", "US", "US", "US"]


def test_the_page_of_a_review_shows_them(app: TestClient) -> None:
    page = Page(app.get("/files/cafe/review?id=r1").text)
    assert "Other columns of the file" in page.text
    assert "The room was <b>clean</b> on day 1." in page.text


def test_joined_texts_can_be_confirmed(app: TestClient, tmp_path: Path) -> None:
    found = re.search(r'name="csrf" value="(\w+)"', app.get("/upload").text)
    assert found
    table = "title,review,author,country\n" + "".join(
        f"Fine number {n},The room number {n} was clean and the view was great.,Jane,US\n" for n in range(8)
    )
    sent = app.post(
        "/upload", data={"csrf": found[1]}, files={"file": ("a.csv", table.encode())}, follow_redirects=False
    )
    place = sent.headers["location"]
    page = app.get(place).text
    assert '<option value="joined" selected>title + review</option>' in page
    assert "Other columns, kept with each review: country" in page
    assert "Left out because they name people: author" in page
    answer = app.post(place, data={"csrf": found[1], "text": "joined", "fast": "true"}, follow_redirects=False)
    job = answer.headers["location"].rpartition("/")[2]
    for _ in range(600):
        state = app.get(f"/api/v1/jobs/{job}").json()
        if state["state"] not in ("waiting", "running"):
            break
        time.sleep(0.2)
    assert state["state"] == "done", state
    review = app.get(f"/api/v1/files/{state['file']}/reviews").json()["reviews"][0]
    assert [section["column"] for section in review["sections"]] == ["title", "review"]
    assert review["extra"] == {"country": "US"}
