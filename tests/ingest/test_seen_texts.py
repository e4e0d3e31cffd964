from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest.seen_texts import Seen


@given(st.lists(st.text()))
def test_remembers_the_first_place_of_each(texts: list[str]) -> None:
    seen = Seen()
    first: dict[str, tuple[str, int]] = {}
    for row, text in enumerate(texts, start=1):
        source = "a" if row % 2 else "b"
        assert seen.add(text, source=source, row=row) == first.get(text)
        first.setdefault(text, (source, row))
    assert len(seen) == len(first)


def test_grows() -> None:
    seen = Seen()
    assert all(seen.add(str(i), source=None, row=i) is None for i in range(50_000))
    assert [seen.add(str(i), source=None, row=0) for i in (0, 777, 49_999)] == [(None, 0), (None, 777), (None, 49_999)]


def test_takes_little_memory() -> None:
    seen = Seen()
    for i in range(20_000):
        seen.add(str(i), source="a", row=i)
    assert (seen._keys.itemsize + seen._places.itemsize) * len(seen._keys) / len(seen) <= 48
