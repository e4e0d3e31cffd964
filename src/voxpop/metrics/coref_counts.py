"""What the coreference measures count in one document, all from how many mentions each pair of clusters shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from voxpop.metrics.assignment import best_total
from voxpop.metrics.conll import Mention

Cluster = frozenset[Mention]
Shared = list[dict[int, int]]  # for each cluster: how many mentions it shares with which cluster of the other side

QUOTIENTS = ("right_of_gold", "gold", "right_of_predicted", "predicted")
COLUMNS = {**dict.fromkeys(("mentions", "muc", "b3", "ceafe", "ceafm", "lea"), QUOTIENTS),
           "blanc": ("right_links", "right_non_links", "gold_links", "gold_non_links", "predicted_links",
                     "predicted_non_links")}  # fmt: skip
WIDTHS = {name: len(columns) for name, columns in COLUMNS.items()}


def count_document(key: Sequence[Cluster], response: Sequence[Cluster]) -> list[float]:
    """The columns of all measures in a row. Within a side no mention may stand twice, and no cluster be empty."""
    there = {mention: number for number, cluster in enumerate(response) for mention in cluster}
    forth: Shared = [Counter(there[mention] for mention in cluster if mention in there) for cluster in key]
    back: Shared = [{} for _ in response]
    for number, row in enumerate(forth):
        for other, shared in row.items():
            back[other][number] = shared
    sizes, others = list(map(len, key)), list(map(len, response))
    gold, predicted = sum(sizes), sum(others)
    common = sum(sum(row.values()) for row in forth)
    phi3 = best_total(forth)
    phi4 = best_total([{other: 2 * shared / (size + others[other]) for other, shared in row.items()}
                       for size, row in zip(sizes, forth, strict=True)])  # fmt: skip
    return [
        common, gold, common, predicted,
        *_muc(sizes, forth), *_muc(others, back),
        _b3(sizes, forth), gold, _b3(others, back), predicted,
        phi4, len(sizes), phi4, len(others),
        phi3, gold, phi3, predicted,
        _lea(sizes, forth, others), gold, _lea(others, back, sizes), predicted,
        *_blanc(sizes, others, forth, back),
    ]  # fmt: skip


def _muc(sizes: list[int], shared: Shared) -> tuple[int, int]:
    """Links kept and links there: a cluster falls into as many parts as the other side makes of it."""
    parts = sum(len(row) + size - sum(row.values()) for size, row in zip(sizes, shared, strict=True))
    mentions = sum(sizes)
    return mentions - parts, mentions - len(sizes)


def _b3(sizes: list[int], shared: Shared) -> float:
    return sum(sum(n * n for n in row.values()) / size for size, row in zip(sizes, shared, strict=True))


def _lea(sizes: list[int], shared: Shared, others: list[int]) -> float:
    """Each cluster counts as much as it has mentions, times the share of its links that are resolved. A singleton
    has one link, to itself, resolved if it is a singleton on the other side too."""
    total = 0.0
    for size, row in zip(sizes, shared, strict=True):
        if size == 1:
            total += any(others[other] == 1 for other in row)
        else:
            total += sum(n * (n - 1) for n in row.values()) / (size - 1)
    return total


def _blanc(sizes: list[int], others: list[int], forth: Shared, back: Shared) -> list[int]:
    links = sum(_pairs(n) for row in forth for n in row.values())
    kept = [sum(row.values()) for row in forth]
    kept_back = [sum(row.values()) for row in back]
    apart = _pairs(sum(kept)) - sum(map(_pairs, kept)) - sum(map(_pairs, kept_back)) + links
    gold, predicted = sum(map(_pairs, sizes)), sum(map(_pairs, others))
    return [links, apart, gold, _pairs(sum(sizes)) - gold, predicted, _pairs(sum(others)) - predicted]


def _pairs(n: int) -> int:
    return n * (n - 1) // 2
