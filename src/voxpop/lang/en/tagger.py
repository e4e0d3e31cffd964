"""Universal POS tags of English words, by a small convolution network of our own in plain numpy.

A word type is turned into one vector once and remembered; what depends on the neighbours is a few matrix products over
thousands of words at a time. ``research.training.tagger`` trains the same network. Rules correct tags where the
treebank fails: it has few emoji and splits "check-in" in three.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from voxpop.assets import config, load
from voxpop.lang import language, parse_foreign
from voxpop.lang.emoji import is_emoji, is_emoticon
from voxpop.lang.memo import Memo
from voxpop.lang.scripts import starts_unspaced, unspaced_language
from voxpop.lang.sentence_parts import NOUNS

NAME = "en-tagger"
BUCKETS = 4096  # for endings and beginnings
SHAPES = 256
_AFFIXES = (slice(-2, None), slice(-3, None), slice(-4, None), slice(0, 2), slice(0, 3))
_BLOCK = 1024  # words in one matrix product: enough to be fast, few enough to stay in the processor's cache
_TYPES = 50_000  # vectors remembered
_DRAWN = re.compile(r"([^\W\d_])\1{2,}")
_QUOTES = str.maketrans("’‘`´“”", "''''\"\"")
_ADDRESS = re.compile(r"https?:|www\.|\S+@\S+\.|[\w-]+\.(?:com|net|org|edu|gov|co\.uk)\b").match
_DEVERBAL = re.compile(r"[a-z]{3,}-(?:in|out|up|off|on|over|down|away|back|through|by)$", re.IGNORECASE).match
_FULL_WIDTH = frozenset("，。！？、；：（）《》【】")
_VERBAL = frozenset({"PART", "AUX", "ADV"})  # what a verb follows: "to", "will", "please"
_SUBJECTS = frozenset(["i", "we", "you", "they"])

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]


def normal(word: str) -> str:
    """What a word is looked up as: lower case, plain quotes, one name for all emoji, "soooo" as "so"."""
    if is_emoji(word):
        return "<emoji>"
    if is_emoticon(word):
        return ":)"
    lower = word.lower().translate(_QUOTES)
    return _DRAWN.sub(r"\1", lower) if len(lower) > 3 else lower


def shape(word: str) -> str:
    """Capitals, small letters, digits and marks, repeats squeezed: "iPhone-12" is "xXx-0"."""
    kinds = ["X" if c.isupper() else "x" if c.isalpha() else "0" if c.isdigit() else c for c in word[:20]]
    return "".join(kind for i, kind in enumerate(kinds) if i == 0 or kind != kinds[i - 1])


def features(word: str, form: str) -> list[int]:
    """Buckets of a word's endings, beginnings and shape; ``form`` is its ``normal`` form."""
    affixes = [crc32(form[part].encode("utf-8", "replace")) % BUCKETS for part in _AFFIXES]
    return [*affixes, crc32(shape(word).encode("utf-8", "replace")) % SHAPES]


def lookup(form: str, row_of: Mapping[str, int]) -> int:
    """The row of a ``normal`` form, or of the last part of one with hyphens; 0 if neither is known."""
    if form in row_of:
        return row_of[form]
    return row_of.get(form.rpartition("-")[2], 0) if "-" in form else 0


def rows(words: Sequence[str], *, vectors: Mapping[str, int], own: Mapping[str, int]) -> Ids:
    """One row for each word: its vector, its own embedding, and its features."""
    forms = map(normal, words)
    ids = [
        (lookup(form, vectors), lookup(form, own), *features(word, form))
        for word, form in zip(words, forms, strict=True)
    ]
    return np.array(ids, dtype=np.int64).reshape(len(words), -1)


class TaggerNetwork:
    """The network with its weights. A word's tag depends on as many neighbours each side as there are layers."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]], tags: Sequence[str]) -> None:
        self.tags = list(tags)
        single = {name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()}
        self.vectors = single["vectors"] * single["vector_scales"][:, None]
        self.own = single["own"]
        self.affixes, self.shapes = single["affixes"], single["shapes"]
        self.enter, self.enter_bias = single["enter"], single["enter_bias"]
        depth = sum(name.startswith("layer") for name in single) // 2
        self.layers = [(single[f"layer{i}"], single[f"layer{i}_bias"]) for i in range(depth)]
        self.leave, self.leave_bias = single["leave"], single["leave_bias"]
        self.known = {"vectors": _index(weights["vector_words"]), "own": _index(weights["own_words"])}
        self._rows: dict[str, int] = {}
        self._table = np.zeros((1, len(self.enter_bias)), np.float32)  # row 0 stands between sentences

    def encode(self, words: Sequence[str]) -> Floats:
        """The vectors of word types, whatever their neighbours."""
        ids = rows(words, **self.known)
        parts = [self.vectors[ids[:, 0]], self.own[ids[:, 1]]]
        parts += [self.affixes[k, ids[:, 2 + k]] for k in range(len(self.affixes))]
        parts.append(self.shapes[ids[:, -1]])
        entered: Floats = np.maximum(np.concatenate(parts, axis=1) @ self.enter + self.enter_bias, 0)
        return entered

    def _remember(self, words: set[str]) -> None:
        """Make room for and encode the types that were not seen before."""
        new = sorted(words.difference(self._rows))
        if len(self._rows) + len(new) > _TYPES:
            self._rows.clear()
            new = sorted(words)
        if new:
            first = len(self._rows) + 1
            last = first + len(new)
            self._rows.update(zip(new, range(first, last), strict=True))
            if last > len(self._table):  # twice as large, so that it is seldom copied
                room = np.zeros((max(last, len(self._table)), self._table.shape[1]), np.float32)
                self._table = np.concatenate([self._table, room])
            self._table[first:last] = self.encode(new)

    def scores(self, ids: Ids) -> Floats:
        """Scores of the tags for a row of types in which 0 stands before, between and after the sentences."""
        hidden = self._table[ids]
        inside = (ids[1:-1] > 0).astype(np.float32)[:, None]
        for weight, bias in self.layers:
            seen = np.concatenate([hidden[:-2], hidden[1:-1], hidden[2:]], axis=1) @ weight
            seen += bias
            np.maximum(seen, 0, out=seen)
            seen *= inside
            hidden[1:-1] += seen
        scored: Floats = hidden @ self.leave + self.leave_bias
        return scored

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag for each word of each sentence."""
        tagged: list[list[str]] = []
        first, size = 0, 0
        for last, words in enumerate(sentences, start=1):
            size += len(words)
            if size >= _BLOCK or last == len(sentences):
                tagged += self._tag_block(sentences[first:last])
                first, size = last, 0
        return tagged

    def ids(self, sentences: Sequence[Sequence[str]]) -> Ids:
        """The types of the words, with 0 before, between and after the sentences."""
        self._remember(set().union(*sentences))
        ids = [0]
        for words in sentences:
            ids += map(self._rows.__getitem__, words)
            ids.append(0)
        return np.array(ids)

    def _tag_block(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        best = [self.tags[k] for k in self.scores(self.ids(sentences)).argmax(axis=1).tolist()]
        tagged, start = [], 1
        for words in sentences:
            tagged.append(best[start : start + len(words)])
            start += len(words) + 1
        return tagged


def _index(words: NDArray[np.generic]) -> dict[str, int]:
    """Rows by word; row 0 is for the unknown."""
    return {word: i for i, word in enumerate(words.tobytes().decode("utf-8").split("\n"), start=1)}


@cache
def shipped() -> TaggerNetwork:
    """The tagger that comes with voxpop, loaded once per process."""
    return TaggerNetwork(load(NAME), config(NAME)["tags"])


def knows(word: str) -> bool:
    """Return whether it is a word of English, as far as the tagger has a vector for it."""
    return any(lookup(normal(word), table) for table in shipped().known.values())


def tag(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return one Universal POS tag for each word of each sentence."""
    return shipped().tag(sentences)


def _fixed(word: str) -> str:
    """Return the tag that a word has in any context, "?" or "-" if the context decides, "" for all other words."""
    if starts_unspaced(word):
        return _foreign_tag(word)
    if word[0] in _FULL_WIDTH:
        return "PUNCT"
    if is_emoji(word) or is_emoticon(word):
        return "SYM"
    if _ADDRESS(word):
        return "X"
    if _DEVERBAL(word):
        return "?"
    return "-" if "-" in word and word[0].isalpha() else ""


_FIXED = Memo(_fixed)


def _foreign_tag(word: str) -> str:
    """Return the tag that its own language gives a word; a noun that is no candidate there is none here."""
    code = unspaced_language(word)
    sentence = parse_foreign(word, code)[0]
    tag = sentence.tokens[0].tag
    return "X" if tag in NOUNS and not language(code).parser.noun_phrases(sentence) else tag


def amend(words: Sequence[str], tags: list[str]) -> list[str]:
    """Correct the tags in place and return them."""
    if not any(map(_FIXED.__getitem__, words)):
        return tags
    for i, word in enumerate(words):
        fixed = _FIXED[word]
        if not fixed or (fixed == "-" and tags[i] not in ("PUNCT", "SYM")):
            continue
        if fixed == "-":  # "We-Ko-Pa"
            fixed = "PROPN" if word[0].isupper() else "NOUN"
        elif fixed == "?":
            before = i and (tags[i - 1] in _VERBAL or words[i - 1].lower() in _SUBJECTS)
            fixed = "VERB" if before else "ADJ" if tags[i] == "ADJ" else "NOUN"
        tags[i] = fixed
    return tags
