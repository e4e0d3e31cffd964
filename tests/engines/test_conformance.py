"""What every engine does alike."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from voxpop.engines import LocalEngine
from voxpop.errors import WorkerDeath
from voxpop.pipeline import Engine

sys.path.append(str(Path(__file__).parent))  # for the workers
jobs = import_module("worker_jobs")


@pytest.fixture(params=["local", "local alone"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return LocalEngine(2 if request.param == "local" else 1)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 20])
def test_every_task_has_one_outcome(engine: Engine, n: int) -> None:
    assert sorted(engine.map(abs, range(-n, 0))) == [(i, -i) for i in range(-n, 0)]  # type: ignore[arg-type, type-var]


def test_an_error_is_the_outcome_of_its_task_alone(engine: Engine) -> None:
    outcomes = dict(engine.map(partial(divmod, 1), range(10)))  # type: ignore[arg-type]
    assert isinstance(outcomes.pop(0), ZeroDivisionError)  # type: ignore[call-overload]
    assert outcomes == {i: divmod(1, i) for i in range(1, 10)}


@pytest.mark.parametrize(("work", "end"), [("die", "Killed"), ("leave", "exit status 3")])
def test_a_worker_that_dies_costs_its_task_alone(engine: Engine, work: str, end: str) -> None:
    outcomes = dict(engine.map(getattr(jobs, work), range(12), isolated=True))  # type: ignore[arg-type]
    death = outcomes.pop(5)  # type: ignore[call-overload]
    assert isinstance(death, WorkerDeath)
    assert f"killed ({end}), often for lack of memory" in str(death)
    assert outcomes == {i: i for i in range(12) if i != 5}


def test_tasks_are_taken_when_they_are_needed(engine: Engine) -> None:
    taken = []

    def stream() -> Iterator[int]:
        for i in range(100):
            taken.append(i)
            yield i

    outcomes = engine.map(jobs.wait, stream())  # type: ignore[arg-type]
    next(outcomes)
    assert len(taken) <= 20
    outcomes.close()  # type: ignore[attr-defined]
