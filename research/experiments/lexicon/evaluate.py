"""Polarity of given terms: the engine beside the majority class and whole-sentence baselines.

Training and validation parts chose the rules (rows marked dev); test parts report.
"""

from __future__ import annotations

import ast
import lzma
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import defusedxml.ElementTree as ElementTree

from research.experiments.lexicon.induce import english
from voxpop.extract.lexicon import engine
from voxpop.lang import language
from voxpop.types import Phrase, Sentence, Span

SETS = {  # name: (language, file, part)
    "restaurants": ("en", "semeval14/Restaurants_Train_v1.xml.xz", "dev"),
    "laptops": ("en", "semeval14/Laptops_Train.xml.xz", "dev"),
    "restaurants test": ("en", "semeval14/Restaurants_Test_Gold.xml.xz", "test"),
    "laptops test": ("en", "semeval14/Laptops_Test_Gold.xml.xz", "test"),
    "MAMS": ("en", "mams/atsa_val.xml.xz", "dev"),
    "MAMS test": ("en", "mams/atsa_test.xml.xz", "test"),
    "zh-triplets": ("zh", "zh-triplets/dev.txt.xz", "dev"),
    "zh-triplets test": ("zh", "zh-triplets/test.txt.xz", "test"),
}
SIGNS = {"positive": 1, "neutral": 0, "negative": -1}
LETTERS = {"POS": 1, "NEU": 0, "NEG": -1}


class PolarityCase(NamedTuple):
    """A term in a text and its gold sign."""

    text: str
    term: Span
    gold: int


Judge = Callable[[list[PolarityCase]], list[int]]


class Score(NamedTuple):
    accuracy: float
    macro_f1: float


def cases(path: Path) -> list[PolarityCase]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return list(_xml(file.read()) if ".xml" in path.name else _triplets(file))


def _xml(content: str) -> Iterator[PolarityCase]:
    for sentence in ElementTree.fromstring(content).iter("sentence"):
        text = sentence.findtext("text")
        for term in sentence.iter("aspectTerm"):
            if term.get("polarity") in SIGNS:
                yield PolarityCase(text, Span(int(term.get("from")), int(term.get("to"))), SIGNS[term.get("polarity")])


def _triplets(lines: Iterator[str]) -> Iterator[PolarityCase]:
    """Aspects with several opinions of different signs are conflicts, dropped as in SemEval."""
    for line in lines:
        spaced, labels = line.rstrip("\n").split("####")
        characters = spaced.split()
        text = "".join(characters)
        ends = [0]
        for character in characters:
            ends.append(ends[-1] + len(character))
        signs: dict[Span, set[int]] = {}
        for (first, last), _, sign in ast.literal_eval(labels):
            if first >= 0:  # an aspect that is only implied has no span
                signs.setdefault(Span(ends[first], ends[last + 1]), set()).add(LETTERS[sign[:3].upper()])
        for term, found in signs.items():
            if len(found) == 1:
                yield PolarityCase(text, term, found.pop())


def with_phrase(sentence: Sentence, term: Span) -> tuple[Sentence, int]:
    """The sentence with a phrase that covers the term put among its own, and the place of that phrase."""
    inside = [i for i, token in enumerate(sentence.tokens) if token.start < term.end and token.end > term.start]
    words = " ".join(sentence.tokens[i].text.lower() for i in inside)
    gold = Phrase(inside[0], inside[-1] + 1, words)
    others = [one for one in sentence.phrases if one[:2] != gold[:2]]
    return Sentence(sentence.start, sentence.end, sentence.tokens, (*others, gold)), len(others)


def ours(code: str) -> Judge:
    judge, parse = engine(code).judge, language(code).parse

    def predict(given: list[PolarityCase]) -> list[int]:
        texts = list(dict.fromkeys(case.text for case in given))
        parsed = dict(zip(texts, parse(texts), strict=True))
        return [_sign(parsed[case.text], case.term) for case in given]

    def _sign(sentences: tuple[Sentence, ...], term: Span) -> int:
        sentence, place = with_phrase(next(s for s in sentences if s.end > term.start), term)
        polarity = judge(sentence)[place].polarity or 0.0
        return (polarity > 0) - (polarity < 0)

    return predict


def majority(_: str) -> Judge:
    return lambda given: [Counter(case.gold for case in given).most_common(1)[0][0]] * len(given)


def vader(_: str) -> Judge:
    """VADER's compound score of the whole sentence, cut where its authors cut."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    scores = SentimentIntensityAnalyzer().polarity_scores
    compound = lambda text: scores(text)["compound"]  # noqa: E731
    return lambda given: [(c >= 0.05) - (c <= -0.05) for c in (compound(case.text) for case in given)]


def snownlp(_: str) -> Judge:
    """SnowNLP's chance of the whole sentence being pleased, with a neutral band of the same share each side."""
    from snownlp import SnowNLP

    return lambda given: [(p >= 0.6) - (p <= 0.4) for p in (SnowNLP(case.text).sentiments for case in given)]


BASELINES = {"en": {"majority": majority, "VADER": vader}, "zh": {"majority": majority, "SnowNLP": snownlp}}
PACKAGES = {"VADER": "vaderSentiment", "SnowNLP": "snownlp"}  # wanted here only


def missing() -> list[str]:
    """Packages of baselines that are not installed; their rows are left out."""
    return [package for package in PACKAGES.values() if find_spec(package) is None]


def _baselines(code: str) -> dict[str, Callable[[str], Judge]]:
    return {title: judge for title, judge in BASELINES[code].items() if PACKAGES.get(title) not in missing()}


def score(gold: list[int], predicted: list[int]) -> Score:
    pairs = Counter(zip(gold, predicted, strict=True))
    f1 = []
    for sign in sorted(set(gold)):
        hit = pairs[sign, sign]
        f1.append(2 * hit / ((gold.count(sign) + predicted.count(sign)) or 1))
    return Score(sum(pairs[s, s] for s in (-1, 0, 1)) / len(gold), sum(f1) / len(f1))


def evaluate(data: Path, *, parts: tuple[str, ...], baselines: bool) -> Iterator[tuple[str, str, int, Score]]:
    for name, (code, file, part) in SETS.items():
        if part not in parts:
            continue
        given = cases(data / file)
        judges = {**(_baselines(code) if baselines else {}), "voxpop lexicon": ours}
        for title, judge in judges.items():
            yield name, title, len(given), score([case.gold for case in given], judge(code)(given))


def speed(data: Path) -> float:
    """Microseconds a token over the first yelp reviews, best of three."""
    texts = [text for text, _ in english(data)["yelp-10k"]][:1500]
    sentences = [sentence for parsed in language("en").parse(texts) for sentence in parsed]
    tokens = sum(len(sentence.tokens) for sentence in sentences)
    judge = engine("en").judge
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        for sentence in sentences:
            judge(sentence)
        best = min(best, time.perf_counter() - begin)
    return 1e6 * best / tokens
