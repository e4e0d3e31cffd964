"""A pasted summary is marked sentence by sentence, in the app and in the API."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from voxpop.web.routers import check

SUMMARY = "The view is great. The view is awful. The spa is wonderful."
VERDICTS = ["supported", "contradicted", "unmentioned"]
API, PAGE = "/api/v1/files/plain/check", "/files/plain/check"


def test_the_api_gives_verdicts_with_quotes(client: TestClient) -> None:
    found = client.post(API, json={"summary": SUMMARY}).json()
    assert [one["verdict"] for one in found["sentences"]] == VERDICTS
    assert found["counts"] == dict.fromkeys(VERDICTS, 1)
    quote = found["sentences"][0]["quotes"][0]
    start = quote["context_start"]
    assert quote["context"][quote["start"] - start : quote["end"] - start] == quote["text"]


@pytest.mark.parametrize(("language", "words"), [("en", "Supported"), ("zh", "有依据")])
def test_the_page_shows_the_same(client: TestClient, language: str, words: str) -> None:
    page = client.get(PAGE, headers={"accept-language": language}).text
    token = re.search('name="csrf" value="([^"]+)"', page)
    assert token is not None
    form = {"summary": SUMMARY, "csrf": token[1]}
    answer = client.post(PAGE, data=form, headers={"accept-language": language, "origin": "http://localhost"})
    assert answer.status_code == 200
    assert words in answer.text
    assert answer.text.count('class="say" lang="en"') == 3
    assert SUMMARY in answer.text  # in the form, to be changed


def test_a_form_of_another_site_is_refused(client: TestClient) -> None:
    assert client.post(PAGE, data={"summary": SUMMARY, "csrf": "x"}).status_code == 403
    assert client.post(API, json={"summary": SUMMARY}, headers={"origin": "http://evil"}).status_code == 403


def test_long_summaries_and_long_files_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.post(API, json={"summary": "x" * (check.MAX_CHARACTERS + 1)}).status_code == 422
    answer = client.post(API, json={"summary": "It is good. " * (check.MAX_SENTENCES + 1)})
    assert answer.status_code == 422
    assert "100 sentences" in answer.text
    monkeypatch.setattr(check, "REVIEWS", 3)
    assert "more than 3 reviews" in client.post(API, json={"summary": SUMMARY}).text


@pytest.mark.parametrize("summary", ["", "…", "<script>alert(1)</script>"])
def test_odd_summaries(client: TestClient, summary: str) -> None:
    found = client.post(API, json={"summary": summary}).json()
    assert all(one["verdict"] == "unmentioned" for one in found["sentences"])
