"""Finds the expressions of the tables in a sentence: longest first, from left to right, never overlapping."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from voxpop.sentiment.tables import Entry, Role, Tables, Trie
from voxpop.types import Token

_LONG = re.compile(r"([^\W\d_])\1{2,}")  # "sooo"
_MODIFIER = int(Role.NEGATOR | Role.BOOSTER | Role.DAMPER | Role.EXCESS)
_SPACE = Entry(" ", int(Role.PAUSE | Role.STOP))
_NOT_ADJECTIVES = ("NOUN", "PROPN", "VERB", "AUX")


class Mark(NamedTuple):
    """An expression in a sentence: its characters, its tokens (half-open) and its entry in the tables."""

    start: int
    end: int
    first: int
    last: int
    entry: Entry
    loud: bool = False  # stretched or in capitals


def scan(tokens: Sequence[Token], tables: Tables) -> list[Mark]:
    return _by_character(tokens, tables.trie) if tables.by_character else _by_word(tokens, tables)


def _by_word(tokens: Sequence[Token], tables: Tables) -> list[Mark]:
    marks: list[Mark] = []
    trie = tables.trie
    shouting = tables.shouts and not all(token.text.isupper() for token in tokens if token.text[0].isalpha())
    i, count = 0, len(tokens)
    while i < count:
        token = tokens[i]
        node, loud = _step(trie, token), False
        if node is None and (plain := _unstretched(token.text, trie)):
            node, loud = plain, True
        if node is None:
            i += 1
            continue
        entry, last = _longest(node, tokens, i)
        if entry is None or (last == i + 1 and not loud and _unfit(token, entry, i)):
            i += 1
            continue
        loud = loud or (shouting and len(token.text) > 2 and token.text.isupper())
        marks.append(Mark(token.start, tokens[last - 1].end, i, last, entry, loud))
        i = last
    return marks


def _unfit(token: Token, entry: Entry, i: int) -> bool:
    """Whether a word is used as something else than what the tables mean ("means", "specials", "help desk")."""
    if entry.kind == "adj" and token.tag in _NOT_ADJECTIVES and token.text.lower() != entry.text:
        return True
    if token.tag == "PROPN":  # taggers call many a rare word a name; only a capital inside a sentence is believed
        return i > 0 and token.text[0].isupper() and bool(entry.kind) and entry.kind not in ("emoji", "idiom")
    return (entry.kind == "noun" and token.tag == "VERB") or (entry.kind == "verb" and token.tag in ("NOUN", "ADP"))


def _step(node: Trie, token: Token) -> Trie | None:
    """Down the trie by the word as written, or else by its lemma; punctuation and ":)))" also by how they begin."""
    text = token.text
    below = node.get(text) or node.get(text.lower()) or node.get(token.lemma)
    if below is None and not text[0].isalnum():
        below = node.get(text[:2]) or (node.get(text[0]) if token.tag == "PUNCT" or not text.isascii() else None)
    return below


def _longest(node: Trie, tokens: Sequence[Token], first: int) -> tuple[Entry | None, int]:
    entry, last = node.get(""), first + 1
    for i in range(first + 1, len(tokens)):
        below = _step(node, tokens[i])
        if below is None:
            break
        node = below
        if "" in node:
            entry, last = node[""], i + 1
    return entry, last


def _unstretched(text: str, trie: Trie) -> Trie | None:
    """The node of "good" for "goooood": each stretched letter once or twice."""
    if len(text) < 4 or not _LONG.search(text):
        return None
    low = text.lower()
    return trie.get(_LONG.sub(r"\1", low)) or trie.get(_LONG.sub(r"\1\1", low))


def _by_character(tokens: Sequence[Token], trie: Trie) -> list[Mark]:
    """Over the characters, because a segmenter cuts "不好吃" in several ways; its cuts only veto bad matches."""
    text = "".join([token.text for token in tokens])
    owner = [i for i, token in enumerate(tokens) for _ in token.text]
    offsets = [place for token in tokens for place in range(token.start, token.end)]
    edges = {0}
    size = 0
    for token in tokens:
        size += len(token.text)
        edges.add(size)
    marks: list[Mark] = []
    i, count = 0, len(text)
    gaps = {i for i in edges if 0 < i < count and offsets[i] != offsets[i - 1] + 1}
    while i < count:
        if i in gaps:
            marks.append(Mark(offsets[i], offsets[i], owner[i], owner[i], _SPACE))
        node = trie.get(text[i])
        if node is None:
            i += 1
            continue
        modified = bool(marks) and marks[-1].end == offsets[i] and bool(marks[-1].entry.roles & _MODIFIER)
        entry, last = _fitting(node, text, i, edges, after_modifier=modified)
        if entry is None:
            i += 1
            continue
        marks.append(Mark(offsets[i], offsets[last - 1] + 1, owner[i], owner[last - 1] + 1, entry))
        i = last
    return marks


def _fitting(node: Trie, text: str, first: int, edges: set[int], *, after_modifier: bool) -> tuple[Entry | None, int]:
    """The longest entry from ``first`` on that respects the segmenter's cuts at one end at least."""
    entry: Entry | None = node.get("")
    last = first + 1
    alone = first in edges and last in edges
    if entry is not None and not (alone or after_modifier or entry.roles & _MODIFIER):
        entry = None
    for i in range(first + 1, len(text)):
        node = node.get(text[i], {})
        if not node:
            break
        if "" in node and (first in edges or i + 1 in edges or after_modifier):
            entry, last = node[""], i + 1
    return entry, last
