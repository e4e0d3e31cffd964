"""The files that the app shows: opened when first asked for, opened again when they change, closed for writing."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from threading import Condition, Lock, RLock, Thread
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from markupsafe import Markup

from voxpop.analysis import Analysis
from voxpop.errors import StoreError, VoxpopError
from voxpop.store.listing import Listing
from voxpop.store.recent_rows import RecentRows
from voxpop.store.selection import Selection
from voxpop.web.processes import AppProcesses

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 10.0  # seconds to wait for those who read
MAX_RESULTS = 512  # results remembered for each file
MAX_FRAGMENTS = 4096  # pieces of pages remembered for each file
MAX_SELECTIONS = 8  # of a file that are kept open
EVERYTHING = Selection()
TEXTS = RLock()  # held while texts are read: parsers learn words as they go, and are not made for threads

Version = tuple[int, int, int]


class OpenFile:
    """One version of a file, or of a part of it, and what was already worked out about it.

    The slug of a part is that of its file and the selection, so that every link of a page stays within the part.
    """

    def __init__(
        self,
        slug: str,
        views: Listing,
        version: Version,
        whole: OpenFile | None = None,
        processes: AppProcesses | None = None,
    ) -> None:
        self.slug = slug
        self.processes = processes or AppProcesses()
        self.views = views
        self.version = version
        self.whole = whole or self
        self.readers = 0
        self.is_open = True
        self._selections: dict[Selection, OpenFile] = {}
        self.analysis = Analysis(views)
        self.fragments = RecentRows[Hashable, Markup](MAX_FRAGMENTS)
        self._known: OrderedDict[Hashable, object] = OrderedDict()
        self._making: dict[Hashable, Future[Any]] = {}
        self._begun: set[Hashable] = set()
        self._workers: list[Thread] = []
        self._bound: list[Thread] = []
        self._lock = Lock()

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of ``make``, worked out once for this version of the file; whoever else asks meanwhile waits.

        An error is that of all who wait: none of them begins again what was stopped.
        """
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return cast(T, self._known[key])
            working = self._making.get(key)
            if working is None:
                mine = self._making[key] = Future[Any]()
        if working is not None:
            return cast(T, working.result())
        try:
            made = make()
        except BaseException as error:
            self._making.pop(key)
            mine.set_exception(error)
            raise
        with self._lock:
            self._known[key] = made
            if len(self._known) > MAX_RESULTS:
                self._known.popitem(last=False)
            del self._making[key]
        mine.set_result(made)
        return made

    def alone(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the same for work that reads texts, of which only one goes on in the whole app."""
        if key in self._known:
            return self.once(key, make)
        with TEXTS:
            return self.once(key, make)

    def later(self, key: Hashable, make: Callable[[], T], *, alone: bool = True) -> T | None:
        """Return the same, worked out beside the requests: None until it is there."""
        if key in self._known:
            return self.once(key, make)
        with self._lock:
            if key in self._begun:
                return None
            self._begun.add(key)
        worker = Thread(target=self._work, args=(key, make, alone), daemon=True)
        self._workers.append(worker)
        if alone:  # it reads this version of the file, which stays open until it is done
            self._bound.append(worker)
        worker.start()
        return None

    def _work(self, key: Hashable, make: Callable[[], T], alone: bool) -> None:
        with suppress(VoxpopError, RuntimeError):  # the next request that asks will meet it again
            (self.alone if alone else self.once)(key, make)
        self._begun.discard(key)

    def selected(self, selection: Selection) -> OpenFile:
        """Return the reviews of a selection as a file of their own."""

        def make() -> OpenFile:
            views = Listing.part_of(self.views, selection)
            part = OpenFile(f"{self.slug};{selection}", views, self.version, self, self.processes)
            self._selections[selection] = part
            return part

        return self.once(("selection", selection), make)

    def forget_selections(self) -> None:
        """Close the oldest selections that nobody reads, so that few are kept."""
        idle = [
            (selection, part)
            for selection, part in self._selections.items()
            if not part.readers and not any(worker.is_alive() for worker in part._bound)
        ]
        for selection, part in idle[: max(0, len(self._selections) - MAX_SELECTIONS)]:
            with self._lock:
                self._known.pop(("selection", selection), None)
            del self._selections[selection]
            part.close()

    def close(self) -> None:
        """Close the file once what is being worked out is done."""
        self.is_open = False
        for worker in self._bound:
            worker.join()
        for part in self._selections.values():
            part.close()
        self.views.close()


def once(make: Callable[Concatenate[OpenFile, P], T]) -> Callable[Concatenate[OpenFile, P], T]:
    """Let a function of an open file, with arguments that can be compared, work only once for each version of it."""

    @wraps(make)
    def known(open_file: OpenFile, /, *args: P.args, **options: P.kwargs) -> T:
        key = (make.__module__, make.__qualname__, args, *options.items())
        return open_file.once(key, lambda: make(open_file, *args, **options))

    return known


class ServedFile:
    """A .voxpop file by the name it has in addresses. Many read it at once; one who changes it does so alone."""

    def __init__(self, slug: str, path: Path, processes: AppProcesses | None = None) -> None:
        self.slug = slug
        self.processes = processes
        self.path = path
        self._open: OpenFile | None = None
        self._readers = 0
        self._turn = Condition()

    @contextmanager
    def reading(self, selection: Selection = EVERYTHING) -> Iterator[OpenFile]:
        """Yield the file as it is now, or a part of it. Nobody may ask for it again while reading it."""
        with self._turn:
            open_file = self._current()
            self._readers += 1
        try:
            yield from self._selected(open_file, selection) if selection else (open_file,)
        finally:
            with self._turn:
                self._readers -= 1
                self._turn.notify_all()

    def _selected(self, open_file: OpenFile, selection: Selection) -> Iterator[OpenFile]:
        """Yield a part of the file, which is not closed meanwhile."""
        while True:
            part = open_file.selected(selection)
            with self._turn:
                part.readers += part.is_open
                open_file.forget_selections()
            if part.is_open:
                break
        try:
            yield part
        finally:
            part.readers -= 1

    @contextmanager
    def changing(self) -> Iterator[Path]:
        """Yield the path with nobody reading the file and no connection open: DuckDB lets a writer in only then."""
        with self._turn:
            if not self._turn.wait_for(lambda: not self._readers, PATIENCE):
                raise StoreError(f"{self.path} is being read by others all the time. Try again in a moment.")
            self.close()
            yield self.path

    def without_path(self, message: str) -> str:
        """Return a message in which the file has only its name: visitors need not know where it lies."""
        return message.replace(str(self.path), self.path.name)

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _current(self) -> OpenFile:
        """Return the file as it is now. DuckDB sees a new one only when the old one is closed: readers finish."""
        is_old = self._open is not None and self._open.version != stamp(self.path)
        if is_old and self._turn.wait_for(lambda: not self._readers, PATIENCE):
            self.close()
        if self._open is None:
            views = Listing.open(self.path)
            self._open = OpenFile(self.slug, views, stamp(self.path), processes=self.processes)
        return self._open


class Library:
    """All files, in the order given."""

    def __init__(self, paths: Iterable[str | Path] = ()) -> None:
        self.files: dict[str, ServedFile] = {}
        self.processes = AppProcesses()
        for path in paths:
            self.add(path)

    def add(self, path: str | Path) -> ServedFile:
        """A file; one that is there already is the same."""
        path = Path(path).resolve()
        for file in self.files.values():
            if file.path == path:
                return file
        slug = unused(path.stem, self.files)
        self.files[slug] = ServedFile(slug, path, self.processes)
        return self.files[slug]

    def remove(self, slug: str) -> None:
        file = self.files.pop(slug)
        with file.changing():
            pass

    def __getitem__(self, slug: str) -> ServedFile:
        return self.files[slug]

    def __iter__(self) -> Iterator[ServedFile]:
        return iter(list(self.files.values()))

    def __len__(self) -> int:
        return len(self.files)

    def close(self) -> None:
        for file in self:
            file.close()


def stamp(path: Path) -> Version:
    """What changes when a file does."""
    try:
        status = path.stat()
    except OSError as error:
        raise StoreError(
            f"{path} cannot be read ({error.strerror}). It was there when voxpop started: put it back, or start again."
        ) from None
    return status.st_mtime_ns, status.st_size, status.st_ino


def unused(stem: str, taken: Iterable[str]) -> str:
    """A short name for addresses, made of a file's name."""
    base = re.sub(r"[^\w]+", "-", stem, flags=re.UNICODE).strip("-").lower() or "file"
    names = (base if n == 1 else f"{base}-{n}" for n in range(1, 10_000))
    return next(name for name in names if name not in set(taken))
