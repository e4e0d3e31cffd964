"""A text as numbers for the quality filter: hashed pieces of it, and a few traits that can be measured.

Among the traits are plain signals of adverts, of which none proves anything alone: reviewers quote links, too.
Pieces are runs of characters and, where a script has spaces, words and pairs of them. Capitals, full-width forms and
the value of digits do not count. Everything is a handful of array operations, with no loop over the text.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from voxpop.lang import language, languages, normalize

READ = 1000  # characters; an advert shows itself in fewer
BITS, KEY_BITS = 16, 19  # of a slot, and of the key of a run that should be known
WORD, PAIR = 100, 101  # told apart from runs of characters by these
_STEP, _MIX = np.uint32(0x01000193), np.uint32(0x9E3779B1)
_KINDS = ("other", "digit", "capital", "letter", "mark", "symbol")

Codes: TypeAlias = NDArray[np.uint32]
Slots: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HashedText:
    """The slot of every piece of a text, and the keys of the runs that should be known."""

    slots: Slots
    keys: Slots


class Signal(NamedTuple):
    """A sign of an advert. The pattern is tried only if one of the hints is in the lower-case text."""

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


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
PHONE = re.compile(r"(?<!\d)1[3-9]\d{9}(?!\d)|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|(?<!\d)400[- ]?\d{3,4}[- ]?\d{3,4}")
TELEPHONE = "a telephone number"
SIGNAL_NAMES = (*(signal.name for signal in SIGNALS), TELEPHONE)
SHARES = ("digits", "capitals", "marks", "symbols", "repetition", "commonest", "unknown", "mostly unknown")
TRAITS = (*SHARES, *SIGNAL_NAMES)


def read(text: str, lang: str) -> HashedText:
    """The pieces of a text's first ``READ`` characters."""
    points, chosen = _codes(text), language(lang)
    lengths = chosen.text_pieces.RUN_LENGTHS
    runs = _runs(points, max(lengths))
    hashes_of = {length: _mixed(runs[length - 1], length) for length in lengths}
    if chosen.script.IS_SPACED:
        hashes = _words(points)
        hashes_of |= {WORD: _mixed(hashes, WORD), PAIR: _mixed(_pairs(hashes), PAIR)}
    slots = np.concatenate(list(hashes_of.values())) >> np.uint32(32 - BITS)
    keys = hashes_of[chosen.text_pieces.KNOWN_RUN] >> np.uint32(32 - KEY_BITS)
    return HashedText(slots.astype(np.int64), keys.astype(np.int64))


def traits(text: str, *, unknown: float) -> NDArray[np.float32]:
    """What can be measured of a text, in the order of ``TRAITS``; the share of its unknown runs is given."""
    signs = signals(text)
    text = " ".join(text[:READ].split())
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    size = max(len(points), 1)
    counts = np.bincount(_kinds()[np.minimum(points, 0xFFFF)], minlength=len(_KINDS))
    kinds = dict(zip(_KINDS, counts.tolist(), strict=True))
    capitals = kinds["capital"] / max(kinds["capital"] + kinds["letter"], 1)
    shares = [kinds["digit"] / size, capitals, kinds["mark"] / size, kinds["symbol"] / size]
    commonest = np.bincount(points & 0xFFF).max() / size if len(points) else 0.0
    values = [*shares, _repetition(text), commonest, unknown, max(0.0, unknown - 0.4)]
    return np.array([*values, *(name in signs for name in SIGNAL_NAMES)], dtype=np.float32)


@lru_cache(maxsize=1)  # the filter asks several times for the same text
def signals(text: str) -> tuple[str, ...]:
    """Return the names of the signals in a text, a telephone number last."""
    text = normalize(text)
    lower = text.lower()
    names = tuple(s.name for s in SIGNALS if any(hint in lower for hint in s.hints) and s.pattern.search(text))
    return (*names, TELEPHONE) if PHONE.search(text) else names


def _codes(text: str) -> Codes:
    """Code points with a blank at each end.

    Capitals, full-width forms, digits and blanks are made equal, and several blanks are one.
    """
    text = text[:READ]
    lower = text.lower()
    encoded = f" {lower if len(lower) == len(text) else text} ".encode("utf-32-le", "surrogatepass")
    points = np.frombuffer(encoded, dtype=np.uint32).copy()
    points[(points >= 0xFF01) & (points <= 0xFF5E)] -= np.uint32(0xFEE0)
    points[(points >= 0x30) & (points <= 0x39)] = 0x30
    points[(points <= 0x20) | (points == 0x3000)] = 0x20
    kept: Codes = points[(points != 0x20) | np.concatenate(([True], points[:-1] != 0x20))]
    return kept


def _runs(points: Codes, longest: int) -> list[Codes]:
    """The hashes of all runs of one character, of two, …"""
    runs = [points]
    for length in range(1, longest):
        runs.append(runs[-1][:-1] * _STEP ^ points[length:])
    return runs


def _pairs(hashes: Codes) -> Codes:
    return hashes[:-1] * _STEP ^ hashes[1:]


def _words(points: Codes) -> Codes:
    """A hash for every word."""
    inside = ((points >= 0x61) & (points <= 0x7A)) | (points == 0x30) | (points == 0x27) | (points > 0xBF)
    first = np.flatnonzero(inside[1:] & ~inside[:-1]) + 1
    if not len(first):
        return points[:0]
    bounds = np.concatenate(([0], first, [len(points)]))
    place = np.arange(len(points)) - np.repeat(bounds[:-1], np.diff(bounds))
    weighed = np.where(inside, points * _powers()[np.minimum(place, 63)], np.uint32(0))
    return np.add.reduceat(weighed, first, dtype=np.uint32)


def _mixed(hashes: Codes, kind: int) -> Codes:
    mixed = (hashes + np.uint32(kind * 0x85EBCA6B & 0xFFFFFFFF)) * _MIX
    return (mixed ^ mixed >> np.uint32(15)) * _MIX


def _repetition(text: str) -> float:
    """How much shorter a text gets when its repetitions are taken out, 0 … 1."""
    raw = text.encode("utf-8", "surrogatepass")
    return max(0.0, 1 - (len(zlib.compress(raw, 1)) - 8) / len(raw)) if raw else 0.0


@cache
def _powers() -> Codes:
    return np.multiply.accumulate(np.full(64, 0x10003, dtype=np.uint32), dtype=np.uint32)


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
