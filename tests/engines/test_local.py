from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import voxpop
from voxpop import timings
from voxpop.engines import LocalEngine, local
from voxpop.engines.local import IN_FLIGHT, MIN_ORDERED, Worker, safe_import_path
from voxpop.errors import OptionError, VoxpopError, WorkerDeath

sys.path.append(str(Path(__file__).parent))  # for the workers
jobs = import_module("worker_jobs")


def results(engine: LocalEngine, work: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
    return [outcome for _, outcome in engine.map(work, tasks)]


def test_a_script_without_a_main_guard_is_not_run_again(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "print('once')\nfrom voxpop.engines import LocalEngine\n"
        "print(sum(found for _, found in LocalEngine(2).map(abs, range(10))))\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.split() == ["once", "45"]


def test_workers_do_without_pandas() -> None:
    assert results(LocalEngine(2), jobs.loads_pandas, range(4)) == [False] * 4


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Worker]:
    """The workers that are started."""
    workers: list[Worker] = []

    class Noted(Worker):
        def __init__(self, work: bytes) -> None:
            super().__init__(work)
            workers.append(self)

    monkeypatch.setattr(local, "Worker", Noted)
    return workers


def test_another_worker_does_the_task_of_one_that_died(tmp_path: Path, started: list[Worker]) -> None:
    tasks = [(number, tmp_path / "died.txt") for number in range(2 * MIN_ORDERED)]
    processes = list(LocalEngine(2).map_in_order(jobs.dies_once, tasks))
    assert len(processes) == len(tasks)
    assert os.getpid() not in processes
    assert 2 <= len(started) <= 3


def test_a_task_that_ends_two_workers_is_an_error_in_its_place(started: list[Worker]) -> None:
    results, found = LocalEngine(2).map_in_order(jobs.dies_of_one, range(20)), []
    with pytest.raises(WorkerDeath, match=r"The same task ended two workers. .*exit status 3"):
        found.extend(results)
    assert found == list(range(15))
    assert not any(map(is_alive, started))


def test_workers_that_die_at_their_start_are_deaths_and_leave_no_pipes(
    started: list[Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "START", "raise SystemExit(4)")
    with pytest.raises(WorkerDeath, match=r"The same task ended two workers. .*exit status 4"):
        list(LocalEngine(2).map_in_order(abs, range(20)))
    deaths = results(LocalEngine(2), abs, range(5))
    assert all(isinstance(death, WorkerDeath) for death in deaths)
    assert len(started) >= 7
    assert all(worker._input.closed and worker._output.closed for worker in started)


def test_a_worker_starts_if_no_other_is_idle(started: list[Worker]) -> None:
    assert set(LocalEngine(2).map_in_order(jobs.pid, range(3))) == {os.getpid()}
    assert not started
    processes = set(LocalEngine(64).map_in_order(jobs.pid, range(30)))
    assert os.getpid() not in processes
    assert 1 < len(started) <= IN_FLIGHT
    started.clear()
    outcomes = LocalEngine(64).map(jobs.pid, range(3))
    next(outcomes)
    assert len(started) <= 3
    outcomes.close()


def test_few_tasks_are_taken_ahead_of_the_results() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    ordered = LocalEngine(64).map_in_order(abs, tasks())
    for done in range(1, 60):
        next(ordered)
        assert len(taken) <= done + IN_FLIGHT
    ordered.close()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("count", [3, 20])
def test_results_before_an_error_of_the_tasks_are_not_lost(workers: int, count: int) -> None:
    def tasks() -> Iterator[int]:
        yield from range(count)
        raise ValueError("damaged")

    ordered, found = LocalEngine(workers).map_in_order(abs, tasks()), []
    with pytest.raises(ValueError, match="damaged"):
        found.extend(ordered)
    assert found == list(range(count))


def test_the_time_of_workers_counts_for_the_stage_that_waits_for_them() -> None:
    timings.take()
    count = MIN_ORDERED + 3
    with timings.stage("learn"):
        processes = set(LocalEngine(2).map_in_order(jobs.spend, [0.05] * count))
    processes |= set(LocalEngine(2).map_in_order(jobs.spend, [0.05] * count))  # of no stage
    assert os.getpid() not in processes
    assert 0.05 * count <= timings.take()["learn"] < 2 * 0.05 * count


@pytest.mark.parametrize("method", ["map", "map_in_order"])
def test_closing_ends_workers_whatever_they_do(method: str, started: list[Worker]) -> None:
    outcomes = getattr(LocalEngine(2), method)(jobs.busy, [0, *[60] * MIN_ORDERED])
    next(outcomes)
    begun = time.monotonic()
    outcomes.close()
    assert time.monotonic() < begun + 3
    assert len(started) == 2
    assert not any(map(is_alive, started))


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("method", ["map", "map_in_order"])
@pytest.mark.parametrize("loop", ["print(found, flush=True)", "print(found, flush=True); time.sleep(60)"])
def test_ctrl_c_returns_soon_and_leaves_no_process(method: str, loop: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import time\nfrom voxpop.engines import LocalEngine\nfrom worker_jobs import busy\n"
        f"found_later = LocalEngine(2).{method}(busy, [0, 0, *[60] * {MIN_ORDERED}])\n"
        f"for found in found_later:\n    {loop}\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, str(script)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **pipes) as run:
        assert run.stdout is not None
        run.stdout.readline()
        workers = children_of(run.pid)
        begun = time.monotonic()
        run.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in run.communicate(timeout=30)[1]
        assert time.monotonic() < begun + 3
    assert workers
    assert not any(map(is_running, workers))


def children_of(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in tasks for child in path.read_text().split()]


def is_alive(worker: Worker) -> bool:
    return worker._process.poll() is None


def test_no_workers_is_refused() -> None:
    with pytest.raises(OptionError, match="at least 1"):
        LocalEngine(0)


def cwd_modules(tmp_path: Path) -> Path:
    """A folder with modules that would shadow those of the standard library, and that tell if they are imported."""
    for name in ("__future__", "json", "multiprocessing", "pickle", "queue", "random", "runpy", "signal", "threading",
                 "traceback", "typing"):  # fmt: skip
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'imported.txt')!r}, 'a').write({name!r} + ' ')\n")
    return tmp_path


@pytest.mark.parametrize("flags", [[], ["-E"], ["-I"]])
def test_workers_import_nothing_from_the_working_directory(flags: list[str], tmp_path: Path) -> None:
    code = f"""if True:
        import sys
        here = sys.path.pop(0) if not sys.flags.safe_path else ""
        sys.path.append({str(Path(voxpop.__file__).parent.parent)!r})
        from voxpop.engines import LocalEngine
        sys.path.insert(0, here)  # as in an interactive session
        print(sum(found for _, found in LocalEngine(2).map(abs, range(10))))
    """
    command = [sys.executable, *flags, "-c", code]
    done = subprocess.run(command, cwd=cwd_modules(tmp_path), capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.split() == ["45"], done.stderr
    assert not (tmp_path / "imported.txt").exists(), (tmp_path / "imported.txt").read_text()


def test_the_import_path_of_workers_keeps_the_home_of_voxpop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = Path(voxpop.__file__).resolve().parent.parent
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), str(home)])
    monkeypatch.chdir(tmp_path)
    assert safe_import_path() == [str(home)]
    monkeypatch.chdir(home)
    assert safe_import_path() == [str(home), str(tmp_path.resolve()), str(home)]


def test_an_error_that_cannot_be_pickled_keeps_its_message() -> None:
    errors = results(LocalEngine(2), jobs.fail, range(9))
    assert all(isinstance(error, VoxpopError) for error in errors)
    assert {str(error) for error in errors} == {"This needs a part that is not installed: pip install 'voxpop[serve]'"}


def test_what_a_library_prints_in_a_worker_is_no_result(capfd: pytest.CaptureFixture[str]) -> None:
    assert sorted(results(LocalEngine(2), jobs.talk, range(9))) == list(range(9))
    assert capfd.readouterr().out == ""


def test_the_workers_are_gone_when_the_work_is_done_or_given_up() -> None:
    done = set(results(LocalEngine(2), jobs.pid, range(9)))
    given_up = LocalEngine(2).map(jobs.pid, range(9))
    done.add(next(given_up)[1])
    given_up.close()
    for process in done:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_few_tasks_need_no_other_process_unless_they_must() -> None:
    assert results(LocalEngine(2), jobs.pid, range(2)) == [os.getpid()] * 2
    assert results(LocalEngine(1), jobs.pid, range(9)) == [os.getpid()] * 9
    assert os.getpid() not in [process for _, process in LocalEngine(1).map(jobs.pid, range(2), isolated=True)]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_workers_end_themselves_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from voxpop.engines import LocalEngine\nfrom worker_jobs import busy\n"
        "for _, pid in LocalEngine(2).map(busy, [1, 1, 60, 60, 60]):\n    print(pid, flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    command = [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as run:
        assert run.stdout is not None
        workers = {int(run.stdout.readline()) for _ in range(2)}
        assert len(workers) == 2
        run.kill()
    deadline = time.monotonic() + 30  # of the 60 seconds that a task takes
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
