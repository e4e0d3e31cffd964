"""The annotation projects that the app serves, by the names that they have in addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock

from voxpop.annotate.live_agreement import LiveAgreement, live_agreement
from voxpop.annotate.project import Project
from voxpop.web.accounts import TokenAccount
from voxpop.web.state import unused


class ServedProject:
    """A project, its name in addresses, and its figures as long as nothing has changed."""

    def __init__(self, slug: str, project: Project) -> None:
        self.slug, self.project = slug, project
        self._figures: tuple[int, LiveAgreement] | None = None
        self._lock = Lock()

    def agreement(self) -> LiveAgreement:
        """Return how far people agree now; worked out once for each state, by one at a time."""
        with self._lock:
            with self.project.reading() as state:
                if self._figures is not None and self._figures[0] == state.events:
                    return self._figures[1]
                state = state.copy()
            self._figures = state.events, live_agreement(state)
            return self._figures[1]


class AnnotationProjects:
    """All projects, in the order given."""

    def __init__(self, folders: Iterable[str | Path]) -> None:
        self.served: dict[str, ServedProject] = {}
        for folder in folders:
            slug = unused(Path(folder).resolve().name, self.served)
            self.served[slug] = ServedProject(slug, Project(folder))

    def __iter__(self) -> Iterator[ServedProject]:
        return iter(self.served.values())

    def __len__(self) -> int:
        return len(self.served)

    def accounts(self) -> Iterator[TokenAccount]:
        """Yield the people of all projects who have a token."""
        for served in self:
            if served.project.journal.is_behind():
                served.project.refresh()
            for person in list(served.project.state.people.values()):
                if person.digest:
                    yield TokenAccount(person.name, "annotator", bytes.fromhex(person.digest))

    def close(self) -> None:
        """Close the journals."""
        for served in self:
            served.project.close()
