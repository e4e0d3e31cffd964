"""A method's few prominent aspects against what people name (supplement of Luo et al., 2018).

Hard accuracy is the share of the human terms, repetitions included, that are among the method's aspects. Soft accuracy
gives each human term the highest similarity it has to one of them, under a similarity that is stated: by default
1 for the same word or one of a small open table of near-synonyms, else the share of words in common, so that
"battery life" earns a half for "battery".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from voxpop.errors import MeasureError, OptionError, choose
from voxpop.metrics.measure import MEASURES, ItemError, Scores, mean_score, same_length, sign
from voxpop.metrics.score_table import Table

Similarity = Callable[[str, str], float]
TOP = 5  # aspects a method may name, as many as each annotator did


@MEASURES.register("prominent")
def prominent(
    gold: Sequence[str | Sequence[str]],
    pred: Sequence[Sequence[str]],
    *,
    top: int = TOP,
    similarity: Similarity | None = None,
    name: str = "table",
) -> Scores:
    """``prominent(["hotel"], [["room", "price", "staff", "location", "food"]])["hard"].value``

    Each gold item is a product type of the paper or its human terms; each prediction the ranked aspects for it, of
    which the first ``top`` count. A ``similarity`` of your own needs a ``name``, for the signature.
    """
    same_length(gold, pred)
    if similarity is not None and name == "table":
        raise OptionError("Give your similarity a name: it is part of the signature.")
    if top < 1:
        raise OptionError(f"top must be at least 1, not {top}.")
    alike = similarity or table_similarity
    rows: list[tuple[float, float]] = []
    means_of: dict[str, tuple[float, float]] = {}
    for number, (item, aspects) in enumerate(zip(gold, pred, strict=True), start=1):
        terms = _plain(human_terms(item) if isinstance(item, str) else item)
        chosen = _plain(aspects)[:top]
        if not terms:
            raise ItemError("gold", number, "there are no terms.")
        scored = [(float(term in chosen), _soft(term, chosen, alike)) for term in terms]
        hard, near = np.mean(scored, axis=0).tolist()
        means_of[item if isinstance(item, str) else str(number)] = (hard, near)
        rows += scored
    by_item = Table(("item", "hard", "soft"), tuple((key, *values) for key, values in means_of.items()))
    signatures = {
        "hard": sign("prominent_hard", top=top, case="lower", match="exact"),
        "soft": sign("prominent_soft", top=top, case="lower", match=name),
    }
    return {
        kind: mean_score(kind, values, signatures[kind], details={"by_item": by_item})
        for kind, values in zip(signatures, np.array(rows).T, strict=True)
    }


def human_terms(product: str, *, corrected: bool = False) -> list[str]:
    """The 25 terms of Table 1 for a product type, one annotator's five after another's.

    The table prints "keyword" once under laptop, which must be "keyboard"; ``corrected`` reads it so.
    """
    rows = table_1()
    terms = [term for row in rows[choose("product type", product, rows)] for term in row]
    return ["keyboard" if corrected and term == "keyword" else term for term in terms]


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
    """The groups of near-synonyms in the table."""
    text = files("voxpop.metrics").joinpath("data", "synonyms.txt").read_text(encoding="utf-8")
    return [{word.replace("_", " ") for word in line.split()} for line in text.splitlines()]


def _soft(term: str, chosen: Sequence[str], alike: Similarity) -> float:
    nearest = max((alike(term, aspect) for aspect in chosen), default=0.0)
    if not 0 <= nearest <= 1:
        raise MeasureError(f"The similarity of {term!r} came out as {nearest}; it must lie between 0 and 1.")
    return float(nearest)


def _plain(terms: Sequence[str]) -> list[str]:
    return [" ".join(term.lower().split()) for term in terms]
