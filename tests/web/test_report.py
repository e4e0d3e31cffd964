from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from copy import deepcopy
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings

from voxpop.web.labels import labels
from voxpop.web.rendering import static_text
from voxpop.web.report import render

from .documents import aspect, build, empty, quote, tree
from .html_tree import Element, marked, read
from .views.test_marked_text import positions, quotes

PAYLOADS = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "' autofocus onfocus='alert(1)",
    "javascript:alert(1)//--></title>",
    "<svg/onload=alert(1)>&lt;b&gt;",
    "{{ 7 * 7 }}{% raw %}{0.__class__}",
    "--><!--<a href=//evil.example>",
    "<!\u2028]]>\u2029\u202e\x00\x0b\ud800",
]


def shape(page: Element) -> list[tuple[str, list[str]]]:
    return [(element.tag, sorted(element.attrs)) for element in page.walk()]


def poisoned(document: Any, write: Callable[[], str]) -> Any:
    """The document with every string in it replaced, keys of free mappings too, except the name of the schema."""
    if isinstance(document, str):
        return write()
    if isinstance(document, list):
        return [poisoned(item, write) for item in document]
    if isinstance(document, dict):
        return {key: value if key == "schema" else poisoned(value, write) for key, value in document.items()}
    return document


def poison(payload: str) -> Any:
    numbers = count(100)
    document = poisoned(build(scale=4), lambda: f"{payload}{next(numbers)}")
    document["masked"] = {payload: 3}
    document["run"]["settings"] = {payload: {payload: [payload]}, payload * 2: True}
    return document


def small(*found: Any) -> Any:
    document = build(scale=1)
    document["aspects"] = [{**document["aspects"][0], "quotes": list(found[:1]), "evidence": list(found)}]
    return document


@pytest.mark.parametrize("payload", PAYLOADS)
def test_text_is_never_markup_in_any_field(payload: str) -> None:
    page = render(poison(payload))
    assert shape(read(page)) == shape(read(render(poison("x" * len(payload)))))
    page.encode("utf-8")  # a lone surrogate would fail here


def test_a_review_with_a_script_is_shown_as_such() -> None:
    page = read(render(small(quote("<script>alert('[room]')</script> is {fine} &amp; good", 0.5))))
    says = [say.text for say in page.all("p", css="say")]
    assert any("<script>alert('room')</script> is fine &amp; good" in text for text in says)
    assert len(page.all("script")) == 1


@given(quotes())
@settings(max_examples=60, deadline=None)
def test_the_marks_on_the_page_are_the_characters_counted(found: Any) -> None:
    page = read(render(small(found)))
    text, base = (found["context"], found["context_start"]) if found["context"] else (found["text"], found["start"])
    shown, aspect_places, opinion_places = marked(page.one("ul", css="best").one("p", css="say"))
    assert len(shown) == len(text)
    assert all(a == b or not b.isprintable() for a, b in zip(shown, text, strict=True))
    whole = found["aspect_words"] == [found["start"], found["end"]]
    assert aspect_places == (set() if whole else positions([found["aspect_words"]], base, len(text)))
    assert opinion_places == positions(found["opinion_words"], base, len(text))


CASES: dict[str, Any] = {
    "english": build("en"),
    "chinese": build("zh"),
    "no dates": build("en", dated=False),
    "no stars": build("en", starred=False),
    "neither": build("zh", dated=False, starred=False),
    "nothing": empty(),
    "one review": empty(
        counts={"read": 1, "reviews": 1, "rejected": 0, "sentences": 1, "opinions": 1},
        stars={
            "mean": 5.0,
            "histogram": {"5": 1},
            "by_month": [{"month": "2024-05", "reviews": 1, "mean": 5.0}],
        },
        aspects=[aspect("room", ["room"], [("[Room] {clean}.", 0.5)], lang="en", times=1, dated=True)],
    ),
    "no name, no files": empty(run={**build()["run"], "product": None, "sources": [], "settings": {}, "languages": []}),
    "poisoned": poison(PAYLOADS[0]),
}


@pytest.mark.parametrize("document", CASES.values(), ids=CASES.keys())
def test_every_page_is_sound(document: Any) -> None:
    page = read(render(document))
    ids = [element.attrs["id"] for element in page.walk() if "id" in element.attrs]
    assert len(ids) == len(set(ids))
    for element in page.walk():
        assert "style" not in element.attrs
        assert not [name for name in element.attrs if name.startswith("on")]
        assert not {"src", "srcset", "action", "formaction", "xlink:href", "data"} & set(element.attrs)
        for name in ("aria-labelledby", "aria-controls"):
            assert name not in element.attrs or element.attrs[name] in ids
        if "href" in element.attrs:
            target = str(element.attrs["href"])
            assert target.startswith("#")
            assert target[1:] in ids
    assert not page.all("link") + page.all("iframe") + page.all("img")


def test_nothing_is_loaded_and_only_our_code_runs() -> None:
    page = read(render(build()))
    policy = next(
        e.attrs["content"] for e in page.all("meta") if e.attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    for tag in ("style", "script"):
        code = page.one(tag).text
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
        assert not re.search(r"url\(|@import|https?:|//[a-z]", code.replace("// ", ""))
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_every_count_leads_to_the_quotes_of_its_side() -> None:
    document = build()
    page = read(render(document))
    by_id = {element.attrs.get("id"): element for element in page.walk()}
    for number, found in enumerate(document["aspects"], 1):
        for side, sign in (("positive", 1), ("neutral", 0), ("negative", -1)):
            expected = [
                q["context"] for q in found["evidence"] if (q["polarity"] > 0) - (q["polarity"] < 0) == sign
            ]  # fmt: skip
            details = by_id.get(f"aspect-{number}-{side}")
            if details is None:
                assert found[side] == 0
                continue
            says = [say.text for say in details.one("ul", css="evidence").all("p", css="say")]
            assert sorted(says) == sorted(expected)
            note = "".join(p.text for p in details.all("p", css="note"))
            assert (f"Showing {len(says)} of {found[side]} opinions" in note) == (len(says) < found[side])


def test_boxes_say_what_hurts_most_and_what_is_liked_most() -> None:
    document = build()
    page = read(render(document))
    hurts, liked = page.all("ul", css="boxes")
    complaints = [int(box.one("b").text) for box in hurts.all("a")]
    assert complaints == sorted((row["damage"]["complaints"] for row in document["aspects"]), reverse=True)[:6]
    praise = [int(box.one("b").text) for box in liked.all("a")]
    assert praise == sorted((row["positive"] for row in document["aspects"]), reverse=True)[:6]
    boxes = {box.one("span", css="label").text: box for box in liked.all("a")}
    assert boxes["rooms"].attrs["href"] == "#aspect-1-positive"
    most = max(row["damage"]["loss"] for row in document["aspects"])
    assert hurts.all("a")[0].one("span", css="lost").text == f"−{most:.2f} ★"


def test_the_table_reads_as_a_table() -> None:
    document = build()
    table = read(render(document)).one("table", css="aspects")
    head, *rows = table.all("tr")
    assert [cell.text for cell in head.all("th")] == [
        "Aspect", "Mentions", "Reviews", "Opinions", "Complaints", "Feeling, −1 to +1", "Over time",
    ]  # fmt: skip
    assert all(cell.attrs["scope"] == "col" for cell in head.all("th"))
    assert [len(body.all("tr")) for body in table.all("tbody")] == [8, len(rows) - 8]  # the later rows are folded
    for row, found in zip(rows, document["aspects"], strict=True):
        assert row.one("th").attrs["scope"] == "row"
        assert found["name"] in row.one("th").text
        assert [cell.attrs["data-value"] for cell in row.all("td")][:2] == [
            str(found["mentions"]),
            str(found["reviews"]),
        ]
        label = row.one("svg", css="axis").attrs["aria-label"]
        assert label == f"mean {found['mean']:+.2f}, 95 % interval {found['low']:+.2f} to {found['high']:+.2f}".replace(
            "-", "−"
        )


def test_a_chinese_document_has_a_chinese_page() -> None:
    page = read(render(build("zh")))
    assert page.one("html").attrs["lang"] == "zh-Hans"
    headings = [heading.text for heading in page.all("h2")]
    assert headings[:4] == ["概况", "逐项评价", "每月星级", "原话"]
    assert [heading.text for heading in page.all("h3")][:2] == ["最影响评价的问题", "最受好评的方面"]


def test_what_was_dropped_is_said_with_reasons() -> None:
    page = read(render(build()))
    text = page.text
    assert "18 of 330 rows that were read are not counted" in text
    assert "almost the same as another" in text
    assert "Almost the same as row 12." in text
    assert "harbour reviews.csv, row 88" in text
    assert "e-mail addresses 3" in text


@pytest.mark.parametrize(
    ("case", "there", "absent"),
    [
        (
            "nothing",
            ["No aspects were found.", "No rows were read."],
            ["Stars by month", "Aspect by aspect", "average of 5"],
        ),
        ("no dates", ["average of 5 stars"], ["Stars by month", "January 2024"]),
        ("no stars", ["Reviews by month", "These reviews carry no stars."], ["average of 5 stars", "Mean stars"]),
        ("one review", ["1 review", "May 2024", "Nothing was dropped: the one row"], ["1 reviews", "Stars by month"]),
        ("no name, no files", ["Customer reviews"], ["None", "To repeat it", "Settings"]),
    ],
)
def test_empty_parts_look_intended(case: str, there: list[str], absent: list[str]) -> None:
    body = read(render(CASES[case])).one("main").text
    assert [text for text in there if text not in body] == []
    assert [text for text in absent if text in body] == []


def test_phrases_that_repeat_over_the_rows_are_said() -> None:
    assert "“Verified stay |” opens 31 rows: not read" in render(build(scale=1))
    assert "“Cleanliness:” is a label in 12 rows: no opinion by itself" in render(build(scale=1))
    assert "not read" not in render(empty())


def test_how_it_was_made_can_be_repeated() -> None:
    page = read(render(build()))
    text = page.one("dl", css="made").text
    assert "voxpop analyze INPUT --product 'Harbour View Hotel' --method prominent --top 20" in text
    assert "curation.near_duplicates" in page.text


def test_a_large_page_stays_small_enough_to_send() -> None:
    document = build()
    many = aspect(*document_line(), lang="en", times=180, dated=True, cap=180)
    assert len(many["evidence"]) == 180
    document["aspects"] = [deepcopy(many) for _ in range(20)]
    assert len(render(document).encode()) < 2_500_000


def document_line() -> tuple[str, list[str], list[tuple[str, float]]]:
    long = (
        "Our [room] was {spotlessly clean} and quiet, the bed was made each day, and the window looks out on the ships."
    )
    return "rooms", ["room"], [(long, 0.8), (long.replace("clean", "dirty"), -0.8)]


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_and_drawings_have_enough_contrast(theme: int) -> None:
    style = static_text("style.css")
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", style)
    colours = {name: sides[theme] for name, *sides in pairs}
    for side in ("pos", "neg", "mix"):
        for ground in (f"{side}-tint", "paper", "card"):
            assert contrast(colours[f"{side}-ink"], colours[ground]) >= 4.5, (side, ground)
        assert contrast(colours[side], colours["paper"]) >= 3, side
    for ground in ("paper", "card", "shade"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground
        assert contrast(colours["soft"], colours[ground]) >= 4.5, ground
    assert contrast(colours["star"], colours["card"]) >= 3


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_tree_is_indented_and_says_what_the_texts_deserve(lang: str) -> None:
    document = tree(lang)
    page = read(render(document))
    under = [row for row in page.one("table", css="aspects").all("tr") if "under" in row.classes]
    assert len(under) == len(document["aspects"][0]["aspects"])
    assert len(page.all("article")) == len(document["aspects"]) + len(under)
    assert "3.71" in page.one("p", css="mean").text
    assert "4.2" in page.all("span", css="reads")[1].text
    assert labels(lang)("table_note_tree") in page.text
