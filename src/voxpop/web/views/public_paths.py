"""What a page may say about where files lie: their names, never the folders of the machine that made it."""

from __future__ import annotations

import re
from dataclasses import replace

from voxpop.schema import Document, RejectedRows, Run
from voxpop.types import Rejected

PATHS = ("aspects", "categories")  # settings that hold a path


def file_name(path: str | None) -> str:
    """Return the last part of a path as any system writes it."""
    return re.split(r"[\\/]", path or "")[-1]


def public_run(run: Run) -> Run:
    """Return how an analysis was made, with names instead of paths."""
    settings = dict(run["settings"])
    for name in PATHS:
        if settings.get(name):
            settings[name] = file_name(str(settings[name]))
    return {**run, "sources": [file_name(source) for source in run["sources"]], "settings": settings}


def public_rejected(rejected: RejectedRows) -> RejectedRows:
    """Return examples of rows that were set aside, with names instead of paths."""
    public = rejected.copy()
    public["by_step"] = [step.copy() for step in rejected["by_step"]]
    for step in public["by_step"]:
        step["examples"] = [example.copy() for example in step["examples"]]
        for example in step["examples"]:
            if source := example["source"]:
                example["source"] = file_name(source)
                example["reason"] = example["reason"].replace(source, file_name(source))
    return public


def public_row(row: Rejected) -> Rejected:
    """Return a row that was set aside, with the name of its file instead of the path."""
    if not row.source:
        return row
    name = file_name(row.source)
    return replace(row, source=name, reason=row.reason.replace(row.source, name))


def public_document(document: Document) -> Document:
    """Return a document with names instead of paths."""
    return {**document, "run": public_run(document["run"]), "rejected": public_rejected(document["rejected"])}
