"""The process that looks at an upload or analyses it: ``python -m voxpop.web.upload_worker peek|analyze FOLDER``.

It reads ``order.json`` in the folder, and writes ``preview.json``; or ``progress.json`` again and again, then
``result.voxpop`` and at the very end ``analyze.outcome.json``. Whoever started it can end it at any time, and it ends
with whoever started it.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from voxpop.analysis import analyze
from voxpop.errors import VoxpopError
from voxpop.ingest import read_reviews
from voxpop.ingest.reading import preview
from voxpop.ingest.sources import SourceFile
from voxpop.settings import Settings, settings_from
from voxpop.types import Rejected
from voxpop.web.job import ASPECTS, RESULT, UPLOAD, read_json, write_json
from voxpop.web.processes import end_with_parent, try_lock

NICENESS = 5  # other programs come first
PACE = 0.3  # seconds between two reports of the progress
SCARCE = 20_000_000  # bytes on a disk that is as good as full
SPARE = 200_000_000  # bytes that stay free on the disk
GROWTH = 3  # an analysis is about as many times as large as its reviews
LOOK_MEMORY = 6_000_000_000  # bytes that a look at a file may take
PATIENCE = 10.0  # seconds to wait for another worker in the same folder, which may be about to end
EXIT_LOCKED = 75
OPTIONS = ("columns", "lang", "product", "by", "fast", "domain", "aspects", "limit")


def settings(order: dict[str, Any], folder: Path | None = None) -> Settings:
    """Return the settings of an order; a file of aspects stands in the job's folder."""
    options = {name: value for name, value in order.items() if name in OPTIONS}
    if folder is not None and options.get("aspects"):
        options["aspects"] = str(folder / ASPECTS)
    return settings_from(options)


def uploaded(folder: Path, order: dict[str, Any]) -> SourceFile:
    """Return the uploaded file: its bytes under a fixed name, with the name that the user gave it beside them."""
    return SourceFile(str(order["name"]), folder / UPLOAD, most_unpacked=order.get("most_unpacked"))


def peek(folder: Path, order: dict[str, Any]) -> None:
    """Look at an upload."""
    limit_memory(min(LOOK_MEMORY, order.get("most_memory") or LOOK_MEMORY))
    write_json(folder / "preview.json", asdict(preview(uploaded(folder, order), settings=settings(order, folder))))


def work(folder: Path, order: dict[str, Any]) -> None:
    """Analyse an upload."""
    limit_memory(order.get("most_memory"))
    report = ProgressFile(folder / "progress.json")
    chosen, source = settings(order, folder), uploaded(folder, order)
    report("count", 0)
    size = 0
    for item in read_reviews(source, settings=chosen):
        report.total += 1
        report("count", report.total)
        size += 0 if isinstance(item, Rejected) else len(item.text.encode("utf-8", "surrogatepass"))
    if shutil.disk_usage(folder).free < GROWTH * size + SPARE:
        raise OSError(errno.ENOSPC, "No space left on device")
    report("read", 0)
    analyze(source, output=folder / RESULT, overwrite=True, settings=chosen, progress=report).close()


class ProgressFile:
    """Writes down how far the work is, not more often than anyone could read it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.total = 0
        self._last = ("", 0.0)
        self._began = time.time()

    def __call__(self, stage: str, done: int, of: int | None = None) -> None:
        now = time.monotonic()
        if stage != self._last[0] or now - self._last[1] > PACE:
            self._began = self._began if stage == self._last[0] else time.time()
            self._last = (stage, now)
            write_json(self.path, {"stage": stage, "done": done, "total": of or self.total, "began": self._began})


def limit_memory(most: int | None) -> None:
    """Let a file that takes more memory end this process or one that it starts, not the machine."""
    if not most:
        return
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, ValueError, OSError):  # pragma: no cover  (Windows, or a stricter limit is set already)
        return


def outcome(folder: Path, act: Callable[[], None]) -> dict[str, Any]:
    """Return what became of the work: well, or what went wrong, in a sentence."""
    try:
        act()
    except VoxpopError as error:
        return {"ok": False, "kind": "input", "message": str(error)}
    except MemoryError:
        return {"ok": False, "kind": "memory", "message": ""}
    except Exception as error:
        if is_disk_full(folder, error):
            return {"ok": False, "kind": "disk", "message": ""}
        sys.stderr.write(traceback.format_exc())
        return {"ok": False, "kind": "ours", "message": f"{type(error).__name__}: {error}"[:500]}
    return {"ok": True, "kind": "done", "message": ""}


def is_disk_full(folder: Path, error: Exception) -> bool:
    """Whether it was the disk: the store's library has errors of its own for it."""
    no_space = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return no_space or "No space left" in str(error) or shutil.disk_usage(folder).free < SCARCE


def main(task: str, path: str) -> None:
    """Do a task in a folder, unless another worker is at it."""
    end_with_parent()
    folder = Path(path).resolve()
    end = time.monotonic() + PATIENCE
    while (lock := try_lock(folder / "worker.lock")) is None:
        if time.monotonic() > end:
            sys.exit(EXIT_LOCKED)
        time.sleep(0.1)
    order = read_json(folder / "order.json") or {}
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    act = peek if task == "peek" else work
    write_json(folder / f"{task}.outcome.json", outcome(folder, lambda: act(folder, order)))
    lock.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
