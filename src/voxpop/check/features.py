"""What speaks for and against a claim, in numbers: entailment, words in common, opinions, and what was changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from voxpop.aspects.vectors import REVIEWS, Vector, vectors
from voxpop.check.align import changes
from voxpop.check.base import CONTRADICTION, ENTAILMENT, Entailer, Floats
from voxpop.check.claims import claims
from voxpop.check.swaps import SIGNALS, signals
from voxpop.check.topics import same_side, topics
from voxpop.check.views import View
from voxpop.lang import language
from voxpop.types import Sentence

CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "VERB", "NUM"})
CLOSEST = 2  # sentences of a source that the model is asked about; more would cost time and tell little
COPIED = 0.7  # the share of a claim from which it counts as repeated
WORDS = (
    "words in common", "words in one sentence", "words alike", "words alike, the least", "opinions borne out",
    "opinions opposed", "opinions not found", "no opinion", "tone agrees", "repeated", "opposite", "negation",
    "another number", "unknown thing", "length",
)  # fmt: skip
EDITS = ("repeated", "opposite", "negation", "another number", "unknown thing")
ENTAILED = ("entailed by a sentence", "contradicted by a sentence", "contradicted there", "entailed by the text",
            "contradicted by the text", "difference, best")  # fmt: skip
LEXICAL = (*WORDS, *SIGNALS)  # what is known without a model
SWAPPED = (*EDITS, *SIGNALS)  # what tells whether another name is of another thing


def lexical(source: View, claim: View) -> list[float]:
    """All but entailment, in the order of ``LEXICAL``."""
    found = changes(source, claim)
    return [
        *covered(source, claim),
        *agreement(source, claim),
        tone(source) * tone(claim),
        found.repeated,
        found.opposite,
        found.negation,
        found.number,
        found.thing,
        min(1.0, sum(len(sentence.tokens) for sentence in claim.sentences) / 30),
        *signals(source, found.sentence, found.swaps if found.repeated >= COPIED else ()),
    ]


def words_of(sentences: Sequence[Sentence], lang: str) -> set[str]:
    stop = language(lang).stop_words
    return {
        token.lemma for one in sentences for token in one.tokens if token.tag in CONTENT and token.lemma not in stop
    }


def covered(source: View, claim: View) -> list[float]:
    """The share of a claim's words that the source has, in all and in one sentence; and how near the others come."""
    wanted = words_of(claim.sentences, claim.lang)
    if not wanted:
        return [0.0, 0.0, 0.0, 0.0]
    each = [words_of([sentence], source.lang) for sentence in source.sentences]
    known = set().union(*each)
    near = [nearness(word, known, claim.lang) for word in sorted(wanted)]
    best = max((len(wanted & words) for words in each), default=0)
    return [len(wanted & known) / len(wanted), best / len(wanted), float(np.mean(near)), min(near)]


def nearness(word: str, known: set[str], lang: str) -> float:
    """How near a word is to the nearest word of the source, 0 … 1."""
    if word in known:
        return 1.0
    own = unit_vector(word, lang)
    others = [vector for other in known if (vector := unit_vector(other, lang)) is not None]
    if own is None or not others:
        return 0.0
    return float(max(0.0, np.max(np.stack(others) @ own)))


@lru_cache(maxsize=100_000)
def unit_vector(word: str, lang: str) -> Vector | None:
    return vectors(REVIEWS[lang]).phrase((word,))


def agreement(source: View, claim: View) -> list[float]:
    """The shares of a claim's opinions that the source shares, opposes, and does not have; and whether it has none."""
    made = claims(claim)
    if not made:
        return [0.0, 0.0, 0.0, 1.0]
    like = topics(claim.lang)
    counts = np.zeros(3)
    for one in made:
        heard = [said for said in source.opinions if same_side(one.opinion, said) and like.match(one.opinion, said)]
        total = sum(said.polarity for said in heard) * one.sign
        counts[0 if total > 0 else 1 if heard else 2] += 1
    return [*(counts / len(made)).tolist(), 0.0]


def tone(view: View) -> float:
    felt = [opinion.polarity for opinion in view.opinions]
    return float(np.mean(felt)) if felt else 0.0


def entailed(pairs: Sequence[tuple[View, View]], model: Entailer) -> Floats:
    """Entailment by the nearest sentences of the source and by all of it, in the order of ``ENTAILED``."""
    asked, sizes = list[tuple[str, str]](), list[int]()
    for source, claim in pairs:
        parts = [source.text[one.start : one.end] for one in closest(source, claim)] or [source.text]
        asked += [(part, claim.text) for part in parts] + [(source.text, claim.text)]
        sizes.append(len(parts) + 1)
    judged = np.asarray(model.judge(asked), np.float64)
    rows, at = np.zeros((len(pairs), len(ENTAILED))), 0
    for place, size in enumerate(sizes):
        rows[place] = _entailed(judged[at : at + size])
        at += size
    return rows


def closest(source: View, claim: View) -> list[Sentence]:
    """The few sentences that share most words with a claim, in their order; all but one must share some."""
    wanted = words_of(claim.sentences, claim.lang)
    shared = [len(wanted & words_of([one], source.lang)) for one in source.sentences]
    order = sorted(range(len(shared)), key=lambda at: -shared[at])[:CLOSEST]
    return [source.sentences[at] for at in sorted(order[:1] + [at for at in order[1:] if shared[at]])]


def _entailed(judged: Floats) -> list[float]:
    parts, whole = judged[:-1], judged[-1]
    best = int(parts[:, ENTAILMENT].argmax())
    return [
        parts[best, ENTAILMENT],
        parts[:, CONTRADICTION].max(),
        parts[best, CONTRADICTION],
        whole[ENTAILMENT],
        whole[CONTRADICTION],
        (parts[:, ENTAILMENT] - parts[:, CONTRADICTION]).max(),
    ]


def features(pairs: Sequence[tuple[View, View]], model: Entailer | None) -> Floats:
    """A row for each pair: what words tell, then, with a model, what it says where no name was exchanged."""
    rows = np.array([lexical(*pair) for pair in pairs], np.float64).reshape(len(pairs), len(LEXICAL))
    if model is None:
        return rows
    asked = np.flatnonzero(~exchanged(rows)).tolist()
    judged = np.zeros((len(pairs), len(ENTAILED)))
    judged[asked] = entailed([pairs[at] for at in asked], model)
    return np.hstack([rows, judged])


def repeats(rows: Floats) -> NDArray[np.bool_]:
    """Which rows are of claims that stand nearly word for word in the source."""
    found: NDArray[np.bool_] = rows[:, LEXICAL.index("repeated")] >= COPIED
    return found


def exchanged(rows: Floats) -> NDArray[np.bool_]:
    """Which rows are of such claims with something called otherwise."""
    found: NDArray[np.bool_] = rows[:, LEXICAL.index("swap")] > 0
    return found
