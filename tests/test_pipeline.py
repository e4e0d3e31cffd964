"""The main path with the reader: whatever the rows of the table are, every number stands on exact quotes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import voxpop
from voxpop import Analysis, Settings, shards
from voxpop.aspect_listing import list_aspects, read_corpora
from voxpop.engines import local
from voxpop.errors import AssetError, OptionError
from voxpop.extract.custom_categories import CustomHeads, features, fingerprint
from voxpop.extract.custom_categories import _digest as own_digest
from voxpop.extract.heads import Heads
from voxpop.ingest import curate, row_batches
from voxpop.part_extraction import product_of
from voxpop.pipeline import rename, spread_terms, with_categories
from voxpop.settings import Curation
from voxpop.train import heads_folder as folder
from voxpop.train.head_training import Recipe
from voxpop.types import AspectGroup, Review

from .extract.fake import TARGETS, WIDTH, FakeModel, install
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
    assert (rows["en>food"].positive, rows["en>food"].negative) == (2, 1)
    assert rows["en>price"].negative == 1
    assert "paid" in rows["en>price"].quotes[0].text
    assert rows["zh>服务"].terms == ("服务员",)
    (nameless,) = (opinion for opinion in analysis.opinions if opinion.aspect == "price" and opinion.review_id == "1")
    assert (nameless.category, nameless.text) == ("price", "paid")


@pytest.mark.parametrize(("term", "category"), [("bill", "billing"), ("prices", "price"), ("feature", "features")])
def test_a_term_and_the_category_of_its_name_are_one_row(term: str, category: str) -> None:
    groups, of_category = with_categories([AspectGroup(term, (term, "tip"))], "en", Settings())
    assert of_category[category] == term
    assert category not in [group.name for group in groups]


def test_the_row_of_a_category_has_the_name_that_fits_the_kind_of_product() -> None:
    groups, of_category = with_categories([], "en", Settings(), kind="employer")
    assert (of_category["price"], of_category["billing"]) == ("pay and benefits", "billing")
    names = [group.name for group in groups]
    assert ("pay and benefits" in names, "billing" in names, "price" in names) == (True, True, False)
    named = [AspectGroup("side effect", ("side effect", "side effects"))]
    groups, of_category = with_categories(named, "en", Settings(), kind="medicine")
    assert of_category["safety"] == "side effect"  # reviews name it themselves: one row
    assert "side effects" not in [group.name for group in groups]
    named = [AspectGroup("training", ("training", "culture"))]
    groups, of_category = with_categories(named, "en", Settings(), kind="employer")
    assert of_category["ambience"] == "culture"  # the group is named otherwise, and means something else


def test_a_row_has_the_name_of_its_category_if_few_name_it() -> None:
    groups = [AspectGroup("team", ("team",)), AspectGroup("shipping", ("shipping",))]
    judged = {"": Counter(staff=9, delivery=3), "team": Counter(staff=2), "shipping": Counter(delivery=2)}
    assert [learned.name for learned in rename(groups, judged, "en")] == ["staff", "shipping"]
    names = [learned.name for learned in rename(groups, judged, "en", kind="employer")]
    assert names == ["colleagues, managers", "shipping"]


@pytest.mark.parametrize(("named", "name"), [(2, "fees and refunds"), (6, "refund")])
def test_a_row_has_the_longer_name_that_holds_its_own_unless_most_say_it(named: int, name: str) -> None:
    judged = {"": Counter(billing=4), "refund": Counter(billing=named)}
    assert [one.name for one in rename([AspectGroup("refund", ("refund",))], judged, "en", kind="shop")] == [name]


def test_what_is_judged_for_everything_is_the_product() -> None:
    tyres = Counter({"price": 4, "delivery": 4, "quality": 3, "service": 2, "size": 2})
    rooms, room = Counter({"comfort": 4, "cleanliness": 3, "size": 3, "price": 2}), Counter({"cleanliness": 50})
    judged = {"tyres": tyres, "tyre": Counter({"size": 1}), "rooms": rooms, "room": room, "lid": Counter("abcdefghijk")}
    assert spread_terms(judged, "en") == {"tyres", "tyre"}  # a lid is judged too rarely to know
    assert spread_terms({"蟹": tyres, "肉": room}, "zh") == {"蟹"}


def test_the_name_of_the_product_is_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "food", ["soup", "zentrino"])  # the model finds it as any other term
    texts = ["The zentrino was great. A great soup.", "Zentrino was awful. Awful soup."]
    assert {aspect.name for aspect in analyze(texts=texts).aspects} == {"soup", "zentrino"}
    assert {aspect.name for aspect in analyze(texts=texts, product="Zentrino").aspects} == {"soup", "food"}


def test_opinions_without_a_name_all_count() -> None:
    with analyze("categories", ["We paid twice, and they paid nothing back. 🤮 Great soup."]) as analysis:
        found = [(opinion.text, opinion.category, opinion.polarity) for opinion in analysis.opinions]
        assert found == [("paid", "price", -1), ("paid", "price", -1), ("🤮", "overall", -1), ("soup", "food", 1)]
        rows = {aspect.name: (aspect.mentions, aspect.negative, aspect.positive) for aspect in analysis.aspects}
        assert rows == {"price": (2, 2, 0), "overall": (1, 1, 0), "food": (1, 0, 1)}


def test_a_tree_is_nested_in_the_document_and_flat_in_python() -> None:
    analysis = analyze("tree")
    (food,) = (row for row in analysis.document()["aspects"] if row["id"] == "en>food")
    assert [row["name"] for row in food["aspects"]][:1] == ["soup"]
    (soup,) = (aspect for aspect in analysis.aspects if aspect.id == "en>food>soup")
    assert soup.parent == "en>food"


def test_opinions_in_no_category_are_counted_where_the_table_is_by_category() -> None:
    """Of each engine's opinions, those for or against something that no category was found for."""
    analysis = analyze("categories")
    homeless = [one for one in analysis.opinions if one.category is None and one.polarity]
    assert analysis.document()["counts"]["in_no_category"] == len(homeless)
    assert analyze().document()["counts"]["in_no_category"] is None


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


def test_an_error_amid_the_rows_ends_the_workers_that_check_them(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []

    class Noted(local.Worker):
        def __init__(self, work: bytes) -> None:
            super().__init__(work)
            started.append(self._process)

    def fail(stage: str, done: int, of: int | None) -> None:
        if done:
            raise ValueError("The disk is full.")

    monkeypatch.setattr(local, "Worker", Noted)
    monkeypatch.setattr(curate, "CHECKED_TOGETHER", 300)
    monkeypatch.setattr(row_batches, "TOGETHER", 16)
    texts = [f"The soup was great on day {n}." for n in range(300)]
    with pytest.raises(ValueError, match="disk is full") as held:  # and with it the frames
        voxpop.analyze(texts, workers=2, progress=fail)
    assert started
    assert all(process.poll() is not None for process in started)
    del held


def test_the_file_says_which_engine_read_it() -> None:
    run = analyze().document()["run"]
    assert run["engine"] == "reader"
    data = run["engines"]["en"].pop("data")
    assert run["engines"]["en"] == {"engine": "reader", "weights": "reader-en", "sha256": "0" * 64}
    assert len(data) == 64
    assert run["settings"]["fast"] is False


@pytest.mark.parametrize("fast", [False, True])
def test_a_language_without_weights_is_refused(monkeypatch: pytest.MonkeyPatch, fast: bool) -> None:
    install(monkeypatch, langs=["en"])
    with pytest.raises(AssetError, match=r"no weights of the (small )?reader for Chinese: voxpop models lists"):
        analyze("tree", fast=fast)
    with pytest.raises(AssetError, match=r"no weights of the (small )?reader for Chinese"):
        analyze("tree", fast=fast, lang="zh")
    assert len(analyze("tree", TEXTS[:3], fast=fast, lang="en").aspects)


def test_aspects_by_what_the_reader_tags() -> None:
    wanted = Settings(method="model")
    reviews = [Review(id=str(i), text=text, lang="en") for i, text in enumerate(TEXTS[:3])]
    corpora = read_corpora(reviews, wanted, progress=lambda stage, done, of: None)
    listed = list_aspects(corpora["en"], "en", wanted, grouped=False)
    assert [(entry.name, entry.support) for entry in listed][:2] == [("soup", 3), ("staff", 2)]
    assert "husband" not in {entry.name for entry in listed}
    assert {aspect.name for aspect in analyze(method="model").aspects} >= {"soup", "staff", "味道"}


def test_small_parts_for_the_reader_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{text} {i}" for i in range(40) for text in TEXTS]
    whole = analyze("tree", texts)
    monkeypatch.setattr(shards, "BATCH_SIZE", 12)
    parts = analyze("tree", texts)
    assert list(whole.aspects) == list(parts.aspects)
    assert list(whole.opinions) == list(parts.opinions)


@pytest.fixture
def heads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as voxpop train writes it: one category, which is there wherever a target is tagged."""
    install(monkeypatch, home=tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"a graph")
    size = features(FakeModel().read("soup", hidden=True)).shape[1]
    begins = np.eye(size, dtype=np.float32)[[WIDTH + 1]]  # the tags come after the states
    none = np.zeros((1, 3, size), np.float32)
    member = Heads(query=50 * begins, presence=10 * begins, presence_bias=np.full(1, -5, np.float32), polarity=none,
                   polarity_bias=np.zeros((1, 3), np.float32))  # fmt: skip
    own = CustomHeads(("kitchen",), "en", fingerprint(FakeModel(tmp_path)), 0.5, np.zeros(size, np.float32),
                      np.ones(size, np.float32), (member,))  # fmt: skip
    folder.write(tmp_path / "mine", own, recipe=Recipe(), metrics={}, card="", command="voxpop train")
    return tmp_path / "mine"


def test_categories_of_ones_own(heads: Path) -> None:
    analysis = analyze("tree", categories=str(heads))
    rows = {aspect.id: aspect for aspect in analysis.aspects}
    assert rows["en>kitchen"].positive > 0 < rows["en>kitchen"].negative
    assert rows["en>kitchen>soup"].category == "kitchen"
    assert "zh>味道" in rows  # the heads are for English; Chinese keeps the model's categories
    assert "en>food" not in rows
    engines = analysis.document()["run"]["engines"]
    assert engines["en"]["categories"] == "kitchen"
    assert "categories" not in engines["zh"]
    assert check_spans(analysis) > 20


def test_categories_of_another_language_or_another_reader_are_refused(heads: Path) -> None:
    with pytest.raises(OptionError, match="are for English reviews"):
        analyze("tree", categories=str(heads), lang="zh")
    with pytest.raises(OptionError, match="--categories and --fast cannot be combined"):
        analyze("categories", categories=str(heads), fast=True)
    (heads.parent / "model.onnx").write_bytes(b"another graph")
    own_digest.cache_clear()
    with pytest.raises(AssetError, match="trained on another reader"):
        analyze("tree", categories=str(heads))


def test_a_column_that_numbers_products_does_not_name_them() -> None:
    numbered, named = (Review(id="1", text="Fine.", product=name) for name in ("9yKzy9PApeiPPOUJEtnvkg", "Zen Micro"))
    assert product_of(numbered, Settings()).name is None
    assert product_of(named, Settings()).name == "Zen Micro"
    assert product_of(numbered, Settings(product="Zen Micro")).name == "Zen Micro"
