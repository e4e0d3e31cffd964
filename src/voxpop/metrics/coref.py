"""Coreference: MUC, B³, CEAF, BLANC, LEA and the CoNLL average, equal to the CoNLL reference scorer (version 8).

A document is a list of clusters, a cluster a list of mentions; mentions are equal or they are not, so anything
hashable will do: ``(start, end)`` or a name. Mentions on one side only ("twinless") stay where they are, as in the
reference. The figures are quotients of sums over all documents. Where nothing is asked for and nothing given a figure
is 0, also as in the reference: MUC of nothing but singletons, BLANC of a single mention.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from voxpop.errors import MeasureError, choose
from voxpop.metrics.assignment import best_total
from voxpop.metrics.clusters import ClusteredDocument, Mention
from voxpop.metrics.measure import MEASURES, Array, Figures, Score, Scores, Sums, harmonic, ratio, same_length, sign
from voxpop.metrics.score_table import Table

Clusters = Sequence[Collection[Mention]]
Cluster = frozenset[Mention]
Shared = list[Mapping[int, int]]  # for each cluster: how many mentions it shares with which cluster of the other side
WIDTHS = {"mentions": 4, "muc": 4, "b3": 4, "ceafe": 4, "ceafm": 4, "lea": 4, "blanc": 6}
"""How many columns each measure has. Four: right and all of the gold, right and all of the predictions. BLANC: links
and non-links, of those right, in the gold, and predicted."""
AVERAGED = ("muc", "b3", "ceafe")  # of which the CoNLL average is the mean
MIN_MENTIONS = 2  # mentions of a type that a document must have to be scored by it


@MEASURES.register("coref")
def coref(
    gold: Sequence[Clusters | ClusteredDocument],
    pred: Sequence[Clusters | ClusteredDocument],
    *,
    singletons: str = "keep",
    by_type: bool = False,
) -> Scores:
    """``coref([[["a", "b"], ["c"]]], [[["a"], ["b", "c"]]])["conll"].value``

    ``singletons`` "drop" takes clusters of one mention out of both sides first. A mention that a prediction holds
    twice counts where it stands first; a gold mention in two clusters is an error. ``by_type`` adds the scores of
    each type of mention that the gold documents name, as ``muc:main`` and so on.
    """
    choose("singletons", singletons, ("keep", "drop"))
    same_length(gold, pred)
    keys, responses = (
        [item if isinstance(item, ClusteredDocument) else ClusteredDocument(item) for item in side]
        for side in (gold, pred)
    )
    drop = singletons == "drop"
    rows = []
    repeated = 0
    for number, (key, response) in enumerate(zip(keys, responses, strict=True), start=1):
        if None not in (key.tokens, response.tokens) and key.tokens != response.tokens:
            raise MeasureError(
                f"Document {number}: {key.tokens} tokens in the gold, {response.tokens} in the predictions; "
                "mentions can only be compared over the same tokens."
            )
        golden, _ = _distinct(key.clusters, drop=drop, gold=number)
        predicted, twice = _distinct(response.clusters, drop=drop)
        rows.append(count_document(golden, predicted))
        repeated += twice
    scores = _scores(np.array(rows, dtype=np.float64), singletons, repeated)
    return {**scores, **_by_type(keys, responses)} if by_type else scores


def _by_type(keys: Sequence[ClusteredDocument], responses: Sequence[ClusteredDocument]) -> Scores:
    """The mentions of one type in a document are one gold cluster, and the union of all predicted clusters that share
    a mention with it is the prediction (Kobayashi and Malon, 2022, section 5).

    Documents with fewer than two mentions of a type are left out for it; predicted singletons are dropped. With one
    cluster on either side, CEAFφ4 precision cannot be lower than its recall: the row "Main" of the paper's Table 5,
    where it is, must have come about in another way.
    """
    if not any(key.types for key in keys):
        raise MeasureError("The gold says nothing of types: each document needs its mentions by type.")
    scores: Scores = {}
    table = []
    for kind in dict.fromkeys(kind for key in keys for kind in key.types):
        rows = []
        for key, response in zip(keys, responses, strict=True):
            wanted = frozenset(key.types.get(kind, ()))
            if len(wanted) >= MIN_MENTIONS:
                clusters, _ = _distinct(response.clusters, drop=True)
                union = frozenset().union(*(cluster for cluster in clusters if cluster & wanted))
                rows.append(count_document([wanted], [union] if union else []))
        if rows:
            parts = {"type": kind.replace(" ", "_"), "union": "intersecting", "least": MIN_MENTIONS}
            of_type = _scores(np.array(rows, dtype=np.float64), "drop", 0, **parts)
            table.append((kind, len(rows), *(score.value for score in of_type.values())))
            scores |= {f"{name}:{kind}": score for name, score in of_type.items()}
    if not scores:
        raise MeasureError("No document of the gold has two mentions of one type: there is nothing to measure by type.")
    details = {"by_type": Table(("type", "documents", *WIDTHS, "conll"), tuple(table), "F1 by type of mention")}
    return {name: replace(score, name=name, details={**score.details, **details}) for name, score in scores.items()}


def _distinct(clusters: Clusters, *, drop: bool, gold: int | None = None) -> tuple[list[Cluster], int]:
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
    """Return the mean of both kinds of links, of one alone where the gold has no links of the other kind."""
    right, gold, predicted = sums[:, 0:2], sums[:, 2:4], sums[:, 4:6]
    recall, precision = ratio(right, gold), ratio(right, predicted)
    share = (gold > 0) / np.maximum((gold > 0).sum(axis=1, keepdims=True), 1)
    by_kind = {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}
    return {name: (values * share).sum(axis=1) for name, values in by_kind.items()}


def _average(sums: Array, n: int) -> Figures:
    parts = [_quotients(sums[:, at : at + 4], n)["f1"] for at in (0, 4, 8)]
    return {"f1": sum(parts[1:], parts[0]) / len(parts)}


def count_document(key: Sequence[Cluster], response: Sequence[Cluster]) -> list[float]:
    """Return the columns of all measures in a row. On a side, no mention may stand twice and no cluster be empty."""
    sizes, others = list(map(len, key)), list(map(len, response))
    forth, back = _shared(key, response)
    phi3 = best_total(forth)
    phi4 = best_total(
        [
            {other: 2 * shared / (size + others[other]) for other, shared in row.items()}
            for size, row in zip(sizes, forth, strict=True)
        ]
    )
    gold, predicted = _Side(sizes, forth, others), _Side(others, back, sizes)
    links = (gold.squares - gold.common) // 2  # that both sides have
    apart = _pairs(gold.common) - gold.kept_links - predicted.kept_links + links
    columns = {
        "mentions": (gold.common, gold.mentions, gold.common, predicted.mentions),
        "muc": (
            gold.mentions - gold.parts,
            gold.mentions - len(key),
            predicted.mentions - predicted.parts,
            predicted.mentions - len(response),
        ),
        "b3": (gold.b3, gold.mentions, predicted.b3, predicted.mentions),
        "ceafe": (phi4, len(key), phi4, len(response)),
        "ceafm": (phi3, gold.mentions, phi3, predicted.mentions),
        "lea": (gold.lea, gold.mentions, predicted.lea, predicted.mentions),
        "blanc": (
            *(links, apart),
            *(gold.links, _pairs(gold.mentions) - gold.links),
            *(predicted.links, _pairs(predicted.mentions) - predicted.links),
        ),
    }
    return [value for name in WIDTHS for value in columns[name]]


def _shared(key: Sequence[Cluster], response: Sequence[Cluster]) -> tuple[Shared, Shared]:
    there = {mention: number for number, cluster in enumerate(response) for mention in cluster}
    forth: Shared = [Counter(there[mention] for mention in cluster if mention in there) for cluster in key]
    back: list[dict[int, int]] = [{} for _ in response]
    for number, row in enumerate(forth):
        for other, shared in row.items():
            back[other][number] = shared
    return forth, [*back]


class _Side:
    """The sums over the clusters of one side, seen from the other.

    ``parts``: into how many the other side breaks them, a mention it does not have being a part (MUC). ``lea``: a
    cluster counts as much as it has mentions, times the share of its links that are resolved; a singleton has one
    link, to itself, resolved if it is a singleton on the other side too.
    """

    __slots__ = ("b3", "common", "kept_links", "lea", "links", "mentions", "parts", "squares")

    def __init__(self, sizes: list[int], shared: Shared, others: list[int]) -> None:
        self.mentions = sum(sizes)
        self.common = self.squares = self.parts = self.links = self.kept_links = 0
        self.b3 = self.lea = 0.0
        for size, row in zip(sizes, shared, strict=True):
            common = squares = 0
            for n in row.values():
                common += n
                squares += n * n
            self.common += common
            self.squares += squares
            self.parts += len(row) + size - common
            self.links += size * (size - 1) // 2
            self.kept_links += common * (common - 1) // 2
            self.b3 += squares / size
            if size > 1:
                self.lea += (squares - common) / (size - 1)
            elif row:
                self.lea += others[next(iter(row))] == 1


def _pairs(n: int) -> int:
    return n * (n - 1) // 2
