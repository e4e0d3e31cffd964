"""What went wrong is said on a page, with what to do, and as JSON for programs; files are never damaged."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from shutil import copy

import duckdb
import pytest
from fastapi.testclient import TestClient

from voxpop.analysis import analyze
from voxpop.settings import Settings
from voxpop.store import SCHEMA_VERSION
from voxpop.web.app import create_app

from .html_tree import Page


def looked_at(path: Path) -> tuple[int, str]:
    with TestClient(create_app([path]), base_url="http://localhost") as client:
        answer = client.get(f"/files/{path.stem}")
        assert client.get("/api/v1/files").json()[0]["problem"] or answer.status_code == 200
        assert client.get(f"/api/v1/files/{path.stem}").status_code == answer.status_code
        return answer.status_code, Page(answer.text).text


def test_a_foreign_file(tmp_path: Path) -> None:
    path = tmp_path / "photo.voxpop"
    path.write_bytes(b"\x89PNG\r\n" * 1000)
    before = sha256(path.read_bytes()).hexdigest()
    status, text = looked_at(path)
    assert status == 503
    assert "damaged or not a .voxpop file" in text
    assert "voxpop analyze" in text
    assert sha256(path.read_bytes()).hexdigest() == before


def test_another_database(tmp_path: Path) -> None:
    path = tmp_path / "other.voxpop"
    duckdb.connect(str(path)).execute("CREATE TABLE x (y INTEGER)").close()
    status, text = looked_at(path)
    assert status == 503
    assert "not one that voxpop made" in text


def test_a_cut_file(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.voxpop"
    data = (folder / "hotel.voxpop").read_bytes()
    path.write_bytes(data[: len(data) // 2])
    status, text = looked_at(path)
    assert status == 503
    assert "damaged" in text


def test_a_file_of_a_newer_version(folder: Path, tmp_path: Path) -> None:
    path = Path(copy(folder / "hotel.voxpop", tmp_path / "newer.voxpop"))
    with duckdb.connect(str(path)) as connection:
        connection.execute("INSERT INTO voxpop VALUES (?)", [SCHEMA_VERSION + 1])
    status, text = looked_at(path)
    assert status == 503
    assert "newer voxpop" in text
    assert "Update" in text


def test_a_file_that_another_program_writes_to(folder: Path, tmp_path: Path) -> None:
    path = Path(copy(folder / "plain.voxpop", tmp_path / "taken.voxpop"))
    code = f"import duckdb, sys; c = duckdb.connect({str(path)!r}); print('held', flush=True); sys.stdin.read()"
    holder = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        status, text = looked_at(path)
    finally:
        holder.communicate("")
    assert status == 503
    assert "another program has it open" in text
    assert looked_at(path)[0] == 200


def test_a_file_that_goes_away_while_we_serve(folder: Path, tmp_path: Path) -> None:
    path = Path(copy(folder / "plain.voxpop", tmp_path / "gone.voxpop"))
    with TestClient(create_app([path]), base_url="http://localhost") as client:
        assert client.get("/files/gone").status_code == 200
        path.unlink()
        answer = client.get("/files/gone")
    assert answer.status_code == 503
    assert "put it back" in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/files/nothing", 404),
        ("/files/hotel/aspect?id=en:castle", 404),
        ("/files/hotel/aspect", 422),
        ("/files/hotel/review?id=x", 404),
        ("/files/hotel/summary?claim=9999", 404),
        ("/files/hotel/aspect?id=en:room&since=yesterday", 422),
        ("/files/hotel/aspect?id=en:room&stars=9", 422),
        ("/files/hotel/reviews?until=0", 422),
        ("/files/hotel/reviews?until=2024-13-01", 422),
        ("/files/hotel/compare?a_since=20240101", 422),
        ("/files/hotel/reviews?sort=loudest", 422),
        ("/files/hotel/reviews?page=0", 422),
        ("/files/hotel/audit?precision=2", 422),
        ("/files/hotel/compare?with=nothing", 404),
        ("/files/hotel/export/aspects.pdf", 422),
    ],
)
def test_addresses_that_make_no_sense(client: TestClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    page = Page(answer.text)
    assert "Traceback" not in page.text
    assert "Back to the start" in page.text
    spoken = client.get(f"{path}{'&' if '?' in path else '?'}ui=zh")
    assert "回到首页" in spoken.text
    if path.startswith("/files/hotel/") and "export" not in path and "summary" not in path:
        assert client.get(f"/api/v1{path}").json().keys() <= {"error", "message", "detail"}


def test_a_mistake_of_ours_tells_no_secrets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from voxpop.web.routers import quality

    def broken(here: object) -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(quality, "content", broken)
    app = create_app([folder / "plain.voxpop"])
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        answer = client.get("/files/plain/quality")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "RuntimeError" in answer.text


def test_no_page_says_where_files_lie(tmp_path: Path) -> None:
    source = tmp_path / "reviews.csv"
    source.write_text("text\n" + "The room was clean.\nThe room was dirty, but the view was great.\n" * 4)
    path = tmp_path / "a.voxpop"
    sheet = tmp_path / "aspects.toml"
    sheet.write_text('format = "voxpop-aspects/1"\n')
    analyze(source, output=path, settings=Settings(fast=True, aspects=str(sheet)), workers=1).close()
    addresses = ("/files/a/quality", "/files/a/report.html", "/api/v1/files/a/document", "/api/v1/files/a/quality")
    with TestClient(create_app([path]), base_url="http://localhost") as client:
        for address in addresses:
            text = client.get(address).text
            assert "reviews.csv" in text
            assert str(tmp_path) not in text
        path.write_bytes(b"damaged" * 1000)
        for address in ("/files/a", "/api/v1/files/a", "/api/v1/files"):
            text = client.get(address).text
            assert "a.voxpop" in text
            assert str(tmp_path) not in text


@pytest.mark.parametrize(
    ("query", "english", "chinese"),
    [
        ("since=May", "since must be a day such as 2024-05-31, not “May”.", "since 应是像 2024-05-31 这样的日期"),
        ("stars=9", "stars.0 may be at most 5; 9 is too large.", "stars.0 最大为 5"),
        ("page=x", "page must be a number, not “x”.", "page 应是数字"),
        ("sort=colour", "sort must be one of", "sort 应是"),
    ],
)
def test_a_value_that_is_not_accepted_is_told_in_a_sentence(
    client: TestClient, query: str, english: str, chinese: str
) -> None:
    for base in ("/files/hotel/reviews", "/api/v1/files/hotel/reviews"):
        answer = client.get(f"{base}?{query}")
        assert answer.status_code == 422
        assert english in answer.text
        assert chinese in client.get(f"{base}?{query}", headers={"accept-language": "zh"}).text
    assert "[" not in client.get(f"/api/v1/files/hotel/reviews?{query}").json()["message"]
