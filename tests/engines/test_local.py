from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import voxpop
from voxpop import timings
from voxpop.engines import LocalEngine
from voxpop.engines.local import safe_import_path
from voxpop.errors import OptionError, VoxpopError

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


def test_what_a_dead_worker_leaves_is_done_here() -> None:
    found = list(LocalEngine(2).map_in_order(jobs.dies_in_a_worker, range(20)))
    assert [number for number, _ in found] == list(range(20))
    assert {place for number, place in found if number % 2} == {os.getpid()}  # by turns, from the first that it dies of
    assert os.getpid() not in {place for number, place in found if not number % 2}


def test_many_results_in_order_are_made_by_workers_and_few_here() -> None:
    engine = LocalEngine(2)
    assert set(engine.map_in_order(jobs.pid, range(3))) == {os.getpid()}
    processes = set(engine.map_in_order(jobs.pid, range(20)))
    assert len(processes - {os.getpid()}) == 2
    some = engine.map_in_order(jobs.pid, range(20))
    assert next(some) not in processes
    some.close()  # type: ignore[attr-defined]


def test_the_time_of_workers_counts_for_the_stage_that_waits_for_them() -> None:
    timings.take()
    with timings.stage("learn"):
        list(LocalEngine(2).map_in_order(jobs.spend, [0.05] * 10))
    list(LocalEngine(2).map_in_order(jobs.spend, [0.05] * 10))  # of no stage
    assert 0.5 <= timings.take()["learn"] < 1


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
    given_up.close()  # type: ignore[attr-defined]
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
