"""Key points: which statements say the same, and the words that tell it best (after Bar-Haim et al., 2020).

Statements are grouped by the meaning vectors of ``extract/meaning.py``, each kind by itself, so that praise never joins
blame: two groups become one while the mean similarity between their statements is large enough (average linkage).
Of many statements a sample is grouped, and the others join the group they are closest to. The result depends neither on
the order of the reviews nor on chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
SIGNS = {"complaint": -1, "praise": 1, "wish": 0}


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


@dataclass(frozen=True, slots=True)
class StatementGroup:
    """Statements that say the same, by their places among all; ``label`` is the place of the one that tells it best."""

    kind: KeyPointKind
    label: int
    members: Places
    closeness: Floats  # of each member to all of them


def group_statements(statements: Statements, lang: str, *, fast: bool = False) -> list[StatementGroup]:
    """Return the groups of statements that at least two reviews make, those of most reviews first.

    ``fast`` says that the small reader made their meanings.
    """
    rules = language(lang).key_point_rules
    alike = rules.ALIKE_FAST if fast else rules.ALIKE
    groups: list[StatementGroup] = []
    signs = np.sign(statements.polarity)
    wish = statements.wish | (signs <= 0) & np.array([*map(bool, map(rules.WISH.search, statements.text))], np.bool_)
    kinds: dict[KeyPointKind, NDArray[np.bool_]] = {
        "complaint": (signs < 0) & ~wish, "praise": (signs > 0) & ~wish, "wish": wish,
    }  # fmt: skip
    for kind, chosen in kinds.items():
        places = in_lasting_order(statements, np.flatnonzero(chosen))
        vectors = unit(statements.meaning[places].astype(np.float32))
        for members in group_vectors(vectors, alike):
            whole = places[members]
            if len(set(statements.review[whole].tolist())) >= FEWEST:
                closeness = vectors[members] @ unit(vectors[members].mean(0))
                groups.append(StatementGroup(kind, int(whole[0]), whole, closeness))
    groups.sort(key=lambda group: -len(set(statements.review[group.members].tolist())))
    return choose_labels(statements, groups, lang)


def in_lasting_order(statements: Statements, places: Places) -> Places:
    """Return places in an order that does not depend on that of the reviews: a sample of the first is random."""
    texts = statements.text
    tickets = [(crc32(texts[place].encode("utf-8", "replace")), texts[place], int(place)) for place in places.tolist()]
    meaning = statements.meaning
    tickets.sort(key=lambda ticket: (*ticket[:2], meaning[ticket[2]].tobytes()))
    return np.array([place for *_, place in tickets], np.int64)


def group_vectors(vectors: Floats, alike: float) -> list[Places]:
    """Return groups of unit vectors that are alike, by their places."""
    groups = average_linkage(vectors[:SAMPLE], alike)
    if len(vectors) <= SAMPLE or not groups:
        return groups
    means = np.stack([vectors[group].mean(0) for group in groups])
    joined: list[list[int]] = [group.tolist() for group in groups]
    for first in range(SAMPLE, len(vectors), SAMPLE):
        likeness = vectors[first : first + SAMPLE] @ means.T
        closest = likeness.argmax(1)
        for place in np.flatnonzero(likeness.max(1) >= alike).tolist():
            joined[int(closest[place])].append(first + place)
    return [np.array(group, np.int64) for group in joined]


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


def choose_labels(statements: Statements, groups: Sequence[StatementGroup], lang: str) -> list[StatementGroup]:
    """Return the groups, each with the statement as its label that tells best what all of them say.

    A good label is close to all, in words that many of them use, short, with its target, and can stand alone: its words
    are of the sign of the group, its last one can end a phrase, and no mark, name or number is in it. Groups come
    the largest first, and a smaller one takes other words. One whose statements have no word of content, as a mere
    "no", is left out.
    """
    candidates = [(group, *pair) for group in groups for pair in likely_labels(statements, group, lang)]
    parsed = language(lang).parse([statements.text[place] for _, place, _ in candidates])
    ranked: dict[int, list[tuple[float, str, int]]] = {id(group): [] for group in groups}
    for (group, place, worth), sentences in zip(candidates, parsed, strict=True):
        if any(token.tag in CONTENT for sentence in sentences for token in sentence.tokens):
            text = statements.text[place]
            worth -= label_faults(text, sentences, SIGNS[group.kind], lang)
            worth -= bool(statements.before) and begins_inside_word(statements.before[place], text, lang)
            ranked[id(group)].append((worth, text, place))
    labelled: list[StatementGroup] = []
    taken: set[tuple[KeyPointKind, str]] = set()
    for group in groups:
        best = sorted(ranked[id(group)], reverse=True)
        free = [row for row in best if (group.kind, row[1].lower()) not in taken]
        for _, text, place in (free or best)[:1]:
            taken.add((group.kind, text.lower()))
            labelled.append(replace(group, label=place))
    return labelled


def likely_labels(statements: Statements, group: StatementGroup, lang: str) -> list[tuple[int, float]]:
    """Return some places of statements that may be the label of a group, each with its worth so far.

    Words are typical as far as other reviews of the group use them: one that repeats itself counts once.
    """
    closest = np.argsort(-group.closeness, kind="stable")[:TYPICAL]
    places = group.members[closest].tolist()
    reviews = statements.review[places].tolist()
    texts = [statements.text[place] for place in places]
    terms = [language(lang).stems.index_terms(text) or frozenset(text.lower().split()) for text in texts]
    used = Counter(term for _, term in {(review, t) for review, some in zip(reviews, terms, strict=True) for t in some})
    polarity = float(statements.polarity[group.members].mean())
    found: dict[str, tuple[int, float]] = {}
    for place, text, closeness, own in zip(places, texts, group.closeness[closest].tolist(), terms, strict=True):
        typical = sum(used[term] for term in own) / max(len(own), 2) / len(set(reviews))
        size = len(text.encode("utf-8"))  # a Chinese character says as much as three letters
        off = abs(float(statements.polarity[place]) - polarity)
        worth = closeness + 2.5 * typical + 0.3 * bool(statements.has_target[place]) - 0.5 * off
        found.setdefault(text, (place, worth - size / 100 - max(0, SHORT - size) / 20))
    return sorted(found.values(), key=lambda item: (-item[1], statements.text[item[0]]))[:CANDIDATES]


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


def unit(vectors: Floats) -> Floats:
    """Return vectors of length one."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    units: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return units
