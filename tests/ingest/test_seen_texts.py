from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest import record_log
from voxpop.ingest.seen_texts import Seen


@given(st.lists(st.sampled_from([f"text {number}" for number in range(30)])), st.lists(st.integers(0, 9)))
def test_remembers_the_first_place_of_each_whatever_is_prepared(texts: list[str], prepared: list[int]) -> None:
    seen, first = Seen(), dict[str, tuple[str, int]]()
    sizes = iter(prepared)
    for row, text in enumerate(texts, start=1):
        if row % 3 == 0:
            seen.prepare(islice(texts, row - 1, row - 1 + next(sizes, 0)))
        source = "a" if row % 2 else "b"
        assert seen.find(text) == first.get(text)
        assert seen.add(text, source=source, row=row) == first.get(text)
        first.setdefault(text, (source, row))
    assert len(seen) == len(first)


def test_finds_what_is_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_log, "IN_MEMORY", 1 << 16)
    monkeypatch.setattr(record_log, "AT_ONCE", 1 << 14)
    seen = Seen()
    for first in range(0, 50_000, 1000):
        names = [str(number) for number in range(first, first + 1000)]
        seen.prepare(names)
        assert all(seen.add(name, source=None, row=int(name)) is None for name in names)
    assert seen._log._file._rolled  # type: ignore[attr-defined]
    seen.prepare(["0", "777", "49999", "50000"])
    assert [seen.find(name) for name in ("0", "777", "49999", "50000")] == [
        (None, 0),
        (None, 777),
        (None, 49_999),
        None,
    ]
    assert len(seen) == 50_000


def test_only_what_is_looked_up_together_takes_memory() -> None:
    seen = Seen()
    for first in range(0, 20_000, 500):
        names = [str(number) for number in range(first, first + 500)]
        seen.prepare(names)
        for name in names:
            seen.add(name, source="a", row=0)
        assert len(seen._recent) == len(seen._prepared) == 500
