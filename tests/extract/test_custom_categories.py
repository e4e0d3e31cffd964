"""A user's own categories in an analysis: heads trained on a tiny reader, then read with it."""

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
from voxpop.extract.custom_categories import CustomHeads, fingerprint
from voxpop.extract.reader import Reader
from voxpop.settings import Curation, Settings
from voxpop.train import heads_folder as folders
from voxpop.train.head_training import NOT_MENTIONED, Recipe
from voxpop.train.label_table import LabelledReviews
from voxpop.train.training_run import train
from voxpop.train.usable_rows import LabelledReview

from .tiny import tiny

THINGS = {"sleep": ("bed", "room"), "people": ("staff", "service")}
FEELINGS = {1: ("good", "great", "nice"), -1: ("bad", "dirty", "rude")}
RECIPE = Recipe(epochs=12, rate=0.01)


def labelled(count: int) -> LabelledReviews:
    rng = random.Random(0)
    items = []
    for row in range(count):
        name, feeling = rng.choice(list(THINGS)), rng.choice((1, -1))
        text = f"the {rng.choice(THINGS[name])} was {rng.choice(FEELINGS[feeling])} and we {row}"
        items.append(
            LabelledReview(text, tuple(feeling if each == name else NOT_MENTIONED for each in THINGS), row + 2)
        )
    return LabelledReviews("mine.csv", "text", tuple(THINGS), "en", tuple(items), ())


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return tiny(tmp_path_factory.mktemp("tiny"), exact=True)


@pytest.fixture(scope="module")
def heads(reader: Reader, tmp_path_factory: pytest.TempPathFactory) -> Path:
    trained = train(labelled(120), reader, RECIPE, encoder=fingerprint(reader))
    target = tmp_path_factory.mktemp("own") / "heads"
    folders.write(target, trained.heads, recipe=RECIPE, metrics={}, card="", command="voxpop train --data mine.csv")
    return target


@pytest.fixture
def shipped(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tiny reader in place of the one that comes with voxpop."""

    monkeypatch.setattr("voxpop.extract.reader.has_reader", lambda lang: lang == "en")
    monkeypatch.setattr("voxpop.extract.reader.reader", lambda lang: reader)
    monkeypatch.setattr("voxpop.run_facts.engine_facts", lambda lang, settings: {"engine": "reader"})
    monkeypatch.setattr("voxpop.entities.resolve.branch_scorer", lambda lang: None)  # its states are no states of ours
    monkeypatch.setattr("voxpop.entities.mention_resolution.mention_classifier", lambda lang, *, states: None)
    monkeypatch.setattr("voxpop.extract.terms.term_tagger", lambda lang: None)
    engines.extractor.cache_clear()
    yield
    engines.extractor.cache_clear()


def settings(heads: Path) -> Settings:
    return Settings(lang="en", by="categories", categories=str(heads), curation=Curation.off())


@pytest.mark.usefixtures("shipped")
def test_an_analysis_speaks_of_the_users_categories_and_quotes_the_text(heads: Path) -> None:
    texts = ["the bed was good and we slept", "the staff was rude and we left", "the room was nice and we sat"] * 4
    with voxpop.analyze(texts, settings=settings(heads), workers=1) as analysis:
        assert {aspect.name for aspect in analysis.aspects} == set(THINGS)
        written = {review.id: review.text for review in analysis.reviews}
        told = list(analysis.opinions)
        for opinion in told:
            assert written[opinion.review_id][opinion.start : opinion.end] == opinion.text
            assert opinion.category in (*THINGS, None)  # a term may stand for none of them
        assert {opinion.category for opinion in told} >= set(THINGS)


@pytest.mark.usefixtures("shipped")
def test_heads_of_another_reader_are_refused_by_the_analysis(heads: Path, tmp_path: Path) -> None:
    other = CustomHeads.load(heads)
    folders.write(tmp_path / "other", replace(other, encoder="f" * 64), recipe=RECIPE, metrics={}, card="",
                  command="voxpop train --data mine.csv")  # fmt: skip
    with pytest.raises(AssetError, match=r"Train them again: voxpop train --data mine\.csv"):
        voxpop.analyze(["the bed was good"], settings=settings(tmp_path / "other"), workers=1)


@given(text=st.text(max_size=120))
def test_any_text_gives_chances_and_attention_over_its_pieces(reader: Reader, heads: Path, text: str) -> None:
    own = CustomHeads.load(heads)
    reading = reader.read([text], hidden=True)[0]
    mine = own.apply(reading)
    assert mine.presence.shape == (2,)
    assert ((mine.presence >= 0) & (mine.presence <= 1)).all()
    assert np.allclose(mine.polarity.sum(-1), 1, atol=1e-5)
    assert mine.attention.shape == (2, len(reading.spans))
    if len(reading.spans):
        assert np.allclose(mine.attention.sum(-1), 1, atol=1e-5)
    assert mine.spans is reading.spans
