"""What a text says, as ``opinion`` needs it: its statements, and the topics, feeling and words of each sentence.

A sentence that praises one thing and blames another counts as two, cut where its statements turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.aspects.vectors import Vector, Vectors, unit, vectors
from voxpop.errors import AssetError
from voxpop.extract.opinion_decoding import decode_opinions
from voxpop.extract.opinion_model import MEANING, OpinionModel, category_presence, opinion_model
from voxpop.extract.statement_vectors import MeaningMap, meanings
from voxpop.lang import language
from voxpop.metrics.measure import Array, ratio
from voxpop.types import ExtractedStatement, Sentence

Ints = NDArray[np.int64]

EMPTY = frozenset(("PUNCT", "SYM", "NUM", "DET", "ADP", "PRON", "AUX", "CCONJ", "SCONJ", "PART", "INTJ", "X"))
FLOOR = 1e-3  # chances of a topic below this are all the same
NAMES = ("NOUN", "PROPN")
TEXTS = 4096  # digests that are kept


@dataclass(frozen=True, slots=True, eq=False)
class Digest:
    """A text, sentence by sentence. Words are base forms, once in a sentence each, as numbers of their digester."""

    topics: Array  # (sentences, topics) the chance that a sentence speaks of each
    good: Array  # (sentences,) the chance that it is praise rather than blame
    words: Ints  # (words,)
    place: Ints  # (words,) the sentence that each stands in
    vectors: Vector  # (words, width) of length one, or zero where a word is unknown
    profiles: Array  # (sentences, topics) logarithms of the chances, of length one
    company: Array  # (sentences, width) the sum of a sentence's words, of length one
    meanings: Array  # (statements, width) what each statement means, of length one
    praises: Array  # (statements,) the chance that it is praise

    def __len__(self) -> int:
        return len(self.good)


class Digester:
    """Reads texts of one language by its opinion model."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._model = opinion_model(lang)
        self._meanings = _meanings(lang, self._model)
        self.topics = self._model.categories
        self._language = language(lang)
        hints = self._language.aspect_hints
        self._vectors = [*dict.fromkeys((hints.GENERAL_VECTORS, hints.REVIEW_VECTORS))]
        self._tables = [vectors(name) for name in self._vectors]
        self._width = sum(len(table.centre) for table in self._tables)
        self._numbers: dict[str, int] = {}
        self._vector = lru_cache(maxsize=50_000)(self._look_up)
        self._voice = lru_cache(maxsize=16 * TEXTS)(self._read)
        self.digest = lru_cache(maxsize=TEXTS)(self._digest)

    @property
    def name(self) -> str:
        """What the digests depend on, for a signature: ``reader-en.1+vectors-general-en.1``."""
        names = (f"reader-{self.lang}", *self._vectors)
        return "+".join(f"{name}.{assets.find(name).version}" for name in names)

    def _digest(self, text: str) -> Digest:
        (parsed,) = self._language.parse([text])
        statements = self._statements(text, parsed)
        sentences = [
            part
            for sentence in parsed
            if any(token.text[0].isalnum() for token in sentence.tokens)
            for part in parts(sentence, statements)
        ]
        voices = [self._voice(text[sentence.start : sentence.end]) for sentence in sentences]
        meant = np.array([np.frombuffer(each.meaning, np.int8) for each in statements], np.float64)
        topics = np.array([spoken for spoken, _ in voices]).reshape(len(voices), len(self.topics))
        words_of = [self._content(sentence) for sentence in sentences]
        place = np.repeat(np.arange(len(words_of)), [len(words) for words in words_of])
        rows = np.array([self._vector(*word) for word in chain(*words_of)], dtype=np.float32).reshape(-1, self._width)
        member = place == np.arange(len(words_of))[:, None]
        return Digest(
            topics,
            np.array([good for _, good in voices]),
            np.array([self._numbers.setdefault(lemma, len(self._numbers)) for lemma, _ in chain(*words_of)], np.int64),
            place,
            rows,
            _rows(np.log(np.maximum(topics, FLOOR) / FLOOR)),
            _rows(member @ rows.astype(np.float64)),
            _rows(meant.reshape(len(statements), self._meanings.bias.size)),
            np.array([(1 + each.polarity) / 2 for each in statements]),
        )

    def _read(self, sentence: str) -> tuple[Array, float]:
        """Return the topics of a sentence, and the chance that it is praise."""
        scores = self._model.read(sentence)
        _, _, fair, four, five = scores.stars.tolist()
        return category_presence(scores).astype(np.float64), fair / 2 + four + five

    def _statements(self, text: str, sentences: Sequence[Sentence]) -> list[ExtractedStatement]:
        """Return what a text states, in order."""
        scores = self._model.read(text, hidden=True)
        opinions = [
            opinion for window in scores.windows for opinion in decode_opinions(window, text, self._model.thresholds)
        ]
        (statements,) = self._meanings.statements([opinions], [scores], [sentences])
        return sorted(statements, key=_start)

    def _content(self, sentence: Sentence) -> list[tuple[str, str]]:
        """Return the words that say something, as base form and as written, each once."""
        stop = self._language.stop_words
        words = {token.lemma: token.text.lower() for token in sentence.tokens if token.tag not in EMPTY}
        return [(lemma, written) for lemma, written in words.items() if lemma not in stop and written not in stop]

    def _look_up(self, lemma: str, written: str) -> Vector:
        """Return the word in each table of vectors, less what all words have in common."""
        vectors = [_centred(table, lemma) for table in self._tables]
        if not any(part.any() for part in vectors):
            vectors = [_centred(table, written) for table in self._tables]
        return unit(np.concatenate(vectors))


@cache
def digester(lang: str) -> Digester:
    """Return the digester of a language, made once a process."""
    return Digester(lang)


def _centred(table: Vectors, word: str) -> Vector:
    vector = table.word(word)
    return np.zeros_like(table.centre) if vector is None else unit(vector - table.centre)


def parts(sentence: Sentence, statements: Sequence[ExtractedStatement]) -> list[Sentence]:
    """Return a sentence; or its parts, where it turns from praise to blame or back and each part names a thing."""
    inside = [each for each in statements if sentence.start <= _start(each) < sentence.end and each.polarity]
    turns = [_start(after) for before, after in pairwise(inside) if before.polarity * after.polarity < 0]
    cuts = [sentence.start, *turns, sentence.end]
    tokens = [[token for token in sentence.tokens if low <= token.start < high] for low, high in pairwise(cuts)]
    if not all(any(token.tag in NAMES for token in part) for part in tokens):
        return [sentence]
    return [Sentence(part[0].start, part[-1].end, tuple(part)) for part in tokens]


def _start(statement: ExtractedStatement) -> int:
    """Return where a statement begins: with its target or with its verdict."""
    return min(statement.words.start, statement.target.start if statement.target else statement.words.start)


def _meanings(lang: str, model: OpinionModel) -> MeaningMap:
    meaning_map = meanings(lang, model)
    if meaning_map is None:
        raise AssetError(f"The opinion reader in {model.home} has no file {MEANING}, which opinion-score needs.")
    return meaning_map


def _rows(values: Array) -> Array:
    """Return every row of length one, or zero."""
    return ratio(values, np.linalg.norm(values, axis=1, keepdims=True))
