"""The branch for aspect terms and its teachers: what they learn from, and that they learn it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
import torch

from research.training.branch.branch_training import BranchRecipe
from research.training.branch.teachers import ComparisonTeacher, Framed
from research.training.branch.term_teachers import blank, moved
from research.training.branch.terms import (
    FELT,
    JUDGED,
    TermItem,
    answers,
    figures,
    fit,
    items,
    joined,
    loss_of,
    outputs,
    ranges,
    read,
    read_soft,
)  # fmt: skip
from research.training.encoder import load_encoder
from research.training.reader.samples import Sample

TEXT = "the food was great but the service was awful"
TERMS = ((4, 8, 1), (27, 34, -1))


def sample(source: str, text: str = TEXT, terms: tuple[tuple[int, int, int | None], ...] = TERMS) -> Sample:
    return Sample("1", text, source, "train", terms=terms)


@pytest.fixture
def texts(tiny: Path) -> Framed:
    return Framed(tiny, torch.device("cpu"), doubled=False)


def test_what_a_set_teaches(texts: Framed) -> None:
    sources = ("semeval14-laptops", "written-en", "memd-hotel")
    rows = items([sample(source) for source in sources], texts, "en")
    taught = [{name for name, label in row.labels.items() if label.weights.all()} for row in rows]
    assert taught == [{"terms", "semeval14"}, {"terms"}, {JUDGED}]
    for row in rows:
        assert row.labels["terms"].chances.argmax(1).sum() == 2  # two beginnings
        felt = row.labels[FELT]
        good, bad = np.flatnonzero(felt.weights)
        assert felt.chances[good].tolist() == [1, 0, 0]
        assert felt.chances[bad].tolist() == [0, 0, 1]


def test_the_answers_of_a_language() -> None:
    assert list(outputs("en")) == ["terms", "semeval14", FELT]
    assert list(outputs("zh")) == ["terms", FELT]
    assert list(outputs("zh", teacher=True)) == ["terms", FELT, JUDGED]


def test_a_term_in_conflict_is_a_term_but_teaches_no_feeling(texts: Framed) -> None:
    (row,) = items([sample("semeval14-laptops", terms=((4, 8, None),))], texts, "en")
    assert row.labels["terms"].chances.argmax(1).sum() == 1
    assert not row.labels[FELT].weights.any()


def test_short_texts_are_put_together_and_nothing_is_lost(texts: Framed) -> None:
    rows = items([sample("written-en"), sample("memd-hotel"), sample("semeval14-laptops")] * 3, texts, "en")
    rows.append(rows[0]._replace(source="taught"))
    found = list(joined(rows, random.Random(0)))
    assert len(found) < len(rows)
    assert sum(len(row.ids) for row in found) == sum(len(row.ids) for row in rows)
    assert [row.source for row in found].count("taught") == 1
    for name in rows[0].labels:
        assert sum(row.labels[name].weights.sum() for row in found) == sum(
            row.labels[name].weights.sum() for row in rows
        )
        for row in found:
            assert len(row.ids) == len(row.labels[name].chances) == len(row.labels[name].weights)


@pytest.mark.parametrize(
    ("tags", "found"),
    [([0, 1, 2, 0, 1], [(1, 3), (4, 5)]), ([2, 2, 0], [(0, 2)]), ([1, 1], [(0, 1), (1, 2)]), ([], []), ([0], [])],
)
def test_where_terms_stand(tags: list[int], found: list[tuple[int, int]]) -> None:
    assert ranges(tags) == found


def test_a_teacher_learns_and_its_answers_teach(tiny: Path, texts: Framed, tmp_path: Path) -> None:
    other = "the service was great but the food was awful"
    rows = items([sample("written-en"), sample("semeval14-x", other, ((4, 11, 1), (30, 34, -1)))], texts, "en")
    torch.manual_seed(0)
    teacher = ComparisonTeacher(load_encoder(tiny), outputs("en", teacher=True))
    fit(teacher, rows, texts, BranchRecipe(epochs=150, batch=2, rate=1e-2))
    said = answers(teacher, rows, texts)
    right = {"written-en felt accuracy": 1.0, "written-en terms f1": 1.0, "semeval14-x felt accuracy": 1.0,
             "semeval14-x semeval14 f1": 1.0, "semeval14-x terms f1": 1.0}  # fmt: skip
    assert figures(rows, said) == right
    wrong = [{name: np.roll(each, 1, axis=0) for name, each in chances.items()} for chances in said]
    assert figures(rows, wrong)["written-en terms f1"] == 0.0
    written = [TEXT, other]
    labels = moved(answers(teacher, blank(written, texts, "en"), texts), written, texts, texts.pieces)
    assert set(labels[0]) == set(outputs("en"))
    path = tmp_path / "soft.npz"
    whole = {name: np.concatenate([each[name] for each in labels]) for name in labels[0]}
    np.savez(path, lengths=[len(each[FELT]) for each in labels], texts=json.dumps(written), **whole)
    taught = read_soft([path, path], texts)  # the mean of the same is the same
    for mine, theirs in zip(taught, rows, strict=True):
        assert mine.ids == theirs.ids
        tags, feelings = theirs.labels["terms"].chances.argmax(1), theirs.labels[FELT]
        assert mine.labels["terms"].chances.argmax(1).tolist() == tags.tolist()
        assert mine.labels["terms"].weights.all()
        at = feelings.weights > 0
        assert mine.labels[FELT].chances[at].argmax(1).tolist() == feelings.chances[at].argmax(1).tolist()
        assert mine.labels[FELT].weights == pytest.approx(1 - mine.labels["terms"].chances[:, 0])
    assert read_soft([], texts) == []


def test_what_nobody_says_costs_nothing(tiny: Path, texts: Framed) -> None:
    torch.manual_seed(0)
    teacher = ComparisonTeacher(load_encoder(tiny), outputs("en", teacher=True)).eval()
    unknown: list[TermItem] = blank([TEXT], texts, "en")
    assert loss_of(read(teacher, unknown, texts), unknown).item() == 0.0
    known = items([sample("written-en")], texts, "en")
    assert loss_of(read(teacher, known, texts), known).item() > 0.5
