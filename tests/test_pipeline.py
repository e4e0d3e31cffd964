"""The main path with the reader: whatever the rows of the table are, every number stands on exact quotes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import voxpop
from voxpop import Analysis, Settings, pipeline
from voxpop.errors import OptionError
from voxpop.settings import Curation
from voxpop.types import Review

from .sentiment.fake import install
from .test_analysis import check_spans

TEXTS = [
    "The soup was great but the staff were rude. In the end we paid a lot.",
    "Friendly staff. The soup was cold. My husband had the pasta.",
    "It works great. Great soup!",
    "味道好，服务员冷淡。性价比高。",
    "味道差，服务员热情。",
]


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def analyze(by: str = "terms", texts: list[str] = TEXTS, **settings: Any) -> Analysis:
    return voxpop.analyze(texts, settings=Settings(by=by, curation=Curation.off(), **settings))


@pytest.mark.parametrize("by", ["terms", "categories", "tree"])
def test_every_span_is_exact_and_every_number_adds_up(by: str) -> None:
    analysis = analyze(by)
    assert check_spans(analysis) > 20
    for aspect in analysis.aspects:
        assert aspect.mentions == aspect.positive + aspect.neutral + aspect.negative
    document = analysis.document()
    for row in document["aspects"]:
        assert len(row["evidence"]) == row["mentions"]  # few enough for all of them
        for under in row["aspects"]:
            assert len(under["evidence"]) == under["mentions"] <= row["mentions"]
    assert document["counts"]["opinions"] == sum(row["mentions"] for row in document["aspects"])


def test_the_opinions_in_the_file_are_the_same_whatever_the_rows() -> None:
    assert list(analyze("categories").opinions) == list(analyze("tree").opinions) == list(analyze("terms").opinions)


def test_categories_hold_terms_and_what_is_said_in_no_one_word() -> None:
    analysis = analyze("categories")
    rows = {aspect.id: aspect for aspect in analysis.aspects}
    assert (rows["en>food"].positive, rows["en>food"].negative) == (2, 2)
    assert (rows["en>value"].negative, rows["en>value"].quotes[0].text) == (1, "In the end we paid a lot")
    assert rows["zh>service"].terms == ("服务员",)
    (implicit,) = (one for one in analysis.opinions if one.aspect == "value" and one.review_id == "1")
    assert implicit.category == "value"
    assert implicit.text == "In the end we paid a lot"


def test_a_tree_is_nested_in_the_document_and_flat_in_python() -> None:
    analysis = analyze("tree")
    (food,) = (row for row in analysis.document()["aspects"] if row["id"] == "en>food")
    assert [row["name"] for row in food["aspects"]][:1] == ["soup"]
    (soup,) = (aspect for aspect in analysis.aspects if aspect.id == "en>food>soup")
    assert soup.parent == "en>food"


def test_stars_are_predicted_for_every_review(tmp_path: Path) -> None:
    analysis = analyze()
    for review in analysis.reviews:
        assert review.predicted_stars is not None
        assert review.predicted_low is not None
        assert review.predicted_high is not None
        assert 1 <= review.predicted_low <= review.predicted_stars <= review.predicted_high <= 5
        assert sum(review.star_probabilities or ()) == pytest.approx(1)
    mean = sum(review.predicted_stars or 0 for review in analysis.reviews) / len(TEXTS)
    assert analysis.document()["stars"]["predicted_mean"] == pytest.approx(mean)
    analysis.save(tmp_path / "x.voxpop")
    with voxpop.open(tmp_path / "x.voxpop") as again:
        assert list(again.reviews) == list(analysis.reviews)
        assert list(again.aspects) == list(analysis.aspects)
        assert {"predicted_stars", "predicted_low", "predicted_high"} <= set(again.reviews.to_pandas().columns)


def test_the_file_says_which_engine_read_it() -> None:
    run = analyze().document()["run"]
    assert run["engine"] == "reader"
    assert run["engines"]["en"] == {"engine": "reader", "weights": "reader-en", "sha256": "0" * 64}
    assert run["settings"]["sentiment"] == "auto"


def test_a_language_without_weights_is_read_by_the_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, langs=["en"])
    analysis = analyze("tree")
    assert {aspect.lang: aspect.category is None for aspect in analysis.aspects} == {"en": False, "zh": True}
    assert analysis.document()["run"]["engine"] == "lexicon, reader"
    assert all(review.predicted_stars is None for review in analysis.reviews if review.lang == "zh")


def test_the_lexicon_is_what_it_was() -> None:
    analysis = analyze(sentiment="lexicon")
    assert analysis.document()["run"]["engines"] == {"en": {"engine": "lexicon"}, "zh": {"engine": "lexicon"}}
    assert all(opinion.category is None for opinion in analysis.opinions)
    assert all(review.predicted_stars is None for review in analysis.reviews)


@pytest.mark.parametrize("asked", [{"by": "tree"}, {"method": "model"}])
def test_what_only_the_reader_can_do_is_said_before_the_work(asked: dict[str, str]) -> None:
    with pytest.raises(OptionError, match="needs the reader"):
        analyze(sentiment="lexicon", **asked)


def test_aspects_by_what_the_reader_tags() -> None:
    wanted = Settings(method="model")
    reviews = [Review(id=str(i), text=text, lang="en") for i, text in enumerate(TEXTS[:3])]
    corpora = pipeline.gather(reviews, wanted, progress=lambda stage, done: None)
    listed = pipeline.listing(corpora["en"], "en", wanted, grouped=False)
    assert [(entry["name"], entry["support"]) for entry in listed][:2] == [("soup", 3), ("staff", 2)]
    assert "husband" not in {entry["name"] for entry in listed}
    assert {aspect.name for aspect in analyze(method="model").aspects} >= {"soup", "staff", "味道"}


def test_small_parts_for_the_reader_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{text} {i}" for i in range(40) for text in TEXTS]
    whole = analyze("tree", texts)
    monkeypatch.setattr(pipeline, "PART", 12)
    parts = analyze("tree", texts)
    assert list(whole.aspects) == list(parts.aspects)
    assert list(whole.opinions) == list(parts.opinions)
