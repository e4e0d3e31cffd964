"""Parse English reviews: sentences with tokens, tags and lemmas, and the noun phrases of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from voxpop.lang.data import read_words
from voxpop.lang.en.lemmas import LEMMAS
from voxpop.lang.en.sentence_ends import boundaries
from voxpop.lang.en.tagger import amend, tag
from voxpop.lang.en.tokens import tokens
from voxpop.lang.full_width import narrow
from voxpop.lang.memo import Memo
from voxpop.lang.sentence_parts import Words, make_token, phrases, split
from voxpop.types import Phrase, Sentence, Span

joiner = " "
stop_words = read_words("en", "stop_words.txt")

_MEASURE = re.compile(r"\d+[ap]?(?:m|th|st|nd|rd|mins?|hrs?|oz|lbs?|ish)?").fullmatch
_POSSESSIVES = frozenset(["my", "your", "his", "her", "its", "our", "their", "'s", "’s"])


def sentences(text: str) -> list[Span]:
    """Return the spans of the sentences. White space between sentences belongs to none of them."""
    return [Span(words.starts[0], words.ends[-1]) for words in _split(text)]


def parse(texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
    """Parse a batch of texts: one tuple of sentences per text."""
    parts = [list(_split(text)) for text in texts]
    texts_of = [words.texts for part in parts for words in part]
    tags = map(amend, texts_of, tag(texts_of))
    return [tuple([_sentence(words, next(tags)) for words in part]) for part in parts]


def _split(text: str) -> Iterator[Words]:
    text = narrow(text, marks=True)
    words = tokens(text)
    return split(words, boundaries(text, words))


def _sentence(words: Words, tags: list[str]) -> Sentence:
    starts, ends, texts = words
    lemmas = map(LEMMAS.__getitem__, zip(texts, tags, strict=True))
    made = tuple(map(make_token, zip(starts, ends, texts, lemmas, tags, strict=True)))
    return Sentence(starts[0], ends[-1], made)


def noun_phrases(sentence: Sentence) -> tuple[Phrase, ...]:
    """Return the candidate terms of one sentence."""
    words, tags = [token.text.lower() for token in sentence.tokens], [token.tag for token in sentence.tokens]
    return phrases(words, tags, joiner=joiner, fit=_IS_EDGE.__getitem__, modifies=_modifies)


def _is_edge(word: str) -> bool:
    """Return whether a noun may stand at the edge of a term. "etc.", "8pm" and "7th" may not."""
    if word.isalpha():
        return len(word) > 1 and word not in stop_words
    return sum(map(str.isalpha, word)) > 1 and "." not in word and not _MEASURE(word) and word not in stop_words


_IS_EDGE = Memo(_is_edge)


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
