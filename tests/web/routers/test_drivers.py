"""The pages of drivers and segments show what the analysis finds, and a large file keeps nobody waiting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from voxpop.analysis import analyze
from voxpop.analysis import open as open_analysis
from voxpop.document import drivers_entry, segments_entry
from voxpop.settings import Curation, Settings
from voxpop.types import Review
from voxpop.web.app import create_app

from ..html_tree import Page

TEXTS = (("The room was clean and lovely.", 5.0), ("The room was dirty and awful.", 1.0), ("We stayed a night.", 4.0))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("moved") / "inn.voxpop"
    reviews = [
        Review(id=str(n), text=text, stars=stars, lang="en", product=["A & <b>", "B"][n % 2], date=date(2024, 1, 1))
        for n, (text, stars) in enumerate(TEXTS * 40)
    ]
    settings = Settings(fast=True, curation=Curation.off(), segment="product")
    analyze(reviews, output=file, settings=settings, workers=1).close()
    return file


@pytest.fixture(scope="module")
def inn(path: Path) -> Iterator[TestClient]:
    with TestClient(create_app([path]), base_url="http://localhost") as client:
        yield client


def test_the_api_says_what_the_analysis_finds(inn: TestClient, path: Path) -> None:
    with open_analysis(path) as analysis:
        drivers, segments = drivers_entry(analysis.drivers()), segments_entry(analysis.segments("product"))
    assert inn.get("/api/v1/files/inn/drivers").json()["drivers"] == json.loads(json.dumps(drivers))
    answer = inn.get("/api/v1/files/inn/segments").json()
    assert answer["columns"] == ["product", "stars"]
    assert answer["segments"] == json.loads(json.dumps(segments))


def test_dots_can_be_reached_and_lead_to_their_reviews(inn: TestClient) -> None:
    html = inn.get("/files/inn/drivers").text
    assert "/files/inn/aspect?id=en%3Aroom#negative" in Page(html).links
    assert 'aria-label="room: a complaint goes with −3.' in html
    assert "must-have" in html


def test_a_split_by_another_column(inn: TestClient) -> None:
    assert "A &amp; &lt;b&gt;" in inn.get("/files/inn/segments").text
    by_stars = inn.get("/files/inn/segments", params={"by": "stars"})
    assert "1: room is liked less" in by_stars.text
    unknown = inn.get("/files/inn/segments", params={"by": "country"})
    assert unknown.status_code == 404
    assert "Columns that do: product, stars" in unknown.text


@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
@pytest.mark.parametrize("table", ["drivers", "segments"])
def test_both_can_be_taken_away(inn: TestClient, table: str, kind: str) -> None:
    answer = inn.get(f"/files/inn/export/{table}.{kind}")
    assert answer.status_code == 200
    if kind == "json":
        assert answer.json()[0]["name"] == "room"


def test_the_report_has_both(path: Path, tmp_path: Path) -> None:
    with open_analysis(path) as analysis:
        page = analysis.report(tmp_path / "inn.html").read_text(encoding="utf-8")
    assert 'id="drivers"' in page
    assert "How groups differ: Product" in page
    Page(page)


def test_a_file_without_enough_says_so(client: TestClient) -> None:
    assert "Too few reviews with stars" in client.get("/files/plain/drivers").text
    assert "No column splits these reviews" in client.get("/files/plain/segments").text
