from __future__ import annotations

from datetime import date

import numpy as np
import pandas as pd
import pytest

from voxpop.ingest.cells import is_missing, is_nested


@pytest.mark.parametrize(
    "value",
    [None, "", " \t\u3000", float("nan"), np.float32("nan"), np.datetime64("NaT"), pd.NA, pd.NaT],
)
def test_the_many_ways_to_say_nothing(value: object) -> None:
    assert is_missing(value)


@pytest.mark.parametrize("value", ["x", 0, 0.0, False, np.int64(0), date(2020, 1, 1), [], {}, np.array([np.nan] * 2)])
def test_what_is_there_is_not_missing(value: object) -> None:
    assert not is_missing(value)


@pytest.mark.parametrize("value", [[], {}, (), b"x", np.array([1, 2]), pd.Series([1])])
def test_lists_and_arrays_are_nested(value: object) -> None:
    assert is_nested(value)
    assert not is_nested("x")
    assert not is_nested(np.float32(1))
