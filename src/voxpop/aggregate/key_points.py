"""Key points: which statements say the same, and the words that tell it best (after Bar-Haim et al., 2020).

Statements are grouped by the meaning vectors of ``extract/meaning.py``, each kind by itself, so that praise never joins
blame: two groups become one while the mean similarity between their statements is at least ``ALIKE`` (average linkage).
Of many statements a sample is grouped, and the others join the group they are closest to. The result depends neither on
the order of the reviews nor on chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from voxpop.lang.punctuation import SENTENCE_ENDS
from voxpop.types import KeyPointKind

Floats = NDArray[np.float32]
Places = NDArray[np.int64]

ALIKE = 0.65  # chosen on development domains: ``python -m research.evaluate --only key_points --part dev``
SAMPLE = 4000  # statements of a kind that are grouped with each other; beyond, a point of one in 2,000 may be missed
ROUNDING = 1e-5  # of a similarity
FEWEST = 2  # reviews that make a point
SHORT, LONG = 8, 48  # characters of a label: shorter says little, longer is no short statement


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements of one language, in columns. ``text`` is the clause from the first to the last word of each."""

    review: Places
    start: Places
    text: list[str]
    has_target: NDArray[np.bool_]
    polarity: Floats
    wish: NDArray[np.bool_]
    meaning: NDArray[np.int8]  # (statements, 64)
    target_start: list[int | None]
    words_start: Places

    def __len__(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class StatementGroup:
    """Statements that say the same, by their places among all; ``label`` is the place of the one that tells it best."""

    kind: KeyPointKind
    label: int
    members: Places
    closeness: Floats  # of each member to all of them


def group_statements(statements: Statements) -> list[StatementGroup]:
    """Return the groups of statements that at least two reviews make, those of most reviews first."""
    groups: list[StatementGroup] = []
    signs = np.sign(statements.polarity)
    kinds: dict[KeyPointKind, NDArray[np.bool_]] = {
        "complaint": (signs < 0) & ~statements.wish, "praise": (signs > 0) & ~statements.wish, "wish": statements.wish,
    }  # fmt: skip
    for kind, chosen in kinds.items():
        places = in_lasting_order(statements, np.flatnonzero(chosen))
        vectors = unit(statements.meaning[places].astype(np.float32))
        for members in group_vectors(vectors):
            whole = places[members]
            if len(set(statements.review[whole].tolist())) >= FEWEST:
                closeness = vectors[members] @ unit(vectors[members].mean(0))
                groups.append(
                    StatementGroup(kind, int(whole[best_label(statements, whole, closeness)]), whole, closeness)
                )
    return sorted(groups, key=lambda group: -len(set(statements.review[group.members].tolist())))


def in_lasting_order(statements: Statements, places: Places) -> Places:
    """Return places in an order that does not depend on that of the reviews: a sample of the first is random."""
    texts = statements.text
    tickets = [(crc32(texts[place].encode("utf-8", "replace")), texts[place], int(place)) for place in places.tolist()]
    meaning = statements.meaning
    tickets.sort(key=lambda ticket: (*ticket[:2], meaning[ticket[2]].tobytes()))
    return np.array([place for *_, place in tickets], np.int64)


def group_vectors(vectors: Floats) -> list[Places]:
    """Return groups of unit vectors that are alike, by their places."""
    groups = average_linkage(vectors[:SAMPLE])
    if len(vectors) <= SAMPLE or not groups:
        return groups
    means = np.stack([vectors[group].mean(0) for group in groups])
    joined: list[list[int]] = [group.tolist() for group in groups]
    for first in range(SAMPLE, len(vectors), SAMPLE):
        likeness = vectors[first : first + SAMPLE] @ means.T
        closest = likeness.argmax(1)
        for place in np.flatnonzero(likeness.max(1) >= ALIKE).tolist():
            joined[int(closest[place])].append(first + place)
    return [np.array(group, np.int64) for group in joined]


def average_linkage(vectors: Floats, alike: float = ALIKE) -> list[Places]:
    """Return groups of at least two, joined as long as their mean similarity is at least ``alike``.

    It follows chains of nearest neighbours (Murtagh, 1983): two groups that are each other's nearest are joined, and
    one whose nearest is too far will never be. The mean similarity of two groups is the product of their mean vectors.
    """
    means, active = vectors.copy(), np.ones(len(vectors), np.bool_)
    members: list[list[int]] = [[place] for place in range(len(vectors))]
    chain: list[int] = []
    while chain or active.any():
        if not chain:
            chain.append(int(active.argmax()))
        tip = chain[-1]
        likeness = np.where(active, means @ means[tip], -2.0)
        likeness[tip] = -2.0
        before = chain[-2] if len(chain) > 1 else -1
        nearest = before if before >= 0 and likeness[before] >= likeness.max() - ROUNDING else int(likeness.argmax())
        if likeness[nearest] < alike:
            active[tip] = False
            chain.pop()
        elif nearest != before:
            chain.append(nearest)
        else:
            sizes = len(members[tip]), len(members[nearest])
            means[nearest] = (means[tip] * sizes[0] + means[nearest] * sizes[1]) / sum(sizes)
            members[nearest] += members[tip]
            members[tip], active[tip] = [], False
            del chain[-2:]
    return [np.array(sorted(group), np.int64) for group in members if len(group) > 1]


def best_label(statements: Statements, places: Places, closeness: Floats) -> int:
    """Return which of some statements tells best what all of them say: close to all, short, and with its target."""

    def worth(number: int) -> tuple[float, str]:
        text = statements.text[places[number]]
        length = len(text.encode("utf-8"))  # a Chinese character says as much as three letters
        too_long = max(0, length - LONG) / 100 + max(0, SHORT - length) / 20
        whole = 0.1 * bool(statements.has_target[places[number]])
        broken = 0.2 * any(mark in text for mark in SENTENCE_ENDS + "\n")
        return float(closeness[number]) + whole - too_long - broken, text

    return max(range(len(places)), key=worth)


def unit(vectors: Floats) -> Floats:
    """Return vectors of length one."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    units: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return units
