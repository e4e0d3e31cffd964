"""The checkers that are compared: ours and ROUGE, each with a score per item."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from research.factuality.frames import strip_frame
from research.papers.kobayashi2022_coref.factuality_sets import CheckedItem, by_language
from voxpop.check import Checker
from voxpop.check.parsed_texts import parse_texts
from voxpop.check.swaps import Floats, same_thing_score
from voxpop.lang import language
from voxpop.metrics.measure import harmonic
from voxpop.metrics.rouge import Rouge, rouge

OURS, ROUGE = "voxpop", "ROUGE-L"


def score_ours(item: CheckedItem) -> float:
    """Return how likely a name that the claim has in another's place is of the same thing; else the checker's score."""
    claim = strip_frame(item.claim, item.lang)
    source, read = parse_texts([item.source, claim], item.lang, product=item.product, opinions=False)
    score = same_thing_score(source, read)
    return Checker([item.source], product=item.product).check(claim).score if score is None else score


def _ours(items: Sequence[CheckedItem], lang: str) -> Floats:
    return np.array([score_ours(item) for item in items])


def _rouge(items: Sequence[CheckedItem], lang: str) -> Floats:
    """ROUGE-L F1 with the sentence of the source that is nearest by it."""
    cut = language(lang).sentences
    sources = [[one.source[slice(*span)] for span in cut(one.source)] or [one.source] for one in items]
    found = rouge(sources, [one.claim for one in items], variants=("L",), lang=lang)["rougeL"]
    matched, predicted, gold = found.items[:, 0], found.items[:, 1], found.items[:, 2]
    return harmonic(matched / np.maximum(predicted, 1), matched / np.maximum(gold, 1))


SYSTEMS: dict[str, Callable[[Sequence[CheckedItem], str], Floats]] = {OURS: _ours, ROUGE: _rouge}


def scores(items: Sequence[CheckedItem]) -> dict[str, Floats]:
    """Return every system's score of each item."""
    found = {name: np.zeros(len(items)) for name in SYSTEMS}
    for lang, own in by_language(items).items():
        for name, score in SYSTEMS.items():
            found[name][own] = score([items[at] for at in own], lang)
    return found


def signatures() -> dict[str, str]:
    return {"ROUGE": Rouge(variants=("L",)).signature("L", several=True)}
