"""Simulated people with known error rates, who work through a project as real ones do.

``python -m tests.annotate.simulation`` prints how good the labels of many simulated projects are.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from voxpop.annotate.acceptance import sampling_plan
from voxpop.annotate.live_agreement import label_posteriors, live_agreement
from voxpop.annotate.project import Project, Task, create_project
from voxpop.annotate.rounds import AnnotationItem, ProjectSettings
from voxpop.annotate.scheme import ABSENT, POLARITIES, Scheme, same
from voxpop.metrics.agreement import majority

ERRORS = {"a": 0.05, "b": 0.1, "c": 0.2, "d": 0.15, "m": 0.01, "x": 0.0}
ROLES = {"m": "manager", "x": "expert"}
SCHEME = Scheme("categories", ("food", "service", "noise", "price"), POLARITIES)


@dataclass
class Simulation:
    """A project whose right answers are known, and people who err at known rates."""

    project: Project
    truth: dict[str, Any]
    errors: Mapping[str, float]  # of each person: the chance that one cell is answered at random otherwise
    random: Random = field(default_factory=lambda: Random(7))

    def answer(self, id: str, error: float) -> dict[str, str]:
        """Return the right answer with errors: every cell is replaced by another value at this rate."""
        given = {}
        for label in self.project.scheme.labels:
            value = self.truth[id].get(label, ABSENT)
            if self.random.random() < error:
                value = self.random.choice([other for other in (*POLARITIES, ABSENT) if other != value])
            if value != ABSENT:
                given[label] = value
        return given

    def do(self, who: str, task: Task) -> None:
        """Do one task: a reviewer keeps what is right in their eyes, a verdict follows the truth."""
        id = task.item.id
        if task.is_verdict:
            final = self.project.state.items[id].final
            assert final is not None
            self.project.verdict(who, id, wrong=not same(final, self.truth[id]))
        else:
            error = 0.0 if task.stage == "training" else self.errors[who]
            self.project.answer(who, id, task.stage, self.answer(id, error), seconds=5)

    def run(self, *, until: str | None = None) -> None:
        """Let everybody work until there is nothing left to do, or nobody has a task of a stage.

        Who is next is random, so that the pairs change, without which nobody's reliability can be told from another's.
        """
        busy = True
        while busy:
            busy = False
            for who in self.random.sample(list(self.errors), len(self.errors)):
                task = self.project.task(who)
                if task is not None and task.stage != until:
                    self.do(who, task)
                    busy = True


def simulate(
    folder: Path,
    *,
    reviews: int,
    errors: Mapping[str, float],
    roles: Mapping[str, str],
    gold: int = 0,
    settings: ProjectSettings | None = None,
    seed: int = 7,
) -> Simulation:
    """Return a project with one round of made-up reviews and simulated people."""
    random = Random(seed)
    project = create_project(folder, SCHEME, name="Simulated", lang="en", settings=settings or ProjectSettings())
    truth = {
        f"r{number}": {label: random.choice(POLARITIES) for label in SCHEME.labels if random.random() < 0.6}
        for number in range(reviews + gold)
    }
    items = [
        AnnotationItem(id, f"The text of review {id}.", gold=answer if place < gold else None)
        for place, (id, answer) in enumerate(truth.items())
    ]
    project.add_items(items)
    for name in errors:
        project.invite(name, roles.get(name, "annotator"))
    if gold:
        project.start_training()
    project.start_round(project.unlabelled())
    return Simulation(project, truth, errors, random)


def promises(runs: int) -> tuple[int, int, int]:
    """Return of how many simulated batches the promise was kept, how many were over the limit, how many of them passed.

    A promise is broken when a batch passes that has more than 5 % wrong labels.
    """
    random, over, passed = Random(1), 0, 0
    for _ in range(runs):
        batch = random.choice([60, 100, 300, 1000])
        wrong = round(random.choice([0.0, 0.01, 0.03, 0.05, 0.06, 0.08, 0.12]) * batch)
        plan = sampling_plan(batch)
        found = sum(place < wrong for place in random.sample(range(batch), plan.size))
        if wrong > 0.05 * batch:
            over += 1
            passed += found <= plan.allowed
    return runs - passed, over, passed


def adjudicated_and_voted(simulation: Simulation) -> tuple[float, float]:
    """Return the share of right cells of the final labels, and of the vote of three annotators, who cost more work."""
    right, random = [0, 0], Random(5)
    for id, truth in simulation.truth.items():
        one = simulation.project.state.items[id]
        others = [name for name in "abcd" if name not in one.labels]
        third = simulation.answer(id, ERRORS[random.choice(others)])
        for label in SCHEME.labels:
            vote = majority([dict(answer).get(label, ABSENT) for answer in (*one.answers(), third)])
            given = dict(one.final or {}).get(label, ABSENT), vote.label or random.choice(vote.tied)
            right = [count + (value == truth.get(label, ABSENT)) for count, value in zip(right, given, strict=True)]
    cells = len(simulation.truth) * len(SCHEME.labels)
    return right[0] / cells, right[1] / cells


def estimated_and_voted(simulation: Simulation) -> tuple[float, float]:
    """Return the share of right cells of Dawid and Skene's estimate and of the majority vote, from the same answers."""
    posteriors, random, right = label_posteriors(simulation.project.state), Random(5), [0, 0]
    for id, truth in simulation.truth.items():
        for label in SCHEME.labels:
            answers = simulation.project.state.items[id].answers()
            vote = majority([dict(answer).get(label, ABSENT) for answer in answers])
            chances = posteriors[id][label]
            given = max(chances, key=lambda value: chances[value]), vote.label or random.choice(vote.tied)
            right = [count + (value == truth.get(label, ABSENT)) for count, value in zip(right, given, strict=True)]
    cells = len(simulation.truth) * len(SCHEME.labels)
    return right[0] / cells, right[1] / cells


def main(runs: int = 10) -> None:
    """Print the figures of several simulated projects."""
    kept, over, passed = promises(1000)
    print(f"acceptance: promise kept in {kept} of 1,000 batches; of {over} with over 5 % wrong labels {passed} passed")  # noqa: T201
    finals, estimates, misses = [], [], []
    with TemporaryDirectory() as home, patch.object(os, "fdatasync", lambda file: None):
        for seed in range(runs):
            simulation = simulate(Path(home) / f"two-{seed}", reviews=600, errors=ERRORS, roles=ROLES, seed=seed)
            simulation.run()
            finals.append(adjudicated_and_voted(simulation))
            rows = live_agreement(simulation.project.state).annotators
            misses += [abs((row.reliability or 0) - 1 + ERRORS[row.agreement.name]) for row in rows]
            three = ProjectSettings(overlap=3)
            simulation = simulate(
                Path(home) / f"three-{seed}", reviews=600, errors=ERRORS, roles=ROLES, settings=three, seed=seed
            )
            simulation.run(until="adjudicate")
            estimates.append(estimated_and_voted(simulation))
    for name, pairs in (("adjudicated", finals), ("Dawid and Skene", estimates)):
        best, vote = (sum(part) / runs for part in zip(*pairs, strict=True))
        wins = sum(ours > other for ours, other in pairs)
        print(f"{name}: {best:.3f} of the labels right, majority vote of three {vote:.3f}; better in {wins} of {runs}")  # noqa: T201
    print(f"reliability: off by at most {max(misses):.3f} ({len(misses)} annotators)")  # noqa: T201


if __name__ == "__main__":
    main()
