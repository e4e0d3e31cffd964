"""Projects for the tests of annotation."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from voxpop.annotate.project import Project, create_project
from voxpop.annotate.rounds import AnnotationItem, ProjectSettings
from voxpop.annotate.scheme import Scheme, load_scheme

Make = Callable[..., Project]


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations need not wait for the disk."""
    for name in ("fsync", "fdatasync"):
        monkeypatch.setattr(os, name, lambda descriptor: None, raising=False)


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make a project with some reviews and people; their roles are the first letters of their names: a, m or e."""

    def made(
        *texts: str,
        people: str = "a1 a2 a3 m1 e1",
        scheme: Scheme | None = None,
        begin: bool = True,
        **settings: float,
    ) -> Project:
        chosen = scheme or load_scheme("categories", labels=["food", "service"])
        defaults = {"review_share": 0.0, **settings}
        project = create_project(
            tmp_path / "project", chosen, name="P", lang="en", settings=ProjectSettings(**defaults)
        )
        project.add_items([AnnotationItem(f"r{n}", text) for n, text in enumerate(texts or ("Good soup.", "Slow."))])
        roles = {"a": "annotator", "m": "manager", "e": "expert"}
        for name in people.split():
            project.invite(name, roles[name[0]])
        if begin:
            project.start_round(project.unlabelled())
        return project

    return made
