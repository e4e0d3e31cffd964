from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from research.training.corpora import (
    HOTEL_FOLDS,
    bare,
    full_asap,
    has_full_asap,
    hotel_fold,
    polarity,
    read_asap,
    read_semeval,
)
from research.training.corpus_statistics import statistics
from research.training.data import load, write_plain
from research.training.scheme import HOTELS, NOT_MENTIONED, RESTAURANT, asap, asap_columns
from voxpop.errors import ColumnError, EncodingError, InputError, OptionError

LEADS = {"release": ("id", "review", "star"), "sample": ("index", "reviewbody", "star"),
         "aichallenger": ("source", "text")}  # fmt: skip


def write(path: Path, release: str, rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8-sig", newline="") as lines:
        csv.writer(lines).writerows([[*LEADS[release], *dict(asap_columns())[release]], *rows])
    return path


def labels(**changed: str) -> list[str]:
    return [changed.get(f"_{i}", "-2") for i in range(18)]


@pytest.mark.parametrize("release", ["release", "sample"])
def test_both_headers_of_asap_are_read(tmp_path: Path, release: str) -> None:
    path = write(tmp_path / "a.csv", release, [["7", "味道好，\n服务差", "4.0", *labels(_15="1", _4="-1", _7="0.0")]])
    (example,) = read_asap(path)
    assert (example.id, example.text, example.stars) == ("7", "味道好，\n服务差", 4.0)
    named = {asap().aspects[i]: label for i, label in example.mentioned.items()}
    assert named == {"Food#Taste": 1, "Service#Hospitality": -1, "Price#Level": 0}


def test_ai_challenger_has_no_stars(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "aichallenger", [["a", "好吃", *labels(_15="1")]])
    assert read_asap(path)[0].stars is None


def test_the_whole_release_is_found(tmp_path: Path) -> None:
    assert not has_full_asap(tmp_path)
    for part in ("train", "dev", "test"):
        write(tmp_path / f"{part}.csv", "release", [[part, "好", "5", *labels(_15="1")]])
    assert has_full_asap(tmp_path)
    corpus = full_asap(tmp_path)
    assert [example.id for example in (*corpus.train, *corpus.dev, *corpus.test)] == ["train", "dev", "test"]


def test_a_part_of_the_release_does_not_hide_the_whole(tmp_path: Path) -> None:
    (tmp_path / "asap").mkdir()
    for part in ("train", "dev", "test"):
        write(tmp_path / "asap" / f"{part}.csv", "release", [[part, "好", "5", *labels(_15="1")]])
    write(tmp_path / "train.csv", "release", [["other", "好", "5", *labels()]])
    assert [example.id for example in full_asap(tmp_path).train] == ["train"]


def test_another_encoding_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "release", [["1", "好吃", "5", *labels()]])
    path.write_bytes(path.read_text("utf-8-sig").encode("gb18030"))
    with pytest.raises(EncodingError, match=r"a\.csv is not in UTF-8"):
        read_asap(path)


@pytest.mark.parametrize(("row", "message"), [
    (["1", "好", "5", *labels(_0="2")], r"record 1, column Location#Transportation: '2' is no label"),
    (["1", "好", "5", *labels(_0="nan")], "'nan' is no label"),
    (["1", "好", "5", *labels(_0="good")], "'good' is no label"),
    (["1", "好", "9", *labels()], "'9' is no star rating"),
    (["1", "好", "nan", *labels()], "'nan' is no star rating"),
    (["1", "  ", "5", *labels()], "record 1: the review is empty"),
])  # fmt: skip
def test_a_bad_row_is_named(tmp_path: Path, row: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_asap(write(tmp_path / "a.csv", "release", [row]))


def test_missing_columns_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,review,star,Location#Transportation\n1,好,5,1\n")
    with pytest.raises(ColumnError, match="lacks label columns: Location#Downtown, "):
        read_asap(path)
    path.write_text("id,comment\n1,好\n")
    with pytest.raises(ColumnError, match=r"no column of reviews\. Accepted names: review, reviewbody, text"):
        read_asap(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no file .*Restaurants_Train_v1\.xml"):
        load("restaurant", tmp_path)


def semeval(tmp_path: Path, categories: str) -> Path:
    path = tmp_path / "a.xml"
    path.write_text(f'<sentences><sentence id="1"><text>Good.</text><aspectCategories>{categories}</aspectCategories>'
                    "</sentence></sentences>")  # fmt: skip
    return path


def test_repeated_pairs_count_once_and_conflicts_are_left_out(tmp_path: Path) -> None:
    food = '<aspectCategory category="food" polarity="positive"/>'
    (example,) = read_semeval(semeval(tmp_path, food * 2), RESTAURANT)
    assert example.mentioned == {0: 1}
    conflict = food + '<aspectCategory category="price" polarity="conflict"/>'
    assert not list(read_semeval(semeval(tmp_path, conflict), RESTAURANT))


@pytest.mark.parametrize("categories", ['<aspectCategory category="rooms" polarity="positive"/>',
                                        '<aspectCategory category="food" polarity="so-so"/>', "<broken"])  # fmt: skip
def test_strange_xml_is_an_error(tmp_path: Path, categories: str) -> None:
    with pytest.raises(InputError, match=r"unknown category or polarity|not whole XML"):
        list(read_semeval(semeval(tmp_path, categories), RESTAURANT))


@pytest.mark.parametrize(("stars", "label"), [(None, NOT_MENTIONED), (1, -1), (2, -1), (3, 0), (4, 1), (5, 1)])
def test_aspect_stars_become_polarities(stars: int | None, label: int) -> None:
    assert polarity(stars) == label


def test_restaurant_has_exactly_the_papers_counts(data_dir: Path) -> None:
    corpus = load("restaurant", data_dir)
    train = statistics((*corpus.train, *corpus.dev), lang="en", sentence_level=True)
    test = statistics(corpus.test, lang="en", sentence_level=True)
    assert (train.reviews, train.positive, train.negative, train.neutral) == (2855, 2150, 822, 498)
    assert (test.reviews, test.positive, test.negative, test.neutral) == (749, 645, 215, 94)
    assert len(corpus.dev) == 286


def test_the_chinese_reviews_are_in_one_split_each(data_dir: Path) -> None:
    corpus = load("asap-zh", data_dir)
    texts = [bare(example.text) for examples in corpus.splits.values() for example in examples]
    assert len(texts) == len(set(texts))
    assert Counter(example.source for example in corpus.test)["asap"] == 100
    assert all((example.stars is not None) == (example.source == "asap") for example in corpus.test)


def test_no_hotel_is_in_two_splits(data_dir: Path) -> None:
    corpus = load("lara-hotels", data_dir)
    sizes = [len(examples) for examples in corpus.splits.values()]
    assert sum(sizes) == 30_121
    assert all(example.stars is not None and example.text for example in corpus.test)
    assert min(sizes) > 1500


def write_hotels(folder: Path, hotels: int, reviews: int) -> None:
    rows = [{"id": f"{hotel}-{i}", "hotel": str(hotel), "stars": 4.0, "title": "Good", "text": "Good rooms.",
             "ratings": {"Rooms": 5, "Value": 3, "Business service (e.g., internet access)": 1}}
            for hotel in range(hotels) for i in range(reviews)]  # fmt: skip
    (folder / "lara-hotels").mkdir()
    (folder / "lara-hotels" / "reviews.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_over_the_folds_every_hotel_is_tested_once_by_what_learnt_from_others(tmp_path: Path) -> None:
    write_hotels(tmp_path, 40, 3)
    own, folds = load("lara-hotels", tmp_path), [hotel_fold(tmp_path, fold) for fold in range(HOTEL_FOLDS)]
    assert {split: set(found) for split, found in folds[0].splits.items()} == {
        split: set(found) for split, found in own.splits.items()
    }
    tested = [example.id for fold in folds for example in fold.test]
    assert len(tested) == len(set(tested)) == 40 * 3 - len(own.dev)
    for fold in folds:
        assert fold.dev == own.dev
        parts = [{example.id.split("-")[0] for example in part} for part in fold.splits.values()]
        assert sum(map(len, parts)) == len(set.union(*parts)) == 40
    with pytest.raises(OptionError, match=r"no fold 9 of lara-hotels\. Accepted: 0 to 8"):
        hotel_fold(tmp_path, 9)


def test_stars_of_aspects_are_kept_beside_their_polarity(tmp_path: Path) -> None:
    write_hotels(tmp_path, 20, 1)
    example = load("lara-hotels", tmp_path).test[0]
    rated = dict(zip(HOTELS.aspects, example.grades, strict=True))
    assert (rated["Rooms"], rated["Value"], rated["Business service"], rated["Location"]) == (5, 3, 1, None)
    assert dict(zip(HOTELS.aspects, example.labels, strict=True))["Business service"] == -1
    write_plain(load("lara-hotels", tmp_path), tmp_path / "lara-hotels.jsonl.xz")
    assert load("lara-hotels", tmp_path).test[0] == example
