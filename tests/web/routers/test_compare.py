"""Compare: what is said where there is nothing to compare."""

from __future__ import annotations

from fastapi.testclient import TestClient


def test_an_empty_side_is_said(client: TestClient) -> None:
    query = "a_since=2030-01-01"
    assert "There are no reviews on this side: from 1 January 2030" in client.get(f"/files/hotel/compare?{query}").text
    answer = client.get(f"/api/v1/files/hotel/compare?{query}").json()
    assert answer["differences"] == []
    assert "no reviews" in answer["nothing"]


def test_files_without_a_shared_aspect_are_not_called_alike(client: TestClient) -> None:
    text = client.get("/files/plain/compare?with=餐馆").text
    assert "No aspect is spoken of on both sides" in text
    assert "Nothing differs beyond chance" not in text
    assert "没有一个方面" in client.get("/api/v1/files/plain/compare?with=餐馆&ui=zh").json()["nothing"]
