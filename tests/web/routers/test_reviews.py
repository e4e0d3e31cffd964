"""The list of reviews: what filters it, and what is refused."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient


@pytest.mark.parametrize("given", ["side=negative", "about=all", "words=clean", "term=room"])
@pytest.mark.parametrize("path", ["/api/v1/files/hotel/reviews", "/api/v1/files/hotel/export/reviews.json"])
def test_a_filter_of_opinions_without_an_aspect_is_refused(client: TestClient, path: str, given: str) -> None:
    answer = client.get(f"{path}?{given}")
    assert (answer.status_code, answer.json()["error"]) == (422, "option")
    assert "aspect=ID" in answer.json()["message"]
    assert given.partition("=")[0] in answer.json()["message"]
    assert client.get(f"{path}?{given}&aspect=en:room").status_code == 200
    page = client.get(f"/files/hotel/reviews?{given}&ui=zh")
    assert page.status_code == 422
    assert "只有与方面一起" in page.text


def test_a_side_filters_with_an_aspect(client: TestClient) -> None:
    path = "/api/v1/files/hotel/reviews?aspect=en:room"
    every, some = client.get(path).json()["total"], client.get(f"{path}&side=negative").json()["total"]
    assert 0 < some < every
