from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from voxpop.engines import Local
from voxpop.errors import OptionError


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 20])
def test_in_order_whoever_does_it(workers: int, n: int) -> None:
    assert list(Local(workers).map(abs, range(-n, 0))) == list(range(n, 0, -1))


def test_errors_of_the_work_come_out_as_they_are() -> None:
    with pytest.raises(ZeroDivisionError):
        list(Local(2).map(partial(divmod, 1), range(10)))


def test_reads_ahead_only_a_little() -> None:
    taken = []

    def stream() -> object:
        for i in range(100):
            taken.append(i)
            yield i

    results = Local(2).map(abs, stream())  # type: ignore[arg-type]
    next(results)
    assert len(taken) <= 6
    results.close()  # type: ignore[attr-defined]


def test_a_script_without_a_main_guard_is_not_run_again(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("print('once')\nfrom voxpop.engines import Local\nprint(sum(Local(2).map(abs, range(10))))\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["once", "45"]


def test_no_workers_is_refused() -> None:
    with pytest.raises(OptionError, match="at least 1"):
        Local(0)
