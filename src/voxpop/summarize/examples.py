"""Examples of what reviews say of a topic: statements that many of the others come close to in meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from voxpop.aggregate.key_points import FEWEST, label_faults
from voxpop.aggregate.whole_phrases import stands_alone
from voxpop.lang import language
from voxpop.lang.memo import Memo
from voxpop.lang.opinion_lexicon import says_only_good_or_bad

MIN_CONFIDENCE = 0.83  # the chance that an opinion and its category are right, from which its words may be an example
SAMPLE = 120  # reviews that speak so of a topic, on average, from which its examples are chosen
NEAR = 0.6  # the similarity of meanings from which a review says nearly what an example says
MIN_SHARE = 0.07  # share of the reviews that must say nearly the same
CANDIDATES = 12  # statements that are looked at for each example, the closest to the others first
MAX_EXAMPLES = 4  # examples of a topic
COMMON = 0.3  # what it is worth, as such a similarity, if all reviews use the words of a statement
FAULT = 0.1  # what a fault of a statement costs, as similarity to the others
MAX_LENGTH = 45  # characters of an example; where words have no spaces between them, a third of it


class TopicStatement(NamedTuple):
    """What a review says of a topic."""

    text: str
    before: str  # the characters before it in the review
    after: str  # and after it
    verdict: str  # the words without the target
    review: int
    opinion_start: int  # of the opinion that holds it
    meaning: bytes


class Example(NamedTuple):
    """An example of what is said of a topic, and in which share of the reviews nearly the same is said."""

    text: str
    share: float
    place: tuple[int, int]  # of the opinion that holds it: the number of its review, and its start


def choose_examples(statements: Sequence[TopicStatement], sign: int, lang: str) -> tuple[Example, ...]:
    """Return the statements that stand best for what reviews say of a topic, each for others than those before it."""
    if not statements:
        return ()
    meanings = np.array([np.frombuffer(one.meaning, np.int8) for one in statements], np.float32)
    products = meanings @ meanings.T  # whole numbers, so that nothing is rounded
    lengths = np.sqrt(np.maximum(products.diagonal(), 1))
    alike = products / np.outer(lengths, lengths)
    reviews = np.array([one.review for one in statements])
    count = len(np.unique(reviews))
    common = COMMON * np.array(common_words(statements, lang))
    is_left = np.ones(len(statements), np.bool_)  # nearly the same as no example
    examples: list[Example] = []
    faults: Memo[int, float | None] = Memo(
        lambda place: faults_of(statements[place], sign, lang), limit=len(statements)
    )
    while len(examples) < MAX_EXAMPLES and is_left.any():
        others = is_left & (reviews[:, None] != reviews)
        typical = (alike * others).sum(1) / np.maximum(others.sum(1), 1)
        worth = np.where(is_left, typical + common, -1)
        considered = np.argsort(-worth, kind="stable")[: min(CANDIDATES, is_left.sum())].tolist()
        place, best = considered[0], -np.inf
        for candidate in considered:
            if worth[candidate] <= best:
                break  # faults only take away from it
            found = faults[candidate]
            if found is not None and worth[candidate] - FAULT * found > best:
                place, best = candidate, worth[candidate] - FAULT * found
        if best == -np.inf:  # such as "worst service" throughout: what else is said?
            is_left[considered] = False
            continue
        is_near = is_left & (alike[place] >= NEAR)
        speaking = len(np.unique(reviews[is_near]))
        if speaking >= max(FEWEST, MIN_SHARE * count):
            one = statements[place]
            examples.append(Example(one.text, speaking / count, (one.review, one.opinion_start)))
        elif examples:
            break
        is_left &= ~is_near
        is_left[place] = False
    return tuple(examples)


def common_words(statements: Sequence[TopicStatement], lang: str) -> list[float]:
    """Return the share of the reviews that use the words of each statement, as a mean over its words."""
    stems = language(lang).stems
    words = [frozenset(map(stems.stem, stems.words(one.text))) for one in statements]
    used = Counter(
        word for _, word in {(s.review, word) for s, own in zip(statements, words, strict=True) for word in own}
    )
    count = len({one.review for one in statements})
    return [sum(used[word] for word in own) / (count * max(len(own), 1)) for own in words]


def faults_of(statement: TopicStatement, sign: int, lang: str) -> float | None:
    """Return how badly a statement can stand alone; None if it is no example at all."""
    here = language(lang)
    longest = MAX_LENGTH if here.script.IS_SPACED else MAX_LENGTH // 3
    if len(statement.text) > longest or says_only_good_or_bad(statement.verdict, lang):
        return None
    if not stands_alone(statement.before, statement.text, statement.after, lang):
        return None
    tokens = [token for sentence in here.parse([statement.text])[0] for token in sentence.tokens]
    return label_faults(statement.text, tokens, sign, lang) + len(statement.text) / longest
