from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from research.training.samples import english
from research.training.samples.english import clothing, triplets, yelp
from research.training.samples.sample import Sample
from voxpop.errors import InputError


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(english, "STARS_TEST", 2)
    monkeypatch.setattr(english, "STARS_DEV", 1)


def write(path: Path, *lines: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines), encoding="utf-8")


def test_reviews_with_stars_are_cut_into_three(tmp_path: Path) -> None:
    rows = (f'{at},{at % 5 + 1},"Text, {at}"' for at in range(10))
    write(tmp_path / "yelp-10k" / "yelp.csv", "review_id,stars,text", *rows)
    found = yelp(tmp_path)
    assert Counter(each.split for each in found) == {"train": 7, "dev": 1, "test": 2}
    assert {(each.id, each.text, each.stars) for each in found} == {
        (f"yelp-10k-{at}", f"Text, {at}", (at % 5 + 1, at % 5 + 1)) for at in range(10)}  # fmt: skip


def test_a_title_stands_before_its_review(tmp_path: Path) -> None:
    rows = ("0,Fine,Fits well,5", "1,,Too wide,2", "2,Only a title,,5", "3,,A,1", "4,,B,1")
    write(tmp_path / "womens-clothing" / "reviews.csv", ",Title,Review Text,Rating", *rows)
    assert {each.text for each in clothing(tmp_path)} == {"Fine\nFits well", "Too wide", "A", "B"}


@pytest.mark.parametrize("row", ["a,good,Text", "a,9,Text", "a"])
def test_a_bad_record_is_named(tmp_path: Path, row: str) -> None:
    write(tmp_path / "yelp-10k" / "yelp.csv", "review_id,stars,text", "1,5,Fine", row)
    with pytest.raises(InputError, match=r"record 2|'yelp-10k-a'"):
        yelp(tmp_path)


def test_triplets_are_where_semeval_has_their_sentence(tmp_path: Path) -> None:
    texts = {"16res_train": ("A .", "B ."), "16res_test": ("C .", "C ."), "15res_test": ("A .", "D ."),
             "14res_dev": ("E .",)}  # fmt: skip
    for part in ("14lap", "14res", "15res", "16res"):
        for split in ("train", "dev", "test"):
            lines = (f"{text}####[([0], [0], 'POS')]" for text in texts.get(f"{part}_{split}", ()))
            write(tmp_path / "aste" / f"{part}_{split}.txt", *lines)
    semeval = [Sample("1", "B.", "semeval16-restaurants", "dev"), Sample("2", "E.", "semeval14-restaurants", "train")]
    assert [(each.source, each.text, each.split) for each in triplets(tmp_path, semeval)] == [
        ("aste-14res", "E.", "train"), ("aste-16res", "A.", "train"), ("aste-16res", "B.", "dev"),
        ("aste-16res", "C.", "test"), ("aste-16res", "C.", "test"), ("aste-15res", "D.", "train")]  # fmt: skip
