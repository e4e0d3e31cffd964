"""Finds the expressions of the tables in a sentence: longest first, from left to right, never overlapping."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import compress
from operator import itemgetter
from typing import NamedTuple, cast

from voxpop.extract.lexicon_tables import LexiconEntry, LexiconTables, LookedUpWord, Role, Trie, step
from voxpop.types import Token

_MODIFIER = int(Role.NEGATOR | Role.BOOSTER | Role.DAMPER | Role.EXCESS)
_MEANING = int(Role.OPINION | Role.BOOSTER | Role.DAMPER)
_PART = int(_MEANING | Role.NEGATOR | Role.EXCESS | Role.LINK)
_SPACE = LexiconEntry(" ", int(Role.PAUSE | Role.STOP))
_NODE = itemgetter(LookedUpWord._fields.index("node"))


class LexiconMatch(NamedTuple):
    """An expression in a sentence: its characters, its tokens (half-open) and its entry in the tables."""

    start: int
    end: int
    first: int
    last: int
    entry: LexiconEntry
    loud: bool = False  # stretched or in capitals


_make_match = partial(tuple.__new__, LexiconMatch)  # LexiconMatch._make, without a call of Python code


def match_lexicon(tokens: Sequence[Token], tables: LexiconTables) -> list[LexiconMatch]:
    """Return the lexicon's expressions in a sentence, from left to right."""
    return _by_character(tokens, tables.trie) if tables.by_character else _by_word(tokens, tables)


def _by_word(tokens: Sequence[Token], tables: LexiconTables) -> list[LexiconMatch]:
    marks: list[LexiconMatch] = []
    if not tokens:
        return marks
    starts, ends, texts, lemmas, tags = zip(*tokens, strict=True)
    words = list(map(tables.words.__getitem__, zip(texts, lemmas, tags, strict=True)))
    shouting: bool | None = None  # whether capitals stand out
    last = 0
    for i in compress(range(len(words)), map(_NODE, words)):
        if i < last:
            continue
        node, _, entry, loud, is_upper, is_unfit = words[i]
        end = i + 1
        if entry is None:
            entry, end = _longest(cast(Trie, node), words, i)
        if entry is None or (end == i + 1 and is_unfit[i > 0]):
            continue
        if is_upper and not loud and tables.shouts:
            if shouting is None:
                shouting = not all(text.isupper() for text in texts if text[0].isalpha())
            loud = shouting
        marks.append(_make_match((starts[i], ends[end - 1], i, end, entry, loud)))
        last = end
    return marks


def _longest(node: Trie, words: Sequence[LookedUpWord], first: int) -> tuple[LexiconEntry | None, int]:
    entry, last = node.get(""), first + 1
    for i in range(first + 1, len(words)):
        below = step(node, words[i].forms)
        if below is None:
            break
        node = below
        if "" in node:
            entry, last = node[""], i + 1
    return entry, last


def _by_character(tokens: Sequence[Token], trie: Trie) -> list[LexiconMatch]:
    """Match characters, because a segmenter may cut an expression in several ways; its cuts only veto bad matches."""
    text = "".join([token.text for token in tokens])
    owner = [i for i, token in enumerate(tokens) for _ in token.text]
    offsets = [place for token in tokens for place in range(token.start, token.end)]
    edges = {0}
    size = 0
    for token in tokens:
        size += len(token.text)
        edges.add(size)
    marks: list[LexiconMatch] = []
    i, count = 0, len(text)
    gaps = {i for i in edges if 0 < i < count and offsets[i] != offsets[i - 1] + 1 and not _latin(text, i - 1, i)}
    while i < count:
        if i in gaps:
            marks.append(LexiconMatch(offsets[i], offsets[i], owner[i], owner[i], _SPACE))
        entries = _entries_from(text, i, trie)
        if entries:
            touching = bool(marks) and marks[-1].end == offsets[i]
            modified = touching and bool(marks[-1].entry.roles & _MODIFIER)
            fits = _Fit(text, i, edges, trie, touching=touching, modified=modified)
            entries = [(entry, last) for entry, last in entries if fits(entry, last)]
        if not entries:
            i += 1
            continue
        entry, last = entries[-1]
        marks.append(LexiconMatch(offsets[i], offsets[last - 1] + 1, owner[i], owner[last - 1] + 1, entry))
        i = last
    return marks


class _Fit(NamedTuple):
    """Whether an entry that starts at ``first`` agrees with the segmenter's words."""

    text: str
    first: int
    edges: set[int]
    trie: Trie
    touching: bool  # another mark ends here
    modified: bool  # and it is a modifier

    def __call__(self, entry: LexiconEntry, last: int) -> bool:
        starts, ends = self.first in self.edges, last in self.edges
        if _latin(self.text, self.first, last - 1):
            return starts and ends
        if entry.kind == "state" and not self.modified:
            return False
        if last == self.first + 1 and not (entry.roles & _MODIFIER or self.modified or (starts and ends)):
            return False
        if not entry.roles & _MEANING:
            return starts or ends or self.modified or bool(entry.roles & _MODIFIER)
        if last > self.first + 1 and self._whole_words(last):
            return True
        return (starts or self.touching) and (ends or self._composed(last))

    def _whole_words(self, last: int) -> bool:
        """Return whether a long word of the segmenter only strings whole words together, or its cut was wrong."""
        starts, ends = self.first in self.edges, last in self.edges
        if any(i in self.edges for i in range(self.first + 1, last)) and (starts or ends):
            return True
        return (starts or self.first - 1 not in self.edges) and (ends or last + 1 not in self.edges)

    def _composed(self, place: int) -> bool:
        """Return whether the rest of a word is made of other entries, so that the word is no other one."""
        while place not in self.edges:
            node, end = self.trie, place
            for i in range(place, len(self.text)):
                node = node.get(self.text[i], {})
                if not node:
                    break
                if "" in node and node[""].roles & _PART:
                    end = i + 1
            if end == place:
                return False
            place = end
        return True


def _latin(text: str, *places: int) -> bool:
    """Return whether letters make words only with their neighbours and have spaces between, as in English."""
    return all(text[place].isascii() and text[place].isalpha() for place in places)


def _entries_from(text: str, first: int, trie: Trie) -> list[tuple[LexiconEntry, int]]:
    """Return the entries that begin at ``first``, the longest last, each with where it ends."""
    entries: list[tuple[LexiconEntry, int]] = []
    node = trie
    for last in range(first, len(text)):
        below = node.get(text[last])
        if below is None:
            break
        node = below
        if "" in node:
            entries.append((node[""], last + 1))
    return entries
