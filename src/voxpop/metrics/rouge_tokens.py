"""Texts as the words that ROUGE counts: cut by a tokeniser, without stop words, stemmed, and numbered.

Words are looked up in stop lists and stemmed once each, however often they come.
"""

from __future__ import annotations

import re
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
POOL = pa.system_memory_pool()  # Arrow's own gives the pages of a block back at once, only to ask for them again
SINGLE = ((0x2E80, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""Scripts without spaces, whose every character stands for itself: Han and Japanese kana."""


class _Letters(dict[int, str]):
    """For ``str.translate``: letters, marks and digits stay, Han stands alone, anything else is a space."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        replacement = letter if _is_of_word(letter) else " "
        if replacement != " " and any(low <= code <= high for low, high in SINGLE):
            replacement = f" {letter} "
        self[code] = replacement
        return replacement


def _is_of_word(letter: str) -> bool:
    return category(letter)[0] in "LMN"


def _split(splitter: Callable[[str], Iterable[str]], text: str) -> list[str]:
    return [word for word in splitter(text) if any(map(_is_of_word, word))]


_LETTERS = _Letters()
TOKENISERS: dict[str, Callable[[str], list[str]]] = {
    "unicode": lambda text: text.translate(_LETTERS).split(),
    "ascii": lambda text: re.findall("[A-Za-z0-9]+", text),  # as in rouge-score
    "space": str.split,
} | {name: partial(_split, splitter) for lang in languages() for name, splitter in lang.stems.SPLITTERS.items()}
BY_TABLE = ("unicode", "ascii")  # where a text is ASCII, these two need nothing but a table of bytes
_BYTES = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))


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

    def take(self, texts: Ints) -> EncodedTexts:
        """Return the texts of these numbers, in this order, with repetition."""
        lengths = self.lengths[texts]
        offsets = _offsets(lengths)
        shift = np.repeat(self.offsets[texts] - offsets[:-1], lengths)
        return EncodedTexts(self.ids[np.arange(offsets[-1]) + shift], offsets)


def encode(
    texts: Sequence[str], tokeniser: str, *, lower: bool, stop: frozenset[str], stem: Callable[[str], str] | None
) -> EncodedTexts:
    """Return all texts as numbers of their words. As in ROUGE-1.5.5, words of up to three letters are not stemmed.

    Arrow cuts the texts and numbers the words, several times as quick as Python can.
    """
    split, by_table = TOKENISERS[tokeniser], tokeniser in BY_TABLE
    cleaned = [
        text
        if by_table and text.isascii()
        else " ".join(split(text.lower() if lower else text)).encode("utf-8", "replace")
        for text in texts
    ]
    lines = pa.array(cleaned, pa.string())
    if by_table:
        _, ends, data = lines.buffers()
        data = data.to_pybytes().translate(_BYTES.lower() if lower else _BYTES)
        lines = pa.StringArray.from_buffers(len(texts), ends, pa.py_buffer(data))
    cut = pc.ascii_split_whitespace(lines, memory_pool=POOL)
    coded = pc.dictionary_encode(cut.values, memory_pool=POOL)
    words = coded.dictionary
    left_out = pc.is_in(words, pa.array(["", *stop]))  # nothing stands before a leading space and after a trailing one
    numbers = np.arange(len(words))
    if stem:
        stems = [stem(word) if len(word) > 3 else word for word in words.to_pylist()]
        numbers = pa.array(stems).dictionary_encode().indices.to_numpy().astype(np.int64)
    ids = np.where(left_out, -1, numbers)[coded.indices]
    kept = ids >= 0
    return EncodedTexts(ids[kept], _offsets(kept)[cut.offsets])


@cache
def stop_words(name: str, lang: str = DEFAULT) -> frozenset[str]:
    """Return a stop list of a language by its name; no words for no name."""
    words = language(lang).stems
    return words.read_stop_list(choose("stop list", name, words.STOP_LISTS)) if name else frozenset()


def _offsets(lengths: NDArray[np.int64] | NDArray[np.bool_]) -> Ints:
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
