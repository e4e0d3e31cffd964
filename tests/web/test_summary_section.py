"""The summary on the page: each clause leads to its numbers and its quotes."""

from __future__ import annotations

from typing import Any

import pytest

from voxpop.web.report import render

from .documents import build
from .html_tree import read


def claim(text: str, quote: dict[str, Any], *, supporting: int, opposing: int = 0) -> dict[str, Any]:
    return {"text": text, "aspect": "rooms", "kind": "praise", "word": None, "supporting": supporting,
            "opposing": opposing, "of": supporting + opposing, "share": 0.9, "low": 0.8, "high": 0.95, "first": None,
            "last": None, "earlier": 0, "earlier_of": 0, "verdict": "supported", "quotes": [quote],
            "against": [quote] if opposing else []}  # fmt: skip


def with_summary(lang: str = "en", *, evil: str = "") -> dict[str, Any]:
    document: dict[str, Any] = {**build(lang, scale=2)}
    quote = document["aspects"][0]["quotes"][0]
    pieces = [("What people like most is ", []), ("“clean rooms” (9 of 10)", [0]), (", followed by ", []),
              (f"“quiet{evil}” (3)", [1]), (".", [])]  # fmt: skip
    line = {"text": "".join(text for text, _ in pieces), "section": None,
            "clauses": [{"text": text, "claims": claims} for text, claims in pieces]}  # fmt: skip
    claims = [
        claim("9 of 10 praise the rooms.", quote, supporting=9, opposing=1),
        claim("3 say clean.", quote, supporting=3),
    ]
    summary = {"lang": lang, "audience": "general", "reviews": 10, "heading": "10 reviews.",
               "text": line["text"], "sentences": [line], "bullets": [line], "claims": claims,
               "notes": ["A note."]}  # fmt: skip
    return {**document, "summaries": [summary]}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_clause_leads_to_its_evidence(lang: str) -> None:
    page = read(render(with_summary(lang)))
    (section,) = (one for one in page.all("section") if one.attrs.get("id") == "summary")
    paragraph = next(one for one in section.all("p") if one.attrs.get("class") == "summary")
    links = paragraph.all("a")
    assert paragraph.text == "What people like most is “clean rooms” (9 of 10), followed by “quiet” (3)."
    assert [link.text for link in links] == ["“clean rooms” (9 of 10)", "“quiet” (3)"]
    assert [link.attrs["data-total"] for link in links] == ["9", "3"]
    targets = {one.attrs.get("id") for one in section.all("details")}
    assert all(link.attrs["href"][1:] in targets for link in section.all("a"))
    assert "A note." in section.text


def test_documents_of_before_have_none_and_empty_ones_are_not_shown() -> None:
    assert 'id="summary"' not in render(build(scale=2))
    document = with_summary()
    document["summaries"][0]["sentences"] = []
    assert 'id="summary"' not in render(document)


def test_text_stays_text() -> None:
    page = render(with_summary(evil="<script>alert(1)</script>"))
    assert "<script>alert(1)" not in page


def test_a_claim_has_its_sides_and_a_change_the_complaints_before_it() -> None:
    document = with_summary()
    document["summaries"][0]["claims"][1].update(kind="improved", earlier=7)
    page = read(render(document))
    (section,) = (one for one in page.all("section") if one.attrs.get("id") == "summary")
    assert [[(side.attrs["data-total"], side.text) for side in claim.all("a")] for claim in section.all("article")] == [
        [("9", "9 say so"), ("1", "1 sees it the other way")],
        [("3", "3 say so"), ("7", "7 complained before")],
    ]
