"""The bar above every page: all pages and counts follow the days and the segment; and the page on trends."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from tests.store.dated import dated_file
from tests.store.test_time_series import stream

from voxpop.store import Store
from voxpop.web.app import create_app
from voxpop.web.routers import export
from voxpop.web.state import MAX_SELECTIONS

PAGES = (
    "", "/reviews", "/audit", "/drivers", "/segments", "/trends", "/ledger", "/compare", "/check", "/edit", "/trust",
    "/quality",
)  # fmt: skip
FORM = {"origin": "http://localhost"}


@pytest.fixture
def app_client(tmp_path: Path) -> TestClient:
    said = [
        (date(2024, 1 + n % 6, 1 + n % 28), "US" if n % 3 else "GB", [("room", -0.5 if n % 3 else 0.5)])
        for n in range(120)
    ]
    files = [dated_file(tmp_path / "inn.voxpop", said), stream(tmp_path / "stream.voxpop", worse_since=11)]
    return TestClient(create_app(files), base_url="http://localhost", headers={"accept-language": "en"})


def part(text: str) -> str:
    return f"/files/{quote(f'inn;{text}', safe='')}"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("text", ["since=2024-03-01;until=2024-04-30", "country=US", "since=2030-01-01"])
def test_every_page_follows(app_client: TestClient, text: str, page: str) -> None:
    answer = app_client.get(part(text) + page)
    assert answer.status_code == 200
    number = {"since=2024-03-01;until=2024-04-30": 40, "country=US": 80, "since=2030-01-01": 0}[text]
    assert f"{number} of 120 reviews" in answer.text
    assert 'href="/files/inn/' not in answer.text.partition("<main")[2]  # links stay within the part


def test_the_counts_are_those_of_the_part(app_client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = app_client.get("/api/v1/files/inn").json()
    there = app_client.get("/api/v1" + part("country=GB")).json()
    assert (whole["counts"]["reviews"], there["counts"]["reviews"]) == (120, 40)
    assert [(row["positive"], row["negative"]) for row in there["aspects"]] == [(40, 0)]
    assert app_client.get("/api/v1" + part("country=GB") + "/reviews").json()["total"] == 40
    exported = app_client.get(part("country=GB") + "/export/reviews.csv").text
    assert exported.count("\n") == 41
    monkeypatch.setattr(export, "MAX_ROWS", 39)
    refused = app_client.get("/api/v1" + part("country=GB") + "/export/reviews.csv")
    assert (refused.status_code, "at most 39 rows" in refused.json()["message"]) == (422, True)
    months = app_client.get("/api/v1" + part("since=2024-06-01")).json()["stars"]["by_month"]
    assert [month["month"] for month in months] == ["2024-06"]


def test_the_bar_leads_to_the_part_and_keeps_the_page(app_client: TestClient) -> None:
    query = {"since": "2024-05-01", "until": "2024-02-01", "segment": "country=US", "page": "/reviews?q=so"}
    answer = app_client.get("/files/inn/select", params=query, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == part("since=2024-02-01;until=2024-05-01;country=US") + "/reviews?q=so"
    assert app_client.get("/files/inn/select?page=//evil.example").status_code == 422
    for bad in ("country=FR", "plan=pro", "since=soon"):
        assert app_client.get(part(bad)).status_code == 422
    assert "Show all reviews" in app_client.get(part("country=US")).text
    assert app_client.get(part("country=US") + "/aspect?id=en:room").status_code == 200


def test_an_edit_within_a_part_edits_the_file(app_client: TestClient) -> None:
    edit = {"kind": "rename", "id": "en:room", "name": "rooms"}
    assert app_client.post("/api/v1" + part("country=US") + "/edits", json=edit).status_code == 200
    assert "rooms" in app_client.get(part("country=GB")).text
    assert "rooms" in app_client.get("/files/inn").text


def test_many_parts_can_be_looked_at_one_after_the_other(app_client: TestClient) -> None:
    for day in range(1, 2 * MAX_SELECTIONS):
        assert app_client.get(part(f"since=2024-02-{day:02}") + "/reviews").status_code == 200


def test_trends_say_what_is_new_and_when_it_changed(app_client: TestClient) -> None:
    text = app_client.get("/files/stream/trends").text
    assert "60 % complain about room (12 reviews), 10 % before (22)." in text
    assert "Since 18 March 2024: complaints about room rose from 10 % to 60 % of the reviews." in text
    found = app_client.get("/api/v1/files/stream/trends?from=30d").json()
    assert found["look"]["reviews"] == 85
    assert found["trends"]["changes"]
    assert app_client.get("/files/stream/trends?from=soon").status_code == 422
    chinese = app_client.get("/files/stream/trends?ui=zh").text
    assert "60% 的评论抱怨 room" in chinese


def test_a_day_is_marked_and_unmarked(app_client: TestClient, tmp_path: Path) -> None:
    page = app_client.get("/files/stream/trends").text
    csrf = page.partition('name="csrf" value="')[2].partition('"')[0]
    form = {"csrf": csrf, "day": "2024-03-18", "text": "version 4.2"}
    answer = app_client.post("/files/stream/trends", data=form, headers=FORM)
    assert "(version 4.2): complaints about room" in answer.text
    assert "version 4.2" in app_client.get("/files/stream/trends?from=version+4.2").text
    aspect = "aspect?id=en:room"
    for chart in ("", f"/{aspect}", "/charts/months.svg", "/charts/trend.svg?id=en:room", "/report.html"):
        assert '<line class="marked"' in app_client.get(f"/files/stream{chart}").text, chart
        assert "version 4.2" in app_client.get(f"/files/stream{chart}").text, chart
    bad = app_client.post("/files/stream/trends", data={**form, "day": "soon"}, headers=FORM)
    assert (bad.status_code, "2024-05-31" in bad.text) == (422, True)
    app_client.post("/files/stream/trends", data={"csrf": csrf, "remove": "version 4.2"}, headers=FORM)
    assert Store.open(tmp_path / "stream.voxpop").facts()["marks"] == []
    assert '<line class="marked"' not in app_client.get("/files/stream").text


def test_where_few_reviews_are_new_the_page_looks_further_back(app_client: TestClient) -> None:
    assert "Too few reviews" not in app_client.get("/files/inn/trends").text
    assert "Too few reviews" in app_client.get("/files/inn/trends?from=7d").text


def test_files_without_dates_have_no_trends(tmp_path: Path) -> None:
    path = dated_file(tmp_path / "undated.voxpop", [(None, "US", [("room", 0.5)])] * 9)
    client = TestClient(create_app([path]), base_url="http://localhost")
    assert "no dates" in client.get("/files/undated/trends?ui=en").text
    assert client.get("/api/v1/files/undated/trends").json() == {"look": None, "trends": None}
