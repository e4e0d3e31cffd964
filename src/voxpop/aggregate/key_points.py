"""Key points: which statements say the same, and the words that tell it best (after Bar-Haim et al., 2020).

Statements are grouped by the meaning vectors of ``extract/meaning.py``, each kind by itself, so that praise never joins
blame: two groups become one while the mean similarity between their statements is large enough (average linkage).
Of many statements a sample is grouped, and the others join the group they are closest to, as they pass by: what is held
does not grow with the reviews. The result depends neither on the order of the reviews nor on chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.clause_tones import sentence_tones
from voxpop.lang import language
from voxpop.types import KeyPointKind, Sentence

Floats = NDArray[np.float32]
Places = NDArray[np.int64]

SAMPLE = 4000  # statements of a kind that are grouped with each other; beyond, a point of one in 2,000 may be missed
ROUNDING = 1e-5  # of a similarity
FEWEST = 2  # reviews that make a point
SHORT = 8  # bytes of a label, below which it says little
TYPICAL, CANDIDATES = 100, 24  # members of a group that its words are counted in, and that may be its label
NO_BEGINNING = ("CCONJ", "PUNCT", "SYM")  # tags
CONTENT = ("NOUN", "PROPN", "VERB", "ADJ")
SIGNS: dict[KeyPointKind, int] = {"complaint": -1, "praise": 1, "wish": 0}


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
    before: Sequence[str] = ()  # the characters before each text, so that one can tell where it begins inside a word

    def __len__(self) -> int:
        return len(self.text)

    def place(self, at: int) -> tuple[int, int, int]:
        """What tells a statement from all others: its review and where its words and its target start."""
        target = self.target_start[at]
        return int(self.review[at]), int(self.words_start[at]), -1 if target is None else target


class SaidStatement(NamedTuple):
    """One statement. The order of such is the same whatever that of the reviews, and the first of many are a sample."""

    ticket: int  # a checksum of its text
    text: str
    meaning: bytes
    review: int
    words_start: int
    target_start: int  # -1: it has none
    start: int
    has_target: bool
    polarity: float
    before: str

    @property
    def place(self) -> tuple[int, int, int]:
        """What tells it from all others."""
        return self.review, self.words_start, self.target_start


class PointLabel(NamedTuple):
    """A key point: the number of its group, and the place of the words that it is told in."""

    group: int
    kind: KeyPointKind
    review: int
    start: int
    end: int
    text: str


@dataclass(slots=True)
class StatementGroup:
    """Statements that say the same, counted as they come."""

    kind: KeyPointKind
    middle: Floats  # the mean of those in the sample
    reviews: int = 0
    statements: int = 0
    polarity: float = 0.0  # the sum of theirs
    typical: list[tuple[float, SaidStatement]] = field(default_factory=list)  # the closest: minus closeness, statement


class PointFinder:
    """Groups the statements of a language, which come twice in batches of whole reviews; none are held but a sample.

    First ``sample`` takes each batch, then ``assign`` tells which of its statements belong to which group, and at the
    end ``points`` returns the groups that at least two reviews make. Batches may come in any order and size.
    """

    def __init__(self, lang: str, *, fast: bool = False) -> None:
        """Begin; ``fast`` says that the small reader made the meanings."""
        rules = language(lang).key_point_rules
        self._lang, self._alike = lang, rules.ALIKE_FAST if fast else rules.ALIKE
        self._samples: dict[KeyPointKind, list[SaidStatement]] = {kind: [] for kind in SIGNS}
        self._group_of: dict[tuple[int, int, int], int] = {}  # of each statement of the sample; -1: none

    def sample(self, batch: Statements) -> None:
        """Keep the first of the statements of each kind in an order that no split of the reviews changes."""
        for kind, places in kinds_of(batch, self._lang).items():
            kept = self._samples[kind]
            kept += said_statements(batch, places, kept[-1].ticket if len(kept) == SAMPLE else None)
            kept.sort()
            del kept[SAMPLE:]

    @cached_property
    def groups(self) -> list[StatementGroup]:
        """The groups of the sample."""
        groups: list[StatementGroup] = []
        for kind, sample in self._samples.items():
            self._group_of.update(dict.fromkeys((one.place for one in sample), -1))
            vectors = unit_vectors([one.meaning for one in sample])
            for members in average_linkage(vectors, self._alike):
                self._group_of.update(dict.fromkeys((sample[place].place for place in members), len(groups)))
                groups.append(StatementGroup(kind, vectors[members].mean(0)))
        return groups

    def assign(self, batch: Statements) -> tuple[Places, Places, Floats]:
        """Return the places of the statements that belong to a group, its number, and how close each is to its middle.

        Those of the sample were grouped with each other; the others join the closest group that is close enough.
        """
        found, groups = [], self.groups
        sampled = np.fromiter((review for review, *_ in self._group_of), np.int64)
        for kind, places in kinds_of(batch, self._lang).items():
            ours = np.array([number for number, group in enumerate(groups) if group.kind == kind], np.int64)
            if not len(ours) or not len(places):
                continue
            vectors = unit(batch.meaning[places].astype(np.float32))
            middles = np.stack([groups[number].middle for number in ours])
            likeness = vectors @ middles.T
            numbers = np.where(likeness.max(1) >= self._alike, ours[likeness.argmax(1)], -1)
            for at in np.flatnonzero(np.isin(batch.review[places], sampled)).tolist():
                numbers[at] = self._group_of.get(batch.place(int(places[at])), numbers[at])
            chosen = np.flatnonzero(numbers >= 0)
            columns = numbers[chosen] - ours[0]  # the groups of a kind have numbers in a row
            closeness = np.einsum("ij,ij->i", vectors[chosen], unit(middles)[columns])
            found.append((places[chosen], numbers[chosen], closeness))
        if not found:
            return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32)
        assigned = tuple(np.concatenate(columns) for columns in zip(*found, strict=True))
        self._count(batch, *assigned)
        return assigned  # type: ignore[return-value]

    def _count(self, batch: Statements, places: Places, numbers: Places, closeness: Floats) -> None:
        order = np.argsort(numbers, kind="stable")
        firsts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        for members in np.split(order, firsts[1:]):
            group = self.groups[int(numbers[members[0]])]
            ours = places[members]
            group.reviews += len(np.unique(batch.review[ours]))
            group.statements += len(ours)
            group.polarity += float(batch.polarity[ours].sum(dtype=np.float64))
            least = -group.typical[-1][0] if len(group.typical) == TYPICAL else -1.0
            near = members[closeness[members] >= least]
            said = said_statements(batch, places[near])
            group.typical = sorted([*group.typical, *zip((-closeness[near]).tolist(), said, strict=True)])[:TYPICAL]

    def points(self) -> list[PointLabel]:
        """Return the key points, those of most reviews first."""
        numbers = [number for number, group in enumerate(self.groups) if group.reviews >= FEWEST]
        numbers.sort(key=lambda number: -self.groups[number].reviews)
        return choose_labels({number: self.groups[number] for number in numbers}, self._lang)


def kinds_of(statements: Statements, lang: str) -> dict[KeyPointKind, Places]:
    """Return the places of complaints, praise and wishes."""
    signs, search = np.sign(statements.polarity), language(lang).key_point_rules.WISH.search
    wish = statements.wish | (signs <= 0) & np.array([*map(bool, map(search, statements.text))], np.bool_)
    return {
        "complaint": np.flatnonzero((signs < 0) & ~wish),
        "praise": np.flatnonzero((signs > 0) & ~wish),
        "wish": np.flatnonzero(wish),
    }


def said_statements(statements: Statements, places: Places, most: int | None = None) -> list[SaidStatement]:
    """Return statements by their places; only those whose ticket is at most ``most``, if it is given."""
    said = []
    for place in places.tolist():
        text = statements.text[place]
        ticket = crc32(text.encode("utf-8", "replace"))
        if most is None or ticket <= most:
            review, words_start, target_start = statements.place(place)
            said.append(
                SaidStatement(
                    ticket, text, statements.meaning[place].tobytes(), review, words_start, target_start,
                    int(statements.start[place]), bool(statements.has_target[place]),
                    float(statements.polarity[place]), statements.before[place] if statements.before else "",
                )
            )  # fmt: skip
    return said


def average_linkage(vectors: Floats, alike: float) -> list[Places]:
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


def choose_labels(groups: Mapping[int, StatementGroup], lang: str) -> list[PointLabel]:
    """Return for each group, by its number, the statement that tells best what all of them say.

    A good label is close to all, in words that many of them use, short, with its target, and can stand alone: its words
    are of the sign of the group, its last one can end a phrase, and no mark, name or number is in it. Groups come
    the largest first, and a smaller one takes other words. One whose statements have no word of content, as a mere
    "no", is left out.
    """
    candidates = [(number, *pair) for number, group in groups.items() for pair in likely_labels(group, lang)]
    parsed = language(lang).parse([said.text for _, said, _ in candidates])
    ranked: dict[int, list[tuple[float, str, SaidStatement]]] = {number: [] for number in groups}
    for (number, said, worth), sentences in zip(candidates, parsed, strict=True):
        if any(token.tag in CONTENT for sentence in sentences for token in sentence.tokens):
            worth -= label_faults(said.text, sentences, SIGNS[groups[number].kind], lang)
            worth -= bool(said.before) and begins_inside_word(said.before, said.text, lang)
            ranked[number].append((worth, said.text, said))
    labels: list[PointLabel] = []
    taken: set[tuple[KeyPointKind, str]] = set()
    for number, group in groups.items():
        best = sorted(ranked[number], reverse=True)
        free = [row for row in best if (group.kind, row[1].lower()) not in taken]
        for _, text, said in (free or best)[:1]:
            taken.add((group.kind, text.lower()))
            labels.append(PointLabel(number, group.kind, said.review, said.start, said.start + len(text), text))
    return labels


def likely_labels(group: StatementGroup, lang: str) -> list[tuple[SaidStatement, float]]:
    """Return some statements that may be the label of a group, each with its worth so far.

    Words are typical as far as other reviews of the group use them: one that repeats itself counts once.
    """
    reviews = [said.review for _, said in group.typical]
    terms = [
        language(lang).stems.index_terms(said.text) or frozenset(said.text.lower().split()) for _, said in group.typical
    ]
    used = Counter(term for _, term in {(review, t) for review, some in zip(reviews, terms, strict=True) for t in some})
    polarity = group.polarity / group.statements
    found: dict[str, tuple[SaidStatement, float]] = {}
    for (farness, said), own in zip(group.typical, terms, strict=True):
        typical = sum(used[term] for term in own) / max(len(own), 2) / len(set(reviews))
        size = len(said.text.encode("utf-8"))  # a Chinese character says as much as three letters
        off = abs(said.polarity - polarity)
        worth = -farness + 2.5 * typical + 0.3 * said.has_target - 0.5 * off
        found.setdefault(said.text, (said, worth - size / 100 - max(0, SHORT - size) / 20))
    return sorted(found.values(), key=lambda item: (-item[1], item[0].text))[:CANDIDATES]


def label_faults(text: str, sentences: Sequence[Sentence], sign: int, lang: str) -> float:
    """Return how badly a statement can stand alone."""
    tags = [token.tag for sentence in sentences for token in sentence.tokens]
    tone = sum(tone.value for sentence in sentences for tone in sentence_tones(sentence, lang=lang))
    open_ends = language(lang).key_point_rules.OPEN_END
    cut_off = tags[-1] in open_ends or tags[0] in NO_BEGINNING
    cut_off |= tags[0] == "PART" and tags[1:2] in (["NOUN"], ["VERB"])
    marks = sum(tag in ("PUNCT", "SYM") for tag in tags) + ("\n" in text) + text.isupper()
    has_number = "NUM" in tags or any(letter.isdigit() for letter in text)  # which the other reviews do not say
    names = tags.count("PROPN")
    tone_fault = 0.6 * (tone * sign < 0) + 0.4 * (tone == 0)
    return cut_off + marks + has_number + 0.2 * names + tone_fault + 0.3 * (len(tags) < 2) + 0.2 * (tags[0] == "PRON")


def begins_inside_word(before: str, text: str, lang: str) -> bool:
    """Whether a text begins in the middle of a word; with spaces between words, no reader's span does."""
    if language(lang).script.IS_SPACED:
        return False
    (sentences,) = language(lang).parse([before + text])
    return any(token.start < len(before) < token.end for sentence in sentences for token in sentence.tokens)


def unit_vectors(meanings: Sequence[bytes]) -> Floats:
    """Return meanings as vectors of length one."""
    return unit(
        np.frombuffer(b"".join(meanings), np.int8).reshape(len(meanings), -1 if meanings else 0).astype(np.float32)
    )


def unit(vectors: Floats) -> Floats:
    """Return vectors of length one."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    units: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return units
