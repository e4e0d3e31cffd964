"""Weighs our core words, and words found beside them, by how reviewers with few and with many stars use them.

A word's data value is the log-odds of a review with it being a good one, shrunk towards 0 where it is rare, and
averaged over the corpora. Words of the core keep the sign that a person gave them; words that only the data
suggest come in when they are on the list of accepted words, which was written by reading the candidates.
"""

from __future__ import annotations

import csv
import json
import lzma
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
WORD = re.compile(r"[a-z]+(?:[-'’][a-z]+)*|[.,;:!?]")
NOT = re.compile(r"not|no|never|hardly|barely|without|nothing|nobody|cannot|[a-z]+n't")
STRENGTH = {"1": 0.3, "2": 0.6, "3": 0.9}
RARE = 20.0  # reviews at which a word's data value counts half

Labelled = Iterator[tuple[str, bool]]  # a text, and whether its author was pleased


@dataclass
class Counts:
    """In how many good and bad reviews of one corpus each word stands without being negated."""

    good: Counter[str] = field(default_factory=Counter)
    bad: Counter[str] = field(default_factory=Counter)
    reviews: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, words: Set[str], *, pleased: bool) -> None:
        (self.good if pleased else self.bad).update(words)
        self.reviews[pleased] += 1

    def seen(self, word: str) -> int:
        return self.good[word] + self.bad[word]

    def log_odds(self, word: str) -> float:
        bad, good = self.reviews
        raw = math.log((self.good[word] + 0.5) / (good + 1)) - math.log((self.bad[word] + 0.5) / (bad + 1))
        return raw * self.seen(word) / (self.seen(word) + RARE)

    def surprise(self, word: str) -> float:
        """How many standard errors the log-odds lie from 0."""
        return self.log_odds(word) / math.sqrt(1 / (self.good[word] + 0.5) + 1 / (self.bad[word] + 0.5))


def english(data: Path) -> dict[str, Labelled]:
    def yelp() -> Labelled:
        with lzma.open(data / "yelp-10k" / "yelp.csv.xz", "rt", encoding="utf-8", newline="") as file:
            yield from _extremes((row["text"], float(row["stars"])) for row in csv.DictReader(file))

    def clothing() -> Labelled:
        with lzma.open(data / "womens-clothing" / "reviews.csv.xz", "rt", encoding="utf-8", newline="") as file:
            yield from _extremes((row["Review Text"], float(row["Rating"])) for row in csv.DictReader(file))

    def hotels() -> Labelled:
        with lzma.open(data / "lara-hotels" / "reviews.jsonl.xz", "rt", encoding="utf-8") as file:
            rows = (json.loads(line) for line in file)
            yield from _extremes((f"{row['title']}. {row['text']}", row["stars"]) for row in rows)

    return {"yelp-10k": yelp(), "womens-clothing": clothing(), "lara-hotels": hotels()}


def _extremes(rows: Iterable[tuple[str, float]]) -> Labelled:
    return ((text, stars > 3) for text, stars in rows if stars in (1, 2, 5))


def chinese(data: Path) -> dict[str, Labelled]:
    """The labelled part of zh-reviews, one corpus for each kind of shop that has both labels."""
    corpora: dict[str, list[tuple[str, bool]]] = {}
    with lzma.open(data / "zh-reviews" / "reviews.jsonl.xz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            if row["label"] is not None:
                corpora.setdefault(row["source"], []).append((row["text"], bool(row["label"])))
    return {name: iter(rows) for name, rows in corpora.items()}


def english_words(text: str) -> set[str]:
    """The words of a text that no negation within three words reaches."""
    found: set[str] = set()
    reach = 0
    for word in WORD.findall(text.lower().replace("’", "'")):
        if NOT.fullmatch(word):
            reach = 4
        elif reach <= 0:
            found.add(word)
        reach = 0 if not word[0].isalpha() else reach - 1
    return found


def chinese_words(core: Iterable[str]) -> Callable[[str], set[str]]:
    """jieba's words that no 不, 没 or 别 stands before; core words longer than its own are taught to it."""
    import jieba

    cutter = jieba.Tokenizer()
    cutter.initialize()
    for word in core:
        cutter.add_word(word)

    def words(text: str) -> set[str]:
        cut = cutter.lcut(text)
        return {word for before, word in zip(["", *cut], cut, strict=False) if before[-1:] not in {"不", "没", "别"}}

    return words


def read_core(code: str) -> dict[str, tuple[float, str]]:
    """Word: the value a person gave it, and its kind."""
    core: dict[str, tuple[float, str]] = {}
    for line in (HERE / f"core_{code}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            head, words = line.split(":", 1)
            grade, kind = head.split()
            for word in words.split():
                core.setdefault(word, (math.copysign(STRENGTH[grade[1]], float(grade)), kind))
    return core


def read_accepted(code: str) -> dict[str, str]:
    """Words that the data suggested and a reader accepted, with their kind."""
    accepted: dict[str, str] = {}
    for line in (HERE / f"accepted_{code}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, words = line.split(":", 1)
            accepted.update(dict.fromkeys(words.split(), kind))
    return accepted


def count(code: str, data: Path) -> list[Counts]:
    core = read_core(code)
    corpora, words = (english(data), english_words) if code == "en" else (chinese(data), chinese_words(core))
    result = []
    for rows in corpora.values():
        counts = Counts()
        for text, pleased in rows:
            counts.add(words(text), pleased=pleased)
        result.append(counts)
    return result


def data_value(word: str, corpora: list[Counts]) -> float:
    """−1 … 1: the log-odds averaged over the corpora, each weighing what it has seen of the word."""
    seen = sum(counts.seen(word) for counts in corpora)
    mean = sum(counts.log_odds(word) * counts.seen(word) for counts in corpora) / (seen or 1)
    return math.tanh(mean / 2)


def candidates(corpora: list[Counts], known: Set[str]) -> list[tuple[str, float]]:
    """Words that at least two corpora find clearly good or clearly bad, for a person to read."""
    vocabulary = {word for counts in corpora for word in (*counts.good, *counts.bad)} - known
    found = []
    for word in vocabulary:
        clear = [z for counts in corpora if abs(z := counts.surprise(word)) > 4]
        if len(clear) > 1 and (min(clear) > 0 or max(clear) < 0):
            found.append((word, data_value(word, corpora)))
    return sorted(found, key=lambda pair: pair[1])


def induce(code: str, data: Path) -> dict[str, tuple[float, str]]:
    """Word: value and kind, for every word of the core and every accepted one."""
    corpora, core = count(code, data), read_core(code)
    lexicon = {word: (blend(value, data_value(word, corpora)), kind) for word, (value, kind) in core.items()}
    for word, kind in read_accepted(code).items():
        if word not in lexicon and abs(value := data_value(word, corpora)) >= 0.1:
            lexicon[word] = (value, kind)
    return lexicon


def blend(hand: float, found: float) -> float:
    """The hand-given value, moved towards what the data say; where they disagree on the sign, only made milder."""
    if hand * found <= 0:
        return 0.75 * hand if found else hand
    return 0.6 * hand + 0.4 * found


def write(lexicon: dict[str, tuple[float, str]], path: Path) -> None:
    rows = (f"{word}\t{value:+.2f}\t{kind}\n" for word, (value, kind) in sorted(lexicon.items()) if abs(value) >= 0.05)
    path.write_text("".join(rows), encoding="utf-8")
