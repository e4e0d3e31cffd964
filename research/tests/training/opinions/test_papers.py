"""The papers' data sets as samples of the opinion reader, from tiny files, and nothing of a test in training."""

from __future__ import annotations

import json
import lzma
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from research.evaluation.dimabsa import NULL, DimSentence, Triplet
from research.training.data import Example
from research.training.opinions.batches import HEADS, collate
from research.training.opinions.dimabsa import train_sentences
from research.training.opinions.network import SLICES
from research.training.opinions.papers import (
    Encoder,
    asap_sample,
    dimabsa_sample,
    main,
    prepared_study,
    reader_sample,
    semeval_overlap,
    whole_sample,
    windows,
)
from research.training.opinions.prepare import read_prepared
from research.training.opinions.vocabulary import SPECIAL, tokenizer
from research.training.samples.sample import Sample as AnnotatedSample
from voxpop.errors import InputError

PIECES = [*SPECIAL, "the", "food", "was", "good", "staff", "rude", "place", "number", *"0123456789.,"]
ENCODER = Encoder(tokenizer(PIECES), {})


@pytest.fixture
def dimabsa_dir(data_dir: Path) -> Path:
    if not (data_dir / "dimabsa").is_dir():
        pytest.skip(f"needs the data set dimabsa: none in {data_dir}")
    return data_dir


def weight(batch: Any, head: str) -> list[float]:
    return batch.weights[0, :, HEADS.index(head)].tolist()


def test_a_triplet_becomes_target_evidence_link_and_soft_polarity() -> None:
    given = DimSentence("7", "the food was good", (Triplet("food", "good", 6.0, 6.0),))
    sample = dimabsa_sample(given, ENCODER, "eng_restaurant")
    batch = collate([sample], 5)
    assert batch.labels[0, :, SLICES["target"]].argmax(-1).tolist() == [0, 0, 1, 0, 0, 0]
    assert batch.labels[0, :, SLICES["evidence"]].argmax(-1).tolist() == [0, 0, 0, 0, 1, 0]
    assert batch.labels[0, 4, SLICES["polarity"]].tolist() == [0, 0, 0.5, 0.5, 0]
    assert (float(batch.links[0, 2, 4]), float(batch.link_weights[0].sum())) == (1, 1)
    assert (sample["id"], sample["triplets"]) == ("eng_restaurant-7", given.triplets)
    for head in ("category", "about", "fact", "comparison", "direction", "rival"):
        assert not any(weight(batch, head)), f"{head} is not annotated in DimABSA"


def test_terms_teach_targets_and_polarity_alone() -> None:
    labels = {"se14": {"food": 1, "anecdotes/miscellaneous": 0}}
    given = AnnotatedSample("1", "food good staff rude", "semeval14-restaurants", "train",
                                  terms=((0, 4, 1), (10, 15, None)), labels=labels)  # fmt: skip
    sample = reader_sample(given, ENCODER)
    batch = collate([sample], 5)
    assert batch.labels[0, :, SLICES["target"]].argmax(-1).tolist() == [0, 1, 0, 1, 0, 0]
    assert weight(batch, "target") == [1] * 6
    assert weight(batch, "polarity") == [0, 1, 0, 0, 0, 0], "a conflict has no polarity"
    assert batch.labels[0, 1, SLICES["polarity"]].tolist() == [0, 0, 0, 0.5, 0.5]
    assert (batch.link_weights.sum(), sum(weight(batch, "evidence"))) == (0, 0)
    assert sample["fine"] == {0: 1, 4: 0}
    assert batch.fine[0, :, 0].tolist() == [1, 0, 0, 0, 1]


def test_a_sentence_without_terms_annotated_teaches_no_targets() -> None:
    given = AnnotatedSample("1", "food good", "semeval14-restaurants", "train", labels={"se14": {"food": -1}})
    assert collate([reader_sample(given, ENCODER)], 5).weights.sum() == 0


def test_a_long_review_is_read_in_windows_that_cover_it() -> None:
    ids = [2, *range(10, 23), 3]
    cut = windows(ids, longest=7)
    assert [each.tolist() for each in cut] == [[2, 10, 11, 12, 13, 14, 3], [2, 14, 15, 16, 17, 18, 3],
                                               [2, 18, 19, 20, 21, 22, 3]]  # fmt: skip
    assert [each.tolist() for each in windows(ids, longest=15)] == [ids]
    review = Example("1", "food " * 900, (1, -2, 0, *[-2] * 15), stars=4.0, source="asap")
    sample = asap_sample(review, ENCODER)
    assert (len(sample["ids"]), len(sample["windows"]), sample["fine"], sample["stars"]) == (512, 2, {0: 1, 2: 0}, 4)
    whole = whole_sample(review, ENCODER)
    assert (len(whole["ids"]), len(whole["offsets"]), whole["fine"], whole["text"]) == (
        902,
        902,
        {0: 1, 2: 0},
        review.text,
    )
    assert "windows" not in whole


# --- whole studies


def write_prepared(folder: Path, lang: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer(PIECES).save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps({"simplify": ""}))
    none = np.zeros(0, np.int16)
    texts = {"ids": none, "lengths": none, "stars": none, "domains": none}
    with lzma.open(folder / f"{lang}.pickle.xz", "wb") as out:
        pickle.dump({"lang": lang, "pieces": PIECES, "domains": ["book"], "split": {}, "unlabelled": texts}, out)
    return folder


def write_sentences(data: Path, file: str, *texts: str) -> None:
    (data / "dimabsa").mkdir(parents=True, exist_ok=True)
    quads = [{"Aspect": "food", "Opinion": "good", "Category": "FOOD#QUALITY", "VA": "7.00#6.00"}]
    lines = [json.dumps({"ID": f"{file}-{n}", "Text": text, "Quadruplet": quads}) for n, text in enumerate(texts)]
    (data / "dimabsa" / f"{file}.jsonl.xz").write_bytes(lzma.compress("\n".join(lines).encode()))


def write_xml(path: Path, *texts: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    inner = "".join(f'<sentence id="{n}"><text>{text}</text></sentence>' for n, text in enumerate(texts))
    path.write_text(f"<sentences>{inner}</sentences>", encoding="utf-8")


def tiny_dimabsa(data: Path) -> None:
    leak = "the food was n ' t good at number nine ."
    train = [f"the food was good at place number {n:02} ." for n in range(20)]
    write_sentences(data, "eng_restaurant_train", *train, leak)
    write_sentences(data, "eng_restaurant_dev", "The food wasn't good at number nine.")
    write_sentences(data, "eng_laptop_train", *(f"the food was good with laptop number {n:02} ." for n in range(20)))
    write_sentences(data, "eng_laptop_dev", "Food is good.")
    write_xml(data / "semeval15" / "restaurants_test.xml", "The food was good at place number 03.")
    write_xml(data / "semeval15" / "laptops_test.xml", "The staff was rude.")


def test_a_study_has_the_shape_of_prepared_data(tmp_path: Path) -> None:
    tiny_dimabsa(tmp_path / "data")
    prepared = write_prepared(tmp_path / "en", "en")
    assert main(["en", str(prepared), "dimabsa", "--data", str(tmp_path / "data")]) == 0
    study = read_prepared(prepared, "en-dimabsa")
    assert study["pieces"] == PIECES
    assert study["domains"] == ["book"]
    assert study["unlabelled"] == []
    sizes = {part: len(found) for part, found in study["split"].items()}
    assert sizes == {"train": 36, "dev": 4, "test": 2, "seen": 0, "fine": 0}
    assert study["arousal"]["eng_laptop"](7.0) == pytest.approx(6.0)


def test_no_sentence_of_dev_is_learned_from_however_it_is_cut(tmp_path: Path) -> None:
    tiny_dimabsa(tmp_path / "data")
    study = prepared_study("dimabsa", "en", tmp_path / "data", write_prepared(tmp_path / "en", "en"))
    learned = study["split"]["train"] + study["split"]["dev"]  # with --final, both
    assert not [each for each in learned if "n't good" in each["text"]]
    assert study["overlap"]["eng_restaurant: the task's dev sets"] == 1


def test_sentences_that_stand_in_tests_of_semeval_are_counted(tmp_path: Path) -> None:
    tiny_dimabsa(tmp_path)
    overlap = semeval_overlap(train_sentences(tmp_path, "eng_restaurant"), tmp_path)
    assert overlap == {"SemEval-15": 1}, "the files of the other years are not here"


def test_dimabsa_stands_in_the_tests_of_semeval_15_and_16_not_of_14(dimabsa_dir: Path) -> None:
    """What overlaps with SemEval-14 is a handful of set phrases, such as "great food"."""
    overlap = semeval_overlap(train_sentences(dimabsa_dir, "eng_restaurant"), dimabsa_dir)
    assert overlap["SemEval-15"] > 480
    assert overlap["SemEval-16"] > 350
    assert overlap["SemEval-14"] < 10


@pytest.mark.parametrize("name", ["eng_restaurant", "eng_laptop", "zho_restaurant", "zho_laptop"])
def test_all_words_of_triplets_are_found_in_their_sentences(name: str, dimabsa_dir: Path) -> None:
    for sentence in train_sentences(dimabsa_dir, name):
        for triplet in sentence.triplets:
            assert all(words == NULL or words in sentence.text for words in triplet[:2])


def test_semeval_14_is_whole(data_dir: Path, tmp_path: Path) -> None:
    """Its official tests: 1,134 and 654 terms; 749 sentences with categories, as in ASAP's Table 4."""
    study = prepared_study("semeval14", "en", data_dir, write_prepared(tmp_path / "en", "en"))
    test = study["split"]["test"]
    terms = {name: sum(len(each["terms"]) for each in test if each["name"] == f"semeval14-{name}")
             for name in ("restaurants", "laptops")}  # fmt: skip
    assert terms == {"restaurants": 1134, "laptops": 654}
    assert sum("fine" in each for each in test) == 749
    assert not {each["text"] for each in test} & {each["text"] for each in study["split"]["train"]}


def test_a_study_has_its_languages(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'asap' has no data in 'en'. It has: zh"):
        prepared_study("asap", "en", tmp_path, tmp_path)
