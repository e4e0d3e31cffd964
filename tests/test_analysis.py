"""The front door: every kind of source in, the same numbers out, every span exact."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import voxpop
from voxpop import Analysis, Review, Settings, VoxpopError, examples
from voxpop.ingest.cells import clean
from voxpop.settings import Curation

TEXTS = [
    "The room was clean and the staff were friendly.",
    "Dirty room, but the breakfast was great!",
    "Staff were rude. The room was not clean.",
]
OFF = Settings(curation=Curation.off())
FAST = Settings(fast=True)


def numbers(analysis: Analysis) -> dict[str, tuple[int, int, int]]:
    return {aspect.name: (aspect.reviews, aspect.positive, aspect.negative) for aspect in analysis.aspects}


def check_spans(analysis: Analysis) -> int:
    """Every span of everything is the quote it claims to be; returns how many were looked at."""
    texts = {review.id: review.text for review in analysis.reviews}
    looked = 0
    for item in [*analysis.mentions, *analysis.opinions]:
        text = texts[item.review_id]
        assert text[item.start : item.end] == item.text
        assert item.text or getattr(item, "kind", None) == "zero"  # a subject that Chinese leaves unsaid has no letters
        assert 0 <= item.evidence.start <= item.evidence.end <= len(text)
        assert all(0 <= start < end <= len(text) for start, end in item.opinion_words)
        looked += 1
    for aspect in analysis.aspects:
        for quote in aspect.quotes:
            assert texts[quote.review_id][quote.start : quote.end] == quote.text != ""
            for start, end in (quote.aspect_words, *quote.opinion_words):
                assert quote.start <= start < end <= quote.end
            looked += 1
    return looked


def test_a_list_of_strings() -> None:
    analysis = voxpop.analyze(TEXTS, settings=FAST)
    assert numbers(analysis)["room"] == (3, 1, 2)
    assert numbers(analysis)["staff"] == (2, 1, 1)
    assert check_spans(analysis) > 5
    assert "3 reviews" in repr(analysis)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_bundled_examples(lang: str) -> None:
    analysis = voxpop.analyze(examples.path(lang))
    assert len(analysis.aspects) >= 12
    assert check_spans(analysis) > 1000
    read = len(analysis.reviews) + len(analysis.rejected)
    with examples.path(lang).open(encoding="utf-8-sig", newline="") as stream:
        import csv

        assert read == len(list(csv.reader(stream))) - 1  # nothing is lost


def test_every_kind_of_source_gives_the_same(tmp_path: Path) -> None:
    rows = {"review": TEXTS, "stars": [5, 3, 1]}
    pd.DataFrame(rows).to_csv(tmp_path / "r.csv", index=False)
    sources = [
        TEXTS,
        [Review(id=str(i), text=text) for i, text in enumerate(TEXTS)],
        pd.DataFrame(rows),
        pl.DataFrame(rows),
        pa.table(rows),
        tmp_path / "r.csv",
        str(tmp_path / "r.csv"),
        [tmp_path / "r.csv"],
        tmp_path,
    ]
    expected = numbers(voxpop.analyze(TEXTS))
    for source in sources:
        assert numbers(voxpop.analyze(source)) == expected, source


def test_save_and_open(tmp_path: Path) -> None:
    analysis = voxpop.analyze(TEXTS, product="The Inn")
    analysis.save(tmp_path / "a.voxpop")
    with voxpop.open(tmp_path / "a.voxpop") as again:
        assert list(again.aspects) == list(analysis.aspects)
        assert list(again.opinions) == list(analysis.opinions)
        assert again.document()["run"]["product"] == "The Inn"
        assert again.report(tmp_path / "a.html").read_text(encoding="utf-8").count("The Inn") >= 1


@pytest.mark.slow
def test_the_same_on_one_worker_or_two(tmp_path: Path) -> None:
    texts = [f"{text} Number {i}." for i in range(400) for text in TEXTS]
    one, two = (voxpop.analyze(texts, workers=workers, settings=OFF) for workers in (1, 2))
    assert list(one.aspects) == list(two.aspects)
    assert list(one.opinions) == list(two.opinions)


def test_a_failed_run_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(VoxpopError):
        voxpop.analyze(TEXTS, output=tmp_path / "a.voxpop", settings=Settings(method="no such"))
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_say() -> None:
    analysis = voxpop.analyze(["Hello there!", "Ok."], settings=FAST)
    assert list(analysis.aspects) == []
    assert analysis.document()["aspects"] == []


def test_two_languages_in_one_file() -> None:
    analysis = voxpop.analyze([*TEXTS, "房间很干净，服务也好。", "房间太小了，服务一般。", "房间不错。"])
    assert {aspect.lang for aspect in analysis.aspects} == {"en", "zh"}
    assert numbers(analysis)["房间"][0] == 3


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)
wild = st.lists(
    st.one_of(
        text, st.builds("{}room{}clean 👍🏽{}".format, text, text, text), st.builds("{}味道很好{}".format, text, text)
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(wild, st.sampled_from(["en", "zh"]))
def test_offsets_hold_for_any_unicode(texts: list[str], lang: str) -> None:
    texts = [*texts, "The room was clean."]  # of nothing but spaces, nothing would be left to analyse
    reviews = [Review(id=str(i), text=text) for i, text in enumerate(texts)]
    analysis = voxpop.analyze(reviews, settings=OFF, lang=lang)
    check_spans(analysis)
    kept = {review.id: review.text for review in analysis.reviews}
    assert all(kept[id] == clean(texts[int(id)]) for id in kept)
    analysis.close()


def test_offsets_hold_after_masking() -> None:
    text = "Mail me@example.com or +1 202-555-0142 — the room was clean."
    analysis = voxpop.analyze([text])
    (review,) = analysis.reviews
    assert len(review.text) == len(text)
    assert "example" not in review.text
    assert check_spans(analysis) >= 1


def test_settings_one_by_one() -> None:
    with voxpop.analyze(["The room was clean. The staff were rude."], fast=True, top=3) as analysis:
        assert analysis.document()["run"]["engine"] == "fast"
    with pytest.raises(VoxpopError, match=r"Unknown option .methd.\. Did you mean .method."):
        voxpop.analyze(["The room was clean."], methd="freq")


def test_the_product_itself_is_no_aspect() -> None:
    with voxpop.analyze(examples.path("zh")) as analysis:
        names = {aspect.name for aspect in analysis.aspects}
        assert "小馆" not in names  # of 云栖小馆
        assert {"味道", "服务员", "环境"} <= names


@pytest.mark.parametrize(
    ("text", "felt"),
    [
        ("味道很好，服务员态度恶劣。", {"味道": 1, "服务员态度": -1}),
        ("The room was great. The breakfast was awful.", {"room": 1, "breakfast": -1}),
    ],
)
def test_praise_does_not_spill_into_the_words_beside_it(text: str, felt: dict[str, int]) -> None:
    with voxpop.analyze([text]) as analysis:
        found = {one.text: one.polarity or 0.0 for one in analysis.mentions}
    assert {word: (found[word] > 0) - (found[word] < 0) for word in felt} == felt
