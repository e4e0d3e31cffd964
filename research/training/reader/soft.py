"""Teachers' answers in a file: soft labels for each text, on the pieces of the student that will learn from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from research.training.reader.batches import Soft


def write_soft(path: Path, softs: Mapping[str, Soft], texts: Sequence[tuple[str, str]]) -> None:
    """``texts`` are those that no data set holds, with the name each goes by."""
    names = list(softs)
    columns = {part: np.stack([getattr(softs[name], part) for name in names]) for part in Soft._fields[1:]}
    columns |= {
        "names": np.array(names),
        "lengths": np.array([len(softs[name].tags) for name in names], np.int64),
        "tags": np.concatenate([softs[name].tags for name in names]),
        "texts": np.array(json.dumps(list(texts))),
    }
    np.savez(path, allow_pickle=False, **columns)


def read_soft(path: Path) -> tuple[dict[str, Soft], list[tuple[str, str]]]:
    with np.load(path) as found:
        ends = np.cumsum(found["lengths"])
        tags = np.split(found["tags"], ends[:-1])
        columns = [found[part] for part in Soft._fields[1:]]
        softs = {str(name): Soft(tags[i], *(column[i] for column in columns)) for i, name in enumerate(found["names"])}
        return softs, [(name, text) for name, text in json.loads(str(found["texts"]))]


def carry_over(tags: NDArray[np.float32], theirs: Sequence[tuple[int, int]], ours: Sequence[tuple[int, int]],
               *, begins: Sequence[int] = (0, 3)) -> NDArray[np.float16]:  # fmt: skip
    """A teacher's tags on the student's pieces: a piece takes the answer of the teacher's piece it begins in.

    A later piece of the same teacher's piece continues what the first began, in each triple of tags that ``begins``.
    """
    if not len(tags) or not len(ours):
        return np.zeros((len(ours), tags.shape[-1]), np.float16)
    at = np.searchsorted([start for start, _ in theirs], [start for start, _ in ours], "right") - 1
    found = tags[at.clip(0, len(tags) - 1)].copy()
    later = np.concatenate([[False], at[1:] == at[:-1]])
    for first in begins:
        found[later, first + 2] += found[later, first + 1]
        found[later, first + 1] = 0
    found[(at < 0) | (at >= len(tags))] = 0
    small: NDArray[np.float16] = found.astype(np.float16)
    return small
