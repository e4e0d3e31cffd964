"""The branch for aspect terms and its teachers: what they learn from, and that they learn it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers")

from voxpop.models.branch.course import Recipe  # noqa: E402
from voxpop.models.branch.teachers import Framed, Teacher  # noqa: E402
from voxpop.models.branch.term_teachers import blank, moved  # noqa: E402
from voxpop.models.branch.terms import (  # noqa: E402
    TEACHES,
    Item,
    answers,
    figures,
    fit,
    items,
    joined,
    loss_of,
    ranges,
    read,
    read_soft,
)  # fmt: skip
from voxpop.models.encoder import load_encoder  # noqa: E402
from voxpop.models.reader.samples import Sample  # noqa: E402

TEXT = "the food was great but the service was awful"
TERMS = ((4, 8, 1), (27, 34, -1))


def sample(source: str, text: str = TEXT, terms: tuple[tuple[int, int, int | None], ...] = TERMS) -> Sample:
    return Sample("1", text, source, "train", terms=terms)


@pytest.fixture
def texts(tiny: Path) -> Framed:
    return Framed(tiny, torch.device("cpu"), doubled=False)


def test_what_a_set_teaches(texts: Framed) -> None:
    every, judged = items([sample("semeval14-laptops"), sample("memd-hotel")], texts)
    assert every.tags.argmax(1).tolist() == judged.tags.argmax(1).tolist()
    assert every.tags.argmax(1).sum() == 2  # two beginnings
    assert every.said.all()
    assert not judged.said.any()
    assert judged.judged.all()
    assert every.meant.sum() == 2
    good, bad = np.flatnonzero(every.meant)
    assert every.felt[good].tolist() == [1, 0, 0]
    assert every.felt[bad].tolist() == [0, 0, 1]


def test_a_term_in_conflict_is_a_term_but_teaches_no_feeling(texts: Framed) -> None:
    (row,) = items([sample("semeval14-laptops", terms=((4, 8, None),))], texts)
    assert row.tags.argmax(1).sum() == 1
    assert not row.meant.any()


def test_short_texts_are_put_together_and_nothing_is_lost(texts: Framed) -> None:
    rows = items([sample("written-en")] * 9, texts)
    rows.append(rows[0]._replace(source="taught"))
    found = list(joined(rows, random.Random(0)))
    assert len(found) < len(rows)
    assert sum(len(row.ids) for row in found) == sum(len(row.ids) for row in rows)
    assert [row.source for row in found].count("taught") == 1
    for row in found:
        assert len(row.ids) == len(row.tags) == len(row.said) == len(row.judged) == len(row.felt) == len(row.meant)


@pytest.mark.parametrize(
    ("tags", "found"),
    [([0, 1, 2, 0, 1], [(1, 3), (4, 5)]), ([2, 2, 0], [(0, 2)]), ([1, 1], [(0, 1), (1, 2)]), ([], []), ([0], [])],
)
def test_where_terms_stand(tags: list[int], found: list[tuple[int, int]]) -> None:
    assert ranges(tags) == found


def test_a_teacher_learns_and_its_answers_teach(tiny: Path, texts: Framed, tmp_path: Path) -> None:
    other = "the service was great but the food was awful"
    rows = items([sample("written-en"), sample("written-en", other, ((4, 11, 1), (30, 34, -1)))], texts)
    torch.manual_seed(0)
    teacher = Teacher(load_encoder(tiny), TEACHES)
    fit(teacher, rows, texts, Recipe(epochs=150, batch=2, rate=1e-2))
    said = answers(teacher, rows, texts)
    assert figures(rows, said) == {"written-en felt accuracy": 1.0, "written-en terms f1": 1.0}
    wrong = [np.roll(each, 1, axis=0) for each in said]
    assert figures(rows, wrong)["written-en terms f1"] == 0.0
    written = [TEXT, other]
    labels = moved(answers(teacher, blank(written, texts), texts), written, texts, texts.pieces)
    path = tmp_path / "soft.npz"
    np.savez(path, said=np.concatenate(labels), lengths=[len(each) for each in labels], texts=json.dumps(written))
    taught = read_soft([path, path], texts)  # the mean of the same is the same
    for mine, theirs in zip(taught, rows, strict=True):
        assert mine.ids == theirs.ids
        assert mine.tags.argmax(1).tolist() == theirs.tags.argmax(1).tolist()
        assert mine.felt[theirs.meant > 0].argmax(1).tolist() == theirs.felt[theirs.meant > 0].argmax(1).tolist()
        assert mine.meant == pytest.approx(1 - mine.tags[:, 0])


def test_what_nobody_says_costs_nothing(tiny: Path, texts: Framed) -> None:
    torch.manual_seed(0)
    teacher = Teacher(load_encoder(tiny), TEACHES).eval()
    unknown: list[Item] = blank([TEXT], texts)
    assert loss_of(read(teacher, unknown, texts), unknown).item() == 0.0
    known = items([sample("written-en")], texts)
    assert loss_of(read(teacher, known, texts), known).item() > 0.5
