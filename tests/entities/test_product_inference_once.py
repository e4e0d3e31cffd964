"""What is inferred from many reviews is inferred once, so that the order of the rows changes nothing."""

from __future__ import annotations

import random

import pytest

import voxpop
from voxpop import Settings
from voxpop.entities import product_inference
from voxpop.entities.product_inference import TextSample, WaitingRows, infer_products
from voxpop.types import Rejected, Review

PHONES = [f"I love this phone, its screen is sharp. Number {n}." for n in range(40)]
HOTELS = [f"This hotel was noisy and the staff were rude. Visit {n}." for n in range(40)]


def reviews(texts: list[str], lang: str = "en") -> list[Review]:
    return [Review(id=str(n), text=text, lang=lang) for n, text in enumerate(texts)]


def test_the_class_of_the_product_is_inferred_from_all_reviews() -> None:
    rows, products = infer_products(reviews(PHONES), Settings())
    assert products["en"].kind == "phone"
    assert list(rows) == reviews(PHONES)


def test_nothing_is_inferred_where_the_product_has_a_name() -> None:
    stream = iter(reviews(PHONES))
    rows, products = infer_products(stream, Settings(product="Zen Micro"))
    assert products == {}
    assert next(rows).id == "0"
    assert next(stream).id == "1"  # the rows are not waited for


def test_the_sample_does_not_depend_on_the_order() -> None:
    texts = [f"text {n}" for n in range(1000)]
    samples = []
    for seed in range(3):
        random.Random(seed).shuffle(texts)
        sample = TextSample(size=50)
        for text in texts:
            sample.add(text)
        samples.append(sample.texts())
    assert samples[0] == samples[1] == samples[2]
    assert len(samples[0]) == 50


def test_rows_come_back_in_order_from_memory_and_from_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(product_inference, "MEMORY", 1000)
    waiting = WaitingRows()
    rows = [*reviews(PHONES), Rejected(step="stars", reason="No number."), *reviews(HOTELS)]
    for row in rows:
        waiting.append(row)
    assert list(waiting) == rows


def test_the_order_of_the_rows_changes_nothing() -> None:
    """Blocks of different products, in either order, in more parts than one."""
    texts = [*PHONES * 4, *HOTELS * 4]
    rows = [Review(id=str(n), text=f"{text} {n}", lang="en") for n, text in enumerate(texts)]
    shuffled = random.Random(1).sample(rows, len(rows))
    settings = Settings(sentiment="lexicon", curation=voxpop.settings.Curation.off())
    found = [voxpop.analyze(given, settings=settings, workers=1) for given in (rows, shuffled)]
    first, second = ({(each.review_id, each.start, each.about) for each in analysis.mentions} for analysis in found)
    assert first == second
    assert [aspect.name for aspect in found[0].aspects] == [aspect.name for aspect in found[1].aspects]
