"""Teachers of comparisons: they learn what a toy set shows, and what they say becomes samples for a branch."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from research.training.branch.mentions import JUDGED, MentionBranchRecipe, MentionItem, figures, item, loss_of, read
from research.training.branch.teachers import WINDOW, ComparisonTeacher, Framed, taught, together, train, verdicts
from research.training.encoder import load_encoder

COMPARES, NOT = "the food was great but the service was awful", "the food was ok here"


def rows(texts: Framed) -> list[MentionItem]:
    """One sentence that compares, and one that does not."""
    found = []
    for text, label in ((COMPARES, 1), (NOT, 0)):
        row = {"text": text, "source": "toy", "sentences": [[0, len(text), label]], "elements": []}
        if label:
            row["preference"] = [[0, len(text), 1]]
        ids, spans = texts.pieces.placed([text])[0]
        found.append(item(row, ids, spans, room=WINDOW - 2, weak=1.0))
    return found


@pytest.fixture
def texts(tiny: Path) -> Framed:
    return Framed(tiny, torch.device("cpu"), doubled=False)


def test_a_teacher_learns_and_says_so(tiny: Path, texts: Framed) -> None:
    known = rows(texts)
    recipe = MentionBranchRecipe(epochs=150, batch=2, rate=1e-2)
    teacher = train(tiny, known, texts, recipe)
    said = verdicts(teacher, known, texts)
    assert said.shape == (2, 5)
    assert said[0, 0] > 0.9 > 0.1 > said[1, 0]
    assert int(said[0, 1:].argmax()) == 2  # worse, equal, better, different
    assert torch.allclose(said[:, 1:].sum(1), torch.ones(2), atol=1e-5)
    assert together(known, said) == {"toy": 1.0}
    assert figures(teacher, known, texts) == {"toy comparison f1": 1.0, "toy preference": 1.0}
    assert together(known, 1 - said) == {"toy": 0.0}


def test_padding_changes_nothing(tiny: Path, texts: Framed) -> None:
    torch.manual_seed(0)
    teacher = ComparisonTeacher(load_encoder(tiny), JUDGED).eval()
    known = rows(texts)
    alone = read(teacher, known[1:], texts).compared(0, (0, len(known[1].ids)))
    beside = read(teacher, known, texts).compared(1, (0, len(known[1].ids)))
    assert torch.allclose(alone, beside, atol=1e-5)


def test_what_teachers_say_is_a_sample(texts: Framed) -> None:
    sure = taught({"id": "u", "text": COMPARES, "names": []}, [0.91234, 0.1, 0.2, 0.6, 0.1])
    assert sure["sentences"] == [[0, len(COMPARES), 0.9123]]
    assert sure["preference"] == [[0, len(COMPARES), [0.1, 0.2, 0.6, 0.1]]]
    assert (sure["split"], sure["source"]) == ("train", "taught")
    assert "preference" not in taught({"id": "u", "text": NOT}, [0.3, 0.25, 0.25, 0.25, 0.25])
    ids, spans = texts.pieces.placed([COMPARES])[0]
    learnt = item(sure, ids, spans, room=WINDOW - 2, weak=1.0)
    assert learnt.sentences[0][1] == 0.9123
    assert learnt.preferences[0][1] == [0.1, 0.2, 0.6, 0.1]


def test_chances_are_learnt_as_such(tiny: Path, texts: Framed) -> None:
    """The loss is least where the branch is as unsure as its teachers."""
    ids, spans = texts.pieces.placed([NOT])[0]
    half = item({"text": NOT, "source": "taught", "sentences": [[0, len(NOT), 0.5]]}, ids, spans, room=64, weak=1.0)
    teacher = ComparisonTeacher(load_encoder(tiny), JUDGED).eval()
    answer = read(teacher, [half], texts)
    losses = []
    for score in (-4.0, 0.0, 4.0):
        answer.comparison = torch.full_like(answer.comparison, score)
        losses.append(loss_of(answer, [half]).item())
    assert losses[1] < losses[0] == pytest.approx(losses[2], rel=1e-5)
