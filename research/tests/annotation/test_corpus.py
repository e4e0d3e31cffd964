"""The annotated corpus: its size, its spans, and that what is kept out of training is kept out."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from research.annotation.agreement import figures, pairs
from research.annotation.corpus import DATA, FIRST, OPINIONS, SECOND, read_corpus
from research.training.opinions.labels import ABOUT, CATEGORIES, POLARITIES
from research.training.opinions.texts import DEVELOPMENT, HELD_OUT, rows

LEAST = {"en": (8000, 24, 6), "zh": (6000, 16, 4)}  # passages, domains, held-out domains


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_corpus_is_as_large_as_promised(lang: str) -> None:
    records = list(rows(DATA / f"{OPINIONS}-{lang}.jsonl.xz"))
    passages, domains, held_out = LEAST[lang]
    assert len(records) >= passages
    assert len({record["domain"] for record in records}) >= domains
    assert len(HELD_OUT[lang]) >= held_out
    assert not set(HELD_OUT[lang]) & set(DEVELOPMENT[lang])
    assert set(HELD_OUT[lang]) <= {record["domain"] for record in records}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_span_lies_in_its_passage_and_every_label_is_known(lang: str) -> None:
    for record in rows(DATA / f"{OPINIONS}-{lang}.jsonl.xz"):
        length = record["span"][1] - record["span"][0]
        for opinion in record["opinions"]:
            for span in (opinion["target"], opinion["words"]):
                assert span is None or 0 <= span[0] < span[1] <= length
            assert opinion["target"] or opinion["words"]
            assert opinion["category"] in CATEGORIES
            assert opinion["about"] in ABOUT
            assert opinion["polarity"] in POLARITIES


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_texts_of_others_are_not_in_the_file(lang: str) -> None:
    for record in rows(DATA / f"{OPINIONS}-{lang}.jsonl.xz"):
        assert ("text" in record) == (record["source"] == "voxpop")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_tenth_is_annotated_twice_and_the_two_agree(lang: str) -> None:
    first, second = (list(rows(DATA / f"{name}-{lang}.jsonl.xz")) for name in (FIRST, SECOND))
    both = pairs(first, second)
    assert len(both) >= 0.1 * LEAST[lang][0]
    made = figures(both)
    assert made["verdicts found by the second"] > 0.9
    assert made["kappa of category"] > 0.8
    assert figures(list(zip(first, first, strict=True)))["exact F1 of words"] == 1.0


def test_agreement_of_opposite_signs_is_nothing() -> None:
    opinion = {"target": [0, 4], "words": [5, 9], "polarity": 1.0, "category": "food", "about": "main", "fact": False}
    one = {"id": "a", "span": [0, 9], "opinions": [opinion]}
    other = {"id": "a", "span": [0, 9], "opinions": [{**opinion, "polarity": -1.0}]}
    assert figures([(one, other)])["verdicts found by the second"] == 0.0


def test_texts_are_joined_by_their_hash(tmp_path: Path) -> None:
    record = next(record for record in rows(DATA / f"{OPINIONS}-en.jsonl.xz") if "text" not in record)
    folder = tmp_path / "wild-texts"
    folder.mkdir()
    with lzma.open(folder / "en.jsonl.xz", "wt", encoding="utf-8") as out:
        out.write('{"text": "another", "stars": 5, "domain": "book", "source": "x/y"}\n')
    found = read_corpus("en", tmp_path)
    assert found
    assert all(each["source"] == "voxpop" for each in found)
    assert record["id"] not in {each["id"] for each in found}
