"""The process that looks at an upload or analyses it: ``python -m voxpop.web.worker peek|analyze FOLDER``.

It reads ``order.json`` in the folder, and writes ``preview.json``; or ``progress.json`` again and again, then
``result.voxpop`` and at the very end ``outcome.json``. Whoever started it can end it at any time.
"""

from __future__ import annotations

import errno
import json
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
from voxpop.ingest.preview import preview
from voxpop.ingest.sources import File
from voxpop.settings import Columns, Settings

UPLOAD = "upload.bin"  # whatever the user called it, so that no interpreter can import it
ASPECTS = "aspects.toml"  # the edits of another analysis
KIND = 5  # how far other programs come first
PACE = 0.3  # seconds between two words about the progress
SCARCE = 20_000_000  # bytes on a disk that is as good as full
MEMORY = 6_000_000_000  # bytes that a look at a file may take


def settings(order: dict[str, Any], folder: Path | None = None) -> Settings:
    """Return the settings of an order; a file of aspects stands in the job's folder."""
    given = {name: value for name, value in order.items() if name in OPTIONS}
    if folder is not None and given.get("aspects"):
        given["aspects"] = str(folder / ASPECTS)
    return Settings(columns=Columns(**order.get("columns", {})), **given)


OPTIONS = ("lang", "product", "by", "sentiment", "aspects", "limit")


def peek(folder: Path, order: dict[str, Any]) -> None:
    limit_memory()
    write(folder / "preview.json", asdict(preview(uploaded(folder, order), settings=settings(order, folder))))


def uploaded(folder: Path, order: dict[str, Any]) -> File:
    """Return the uploaded file: its bytes under a fixed name, with the name that the user gave it beside them."""
    return File(str(order["name"]), folder / UPLOAD)


def work(folder: Path, order: dict[str, Any]) -> None:
    told = Teller(folder / "progress.json")
    chosen, source = settings(order, folder), uploaded(folder, order)
    told("count", 0)
    told.total = sum(told.counted(n) for n, _ in enumerate(read_reviews(source, settings=chosen), start=1))
    told("read", 0)
    analyze(source, output=folder / "result.voxpop", overwrite=True, settings=chosen, progress=told).close()


class Teller:
    """Writes down how far the work is, not more often than anyone could read it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.total = 0
        self._last = ("", 0.0)

    def __call__(self, stage: str, done: int) -> None:
        now = time.monotonic()
        if stage != self._last[0] or now - self._last[1] > PACE:
            self._last = (stage, now)
            write(self.path, {"stage": stage, "done": done, "total": self.total})

    def counted(self, n: int) -> int:
        self("count", n)
        return 1


def limit_memory() -> None:
    """A file that unpacks into more than there is ends this process, not the machine."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):  # pragma: no cover  (Windows, or a stricter limit is set already)
        return


def write(path: Path, content: dict[str, Any]) -> None:
    """In one step, so that nobody reads half of it."""
    scratch = path.with_name(f".{path.name}.new")
    scratch.write_text(json.dumps(content, ensure_ascii=True), encoding="ascii")
    os.replace(scratch, path)


def read(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def outcome(folder: Path, act: Callable[[], None]) -> dict[str, Any]:
    """What became of it: well, or what went wrong, in a sentence."""
    try:
        act()
    except VoxpopError as error:
        return {"ok": False, "kind": "input", "message": str(error)}
    except MemoryError:
        return {"ok": False, "kind": "memory", "message": ""}
    except Exception as error:
        if full(folder, error):
            return {"ok": False, "kind": "disk", "message": ""}
        sys.stderr.write(traceback.format_exc())
        return {"ok": False, "kind": "ours", "message": f"{type(error).__name__}: {error}"[:500]}
    return {"ok": True, "kind": "done", "message": ""}


def full(folder: Path, error: Exception) -> bool:
    """Whether it was the disk: the store's library has errors of its own for it."""
    no_space = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return no_space or "No space left" in str(error) or shutil.disk_usage(folder).free < SCARCE


def main(task: str, given: str) -> None:
    folder = Path(given).resolve()
    order = read(folder / "order.json") or {}
    if hasattr(os, "nice"):
        os.nice(KIND)
    act = peek if task == "peek" else work
    told = outcome(folder, lambda: act(folder, order))
    write(folder / f"{task}.outcome.json", told)


if __name__ == "__main__":
    main(*sys.argv[1:])
