"""Key points on the overview, on the page of an aspect, on their own page and in the API."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.store.test_key_points import TEXTS

import voxpop
from voxpop.web.app import create_app


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    path = tmp_path_factory.mktemp("key-points") / "hotel.voxpop"
    voxpop.analyze(TEXTS, lang="en", workers=1, output=path).close()
    return TestClient(create_app([path]), base_url="http://localhost", headers={"accept-language": "en"})


def test_pages_and_api_tell_the_same(client: TestClient) -> None:
    points = client.get("/api/v1/files/hotel/key_points").json()["key_points"]
    first = points[0]
    assert (first["reviews"], first["of"], len(first["quotes"])) == (4, 7, 4)
    page = client.get("/files/hotel").text
    assert f'href="/files/hotel/key_point?id={first["id"]}"' in page
    own = client.get(f"/files/hotel/key_point?id={first['id']}")
    assert own.status_code == 200
    assert own.text.count('class="say"') == 4
    assert client.get(f"/api/v1/files/hotel/key_point?id={first['id']}").json() == first
    assert client.get("/files/hotel/key_point?id=99").status_code == 404


def test_many_quotes_are_shown_page_by_page(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.web.routers.summary.PAGE_QUOTES", 3)
    id = client.get("/api/v1/files/hotel/key_points").json()["key_points"][0]["id"]
    first, last = (client.get(f"/files/hotel/key_point?id={id}&page={page}").text for page in (1, 2))
    assert (first.count('class="say"'), last.count('class="say"')) == (3, 1)
    assert f"id={id}&amp;page=2" in first
    assert "Page 2 of 2" in last


def test_of_one_aspect(client: TestClient) -> None:
    points = client.get("/api/v1/files/hotel/key_points?aspect=en:staff").json()["key_points"]
    assert [(point["kind"], point["reviews"], point["of"]) for point in points] == [("complaint", 4, 4)]
    assert "What exactly is said" in client.get("/files/hotel/aspect?id=en:staff").text


def test_the_report_has_them(client: TestClient, tmp_path: Path) -> None:
    page = client.get("/files/hotel/report.html").text
    assert 'href="#point-' in page
