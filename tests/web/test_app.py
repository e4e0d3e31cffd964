"""Every page answers, in both languages, well-formed, under its size; the API says the same."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from fastapi.testclient import TestClient

from voxpop.web.labels import labels

from .html_tree import Page

LARGEST = 300_000
PAGES = [
    "", "/aspect?id=en:room", "/reviews", "/reviews?q=breakfast&sort=gap", "/review?id=MH-0001",
    "/review?id=MH-0001&heat=*", "/audit", "/audit?precision=0.4", "/drivers", "/segments",
    "/segments?by=stars", "/ledger", "/compare", "/quality", "/summary?claim=0",
]  # fmt: skip


@pytest.mark.parametrize("ui", ["en", "zh"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_answer_in_both_languages(client: TestClient, path: str, ui: str) -> None:
    answer = client.get(f"/files/hotel{path}", params={"ui": ui} | dict(split_query(path)))
    assert answer.status_code == 200, answer.text
    assert len(answer.content) < LARGEST
    page = Page(answer.text)
    assert f'lang="{labels(ui)("html_lang")}"' in answer.text[:60]
    assert len(page.ids) == len(set(page.ids))
    assert not re.search(r"\{\w+\}", page.text)
    assert "None" not in page.text.split() or path == "/quality"  # where the cards of the models speak


def split_query(path: str) -> list[tuple[str, str]]:
    return [tuple(unquote(part) for part in pair.split("=", 1)) for pair in urlsplit(path).query.split("&") if pair]  # type: ignore[misc]


@pytest.mark.parametrize(
    "path", ["", "/aspect?id=zh:味道", "/reviews", "/audit", "/drivers", "/segments", "/ledger", "/compare", "/quality"]
)
def test_a_chinese_file_with_a_chinese_name(client: TestClient, path: str) -> None:
    answer = client.get(f"/files/餐馆{path}")
    assert answer.status_code == 200, answer.text
    Page(answer.text)


def test_links_lead_somewhere(client: TestClient) -> None:
    """Every link of the main pages answers, exports and charts among them."""
    seen: set[str] = set()
    for path in (
        "",
        "/aspect?id=en:room",
        "/reviews",
        "/audit?precision=0.4",
        "/drivers",
        "/segments",
        "/compare",
        "/quality",
    ):
        for link in Page(client.get(f"/files/hotel{path}").text).links:
            seen.add(link.partition("#")[0])
    inside = sorted(link for link in seen if link.startswith("/"))
    assert len(inside) > 50
    for link in inside[:: max(1, len(inside) // 60)]:
        assert client.get(link).status_code == 200, link


def test_nothing_comes_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/api", *(f"/files/hotel{path}" for path in PAGES)):
        html = client.get(path).text
        assert not re.search(r"""(?:src|href|action)=["']?(?:https?:)?//""", html), path
        assert "<script>" not in html
        assert " style=" not in html
        assert not re.search(r"\son\w+=", html)


def test_the_first_page_lists_files_and_goes_straight_to_an_only_one(client: TestClient, folder: Path) -> None:
    from voxpop.web.app import create_app

    page = Page(client.get("/").text)
    assert "The Marlow Harbour Hotel" in page.text
    assert "云栖小馆" in page.text
    with TestClient(create_app([folder / "hotel.voxpop"]), base_url="http://localhost") as alone:
        assert alone.get("/", follow_redirects=False).headers["location"] == "/files/hotel"


def test_language_and_theme_are_remembered(client: TestClient) -> None:
    client.get("/files/hotel", params={"ui": "zh", "theme": "dark"})
    html = client.get("/files/hotel").text
    assert 'lang="zh-Hans" data-theme="dark"' in html
    assert "概览" in html


def test_a_browser_that_prefers_chinese_gets_it(client: TestClient) -> None:
    assert "概览" in client.get("/files/hotel", headers={"accept-language": "zh-CN,zh;q=0.9"}).text


def test_the_api_describes_itself(client: TestClient) -> None:
    schema = client.get("/api/v1/openapi.json").json()
    assert {"/api/v1/files", "/api/v1/files/{file}", "/api/v1/files/{file}/aspect"} <= set(schema["paths"])
    assert all(path.startswith("/api/v1/") for path in schema["paths"])
    page = Page(client.get("/api").text)
    assert all(path in page.text for path in schema["paths"])


def test_static_files_are_cached_by_what_they_hold(client: TestClient) -> None:
    html = client.get("/files/hotel").text
    found = re.search(r'href="(/static/app\.css\?v=\w+)"', html)
    assert found
    answer = client.get(found[1])
    assert "max-age" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/app.py").status_code == 404
