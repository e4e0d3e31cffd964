"""The page that edits aspects, and the same for programs."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from voxpop.web.app import create_app

from ..html_tree import Page

API = "/api/v1/files/hotel"


@pytest.fixture
def app(folder: Path, tmp_path: Path) -> Iterator[TestClient]:
    """A file of its own, since it is changed."""
    for name in ("hotel", "餐馆"):
        shutil.copy(folder / f"{name}.voxpop", tmp_path)
    app = create_app(sorted(tmp_path.glob("*.voxpop")))
    with TestClient(app, base_url="http://localhost", headers={"accept-language": "en"}) as client:
        yield client


def page(app: TestClient, address: str = "/files/hotel/edit") -> str:
    answer = app.get(address)
    assert answer.status_code == 200
    Page(answer.text)
    return answer.text


def press(app: TestClient, do: str, **fields: str | list[str]) -> Response:
    csrf = re.findall('name="csrf" value="(.*?)"', page(app))[0]
    return app.post("/files/hotel/edit", data={"csrf": csrf, "do": do, **fields})


def button(app: TestClient, kind: str) -> str:
    """Return what the button to undo or redo sends: the edit that the page shows beside it."""
    return re.findall(f'name="do" value="({kind} [0-9]+)"', page(app))[0]


def names(app: TestClient) -> list[str]:
    return [row["name"] for row in app.get(API).json()["aspects"]]


def test_the_page_offers_every_row_and_its_words(app: TestClient) -> None:
    text = page(app)
    ids = [row["id"] for row in app.get(API).json()["aspects"]]
    assert [unescape(id) for id in re.findall('name="ids" value="(.*?)"', text)] == ids
    assert "Nothing has been edited yet" in text
    assert "还没有任何修改" in page(app, "/files/hotel/edit?ui=zh")


def test_merge_rename_split_hide_pin_and_undo_by_form(app: TestClient) -> None:
    before = app.get(API).json()["aspects"]
    room, bed = (next(row for row in before if row["name"] == name) for name in ("room", "bed"))
    assert press(app, "merge", ids=["en:room", "en:bed"]).status_code == 200
    merged = app.get(API).json()["aspects"][0]
    assert (merged["id"], merged["mentions"]) == ("en:room", room["mentions"] + bed["mentions"])
    assert "Merged bed into room." in page(app)
    press(app, "rename", ids="en:room", name="Rooms <i>")
    assert "Rooms <i>" in names(app)
    for address in ("/files/hotel/edit", "/files/hotel", "/files/hotel/aspect?id=en:room", "/files/hotel/reviews"):
        assert "Rooms &lt;i&gt;" in page(app, address) or address.endswith("reviews")
        assert "Rooms <i>" not in page(app, address)
    press(app, "hide", ids=["en:staff"])
    assert "staff" not in names(app)
    press(app, "show en:staff")
    assert "staff" in names(app)
    press(app, "pin", ids=["en:staff"])
    assert names(app)[0] == "staff"
    press(app, "pin", ids=["en:breakfast"])
    press(app, "move 0 en:breakfast")
    assert names(app)[:2] == ["breakfast", "staff"]
    press(app, "part en:bed")
    assert "bed" in names(app)
    while "Undo" in page(app):
        press(app, button(app, "undo"))
    assert app.get(API).json()["aspects"] == before
    press(app, button(app, "redo"))
    assert "bed" not in names(app)


def test_words_are_split_off_by_form(app: TestClient) -> None:
    row = next(row for row in app.get(API).json()["aspects"] if "wifi" in row["terms"])
    press(app, "split", terms=[f"{row['id']}\twifi"], name="Wireless")
    assert "Wireless" in names(app)


def test_what_cannot_be_done_is_said_on_the_page(app: TestClient) -> None:
    answer = press(app, "rename", ids="en:room", name="bed")
    assert answer.status_code == 422
    assert "another aspect called" in Page(answer.text).text
    assert press(app, "merge").status_code == 422
    assert press(app, "split", terms=["en:room\troom", "en:bed\tbed"]).status_code == 422
    assert press(app, "explode", ids="en:room").status_code == 422
    assert press(app, "move x en:none").status_code == 422


def test_forms_of_others_change_nothing(app: TestClient) -> None:
    assert app.post("/files/hotel/edit", data={"do": "hide", "ids": "en:room"}).status_code == 403
    page(app)
    assert app.post("/files/hotel/edit", data={"do": "hide", "ids": "en:room", "csrf": "0" * 64}).status_code == 403
    foreign = {"origin": "http://elsewhere.example"}
    asked = {"kind": "hide", "id": "en:room"}
    assert app.post(f"{API}/edits", json=asked, headers=foreign).status_code == 403
    assert app.post(f"{API}/edits", json=asked, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    plain = {"content-type": "text/plain"}
    assert app.post(f"{API}/edits", content='{"kind": "hide", "id": "en:room"}', headers=plain).status_code == 403
    assert app.get(f"{API}/edits").json()["edits"] == []


def test_programs_edit_too(app: TestClient) -> None:
    done = app.post(f"{API}/edits", json={"kind": "merge", "ids": ["en:bed"], "into": "en:room"})
    assert done.status_code == 200
    (edit,) = done.json()["edits"]
    assert (edit["kind"], edit["who"], edit["undone"]) == ("merge", "local", None)
    assert next(row for row in done.json()["rows"] if row["id"] == "en:room")["parts"] == ["en:room", "en:bed"]
    found = tomllib.loads(app.get(f"{API}/edits.toml").text)
    assert {row["id"]: row.get("into") for row in found["aspect"]} == {"en:bed": "en:room", "en:room": None}
    assert app.post(f"{API}/edits", json={"kind": "undo"}).json()["edits"][0]["undone_by"] == "local"
    assert app.post(f"{API}/edits", json={"kind": "undo"}).status_code == 422
    assert app.post(f"{API}/edits", json={"kind": "merge"}).status_code == 422
    assert app.post(f"{API}/edits", json={"kind": "hide", "id": "x" * 400}).status_code == 422
    assert app.post("/api/v1/files/none/edits", json={"kind": "undo"}).status_code == 404


def test_readers_see_the_old_table_or_the_new(app: TestClient) -> None:
    """Many read while one edits; nobody meets an error."""

    def read(_: int) -> tuple[int, bool]:
        answer = app.get(API)
        found = [row["id"] for row in answer.json()["aspects"]]
        return answer.status_code, len(found) == len(set(found)) > 5

    def edit(kind: str) -> int:
        asked = {"kind": "hide", "id": "en:bed"} if kind == "hide" else {"kind": "undo"}
        return app.post(f"{API}/edits", json=asked).status_code

    with ThreadPoolExecutor(6) as pool:
        reading = [pool.submit(read, n) for n in range(30)]
        assert [edit(kind) for kind in ("hide", "undo") * 3] == [200] * 6
        assert {one.result() for one in reading} == {(200, True)}


def test_chinese_aspects_are_edited_the_same(app: TestClient) -> None:
    address = "/api/v1/files/餐馆"
    rows = app.get(address).json()["aspects"]
    first, second = rows[0], rows[1]
    asked = {"kind": "merge", "ids": [second["id"]], "into": first["id"]}
    assert app.post(f"{address}/edits", json=asked).status_code == 200
    merged = app.get(address).json()["aspects"][0]
    assert merged["mentions"] == first["mentions"] + second["mentions"]
    assert f"已把{second['name']}并入{first['name']}。" in page(app, "/files/餐馆/edit?ui=zh")


def test_undo_takes_back_the_edit_that_the_page_showed_and_no_other(app: TestClient) -> None:
    press(app, "hide", ids=["en:bed"])
    stale = button(app, "undo")
    press(app, "rename", ids="en:room", name="Rooms")
    answer = press(app, stale)
    assert answer.status_code == 409
    assert "no longer the last edit" in answer.text
    assert "Rooms" in names(app)
    assert "bed" not in names(app)
    assert press(app, "undo").status_code == 409
    last = app.get(f"{API}/edits").json()["edits"][-1]["seq"]
    answer = app.post(f"{API}/edits", json={"kind": "undo", "seq": last - 1})
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")
    assert app.post(f"{API}/edits", json={"kind": "undo", "seq": last}).status_code == 200
    assert "Rooms" not in names(app)
    assert app.post(f"{API}/edits", json={"kind": "undo", "seq": last}).status_code == 409
    assert app.post(f"{API}/edits", json={"kind": "redo", "seq": last}).status_code == 200
    assert "Rooms" in names(app)
