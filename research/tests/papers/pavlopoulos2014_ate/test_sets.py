from __future__ import annotations

from pathlib import Path

import pytest

from research.papers.pavlopoulos2014_ate import sets as ate_sets
from research.papers.pavlopoulos2014_ate.sets import GoldSet
from voxpop.errors import InputError


def test_gold_terms_were_tagged_more_than_once_and_stand_by_frequency_then_alphabet() -> None:
    found = GoldSet("toy", ["…"] * 3, [["soup", "wine", "soup"], ["wine", "beer"], ["beer", "beer", "fork"]])
    assert found.gold == {"beer": 3, "soup": 2, "wine": 2}
    assert list(found.gold) == ["beer", "soup", "wine"]
    assert found.only(lambda term: term != "beer").counts == {"soup": 2, "wine": 2, "fork": 1}


def test_learning_stops_after_enough_sentences() -> None:
    texts = ["One room. Two beds."] * 10
    assert len(ate_sets.learn(texts)) == 20
    assert len(ate_sets.learn(texts, most=5)) == 6, "a text that was begun is read to its end"


def test_semeval14(data_dir: Path) -> None:
    found = ate_sets.semeval14(data_dir, "restaurants")
    assert len(found.texts) == len(found.tags) == 3041 + 800
    assert sum(found.counts.values()) == 3693 + 1134, "aspect terms of train and test"
    assert list(found.gold)[:3] == ["food", "service", "place"]
    laptops = ate_sets.semeval14(data_dir, "laptops")
    assert len(laptops.texts) == 3048 + 800
    assert sum(laptops.counts.values()) == 2373 + 654


def test_memd_with_and_without_the_whole(data_dir: Path) -> None:
    whole = ate_sets.memd(data_dir, "hotel", wholes=True)
    parts = ate_sets.memd(data_dir, "hotel", wholes=False)
    assert whole.texts == parts.texts
    assert {"place", "apartment"} <= set(whole.gold)
    assert not {"place", "apartment", "it"} & set(parts.gold)
    assert parts.gold.items() <= whole.gold.items()


def test_hu_liu_without_the_products_names(data_dir: Path) -> None:
    products = {found.name: found for found in ate_sets.hu_liu(data_dir)}
    assert len(products) == 14
    assert "camera" not in products["Canon_G3"].counts
    first = ate_sets.hu_liu(data_dir, archives=(ate_sets.FIRST,), wholes=True)
    assert len(first) == 5
    assert "camera" in ate_sets.joined("electronics", first).gold


def test_every_gold_term_stands_in_its_text(data_dir: Path) -> None:
    found = ate_sets.semeval14(data_dir, "laptops")
    for text, tags in zip(found.texts, found.tags, strict=True):
        assert all(tag in " ".join(text.lower().split()) for tag in tags)


def test_missing_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="semeval14"):
        ate_sets.semeval14(tmp_path, "laptops")
