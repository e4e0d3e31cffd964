from __future__ import annotations

import json
import lzma
import math
from pathlib import Path

import pytest

from research.evaluation.dimabsa import (
    ContinuousF1,
    DimSentence,
    Triplet,
    continuous_f1,
    credit,
    main,
    read_dimabsa,
    write_triplets,
)
from voxpop.errors import InputError

FOOD = Triplet("Food", "great", 7.0, 7.0)
STAFF = Triplet("staff", "rude", 2.0, 6.0)


def test_gold_against_gold_is_one() -> None:
    score = continuous_f1([[FOOD, STAFF], []], [[FOOD, STAFF], []])
    assert (score.precision, score.recall, score.f1) == (1, 1, 1)


def test_distance_takes_its_share_of_the_credit() -> None:
    # 3 off in valence, 4 in arousal: 5 of √128
    assert credit(FOOD, Triplet("Food", "great", 4.0, 3.0)) == pytest.approx(1 - 5 / math.sqrt(128))
    assert credit(Triplet("a", "b", 1, 1), Triplet("a", "b", 9, 9)) == pytest.approx(0)


def test_hand_worked_score() -> None:
    """Of three gold triplets two are matched, one exactly, one 5 / √128 = .4419 off; four were predicted.

    They earn 1 + .5581 = 1.5581; precision .3895, recall .5194, F1 2 · 1.5581 / 7 = .4452.
    """
    gold = [[FOOD, STAFF], [Triplet("bar", "nice", 6, 5)]]
    predicted = [
        [Triplet("food", "Great", 4, 3), STAFF, Triplet("food", "rude", 2, 6)],
        [Triplet("bar", "very nice", 6, 5)],
    ]
    score = continuous_f1(gold, predicted)
    assert score.precision == pytest.approx(0.38952, abs=1e-5)
    assert score.recall == pytest.approx(0.51936, abs=1e-5)
    assert score.f1 == pytest.approx(0.44516, abs=1e-5)


def test_a_triplet_predicted_twice_earns_nothing() -> None:
    score = continuous_f1([[FOOD]], [[FOOD, FOOD._replace(valence=6.0)]])
    assert (score.precision, score.recall, score.f1) == (0, 0, 0)


def test_a_gold_triplet_that_stands_twice_is_matched_twice() -> None:
    """The organisers' scorer asks each gold triplet for itself, so that precision can pass 1."""
    score = continuous_f1([[FOOD, FOOD]], [[FOOD]])
    assert (score.precision, score.recall) == (2, 1)


def test_values_outside_the_scale_earn_nothing_and_still_count() -> None:
    score = continuous_f1([[FOOD, STAFF]], [[FOOD._replace(arousal=9.5), STAFF]])
    assert (score.precision, score.recall) == (0.5, 0.5)


def test_matches_are_of_one_sentence() -> None:
    assert continuous_f1([[FOOD], [STAFF]], [[STAFF], [FOOD]]).f1 == 0


@pytest.mark.parametrize("wrong", ["", "e", "NULL"])
def test_wrong_answers_score_nothing(wrong: str) -> None:
    assert continuous_f1([[FOOD]], [[Triplet(wrong, wrong, 7, 7)]]).f1 == 0


def test_nothing_predicted_is_zero() -> None:
    assert continuous_f1([[FOOD]], [[]]).f1 == 0
    assert ContinuousF1(()).f1 == 0


def test_files_are_read_and_written(tmp_path: Path) -> None:
    quads = [{"Aspect": "Food", "Category": "FOOD#QUALITY", "Opinion": "great", "VA": "7.00#6.50"}]
    line = json.dumps({"ID": "1", "Text": "Food is great", "Quadruplet": quads})
    (tmp_path / "a.jsonl.xz").write_bytes(lzma.compress(f"{line}\n".encode()))
    sentence = DimSentence("1", "Food is great", (Triplet("Food", "great", 7.0, 6.5),))
    assert read_dimabsa(tmp_path / "a.jsonl.xz") == [sentence]
    write_triplets(tmp_path / "b.jsonl", [sentence])
    assert read_dimabsa(tmp_path / "b.jsonl")[0].triplets == sentence.triplets


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"ID": "1", "Triplet": [{"Aspect": "x", "Opinion": "y", "VA": "7"}]}\n')
    with pytest.raises(InputError, match=r"a\.jsonl, line 1, .*valence#arousal"):
        read_dimabsa(tmp_path / "a.jsonl")


def test_the_command_prints_the_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_triplets(tmp_path / "gold.jsonl", [DimSentence("1", "", (FOOD,)), DimSentence("2", "", (STAFF,))])
    write_triplets(tmp_path / "found.jsonl", [DimSentence("1", "", (FOOD,))])
    main([str(tmp_path / "gold.jsonl"), str(tmp_path / "found.jsonl")])
    assert capsys.readouterr().out.startswith("cF1 0.6667  precision 1.0000  recall 0.5000")
    write_triplets(tmp_path / "other.jsonl", [DimSentence("9", "", (FOOD,))])
    assert main([str(tmp_path / "gold.jsonl"), str(tmp_path / "other.jsonl")]) == 2
    assert "'9' first" in capsys.readouterr().err
