"""Pages are kept while they are true, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest
from fastapi.testclient import TestClient
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from voxpop.web.app import create_app
from voxpop.web.page_cache import PageCache
from voxpop.web.pages import render
from voxpop.web.state import Library


@pytest.fixture
def served(folder: Path, tmp_path: Path) -> Iterator[TestClient]:
    app = create_app([copy(folder / "plain.voxpop", tmp_path / "x.voxpop")])
    app.state.path = tmp_path / "x.voxpop"

    @app.get("/files/x/form")
    def form(request: Request) -> Response:
        from voxpop.web.security import form_token

        form_token(request)
        return render(request, "home.html.j2", entries=[])

    with TestClient(app, base_url="http://localhost") as client:
        yield client


def count(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that are rendered from now on."""
    made: list[str] = []
    from voxpop.web.routers import drivers

    def counting(request: Request, template: str, **content: object) -> Response:
        made.append(template)
        return render(request, template, **content)  # type: ignore[arg-type]

    monkeypatch.setattr(drivers, "render", counting)
    return made


def test_a_page_is_made_once(served: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = count(served, monkeypatch)
    first, second = (served.get("/files/x/drivers") for _ in range(2))
    assert first.text == second.text
    assert first.headers == second.headers
    assert len(made) == 1


def test_language_theme_and_query_make_other_pages(served: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = count(served, monkeypatch)
    served.get("/files/x/drivers")
    assert "什么影响星级" in served.get("/files/x/drivers", headers={"accept-language": "zh"}).text
    assert 'data-theme="dark"' in served.get("/files/x/drivers", headers={"cookie": "voxpop_theme=dark"}).text
    served.get("/files/x/drivers?step=stars")
    assert len(made) == 4


def test_a_changed_file_makes_new_pages(served: TestClient, folder: Path) -> None:
    before = served.get("/files/x/drivers").text
    new = Path(copy(folder / "hotel.voxpop", served.app.state.path.with_suffix(".new")))  # type: ignore[attr-defined]
    new.replace(served.app.state.path)  # type: ignore[attr-defined]
    assert served.get("/files/x/drivers").text != before
    served.app.state.path.unlink()  # type: ignore[attr-defined]
    assert served.get("/files/x/drivers").status_code == 503


def test_what_belongs_to_one_visitor_is_not_kept(served: TestClient) -> None:
    first, second = (served.get("/files/x/form") for _ in range(2))
    assert "no-store" in first.headers["cache-control"]
    assert "set-cookie" in first.headers
    assert "set-cookie" not in second.headers
    assert "set-cookie" in served.get("/files/x/drivers?ui=zh").headers
    assert "set-cookie" in served.get("/files/x/drivers?ui=zh").headers


def test_old_pages_make_room(served: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.web.page_cache.ROOM", 15_000)
    made = count(served, monkeypatch)
    for step in ("a", "b", "c", "d", "e", "f", "a"):
        served.get(f"/files/x/drivers?step={step}", headers={"accept-encoding": "identity"})
    assert len(made) == 7


def test_a_page_that_a_visitor_has_is_not_sent_again(served: TestClient, folder: Path) -> None:
    first = served.get("/files/x/drivers")
    mark = {"if-none-match": first.headers["etag"]}
    again = served.get("/files/x/drivers", headers=mark)
    assert (again.status_code, again.content) == (304, b"")
    assert "content-security-policy" in again.headers
    assert served.get("/files/x/drivers").headers["vary"] == first.headers["vary"]
    assert served.get("/files/x/drivers?ui=zh", headers=mark).status_code == 200
    served.cookies.clear()
    assert served.get("/files/x/drivers", headers={**mark, "accept-language": "zh"}).status_code == 200
    assert "etag" not in served.get("/files/x/form").headers
    new = Path(copy(folder / "hotel.voxpop", served.app.state.path.with_suffix(".new")))  # type: ignore[attr-defined]
    new.replace(served.app.state.path)  # type: ignore[attr-defined]
    assert served.get("/files/x/drivers", headers=mark).status_code == 200


def test_pages_are_made_in_the_order_in_which_they_were_asked_for() -> None:
    """A page that was begun does not wait while those that came later are made."""
    begun: list[str] = []
    running = most = 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal running, most
        begun.append(scope["path"])
        running += 1
        most = max(most, running)
        for _ in range(5):
            await asyncio.sleep(0)
        running -= 1
        await PlainTextResponse(scope["path"])(scope, receive, send)

    async def ask(cache: PageCache, path: str) -> str:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        await cache({"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}, receive, send)
        return b"".join(message.get("body", b"") for message in sent).decode()

    async def ask_all(paths: list[str]) -> list[str]:
        library = Library([__file__])
        cache = PageCache(app, library=library, at_once=2)
        slug = next(iter(library.files))
        return await asyncio.gather(*(ask(cache, f"/files/{slug}/{path}") for path in paths))

    names = [str(n) for n in range(9)]
    answers = asyncio.run(ask_all(names))
    assert [answer.rpartition("/")[2] for answer in answers] == names
    assert begun == answers
    assert most == 2


def test_pieces_of_pages_are_kept_for_each_language_until_the_file_changes(served: TestClient) -> None:
    row = served.get("/api/v1/files/x").json()["aspects"][0]
    first = [served.get(f"/files/x/reviews?ui={ui}").text for ui in ("en", "zh")]
    other_page = [served.get(f"/files/x/reviews?ui={ui}&sort=oldest").text for ui in ("en", "zh")]
    for english, chinese in (first, other_page):
        assert ">Reviews</a>" in english
        assert ">Reviews</a>" not in chinese
        assert english.count('class="id"') == chinese.count('class="id"') > 0
        assert f">{row['name']}<" in english
    renamed = {"kind": "rename", "id": row["id"], "name": "quite another name"}
    assert served.post("/api/v1/files/x/edits", json=renamed).status_code == 200
    assert "quite another name" in served.get("/files/x/reviews?ui=en&sort=oldest").text
