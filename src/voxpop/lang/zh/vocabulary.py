"""The words of Chinese: jieba's dictionary and its model for unknown words, with words of reviews added.

The most probable path through the dictionary is jieba's; tags are looked up per word instead of searched for, which
is many times faster than ``jieba.posseg`` and no worse on words that the dictionary lists. Both are the asset
``dictionary-zh``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from math import log

from voxpop.assets import config, load
from voxpop.lang.data import read_lines
from voxpop.lang.memo import Memo

NAME = "dictionary-zh"
_UNKNOWN = "x"
_KEPT = frozenset({"太平", "太空", "太古", "太阳", "太白", "太清", "太乙"})
_NEVER = -3.14e100  # the log probability of what the model never met
_BEFORE = {"B": "ES", "M": "MB", "E": "BM", "S": "SE"}  # states of the character before
_HAN = re.compile("([\u4e00-\u9fd5]+)")
_NOT_HAN = re.compile(r"([a-zA-Z0-9]+(?:\.\d+)?%?)")
_BLOCK = re.compile(r"([\u4e00-\u9fd5a-zA-Z0-9+#&._%\-]+)")


class Dictionary:
    """Words with their log probability and tag. A prefix that is no word itself has probability None.

    ``corrected`` by our own words and tags, or as jieba has it.
    """

    def __init__(self, *, corrected: bool = True) -> None:
        arrays, names = load(NAME), config(NAME)["tags"]
        words = arrays["words"].tobytes().decode().split("\n")
        counts = dict(zip(words, arrays["counts"].tolist(), strict=True))
        self.tags: dict[str, str] = {word: names[i] for word, i in zip(counts, arrays["tags"].tolist(), strict=True)}
        self.total = sum(counts.values())
        self.floor = -log(self.total)  # of a character that no word explains
        self.logs: dict[str, float | None] = dict.fromkeys(_prefixes(counts))
        self.logs.update((word, log(count or 1) + self.floor) for word, count in counts.items())
        self.mixed = [word for word in counts if not word.isascii() and any(letter.isascii() for letter in word)]
        if corrected:
            self._correct()
        self._endings = self._count_endings()

    def _correct(self) -> None:
        """Our own words and tags. A word of ours beats the path that would split it."""
        for line in read_lines("zh", "vocabulary.txt"):
            tag, *words = line.split()
            if tag == "-":
                self._remove(words)
            else:
                self._add(words, tag)
        self._remove([word for word in self.tags if self._is_graded(word)])

    def _add(self, words: Iterable[str], tag: str) -> None:
        for word in words:
            self.tags[word] = tag
            split = sum(self.logs.get(part) or self.floor for part in self.path(word))
            self.logs[word] = max(self.logs.get(word) or self.floor, split + 1e-6)
            for prefix in _prefixes([word]):
                self.logs.setdefault(prefix, None)

    def _remove(self, words: Iterable[str]) -> None:
        for word in words:
            self.tags.pop(word, None)
            self.logs[word] = None

    def _is_graded(self, word: str) -> bool:
        """An adjective behind "very", "too" or "rather", which say how much and must stay words of their own."""
        rest = word[2:] if word.startswith(("非常", "比较")) else word[1:] if word[0] in "很太挺" else ""
        return self.tags.get(rest, "") in ("a", "ad") and word not in _KEPT

    def _count_endings(self) -> dict[str, str]:
        """The commonest tag of the words that end in a character: how to guess the tag of an unknown word."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for word, tag in self.tags.items():
            if tag not in ("nr", "nrt", "i", "l") and len(word) > 1:
                counts[word[-1]][tag] += 1
        return {letter: tags.most_common(1)[0][0] for letter, tags in counts.items()}

    def tag(self, word: str) -> str:
        """jieba's tag of a word, or of its ending."""
        return self.tags.get(word) or (self._endings.get(word[-1], "n") if len(word) > 1 else _UNKNOWN)

    def path(self, run: str) -> list[str]:
        """The most probable split of a run of Chinese characters into known words and single characters."""
        logs, floor, size = self.logs, self.floor, len(run)
        best = [0.0] * (size + 1)
        step = [0] * size
        for i in range(size - 1, -1, -1):
            top, end = (logs.get(run[i]) or floor) + best[i + 1], i + 1
            j = i + 2
            while j <= size and (part := run[i:j]) in logs:
                value = logs[part]
                if value is not None and value + best[j] >= top:
                    top, end = value + best[j], j
                j += 1
            best[i], step[i] = top, end
        words, i = [], 0
        while i < size:
            words.append(run[i : step[i]])
            i = step[i]
        return words

    def cut(self, run: str) -> Iterator[str]:
        """Words of a run of Chinese characters; stretches of rare single characters may be names or new words."""
        rest = ""
        for word in self.path(run):
            if len(word) == 1 and word not in _ALONE:
                rest += word
                continue
            yield from _NEW_WORDS[rest]
            rest = ""
            yield word
        yield from _NEW_WORDS[rest]


def _prefixes(words: Iterable[str]) -> set[str]:
    return {word[:size] for word in words for size in range(1, len(word))}


def _split_unknown(run: str) -> list[str]:
    """Split characters that no word of the dictionary explains, by the model for unknown words."""
    if len(run) < 2:
        return [run] if run else []
    words: list[str] = []
    for block in _HAN.split(run):
        words += _split_by_model(block) if _HAN.match(block) else [part for part in _NOT_HAN.split(block) if part]
    return words


def _split_by_model(run: str) -> list[str]:
    words, start = [], 0
    for i, state in enumerate(_most_probable_states(run)):
        if state in "ES":
            words.append(run[start : i + 1])
            start = i + 1
    return [*words, run[start:]] if start < len(run) else words


def _most_probable_states(run: str) -> str:
    """Return the most probable state of each character (Viterbi); of equals the later letter, as jieba does."""
    first, transitions, emissions = _model()
    seen = emissions.get(run[0], {})
    paths = {state: (first[state] + seen.get(state, _NEVER), state) for state in "BMES"}
    for letter in run[1:]:
        seen, earlier = emissions.get(letter, {}), paths
        paths = {}
        for state, befores in _BEFORE.items():
            emission = seen.get(state, _NEVER)
            score, before = max(
                (earlier[previous][0] + transitions[previous, state] + emission, previous) for previous in befores
            )
            paths[state] = score, earlier[before][1] + state
    return max((paths[state][0], state, paths[state][1]) for state in "ES")[2]


@cache
def _model() -> tuple[dict[str, float], dict[tuple[str, str], float], dict[str, dict[str, float]]]:
    """Return the log probabilities of first states, of the next state, and of the states of each character."""
    arrays, states = load(NAME), config(NAME)["states"]
    first = dict(zip(states, arrays["start"].tolist(), strict=True))
    rows = zip(states, arrays["transitions"].tolist(), strict=True)
    transitions = {(before, after): value for before, row in rows for after, value in zip(states, row, strict=True)}
    letters = arrays["characters"].tobytes().decode()
    emissions = zip(letters, arrays["emissions"].tolist(), strict=True)
    return first, transitions, {letter: dict(zip(states, row, strict=True)) for letter, row in emissions}


_NEW_WORDS = Memo(_split_unknown)
_ALONE = frozenset(  # characters that are words by themselves and hardly ever part of a new one
    "的了是很也都不我你他她它这那在有和就还没要会去来到说太最更再又才只给让被把比跟对从为吗吧呢啊呀哦嘛啦着过得地们个家"
    "次点些每请但而且或与及以所能可想看吃喝买卖住用等多少大小好坏贵差快慢高低新老真挺超"
)


@cache
def dictionary(*, corrected: bool = True) -> Dictionary:
    """Return the dictionary, which is read once per process."""
    return Dictionary(corrected=corrected)


def split_words(text: str) -> Iterator[str]:
    """Yield the words of a text just as jieba does with its own dictionary alone, white space and marks included."""
    plain = dictionary(corrected=False)
    for block in _BLOCK.split(text):
        if not _BLOCK.match(block):
            yield from block
            continue
        rest = ""
        for word in (*plain.path(block), ""):
            if len(word) == 1:
                rest += word
            else:
                yield from rest if plain.logs.get(rest) is not None else _split_unknown(rest)
                rest = ""
                yield from [word] if word else []
