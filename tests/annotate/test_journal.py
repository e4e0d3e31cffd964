from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from voxpop.annotate.journal import Journal
from voxpop.errors import OutputError, StoreError

WRITER = """
import sys
from pathlib import Path
from voxpop.annotate.journal import Journal
journal = Journal(Path(sys.argv[1]))
for number in range(1_000_000):
    with journal.exclusive():
        journal.new_events()
        fill = "x" * (number * 37 % 4000)
        size = journal.append([{"writer": sys.argv[2], "number": number, "fill": fill}])
    journal.flush(size)
    print(number, flush=True)
"""  # the number is printed, so acknowledged, only after the flush


def events(path: Path) -> list[dict[str, object]]:
    journal = Journal(path)
    with journal.exclusive():
        read = journal.new_events()
    journal.close()
    return read


def test_what_is_written_is_read_in_order_by_others(tmp_path: Path) -> None:
    first, second = (Journal(tmp_path / "journal.jsonl") for _ in range(2))
    for number, journal in enumerate((first, second, first)):
        with journal.exclusive():
            journal.new_events()
            journal.flush(journal.append([{"number": number, "text": "味道😀\n"}]))
    assert [event["number"] for event in events(tmp_path / "journal.jsonl")] == [0, 1, 2]


def test_a_line_that_was_cut_off_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"number":1}\n{"number":2')
    journal = Journal(path)
    with journal.exclusive():
        assert journal.new_events() == [{"number": 1}]
        journal.append([{"number": 3}])
    assert [json.loads(line)["number"] for line in path.read_text().splitlines()] == [1, 3]


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"number":1}\n{number\n')
    with pytest.raises(StoreError, match=r"journal.jsonl, line 2 is damaged"):
        events(path)


def test_a_full_disk_keeps_nothing_by_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    with journal.exclusive():
        journal.append([{"number": 1}])
        write = os.write
        monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:5]))
        with pytest.raises(OutputError, match="no room left"):
            journal.append([{"number": 2}])
        monkeypatch.undo()
        journal.append([{"number": 3}])
    assert [event["number"] for event in events(tmp_path / "journal.jsonl")] == [1, 3]


def test_twenty_threads_lose_and_double_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")

    def write(writer: int) -> None:
        for number in range(10):
            with journal.exclusive():
                journal.new_events()
                size = journal.append([{"writer": writer, "number": number}])
            journal.flush(size)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(write, range(20)))
    written = [(event["writer"], event["number"]) for event in events(tmp_path / "journal.jsonl")]
    assert sorted(written) == [(writer, number) for writer in range(20) for number in range(10)]  # type: ignore[type-var]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_kill_9_keeps_every_acknowledged_line(tmp_path: Path) -> None:
    """Two programs write to one journal and are killed; research/benchmarks/annotation_faults.py does it 50 times."""
    path = tmp_path / "journal.jsonl"
    for turn in range(3):
        command = [sys.executable, "-c", WRITER, str(path)]
        running = [
            subprocess.Popen([*command, f"{turn}-{name}"], stdout=subprocess.PIPE, text=True) for name in ("a", "b")
        ]
        for one in running:
            assert one.stdout is not None
            assert one.stdout.readline() == "0\n"
        time.sleep(0.05 + 0.03 * turn)
        acknowledged = {}
        for one, name in zip(running, ("a", "b"), strict=True):
            one.send_signal(signal.SIGKILL)
            rest, _ = one.communicate(timeout=300)
            acknowledged[f"{turn}-{name}"] = 1 + rest.count("\n")
        kept = [(event["writer"], event["number"]) for event in events(path)]
        assert len(kept) == len(set(kept))
        for writer, count in acknowledged.items():
            assert {number for name, number in kept if name == writer} >= set(range(count))
