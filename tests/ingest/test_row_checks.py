"""What rows are by themselves, and that it is the same whoever checks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

import pytest

from voxpop.engines import LocalEngine, local
from voxpop.engines.local import MIN_ORDERED
from voxpop.errors import VoxpopError
from voxpop.ingest import Curator, curate, row_batches
from voxpop.ingest.duplicates import PERMUTATIONS, normal
from voxpop.ingest.row_checks import AT_ONCE, CheckedRow, check_rows, comparable
from voxpop.settings import Curation, Settings
from voxpop.types import Rejected, Review

GOOD = "The staff were friendly and the room was clean and quiet."
LONG = "Breakfast was rich and fresh every day, with local cheese, good coffee and a view of the old harbour below us. "
KINDS = (
    "The room {n} was clean and the staff were friendly, but the lift was broken for days.",
    "早餐很丰富，第{n}号房间很干净，服务员也很热情。",
    GOOD,
    2 * LONG + "{n}",
    "Click here for a promo code: http://deals.example/{n}",
    "Mail me at guest{n}@example.com or call 480-312-2669, lovely hotel.",
    "La comida estaba muy buena y el servicio también, volveremos el día {n}.",
    "100% {n}",
    "x",
    "Great!",
)
KEEP_SHORT = Settings(curation=Curation(low_quality=False))


def reviews(count: int = 200) -> list[Review | Rejected]:
    texts = [KINDS[n % len(KINDS)].format(n=n) for n in range(count)]
    rows: list[Review | Rejected] = [
        Review(id=str(n), text=text, row=n, source="x.csv") for n, text in enumerate(texts)
    ]
    return [*rows, Rejected(step="stars", reason="No.", text="call 480-312-2669")]


def curated(rows: Iterable[Review | Rejected], workers: int) -> tuple[list[Review | Rejected], Counter[str]]:
    curator = Curator(KEEP_SHORT, map_in_order=LocalEngine(workers).map_in_order)
    return list(curator(rows)), curator.counts


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The workers that are started; batches are small, so that even few rows make many."""
    started: list[Any] = []

    class Noted(local.Worker):
        def __init__(self, work: bytes) -> None:
            super().__init__(work)
            started.append(self._process)

    monkeypatch.setattr(local, "Worker", Noted)
    monkeypatch.setattr(curate, "CHECKED_TOGETHER", 300)
    monkeypatch.setattr(row_batches, "TOGETHER", 16)
    return started


@pytest.mark.parametrize("most_waiting", [3, 1000])
def test_rows_and_counts_are_the_same_with_workers(
    most_waiting: int, processes: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curate, "MOST_WAITING", most_waiting)
    expected, counts = curated(reviews(), workers=1)
    assert not processes
    found, counts_of_workers = curated(reviews(), workers=2)
    assert processes
    assert found == expected
    assert counts_of_workers == counts
    assert {"duplicate", "near duplicate", "advert", "language", "length", "stars"} <= {
        row.step for row in found if isinstance(row, Rejected)
    }
    assert counts["masked email"] == 20
    late = [place for place, row in enumerate(found) if (row.text or "").startswith("100%")]
    assert len(late) == 20
    assert (min(late) > 180) == (most_waiting == 1000)  # all of them come last, if there is room for them


def test_rows_that_wait_for_the_end_are_checked_by_workers(processes: list[Any]) -> None:
    rows = [Review(id=str(n), text=f"{n}%" + 100 * " ", row=n) for n in range(MIN_ORDERED * 4)]
    calls: list[int] = []

    def map_in_order(work: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for result in LocalEngine(2).map_in_order(work, tasks):
            calls.append(len(result.rows))
            yield result

    assert list(Curator(KEEP_SHORT, map_in_order=map_in_order)(rows)) == curated(rows, workers=1)[0]
    assert sum(calls) == 2 * len(rows)
    assert max(calls) <= 4
    assert len(processes) >= 2  # some for each of both rounds


def test_closing_amid_the_stream_ends_the_workers(processes: list[Any]) -> None:
    with closing(Curator(KEEP_SHORT, map_in_order=LocalEngine(2).map_in_order)(reviews())) as rows:
        next(rows)
        assert processes
    assert all(process.poll() is not None for process in processes)


def test_rows_before_an_error_come_before_it(processes: list[Any]) -> None:
    def failing() -> Iterator[Review | Rejected]:
        yield from reviews()
        raise VoxpopError("The file is damaged.")

    found: list[Review | Rejected] = []
    with pytest.raises(VoxpopError, match="damaged"):
        found.extend(Curator(KEEP_SHORT, map_in_order=LocalEngine(2).map_in_order)(failing()))
    assert len(found) == len(reviews()) - 20  # but for those that wait for the end
    assert processes


def test_each_row_is_what_it_is_alone() -> None:
    rows = reviews(AT_ONCE + 6)
    together = check_rows(rows, settings=KEEP_SHORT)
    alone = [check_rows([row], settings=KEEP_SHORT) for row in rows]
    assert together.rows == [row for each in alone for row in each.rows]
    assert together.counts == sum((each.counts for each in alone), Counter())
    assert together.languages == sum((each.languages for each in alone), Counter())


def test_a_row_that_shows_no_language_waits_until_one_is_given() -> None:
    rows = [Review(id="1", text="100%")]
    assert check_rows(rows, settings=KEEP_SHORT).rows == [CheckedRow(rows[0], is_waiting=True)]
    (given,) = check_rows(rows, settings=KEEP_SHORT, lang="zh").rows
    assert isinstance(given.row, Review)
    assert (given.row.lang, given.is_waiting) == ("zh", False)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("near", [0, 0.8])
def test_only_what_is_compared_is_kept_of_a_text(exact: bool, near: float) -> None:
    settings = Settings(curation=Curation(duplicates=exact, near_duplicates=near))
    rows = [CheckedRow(Review(id="1", text=GOOD)), CheckedRow(Review(id="2", text="Great!"))]
    long, short = comparable(rows, settings)
    assert long.normal == (normal(GOOD) if exact else "")
    assert len(long.sketch) == (2 * PERMUTATIONS if near else 0)
    assert short == rows[1]


def test_near_duplicates_alone_are_found() -> None:
    settings = Settings(curation=Curation(duplicates=False))
    rows = [Review(id=str(n), text=2 * LONG + end, row=n) for n, end in enumerate(("", "Really.", "Yes."))]
    found = list(Curator(settings)(rows))
    assert [isinstance(row, Review) for row in found] == [True, False, False]


def test_the_length_of_a_checked_row_is_that_of_both_texts() -> None:
    row = Review(id="1", text=GOOD)
    assert row_batches.row_length(CheckedRow(row, normal=normal(GOOD))) == len(GOOD) + len(normal(GOOD))
