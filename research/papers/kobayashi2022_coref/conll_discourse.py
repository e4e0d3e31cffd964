"""What reviews speak of as a CoNLL-2012 file, for coreference scorers and viewers; bridging links stay in Python.

Mentions become ranges of tokens. One without a token of its own (an unsaid subject) has no place in such a file, and of
two of one cluster that cross, which its brackets cannot show, the longer one stays.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path

from voxpop.entities.mentions import Discourse
from voxpop.metrics.conll import ClusteredDocument, write_conll
from voxpop.types import Sentence

Range = tuple[int, int]


def document(
    name: str, discourse: Discourse, sentences: Sequence[Sentence]
) -> tuple[ClusteredDocument, list[list[str]]]:
    """The clusters of a review, the product's first, and the words of its sentences."""
    tokens = [token for sentence in sentences for token in sentence.tokens]
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    clusters: dict[int, list[Range]] = {}
    for mention in discourse.mentions:
        first, last = bisect_right(ends, mention.start), bisect_left(starts, mention.end)
        if first < last:
            clusters.setdefault(mention.cluster, []).append((first, last))
    ordered = [tuple(_nested(clusters[number])) for number in sorted(clusters)]
    words = [[token.text for token in sentence.tokens] for sentence in sentences]
    return ClusteredDocument(name, tuple(ordered), len(tokens)), words


def _nested(ranges: Iterable[Range]) -> list[Range]:
    nested: list[Range] = []
    for first, last in sorted(set(ranges), key=lambda pair: pair[0] - pair[1]):
        if not any(a < first < b < last or first < a < last < b for a, b in nested):
            nested.append((first, last))
    return sorted(nested)


def export(path: str | Path, reviews: Iterable[tuple[str, Discourse, Sequence[Sentence]]]) -> None:
    """Writes reviews, each with its name, what it speaks of and its sentences."""
    made = [document(*review) for review in reviews]
    write_conll(path, [document for document, _ in made], words={document.id: words for document, words in made})
