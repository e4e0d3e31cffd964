"""Targets for work that goes on for days: annotation projects and uploads to the app, with their folders."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from research.fuzz.inputs import cell, file, mutated, text
from voxpop.annotate.label_files import READERS, WRITERS, labelled_items, read_labels
from voxpop.annotate.project import Project, create_project
from voxpop.annotate.rounds import ROLES, AnnotationItem, ProjectSettings
from voxpop.annotate.scheme import KINDS, Answer, Scheme, load_scheme
from voxpop.errors import VoxpopError
from voxpop.lang import LANGUAGES
from voxpop.web import upload_worker
from voxpop.web.job import load_job
from voxpop.web.jobs import Jobs, safe_name
from voxpop.web.labels import labels
from voxpop.web.routers.upload import seconds_left, share, stage

PEOPLE = {"a": "annotator", "b": "annotator", "m": "manager", "x": "expert"}
TEXTS = ("The room was clean.", "房间很干净，服务一般。", "Bad 🍕!", "a\u2028b\n\nc")
FILES = 10_000  # characters that a project or an upload counts as at least
ANALYSED = 10  # times as much time is allowed for an upload that is analysed


def annotation(chance: Random, folder: Path) -> int:
    """Work in a project with hostile values, open a damaged one, or read damaged labels."""
    kind = chance.choice(list(KINDS))
    target = folder / "project"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    files = dict(made_project(folder, kind))
    damage = chance.random() < 0.4
    if damage:
        victim = chance.choice(list(files))
        files[victim] = mutated(files[victim], chance)
    for name, data in files.items():
        (target / name).write_bytes(data)
    with patch("os.fsync", lambda descriptor: None), patch("os.fdatasync", lambda descriptor: None):
        project = Project(target)
        try:
            for _ in range(chance.randint(1, 6)):
                attempt(project, chance)
            before = project.status()
            exchange(project, chance, target)
        finally:
            project.close()
        again = Project(target)
        assert again.status() == before
        again.close()
    return FILES


def attempt(project: Project, chance: Random) -> None:
    """Do one thing to a project; what must not be done is refused by an error for users."""
    who = chance.choice(list(PEOPLE)) if chance.random() < 0.9 else str(cell(chance))
    id = chance.choice(list(project.state.items)) if chance.random() < 0.9 else str(cell(chance))
    stage = chance.choice(("label", "training", "review", "adjudicate", "expert", "check", "x"))
    answer = hostile_answer(project.scheme, chance)
    acts: list[Callable[[], Any]] = [
        *[lambda: project.task(who)] * 2, lambda: project.task_for(who, id), lambda: project.last_labelled(who),
        *[lambda: project.answer(who, id, stage, answer, seconds=chance.choice((None, -1.0, 1e9, 3)))] * 6,
        lambda: project.skip(who, id, text(chance)), lambda: project.note(who, id, text(chance)),
        lambda: project.escalate(who, id), lambda: project.verdict(who, id, wrong=chance.random() < 0.5),
        lambda: project.invite(str(cell(chance)), chance.choice((*ROLES, "x"))), lambda: project.retrain(who),
        lambda: project.start_training(chance.choice((None, 0, 1))), lambda: project.start_round(project.unlabelled()),
        lambda: project.add_items([AnnotationItem(id, text(chance)[:80])]), lambda: project.feedback(who, id),
    ]  # fmt: skip
    try:
        chance.choice(acts)()
    except VoxpopError:
        return
    except KeyError:
        if id in project.state.items and id in project.person(who).training:
            raise


def hostile_answer(scheme: Scheme, chance: Random) -> Any:
    """Return an answer that fits, or one with something else in it."""
    answer: Any = good_answer(scheme, chance)
    if chance.random() < 0.4:
        odd = chance.choice((None, [], {}, [[]], -1, 1e308, cell(chance), [0, 4], {"a": {}}))
        if isinstance(answer, dict):
            answer[chance.choice((*scheme.labels, "x"))] = odd
        elif answer:
            answer[0] = chance.choice((odd, [odd, 3, "x"], [0, odd, scheme.labels[0]], [0, 2, odd]))
        answer = chance.choice((answer, odd))
    return answer


def good_answer(scheme: Scheme, chance: Random) -> Answer:
    if scheme.marks_spans:
        return [[place, place + 2, chance.choice(scheme.labels)] for place in range(chance.randint(0, 3))]
    return {label: chance.choice(scheme.values) for label in scheme.labels[: chance.randint(1, 3)]}


def exchange(project: Project, chance: Random, folder: Path) -> None:
    """Write the labels in a format and read them again, whole and damaged."""
    format = chance.choice(list(READERS))
    try:
        written = WRITERS[format](labelled_items(project.state), project.scheme).encode("utf-8", "surrogatepass")
    except VoxpopError:  # a format that the scheme does not have
        return
    texts = {id: state.item.text for id, state in project.state.items.items()}
    (folder / "labels").write_bytes(mutated(written, chance) if chance.random() < 0.8 else written)
    try:
        read_labels(folder / "labels", project.scheme, format, texts)
    except VoxpopError:
        return


@cache
def made_project(folder: Path, kind: str) -> dict[str, bytes]:
    """Return the files of a project with some answers."""
    home, chance = folder / f"made-{kind}", Random(kind)
    labels = ("food", "service", "x y") if kind != "stars" else ()
    settings = ProjectSettings(review_share=1.0)
    project = create_project(home, load_scheme(kind, labels=labels), name="x", lang="en", settings=settings)
    gold = good_answer(project.scheme, chance)
    items = [AnnotationItem(str(place), written) for place, written in enumerate(TEXTS * 2)]
    project.add_items([*items, AnnotationItem("g", TEXTS[0], gold=gold)])
    for name, role in PEOPLE.items():
        project.invite(name, role)
    project.start_round(project.unlabelled())
    for _ in range(3):
        for who in "ab":
            if task := project.task(who):
                project.answer(who, task.item.id, task.stage, good_answer(project.scheme, chance))
    project.close()
    return {path.name: path.read_bytes() for path in home.iterdir() if path.is_file()}


def uploads(chance: Random, folder: Path) -> int:
    """Look at an upload under a hostile name with hostile orders, and take up jobs whose files are damaged."""
    home = folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    jobs = Jobs(home, ready=str)
    name, data = file(chance)
    shown = chance.choice((name, text(chance)[:60], f"../{name}", f"{cell(chance)}.csv"))
    job = jobs.new(shown, who="me", size=len(data))
    assert Path(job.order["name"]).name == job.order["name"] == safe_name(shown)
    job.file.write_bytes(data)
    job.order |= {key: made(chance) for key, made in ORDERS.items() if chance.random() < 0.3}
    jobs._write_order(job)
    job.save()
    act = upload_worker.work if chance.random() < 0.01 else upload_worker.peek
    with patch.object(upload_worker, "limit_memory", lambda most: None):
        order = json.loads((job.folder / "order.json").read_text("ascii"))
        outcome = upload_worker.outcome(job.folder, lambda: act(job.folder, order))
    assert outcome["kind"] in ("input", "done"), outcome
    upload_worker.ProgressFile(job.folder / "progress.json")(
        "read", chance.choice((0, 1, 50)), chance.choice((None, 50))
    )
    for path in sorted(job.folder.glob("*.json")):
        if chance.random() < 0.3:
            path.write_bytes(mutated(path.read_bytes(), chance))
    if (taken_up := load_job(job.folder)) is not None:
        jobs._jobs = {taken_up.id: taken_up, job.id: job}
        jobs._forget()
        for one in jobs:
            share(one)
            seconds_left(one)
            one.state = "running"
            stage(one, labels(chance.choice(list(LANGUAGES))))
    return max(FILES, len(data)) * (ANALYSED if act is upload_worker.work else 1)


ORDERS: dict[str, Callable[[Random], Any]] = {
    "columns": lambda chance: {
        "text": chance.choice((str(cell(chance)), ["a", "b"], "text", "")),
        chance.choice(("stars", "id", "date", "product")): chance.choice((str(cell(chance)), "text", "")),
    },
    "lang": lambda chance: chance.choice(("en", "zh", "auto", "xx")),
    "by": lambda chance: chance.choice(("terms", "tree", "x")),
    "domain": lambda chance: chance.choice((None, "hotel", "x")),
    "product": lambda chance: chance.choice((None, str(cell(chance)))),
    "limit": lambda chance: chance.choice((None, 1, 5)),
    "fast": lambda chance: True,
}  # fmt: skip
