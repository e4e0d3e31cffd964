"""Seconds that each aspect method takes to learn from 100,000 sentences, on one core, and to group what it found."""

from __future__ import annotations

import random
import time

from voxpop.aspects import METHODS, Corpus, group
from voxpop.lang import language
from voxpop.types import CompactSentence, Phrase

SENTENCES = 100_000


def run(*, sentences: int = SENTENCES) -> dict[str, float]:
    """Prints and gives seconds by method. The sentences are drawn with the word frequencies and lengths of reviews."""
    corpus, lang = _corpus(sentences), language("en")
    seconds: dict[str, float] = {}
    for name, method in METHODS.items():
        start = time.perf_counter()
        terms = method(corpus, lang)
        seconds[name] = time.perf_counter() - start
        print(f"{name:10} {seconds[name]:6.1f} s  {len(terms):>8,} terms")
    start = time.perf_counter()
    group(terms, corpus, lang)
    seconds["group"] = time.perf_counter() - start
    print(f"{'group':10} {seconds['group']:6.1f} s")
    return seconds


def _corpus(sentences: int) -> Corpus:
    draw = random.Random(1)
    nouns = [f"noun{i}" for i in range(20_000)]
    adjectives = [f"adjective{i}" for i in range(3_000)]
    weights = {size: [1 / (rank + 10) for rank in range(size)] for size in (len(nouns), len(adjectives))}
    drawn = {"NOUN": iter(_stream(draw, nouns, weights[len(nouns)], 10 * sentences)),
             "ADJ": iter(_stream(draw, adjectives, weights[len(adjectives)], 10 * sentences))}  # fmt: skip
    corpus = Corpus()
    corpus.extend(_line(draw, drawn) for _ in range(sentences))
    return corpus


def _stream(draw: random.Random, words: list[str], weights: list[float], count: int) -> list[str]:
    return draw.choices(words, weights, k=count)


def _line(draw: random.Random, drawn: dict[str, object]) -> CompactSentence:
    size = max(3, min(80, int(draw.lognormvariate(2.5, 0.6))))
    tags = draw.choices(["NOUN", "ADJ", "VERB", "AUX", "DET", "ADV", "PUNCT"], [22, 8, 20, 8, 22, 10, 10], k=size)
    words = tuple(next(drawn[tag]) if tag in drawn else tag.lower() for tag in tags)  # type: ignore[call-overload]
    phrases = []
    for i, tag in enumerate(tags):
        if tag == "NOUN":
            phrases.append(Phrase(i, i + 1, words[i]))
            if i and tags[i - 1] in ("NOUN", "ADJ"):
                phrases.append(Phrase(i - 1, i + 1, f"{words[i - 1]} {words[i]}"))
    return CompactSentence(words, words, tuple(tags), tuple(phrases))


if __name__ == "__main__":
    run()
