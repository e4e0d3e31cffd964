from __future__ import annotations

import errno
import gc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import OutputError
from voxpop.ingest import record_log
from voxpop.ingest.record_log import RecordLog, Sieve


@pytest.mark.parametrize("in_memory", [10, 1 << 20])
def test_records_come_back_in_their_order(in_memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_log, "IN_MEMORY", in_memory)
    monkeypatch.setattr(record_log, "AT_ONCE", 24)
    log = RecordLog(np.uint64)
    assert list(log.chunks()) == []
    for number in range(10):
        log.append(np.array([number, number + 100], np.uint64))
    assert len(log) == 20
    assert log.read(18, 2).tolist() == [9, 109]
    assert log.take([3, 0, 19]).tolist() == [101, 0, 109]
    assert log.take([]).tolist() == []
    chunks = list(log.chunks())
    assert [first for first, _ in chunks] == list(range(0, 20, 3))
    assert np.concatenate([chunk for _, chunk in chunks])[::2].tolist() == list(range(10))


@given(st.sets(st.integers(0, 2**32 - 1)), st.lists(st.integers(0, 2**32 - 1)), st.booleans())
def test_a_sieve_finds_the_keys_and_no_others(keys: set[int], others: list[int], is_long: bool) -> None:
    kind = np.uint64 if is_long else np.uint32
    hay = [*others, *keys, *(key ^ 1 for key in keys)]
    found = Sieve(np.array(sorted(keys), kind)).places(np.array(hay, kind))
    assert found.tolist() == [place for place, key in enumerate(hay) if key in keys]


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    log = RecordLog(np.uint8)

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(log._file, "write", refuse)
    with pytest.raises(OutputError, match=r"no room left on the disk.*TMPDIR"):
        log.append(np.zeros(3, np.uint8))


def test_the_file_is_closed_with_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_log, "IN_MEMORY", 10)
    log = RecordLog(np.uint8)
    log.append(np.zeros(100, np.uint8))
    file = log._file
    assert file._rolled  # type: ignore[attr-defined]
    del log
    gc.collect()
    assert file.closed
