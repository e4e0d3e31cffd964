"""A method's few prominent aspects against what people name (supplement of Luo et al., 2018).

Hard accuracy is the share of the human terms, repetitions included, that are among the method's aspects. Soft accuracy
gives each human term the highest similarity it has to one of them:
1 for the same word or one of a small open table of near-synonyms, else the share of words in common, so that
"battery life" earns a half for "battery".
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from voxpop.errors import OptionError, choose
from voxpop.metrics.measure import MEASURES, ItemError, Scores, mean_score, same_length, sign
from voxpop.metrics.score_table import Table

TOP = 5  # aspects a method may name, as many as each annotator did


@MEASURES.register("prominent")
def prominent(gold: Sequence[str | Sequence[str]], pred: Sequence[Sequence[str]], *, top: int = TOP) -> Scores:
    """``prominent(["hotel"], [["room", "price", "staff", "location", "food"]])["hard"].value``

    Each gold item is a product type of the paper or its human terms; each prediction the ranked aspects for it, of
    which the first ``top`` count.
    """
    same_length(gold, pred)
    if top < 1:
        raise OptionError(f"top must be at least 1, not {top}.")
    rows: list[tuple[float, float]] = []
    by_item = []
    for number, (item, aspects) in enumerate(zip(gold, pred, strict=True), start=1):
        terms = _normalize(human_terms(item) if isinstance(item, str) else item)
        chosen = _normalize(aspects)[:top]
        if not terms:
            raise ItemError("gold", number, "there are no terms.")
        scored = [
            (float(term in chosen), max((table_similarity(term, aspect) for aspect in chosen), default=0.0))
            for term in terms
        ]
        by_item.append((item if isinstance(item, str) else str(number), *np.mean(scored, axis=0).tolist()))
        rows += scored
    details = {"by_item": Table(("item", "hard", "soft"), tuple(by_item))}
    hard, soft = np.array(rows).T
    return {
        "hard": mean_score("hard", hard, sign("prominent_hard", top=top, case="lower", match="exact"), details=details),
        "soft": mean_score("soft", soft, sign("prominent_soft", top=top, case="lower", match="table"), details=details),
    }


def human_terms(product: str) -> list[str]:
    """Return the 25 terms of Table 1 for a product type as printed ("keyword" too), annotator by annotator."""
    rows = table_1()
    return [term for row in rows[choose("product type", product, rows)] for term in row]


@cache
def table_1() -> Mapping[str, list[list[str]]]:
    """Product type → five annotators → five terms."""
    source = files("voxpop.metrics").joinpath("data", "prominent.json")
    annotations: dict[str, list[list[str]]] = json.loads(source.read_text(encoding="utf-8"))
    return annotations


def table_similarity(first: str, second: str) -> float:
    """1 for the same term or near-synonyms of the table, else words in common over words in either."""
    if first == second or any(first in group and second in group for group in _synonyms()):
        return 1.0
    left, right = set(first.split()), set(second.split())
    return len(left & right) / len(left | right)


@cache
def _synonyms() -> list[set[str]]:
    """Return the groups of near-synonyms in the table."""
    text = files("voxpop.metrics").joinpath("data", "synonyms.txt").read_text(encoding="utf-8")
    return [{word.replace("_", " ") for word in line.split()} for line in text.splitlines()]


def _normalize(terms: Sequence[str]) -> list[str]:
    return [" ".join(term.lower().split()) for term in terms]
