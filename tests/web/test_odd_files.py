"""Files without stars, dates, aspects or readers, with categories, and with everything a review can throw at a page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from fastapi.testclient import TestClient

from voxpop.analysis import analyze
from voxpop.examples import path as example
from voxpop.settings import Curation, Settings
from voxpop.types import Review
from voxpop.web.app import create_app

from .html_tree import Page

ALL = ("", "/reviews", "/audit", "/drivers", "/segments", "/ledger", "/compare", "/quality")
HOSTILE = [
    "<script>alert(1)</script> The room was clean. <img src=x onerror=alert(1)>",
    '" onmouseover="alert(1) The room was clean, {{ 7 * 7 }} ${7*7} \'; DROP TABLE reviews; --',
    "The room was \x00\x07 dirty \u202e and \ud83d small \ufffe.",
    "The room\r\nwas\u2028clean 🛏️👨‍👩‍👧 房间 é ﷽.",
    "</title></style></svg><svg onload=alert(1)> The room was awful.",
]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    home = tmp_path_factory.mktemp("odd")
    plain = Settings(fast=True, curation=Curation.off())
    analyze(["ok", "well"], output=home / "silent.voxpop", settings=plain, workers=1).close()
    tree = Settings(by="tree", limit=40)
    analyze(example("en"), output=home / "tree.voxpop", settings=tree, workers=1).close()
    names = ["<b>Café</b>", 'x" y', "../../etc", "a&b=c#d?e"]
    hostile = [
        Review(id=f"{names[n % 4]}/{n}", text=text, stars=1 + n % 5, date=date(2024, 1 + n % 12, 1), lang="en",
               product=names[n % 4], source=f"C:\\{names[n % 4]}\\'file'.csv", row=n)
        for n, text in enumerate(HOSTILE * 6)
    ]  # fmt: skip
    analyze(hostile, output=home / "<i>'hostile' & co.voxpop", settings=plain, workers=1).close()
    with TestClient(create_app(sorted(home.iterdir())), base_url="http://localhost") as client:
        yield client


def slug(odd: TestClient, part: str) -> str:
    found: str = next(file["file"] for file in odd.get("/api/v1/files").json() if part in file["file"])
    return found


@pytest.mark.parametrize("name", ["silent", "tree", "hostile"])
@pytest.mark.parametrize("path", ALL)
def test_every_page_of_an_odd_file(odd: TestClient, name: str, path: str) -> None:
    for ui in ("en", "zh"):
        answer = odd.get(f"/files/{slug(odd, name)}{path}", params={"ui": ui})
        assert answer.status_code == 200, answer.text
        Page(answer.text)
    assert odd.get(f"/api/v1/files/{slug(odd, name)}{path}").status_code == 200


def test_rows_of_a_tree_have_pages(odd: TestClient) -> None:
    for row in odd.get("/api/v1/files/tree").json()["aspects"]:
        answer = odd.get("/files/tree/aspect", params={"id": row["id"]})
        assert answer.status_code == 200, row["id"]
        Page(answer.text)


def test_nothing_in_a_review_becomes_markup(odd: TestClient) -> None:
    file = slug(odd, "hostile")
    pages = [f"/files/{file}{path}" for path in (*ALL, "/reviews?q=<script>", "/reviews?q=%22+onmouseover")]
    reviews = odd.get(f"/api/v1/files/{file}/reviews").json()["reviews"]
    aspects = odd.get(f"/api/v1/files/{file}").json()["aspects"]
    answers = [odd.get(page) for page in ["/", *pages]]
    answers += [odd.get(f"/files/{file}/review", params={"id": review["id"]}) for review in reviews]
    answers += [odd.get(f"/files/{file}/aspect", params={"id": aspect["id"]}) for aspect in aspects]
    answers += [odd.get(f"/files/{file}/review", params={"id": "<script>alert(1)</script>"})]
    for answer in answers:
        page = Page(answer.text)
        assert not {name for name, _ in page.attributes if name.startswith("on") or name == "src"} - {"src"}
        assert answer.text.count("<script") == 2, "only our own"
        assert "49" not in page.marks
        assert not any((href or "").startswith(("javascript:", "//", "http")) for href in page.links)


def test_every_hostile_review_can_be_reached_by_its_link(odd: TestClient) -> None:
    file = slug(odd, "hostile")
    links = [link for link in Page(odd.get(f"/files/{file}/reviews").text).links if "/review?id=" in link]
    assert len(links) == 20
    for link in links:
        assert odd.get(link).status_code == 200, link
