"""Who is told how a run goes on: people at a terminal, or programs, by one JSON object a line on standard error."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import IO, Any, cast

import typer

from voxpop import timings
from voxpop.cli import console
from voxpop.errors import VoxpopError, choose
from voxpop.extract.domains import Domain, domain_facts
from voxpop.ingest import FileChoice

PACE = 5.0  # seconds between two lines about the same stage


class JsonLog:
    """Writes a line for each thing that happens, and how long each stage took when the next one begins."""

    def __init__(self) -> None:
        self._stage, self._begun, self._told = "", 0.0, 0.0
        self._last: tuple[int, int | None] = 0, None

    def progress(self, stage: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if stage != self._stage:
            self.end_stage()
            self._stage, self._begun = stage, now
        elif now - self._told < PACE:
            self._last = done, total
            return
        self._last, self._told = (done, total), now
        self._write("progress", stage=stage, done=done, total=total, seconds=round(now - self._begun, 3))

    def on_choice(self, choice: FileChoice) -> None:
        self._write("file", **asdict(choice))

    def on_domains(self, domains: Mapping[str, Domain]) -> None:
        self._write("domain", domains=domain_facts(domains))

    def on_note(self, message: str) -> None:
        self._write("note", message=message)

    def on_error(self, message: str) -> None:
        self._write("error", message=message)

    def on_timings(self, seconds: Mapping[str, float]) -> None:
        self._write("timings", seconds={stage: round(taken, 3) for stage, taken in seconds.items()})

    def end_stage(self) -> None:
        """Tell how long the stage took that ends."""
        if self._stage:
            seconds, (done, total) = time.monotonic() - self._begun, self._last
            self._write("stage", stage=self._stage, done=done, total=total, seconds=round(seconds, 3))
            self._stage = ""

    def _write(self, event: str, **facts: Any) -> None:
        line = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **facts}
        sys.stderr.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")


class NoteStream(io.TextIOBase):
    """Stands in for standard error: what the command still says to people, each line of it becomes a note."""

    def __init__(self, log: JsonLog) -> None:
        self._log, self._stream = log, sys.stderr

    def write(self, text: str) -> int:
        if sys.stderr is not self._stream:  # another command in this process
            return sys.stderr.write(text)
        for line in filter(None, map(str.strip, text.splitlines())):
            self._log.on_note(line)
        return len(text)


@contextmanager
def reporting(log: str, limit: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the listeners of a run, by their names there: "text" is for people, "json" for programs."""
    if choose("log", log, ("text", "json")) == "text":
        with console.progress(limit) as progress:
            on_choice = console.ChoicePrinter()

            def on_domains(domains: Mapping[str, Domain]) -> None:
                on_choice.finish()
                console.print_domains(domains)

            on = {"choice": on_choice, "domains": on_domains, "note": console.print_note}
            yield {"progress": progress, **{f"on_{event}": listener for event, listener in on.items()}}
            on_choice.finish()
        return
    lines = JsonLog()
    console.err.file = cast("IO[str]", NoteStream(lines))
    try:
        yield {name: getattr(lines, name) for name in ("progress", "on_choice", "on_domains", "on_note")}
    except VoxpopError as error:
        lines.on_error(str(error))
        raise typer.Exit(1) from None
    lines.end_stage()
    lines.on_timings(timings.so_far())
