from __future__ import annotations

from pathlib import Path

from research.training.branch import mined_zh
from research.training.branch.entity_texts import CHINESE, LONGEST, SHORTEST, devices, hu_liu


def test_reviews_of_hu_and_liu_keep_their_terms_in_place(data_dir: Path) -> None:
    reviews = list(hu_liu(data_dir))
    assert len(reviews) > 300
    assert {each.split for each in reviews} == {"train", "dev"}
    assert all(SHORTEST <= len(each.text) <= LONGEST for each in reviews)
    terms = [each.text[start:end] for each in reviews for start, end in each.terms]
    assert "battery life" in terms
    assert all(term == term.strip() for term in terms)


def test_reviews_of_devices_are_put_together_from_sentences(data_dir: Path) -> None:
    reviews = list(devices(data_dir))
    assert {each.kind for each in reviews} == {"phone", "camera"}
    assert len({each.id for each in reviews}) == len(reviews)
    assert max(len(each.text) for each in reviews) > 100


def test_every_kind_has_its_words() -> None:
    assert set(CHINESE.values()) <= set(mined_zh.THINGS)
    assert set(mined_zh.THINGS) == set(mined_zh.PARTS)
