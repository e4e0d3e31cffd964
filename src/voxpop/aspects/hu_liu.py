"""H&L: the method of Hu and Liu as in Algorithm 1 of Pavlopoulos and Androutsopoulos (2014).

Inverted indexes take the place of triple loops.

Where the paper leaves a choice, it is made so:
- A candidate is in a sentence if it was read there as a noun or noun phrase; a concatenation is in a sentence if its
  two or three different parts are, one after the other.
- A concatenation counts from its second sentence on. One sentence's nouns in a row are no term that anyone would show,
  and they are all that makes the algorithm cubic. One that spells a candidate is left out of the answer.
- A term lies in another if its parts lie, in order, each in its own part of the other, as an equal or as a run of its
  words: "battery" in "battery life", "life + screen" in "battery life + screen".
- Words between the parts are counted without punctuation and in the sentence's tightest reading.
- The two prunings follow each other, as the paper's text has it.

Only a concatenation that is compact somewhere can survive (it has two sentences and may be loose in one), so survivors
are looked for in small windows. The test's reference holds the algorithm written down line by line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise, product

from voxpop.aspects.candidates import METHODS, Candidates, Occurrence, ranked
from voxpop.aspects.corpus import Corpus
from voxpop.lang import Language
from voxpop.types import CompactSentence, Term

Parts = tuple[int, ...]  # one candidate, or two or three in the order of the sentence

WINDOW = 3  # other words that may stand inside a compact term
RECURRING = 2  # sentences a concatenation needs
SAFE = 3  # a term of this p-support is not redundant


@METHODS.register("hl")
def hl(corpus: Corpus, lang: Language) -> list[Term]:
    return hu_liu(Candidates(corpus), lang)


def hu_liu(candidates: Candidates, lang: Language) -> list[Term]:
    """Lines 7 to 32 of Algorithm 1. ``score`` is the p-support, ``support`` the number of sentences."""
    joined = Concatenations(candidates)
    psupport = {parts: joined.psupport(parts) for parts in joined.compact()}
    psupport |= joined.psupport_of_candidates()
    terms = _without_redundant(joined, psupport)
    terms |= {(noun,) for noun in _infrequent(joined, terms)}
    return ranked(_distinct_terms(joined, psupport, terms, lang))


class Concatenations:
    """Pairs and triples of candidates: where they stand, which of them recur, which are compact."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self.places: list[dict[int, list[Occurrence]]] = [
            _places(occurrences) for occurrences in candidates.occurrences
        ]
        self.wider: dict[int, list[int]] = defaultdict(list)  # the candidates that hold this one among their words
        for term in range(len(candidates)):
            for part in candidates.parts(term):
                self.wider[part].append(term)
        self._words_before = [_words_before(line.tags) for line in candidates.lines]
        self._pairs = self._recurring_pairs()
        self._triples: dict[Parts, list[int]] = {}

    def _recurring_pairs(self) -> dict[Parts, list[int]]:
        size = len(self.candidates)  # pairs are counted as one number each, which takes a third of the memory
        lines: dict[int, list[int]] = defaultdict(list)
        for i, occurrences in enumerate(self.candidates.occurrences):
            for pair in {a.term * size + b.term for a, b in _followers(occurrences)}:
                lines[pair].append(i)
        return {divmod(pair, size): own for pair, own in lines.items() if len(own) >= RECURRING}

    def lines(self, parts: Parts) -> Sequence[int]:
        """The sentences of a candidate, or of a pair or triple that recurs."""
        if len(parts) == 1:
            return self.candidates.sentences[parts[0]]
        if len(parts) == 2:
            return self._pairs.get(parts, ())
        if parts not in self._triples:
            shared = min((self._pairs.get(pair, ()) for pair in combinations(parts, 2)), key=len)
            own = [i for i in shared if self.gap(i, parts) is not None] if len(shared) >= RECURRING else []
            self._triples[parts] = own if len(own) >= RECURRING else []
        return self._triples[parts]

    def gap(self, i: int, parts: Parts) -> int | None:
        """Other words inside the tightest reading of the parts in sentence ``i``; None if they do not stand there."""
        places, before = self.places[i], self._words_before[i]
        if any(part not in places for part in parts):
            return None
        readings = (list(pairwise(chosen)) for chosen in product(*(places[p] for p in parts)))
        return min(
            (
                sum(before[b.first] - before[a.last] for a, b in steps)
                for steps in readings
                if all(a.last <= b.first for a, b in steps)
            ),
            default=None,
        )

    def compact(self) -> list[Parts]:
        """Lines 16 to 20: the recurring pairs and triples that are loose in one sentence at most."""
        seen: dict[Parts, None] = {}
        for i, occurrences in enumerate(self.candidates.occurrences):
            before = self._words_before[i]
            near = [(a, b) for a, b in _followers(occurrences) if before[b.first] - before[a.last] <= WINDOW]
            after: dict[Occurrence, list[Occurrence]] = defaultdict(list)
            for a, b in near:
                if (a.term, b.term) in self._pairs:
                    seen[a.term, b.term] = None
                    after[a].append(b)
            for a, b in near:
                for c in after[b] if b in after[a] else ():
                    if (
                        a.term != c.term
                        and before[c.first] - before[b.last] + before[b.first] - before[a.last] <= WINDOW
                    ):
                        seen[a.term, b.term, c.term] = None
        return [parts for parts in seen if self._holds_together(parts)]

    def _holds_together(self, parts: Parts) -> bool:
        own, loose = self.lines(parts), 0
        for i in own:
            gap = self.gap(i, parts)
            loose += gap is not None and gap > WINDOW
            if loose > 1:
                return False
        return bool(own)

    def psupport_of_candidates(self) -> dict[Parts, int]:
        """Lines 12 to 15 for single candidates: the sentences where nothing wider and no recurring pair holds them."""
        support: dict[Parts, int] = {(term,): 0 for term in range(len(self.candidates))}
        for i, occurrences in enumerate(self.candidates.occurrences):
            covered: set[int] = set()
            for a, b in _followers(occurrences):
                if (a.term not in covered or b.term not in covered) and (a.term, b.term) in self._pairs:
                    covered |= {a.term, b.term}
            places = self.places[i]
            for term in places:
                if term not in covered and not any(wide in places for wide in self.wider.get(term, ())):
                    support[term,] += 1
        return support

    def psupport(self, parts: Parts) -> int:
        """Lines 12 to 15 for a pair or triple."""
        return sum(not any(self._stands(i, other) for other in self._holders(i, parts)) for i in self.lines(parts))

    def _stands(self, i: int, parts: Parts) -> bool:
        return bool(self.lines(parts)) and self.gap(i, parts) is not None

    def _holders(self, i: int, parts: Parts) -> Iterator[Parts]:
        """Concatenations of the sentence's candidates that the parts lie in."""
        places = self.places[i]
        widened = [[part, *(wide for wide in self.wider.get(part, ()) if wide in places)] for part in parts]
        for choice in product(*widened):
            if choice != parts and len(set(choice)) == len(choice):
                yield choice
            if len(parts) == 2:
                yield from self._extended(choice[0], choice[1], places)

    def _extended(self, a: int, b: int, places: Iterable[int]) -> Iterator[Parts]:
        """The pair with a third candidate before, between or after, if the pairs within recur."""
        pairs = self._pairs
        for extra in places:
            if extra not in (a, b):
                first, second = (extra, a) in pairs, (extra, b) in pairs
                if first and second:
                    yield extra, a, b
                if second and (a, extra) in pairs:
                    yield a, extra, b
                if (b, extra) in pairs and (a, extra) in pairs:
                    yield a, b, extra


def _words_before(tags: Sequence[str]) -> list[int]:
    return list(accumulate((tag != "PUNCT" for tag in tags), initial=0))


def _adjectives(line: CompactSentence) -> list[int]:
    return [place for place, tag in enumerate(line.tags) if tag == "ADJ"]


def _places(occurrences: Iterable[Occurrence]) -> dict[int, list[Occurrence]]:
    places: dict[int, list[Occurrence]] = defaultdict(list)
    for occurrence in occurrences:
        places[occurrence.term].append(occurrence)
    return dict(places)


def _followers(occurrences: Sequence[Occurrence]) -> Iterator[tuple[Occurrence, Occurrence]]:
    """Different candidates, the second beginning where the first has ended or later."""
    for a in occurrences:
        for b in occurrences:
            if a.last <= b.first and a.term != b.term:
                yield a, b


def _without_redundant(joined: Concatenations, psupport: dict[Parts, int]) -> set[Parts]:
    """Lines 21 to 23: terms of small p-support go if another term holds them."""
    contained: set[Parts] = {(part,) for part in joined.wider}
    for parts in psupport:
        if len(parts) > 1:
            inside = [[part, *joined.candidates.parts(part)] for part in parts]
            for size in range(1, len(parts) + 1):
                for places in combinations(inside, size):
                    contained |= {choice for choice in product(*places) if choice != parts}
    return {parts for parts, support in psupport.items() if support >= SAFE or parts not in contained}


def _infrequent(joined: Concatenations, terms: set[Parts]) -> set[int]:
    """Lines 24 to 31: in sentences without a term, the nouns nearest to adjectives that describe terms elsewhere."""
    standing: dict[int, list[Parts]] = defaultdict(list)
    for parts in terms:
        for i in joined.lines(parts):
            standing[i].append(parts)
    opinions: set[str] = set()
    for i, line in enumerate(joined.candidates.lines):
        opinions |= {line.words[near] for parts in standing[i] for near in _nearest_adjective(joined, i, parts)}
    nouns: set[int] = set()
    for i, line in enumerate(joined.candidates.lines):
        if not standing[i]:
            described = [place for place in _adjectives(line) if line.words[place] in opinions]
            nouns.update(noun for place in described for noun in _nearest_noun(joined.candidates, i, place))
    return nouns


def _nearest_adjective(joined: Concatenations, i: int, parts: Parts) -> list[int]:
    line, places = joined.candidates.lines[i], joined.places[i]
    spans = [occurrence for part in parts for occurrence in places[part]]
    inside = {place for span in spans for place in range(span.first, span.last)}
    adjectives = [place for place in _adjectives(line) if place not in inside]
    return sorted(adjectives, key=lambda place: min(abs(place - other) for other in inside))[:1]


def _nearest_noun(candidates: Candidates, i: int, place: int) -> list[int]:
    nouns = [occurrence for occurrence in candidates.occurrences[i] if occurrence.last - occurrence.first == 1]
    nearest = sorted(nouns, key=lambda noun: (abs(noun.first - place), noun.first))
    return [noun.term for noun in nearest[:1]]


def _distinct_terms(
    joined: Concatenations, psupport: dict[Parts, int], terms: set[Parts], lang: Language
) -> Iterable[Term]:
    candidates, best = joined.candidates, dict[str, Term]()
    candidate = set(candidates.texts)
    for parts in sorted(terms, key=lambda parts: (psupport[parts], parts)):
        text = lang.joiner.join(candidates.texts[part] for part in parts)
        if len(parts) == 1 or text not in candidate:
            best[text] = Term(text, len(joined.lines(parts)), psupport[parts])
    return best.values()
