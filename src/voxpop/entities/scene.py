"""A review laid out for the sieves: candidates, clauses, and what the words around each candidate say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from voxpop.entities.comparison_cues import match_cues, possible_cues
from voxpop.entities.product_titles import ParsedTitle
from voxpop.lang import language
from voxpop.lang.entity_words import EntityWords
from voxpop.lang.mention_candidates import MentionCandidate
from voxpop.lang.protocols.entities import MentionRules
from voxpop.lang.punctuation import CLAUSE_BREAKS, ROUND_BRACKETS
from voxpop.types import ExtractedTerm, ReaderOutput, Sentence, Token

Floats = NDArray[np.float32]

_BREAKS = frozenset(CLAUSE_BREAKS + ROUND_BRACKETS + "—–…")
WINDOW = 5  # words before a candidate that are asked


@dataclass(frozen=True, slots=True)
class SceneClause:
    """A clause: its sentence, its words, and where its first verb stands (its end, if it has none)."""

    sentence: int
    first: int
    last: int
    verb: int


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the rules ask about a review. ``lemmas`` are lower-case, sentence by sentence."""

    lang: str
    words: EntityWords
    known: ParsedTitle
    sentences: Sequence[Sentence]
    candidates: list[MentionCandidate]
    lemmas: list[list[str]]
    clauses: list[SceneClause]
    venue: bool  # a place is reviewed
    work: bool  # something to read, watch or run
    terms: dict[int, ExtractedTerm] = field(
        default_factory=dict
    )  # what the reader says of the phrase that ends at a place
    reading: ReaderOutput | None = None  # with the reader's states
    text: str = ""
    rivals: frozenset[int] = frozenset()  # where names begin that are held against the product's

    @property
    def rules(self) -> MentionRules:
        return language(self.lang).mention_rules

    def before(self, one: MentionCandidate, size: int = WINDOW) -> list[str]:
        """Return the words of the clause before a candidate, nearest last."""
        first = max(self.clauses[one.clause].first, one.first - size)
        return self.lemmas[one.sentence][first : one.first]

    def after(self, one: MentionCandidate, size: int = 3) -> list[str]:
        return self.lemmas[one.sentence][one.last : one.last + size]

    def pooled(self, values: Floats) -> Floats:
        """Return the mean of what pieces have, over those of each candidate; zeros where a candidate has no piece."""
        assert self.reading is not None
        spans = self.reading.spans
        first = np.searchsorted(spans[:, 1], [one.start for one in self.candidates], side="right")
        last = np.searchsorted(spans[:, 0], [one.end for one in self.candidates], side="left")
        summed = np.concatenate([np.zeros((1, values.shape[1]), np.float32), np.cumsum(values, axis=0)])
        found: Floats = (summed[np.maximum(last, first)] - summed[first]) / np.maximum(last - first, 1)[:, None]
        return found

    def is_subject(self, one: MentionCandidate) -> bool:
        """Return whether it stands before the verb of its clause."""
        return one.first < self.clauses[one.clause].verb


def build_scene(
    sentences: Sequence[Sentence],
    candidates: list[MentionCandidate],
    *,
    lang: str,
    words: EntityWords,
    known: ParsedTitle,
    terms: Sequence[ExtractedTerm] = (),
    reading: ReaderOutput | None = None,
    text: str = "",
) -> Scene:
    clauses = [
        clause for number, sentence in enumerate(sentences) for clause in _clauses(number, sentence, lang, words)
    ]
    starts = [(clause.sentence, clause.first) for clause in clauses]
    for one in candidates:
        one.clause = bisect_right(starts, (one.sentence, one.first)) - 1
    lemmas = [[token.lemma for token in sentence.tokens] for sentence in sentences]
    kinds = known.kinds or _guess(lemmas, words)
    venue, work = bool(kinds & words.venues), bool(kinds & words.works)
    told = {one.end: one for one in sorted(terms, key=_weight)} if any(one.tagged for one in terms) else {}
    return Scene(
        lang,
        words,
        known,
        sentences,
        candidates,
        lemmas,
        clauses,
        venue,
        work,
        told,
        reading,
        text,
        frozenset(_rivals(text, sentences, candidates, words, lang)),
    )


def _rivals(
    text: str, sentences: Sequence[Sentence], candidates: Sequence[MentionCandidate], words: EntityWords, lang: str
) -> Iterator[int]:
    """Names of others that a cue of a comparison parts from the product: "the iPod is worse than the Zen"."""
    pointing = words.pointing | words.this
    told = [one for one in candidates if (one.name and one.name.listed) or {one.det, one.head} & pointing]
    cues = possible_cues(text, lang)
    for one, own in pairwise(told):
        ours = own.name.role == "main" if own.name is not None else True
        if ours and one.sentence == own.sentence and one.name is not None and one.name.role == "other":
            found = match_cues(text, sentences[one.sentence], cues)
            if any(one.end <= hit.span.start and hit.span.end <= own.end and not hit.cue.bare for hit in found):
                yield one.start


def _weight(one: ExtractedTerm) -> tuple[bool, bool]:
    """What is told of a phrase that ends where others do: the tagged and the judged count most, and so come last."""
    return one.tagged, one.judgement.polarity is not None


def _guess(lemmas: Sequence[Sequence[str]], words: EntityWords) -> frozenset[str]:
    """Return whether a review without a product's name is of a place: by the parts that it names."""
    flat = [lemma for line in lemmas for lemma in line]
    places = sum(lemma in words.venue_parts and lemma not in words.parts for lemma in flat)
    things = sum(lemma in words.parts and lemma not in words.venue_parts for lemma in flat)
    return words.venues if places > things + 1 else frozenset()


def _clauses(number: int, sentence: Sentence, lang: str, words: EntityWords) -> list[SceneClause]:
    """Cut at marks and conjunctions; a piece without a verb belongs to the one before."""
    tokens = sentence.tokens
    predicates = language(lang).mention_rules.PREDICATE_TAGS
    found: list[SceneClause] = []
    first = 0
    for cut in [*_cuts(tokens, words), len(tokens)]:
        verb = next((i for i in range(first, cut) if tokens[i].tag in predicates), cut)
        if found and (verb == cut or found[-1].verb == found[-1].last):
            last = found.pop()
            first, verb = last.first, min(verb, last.verb) if last.verb < last.last else verb
        found.append(SceneClause(number, first, cut, verb))
        first = cut
    return found


def _cuts(tokens: Sequence[Token], words: EntityWords) -> Iterator[int]:
    """Where clauses may begin: behind a mark, and at a conjunction."""
    for i, token in enumerate(tokens[:-1]):
        if token.text[0] in _BREAKS:
            yield i + 1
        elif i and token.lemma in words.boundary and tokens[i - 1].text[0] not in _BREAKS:
            yield i
