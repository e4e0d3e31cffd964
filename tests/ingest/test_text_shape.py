"""What no customer writes is recognised by its shape."""

from __future__ import annotations

import pytest

from voxpop.ingest.text_quality import shape_of


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("https://example.com/p/1", "a web address"),
        ("www.example.com  http://a.b/c?d=e", "a web address"),
        ("2024-03-01 12:00:01,123 INFO worker.3 started job 21", "a line of a log"),
        ('127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326', "a line of a log"),
        ("Mar  3 12:00:01 host sshd[123]: Accepted password", "a line of a log"),
        ("def cut(total: int, *, room: int) -> list[int]:", "program code"),
        ("from collections.abc import Sequence", "program code"),
        ("const rows = document.querySelectorAll('tr');", "program code"),
        ("    return [low for low in range(0, total)]", "program code"),
        ("12.5\t33.1\t7.0\t8", "a row of numbers"),
        ("A12, 3.4, 5.6, 7.8", "a row of numbers"),
    ],
)
def test_shapes(text: str, shape: str) -> None:
    assert shape_of(text) == shape


@pytest.mark.parametrize(
    "text",
    [
        "",
        "return policy is bad",
        "Import beer at its best",
        "Food = amazing, service = bad",
        "I paid $3.50 for 2 of them (in 2023); 10/10!",
        "See https://example.com for the menu",
        "Great :) ;) <3",
        "Too slow . ;((((((((",
        "On 2024-03-01 12:00 we got an ERROR, no refund",
        "5 stars 10/10",
        "承诺的时间做不到;让我白等2个小时;",
        "1080p 60fps",
        "Update: works again",
    ],
)
def test_reviews_have_none(text: str) -> None:
    assert shape_of(text) is None
