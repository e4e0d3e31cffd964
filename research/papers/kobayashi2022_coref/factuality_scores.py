"""The checkers that are compared: ours and ROUGE, each with a score per item."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from research.factuality.frames import strip_frame
from research.factuality.name_swaps import SAME, Floats, same_thing_score
from research.factuality.thing_mentions import resolve_texts
from research.papers.kobayashi2022_coref.factuality_sets import CheckedItem, by_language
from voxpop.check import Checker
from voxpop.lang import language
from voxpop.metrics.measure import harmonic
from voxpop.metrics.rouge import Rouge, rouge
from voxpop.types import Product

OURS, ROUGE = "voxpop", "ROUGE-L"


def score_names(item: CheckedItem) -> float:
    """Return how likely a name that the claim has in another's place is of the same thing; where there is none, SAME."""
    source, claim = resolve_texts([item.source, item.claim], item.lang, product=item.product, opinions=False)
    score = same_thing_score(source, claim)
    return SAME if score is None else score


def score_sentence(item: CheckedItem) -> float:
    """Return the checker's score of a claim."""
    return _checker(item.source, item.product).check(strip_frame(item.claim, item.lang)).score


@lru_cache(maxsize=64)
def _checker(source: str, product: Product | None) -> Checker:
    """Return what checks claims against one source; many claims are of the same."""
    return Checker([source], product=product)


def _rouge(items: Sequence[CheckedItem], lang: str) -> Floats:
    """ROUGE-L F1 with the sentence of the source that is nearest by it."""
    cut = language(lang).sentences
    sources = [[one.source[slice(*span)] for span in cut(one.source)] or [one.source] for one in items]
    found = rouge(sources, [one.claim for one in items], variants=("L",), lang=lang)["rougeL"]
    matched, predicted, gold = found.items[:, 0], found.items[:, 1], found.items[:, 2]
    return harmonic(matched / np.maximum(predicted, 1), matched / np.maximum(gold, 1))


def scores(items: Sequence[CheckedItem], *, ours: Callable[[CheckedItem], float]) -> dict[str, Floats]:
    """Return the scores of the items by ours and by ROUGE."""
    found = {OURS: np.array([ours(item) for item in items]), ROUGE: np.zeros(len(items))}
    for lang, own in by_language(items).items():
        found[ROUGE][own] = _rouge([items[at] for at in own], lang)
    return found


def signatures() -> dict[str, str]:
    return {"ROUGE": Rouge(variants=("L",)).signature("L", several=True)}
