"""The features that say whether a source supports a claim: entailment, words, opinions, and what was changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from voxpop.aspects.vectors import Vector, review_vectors
from voxpop.check.align import ClaimChanges, find_changes
from voxpop.check.entailment import CONTRADICTION, ENTAILMENT, Entailer
from voxpop.check.parsed_texts import ParsedText
from voxpop.check.statements import find_statements
from voxpop.check.swaps import SIGNALS, most_telling, signals
from voxpop.check.topic_matching import has_same_owner, topic_matcher
from voxpop.lang import language
from voxpop.types import Sentence

Floats = NDArray[np.float64]
CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "VERB", "NUM"})
CLOSEST = 2  # sentences of a source that the model is asked about; more would cost time and tell little
COPIED = 0.7  # the share of a claim from which it counts as repeated
WORDS = (
    "words in common", "words in one sentence", "words alike", "words alike, the least", "opinions supported",
    "opinions opposed", "opinions not found", "no opinion", "tone agrees", "repeated", "opposite", "negation",
    "another number", "unknown thing", "length",
)  # fmt: skip
EDITS = ("repeated", "opposite", "negation", "another number", "unknown thing")
ENTAILED = (
    "entailed by a sentence",
    "contradicted by a sentence",
    "contradicted there",
    "entailed by the text",
    "contradicted by the text",
    "difference, best",
)
SWAP = "swap"  # whether something has another name
LEXICAL = (*WORDS, SWAP, *SIGNALS)  # what is known without a model
SWAPPED = (*EDITS, *SIGNALS)  # what tells whether another name is of another thing


def lexical(source: ParsedText, claim: ParsedText) -> list[float]:
    """Return the features without entailment, in the order of ``LEXICAL``."""
    change = find_changes(source, claim)
    return [
        *covered(source, claim),
        *agreement(source, claim),
        tone(source) * tone(claim),
        change.repeated,
        change.opposite,
        change.negation,
        change.number,
        change.thing,
        min(1.0, sum(len(sentence.tokens) for sentence in claim.sentences) / 30),
        *_swap_features(source, change),
    ]


def _swap_features(source: ParsedText, change: ClaimChanges) -> list[float]:
    """Return 1 and the signals of the swap that says most, in a claim that repeats a sentence; zeros without one."""
    if change.sentence is None or not change.swaps or change.repeated < COPIED:
        return [0.0] * (1 + len(SIGNALS))
    return [1.0, *signals(source, change.sentence, most_telling(change.swaps))]


def words_of(sentences: Sequence[Sentence], lang: str) -> set[str]:
    """Return the content words of sentences."""
    stop = language(lang).stop_words
    tokens = (token for sentence in sentences for token in sentence.tokens if token.tag in CONTENT)
    return {token.lemma for token in tokens if token.lemma not in stop}


def covered(source: ParsedText, claim: ParsedText) -> list[float]:
    """Return the share of the words of a claim in the source and in one sentence of it, and how near others come."""
    wanted = words_of(claim.sentences, claim.lang)
    if not wanted:
        return [0.0, 0.0, 0.0, 0.0]
    words_of_sentence = [words_of([sentence], source.lang) for sentence in source.sentences]
    source_words = set().union(*words_of_sentence)
    near = [nearness(word, source_words, claim.lang) for word in sorted(wanted)]
    best = max((len(wanted & words) for words in words_of_sentence), default=0)
    return [len(wanted & source_words) / len(wanted), best / len(wanted), float(np.mean(near)), min(near)]


def nearness(word: str, source_words: set[str], lang: str) -> float:
    """Return how near a word is to the nearest word of the source, 0 … 1."""
    if word in source_words:
        return 1.0
    own = unit_vector(word, lang)
    others = [vector for other in source_words if (vector := unit_vector(other, lang)) is not None]
    if own is None or not others:
        return 0.0
    return float(max(0.0, np.max(np.stack(others) @ own)))


@lru_cache(maxsize=100_000)
def unit_vector(word: str, lang: str) -> Vector | None:
    """Return the vector of a word, of length 1."""
    return review_vectors(lang).phrase((word,))


def agreement(source: ParsedText, claim: ParsedText) -> list[float]:
    """Return the shares of opinions that the source shares, opposes, and does not have; and whether there are none."""
    statements = find_statements(claim)
    if not statements:
        return [0.0, 0.0, 0.0, 1.0]
    matcher = topic_matcher(claim.lang)
    counts = np.zeros(3)
    for statement in statements:
        ours = [opinion for opinion in source.opinions if has_same_owner(statement.opinion, opinion)]
        on_topic = [opinion for opinion in ours if matcher.match(statement.opinion, opinion)]
        total = sum(opinion.polarity for opinion in on_topic) * statement.sign
        counts[0 if total > 0 else 1 if on_topic else 2] += 1
    return [*(counts / len(statements)).tolist(), 0.0]


def tone(text: ParsedText) -> float:
    """Return the mean polarity of a text."""
    polarities = [opinion.polarity for opinion in text.opinions]
    return float(np.mean(polarities)) if polarities else 0.0


def entailed(pairs: Sequence[tuple[ParsedText, ParsedText]], model: Entailer) -> Floats:
    """Return entailment by the nearest sentences of the source and by all of it, in the order of ``ENTAILED``."""
    text_pairs, sizes = list[tuple[str, str]](), list[int]()
    for source, claim in pairs:
        parts = [source.text[sentence.start : sentence.end] for sentence in closest(source, claim)] or [source.text]
        text_pairs += [(part, claim.text) for part in parts] + [(source.text, claim.text)]
        sizes.append(len(parts) + 1)
    judged = np.asarray(model.judge(text_pairs), np.float64)
    rows, at = np.zeros((len(pairs), len(ENTAILED))), 0
    for place, size in enumerate(sizes):
        rows[place] = _entailed(judged[at : at + size])
        at += size
    return rows


def closest(source: ParsedText, claim: ParsedText) -> list[Sentence]:
    """Return the few sentences that share most words with a claim, in their order; all but one must share some."""
    wanted = words_of(claim.sentences, claim.lang)
    shared = [len(wanted & words_of([sentence], source.lang)) for sentence in source.sentences]
    order = sorted(range(len(shared)), key=lambda at: -shared[at])[:CLOSEST]
    return [source.sentences[at] for at in sorted(order[:1] + [at for at in order[1:] if shared[at]])]


def _entailed(judged: Floats) -> list[float]:
    parts, all_text = judged[:-1], judged[-1]
    best = int(parts[:, ENTAILMENT].argmax())
    return [
        parts[best, ENTAILMENT],
        parts[:, CONTRADICTION].max(),
        parts[best, CONTRADICTION],
        all_text[ENTAILMENT],
        all_text[CONTRADICTION],
        (parts[:, ENTAILMENT] - parts[:, CONTRADICTION]).max(),
    ]


def features(pairs: Sequence[tuple[ParsedText, ParsedText]], model: Entailer | None) -> Floats:
    """Return a row for each pair; with a model, it is asked where no name was exchanged."""
    rows = np.array([lexical(*pair) for pair in pairs], np.float64).reshape(len(pairs), len(LEXICAL))
    if model is None:
        return rows
    unchanged = np.flatnonzero(~exchanged(rows)).tolist()
    judged = np.zeros((len(pairs), len(ENTAILED)))
    judged[unchanged] = entailed([pairs[at] for at in unchanged], model)
    return np.hstack([rows, judged])


def repeats(rows: Floats) -> NDArray[np.bool_]:
    """Return which rows are of claims that stand nearly word for word in the source."""
    chosen: NDArray[np.bool_] = rows[:, LEXICAL.index("repeated")] >= COPIED
    return chosen


def exchanged(rows: Floats) -> NDArray[np.bool_]:
    """Return which rows are of such claims with another name for something."""
    chosen: NDArray[np.bool_] = rows[:, LEXICAL.index(SWAP)] > 0
    return chosen
