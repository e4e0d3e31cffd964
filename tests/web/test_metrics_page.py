from __future__ import annotations

import re

from fastapi.testclient import TestClient

LINE = re.compile(r'(# (HELP|TYPE) .*|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+]+)')


def test_the_numbers_are_those_of_the_requests(client: TestClient) -> None:
    before = numbers(client)
    assert client.get("/files/hotel").status_code == 200
    assert client.get("/files/nothing").status_code == 404
    after = numbers(client)
    assert after['voxpop_http_requests_total{method="GET",status="404"}'] >= 1
    name = "voxpop_http_request_seconds"
    assert after[f"{name}_count"] == before[f"{name}_count"] + 3  # with the first look at the numbers
    assert after[f'{name}_bucket{{le="+Inf"}}'] == after[f"{name}_count"]
    assert after[f"{name}_sum"] > before[f"{name}_sum"]
    assert after["voxpop_files"] >= 2
    assert after["process_resident_memory_bytes"] > 10_000_000


def numbers(client: TestClient) -> dict[str, float]:
    answer = client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}
