"""Parse Chinese reviews: sentences with tokens, tags, lemmas and candidate noun phrases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voxpop.lang.data import read_words
from voxpop.lang.memo import Memo
from voxpop.lang.sentence_parts import Words, make_token, phrases, split
from voxpop.lang.zh.sentence_ends import boundaries
from voxpop.lang.zh.tagger import WORD_TAGS, amend
from voxpop.lang.zh.tokens import tokens
from voxpop.lang.zh.variants import normalize
from voxpop.types import Phrase, Sentence, Span

joiner = ""
stop_words = read_words("zh", "stop_words.txt")


def sentences(text: str) -> list[Span]:
    """Return the spans of the sentences. White space between sentences belongs to none of them."""
    return [Span(words.starts[0], words.ends[-1]) for words in _split(text)]


def parse(texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
    """Parse a batch of texts: one tuple of sentences per text. Tokens are in simplified characters."""
    return [tuple(map(_sentence, _split(text))) for text in texts]


def _split(text: str) -> Iterator[Words]:
    text = normalize(text)
    words = tokens(text)
    return split(words, boundaries(text, words))


def _sentence(found: Words) -> Sentence:
    starts, ends, words = found
    entries = [WORD_TAGS[word] for word in words]
    lowers = [entry[0] for entry in entries]
    tags = amend(words, [entry[1] for entry in entries])
    phrase_tags = amend(words, [entry[2] for entry in entries])
    made = tuple(map(make_token, zip(starts, ends, words, lowers, tags, strict=True)))
    candidates: tuple[Phrase, ...] = ()
    for first, last in _unbroken(found):
        part = noun_phrases(lowers[first:last], phrase_tags[first:last])
        candidates += tuple(Phrase(first + a, first + b, term) for a, b, term in part) if first else part
    return Sentence(starts[0], ends[-1], made, candidates)


def _unbroken(words: Words) -> list[tuple[int, int]]:
    """Return the ranges of words without spaces between them: no term goes on across a space."""
    starts, ends, _ = words
    cuts = [i for i in range(1, len(starts)) if starts[i] > ends[i - 1]]
    return list(zip([0, *cuts], [*cuts, len(starts)], strict=True))


def noun_phrases(words: Sequence[str], tags: Sequence[str]) -> tuple[Phrase, ...]:
    """Return the candidate terms of one sentence."""
    return phrases(words, tags, joiner=joiner, fit=_IS_EDGE.__getitem__, modifies=_modifies)


def _is_edge(word: str) -> bool:
    """Return whether a noun may stand at the edge of a term."""
    return word not in stop_words and word[0].isalnum()


_IS_EDGE = Memo(_is_edge)


def _modifies(words: Sequence[str], tags: Sequence[str], i: int) -> bool:
    return tags[i] == "ADJ" and words[i] not in stop_words
