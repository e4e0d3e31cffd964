"""While an analysis runs, garbage that refers to itself is looked for less often; afterwards as before."""

from __future__ import annotations

import gc
from contextlib import suppress

from voxpop.garbage import OBJECTS, seldom_collected


def test_the_callers_own_setting_comes_back() -> None:
    before = gc.get_threshold()
    with suppress(KeyError), seldom_collected():
        assert gc.get_threshold() == (OBJECTS, *before[1:])
        raise KeyError
    assert gc.get_threshold() == before


def test_a_collection_that_is_switched_off_stays_off() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(0, *before[1:])
        with seldom_collected():
            assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)
