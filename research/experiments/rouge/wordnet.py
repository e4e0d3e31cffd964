"""Reads the database files of WordNet (``data.adj``, ``index.adj``, …): senses, synonyms and antonyms of a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

FILES = {"a": "adj", "r": "adv", "v": "verb"}
POS = {"2": "v", "3": "a", "4": "r", "5": "a"}  # as the keys of index.sense number them; 5 is a satellite
SIMILAR, OPPOSITE = "&", "!"


class Pointer(NamedTuple):
    kind: str
    offset: str
    pos: str
    source: int  # number of the word in this synset, from 1; 0 for the whole synset
    target: int


@dataclass(frozen=True, slots=True)
class Synset:
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense of a word. Adjectives form clusters: a head and the satellites that are similar to it.

    Words stand in the order of how often WordNet's tagged texts use them in the sense meant.
    """

    number: int
    share: float  # of the word's uses in the tagged texts
    synonyms: tuple[str, ...]
    similar: tuple[str, ...]
    opposites: tuple[str, ...]
    indirect: tuple[str, ...]  # opposites of another word of the synset, or of the head of its cluster


class WordNet:
    def __init__(self, folder: Path) -> None:
        self._synsets: dict[tuple[str, str], Synset] = {}
        self._index: dict[tuple[str, str], list[str]] = {}
        for pos, name in FILES.items():
            for line in _lines(folder / f"data.{name}"):
                offset, synset = _synset(line)
                self._synsets[pos, offset] = synset
            for line in _lines(folder / f"index.{name}"):
                fields = line.split()
                self._index[fields[0], pos] = fields[-int(fields[2]) :]
        self._uses = _uses(folder / "index.sense")

    def senses(self, word: str, pos: str) -> Iterator[Sense]:
        """Most frequent first."""
        offsets = self._index.get((word, pos), ())
        total = sum(self._use(word, pos, offset) for offset in offsets)
        for number, offset in enumerate(offsets, start=1):
            synset = self._synsets[pos, offset]
            place = [other.lower() for other in synset.words].index(word) + 1
            cluster = [pointer.offset for pointer in synset.pointers if pointer.kind == SIMILAR]
            opposite = [pointer for pointer in synset.pointers if pointer.kind == OPPOSITE]
            others = [pointer for pointer in opposite if pointer.source != place]
            if len(cluster) == 1:  # a satellite: its head may have opposites
                others += [pointer for pointer in self._synsets["a", cluster[0]].pointers if pointer.kind == OPPOSITE]
            yield Sense(
                number,
                self._use(word, pos, offset) / total if total else 0.0,
                self._ordered(pos, [offset]),
                self._ordered("a", cluster),
                tuple(self._word(pointer) for pointer in opposite if pointer.source == place),
                tuple(self._word(pointer) for pointer in others),
            )

    def _use(self, word: str, pos: str, offset: str) -> int:
        return self._uses.get((word, pos, offset), 0)

    def _ordered(self, pos: str, offsets: list[str]) -> tuple[str, ...]:
        """The words of these synsets: most used in that sense first, then most used at all."""
        found = [(word, offset) for offset in offsets for word in self._synsets[pos, offset].words]
        return tuple(word for word, _ in sorted(found, key=lambda entry: self._rank(entry[0].lower(), pos, entry[1])))

    def _rank(self, word: str, pos: str, offset: str) -> tuple[int, int]:
        return -self._use(word, pos, offset), -sum(self._use(word, pos, o) for o in self._index.get((word, pos), ()))

    def _word(self, pointer: Pointer) -> str:
        return self._synsets["a" if pointer.pos == "s" else pointer.pos, pointer.offset].words[pointer.target - 1]


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as stream:
        yield from (line for line in stream if not line.startswith("  "))  # the licence stands at the top, indented


def _synset(line: str) -> tuple[str, Synset]:
    fields = line.split("|")[0].split()
    count = int(fields[3], 16)
    words = tuple(fields[4 + 2 * i].split("(")[0] for i in range(count))
    rest = fields[5 + 2 * count :]
    pointers = []
    for i in range(int(fields[4 + 2 * count])):
        kind, offset, pos, places = rest[4 * i : 4 * i + 4]
        pointers.append(Pointer(kind, offset, pos, int(places[:2], 16), int(places[2:], 16)))
    return fields[0], Synset(words, tuple(pointers))


def _uses(path: Path) -> dict[tuple[str, str, str], int]:
    """How often the tagged texts use a word, with its part of speech, in the sense of a synset."""
    uses = {}
    for line in _lines(path):
        key, offset, _, count = line.split()
        word, _, rest = key.partition("%")
        if pos := POS.get(rest[0]):
            uses[word, pos, offset] = int(count)
    return uses
