from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.annotate.simulation import simulate

from voxpop.annotate import project as projects
from voxpop.annotate.project import NotYours, Project
from voxpop.annotate.rounds import LEASE, AnnotationItem, ProjectSettings
from voxpop.annotate.scheme import AnswerError, load_scheme
from voxpop.errors import OptionError, VoxpopError

from .conftest import Make

GOOD, BAD = {"food": "positive"}, {"food": "negative"}


def label(project: Project, who: str, answer: dict[str, str] = GOOD, *, stage: str = "label") -> str:
    """Do the next task of a person and return its review."""
    task = project.task(who)
    assert task is not None
    assert task.stage == stage
    project.answer(who, task.item.id, stage, answer)
    return task.item.id


def snapshot(project: Project) -> dict[str, Any]:
    return {id: (one.stage, one.final, one.source) for id, one in project.state.items.items()}


def test_two_who_agree_make_a_final_label(make: Make) -> None:
    project = make("Good soup.", allowed=0)
    label(project, "a1")
    assert project.state.items["r0"].stage == "label"
    label(project, "a2")
    assert project.state.items["r0"].source == "agreed"
    assert project.state.items["r0"].stage == "check"  # of a batch of one, all is checked
    assert snapshot(Project(project.folder)) == snapshot(project)


def test_each_review_goes_to_two_people_without_clashes(make: Make) -> None:
    project = make("One.", "Two.", "Three.")
    first = project.task("a1")
    assert first == project.task("a1")  # the same again: work can be resumed
    second = project.task("a2")
    assert first is not None
    assert second is not None
    assert first.item.id == second.item.id == "r0"
    third = project.task("a3")
    assert third is not None
    assert third.item.id == "r1"  # two have the first open
    label(project, "a1")
    label(project, "a2")
    assert [len(one.labels) for one in project.state.items.values()] == [2, 0, 0]


def test_nobody_sees_another_answer_before_giving_one(make: Make) -> None:
    project = make("Good soup.", "Slow.", review_share=1.0)
    project.state.model = {"r0": {"answer": BAD, "knows": ["food"]}}
    label(project, "a1")
    task = project.task("a2")
    assert task is not None
    assert (task.shown, task.answer, task.notes, task.item.gold) == ((), None, (), None)
    label(project, "a2")
    review = project.task_for("m1", "r0")
    assert (review.stage, review.answer, review.shown) == ("review", GOOD, ())


@pytest.mark.parametrize("jump", [LEASE + 1, -LEASE - 1, -1e9], ids=["later", "clock set back", "clock set back far"])
def test_an_open_review_is_free_again_after_a_while(make: Make, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    project = make("Good soup.")
    assert project.task("a1") is not None
    assert project.task("a2") is not None
    assert project.task("a3") is None
    now = projects.time.time()
    monkeypatch.setattr(projects.time, "time", lambda: now + jump)
    assert project.task("a3") is not None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("project.toml", b'name = "\xff"'), ("journal.jsonl", b'{"at":1}\n'),
        ("journal.jsonl", b'{"do":"claim","at":1}\n'), ("items.jsonl", b"[1]\n"),
        ("items.jsonl", b'{"id":"r0"}\n'), ("model.jsonl", b"3\n"),
    ],
)  # fmt: skip
def test_a_damaged_file_of_a_project_is_named(make: Make, name: str, content: bytes) -> None:
    folder = make("Good soup.").folder
    (folder / name).write_bytes(content)
    with pytest.raises(VoxpopError, match=rf"{name} (cannot be read|is damaged)"):
        projects.Project(folder)


def test_a_span_that_lost_its_label_is_a_damaged_journal(make: Make) -> None:
    project = make("Good soup.", scheme=load_scheme("spans"))
    for who in ("a1", "a2"):
        assert project.task(who) is not None
        project.answer(who, "r0", "label", [[5, 9, "positive"]])
    journal = project.folder / "journal.jsonl"
    journal.write_text(journal.read_text("utf-8").replace(',"positive"]', "]"), "utf-8")
    with pytest.raises(VoxpopError, match=r"journal.jsonl is damaged"):
        projects.Project(project.folder)


def test_a_guideline_in_another_encoding_can_be_read(make: Make) -> None:
    project = make("Good soup.")
    (project.folder / "guideline.md").write_bytes("Café".encode("latin-1"))
    assert project.guideline == "Caf\N{REPLACEMENT CHARACTER}"


def test_a_review_can_be_skipped_with_a_reason(make: Make) -> None:
    project = make("Good soup.", "Slow.")
    project.task("a1")
    with pytest.raises(AnswerError, match="Say why"):
        project.skip("a1", "r0", "  ")
    project.skip("a1", "r0", "I do not understand it.")
    task = project.task("a1")
    assert task is not None
    assert task.item.id == "r1"
    project.skip("a2", "r0", "Nor do I.")
    decision = project.task("m1")
    assert decision is not None
    assert decision.stage == "adjudicate"
    assert decision.skips == ("I do not understand it.", "Nor do I.")


def test_those_who_differ_are_decided_between_by_a_manager(make: Make) -> None:
    project = make("Good soup.", "Slow.")
    label(project, "a1", GOOD)
    label(project, "a2", BAD)
    task = project.task("m1")
    assert task is not None
    assert task.shown == (("A", GOOD), ("B", BAD))
    project.note("m1", "r0", "The soup is praised.")
    label(project, "m1", GOOD, stage="adjudicate")
    assert (project.state.items["r0"].final, project.state.items["r0"].source) == (GOOD, "adjudicated")
    assert project.state.items["r0"].notes[0][2] == "The soup is praised."


def test_two_managers_decide_independently_and_what_stays_open_goes_to_the_expert(make: Make) -> None:
    project = make("Good soup.", people="a1 a2 m1 m2 e1", managers=2)
    label(project, "a1", GOOD)
    label(project, "a2", BAD)
    label(project, "m1", GOOD, stage="adjudicate")
    second = project.task("m2")
    assert second is not None
    assert len(second.shown) == 2  # not the decision of the first
    label(project, "m2", {}, stage="adjudicate")
    open_again = project.task("m1")
    assert open_again is not None
    assert open_again.shown[2:] == (("m1", GOOD), ("m2", {}))  # now they discuss
    project.escalate("m1", "r0")
    label(project, "e1", BAD, stage="expert")
    assert project.state.items["r0"].source == "expert"


def test_a_third_person_reviews_a_sample_and_objections_go_to_the_expert(make: Make) -> None:
    project = make("Good soup.", "Slow.", review_share=1.0)
    for who in ("a1", "a2"):
        label(project, who)
        label(project, who)
    assert project.task("a1") is None
    label(project, "a3", GOOD, stage="review")
    label(project, "a3", BAD, stage="review")
    assert [one.stage for one in project.state.items.values()] == ["done", "expert"]
    label(project, "e1", BAD, stage="expert")
    assert [one.source for one in project.state.items.values()] == ["reviewed", "expert"]


def test_the_share_of_reviewed_items_is_what_was_asked_for(make: Make) -> None:
    project = make(*map(str, range(2000)), review_share=0.2)
    drawn = sum(project.state.needs_review(one) for one in project.state.items.values())
    assert 340 < drawn < 460


def test_where_the_model_differs_from_people_who_agree_it_is_reviewed_first(make: Make) -> None:
    project = make("One.", "Two.", "Three.")
    project.state.model = {
        "r1": {"answer": BAD, "knows": ["food"]},
        "r2": {"answer": GOOD, "knows": ["food"]},
    }
    for who in ("a1", "a2"):
        for _ in range(3):
            label(project, who, {**GOOD, "service": "neutral"})
    assert [one.stage for one in project.state.items.values()] == ["done", "review", "done"]


def test_answers_out_of_turn_are_refused(make: Make) -> None:
    project = make("One.", "Two.")
    label(project, "a1")
    label(project, "a2", BAD)
    for who, id, stage in (
        ("a3", "r0", "label"),  # two have answered
        ("a1", "r0", "review"),
        ("a1", "r0", "adjudicate"),
        ("e1", "r0", "adjudicate"),
        ("m1", "r0", "check"),
        ("a1", "r9", "label"),
        ("a1", "r0", "done"),
        ("m1", "r1", "label"),
    ):
        with pytest.raises(NotYours):
            project.answer(who, id, stage, GOOD)
    with pytest.raises(OptionError, match="'zoe' is not in the project"):
        project.answer("zoe", "r0", "label", GOOD)


def test_an_answer_can_be_changed_until_someone_has_seen_it(make: Make) -> None:
    project = make("One.", "Two.")
    label(project, "a1", BAD)
    assert project.last_labelled("a1") == "r0"
    assert project.task_for("a1", "r0").answer == BAD
    project.answer("a1", "r0", "label", GOOD)
    assert project.state.items["r0"].labels["a1"].answer == GOOD
    label(project, "a2", BAD)
    label(project, "m1", stage="adjudicate")
    with pytest.raises(NotYours):
        project.answer("a1", "r0", "label", BAD)
    kept = (project.folder / "journal.jsonl").read_text().count('"who":"a1","answer"')
    assert kept == 2  # both are in the journal


def test_the_same_answer_sent_twice_is_kept_once(make: Make) -> None:
    project = make("One.", "Two.")
    for _ in range(2):
        project.answer("a1", "r0", "label", GOOD, key="k1")
    assert (project.folder / "journal.jsonl").read_text().count('"do":"answer"') == 1


def test_training_is_graded_and_those_below_the_threshold_do_not_go_on(make: Make) -> None:
    project = make("Slow.", begin=False)
    project.add_items([AnnotationItem("g1", "Good soup.", gold=GOOD), AnnotationItem("g2", "Bad soup.", gold=BAD)])
    assert project.start_training() == 2
    project.start_round(project.unlabelled())
    project.answer("a1", "g1", "training", GOOD)
    assert project.feedback("a1", "g1") == (GOOD, GOOD, 1.0)
    label(project, "a1", BAD, stage="training")
    label(project, "a2", GOOD, stage="training")
    project.answer("a2", "g2", "training", GOOD)
    assert project.feedback("a2", "g2") == (GOOD, BAD, 0.0)
    assert project.task("a2") is None
    with pytest.raises(NotYours):
        project.answer("a2", "r0", "label", GOOD)
    label(project, "a1")
    project.retrain("a2")
    label(project, "a2", GOOD, stage="training")
    label(project, "a2", BAD, stage="training")
    label(project, "a2")


def test_a_batch_is_accepted_or_returned_by_a_blind_sample(make: Make) -> None:
    project = make(*map(str, range(40)), people="a1 a2 m1 e1", allowed=0)
    for who in ("a1", "a2"):
        for _ in range(40):
            label(project, who)
    (attempt,) = project.state.rounds[1].attempts
    assert (attempt["batch"], len(attempt["items"])) == (40, 21)
    task = project.task("e1")
    assert task is not None
    assert (task.stage, task.answer, task.shown) == ("check", None, ())
    project.answer("e1", task.item.id, "check", BAD)
    differing = project.task("e1")
    assert differing is not None
    assert differing.is_verdict
    with pytest.raises(NotYours):
        project.verdict("m1", task.item.id, wrong=True)
    project.verdict("e1", task.item.id, wrong=True)
    for _ in range(20):
        label(project, "e1", stage="check")
    assert project.state.rounds[1].attempts[0]["accepted"] is False
    stages = [one.stage for one in project.state.items.values()]
    assert (stages.count("done"), stages.count("label")) == (21, 19)  # what was not checked is labelled anew
    assert project.state.items[task.item.id].source == "checked"
    assert project.status()["rounds"][0]["state"] == "returned"
    back = project.task("a1")
    assert back is not None
    assert (back.answer, back.shown) == (None, ())  # nobody sees what was said before, not even by themselves
    for who in ("a1", "a2"):
        for _ in range(18):
            label(project, who)
    label(project, "a1", BAD)
    assert project.last_labelled("a1") is not None  # it can be changed as before
    label(project, "a2", GOOD)
    label(project, "m1", stage="adjudicate")
    again = [one for one in project.state.items.values() if one.earlier]
    assert len(again) == 19
    assert all(set(one.earlier[0]) == set(one.labels) == {"a1", "a2"} for one in again)
    assert len(project.state.people["a1"].labelled) == 40
    second = project.state.rounds[1].attempts[1]
    assert second["batch"] == 19
    assert not set(second["items"]) & set(attempt["items"])
    for _ in second["items"]:
        label(project, "e1", stage="check")
    assert project.state.rounds[1].accepted
    assert snapshot(Project(project.folder)) == snapshot(project)


@pytest.mark.usefixtures("no_waiting")
def test_a_whole_project_of_simulated_people_ends_accepted(tmp_path: Path) -> None:
    errors = {"a": 0.05, "b": 0.1, "c": 0.15, "m": 0.01, "x": 0.0}
    simulation = simulate(tmp_path / "p", reviews=60, gold=8, errors=errors, roles={"m": "manager", "x": "expert"})
    simulation.run()
    state = simulation.project.state
    assert state.rounds[1].accepted
    assert all(one.stage == "done" for one in state.items.values() if one.round)
    assert {one.source for one in state.items.values()} >= {"agreed", "adjudicated"}
    assert snapshot(Project(simulation.project.folder)) == snapshot(simulation.project)


def test_what_the_expert_decided_is_labelled_again_when_a_batch_is_returned(make: Make) -> None:
    project = make(*map(str, range(40)), people="a1 a2 m1 m2 e1", allowed=0)
    for who in ("a1", "a2"):
        for number in range(40):
            label(project, who, GOOD if number else {"food": ("positive", "negative")[who == "a1"]})
    project.escalate("m1", "r0")
    label(project, "e1", stage="expert")
    sampled = project.state.rounds[1].attempts[0]["items"]
    while not project.state.rounds[1].is_open:
        task = project.task("m2")
        assert task is not None
        if task.is_verdict:
            project.verdict("m2", task.item.id, wrong=True)
        else:
            project.answer("m2", task.item.id, "check", BAD)
    assert project.state.items["r0"].stage == ("done" if "r0" in sampled else "label")
    stages = [one.stage for one in project.state.items.values()]
    assert stages.count("label") == 40 - len(sampled)


def test_whoever_escalated_a_review_is_not_its_checker(make: Make) -> None:
    project = make("Good soup.", people="a1 a2 m1 m2 e1")
    label(project, "a1", GOOD)
    label(project, "a2", BAD)
    project.escalate("m1", "r0")
    label(project, "e1", GOOD, stage="expert")
    assert project.state.items["r0"].stage == "check"
    assert [project.task(who) for who in ("m1", "e1")] == [None, None]
    label(project, "m2", GOOD, stage="check")
    assert project.state.rounds[1].accepted


def test_settings_are_checked(make: Make) -> None:
    project = make("One.")
    config = project.folder / "project.toml"
    text = config.read_text("utf-8")
    for wrong, problem in (
        ("overlap = 0", "1 or more"),
        ("limit = 5", "between 0 and 1"),
        ("managers = 1.5", "whole number"),
        ('seed = "a"', "must be a number"),
        ("overlapp = 2", "unknown setting 'overlapp'"),
    ):
        config.write_text(f"{text.partition('[rounds]')[0]}[rounds]\n{wrong}\n", "utf-8")
        with pytest.raises(projects.InputError, match=problem):
            Project(project.folder)
    assert ProjectSettings().overlap == 2


def test_a_review_that_nobody_else_can_label_goes_to_a_manager(tmp_path: Path) -> None:
    project = two_annotators(tmp_path, 3)
    while task := project.task("anna"):
        if task.item.id == "r0":
            project.skip("anna", "r0", "not a review")
        else:
            project.answer("anna", task.item.id, "label", GOOD)
    while task := project.task("ben"):
        project.answer("ben", task.item.id, "label", GOOD)
    assert project.state.items["r0"].stage == "adjudicate"
    label(project, "mia", stage="adjudicate")
    assert project.state.items["r0"].final == GOOD
    assert snapshot(Project(project.folder)) == snapshot(project)


def test_a_batch_whose_every_label_was_checked_is_accepted_with_the_wrong_ones_corrected(tmp_path: Path) -> None:
    project = two_annotators(tmp_path, 6)
    for who in ("anna", "ben"):
        while task := project.task(who):
            project.answer(who, task.item.id, "label", GOOD)
    while task := project.task("mia"):
        if task.is_verdict:
            project.verdict("mia", task.item.id, wrong=True)
        else:
            project.answer("mia", task.item.id, task.stage, BAD if task.item.id == "r0" else GOOD)
    assert project.state.rounds[1].accepted
    assert project.state.items["r0"].final == BAD


def two_annotators(folder: Path, size: int) -> Project:
    """A round of some reviews for two annotators, with a manager and an expert."""
    scheme = load_scheme("categories", labels=["food"])
    settings = ProjectSettings(review_share=0.0)
    project = projects.create_project(folder / "small", scheme, name="small", lang="en", settings=settings)
    for name, role in (("anna", "annotator"), ("ben", "annotator"), ("mia", "manager"), ("eve", "expert")):
        project.invite(name, role)
    project.add_items([AnnotationItem(f"r{n}", f"Text {n}.") for n in range(size)])
    project.start_round(project.unlabelled())
    return project
