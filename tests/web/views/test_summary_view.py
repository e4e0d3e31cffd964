"""The summary on the page: each clause leads to its numbers and its quotes."""

from __future__ import annotations

from typing import Any

import pytest

from voxpop.web.labels import labels
from voxpop.web.report import render
from voxpop.web.views.summary_view import summary_views

from ..documents import build
from ..html_tree import read


def claim(text: str, quote: dict[str, Any], *, supporting: int, opposing: int = 0) -> dict[str, Any]:
    return {"text": text, "aspect": "rooms", "kind": "praise", "word": None, "supporting": supporting,
            "opposing": opposing, "of": supporting + opposing, "share": 0.9, "low": 0.8, "high": 0.95, "first": None,
            "last": None, "earlier": 0, "earlier_of": 0, "verdict": "supported", "quotes": [quote],
            "against": [quote] if opposing else []}  # fmt: skip


def with_summary(lang: str = "en", *, evil: str = "") -> dict[str, Any]:
    document: dict[str, Any] = {**build(lang, scale=2)}
    quote = document["aspects"][0]["quotes"][0]
    first, second = "Most praise the rooms", f"; some call them clean{evil}."
    line = {"text": first + second, "section": None,
            "clauses": [{"text": first, "claims": [0]}, {"text": second, "claims": [1]}]}  # fmt: skip
    claims = [
        claim("9 of 10 praise the rooms.", quote, supporting=9, opposing=1),
        claim("3 say clean.", quote, supporting=3),
    ]
    summary = {"lang": lang, "audience": "general", "reviews": 10, "heading": "10 reviews.",
               "text": line["text"], "sentences": [line], "bullets": [line], "claims": claims,
               "notes": ["A note."], "written": []}  # fmt: skip
    return {**document, "summaries": [summary]}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_clause_leads_to_its_evidence(lang: str) -> None:
    page = read(render(with_summary(lang)))
    (section,) = (one for one in page.all("section") if one.attrs.get("id") == "summary")
    paragraph = next(one for one in section.all("p") if one.attrs.get("class") == "summary")
    links = paragraph.all("a")
    assert paragraph.text == "Most praise the rooms; some call them clean."
    assert [link.text for link in links] == ["Most praise the rooms", "some call them clean."]
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


def test_what_stands_before_a_clause_is_no_part_of_its_link() -> None:
    (found,) = summary_views(with_summary()["summaries"], labels("en"))
    assert [(piece.before, piece.text) for piece in found.sentences[0]] == [
        ("", "Most praise the rooms"),
        ("; ", "some call them clean."),
    ]
    assert [[side.count for side in claim.sides] for claim in found.claims] == [[9, 1], [3]]
