"""Who may look, who may change, and who is turned away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from voxpop.analysis import analyze
from voxpop.errors import OptionError
from voxpop.settings import Settings
from voxpop.web.accounts import FAILURES, SESSION_COOKIE, Accounts, account, safe_address
from voxpop.web.app import ServerOptions, create_app

VIEWER, EDITOR = "look-only-secret", "may-change-secret"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guarded")
    texts = ["The room was clean.", "The room was dirty, but the view was great."] * 4
    analyze(texts, output=folder / "small.voxpop", settings=Settings(fast=True), workers=1).close()
    return folder


@pytest.fixture
def guarded(home: Path) -> Iterator[TestClient]:
    options = ServerOptions(viewers=(VIEWER,), editors=(f"Ann={EDITOR}",), folder=home / "uploads")
    with TestClient(create_app([home / "small.voxpop"], options), base_url="http://localhost") as client:
        yield client


def form(page: str) -> str:
    found = re.search(r'name="csrf" value="(\w+)"', page)
    assert found
    return found[1]


def log_in(client: TestClient, token: str, to: str = "/") -> object:
    csrf = form(client.get("/login").text)
    return client.post("/login", data={"token": token, "csrf": csrf, "next": to}, follow_redirects=False)


@pytest.mark.parametrize(
    "path", ["/", "/files/small", "/files/small/export/aspects.csv", "/upload", "/jobs/x", "/nowhere"]
)
def test_strangers_are_sent_to_the_login(guarded: TestClient, path: str) -> None:
    answer = guarded.get(path, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/login")
    assert guarded.post(path, follow_redirects=False).status_code == 303


@pytest.mark.parametrize("path", ["/api/v1/files", "/api/v1/files/small", "/api/v1/openapi.json", "/api/v1/jobs"])
def test_programs_need_the_header(guarded: TestClient, path: str) -> None:
    answer = guarded.get(path)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "Authorization" in answer.json()["message"]
    assert guarded.get(path, headers={"authorization": "Bearer wrong-wrong-wrong"}).status_code == 401
    assert guarded.get(path, headers={"authorization": f"Bearer {VIEWER}"}).status_code == 200


def test_logging_in_leads_on_and_sets_a_cookie(guarded: TestClient) -> None:
    answer = log_in(guarded, VIEWER, "/files/small/reviews?stars=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/files/small/reviews?stars=1")
    cookie = answer.headers["set-cookie"].lower()
    assert SESSION_COOKIE in cookie
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert VIEWER not in cookie
    assert guarded.get("/files/small").status_code == 200


def test_the_form_remembers_where_someone_wanted_to_go(guarded: TestClient) -> None:
    page = guarded.get("/files/small/reviews?stars=1").text
    assert 'name="next" value="/files/small/reviews?stars=1"' in page


def test_wrong_tokens_are_throttled_and_right_ones_pass(guarded: TestClient) -> None:
    assert log_in(guarded, "no-such-token").status_code == 403
    for _ in range(FAILURES):
        log_in(guarded, "no-such-token")
    slow = log_in(guarded, "no-such-token")
    assert slow.status_code == 429
    assert 0 < int(slow.headers["retry-after"]) <= 60
    assert log_in(guarded, EDITOR).status_code == 303


def test_programs_with_wrong_tokens_do_not_lock_out_right_ones(guarded: TestClient) -> None:
    answers = [guarded.get("/api/v1/files", headers={"authorization": "Bearer wrong"}) for _ in range(FAILURES + 1)]
    assert [answer.status_code for answer in answers] == [401] * FAILURES + [429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 60
    assert "Too many" in answers[-1].json()["message"]
    assert guarded.get("/api/v1/files", headers={"authorization": f"Bearer {VIEWER}"}).status_code == 200


def test_a_login_form_from_elsewhere_is_refused(guarded: TestClient) -> None:
    assert guarded.post("/login", data={"token": EDITOR}, follow_redirects=False).status_code == 403


def test_viewers_cannot_change(guarded: TestClient) -> None:
    log_in(guarded, VIEWER)
    assert "/upload" not in guarded.get("/files/small").text
    csrf = form(guarded.get("/login").text)
    answer = guarded.post("/files/small/edit", data={"csrf": csrf, "do": "hide en:room"})
    assert answer.status_code == 403
    assert "lets you look" in answer.text
    told = guarded.post("/api/v1/files/small/edits", json={"kind": "hide", "id": "en:room"})
    assert (told.status_code, told.json()["error"]) == (403, "viewer")
    assert guarded.post("/api/v1/analyze", json={"texts": ["The room was clean."]}).status_code == 403
    assert guarded.post("/upload", files={"file": ("a.csv", b"text\nGood.")}).status_code == 403


def test_viewers_see_no_forms_to_change_something(guarded: TestClient) -> None:
    log_in(guarded, VIEWER)
    for path in ("/files/small/edit", "/files/small/trust"):
        text = guarded.get(path).text
        assert "<form" not in text
        assert "lets you look" in text
    for path in ("/upload", "/jobs/any"):
        assert guarded.get(path).status_code == 403


def test_editors_change_and_are_named_in_the_log(guarded: TestClient) -> None:
    log_in(guarded, EDITOR)
    assert 'href="/upload"' in guarded.get("/files/small").text
    id = guarded.get("/api/v1/files/small").json()["aspects"][0]["id"]
    done = guarded.post("/api/v1/files/small/edits", json={"kind": "hide", "id": id})
    assert done.status_code == 200, done.text
    assert done.json()["edits"][-1]["who"] == "Ann"
    guarded.post("/api/v1/files/small/edits", json={"kind": "undo"})


def test_pages_of_one_visitor_are_not_kept_for_another(guarded: TestClient) -> None:
    log_in(guarded, EDITOR)
    assert "Ann" in guarded.get("/files/small/quality").text
    guarded.cookies.clear()
    assert guarded.get("/files/small/quality", follow_redirects=False).status_code == 303
    log_in(guarded, VIEWER)
    assert "Ann" not in guarded.get("/files/small/quality").text


def test_logging_out(guarded: TestClient) -> None:
    log_in(guarded, EDITOR)
    cookie = {"cookie": f"{SESSION_COOKIE}={guarded.cookies[SESSION_COOKIE]}"}
    log_in(guarded, EDITOR)
    other = guarded.cookies[SESSION_COOKIE]
    assert other not in cookie["cookie"]
    guarded.post("/logout", data={"csrf": form(guarded.get("/login").text)})
    assert guarded.get("/files/small", follow_redirects=False).status_code == 303
    kept = {"cookie": f"{SESSION_COOKIE}={other}"}
    assert guarded.get("/files/small", headers=kept, follow_redirects=False).status_code == 303
    assert guarded.get("/files/small", headers=cookie, follow_redirects=False).status_code == 200  # another session


def test_a_cookie_of_another_run_is_worth_nothing(guarded: TestClient, home: Path) -> None:
    cookie = log_in(guarded, EDITOR).headers["set-cookie"].split(";")[0]
    with TestClient(
        create_app([], ServerOptions(editors=(EDITOR,), folder=home / "other")), base_url="http://localhost"
    ) as other:
        assert other.get("/", headers={"cookie": cookie}, follow_redirects=False).headers["location"] == "/login"


@pytest.mark.parametrize(
    ("given", "where"),
    [("/files/a?b=c", "/files/a?b=c"), ("//evil.example", "/"), ("https://evil.example", "/"), ("/\\evil.example", "/"),
     ("/a\r\nSet-Cookie: x", "/"), ("", "/"), ("/login?next=/login", "/")],
)  # fmt: skip
def test_nobody_is_led_away(given: str, where: str) -> None:
    assert safe_address(given) == where


def test_tokens_have_names_and_a_length() -> None:
    assert account("viewer", "Ann Lee=long-enough-secret").name == "Ann Lee"
    assert account("editor", "long-enough-secret").name == "editor"
    with pytest.raises(OptionError, match="12 characters"):
        account("viewer", "Ann=short")
    assert not Accounts()
    assert Accounts(viewers=["a=secret-with=signs"]).by_secret("secret-with=signs")
