"""Simulated people with known error rates, who work through a project as real ones do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from voxpop.annotate.project import Project, Task, create_project
from voxpop.annotate.rounds import AnnotationItem, ProjectSettings
from voxpop.annotate.scheme import ABSENT, POLARITIES, Scheme, same

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
        """Let everybody work in turn until there is nothing left to do, or nobody has a task of a stage."""
        busy = True
        while busy:
            busy = False
            for who in self.errors:
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
