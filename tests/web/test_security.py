"""Headers on everything, only known hosts, forms only from our own pages."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from voxpop.web.app import ServerOptions, create_app
from voxpop.web.pages import remember
from voxpop.web.security import HEADERS, check_form, form_token, without_port

PATHS = ["/files/hotel", "/api/v1/files", "/static/app.css", "/nowhere", "/files/hotel/export/aspects.csv"]


@pytest.mark.parametrize("path", PATHS)
def test_headers_are_on_everything(client: TestClient, path: str) -> None:
    found = client.get(path).headers
    assert {name: found[name] for name in HEADERS} == HEADERS
    assert "unsafe-inline" not in found["content-security-policy"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:80", 200),
        ("LOCALHOST", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("", 421),
    ],
)
def test_only_known_hosts_are_answered(client: TestClient, host: str, status: int) -> None:
    answer = client.get("/api/v1/files", headers={"host": host})
    assert answer.status_code == status
    assert "content-security-policy" in answer.headers


def test_a_host_can_be_allowed() -> None:
    app = create_app([], ServerOptions(hosts=("voices.example",)))
    with TestClient(app, base_url="http://voices.example") as client:
        assert client.get("/").status_code == 200


def test_ports_are_no_part_of_a_host() -> None:
    assert [without_port(host) for host in ("a:1", "a", "[::1]:8", "[::1]", "a:b")] == [
        "a",
        "a",
        "[::1]",
        "[::1]",
        "a:b",
    ]


@pytest.fixture
def forms() -> TestClient:
    app: FastAPI = create_app([])

    @app.get("/form")
    def form(request: Request) -> Response:
        response = PlainTextResponse(form_token(request))
        remember(request, response)
        return response

    @app.post("/form")
    def posted(request: Request) -> str:
        check_form(request, request.headers.get("x-token"))
        return "changed"

    return TestClient(app, base_url="http://localhost")


def test_our_own_form_is_accepted(forms: TestClient) -> None:
    token = forms.get("/form").text
    assert forms.get("/form").text == token
    assert forms.post("/form", headers={"x-token": token}).status_code == 200
    assert forms.post("/form", headers={"x-token": token, "origin": "http://localhost"}).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"x-token": "guess"}, {"x-token": "{token}", "origin": "http://evil.example"}])
def test_other_forms_are_not(forms: TestClient, headers: dict[str, str]) -> None:
    token = forms.get("/form").text
    sent = {name: value.replace("{token}", token) for name, value in headers.items()}
    assert forms.post("/form", headers=sent).status_code == 403


def test_a_token_belongs_to_its_visitor(forms: TestClient) -> None:
    token = forms.get("/form").text
    forms.cookies.clear()
    assert forms.post("/form", headers={"x-token": token}).status_code == 403
    other = forms.get("/form").text
    assert other != token
    assert forms.post("/form", headers={"x-token": token}).status_code == 403


@pytest.mark.parametrize("announced", [True, False])
def test_forms_are_small(client: TestClient, announced: bool) -> None:
    body = b"x" * 5_000_000
    sent = body if announced else iter([body])
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/files/plain/edit", content=sent, headers=kind)  # type: ignore[arg-type]
    assert answer.status_code == 413


@pytest.mark.parametrize("path", [*PATHS, "/", "/upload", "/api/v1/files/hotel", "/api/v1/openapi.json"])
def test_head_is_get_without_the_body(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-type"] == get.headers["content-type"]


@pytest.mark.parametrize("path", ["/api/v1/files", "/api/v1/files/hotel", "/files/hotel/export/aspects.csv"])
def test_what_belongs_to_a_visitor_is_kept_nowhere_else(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["cache-control"] == "private, no-store"
    assert {"Cookie", "Authorization"} <= set(headers["vary"].split(", "))


def test_static_files_are_sent_once(client: TestClient) -> None:
    mark = client.get("/static/app.css").headers["etag"]
    again = client.get("/static/app.css", headers={"if-none-match": f'"other", W/{mark}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", mark)
    assert client.get("/static/app.css", headers={"if-none-match": '"other"'}).status_code == 200
