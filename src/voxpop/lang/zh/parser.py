"""Parse Chinese reviews: sentences with tokens, tags and lemmas, and the noun phrases of a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

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
    tags = amend(words, [entry.tag for entry in entries])
    lowers = [entry.lower for entry in entries]
    return Sentence(starts[0], ends[-1], tuple(map(make_token, zip(starts, ends, words, lowers, tags, strict=True))))


def noun_phrases(sentence: Sentence) -> tuple[Phrase, ...]:
    """Return the candidate terms of one sentence; none goes on across a space."""
    starts, ends, words, lowers, _ = zip(*sentence.tokens, strict=True)
    tags = amend(words, [WORD_TAGS[word].phrase_tag for word in words])
    cuts = [i for i in range(1, len(starts)) if starts[i] > ends[i - 1]]
    return tuple(
        Phrase(first + a, first + b, term)
        for first, last in pairwise([0, *cuts, len(starts)])
        for a, b, term in phrases(
            lowers[first:last], tags[first:last], joiner=joiner, fit=_IS_EDGE.__getitem__, modifies=_modifies
        )
    )


def _is_edge(word: str) -> bool:
    """Return whether a noun may stand at the edge of a term."""
    return word not in stop_words and word[0].isalnum()


_IS_EDGE = Memo(_is_edge)


def _modifies(words: Sequence[str], tags: Sequence[str], i: int) -> bool:
    return tags[i] == "ADJ" and words[i] not in stop_words
