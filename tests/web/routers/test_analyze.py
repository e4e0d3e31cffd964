"""Programs as users: texts or a file in, the document out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from voxpop.web.app import ServerOptions, create_app
from voxpop.web.routers import analyze as module

TEXTS = ["The room was clean 🛏️ but the breakfast was awful.", "Great view, rude staff.", "Clean room."]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(
        create_app([], ServerOptions(folder=tmp_path_factory.mktemp("up"))), base_url="http://localhost"
    ) as client:
        yield client


def done(app: TestClient, location: str) -> dict[str, Any]:
    end = time.monotonic() + 90
    while (job := app.get(location).json())["state"] in ("waiting", "running"):
        assert time.monotonic() < end, job
        time.sleep(0.2)
    return dict(job)


def test_a_few_texts_are_answered_at_once(app: TestClient) -> None:
    answer = app.post("/api/v1/analyze", json={"texts": TEXTS, "fast": True})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["document"]["counts"]["reviews"] == 3
    assert found["opinions"]
    for opinion in found["opinions"]:
        text = TEXTS[int(opinion["review_id"]) - 1]
        assert text[opinion["start"] : opinion["end"]] == opinion["text"]
        assert all(text[start:end] for start, end in opinion["opinion_words"])


def test_reviews_keep_what_is_known_of_them(app: TestClient) -> None:
    reviews = [
        {"id": "a1", "text": TEXTS[0], "stars": 2, "date": "2024-05-01", "product": "Seaside"},
        {"text": TEXTS[1]},
    ]
    answer = app.post("/api/v1/analyze", json={"reviews": reviews, "fast": True})
    assert answer.status_code == 200, answer.text
    assert answer.json()["document"]["stars"]["histogram"]["2"] == 1
    assert "a1" in {opinion["review_id"] for opinion in answer.json()["opinions"]}


def test_many_texts_are_a_job(app: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_DIRECT_REVIEWS", 2)
    answer = app.post("/api/v1/analyze", json={"texts": TEXTS, "fast": True})
    assert answer.status_code == 202
    job = done(app, answer.headers["location"])
    assert job["state"] == "done", job
    assert app.get(f"/api/v1/files/{job['file']}").json()["counts"]["reviews"] == 3


def test_a_file_is_a_job(app: TestClient) -> None:
    data = "评论内容,评分\n房间很干净，早餐很好。,5\n服务态度差。,1\n".encode("gb18030")
    given = {"fast": "true", "product": "海景"}
    answer = app.post("/api/v1/analyze", files={"file": ("评论.csv", data)}, data=given)
    assert answer.status_code == 202, answer.text
    job = done(app, answer.headers["location"])
    assert (job["state"], job["file"]) == ("done", "评论"), job
    document = app.get(f"/api/v1/jobs/{job['id']}/result").json()
    assert document["run"]["product"] == "海景"
    assert document["counts"]["reviews"] == 2


def test_a_file_that_is_none_fails_with_its_reason(app: TestClient) -> None:
    answer = app.post("/api/v1/analyze", files={"file": ("a.csv", b"\x7fELF" + bytes(2000))})
    job = done(app, answer.headers["location"])
    assert (job["state"], job["error"]) == ("failed", "input")
    assert "a program" in job["message"]


@pytest.mark.parametrize(
    ("body", "part"),
    [({}, "texts or reviews"), ({"texts": []}, "texts or reviews"),
     ({"texts": ["a"], "reviews": [{"text": "b"}]}, "not both"),
     ({"texts": "a"}, "texts"), ({"texts": ["a"], "lang": "fr"}, "lang"),
     ({"texts": ["a"], "domain": "hotl"}, "domain"), ({"texts": ["a"], "colour": 1}, "colour"),
     ({"reviews": [{"stars": 3}]}, "text"), ([], "body"), ({"texts": [None]}, "texts")],
)  # fmt: skip
def test_what_is_not_understood_is_said(app: TestClient, body: Any, part: str) -> None:
    answer = app.post("/api/v1/analyze", json=body)
    assert answer.status_code == 422
    assert part in answer.json()["message"] or part == "body"


def test_other_content_is_not_understood(app: TestClient) -> None:
    answer = app.post("/api/v1/analyze", content=b"text", headers={"content-type": "text/csv"})
    assert (answer.status_code, answer.json()["error"]) == (422, "option")
    answer = app.post("/api/v1/analyze", files={"file": ("a.csv", b"text\nGood.")}, data={"lang": "fr"})
    assert answer.status_code == 422
    assert app.post("/api/v1/analyze", data={"product": "x"}, files={"other": ("a", b"b")}).status_code == 422


def test_texts_that_say_nothing(app: TestClient) -> None:
    answer = app.post("/api/v1/analyze", json={"texts": ["", " ", "It is Monday."], "fast": True})
    assert answer.status_code == 200, answer.text
    assert answer.json()["opinions"] == []


def test_a_job_can_be_cancelled(app: TestClient) -> None:
    rows = "".join(f"The room {n} was clean.,5\n" for n in range(5000))
    location = app.post("/api/v1/analyze", files={"file": ("a.csv", f"text,stars\n{rows}".encode())}).headers[
        "location"
    ]
    assert app.delete(location, headers={"origin": "http://evil.example"}).status_code == 403
    assert app.delete(location).json()["state"] == "cancelled"
    assert app.get(f"{location}/result").status_code == 409
