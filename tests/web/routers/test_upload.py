"""From a file to the overview, without a browser; and every way in which a file can be refused."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.responses import Response

from voxpop.web.app import ServerOptions, create_app
from voxpop.web.jobs import Limits

from ..html_tree import Page

HEADER = "kommentar,note,wann\n"
CSV = HEADER + "".join(
    f"The room number {n} was clean and the view was great.,5,2024-03-{n % 28 + 1:02}\n" for n in range(30)
)
HOSTILE = "<script>alert(1)</script>\"'&lt;"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    options = ServerOptions(folder=tmp_path_factory.mktemp("uploads"), limits=Limits(upload=1_000_000))
    with TestClient(create_app([], options), base_url="http://localhost", headers={"accept-language": "en"}) as client:
        yield client


@pytest.fixture(autouse=True)
def no_cookies(app: TestClient) -> Iterator[None]:
    yield
    app.cookies.clear()


def token(client: TestClient) -> str:
    found = re.search(r'name="csrf" value="(\w+)"', client.get("/upload").text)
    assert found
    return found[1]


def send(client: TestClient, data: bytes, name: str = "cafe.csv", csrf: str | None = None) -> Response:
    given = {"csrf": token(client) if csrf is None else csrf}
    return client.post("/upload", data=given, files={"file": (name, data)}, follow_redirects=False)


def alert(answer: Response) -> str:
    found = re.search(r'role="alert"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    assert found
    return html.unescape(found[1])


def test_an_app_without_files_begins_with_the_upload(app: TestClient) -> None:
    answer = app.get("/", follow_redirects=False)
    assert answer.headers["location"] == "/upload"
    for ui in ("en", "zh"):
        Page(app.get("/upload", params={"ui": ui}).text)


def test_from_the_file_to_the_overview(app: TestClient) -> None:
    answer = send(app, CSV.encode(), "Café 1.csv")
    assert answer.status_code == 303, answer.text
    place = answer.headers["location"]
    page = Page(app.get(place).text)
    assert "Café 1.csv" in page.text
    assert "The room number 3 was clean" in page.text
    assert "hotels and guesthouses" in page.text
    csrf = token(app)
    refused = app.post(place, data={"csrf": csrf, "text": ""})
    assert refused.status_code == 422
    assert "which column holds the text" in alert(refused)
    given = {
        "csrf": csrf,
        "text": "0",
        "stars": "1",
        "date": "2",
        "fast": "true",
        "name": "Seaside",
        "title": "Sea",
    }
    watched = app.post(place, data=given, follow_redirects=False).headers["location"]
    end = time.monotonic() + 90
    while (answer := app.get(watched, follow_redirects=False)).status_code == 200:
        Page(answer.text)
        assert "data-job" in answer.text, answer.text
        assert time.monotonic() < end
        time.sleep(0.2)
    assert answer.headers["location"] == "/files/sea"
    assert app.get(place, follow_redirects=False).headers["location"] == watched
    found = app.get("/api/v1/files/sea").json()
    assert found["counts"]["read"] == 30
    assert "Seaside" in app.get("/files/sea").text
    job = app.get("/api/v1/jobs").json()[0]
    assert (job["state"], job["file"]) == ("done", "sea")
    assert app.get(f"/api/v1/jobs/{job['id']}/result").json()["counts"]["read"] == 30


@pytest.mark.parametrize(
    ("data", "name", "status", "said"),
    [(b"\x7fELF" + bytes(3000), "a.csv", 422, "a program"), (b"", "a.csv", 422, "empty"),
     (b"text\nGood.\n", "", 422, "Choose a file"), (b"x" * 1_500_000, "big.csv", 413, "at most 1 MB"),
     (HEADER.encode(), "h.csv", 422, "no rows")],
)  # fmt: skip
def test_what_cannot_be_used_is_told_on_the_page(
    app: TestClient, data: bytes, name: str, status: int, said: str
) -> None:
    answer = send(app, data, name)
    assert answer.status_code == status
    assert said in alert(answer)
    Page(answer.text)


def test_a_size_that_nobody_announced_is_noticed(app: TestClient) -> None:
    csrf = token(app)
    part = "--b\r\nContent-Disposition: form-data; name="
    head = f'{part}"csrf"\r\n\r\n{csrf}\r\n{part}"file"; filename="a.csv"\r\n\r\n'

    def body() -> Iterator[bytes]:
        yield head.encode()
        for _ in range(30):
            yield b"x" * 100_000
        yield b"\r\n--b--\r\n"

    answer = app.post("/upload", content=body(), headers={"content-type": "multipart/form-data; boundary=b"})
    assert answer.status_code == 413
    assert "at most 1 MB" in alert(answer)


@pytest.mark.parametrize(
    ("kind", "body"),
    [("text/plain", b"x"), ("multipart/form-data", b"x"), ("multipart/form-data; boundary=b", b"--b\r\nnonsense"),
     ("multipart/form-data; boundary=b", b"\xff\x00")],
)  # fmt: skip
def test_what_is_no_form(app: TestClient, kind: str, body: bytes) -> None:
    answer = app.post("/upload", content=body, headers={"content-type": kind})
    assert answer.status_code in (403, 422)
    Page(answer.text)


def test_forms_of_others_are_refused(app: TestClient) -> None:
    before = len(list(app.app.state.jobs))  # type: ignore[attr-defined]
    assert send(app, CSV.encode(), csrf="guess").status_code == 403
    answer = app.post("/upload", files={"file": ("a.csv", b"x")}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    answer = app.post("/api/v1/analyze", json={"texts": ["x"]}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert len(list(app.app.state.jobs)) == before  # type: ignore[attr-defined]


def test_hostile_names_and_headers_are_only_text(app: TestClient) -> None:
    quoted = HOSTILE.replace('"', '""')
    data = f'"{quoted}",stars\n' + f'"The room was clean {quoted}",5\n' * 5
    answer = send(app, data.encode(), f"{HOSTILE}.csv")
    page = app.get(answer.headers["location"])
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert" in page.text
    Page(page.text)
    csrf, place = token(app), answer.headers["location"].replace("upload", "jobs")
    assert app.post(f"{place}/drop", data={"csrf": csrf}, follow_redirects=False).headers["location"] == "/upload"
    assert app.get(place).status_code == 404


def test_a_column_can_be_none(app: TestClient) -> None:
    place = send(app, CSV.encode()).headers["location"]
    csrf = token(app)
    app.post(place, data={"csrf": csrf, "text": "0", "stars": "", "date": "", "fast": "true"})
    job = app.app.state.jobs[place.rsplit("/", 1)[1]]  # type: ignore[attr-defined]
    assert job.order["columns"] == {"text": "kommentar", "stars": "", "date": "", "product": "", "id": ""}
    app.post(f"/jobs/{job.id}/cancel", data={"csrf": csrf})
    page = app.get(f"/jobs/{job.id}")
    assert "cancelled" in page.text
    Page(page.text)


@pytest.mark.parametrize("kind", ["killed", "stopped", "memory", "disk", "ours", "input"])
def test_every_failure_has_its_page(app: TestClient, kind: str) -> None:
    jobs = app.app.state.jobs  # type: ignore[attr-defined]
    job = jobs.new("a.csv", who="local")
    job.state, job.kind, job.message = "failed", kind, "-9 & <b>"
    for ui in ("en", "zh"):
        page = app.get(f"/jobs/{job.id}", params={"ui": ui})
        assert page.status_code == 200
        assert "<b>" not in alert(page) or kind in ("killed", "ours", "input")
        Page(page.text)
    told = app.get(f"/api/v1/jobs/{job.id}").json()
    assert (told["state"], told["error"]) == ("failed", kind)
    assert app.get(f"/api/v1/jobs/{job.id}/result").status_code == 409
    jobs.drop(job)


def test_jobs_that_are_not_there(app: TestClient) -> None:
    for path in ("/jobs/none", "/upload/none", "/api/v1/jobs/none", "/api/v1/jobs/none/result"):
        assert app.get(path).status_code == 404


def test_the_folder_of_uploads_is_shown_again(app: TestClient, tmp_path: Path) -> None:
    folder: Path = app.app.state.options.folder  # type: ignore[attr-defined]
    with TestClient(create_app([], ServerOptions(folder=folder)), base_url="http://localhost") as again:
        assert [file["file"] for file in again.get("/api/v1/files").json()] == [
            path.stem for path in sorted(folder.glob("*.voxpop"))
        ]


def evil(marker: Path) -> bytes:
    """Return a file of reviews that is also a Python module which tells that it was imported."""
    code = f"open({str(marker)!r}, 'a').write(__name__)"
    lines = [f"# The room number {n} was clean and the view was great." for n in range(700)]
    return "\n".join([code, *lines]).encode()


def wait(client: TestClient, id: str) -> str:
    end = time.monotonic() + 600  # only ends a hang
    while (job := client.get(f"/api/v1/jobs/{id}").json())["state"] in ("waiting", "running"):
        assert time.monotonic() < end, job
        time.sleep(0.2)
    assert job["state"] == "done", job
    return str(job["file"])


@pytest.mark.parametrize("name", ["multiprocessing.py", "random.py"])
def test_an_upload_is_never_imported(app: TestClient, tmp_path: Path, name: str) -> None:
    """With so many lines the analysis starts other processes."""
    data = evil(tmp_path / "marker")
    answer = app.post("/api/v1/analyze", files={"file": (name, data)}, data={"fast": "true"})
    assert answer.status_code == 202, answer.text
    file = wait(app, answer.json()["id"])
    assert not (tmp_path / "marker").exists()
    assert app.get(f"/api/v1/files/{file}/reviews").json()["reviews"][0]["source"] == name

    answer = send(app, data, name)
    assert answer.status_code == 303, answer.text
    place = answer.headers["location"]
    assert name in app.get(place).text
    app.post(place, data={"csrf": token(app), "text": "0", "fast": "true"})
    wait(app, place.rsplit("/", 1)[1])
    assert not (tmp_path / "marker").exists()


def test_an_upload_keeps_a_fixed_name(app: TestClient) -> None:
    place = send(app, CSV.encode(), "random.py").headers["location"]
    folder: Path = app.app.state.jobs[place.rsplit("/", 1)[1]].folder  # type: ignore[attr-defined]
    assert (folder / "upload.bin").read_bytes() == CSV.encode()
    assert list(folder.rglob("*.py")) == []
