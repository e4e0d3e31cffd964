"""You and them on the page: every number leads to its quotes, in both languages, and a name is only ever text."""

from __future__ import annotations

from typing import Any

import pytest

from voxpop.web.labels import labels
from voxpop.web.report import render
from voxpop.web.views.ledger_view import ledger_view

from ..documents import build, quote
from ..html_tree import Element, read

SAYS = {"en": "The [Nikon] is {sharper} than this.", "zh": "[小米]比它{清晰}。"}
NAME = "<u>Nikon</u>"


def cell(lang: str, *, good: int, bad: int) -> dict[str, Any]:
    quotes = [quote(SAYS[lang], 0.8, number=n, lang=lang) for n in range(good)]
    quotes += [quote(SAYS[lang], -0.8, number=n + 50, lang=lang) for n in range(bad)]
    return {"mentions": good + bad + 1, "reviews": good + bad, "positive": good, "neutral": 1, "negative": bad,
            "mean": 0.1, "low": -0.5, "high": 0.5, "quotes": quotes}  # fmt: skip


def match(lang: str, better: int, worse: int, equal: int) -> dict[str, Any]:
    signs = [1.0] * better + [-1.0] * worse + [0.0] * equal
    quotes = [quote(SAYS[lang], sign, number=n, lang=lang) for n, sign in enumerate(signs)]
    return {"better": better, "worse": worse, "equal": equal, "quotes": quotes}


def with_ledger(lang: str) -> dict[str, Any]:
    document = build(lang, scale=2)
    sides = {"main": cell(lang, good=3, bad=1), "competing": cell(lang, good=2, bad=0)}
    line = {"id": "x", "name": "lens", "lang": lang, "sides": sides, "compared": match(lang, 1, 2, 0)}
    total = {**line, "id": None, "name": None, "lang": None}
    rivals = [
        {"name": NAME, "said": cell(lang, good=2, bad=1), "compared": match(lang, 2, 1, 1)},
        {"name": None, "said": None, "compared": match(lang, 0, 2, 0)},
        {"name": "Once", "said": cell(lang, good=1, bad=0), "compared": match(lang, 0, 0, 0)},
    ]
    return {**document, "ledger": {"total": total, "aspects": [line], "rivals": rivals}}


def section(page: Element) -> Element:
    (found,) = (one for one in page.all("section") if one.attrs.get("id") == "ledger")
    return found


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_number_leads_to_as_many_quotes(lang: str) -> None:
    page = section(read(render(with_ledger(lang))))
    links = [one for one in page.all("a") if "data-total" in one.attrs]
    targets = {one.attrs["id"]: one for one in page.all("details")}
    assert len(links) > 20
    for link in links:
        behind = targets[str(link.attrs["href"]).removeprefix("#")]
        assert len(behind.one("ul", css="evidence").all("li")) == int(str(link.attrs["data-total"]))


def test_a_name_is_only_text() -> None:
    page = section(read(render(with_ledger("en"))))
    assert not page.all("u")
    assert NAME in [one.text for one in page.all("h3")]


def test_one_voice_is_no_rival_where_there_are_others() -> None:
    found = ledger_view(with_ledger("en")["ledger"], labels("en"))
    assert found is not None
    assert [rival.title for rival in found.rivals] == [NAME, "Others, not named"]
    assert (found.more, found.entities, found.has_comparisons) == (1, ["main", "competing"], True)


def test_without_others_there_is_no_section() -> None:
    document = with_ledger("en")
    document["ledger"]["rivals"] = []
    for line in (document["ledger"]["total"], *document["ledger"]["aspects"]):
        line["sides"] = {"main": line["sides"]["main"]}
    assert 'id="ledger"' not in render(document)
    assert 'id="ledger"' not in render(build(scale=2))
