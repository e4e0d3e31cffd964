"""What every engine does alike."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest

from voxpop.engines import LocalEngine, RayEngine
from voxpop.errors import WorkerDeath
from voxpop.pipeline import extract_missing
from voxpop.settings import Settings
from voxpop.shards import Engine
from voxpop.store.run_folder import RunFolder, RunPlan
from voxpop.types import Review

sys.path.append(str(Path(__file__).parent))  # for the workers
jobs = import_module("worker_jobs")
HASHES: dict[str, str] = {}  # of what the first engine made


pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture(scope="module")
def ray() -> Iterator[RayEngine]:
    pytest.importorskip("ray", reason="ray is not installed")
    engine = RayEngine(2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
        with engine.connected():
            yield engine


@pytest.fixture(params=["local", "local alone", "ray"])
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "ray":
        found: Engine = request.getfixturevalue("ray")
        return found
    return LocalEngine(2 if request.param == "local" else 1)


@pytest.mark.parametrize("n", [0, 2, 20])
def test_every_task_has_one_outcome(engine: Engine, n: int) -> None:
    assert sorted(engine.map(abs, range(-n, 0))) == [(i, -i) for i in range(-n, 0)]  # type: ignore[arg-type, type-var]


def test_an_error_is_the_outcome_of_its_task_alone(engine: Engine) -> None:
    outcomes = dict(engine.map(partial(divmod, 1), range(10)))  # type: ignore[arg-type]
    assert isinstance(outcomes.pop(0), ZeroDivisionError)  # type: ignore[call-overload]
    assert outcomes == {i: divmod(1, i) for i in range(1, 10)}


@pytest.mark.parametrize("work", ["die", "leave", "hang"])
def test_a_worker_that_dies_costs_its_task_alone(engine: Engine, work: str) -> None:
    outcomes = dict(engine.map(getattr(jobs, work), range(12), isolated=True))  # type: ignore[arg-type]
    death = outcomes.pop(5)  # type: ignore[call-overload]
    assert isinstance(death, WorkerDeath)
    assert "A worker process was killed" in str(death)
    assert "often for lack of memory" in str(death)
    assert outcomes == {i: i for i in range(12) if i != 5}


@pytest.mark.parametrize("n", [0, 2, 20])
def test_results_come_in_the_order_of_the_tasks(engine: Engine, n: int) -> None:
    assert list(engine.map_in_order(abs, range(-n, 0))) == list(range(n, 0, -1))


def test_an_error_among_results_in_order_is_raised_in_its_place(engine: Engine) -> None:
    results = engine.map_in_order(partial(divmod, 1), [3, 2, 0, *range(1, 20)])
    assert [next(results), next(results)] == [(0, 1), (0, 1)]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_tasks_are_taken_when_they_are_needed(engine: Engine) -> None:
    taken = []

    def stream() -> Iterator[int]:
        for i in range(100):
            taken.append(i)
            yield i

    outcomes = engine.map(jobs.wait, stream())  # type: ignore[arg-type]
    next(outcomes)
    assert len(taken) <= 20
    outcomes.close()


def test_a_run_gives_the_same_bytes(engine: Engine, tmp_path: Path) -> None:
    rows = [f"The {('room', 'pool', 'bar')[n % 3]} was {('clean', 'cold')[n % 2]} on day {n * n}." for n in range(200)]
    folder = RunFolder(tmp_path / "x.run", {"settings": {}})
    folder.keep(Review(id=str(n), text=text, lang="en") for n, text in enumerate(rows))
    folder.save(RunPlan(len(rows)))
    extract_missing(RunPlan(len(rows)), Settings(fast=True), folder, engine=engine, progress=lambda *told: None)
    digest = sha256()
    for path in sorted(folder.path.glob("part-*.parquet")):
        digest.update(path.read_bytes())
    assert HASHES.setdefault("parts", digest.hexdigest()) == digest.hexdigest()
    assert sum(len(part.rows) for part in folder.parts()) == 200
    folder.close()
