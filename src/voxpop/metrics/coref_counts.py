"""What the coreference measures count in one document, all from how many mentions each pair of clusters shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from voxpop.metrics.assignment import best_total
from voxpop.metrics.clusters import Mention

Cluster = frozenset[Mention]
Shared = list[Mapping[int, int]]  # for each cluster: how many mentions it shares with which cluster of the other side

WIDTHS = {"mentions": 4, "muc": 4, "b3": 4, "ceafe": 4, "ceafm": 4, "lea": 4, "blanc": 6}
"""How many columns each measure has. Four: right and all of the gold, right and all of the predictions. BLANC: links
and non-links, of those right, in the gold, and predicted."""


def count_document(key: Sequence[Cluster], response: Sequence[Cluster]) -> list[float]:
    """The columns of all measures in a row. Within a side no mention may stand twice, and no cluster be empty."""
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
