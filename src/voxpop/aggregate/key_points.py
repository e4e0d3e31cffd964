"""Key points: the statements that tell best what many say, and how many reviews say the same.

After Bar-Haim et al. (2020). A sample of the statements is grouped by the meaning vectors of ``statement_vectors.py``,
each kind by itself, so that praise never joins blame: two groups become one while the mean similarity between their
statements is large enough (average linkage). What only praises or blames the whole, in whatever words, is one group by
itself. One statement of each group is its label. A statement then counts for the label that it most likely repeats, and
for none if that is unlikely. Statements come in batches: what is held in memory does not grow with the reviews. The
result depends neither on their order nor on chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import NamedTuple
from unicodedata import category
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from voxpop.aggregate.label_matching import (
    ComparedWords,
    Floats,
    LabelMatcher,
    Opposites,
    PairModel,
    Places,
    StatementRow,
    chance_of,
    other_sides,
    unit,
    words_of,
)
from voxpop.aggregate.whole_phrases import stands_alone
from voxpop.extract.void_words import is_void
from voxpop.lang import language
from voxpop.lang.opinion_lexicon import meanings_of_tokens, says_how_good
from voxpop.types import KeyPointKind, Token

SAMPLE = 4000  # statements of a kind that are grouped with each other; beyond, a point of one in 2,000 may be missed
ROUNDING = 1e-5  # of a similarity
FEWEST = 2  # reviews that make a point
AT_ONCE = 1000  # statements compared with all labels in one step, so that the numbers stay in the processor's cache
LIKELY = 0.45  # the chance from which a statement says what a label says (research/log: key points)
OF_WHOLE = 0.25  # the same for two statements on the product as a whole, which say the same in very different words
SURE = 0.6  # the mean chance of the statements of a point, from which it is one; less, and it is a mixed group
SHORT = 8  # bytes of a label, below which it says little
NARROW = 0.5  # what a label of the whole loses that says more than how good it is
TYPICAL = 100  # members of a group that may be its label, and that it is compared with
NO_BEGINNING = ("CCONJ", "PUNCT", "SYM")  # tags
SIGNS: dict[KeyPointKind, int] = {"complaint": -1, "praise": 1, "wish": 0}


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements of one language, in columns. ``text`` is the clause from the first to the last word of each."""

    id: Places
    review: Places
    start: Places
    text: list[str]
    target: list[str]  # its words; empty where it has none
    has_target: NDArray[np.bool_]  # whether the text holds its target
    polarity: Floats
    wish: NDArray[np.bool_]
    of_whole: NDArray[np.bool_]  # whether it is on the product as a whole
    meaning: NDArray[np.int8]  # (statements, 64)
    before: Sequence[str] = ()  # some characters before each text in its review, and after it
    after: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.text)

    def worded(self, places: Places, model: PairModel) -> ComparedWords:
        """Return what the statements at some places are compared by."""
        texts, targets = ([column[place] for place in places.tolist()] for column in (self.text, self.target))
        return model.wording(texts, targets, self.meaning[places])


class PointLabel(NamedTuple):
    """A key point: the number of its group, and the place of the words that it is told in."""

    group: int
    kind: KeyPointKind
    review: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SampleGroup:
    """Statements of the sample that say the same, or nearly so."""

    kind: KeyPointKind
    middle: Floats  # the mean of their vectors, of length one
    typical: list[StatementRow]  # the closest to it
    reviews: int
    polarity: float
    of_whole: bool = False


@dataclass(slots=True)
class LabelCounts:
    """What is counted for each label."""

    reviews: Places  # that say what it says
    others: Places  # statements that do, but for those of its own review
    chances: Places  # the sum of their chances in thousandths: of whole numbers no order of the reviews changes it


class NearestLabels:
    """Tells which statements of a language say what a label says. It can be sent to other processes."""

    def __init__(self, lang: str, matchers: Mapping[KeyPointKind, LabelMatcher], of_whole: NDArray[np.bool_]) -> None:
        """``of_whole`` says which labels are on the product as a whole, by their numbers."""
        self._lang = lang
        self._labels = {kind: (own, own.first(), of_whole[own.numbers]) for kind, own in matchers.items()}

    def __call__(self, batch: Statements) -> tuple[Places, Places, Floats]:
        """Return the places of the statements that say what a label says, its number, and how likely each does."""
        found = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))]
        kinds = kinds_of(batch, self._lang)
        for kind, (matcher, first, of_whole) in self._labels.items():
            for places in (kinds[kind][start : start + AT_ONCE] for start in range(0, len(kinds[kind]), AT_ONCE)):
                scores = matcher.possible(batch.worded(places, matcher.model), first)
                general = batch.of_whole[places]
                general &= chance_of(scores[:, of_whole].max(1, initial=-np.inf)) >= OF_WHOLE
                scores[general[:, None] != of_whole] = -np.inf
                columns = scores.argmax(1)
                chances = chance_of(scores[np.arange(len(scores)), columns])
                chosen = np.flatnonzero(chances >= np.where(general, OF_WHOLE, LIKELY))
                found.append((places[chosen], matcher.numbers[first[columns[chosen]]], chances[chosen]))
        places, numbers, chances = (np.concatenate(columns) for columns in zip(*found, strict=True))
        return places, numbers, chances


class PointFinder:
    """Finds the key points of a language in statements that come twice, in batches of whole reviews.

    First ``keep`` takes the sample of each batch, then ``nearest`` tells which of its statements say what a label says,
    ``count`` counts these, and at the end ``points`` returns the labels that at least two reviews repeat. Batches may
    come in any order and size.
    """

    def __init__(self, lang: str, *, fast: bool = False) -> None:
        """``fast`` says that the small reader made the meanings."""
        rules = language(lang).key_point_rules
        self._lang = lang
        self._alike, self._weights = (rules.ALIKE_FAST, rules.SAME_FAST) if fast else (rules.ALIKE, rules.SAME)
        self._samples: dict[KeyPointKind, list[StatementRow]] = {kind: [] for kind in SIGNS}

    @property
    def highest(self) -> dict[KeyPointKind, int]:
        """The highest ticket of each sample that is full: a statement with a higher one does not come into it."""
        return {kind: kept[-1].ticket for kind, kept in self._samples.items() if len(kept) == SAMPLE}

    def keep(self, rows: Mapping[KeyPointKind, Sequence[StatementRow]]) -> None:
        """Take what is first among more statements into the samples."""
        for kind, kept in self._samples.items():
            kept += rows[kind]
            kept.sort()
            del kept[SAMPLE:]

    @cached_property
    def labels(self) -> list[tuple[SampleGroup, StatementRow]]:
        """The groups of the sample, largest first, each with the statement that tells it best."""
        groups: list[SampleGroup] = []
        labelled: list[tuple[SampleGroup, StatementRow]] = []
        for kind in self._samples:
            of_whole, sample = self._label_of_whole(kind)
            labelled += of_whole
            vectors = unit(meanings_of(sample).astype(np.float32))
            sides = self._models[kind].sides(said.text for said in sample)
            linked = average_linkage(vectors, self._alike, sides)
            groups += [sample_group(kind, [sample[place] for place in members]) for members in linked]
        groups = sorted((group for group in groups if group.reviews >= FEWEST), key=lambda group: -group.reviews)
        labelled += choose_labels(groups, self._models, self._lang)
        return sorted(labelled, key=lambda labelled: -labelled[0].reviews)

    def _label_of_whole(self, kind: KeyPointKind) -> tuple[list[tuple[SampleGroup, StatementRow]], list[StatementRow]]:
        """Return the group of what is said of the whole, if any, with its label; and the sample without it."""
        sample, model = self._samples[kind], self._models[kind]
        own = [said for said in sample if said.of_whole] if SIGNS[kind] else []
        group = [sample_group(kind, own, of_whole=True)] if len({said.review for said in own}) >= FEWEST else []
        labelled = choose_labels(group, self._models, self._lang)
        for found, label in labelled:
            matcher = LabelMatcher(np.zeros(1, np.int64), model, worded([label], model), found.middle[None])
            same = dict(zip(own, matcher.chances(worded(own, model))[:, 0].tolist(), strict=True))
            sample = [said for said in sample if same.get(said, 0.0) < OF_WHOLE]
        return labelled, sample

    @cached_property
    def _models(self) -> dict[KeyPointKind, PairModel]:
        opposites = Opposites(self._lang)
        return {
            kind: PairModel([said.text for said in sample], self._weights, opposites, self._lang)
            for kind, sample in self._samples.items()
        }

    @cached_property
    def matchers(self) -> dict[KeyPointKind, LabelMatcher]:
        """What tells which statements of each kind say what its labels say."""
        matchers: dict[KeyPointKind, LabelMatcher] = {}
        for kind, model in self._models.items():
            numbers = [number for number, (group, _) in enumerate(self.labels) if group.kind == kind]
            if numbers:
                groups, labels = zip(*(self.labels[number] for number in numbers), strict=True)
                middles = np.stack([group.middle for group in groups])
                matchers[kind] = LabelMatcher(np.array(numbers, np.int64), model, worded(labels, model), middles)
        return matchers

    @cached_property
    def _counts(self) -> LabelCounts:
        return LabelCounts(*np.zeros((3, len(self.labels)), np.int64))

    @cached_property
    def nearest(self) -> NearestLabels:
        """What tells which statements say what a label says."""
        of_whole = np.array([group.of_whole for group, _ in self.labels], np.bool_)
        return NearestLabels(self._lang, self.matchers, of_whole)

    def count(self, numbers: Places, reviews: Places, chances: Floats) -> None:
        """Count statements that say what the labels of these numbers say."""
        counts, size = self._counts, len(self.labels)
        counts.reviews += np.bincount(np.unique(numbers << 40 | reviews) >> 40, minlength=size)
        own = np.array([label.review for _, label in self.labels], np.int64)[numbers]
        numbers, chances = numbers[reviews != own], chances[reviews != own]
        counts.others += np.bincount(numbers, minlength=size)
        counts.chances += np.bincount(numbers, np.rint(1000 * chances.astype(np.float64)), size).astype(np.int64)

    def is_sure(self, number: int) -> bool:
        """Whether a label stands for its group: the others say what it says with a large enough mean chance."""
        group, _ = self.labels[number]
        return group.of_whole or bool(self._counts.chances[number] >= 1000 * SURE * self._counts.others[number])

    def points(self) -> list[PointLabel]:
        """Return the key points, those of most reviews first."""
        points = []
        reviews = self._counts.reviews
        for number in np.argsort(-reviews, kind="stable").tolist():
            if reviews[number] >= FEWEST and self.is_sure(number):
                group, said = self.labels[number]
                points.append(
                    PointLabel(number, group.kind, said.review, said.start, said.start + len(said.text), said.text)
                )
        return points


def kinds_of(statements: Statements, lang: str) -> dict[KeyPointKind, Places]:
    """Return the places of complaints, praise and wishes."""
    signs, search = np.sign(statements.polarity), language(lang).key_point_rules.WISH.search
    wish = statements.wish.copy()
    wish[[place for place in np.flatnonzero(signs <= 0).tolist() if search(statements.text[place])]] = True
    return {
        "complaint": np.flatnonzero((signs < 0) & ~wish),
        "praise": np.flatnonzero((signs > 0) & ~wish),
        "wish": np.flatnonzero(wish),
    }


def sampled(
    statements: Statements, lang: str, highest: Mapping[KeyPointKind, int]
) -> dict[KeyPointKind, list[StatementRow]]:
    """Return the statements of each kind that a sample may take in, given the highest ticket of each that is full.

    They are the first in an order that no split of the reviews changes.
    """
    kinds = kinds_of(statements, lang).items()
    return {kind: sorted(statement_rows(statements, places, highest.get(kind)))[:SAMPLE] for kind, places in kinds}


def statement_rows(statements: Statements, places: Places, most: int | None = None) -> list[StatementRow]:
    """Return statements by their places; only those whose ticket is at most ``most``, if it is given."""
    tickets = [crc32(statements.text[place].encode("utf-8", "replace")) for place in places.tolist()]
    if most is not None:
        chosen = [at for at, ticket in enumerate(tickets) if ticket <= most]
        tickets, places = [tickets[at] for at in chosen], places[chosen]
    numbers = places.tolist()
    columns = (
        tickets,
        [statements.text[place] for place in numbers],
        map(np.ndarray.tobytes, statements.meaning[places]),
        statements.review[places].tolist(),
        statements.start[places].tolist(),
        [statements.target[place] for place in numbers],
        statements.has_target[places].tolist(),
        statements.polarity[places].tolist(),
        statements.of_whole[places].tolist(),
        *([side[place] for place in numbers] if side else repeat("") for side in (statements.before, statements.after)),
    )
    return list(map(StatementRow._make, zip(*columns, strict=False)))


def meanings_of(said: Sequence[StatementRow]) -> NDArray[np.int8]:
    """Return the meanings of statements: (statements, 64)."""
    return np.frombuffer(b"".join(one.meaning for one in said), np.int8).reshape(len(said), -1 if said else 0)


def worded(said: Sequence[StatementRow], model: PairModel) -> ComparedWords:
    """Return what statements are compared by."""
    return model.wording([one.text for one in said], [one.target for one in said], meanings_of(said))


def sample_group(kind: KeyPointKind, said: Sequence[StatementRow], *, of_whole: bool = False) -> SampleGroup:
    """Return statements as a group."""
    vectors = unit(meanings_of(said).astype(np.float32))
    middle = unit(vectors.mean(0))
    nearest = sorted(zip((-vectors @ middle).tolist(), said, strict=True))[:TYPICAL]
    polarity = float(np.mean([one.polarity for one in said]))
    reviews = len({one.review for one in said})
    return SampleGroup(kind, middle, [one for _, one in nearest], reviews, polarity, of_whole)


def average_linkage(vectors: Floats, alike: float, sides: Floats | None = None) -> list[Places]:
    """Return groups of at least two, joined as long as their mean similarity is at least ``alike``.

    Statements on opposite ``sides`` are less similar by 1.

    It follows chains of nearest neighbours (Murtagh, 1983): two groups that are each other's nearest are joined, and
    one whose nearest is too far will never be. The similarities of two groups that are joined become their mean (Lance
    and Williams, 1967).
    """
    sides = np.zeros((len(vectors), 0), np.float32) if sides is None else sides
    likeness = np.concatenate([vectors, sides], axis=1) @ np.concatenate([vectors, -other_sides(sides)], axis=1).T
    np.fill_diagonal(likeness, -2.0)
    out = np.zeros(len(vectors), np.float32)  # less where a group is done, so that it is nobody's nearest
    members: list[list[int]] = [[place] for place in range(len(vectors))]
    chain: list[int] = []
    while chain or not out.all():
        if not chain:
            chain.append(int(out.argmax()))
        tip, before = chain[-1], chain[-2] if len(chain) > 1 else -1
        row = likeness[tip] + out
        nearest = int(row.argmax())
        if before >= 0 and row[before] >= row[nearest] - ROUNDING:
            nearest = before
        if row[nearest] < alike:
            out[chain.pop()] = -4.0
        elif nearest != before:
            chain.append(nearest)
        else:
            sizes = len(members[tip]), len(members[nearest])
            joined = (likeness[tip] * sizes[0] + likeness[nearest] * sizes[1]) / sum(sizes)
            joined[nearest] = -2.0
            likeness[nearest] = likeness[:, nearest] = joined
            members[nearest] += members[tip]
            members[tip], out[tip] = [], -4.0
            del chain[-2:]
    return [np.array(sorted(group), np.int64) for group in members if len(group) > 1]


def choose_labels(
    groups: Sequence[SampleGroup], models: Mapping[KeyPointKind, PairModel], lang: str
) -> list[tuple[SampleGroup, StatementRow]]:
    """Return the groups, each with the statement that tells best what all of them say.

    A good label is said by most of them, short, with its target, and can stand alone: its words are of the sign of the
    group, its last one can end a phrase, no mark, name or number is in it, and the words around it in its review change
    nothing. That of the whole says how good it is ("great product"), since not all who praise it love or recommend it.
    Groups come the largest first, and a smaller one takes other words or is left out, as is one whose statements say
    nothing by themselves, such as a mere "no".
    """
    candidates = [
        (number, *pair) for number, group in enumerate(groups) for pair in likely_labels(group, models[group.kind])
    ]
    parsed = language(lang).parse([said.text for _, said, _ in candidates])
    ranked: list[list[tuple[float, StatementRow]]] = [[] for _ in groups]
    for (number, said, worth), sentences in zip(candidates, parsed, strict=True):
        tokens = [token for sentence in sentences for token in sentence.tokens]
        if not is_void(tokens, lang=lang):
            worth -= label_faults(said.text, tokens, SIGNS[groups[number].kind], lang)
            worth -= NARROW * (groups[number].of_whole and not says_how_good(tokens, lang))
            ranked[number].append((worth, said))
    labelled: list[tuple[SampleGroup, StatementRow]] = []
    taken: set[tuple[KeyPointKind, frozenset[str]]] = set()
    for group, rows in zip(groups, ranked, strict=True):
        for _, said in sorted(rows, reverse=True):
            own = group.kind, words_of(said.text, lang)
            if own not in taken and stands_alone(said.before, said.text, said.after, lang):
                taken.add(own)
                labelled.append((group, said))
                break
    return labelled


def likely_labels(group: SampleGroup, model: PairModel) -> list[tuple[StatementRow, float]]:
    """Return the statements that may be the label of a group, each with its worth so far.

    What counts most is how many of its reviews say what it says, and in its words: one that repeats itself counts once.
    """
    said, wording = group.typical, worded(group.typical, model)
    middles = np.broadcast_to(group.middle, wording.vectors.shape)
    chances = LabelMatcher(np.arange(len(said)), model, wording, middles).chances(wording)
    reviews = np.unique([one.review for one in said], return_inverse=True)[1]
    by_review = np.zeros((reviews.max() + 1, len(said)), np.float32)
    np.maximum.at(by_review, reviews, chances)
    words = [model.all_words(one.text) for one in said]
    spoken = {(review, word) for review, own in zip(reviews.tolist(), words, strict=True) for word in own}
    used = Counter(word for _, word in spoken)
    found: dict[str, tuple[StatementRow, float]] = {}
    for one, own, share in zip(said, words, by_review.mean(0).tolist(), strict=True):
        shares = [used[word] / len(by_review) for word in own]
        rarest = min(shares, default=0.0)  # a word of its own says too much
        common = 2.5 * sum(shares) / max(len(shares), 2) + 2 * rarest
        size = len(one.text.encode("utf-8"))  # a Chinese character says as much as three letters
        off = abs(one.polarity - group.polarity)
        worth = 2 * share + common + 0.3 * one.has_target - 0.5 * off - size / 100 - max(0, SHORT - size) / 20
        found.setdefault(one.text, (one, round(worth, 5)))  # of two that are as good, no rounding chooses
    return list(found.values())


def label_faults(text: str, tokens: Sequence[Token], sign: int, lang: str) -> float:
    """Return how badly a statement can stand alone."""
    tags = [token.tag for token in tokens]
    tone = sum(meaning.good for meaning in meanings_of_tokens(tokens, lang))
    open_ends = language(lang).key_point_rules.OPEN_END
    cut_off = tags[-1] in open_ends or tags[0] in NO_BEGINNING
    cut_off |= tags[0] == "PART" and tags[1:2] in (["NOUN"], ["VERB"])
    marks = sum(tag in ("PUNCT", "SYM") for tag in tags) + ("\n" in text) + text.isupper()
    # a number such as ½ hour, which the other reviews do not say
    has_number = "NUM" in tags or any(category(letter).startswith("N") for letter in text)
    names = tags.count("PROPN")
    tone_fault = 1.2 * (tone * sign < 0) + 0.5 * (tone == 0)
    repeated = len(tokens) - len({token.lemma for token in tokens})
    alone = repeated == len(tokens) - 1
    graver = 1.5 * (cut_off + marks + has_number + (alone and tags[0] != "ADJ"))
    return graver + 0.2 * names + tone_fault + 0.3 * alone + 0.5 * repeated + 0.2 * tags.count("PRON")
