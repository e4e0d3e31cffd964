"""One upload and what became of it, and the files in its folder."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

JobState = Literal["asking", "waiting", "running", "done", "failed", "cancelled"]
ENDED = ("done", "failed", "cancelled")
UPLOAD = "upload.bin"  # whatever the user called it, so that no interpreter can import it
ASPECTS = "aspects.toml"  # the edits of another analysis
RESULT = "result.voxpop"
SAVED = ("id", "name", "who", "created", "state", "kind", "message", "result", "order", "server")


@dataclass(slots=True)
class Job:
    """One upload, and what became of it."""

    id: str
    name: str  # of the file, as the user named it
    folder: Path
    who: str
    created: float
    state: JobState = "asking"
    kind: str = ""  # of failure: input, memory, disk, killed, stopped, ours
    message: str = ""
    result: str = ""  # the address of the analysis, once it is done
    order: dict[str, Any] = field(default_factory=dict)  # what the worker needs to know
    server: str = ""  # the run of the app that the job belongs to

    @property
    def file(self) -> Path:
        """The file that was uploaded."""
        return self.folder / UPLOAD

    @property
    def progress(self) -> dict[str, Any]:
        """How far the worker is."""
        return {"stage": "", "done": 0, "total": 0} | (read_json(self.folder / "progress.json") or {})

    @property
    def preview(self) -> dict[str, Any] | None:
        """What the file seems to be, once it was looked at."""
        return read_json(self.folder / "preview.json")

    def fail(self, kind: str, message: str = "") -> None:
        """Mark the job as failed and delete what is half-written."""
        self.state, self.kind, self.message = "failed", kind, message
        self.clear()

    def clear(self) -> None:
        """Delete what a worker left that is not whole."""
        for name in ("progress.json", "analyze.outcome.json"):
            with suppress(OSError):
                (self.folder / name).unlink()
        for path in (*self.folder.glob(f"{RESULT}*"), *self.folder.glob(f".{RESULT}*")):
            with suppress(OSError):
                path.unlink()

    def save(self) -> None:
        """Write the job down. On a full disk it still lives in this process."""
        with suppress(OSError):
            write_json(self.folder / "job.json", {name: getattr(self, name) for name in SAVED})


def load_job(folder: Path) -> Job | None:
    """Return the job of a folder; a folder without one, or with one of another version, is deleted."""
    try:
        job = Job(folder=folder, **(read_json(folder / "job.json") or {}))
        job.order["name"]
    except (KeyError, TypeError):
        shutil.rmtree(folder, ignore_errors=True)
        return None
    return job


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write in one step, so that nobody reads half of it."""
    scratch = path.with_name(f".{path.name}.new")
    scratch.write_text(json.dumps(content, ensure_ascii=True), encoding="ascii")
    os.replace(scratch, path)


def read_json(path: Path) -> dict[str, Any] | None:
    """Return the content of a file, None where there is none or it is damaged."""
    try:
        content = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None
