"""Word vectors for the systems without an encoder: tables that come with voxpop, or any text file of vectors.

A text file has a word and its numbers on each line (GloVe; word2vec's first line with two counts is skipped), plain or
compressed with xz or gzip. Several sources joined by "+" are put side by side.
"""

from __future__ import annotations

import gzip
import lzma
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.errors import InputError

Matrix = NDArray[np.float32]
DEFAULT = {"en": "vectors-general-en+vectors-reviews-en", "zh": "vectors-reviews-zh"}
PADDING, UNKNOWN = "<padding>", "<unknown>"


class Vocabulary:
    """Words and their rows: 0 is padding, 1 any word that was not known."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self._row = {word: row for row, word in enumerate(self.words)}

    def __call__(self, texts: Iterable[Sequence[str]]) -> list[list[int]]:
        return [[self._row.get(word, 1) for word in text] for text in texts]

    def __len__(self) -> int:
        return len(self.words)


def build(train: Iterable[Sequence[str]], others: Iterable[Sequence[str]], *, source: str,
          seed: int = 0) -> tuple[Vocabulary, Matrix]:  # fmt: skip
    """Every word that has a vector, and every one seen twice in training, which begins at random."""
    seen = Counter(word for text in train for word in text)
    texts = set(seen).union(*others)
    tables = [table(part, texts) for part in source.split("+")]
    known = sorted(texts.intersection(*(found for found, _ in tables)) | {w for w, n in seen.items() if n > 1})
    dice = np.random.default_rng(seed)
    width = sum(size for _, size in tables)
    matrix = dice.uniform(-0.25, 0.25, (len(known) + 2, width)).astype(np.float32)
    matrix[0] = 0
    start = 0
    for found, size in tables:
        spread = float(np.std(list(found.values()))) if found else 1.0
        for row, word in enumerate(known, start=2):
            if word in found:
                matrix[row, start : start + size] = found[word] * (0.14 / max(spread, 1e-6))  # as wide as the random
        start += size
    return Vocabulary((PADDING, UNKNOWN, *known)), matrix


def table(source: str, wanted: set[str]) -> tuple[dict[str, Matrix], int]:
    """The vectors of the wanted words from a shipped table or a file, and their width."""
    path = Path(source)
    return read_file(path, wanted) if path.is_file() else read_asset(source, wanted)


def read_asset(name: str, wanted: set[str]) -> tuple[dict[str, Matrix], int]:
    arrays = assets.load(name)
    words = arrays["words"].tobytes().decode("utf-8").split("\n")
    rows = {word: row for row, word in enumerate(words) if word in wanted}
    values, scale = arrays["vectors"], arrays["scale"]
    return {word: values[row].astype(np.float32) * scale[row] for word, row in rows.items()}, int(values.shape[1])


def read_file(path: Path, wanted: set[str]) -> tuple[dict[str, Matrix], int]:
    opener: Callable[..., IO[str]] = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)  # type: ignore[assignment]
    found: dict[str, Matrix] = {}
    width = 0
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            word, *numbers = line.rstrip("\n").split(" ")
            if number == 1 and len(numbers) == 1:
                continue
            width = width or len(numbers)
            if len(numbers) != width:
                raise InputError(f"{path}, line {number}: {len(numbers)} numbers, the first line has {width}.")
            if word in wanted:
                found[word] = _row(path, number, numbers)
    if not width:
        raise InputError(f"{path} holds no vectors: expected is a word and its numbers on each line.")
    return found, width


def _row(path: Path, number: int, numbers: Sequence[str]) -> Matrix:
    try:
        row = np.array(numbers, dtype=np.float32)
    except ValueError:
        row = np.array([np.nan], dtype=np.float32)
    if not np.isfinite(row).all():
        raise InputError(f"{path}, line {number}: not all values are numbers.")
    return row


def mean_vectors(names: Sequence[Sequence[int]], matrix: Matrix) -> Matrix:
    """One vector per name: the mean of its words."""
    return np.stack([matrix[list(name) or [1]].mean(0) for name in names])
