from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_info

from voxpop.extract.threads import one_thread


def threads() -> set[int]:
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}


def test_sums_are_on_one_thread_and_then_as_before() -> None:
    before = threads()
    with one_thread():
        assert threads() == {1}
        assert (np.ones((2, 2)) @ np.ones((2, 2))).tolist() == [[2, 2], [2, 2]]
    assert threads() == before
