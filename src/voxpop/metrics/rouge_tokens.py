"""Encode texts as arrays of word numbers, so that stop words and stems are looked up once per word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from unicodedata import category

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from voxpop.errors import choose
from voxpop.lang import DEFAULT, language, languages

Ints = NDArray[np.int64]
Cleaner = Callable[[str], str]  # text in, words with spaces between them out

SINGLE = ((0x2E80, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""Scripts without spaces, whose every character stands for itself: Han and Japanese kana."""


class _Letters(dict[int, str]):
    """For ``str.translate``: letters, marks and digits stay, Han stands alone, anything else is a space."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        replacement = letter if category(letter)[0] in "LMN" else " "
        if replacement != " " and any(low <= code <= high for low, high in SINGLE):
            replacement = f" {letter} "
        self[code] = replacement
        return replacement


class _Ascii(dict[int, str]):
    """For ``str.translate``: only ASCII stays, as in rouge-score; ``_KEPT`` then sorts it."""

    def __missing__(self, code: int) -> str:
        self[code] = chr(code) if code < 128 else " "
        return self[code]


_LETTERS = _Letters()
_ASCII = _Ascii()
_ALL = bytes(range(256))
_KEPT = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))
_LOWERED = _KEPT.lower()  # bytes beyond ASCII stay: those letters were lowered before


def _split(splitter: Callable[[str], Iterable[str]], text: str) -> str:
    return " ".join(word for word in splitter(text) if any(category(letter)[0] in "LMN" for letter in word))


TOKENISERS: dict[str, Cleaner] = {
    "unicode": lambda text: text.translate(_LETTERS),
    "ascii": lambda text: text.translate(_ASCII),
    "space": lambda text: " ".join(text.split()),
}
SPLITTERS = {name: splitter for lang in languages() for name, splitter in lang.rouge_words.SPLITTERS.items()}
TOKENISERS |= {name: partial(_split, splitter) for name, splitter in SPLITTERS.items()}
BY_TABLE = ("unicode", "ascii")  # these need nothing but a table of bytes where a text is ASCII


@dataclass(frozen=True, slots=True)
class EncodedTexts:
    """Word numbers of many texts in one array; text ``i`` is ``ids[offsets[i]:offsets[i + 1]]``."""

    ids: Ints
    offsets: Ints

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Ints:
        return np.diff(self.offsets)

    def text(self, index: int) -> list[int]:
        return self.ids[self.offsets[index] : self.offsets[index + 1]].tolist()  # type: ignore[no-any-return]

    def part(self, first: int, last: int) -> EncodedTexts:
        """The texts from ``first`` up to ``last``."""
        offsets = self.offsets[first : last + 1]
        return EncodedTexts(self.ids[offsets[0] : offsets[-1]], offsets - offsets[0])

    def take(self, texts: Ints) -> EncodedTexts:
        """The texts of these numbers, in this order, with repetition."""
        lengths = self.lengths[texts]
        offsets = _offsets(lengths)
        shift = np.repeat(self.offsets[texts] - offsets[:-1], lengths)
        return EncodedTexts(self.ids[np.arange(offsets[-1]) + shift], offsets)

    def translate(self, keep: NDArray[np.bool_] | None, number: Ints | None) -> EncodedTexts:
        """Without the words that are not kept, and with each word's other number."""
        ids, offsets = self.ids, self.offsets
        if keep is not None:
            selected = keep[ids]
            offsets = _offsets(selected)[offsets]
            ids = ids[selected]
        return EncodedTexts(ids if number is None else number[ids], offsets)


def encode(texts: Sequence[str], tokeniser: str, *, lower: bool = True) -> tuple[EncodedTexts, pa.Array]:
    """Word numbers of all texts, and the distinct words, each at the place of its number.

    Arrow cuts and numbers them, several times as quick as Python can.
    """
    quick = tokeniser in BY_TABLE
    clean = TOKENISERS[tokeniser]
    lines = [
        text.encode() if quick and text.isascii() else clean(text.lower() if lower else text).encode("utf-8", "replace")
        for text in texts
    ]
    joined = b"".join(lines).translate((_LOWERED if lower else _KEPT) if quick else _ALL)
    ends = _offsets(np.fromiter(map(len, lines), dtype=np.int64, count=len(lines)))
    cut = pc.ascii_split_whitespace(
        pa.StringArray.from_buffers(len(lines), pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(joined))
    )
    coded = cut.values.dictionary_encode()
    tokens = EncodedTexts(coded.indices.to_numpy().astype(np.int64), cut.offsets.to_numpy().astype(np.int64))
    words = coded.dictionary
    blank = pc.index(words, "").as_py()  # what stands before a leading space, and after a trailing one
    return (tokens if blank < 0 else tokens.translate(np.arange(len(words)) != blank, None)), words


def stem_numbers(words: pa.Array, lang: str = DEFAULT) -> Ints:
    """Return the number of the stem of each word. As in ROUGE-1.5.5, words of up to three letters stay."""
    numbers: dict[str, int] = {}
    stem = language(lang).stems.stem
    stems = [stem(word) if len(word) > 3 else word for word in words.to_pylist()]
    return np.array([numbers.setdefault(word, len(numbers)) for word in stems], dtype=np.int64)


@cache
def stop_words(name: str, lang: str = DEFAULT) -> frozenset[str]:
    """Return a stop list of a language by its name."""
    words = language(lang).rouge_words
    return words.read_stop_list(choose("stop list", name, words.STOP_LISTS))


def sentences(texts: Sequence[str]) -> tuple[list[str], Ints]:
    """Every line that holds something as a text of its own, and where each text's lines begin."""
    lines: list[str] = []
    starts = [0]
    for text in texts:
        lines += [line for line in text.split("\n") if line]
        starts.append(len(lines))
    return lines, np.array(starts, dtype=np.int64)


def _offsets(lengths: NDArray[np.int64] | NDArray[np.bool_]) -> Ints:
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
