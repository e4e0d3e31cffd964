"""Texts as numbers for the quality filter: hashed pieces of each, and a few traits that can be measured.

Among the traits are plain signals of adverts, of which none proves anything alone: reviewers quote links, too.
Pieces are runs of characters and, where a script has spaces, words and pairs of them. Capitals, full-width forms and
the value of digits do not count. Everything is a handful of array operations over many texts at once.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from voxpop.lang import language, languages, normalize

READ = 1000  # characters; an advert shows itself in fewer
BITS, KEY_BITS = 16, 19  # of a slot, and of the key of a run that should be known
WORD, PAIR = 100, 101  # told apart from runs of characters by these
_STEP, _MIX = np.uint32(0x01000193), np.uint32(0x9E3779B1)
_POWERS = np.multiply.accumulate(np.full(64, 0x10003, dtype=np.uint32), dtype=np.uint32)
_KINDS = ("other", "digit", "capital", "letter", "mark", "symbol")

Codes: TypeAlias = NDArray[np.uint32]
Slots: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HashedTexts:
    """The slot of every piece of some texts, and the keys of the runs that should be known; each with its text."""

    slots: Slots
    slot_texts: Slots
    keys: Slots
    key_texts: Slots


class Signal(NamedTuple):
    """A sign of an advert. The pattern is tried only if one of the hints is in the lower-case text."""

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]

    def stands_in(self, text: str, lower: str) -> bool:
        """Whether the sign is in a text, which is also given in lower case."""
        return any(hint in lower for hint in self.hints) and self.pattern.search(text) is not None


_LINK_HINTS = ["http", "www.", ".com/", ".net/", ".shop/", ".store/", ".xyz/", ".top/", ".vip/", ".cn/", ".info/"]
_LINK = (
    r"https?://",
    r"www\.[a-z0-9-]+\.",
    r"\b[a-z0-9-]{3,63}\.(?:com|net|shop|store|xyz|top|vip|cn|info)/\w",
)


def _worded_signal(name: str, sign: str) -> Signal:
    """Return a signal by its words in every language."""
    signs = [lang.advert_signs.SIGNS[sign] for lang in languages()]
    hints, patterns = ([item for words in signs for item in words[key]] for key in ("hints", "patterns"))
    return _signal(name, hints, patterns)


def _signal(name: str, hints: Iterable[str], patterns: Iterable[str]) -> Signal:
    return Signal(name, tuple(dict.fromkeys(hints)), re.compile("|".join(patterns), re.I))


SIGNALS = (
    _worded_signal("an account to write to", "account"),
    _worded_signal("a call to get in touch", "contact"),
    _signal("a link", _LINK_HINTS, _LINK),
    _worded_signal("a call to buy", "purchase"),
    _worded_signal("quick money", "money"),
)
_HINTS = "|".join(re.escape(hint) for signal in SIGNALS for hint in signal.hints)  # as one pattern, for PyArrow
PHONE = re.compile(r"(?<!\d)1[3-9]\d{9}(?!\d)|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|(?<!\d)400[- ]?\d{3,4}[- ]?\d{3,4}")
_DIGITS = re.compile(r"\d\d\d")  # every telephone number has them
TELEPHONE = "a telephone number"
SIGNAL_NAMES = (*(signal.name for signal in SIGNALS), TELEPHONE)
SHARES = ("digits", "capitals", "marks", "symbols", "repetition", "commonest", "unknown", "mostly unknown")
TRAITS = (*SHARES, *SIGNAL_NAMES)


def read(texts: Sequence[str], lang: str) -> HashedTexts:
    """Return the pieces of the first ``READ`` characters of each text."""
    (points, own), chosen = _codes(texts), language(lang)
    lengths = chosen.text_pieces.RUN_LENGTHS
    runs = _runs(points, max(lengths))
    hashes_of = {}
    for length in lengths:
        inside = own[: len(own) - length + 1] == own[length - 1 :]  # a run does not go on into the next text
        hashes_of[length] = _mixed(runs[length - 1][inside], length), own[: len(inside)][inside]
    if chosen.script.IS_SPACED:
        hashes, texts_of = _words(points, own)
        inside = texts_of[:-1] == texts_of[1:]
        hashes_of[WORD] = _mixed(hashes, WORD), texts_of
        hashes_of[PAIR] = _mixed(_pairs(hashes)[inside], PAIR), texts_of[:-1][inside]
    slots, slot_texts = map(np.concatenate, zip(*hashes_of.values(), strict=True))
    keys, key_texts = hashes_of[chosen.text_pieces.KNOWN_RUN]
    return HashedTexts(
        (slots >> np.uint32(32 - BITS)).astype(np.int64),
        slot_texts,
        (keys >> np.uint32(32 - KEY_BITS)).astype(np.int64),
        key_texts,
    )


def traits(texts: Sequence[str], *, unknown: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return what can be measured of each text, in the order of ``TRAITS``; the share of unknown runs is given."""
    signs = signals(texts)
    texts = [" ".join(text[:READ].split()) for text in texts]
    sizes = np.array([len(text) for text in texts], np.int64)
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    own = np.repeat(np.arange(len(texts)), sizes)
    count, full = len(_KINDS), np.maximum(sizes, 1)
    counts = np.bincount(own * count + _kinds()[np.minimum(points, 0xFFFF)], minlength=len(texts) * count)
    kinds = dict(zip(_KINDS, counts.reshape(-1, count).T, strict=True))
    capitals = kinds["capital"] / np.maximum(kinds["capital"] + kinds["letter"], 1)
    shares = [kinds["digit"] / full, capitals, kinds["mark"] / full, kinds["symbol"] / full]
    used = np.bincount((own << 12) + (points & 0xFFF), minlength=len(texts) << 12)
    commonest = used.reshape(-1, 1 << 12).max(1, initial=0) / full
    values = [*shares, list(map(_repetition, texts)), commonest, unknown, np.maximum(0.0, unknown - 0.4)]
    found = np.array([[name in own_signs for name in SIGNAL_NAMES] for own_signs in signs])
    return np.concatenate([np.stack(values, axis=1), found], axis=1, dtype=np.float32)


def signals(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the names of the signals in each text, a telephone number last."""
    normal = [normalize(text) for text in texts]
    lower = [text.lower() for text in normal]
    encoded = pa.array([text.encode("utf-8", "surrogatepass") for text in lower], pa.binary())
    hinted = pc.match_substring_regex(encoded, _HINTS).to_pylist()  # few are
    return [
        (
            *(signal.name for signal in SIGNALS if has_hint and signal.stands_in(text, small)),
            *((TELEPHONE,) if _DIGITS.search(text) and PHONE.search(text) else ()),
        )
        for text, small, has_hint in zip(normal, lower, hinted, strict=True)
    ]


def _codes(texts: Sequence[str]) -> tuple[Codes, Slots]:
    """Return the code points of all texts, each text with a blank at each end, and the number of the text of each.

    Capitals, full-width forms, digits and blanks are made equal, and several blanks are one.
    """
    framed = []
    for text in texts:
        text = text[:READ]
        lower = text.lower()
        framed.append(f" {lower if len(lower) == len(text) else text} ")
    points = np.frombuffer("".join(framed).encode("utf-32-le", "surrogatepass"), dtype=np.uint32).copy()
    own = np.repeat(np.arange(len(texts)), [len(text) for text in framed])
    points[(points >= 0xFF01) & (points <= 0xFF5E)] -= np.uint32(0xFEE0)
    points[(points >= 0x30) & (points <= 0x39)] = 0x30
    points[(points <= 0x20) | (points == 0x3000)] = 0x20
    kept = points != 0x20
    kept[1:] |= (points[:-1] != 0x20) | (own[1:] != own[:-1])
    kept[0] = True
    return points[kept], own[kept]


def _runs(points: Codes, longest: int) -> list[Codes]:
    """The hashes of all runs of one character, of two, …"""
    runs = [points]
    for length in range(1, longest):
        runs.append(runs[-1][:-1] * _STEP ^ points[length:])
    return runs


def _pairs(hashes: Codes) -> Codes:
    return hashes[:-1] * _STEP ^ hashes[1:]


def _words(points: Codes, own: Slots) -> tuple[Codes, Slots]:
    """Return a hash for every word, and the number of its text."""
    inside = ((points >= 0x61) & (points <= 0x7A)) | (points == 0x30) | (points == 0x27) | (points > 0xBF)
    first = np.flatnonzero(inside[1:] & ~inside[:-1]) + 1
    if not len(first):
        return points[:0], own[:0]
    bounds = np.concatenate(([0], first, [len(points)]))
    place = np.arange(len(points)) - np.repeat(bounds[:-1], np.diff(bounds))
    weighed = np.where(inside, points * _POWERS[np.minimum(place, 63)], np.uint32(0))
    return np.add.reduceat(weighed, first, dtype=np.uint32), own[first]


def _mixed(hashes: Codes, kind: int) -> Codes:
    mixed = (hashes + np.uint32(kind * 0x85EBCA6B & 0xFFFFFFFF)) * _MIX
    return (mixed ^ mixed >> np.uint32(15)) * _MIX


def _repetition(text: str) -> float:
    """How much shorter a text gets when its repetitions are taken out, 0 … 1."""
    raw = text.encode("utf-8", "surrogatepass")
    return max(0.0, 1 - (len(zlib.compress(raw, 1)) - 8) / len(raw)) if raw else 0.0


@cache
def _kinds() -> NDArray[np.uint8]:
    """For every code point of the basic plane which of ``_KINDS`` it is; the last one stands for all beyond."""
    table = np.zeros(0x10000, dtype=np.uint8)
    table[0x21:0x7F] = table[0xA1:0xC0] = table[0x2010:0x2070] = _KINDS.index("mark")
    table[0x3001:0x3040] = table[0xFF01:0xFF66] = _KINDS.index("mark")
    table[0x61:0x7B] = table[0xC0:0x250] = _KINDS.index("letter")
    table[0x41:0x5B] = _KINDS.index("capital")
    table[0x30:0x3A] = table[0xFF10:0xFF1A] = _KINDS.index("digit")
    table[0x2070:0x2E80] = table[0xFFFF] = _KINDS.index("symbol")
    return table
