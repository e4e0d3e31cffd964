"""What is Ray's alone; what all engines do alike is in test_conformance.py."""

from __future__ import annotations

import gc
import operator
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from voxpop.engines import RayEngine, engine_named, ray_guard
from voxpop.engines.ray_cluster import RayWorker
from voxpop.engines.ray_guard import processes_with
from voxpop.errors import MissingExtra, OptionError, WorkerDeath, WorkerError
from voxpop.garbage import OBJECTS

BUSY = "import time; from voxpop.engines import RayEngine; print(list(RayEngine(1).map(time.sleep, [0.0])), flush=True)"


def test_without_ray_the_command_to_install_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"--engine ray needs .*pip install 'voxpop\[ray\]'"):
        engine_named("ray")


def test_options_that_do_not_fit() -> None:
    with pytest.raises(OptionError, match="Only --engine ray has an --address"):
        engine_named("local", address="auto")
    with pytest.raises(OptionError, match="Unknown engine 'spark'"):
        engine_named("spark")
    with pytest.raises(OptionError, match="at least 1"):
        RayEngine(0)


def test_an_actor_looks_for_garbage_as_seldom_as_any_worker() -> None:
    thresholds, error = RayWorker(pickle.dumps(operator.call)).do(gc.get_threshold)
    assert error is None
    assert thresholds[0] == OBJECTS


@pytest.mark.slow
def test_ray_needs_no_network() -> None:
    pytest.importorskip("ray", reason="ray is not installed")
    cut = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    if not shutil.which("unshare") or subprocess.run([*cut, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let a program cut its own network")
    code = """import socket; from voxpop.engines import RayEngine
assert [name for _, name in socket.if_nameindex()] == ["lo"]
print(sorted(RayEngine(1).map(abs, [-1, 2])))"""
    done = subprocess.run([*cut, sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "[(-1, 1), (2, 2)]\n", done.stderr


@pytest.mark.parametrize(("failures", "fails"), [(2, False), (3, True)])
def test_ray_that_does_not_come_up_is_started_again(
    failures: int, fails: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed")
    folders: list[str] = []

    def init(*, _temp_dir: str, **_: Any) -> None:
        assert Path(_temp_dir).is_dir()
        folders.append(_temp_dir)
        if len(folders) <= failures:
            raise Exception("The current node timed out during startup.")

    monkeypatch.setattr(ray, "init", init)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    problem = pytest.raises(WorkerError, match="Ray cannot be started on this machine: The current node timed out")
    with problem if fails else nullcontext(), RayEngine(1).connected():
        assert Path(folders[-1]).is_dir()
    assert len(set(folders)) == 3
    assert not list(tmp_path.iterdir())


def test_what_ray_prints_does_not_stand_among_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed")
    monkeypatch.setattr(ray, "init", lambda **_: None)
    with RayEngine(1, address="auto").connected():
        sys.stdout.write("(raylet) A worker died\n")  # Ray prints so in a thread of its own
    assert capsys.readouterr() == ("", "(raylet) A worker died\n")


def test_what_is_lost_with_a_machine_is_the_death_of_a_worker() -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed")
    engine = RayEngine(1)
    lost = ray.exceptions.ObjectLostError("0" * 56, None, "")
    for error in (lost, ray.exceptions.OutOfMemoryError("much"), ray.exceptions.NodeDiedError("gone")):
        engine._ray = SimpleNamespace(exceptions=ray.exceptions, get=mock.Mock(side_effect=error))
        assert isinstance(engine._outcome(None), WorkerDeath)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_ray_ends_with_the_program_and_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="ray is not installed")
    code = f"{BUSY}; list(RayEngine(1).map(time.sleep, [0.0, 300.0]))"
    places = {"TMPDIR": f"/tmp/vp{os.getpid()}", "HOME": str(tmp_path)}  # a short path: Ray's sockets stand below it
    Path(places["TMPDIR"]).mkdir()
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **places}) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "[(0.0, None)]\n"
        deadline = time.monotonic() + 60
        while len(processes := processes_with("TMPDIR", places["TMPDIR"])) < 7 and time.monotonic() < deadline:
            time.sleep(0.1)
        run.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 60  # of the 300 seconds that the task sleeps
    while (left := list(filter(is_running, processes))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(processes) >= 7
    assert not left, left
    assert not list(tmp_path.iterdir())
    assert not list(Path(places["TMPDIR"]).iterdir())
    Path(places["TMPDIR"]).rmdir()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_the_guard_ends_what_has_no_parent_any_more(tmp_path: Path) -> None:
    folder = tmp_path / "voxpop-ray-1"
    folder.mkdir()
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    marked, elsewhere = ({**os.environ, ray_guard.FOLDER: str(place)} for place in (folder, tmp_path))
    with (
        subprocess.Popen([*command, "ray::IDLE"], env=marked) as orphan,
        subprocess.Popen([*command, "ray::IDLE"], env=elsewhere) as other_ray,
        subprocess.Popen([*command, "other work"], env=marked) as other,
    ):
        guard = [sys.executable, ray_guard.__file__, str(folder)]
        subprocess.run(guard, stdin=subprocess.DEVNULL, env=marked, timeout=300, check=True)
        assert orphan.wait(300) == -signal.SIGKILL
        assert other_ray.poll() is None
        assert other.poll() is None
        assert not folder.exists()
        other_ray.kill()
        other.kill()


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
