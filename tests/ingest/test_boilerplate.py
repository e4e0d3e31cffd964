"""Stamps, templates and form labels are found by their repetition; what customers write again and again is not."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

import voxpop
from voxpop import Settings
from voxpop.ingest.boilerplate import DATE, Boilerplate, tokens
from voxpop.ingest.boilerplate_finder import BoilerplateFinder, find_boilerplate
from voxpop.settings import Curation
from voxpop.types import Rejected, Review

SUBJECTS = [
    "The crew",
    "My seat",
    "Boarding",
    "The meal",
    "Legroom",
    "The screen",
    "Luggage",
    "Check-in",
    "Wifi",
    "Tea",
]
VERDICTS = ["was awful", "was lovely", "took forever", "could be better", "surprised me", "made our day", "is a joke"]
TAILS = [
    "really",
    "sadly",
    "as ever",
    "again",
    "today",
    "I think",
    "to be fair",
    "frankly",
    "once more",
    "for us",
    "so",
]
PAIRS = [(subject, verdict) for verdict in VERDICTS for subject in SUBJECTS]
ENGLISH = [f"{subject} {verdict}, {TAILS[n % 11]}." for n, (subject, verdict) in enumerate(PAIRS)]
THINGS = ["味道", "包装", "物流", "客服", "价格", "颜色", "做工", "手感"]
CHINESE = [f"{thing}{said}" for thing in THINGS for said in ["还可以吧", "不太行", "挺喜欢的", "比上次好", "让人失望"]]


def found(texts: list[str]) -> dict[str, str]:
    """Return the phrases that are found, and where each stands."""
    boilerplate = find_boilerplate(texts)
    groups = (boilerplate.units, boilerplate.openings, boilerplate.endings, boilerplate.labels)
    return {phrase.text: phrase.place for group in groups for phrase in group.values()}


def with_some(texts: list[str], *others: str, times: int = 10) -> list[str]:
    return [*texts, *(other for other in others for _ in range(times))]


@pytest.mark.parametrize(
    ("stamped", "phrase", "place"),
    [
        ("✅ Trip Verified | {text}", "✅ Trip Verified |", "opening"),
        ("Not Verified | {text}", "Not Verified |", "opening"),
        ("Verified Purchase\n{text}", "Verified Purchase", "opening"),
        ("Verified Purchase {text}", "Verified Purchase", "opening"),
        ("[This review was collected as part of a promotion.] {text}",
         "[This review was collected as part of a promotion.]", "opening"),
        ("Nice. [I received this product in exchange for my honest review] {text}",
         "[I received this product in exchange for my honest review]", "within"),
        ("{text}Date of experience:November {n}, 2023", "Date of experience:…", "ending"),
        ("{text}\nDate of experience: {n} March 2024", "Date of experience: …", "ending"),
        ("{text}November {n}, 2025Unprompted review", "…Unprompted review", "ending"),
        ("Reviewed in the United States on May {n}, 2023 {text}", "Reviewed in the United States on …", "opening"),
        ("{text}.. Read More", "Read More", "ending"),
    ],
)  # fmt: skip
def test_stamps_of_sites_are_found_and_not_read(stamped: str, phrase: str, place: str) -> None:
    texts = [stamped.format(text=text, n=n % 28 + 1) for n, text in enumerate(ENGLISH[:40])] + ENGLISH[40:]
    assert found(texts)[phrase] == place
    boilerplate = find_boilerplate(texts)
    for text, given in zip(texts, ENGLISH, strict=True):
        read = boilerplate.read(text).text
        assert len(read) == len(text)
        assert read.strip(" .\n").removeprefix("Nice.").strip() == given.strip(".")
        assert text.index(given[:-1]) == read.index(given[:-1])


def test_chinese_stamps_are_found() -> None:
    texts = with_some(CHINESE, "此用户没有填写评价内容", "评价方未及时做出评价,系统默认好评!")
    texts += [f"{text}原文翻译提供方：Google" for text in CHINESE[:10]]
    assert found(texts) == {
        "此用户没有填写评价内容": "row",
        "评价方未及时做出评价,系统默认好评!": "row",
        "原文翻译提供方：Google": "ending",
    }
    assert find_boilerplate(texts).read("此用户没有填写评价内容").text == " " * 11


def test_a_long_template_opening_is_found() -> None:
    texts = [f"此次用餐总体来说不错，觉得比较认可的地方有：{text}" for text in CHINESE[:12]] + CHINESE
    assert found(texts)["此次用餐总体来说不错，觉得比较认可的地方有："] == "opening"


def test_a_long_verdict_that_is_all_of_the_text_is_read() -> None:
    texts = [f"The room {n} was clean, but the breakfast was awful. The staff was friendly." for n in range(40)]
    assert not find_boilerplate(texts)


@pytest.mark.parametrize(
    "verdict",
    ["Very good", "Great product!", "Five Stars", "Worth every penny!", "Must buy!", "Highly Recommended", "Good.",
     "I love it.", "Will buy again", "I will never buy from them again.", "👍👍👍", "✅ Great product", "10/10",
     "Score: 8/10"],
)  # fmt: skip
def test_verdicts_that_many_write_are_read(verdict: str) -> None:
    rows = [f"{verdict} {text}" for text in ENGLISH[:5]] + [f"{verdict}\n{text}" for text in ENGLISH[5:10]]
    texts = with_some([*ENGLISH, *rows], verdict, times=3 if len(verdict) > 25 else 15)
    boilerplate = find_boilerplate(texts)
    assert boilerplate.read(verdict).text == verdict
    assert boilerplate.read(rows[0]).text == rows[0]
    assert boilerplate.read(rows[5]).text == rows[5]


@pytest.mark.parametrize(
    "verdict", ["很好", "非常满意", "好评", "会回购", "物流很快，包装完好", "性价比高", "服务：好"]
)
def test_chinese_verdicts_that_many_write_are_read(verdict: str) -> None:
    texts = [*CHINESE, *[verdict] * 15, *(f"{verdict}，{text}" for text in CHINESE[:15])]
    boilerplate = find_boilerplate(texts)
    assert boilerplate.read(verdict).text == verdict
    assert boilerplate.read(texts[-1]).text == texts[-1]


@pytest.mark.parametrize(
    "opening", ["I bought this", "Kenya Airways", "This is a", "I have been using it for 3 years and"]
)
def test_openings_that_people_write_are_read(opening: str) -> None:
    texts = [f"{opening} {text.lower()}" for text in ENGLISH[:3]] + ENGLISH
    assert not find_boilerplate(texts)
    texts = [f"{opening} {text.lower()}" for text in ENGLISH[:12]] + ENGLISH * 2
    assert opening.count(" ") > 6 or not find_boilerplate(texts)


def test_labels_of_a_form_stay_in_the_text() -> None:
    texts = [f"口感：{a}\n外形外观：{b}" for a, b in zip(CHINESE, reversed(CHINESE), strict=True)]
    assert found(texts) == {"口感：": "label", "外形外观：": "label"}
    marked = find_boilerplate(texts).read("口感：很好\n外形外观：一般")
    assert marked.text == "口感：很好\n外形外观：一般"
    assert marked.labels == ((0, 3), (6, 11))
    assert marked.empty_labels == ()


def test_labels_that_name_nothing_are_told_apart() -> None:
    texts = [f"{a} Pros: {b} Cons: {a}" for a, b in zip(ENGLISH, reversed(ENGLISH), strict=True)]
    marked = find_boilerplate(texts).read("Fine. Pros: good pay Cons: long hours")
    assert marked.labels == marked.empty_labels == ((6, 11), (21, 26))


def test_line_breaks_stay_where_they_are() -> None:
    boilerplate = find_boilerplate([f"✅ Trip Verified |\n{text}\nRead more" for text in ENGLISH])
    assert boilerplate.read("✅ Trip Verified |\nGood.\nRead more").text == f"{' ' * 17}\nGood.\n{' ' * 9}"


def test_small_files_have_no_boilerplate() -> None:
    assert not find_boilerplate([f"✅ Trip Verified | {text}" for text in ENGLISH[:19]])
    assert find_boilerplate([f"✅ Trip Verified | {text}" for text in ENGLISH[:20]])


def test_a_phrase_in_few_of_many_rows_is_read() -> None:
    rows = [f"{text} Number {n}." for n in range(10) for text in ENGLISH]
    assert not find_boilerplate([*rows, *(f"Not Verified | {text}" for text in ENGLISH[:13])])  # 13 of 713
    assert find_boilerplate([*rows, *(f"Not Verified | {text}" for text in ENGLISH[:15])])


def test_the_order_of_the_rows_changes_nothing() -> None:
    rows: list[Review | Rejected] = [
        Review(id=str(n), text=f"✅ Trip Verified | {text} Read more {n}" if n % 2 else f"Pros: {text}")
        for n, text in enumerate(ENGLISH)
    ]
    results: list[Boilerplate] = []
    for seed in range(3):
        finder = BoilerplateFinder(size=60)
        assert len(list(finder.watch(random.Random(seed).sample(rows, len(rows))))) == len(rows)
        results.append(finder.find())
    assert results[0] == results[1] == results[2]
    assert results[0]


def rows_with_stamps() -> list[Review]:
    return [
        Review(id=str(n), text=f"✅ Trip Verified | {text} The food was good. {n}", lang="en")
        for n, text in enumerate(ENGLISH * 2)
    ]


def test_what_a_stamp_says_is_never_counted() -> None:
    rows = rows_with_stamps()
    curation = Curation(near_duplicates=0)
    settings = Settings(fast=True, curation=curation)
    with voxpop.analyze(rows, settings=settings, workers=1) as analysis:
        assert {review.id: review.text for review in analysis.reviews} == {review.id: review.text for review in rows}
        assert all(mention.start >= len("✅ Trip Verified |") for mention in analysis.mentions)
        assert analysis.document()["boilerplate"] == [
            {"text": "✅ Trip Verified |", "place": "opening", "rows": len(rows)}
        ]
    off = Settings(fast=True, curation=replace(curation, boilerplate=False), product="Air Malta")
    with voxpop.analyze(rows, settings=off, workers=1) as analysis:
        assert analysis.document()["boilerplate"] == []
        assert any(mention.start < len("✅ Trip Verified |") for mention in analysis.mentions)


def test_workers_order_and_a_given_product_change_nothing() -> None:
    rows = [*rows_with_stamps() * 6]
    rows = [Review(id=f"{n}", text=f"{row.text} {n}", lang="en") for n, row in enumerate(rows)]
    settings = Settings(fast=True, curation=Curation(duplicates=False, near_duplicates=0), product="Air Malta")
    shuffled = random.Random(2).sample(rows, len(rows))
    results = []
    for given, workers in ((rows, 1), (shuffled, 2)):
        with voxpop.analyze(given, settings=settings, workers=workers) as analysis:
            mentions = {(each.review_id, each.start, each.end, each.polarity) for each in analysis.mentions}
            results.append((mentions, analysis.document()["boilerplate"]))
    assert results[0] == results[1]


def test_each_of_thousands_of_labels_is_marked_once_and_each_stamp_is_blank() -> None:
    row = "Label: a|b [c] "
    marked = find_boilerplate([row * 20] * 30).read(row * 3000)
    spans = marked.labels
    assert len(spans) == 3000
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert marked.text == row.replace("Label: a|", " " * 9) * 3000


def test_a_long_text_without_a_space_takes_no_more_time_for_each_character() -> None:
    """Before, each character looked through all behind it for a date: this test would take a quarter of an hour."""
    piece = "房间很干净"
    assert len(tokens(piece * 60_000)) == 5 * 60_000
    (date,) = [part for part in tokens(f"{piece * 3}September 3, 2024") if part.key == DATE]
    assert date.start == 15
