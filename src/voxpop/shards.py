"""How the reviews of a run are dealt out to workers, and what happens when reading one of them fails.

A run is cut into shards. A worker (``engines/``) takes a task, extracts its reviews and writes its part. A worker that
dies costs its shard, which is read again. If it dies of the same shard twice, the shard is cut in two, again and again,
until the review is found that kills it; that one is set aside. What has a part is never read again, so a run that was
stopped goes on with the tasks that are left (``store/run_folder.py``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from pathlib import Path
from threading import Timer
from typing import NamedTuple, Protocol, TypeVar

from voxpop import timings
from voxpop.errors import VoxpopError, WorkerDeath, WorkerError
from voxpop.part_files import Part, join, pack, read_part, read_shard, write_part
from voxpop.timings import stage
from voxpop.types import ExtractedPart, Rejected, Review

BATCH_SIZE = 64  # reviews that are extracted at a time: few, so that memory stays small
FIRST_NEWS = 4 * BATCH_SIZE  # reviews; if shards are larger, the first one is read in pieces
MOST_DEATHS = 8  # of workers, one after the other: then it is not for a review that they die
HANG = 900.0  # seconds for some reviews that are extracted at a time
EXIT_HUNG = 75
WORKER = "VOXPOP_WORKER"  # set in the environment of workers
FEW_FAILURES, FAILED_SHARE = 3, 0.01  # reviews that may be set aside because reading them failed
Progress = Callable[[str, int, int | None], None]  # the stage, how many reviews or sentences are done, and of how many
A = TypeVar("A")
B = TypeVar("B")
Extract = Callable[[list[Review]], ExtractedPart]


def ignore(*_: object) -> None:
    """Be told of progress, and do nothing."""


@dataclass(frozen=True, slots=True)
class ShardTask:
    """Some reviews that a worker is to read, and where the part goes that it makes of them."""

    shard: int
    source: Path  # the file of the reviews
    start: int  # the reviews [start:stop] of that file
    stop: int
    first: int  # the place of the first of them in the shard
    target: Path
    checksum: str = ""  # of the source

    def __len__(self) -> int:
        return self.stop - self.start

    def facts(self) -> dict[str, int | str]:
        """Return what the part says about the reviews that it is made from."""
        return {"shard": self.shard, "start": self.first, "stop": self.first + len(self), "source": self.checksum}

    def reviews(self) -> list[Review]:
        """Read the reviews."""
        return read_shard(self.source, self.start, self.stop, self.checksum)

    def halves(self) -> list[ShardTask]:
        """Return two tasks with targets of their own, cut where the reviews are cut that are extracted together."""
        size = len(self)
        middle = self.start + (size // 2 if size <= BATCH_SIZE else BATCH_SIZE * ceil(size / BATCH_SIZE / 2))
        first, last = replace(self, stop=middle), replace(self, start=middle, first=self.first + middle - self.start)
        return [half.with_own_target() for half in (first, last)]

    def with_own_target(self) -> ShardTask:
        """Return the task of a piece, whose part goes beside that of the whole shard."""
        name = f".part-{self.shard:05}.{self.start}-{self.stop}.tmp"
        return replace(self, target=self.target.with_name(name))

    def small_pieces(self) -> list[ShardTask]:
        """Return tasks of no more reviews than are extracted together."""
        return [self] if len(self) <= BATCH_SIZE else [piece for half in self.halves() for piece in half.small_pieces()]


class ShardResult(NamedTuple):
    """What came of a task: how many reviews were read, how many of them in vain, and the seconds of each stage."""

    read: int
    unread: int
    seconds: Mapping[str, float]


Outcome = ShardResult | Exception


class Engine(Protocol):
    """Runs work on shards, and on batches of other steps, perhaps in other processes or on a cluster (``engines/``).

    Where a loop over the outcomes may end early, close them: then the workers end at once.
    """

    def map(
        self, work: Callable[[ShardTask], Outcome], tasks: Iterable[ShardTask], *, isolated: bool = False
    ) -> Generator[tuple[ShardTask, Outcome], None, None]:
        """Do the work on each task and yield the outcomes as they come; a worker that died is a WorkerDeath.

        ``isolated`` work is never done in this process.
        """

    def map_in_order(self, work: Callable[[A], B], tasks: Iterable[A]) -> Generator[B, None, None]:
        """Yield what the work makes of each task, in the order of the tasks, and raise errors as ``map`` of Python."""


def extract_all(
    tasks: Sequence[ShardTask],
    extract: Extract,
    *,
    engine: Engine,
    reviews: int,
    isolated: bool = False,
    progress: Progress,
) -> None:
    """Have the reviews of all tasks extracted, and their parts written.

    ``reviews`` is the number of all reviews of the run.
    """
    whole = {task.shard: task for task in tasks}
    pieces = {task.shard: [task] for task in tasks}
    if tasks and len(tasks[0]) > FIRST_NEWS:  # so that progress shows within seconds
        pieces[tasks[0].shard] = tasks[0].small_pieces()
    waiting = [piece for cut in pieces.values() for piece in cut]
    done, failed, deaths = reviews - sum(map(len, tasks)), 0, 0
    tried: set[ShardTask] = set()
    work = partial(extract_shard, extract=extract)
    progress("read", done, reviews)
    while waiting:
        again: list[ShardTask] = []
        with closing(engine.map(work, waiting, isolated=isolated)) as outcomes:
            for task, outcome in outcomes:
                if isinstance(outcome, WorkerDeath):
                    deaths += 1
                    if deaths > MOST_DEATHS:
                        raise outcome
                    if task not in tried and (task == whole[task.shard] or len(task) == 1):
                        tried.add(task)
                        again.append(task)
                        continue
                    if len(task) > 1:
                        pieces[task.shard].remove(task)
                        pieces[task.shard] += task.halves()
                        again += task.halves()
                        continue
                    outcome = set_aside(task, outcome)
                if isinstance(outcome, Exception):
                    raise outcome
                timings.add(outcome.seconds)
                done, failed, deaths = done + outcome.read, failed + outcome.unread, 0
                if failed > max(FEW_FAILURES, FAILED_SHARE * reviews):
                    raise WorkerError(failure_message(task, failed, done))
                progress("read", done, reviews)
        waiting = again
    for shard, cut in pieces.items():
        if cut != [whole[shard]]:
            ordered = sorted(cut, key=lambda piece: piece.start)
            part = join([read_part(piece.target) for piece in ordered])
            write_part(whole[shard].target, part, shard=whole[shard].facts())
            for piece in ordered:
                piece.target.unlink()


def extract_shard(task: ShardTask, *, extract: Extract) -> ShardResult:
    """Extract the reviews of a shard, and write its part."""
    reviews = task.reviews()
    parts: list[Part] = []
    for start in range(0, len(reviews), BATCH_SIZE):
        with ended_if_it_hangs():
            batch = reviews[start : start + BATCH_SIZE]
            parts += extract_tolerantly(batch, extract, first=task.first + start)
    with stage("pack"):
        part = join(parts)
        write_part(task.target, part, shard=task.facts())
    return ShardResult(len(reviews), len(part.rejected), timings.take())


@contextmanager
def ended_if_it_hangs(seconds: float = HANG) -> Iterator[None]:
    """End this process if the block takes too long, so that a review that hangs costs no more than one that kills.

    Only workers do so (``WORKER`` is set in their environment).
    """
    if WORKER not in os.environ:
        yield
        return
    timer = Timer(seconds, os._exit, [EXIT_HUNG])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def extract_tolerantly(reviews: list[Review], extract: Extract, *, first: int) -> list[Part]:
    """Extract some reviews; one whose reading fails is set aside, and the others are read without it."""
    try:
        extracted = extract(reviews)
        with stage("pack"):
            return [pack(extracted, places=range(first, first + len(reviews)))]
    except VoxpopError:
        raise
    except Exception as error:
        if len(reviews) == 1:
            return [failure(reviews[0], f"Reading it failed ({type(error).__name__}: {error!s:.200}).")]
        half = len(reviews) // 2
        return [
            *extract_tolerantly(reviews[:half], extract, first=first),
            *extract_tolerantly(reviews[half:], extract, first=first + half),
        ]


def set_aside(task: ShardTask, death: WorkerDeath) -> ShardResult:
    """Write the part of one review that kills its worker."""
    (review,) = task.reviews()
    write_part(task.target, failure(review, f"Reading it ended its worker twice. {death}"), shard=task.facts())
    return ShardResult(1, 1, {})


def failure(review: Review, reason: str) -> Part:
    """Return a part without reviews that tells why one was set aside."""
    source, row = review.source, review.row
    rejected = Rejected(step="analysis", reason=reason, source=source, row=row, id=review.id, text=review.text)
    return replace(join([]), rejected=[rejected])


def failure_message(task: ShardTask, failed: int, done: int) -> str:
    """Return what is said when so many reviews fail that it cannot be for the reviews."""
    reasons = [row.reason for row in read_part(task.target).rejected]
    return (
        f"Reading failed for {failed:,} of {done:,} reviews, so the run was stopped. {' '.join(reasons[-1:])} "
        "Please report it; voxpop doctor checks the installation."
    )
