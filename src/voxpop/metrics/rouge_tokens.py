"""Texts become arrays of word numbers once; stop words and stems are then looked up per word, not per occurrence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from voxpop.errors import choose
from voxpop.metrics import porter

Ints = NDArray[np.int64]
Cleaner = Callable[[str], str]  # text in, words with spaces between them out

STOP_LISTS = ("rouge155", "nltk", "negation")
"""``rouge155`` comes with ROUGE-1.5.5, ``nltk`` with the toolkit; ``negation`` is rouge155 less "not" and its kin."""

SINGLE = ((0x2E80, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""Scripts without spaces, whose every character stands for itself: Han and Japanese kana."""


class _Letters(dict[int, str]):
    """For ``str.translate``: letters, marks and digits stay, Han stands alone, anything else is a space."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        kept = letter if category(letter)[0] in "LMN" else " "
        if kept != " " and any(low <= code <= high for low, high in SINGLE):
            kept = f" {letter} "
        self[code] = kept
        return kept


class _Ascii(dict[int, str]):
    """For ``str.translate``: only ASCII stays, as in rouge-score; ``_KEPT`` then sorts it."""

    def __missing__(self, code: int) -> str:
        self[code] = chr(code) if code < 128 else " "
        return self[code]


_LETTERS = _Letters()
_ASCII = _Ascii()
_MARK = b"\xff"  # ends a text; no byte of UTF-8
_ALL = bytes(range(256))
_KEPT = bytes(code if code > 127 or chr(code).isalnum() else 32 for code in range(256))


def _jieba(text: str) -> str:
    import jieba  # slow to import, and only Chinese needs it

    return " ".join(word for word in jieba.cut(text) if any(category(letter)[0] in "LMN" for letter in word))


def _space(text: str) -> str:
    return " ".join(text.split())


TOKENISERS: dict[str, Cleaner] = {
    "unicode": lambda text: text if text.isascii() else text.translate(_LETTERS),
    "ascii": lambda text: text if text.isascii() else text.translate(_ASCII),
    "jieba": _jieba,
    "space": _space,
}


class Vocabulary(dict[bytes, int]):
    """Gives each new word, in UTF-8, the next number. Number 0 is the end of a text."""

    def __init__(self) -> None:
        super().__init__({_MARK: 0})

    def __missing__(self, word: bytes) -> int:
        self[word] = number = len(self)
        return number

    def words(self) -> list[str]:
        return ["", *(word.decode("utf-8", "surrogatepass") for word in list(self)[1:])]


@dataclass(frozen=True, slots=True)
class Tokens:
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

    def take(self, texts: Ints) -> Tokens:
        """The texts of these numbers, in this order, with repetition."""
        lengths = self.lengths[texts]
        offsets = _offsets(lengths)
        shift = np.repeat(self.offsets[texts] - offsets[:-1], lengths)
        return Tokens(self.ids[np.arange(offsets[-1]) + shift], offsets)

    def translate(self, keep: NDArray[np.bool_] | None, number: Ints | None) -> Tokens:
        """Without the words that are not kept, and with each word's other number."""
        ids, offsets = self.ids, self.offsets
        if keep is not None:
            kept = keep[ids]
            offsets = _offsets(kept)[offsets]
            ids = ids[kept]
        return Tokens(ids if number is None else number[ids], offsets)


def encode(texts: Sequence[str], tokeniser: str, vocabulary: Vocabulary, *, lower: bool = True) -> Tokens:
    """All texts are cut into words in one go, as bytes: per word, that is the quickest thing Python does."""
    clean = TOKENISERS[tokeniser]
    lines = [clean(text.lower() if lower else text).encode("utf-8", "surrogatepass") for text in texts]
    joined = b"".join(line + b" " + _MARK + b" " for line in lines)
    words = joined.translate(_ALL if tokeniser == "space" else _KEPT).split()
    ids = np.fromiter(map(vocabulary.__getitem__, words), dtype=np.int64, count=len(words))
    ends = np.flatnonzero(ids == 0)
    offsets = np.concatenate([[0], ends - np.arange(len(ends))])
    return Tokens(ids[ids != 0], offsets)


def tokenise(text: str, tokeniser: str = "unicode", *, lower: bool = True) -> list[str]:
    """The words of one text, to look at."""
    vocabulary = Vocabulary()
    encoded = encode([text], tokeniser, vocabulary, lower=lower)
    words = vocabulary.words()
    return [words[number] for number in encoded.ids]


def stem_numbers(vocabulary: Vocabulary) -> Ints:
    """For each word's number, that of its stem. As in ROUGE-1.5.5, words of up to three letters stay."""
    stems = Vocabulary()
    return np.array(
        [
            stems[(porter.stem(word) if len(word) > 3 else word).encode("utf-8", "surrogatepass")]
            for word in vocabulary.words()
        ],
        dtype=np.int64,
    )


def kept_words(vocabulary: Vocabulary, stop: frozenset[str]) -> NDArray[np.bool_]:
    return np.array([word not in stop for word in vocabulary.words()], dtype=np.bool_)


@cache
def stop_words(name: str, lang: str = "en") -> frozenset[str]:
    """A named list. The Chinese list is the one of ``voxpop.text.zh``, under its own name."""
    if lang == "zh":
        from voxpop.text import language

        choose("stop list", name, ["voxpop-zh"])
        return frozenset(language("zh").stop_words)
    choose("stop list", name, STOP_LISTS)
    source = files("voxpop.metrics").joinpath("data", f"stop-{name}.txt")
    return frozenset(source.read_text(encoding="utf-8").split())


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
