from __future__ import annotations

import numpy as np
import pytest

from voxpop.annotate.datasheet import datasheet
from voxpop.annotate.model_annotator import predict_items, select_items, uncertain_and_diverse
from voxpop.annotate.project import Project
from voxpop.annotate.scheme import load_scheme
from voxpop.errors import OptionError

from .conftest import Make

TEXTS = ("The food was awful.", "The food was great and the staff friendly.", "Nothing to say about it.")


def test_the_model_answers_what_it_knows_and_stays_blind(make: Make) -> None:
    scheme = load_scheme("categories", labels=["food", "staff", "parking lot"])
    project = make(*TEXTS, scheme=scheme)
    assert predict_items(project) == 3
    model = Project(project.folder).state.model
    assert [model[id]["answer"].get("food") for id in ("r0", "r1", "r2")] == ["negative", "positive", None]
    assert model["r1"]["answer"]["staff"] == "positive"
    assert model["r0"]["knows"] == ["food", "staff"]
    assert all(0 <= one["unsure"] <= 1 for one in model.values())
    task = project.task("a1")
    assert task is not None
    assert "model" not in repr(task)
    project.answer("a1", "r0", "label", {"food": "positive", "parking lot": "neutral"})
    project.answer("a2", "r0", "label", {"food": "positive", "parking lot": "neutral"})
    assert project.state.items["r0"].stage == "review"
    project.answer("a1", "r1", "label", {"food": "positive", "staff": "positive", "parking lot": "negative"})
    project.answer("a2", "r1", "label", {"food": "positive", "staff": "positive", "parking lot": "negative"})
    assert project.state.items["r1"].stage == "done"  # what the model does not know is not held against them


@pytest.mark.parametrize("kind", ["spans", "mentions", "stars"])
def test_the_model_answers_every_kind(make: Make, kind: str) -> None:
    project = make(*TEXTS, scheme=load_scheme(kind))
    assert predict_items(project) == 3
    for id, one in project.state.model.items():
        assert project.scheme.check(one["answer"], project.state.items[id].item.text) == one["answer"]
    assert project.state.model["r0"]["answer"]


def test_labels_that_no_model_knows(make: Make) -> None:
    project = make("One.", scheme=load_scheme("categories", labels=["karma"]))
    with pytest.raises(OptionError, match="The model knows none of the labels karma"):
        predict_items(project)


def test_selection(make: Make) -> None:
    project = make(*TEXTS, begin=False)
    assert select_items(project, 2, "order") == ["r0", "r1"]
    assert len(select_items(project, 9, "random")) == 3
    with pytest.raises(OptionError, match="run voxpop annotate model first"):
        select_items(project, 2, "uncertain")
    doubts = {"r0": 0.1, "r1": 0.9, "r2": 0.5}
    project.state.model = {id: {"unsure": doubt, "answer": {}, "knows": []} for id, doubt in doubts.items()}
    assert select_items(project, 2, "uncertain") == ["r1", "r2"]


def test_uncertain_ones_that_are_alike_are_not_all_chosen() -> None:
    vectors = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    assert uncertain_and_diverse(np.array([0.9, 0.8, 0.3]), vectors, 2) == [0, 2]
    assert uncertain_and_diverse(np.array([0.9, 0.8, 0.3]), vectors, 9) == [0, 2, 1]


def test_the_datasheet_says_who_how_many_and_how(make: Make) -> None:
    project = make("Good soup.", allowed=0)
    project.answer("a1", "r0", "label", {"food": "positive"})
    project.answer("a2", "r0", "label", {"food": "negative"})
    project.answer("m1", "r0", "adjudicate", {"food": "positive"})
    project.answer("e1", "r0", "check", {"food": "positive"})
    text = datasheet(project)
    assert "3 annotators, 1 expert, 1 manager; 2 answers" in text
    assert "1: they differed, and managers decided" in text
    assert "Round 1: 1 of 1 labels checked blind, 0 wrong, 0 allowed: accepted" in text
    assert f"version {project.guideline_version}" in text
    assert "| food | 1 | 0 | 0 |" in text
