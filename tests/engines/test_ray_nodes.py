"""A machine of a Ray cluster is lost, and the run gives what an undisturbed one gives; texts stay in files."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from voxpop.engines import LocalEngine, RayEngine
from voxpop.part_extraction import extract_part
from voxpop.pipeline import extract_missing
from voxpop.settings import Settings
from voxpop.shards import extract_shard
from voxpop.store.run_folder import RunFolder, RunPlan
from voxpop.types import Review

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own
COUNT = 400
FAST = Settings(fast=True)


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return filled(tmp_path / "x.run")


def filled(path: Path) -> RunFolder:
    run = RunFolder(path, {"settings": {}})
    run.keep(Review(id=str(n), text=f"The room was clean on day {n * n}.", lang="en") for n in range(COUNT))
    run.save(RunPlan(COUNT))
    return run


def parts(run: RunFolder) -> list[bytes]:
    return [path.read_bytes() for path in sorted(run.path.glob("part-*.parquet"))]


def test_only_names_and_numbers_reach_a_worker_and_come_back(folder: RunFolder) -> None:
    work = partial(extract_shard, extract=partial(extract_part, settings=FAST))
    task = folder.tasks()[0]
    for message in (work, task, work(task)):
        data = pickle.dumps(message)
        assert b"clean" not in data
        assert len(data) < 5000


@pytest.mark.slow
def test_a_node_that_is_killed_costs_its_shards_alone(folder: RunFolder, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="ray is not installed")
    from ray.cluster_utils import Cluster

    undisturbed = filled(tmp_path / "y.run")
    extract_missing(RunPlan(COUNT), FAST, undisturbed, engine=LocalEngine(1), progress=lambda *told: None)
    engine = RayEngine(2, address="")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        second: Any = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        engine._address = cluster.address
        killed: list[int] = []

        def kill(stage: str, done: int, of: int | None) -> None:
            if done and not killed:
                killed.append(done)
                cluster.remove_node(second, allow_graceful=False)

        extract_missing(RunPlan(COUNT), FAST, folder, engine=engine, progress=kill)
    finally:
        cluster.shutdown()
    assert killed
    assert killed[0] < COUNT
    assert parts(folder) == parts(undisturbed)
