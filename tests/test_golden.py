"""Results do not change by accident: the JSON of both demos is what it was, to the last quote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests import golden
from voxpop.lang import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_json_of_the_demo_is_what_it_was(lang: str) -> None:
    found = list(differences(golden.read(lang), golden.document(lang)))
    assert not found, "\n".join(["If this is meant: python -m tests.golden", *found[:20]])


def test_a_difference_is_seen() -> None:
    before = {"a": [1, {"b": "x"}], "c": 0.5}
    assert list(differences(before, before)) == []
    assert list(differences(before, {"a": [1, {"b": "y"}], "c": 0.6})) == [".a[1].b: 'x' → 'y'", ".c: 0.5 → 0.6"]
    assert list(differences(before, {"a": [1]})) == [".a: 2 → 1 items", ".c: removed"]
    assert list(differences({}, {"d": 1})) == [".d: added"]


def differences(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """Yield where two JSON values differ. Floats may differ in their last digit between machines."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted({*before, *after}):
            if key not in before or key not in after:
                yield f"{place}.{key}: {'added' if key in after else 'removed'}"
            else:
                yield from differences(before[key], after[key], f"{place}.{key}")
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            yield f"{place}: {len(before)} → {len(after)} items"
        for number, pair in enumerate(zip(before, after, strict=False)):
            yield from differences(*pair, f"{place}[{number}]")
    elif isinstance(before, float) and isinstance(after, float):
        if abs(before - after) > 0.0002:
            yield f"{place}: {before!r} → {after!r}"
    elif before != after:
        yield f"{place}: {before!r} → {after!r}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_example_of_a_summary_is_from_a_review_whose_stars_say_the_opposite(lang: str) -> None:
    signs = {"praise": 1, "complaint": -1}
    claims = [
        claim for claim in golden.read(lang)["summaries"][0]["claims"] if claim["kind"] in signs and claim["word"]
    ]
    assert claims
    for claim in claims:
        quotes = [quote for quote in claim["quotes"] if claim["word"] in quote["text"]]
        stars = [3 if quote["stars"] is None else quote["stars"] for quote in quotes]
        assert any((given - 3) * signs[claim["kind"]] >= 0 for given in stars), claim["word"]
