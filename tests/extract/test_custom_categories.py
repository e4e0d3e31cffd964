"""A user's own categories: heads that are trained on a model, and an analysis by them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import voxpop
from voxpop.errors import AssetError
from voxpop.extract import extractors as engines
from voxpop.extract.custom_categories import CustomHeads, ReviewCategories, fingerprint
from voxpop.extract.opinion_model import OpinionModel
from voxpop.settings import Curation, Settings
from voxpop.train import heads_folder as folders
from voxpop.train.head_training import Recipe
from voxpop.train.label_table import LabelledReview, LabelledReviews
from voxpop.train.training_run import train

from .fake import FakeModel, install
from .tiny import tiny

THINGS = {"kitchen": ("soup", "pasta"), "people": ("staff", "waiter")}
FEELINGS = {1: ("good", "great", "tasty"), -1: ("bad", "cold", "rude")}
RECIPE = Recipe(epochs=12, rate=0.01)


def labelled(count: int) -> LabelledReviews:
    rng = random.Random(0)
    items = []
    for row in range(count):
        name, feeling = rng.choice(list(THINGS)), rng.choice((1, -1))
        text = f"the {rng.choice(THINGS[name])} was {rng.choice(FEELINGS[feeling])} and we {row}"
        items.append(LabelledReview(text, row + 2, {name: feeling}))
    return LabelledReviews("mine.csv", "text", tuple(THINGS), "en", tuple(items), ())


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> FakeModel:
    home = tmp_path_factory.mktemp("fake")
    (home / "model.onnx").write_bytes(b"a graph")
    return FakeModel(home)


def train_and_write(model: FakeModel | OpinionModel, folder: Path) -> Path:
    trained = train(labelled(120), model, RECIPE, encoder=fingerprint(model))
    command = "voxpop train --data mine.csv"
    folders.write(folder / "heads", trained.heads, recipe=RECIPE, metrics={}, card="", command=command)
    return folder / "heads"


@pytest.fixture(scope="module")
def heads(model: FakeModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train_and_write(model, tmp_path_factory.mktemp("own"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> OpinionModel:
    return tiny(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def small_heads(small: OpinionModel, tmp_path_factory: pytest.TempPathFactory) -> CustomHeads:
    return CustomHeads.load(train_and_write(small, tmp_path_factory.mktemp("small")), encoder=fingerprint(small))


@pytest.fixture
def shipped(model: FakeModel, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The fake in place of the model that comes with voxpop."""
    install(monkeypatch, langs=["en"], home=model.home)
    yield
    engines.extractor.cache_clear()


def settings(heads: Path) -> Settings:
    return Settings(lang="en", by="categories", categories=str(heads), curation=Curation.off())


@pytest.mark.usefixtures("shipped")
def test_an_analysis_speaks_of_the_users_categories_and_quotes_the_text(heads: Path) -> None:
    texts = ["the soup was great and we sat", "the waiter was rude and we left", "the pasta was good and we ate"] * 4
    with voxpop.analyze(texts, settings=settings(heads), workers=1) as analysis:
        rows = {aspect.name: (aspect.positive, aspect.negative) for aspect in analysis.aspects}
        assert rows == {"kitchen": (8, 0), "people": (0, 4)}
        written = {review.id: review.text for review in analysis.reviews}
        for opinion in analysis.opinions:
            assert written[opinion.review_id][opinion.start : opinion.end] == opinion.text
        found = {opinion.text: opinion.category for opinion in analysis.opinions}
        assert found == {"soup": "kitchen", "pasta": "kitchen", "waiter": "people"}


@pytest.mark.usefixtures("shipped")
def test_an_opinion_that_no_category_speaks_of_has_none(heads: Path) -> None:
    with voxpop.analyze(["the battery was weak and we left"] * 3, settings=settings(heads), workers=1) as analysis:
        assert {opinion.category for opinion in analysis.opinions} == {None}
        assert analysis.document()["counts"]["in_no_category"] == len(list(analysis.opinions))


def test_a_category_of_the_review_is_not_that_of_every_word_in_it(heads: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attention = np.array([[0.02] * 20, [0.02] * 20], np.float32)
    attention[0, 3], attention[1, 5] = 0.62, 0.62
    answer = ReviewCategories(np.array([0.9, 0.1], np.float32), np.full((2, 3), 1 / 3, np.float32), attention)
    monkeypatch.setattr(CustomHeads, "apply", lambda self, scores: answer)
    weights = CustomHeads.load(heads).by_token(FakeModel().read(""))
    assert np.argwhere(weights).tolist() == [[3, 0]]  # the second category is not there


@pytest.mark.usefixtures("shipped")
def test_heads_of_another_reader_are_refused_by_the_analysis(heads: Path, tmp_path: Path) -> None:
    other = CustomHeads.load(heads)
    folders.write(tmp_path / "other", replace(other, encoder="f" * 64), recipe=RECIPE, metrics={}, card="",
                  command="voxpop train --data mine.csv")  # fmt: skip
    with pytest.raises(AssetError, match=r"Train them again: voxpop train --data mine\.csv"):
        voxpop.analyze(["the soup was good"], settings=settings(tmp_path / "other"), workers=1)


@given(text=st.text(max_size=120))
def test_any_text_gives_chances_and_attention_over_its_tokens(
    small: OpinionModel, small_heads: CustomHeads, text: str
) -> None:
    scores = small.read(text, hidden=True)
    size = sum(len(window.spans) for window in scores.windows)
    mine = small_heads.apply(scores)
    assert mine.presence.shape == (2,)
    assert ((mine.presence >= 0) & (mine.presence <= 1)).all()
    assert np.allclose(mine.polarity.sum(-1), 1, atol=1e-5)
    assert mine.attention.shape == (2, size)
    if size:
        assert np.allclose(mine.attention.sum(-1), 1, atol=1e-5)
    assert small_heads.by_token(scores).shape == (size, 2)
