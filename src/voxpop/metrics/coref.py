"""Coreference: MUC, B³, CEAF, BLANC, LEA and the CoNLL average, equal to the CoNLL reference scorer (version 8).

A document is a list of clusters, a cluster a list of mentions; mentions are equal or they are not, so anything
hashable will do: ``(start, end)`` or a name. Mentions on one side only ("twinless") stay where they are, as in the
reference. The figures are quotients of sums over all documents. Where nothing is asked for and nothing given a figure
is 0, also as in the reference: MUC of nothing but singletons, BLANC of a single mention.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from voxpop.errors import MeasureError, choose
from voxpop.metrics.clusters import ClusteredDocument, Mention, pair_documents
from voxpop.metrics.coref_counts import WIDTHS, Cluster, count_document
from voxpop.metrics.measure import (
    MEASURES,
    Array,
    Figures,
    Score,
    Scores,
    Sums,
    harmonic,
    ratio,
    same_length,
    sign,
)
from voxpop.metrics.score_table import Table

Clusters = Sequence[Collection[Mention]]
Documents = Sequence[Clusters | ClusteredDocument] | Mapping[str, ClusteredDocument]
Types = Sequence[Mapping[str, Collection[Mention]]] | Mapping[str, ClusteredDocument]
AVERAGED = ("muc", "b3", "ceafe")  # of which the CoNLL average is the mean


@MEASURES.register("coref")
def coref(gold: Documents, pred: Documents, *, singletons: str = "keep", by_type: bool = False) -> Scores:
    """``coref([[["a", "b"], ["c"]]], [[["a"], ["b", "c"]]])["conll"].value``

    ``singletons`` "drop" takes clusters of one mention out of both sides first. A mention that a prediction holds
    twice counts where it stands first; a gold mention in two clusters is an error. ``by_type`` adds the scores of
    ``coref_by_type``, as ``muc:main`` and so on, for gold documents by name that hold their mentions by type.
    """
    choose("singletons", singletons, ("keep", "drop"))
    keys, responses = _documents(gold, pred)
    same_length(keys, responses)
    drop = singletons == "drop"
    rows = []
    repeated = 0
    for number, (key, response) in enumerate(zip(keys, responses, strict=True)):
        golden, _ = _distinct(key.clusters, drop=drop, gold=key.id or str(number + 1))
        predicted, twice = _distinct(response.clusters, drop=drop)
        rows.append(count_document(golden, predicted))
        repeated += twice
    scores = _scores(np.array(rows, dtype=np.float64), singletons, repeated)
    return {**scores, **_with_types(keys, responses)} if by_type else scores


def coref_by_type(gold: Types, pred: Documents, *, at_least: int = 2) -> dict[str, Scores]:
    """The mentions of one type in a document are one gold cluster, and the union of all predicted clusters that share
    a mention with it is the prediction (Kobayashi and Malon, 2022, section 5).

    Documents with fewer than ``at_least`` mentions of a type are left out for it; predicted singletons are dropped.
    With one cluster on either side, CEAFφ4 precision cannot be lower than its recall: the row "Main" of the paper's
    Table 5, where it is, must have come about in another way.
    """
    typed: Documents = gold if isinstance(gold, Mapping) else [ClusteredDocument("", (), None, each) for each in gold]
    keys, responses = _documents(typed, pred)
    same_length(keys, responses)
    types = [key.types for key in keys]
    if not any(types):
        raise MeasureError("The gold says nothing of types: each document needs its mentions by type.")
    scores_of: dict[str, Scores] = {}
    for kind in dict.fromkeys(kind for mentions_by_type in types for kind in mentions_by_type):
        rows = []
        for mentions_by_type, response in zip(types, responses, strict=True):
            wanted = frozenset(mentions_by_type.get(kind, ()))
            if len(wanted) >= at_least:
                clusters, _ = _distinct(response.clusters, drop=True)
                union = frozenset().union(*(cluster for cluster in clusters if cluster & wanted))
                rows.append(count_document([wanted], [union] if union else []))
        if rows:
            table = np.array(rows, dtype=np.float64)
            scores_of[kind] = _scores(
                table, "drop", 0, type=kind.replace(" ", "_"), union="intersecting", least=at_least
            )
    return scores_of


def _with_types(keys: Sequence[ClusteredDocument], responses: Sequence[ClusteredDocument]) -> Scores:
    """The scores of each type under one roof, and a table of them in the details."""
    scores_of = coref_by_type([key.types for key in keys], responses)
    if not scores_of:
        raise MeasureError("No document of the gold has two mentions of one type: there is nothing to measure by type.")
    rows = tuple(
        (kind, scores["conll"].n, *(score.value for score in scores.values())) for kind, scores in scores_of.items()
    )
    table = Table(("type", "documents", *WIDTHS, "conll"), rows, "F1 by type of mention")
    scored = {f"{name}:{kind}": score for kind, scores in scores_of.items() for name, score in scores.items()}
    return {key: replace(score, name=key, details={**score.details, "by_type": table}) for key, score in scored.items()}


def _documents(gold: Documents, pred: Documents) -> tuple[list[ClusteredDocument], list[ClusteredDocument]]:
    if isinstance(gold, Mapping) and isinstance(pred, Mapping):
        return pair_documents(gold, pred)
    if isinstance(gold, Mapping) or isinstance(pred, Mapping):
        raise MeasureError("Gold and predictions must both be documents by name, or both be lists in the same order.")
    left, right = (
        [item if isinstance(item, ClusteredDocument) else ClusteredDocument("", item) for item in side]
        for side in (gold, pred)
    )
    return left, right


def _distinct(clusters: Clusters, *, drop: bool, gold: str | None = None) -> tuple[list[Cluster], int]:
    """Clusters as sets, each mention in one alone; also how many repetitions were taken out."""
    if str in map(type, clusters):
        raise MeasureError("A cluster is a string; a document is a list of clusters, and a cluster a list of mentions.")
    try:
        sets = [frozenset(cluster) for cluster in clusters]
    except TypeError:
        raise MeasureError("A mention must be a string or a tuple (start, end), not a list.") from None
    total = sum(map(len, sets))
    seen: set[Hashable] = set()
    if len(seen.union(*sets)) < total:
        if gold is not None:
            raise MeasureError(f"Document {gold} of the gold has a mention in two clusters; each belongs to one.")
        for number, cluster in enumerate(sets):
            sets[number] = cluster - seen
            seen |= cluster
    remaining = [cluster for cluster in sets if len(cluster) > drop]
    return remaining, sum(map(len, clusters)) - sum(map(len, sets))


def _scores(rows: Array, singletons: str, repeated: int, **more: object) -> Scores:
    settings = {"singletons": singletons, "twinless": "kept", "repeated": "first", "avg": "corpus", **more}

    def score(name: str, items: Array, finish: Callable[[Array, int], Figures]) -> Score:
        return Score(name, items, Sums(finish), sign(name, **settings), details={"repeated_mentions": repeated})

    starts = np.cumsum([0, *WIDTHS.values()])
    scores = {
        name: score(name, rows[:, start : start + width], _blanc if name == "blanc" else _quotients)
        for (name, width), start in zip(WIDTHS.items(), starts, strict=False)
    }
    items = np.concatenate([scores[name].items for name in AVERAGED], axis=1)
    return {**scores, "conll": score("conll", items, _average)}


def _quotients(sums: Array, n: int) -> Figures:
    """Recall and precision from (right, gold) and (right, predicted)."""
    recall, precision = ratio(sums[:, 0], sums[:, 1]), ratio(sums[:, 2], sums[:, 3])
    return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}


def _blanc(sums: Array, n: int) -> Figures:
    """The mean of both kinds of links, of one alone where the gold has no links of the other kind."""
    right, gold, predicted = sums[:, 0:2], sums[:, 2:4], sums[:, 4:6]
    recall, precision = ratio(right, gold), ratio(right, predicted)
    share = (gold > 0) / np.maximum((gold > 0).sum(axis=1, keepdims=True), 1)
    by_kind = {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}
    return {name: (values * share).sum(axis=1) for name, values in by_kind.items()}


def _average(sums: Array, n: int) -> Figures:
    parts = [_quotients(sums[:, at : at + 4], n)["f1"] for at in (0, 4, 8)]
    return {"f1": sum(parts[1:], parts[0]) / len(parts)}
