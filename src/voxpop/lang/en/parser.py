"""English."""

from __future__ import annotations

import re
from collections.abc import Sequence

from voxpop.lang.data import read_words
from voxpop.lang.en.lemmas import lemma
from voxpop.lang.en.rules import amend
from voxpop.lang.en.sentences import boundaries
from voxpop.lang.en.tagger import tag
from voxpop.lang.en.tokens import chinese, tokens
from voxpop.lang.endless import cut
from voxpop.lang.phrases import phrases
from voxpop.lang.wide import narrow
from voxpop.types import Phrase, Sentence, Span, Token

code = "en"
joiner = " "
stop_words = read_words(__package__, "stop_words.txt")

_MEASURE = re.compile(r"\d+[ap]?(?:m|th|st|nd|rd|mins?|hrs?|oz|lbs?|ish)?").fullmatch
_POSSESSIVES = frozenset(["my", "your", "his", "her", "its", "our", "their", "'s", "’s"])


def sentences(text: str) -> list[Span]:
    """Spans of the sentences; white space between them belongs to none."""
    text = narrow(text, marks=True)
    spans = tokens(text)
    words = [text[start:end] for start, end in spans]
    return [Span(spans[first].start, spans[last - 1].end) for first, last in cut(boundaries(text, spans, words))]


def parse(texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
    """Sentences with tokens, tags, lemmas and candidate noun phrases, one tuple a text."""
    spans: list[list[Span]] = []  # of each sentence of all texts
    words: list[list[str]] = []
    sizes: list[int] = []  # sentences in each text
    for text in (narrow(each, marks=True) for each in texts):
        found = tokens(text)
        forms = [text[start:end] for start, end in found]
        before = len(spans)
        for first, last in cut(boundaries(text, found, forms)):
            spans.append(found[first:last])
            words.append(forms[first:last])
        sizes.append(len(spans) - before)
    built = map(_sentence, spans, words, map(amend, words, tag(words)))
    return [tuple(next(built) for _ in range(size)) for size in sizes]


def _sentence(spans: list[Span], words: list[str], tags: list[str]) -> Sentence:
    made = tuple(
        [
            Token(start, end, word, lemma(word, tag), tag)
            for (start, end), word, tag in zip(spans, words, tags, strict=True)
        ]
    )
    return Sentence(spans[0].start, spans[-1].end, made, noun_phrases(words, tags))


def foreign(word: str) -> bool:
    """Whether a word is Chinese."""
    return chinese(word) is not None


def noun_phrases(words: Sequence[str], tags: Sequence[str]) -> tuple[Phrase, ...]:
    """Candidate terms of one sentence."""
    return phrases([word.lower() for word in words], tags, joiner=joiner, fit=_fit, modifies=_modifies)


def _fit(word: str) -> bool:
    """May a noun stand at the edge of a term? Not "etc.", "8pm" or "7th"."""
    if word.isalpha():
        return len(word) > 1 and word not in stop_words
    return sum(map(str.isalpha, word)) > 1 and "." not in word and not _MEASURE(word) and word not in stop_words


def _modifies(words: Sequence[str], tags: Sequence[str], i: int) -> bool:
    word = words[i]
    if word in stop_words or not word[0].isalpha():
        return False
    if tags[i] == "ADJ":
        return True
    if tags[i] != "VERB" or i == 0 or not word.endswith(("ing", "ed")):
        return False
    if tags[i - 1] == "ADP":
        return word.endswith("ed")  # "with shredded cheese", but not "for eating cheese"
    return tags[i - 1] in ("DET", "ADJ") or words[i - 1] in _POSSESSIVES
