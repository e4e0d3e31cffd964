"""Comparisons: who is held against whom, on what, and who comes out ahead.

By rules, the floor that needs no weights: cues in ``comparison_cues.toml`` find the place and the direction, what
stands around them are the mentions that the discourse knows. By the branch's scores where there are any: it says
whether a sentence compares, which words are what, and the direction; the discourse still says who they are. How a
sentence is worded has a say, too, where there is a table for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from voxpop.entities.comparison_cues import CueMatch, cue_clauses, match_cues, possible_cues
from voxpop.entities.comparison_wording import comparison_wording
from voxpop.entities.mentions import SUSPICION, Discourse, ResolvedMention
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import Role, lexicon_tables
from voxpop.lang import language
from voxpop.lang.entity_words import entity_words
from voxpop.types import OURS, RIVALS, About, ExtractedTerm, Extraction, Preference, ReaderOutput, Sentence, Span

if TYPE_CHECKING:
    from voxpop.entities.scorer import BranchScores

THEIRS: tuple[About, ...] = (*RIVALS, "generic", "part_of_generic")
PARTS = ("part_of_main", "part_of_competing", "part_of_generic")
SIGN: dict[Preference, int] = {"better": 1, "worse": -1, "equal": 0, "different": 0}
ROLES = ("subject", "object", "aspect", "opinion")  # of the branch's tags, each with a beginning and an inside
PREFERENCES: tuple[Preference, ...] = ("worse", "equal", "better", "different")
SURE = 0.5  # the branch's chance from which a sentence compares
CLEAR, BARE = 2.0, 1.4  # what cues add to its log odds, chosen on COQE's development sets
WORDED = 0.5  # the share of its wording's log odds that is added, chosen there by the mean F1 over domains and judges
LEAST = 1e-6  # no chance is smaller, so that its odds are numbers
NEAR = 30  # characters from the cue within which the words of what follows begin
AHEAD = 25  # characters before a cue in which a denial stands, and after it in which a word turns it round
FLOOR = 0.7  # confidence of the rules: about so many are comparisons in that direction, on COQE's development sets


@dataclass(frozen=True, slots=True)
class DetectedComparison:
    """A comparison in a review; ``verdict`` is how the product under review fares."""

    start: int
    end: int
    preference: Preference
    subject: Span | None = None
    object: Span | None = None
    aspect: Span | None = None
    opinion: Span | None = None
    verdict: int | None = None
    entity: str | None = None
    confidence: float = FLOOR


def find_comparisons(
    text: str,
    heard: Extraction,
    discourse: Discourse,
    *,
    lang: str,
    scores: BranchScores | None = None,
    named: bool = True,
) -> Iterator[DetectedComparison]:
    """The comparisons of a review, in order; where the product has no name (``named``), it is what is spoken of."""
    known = possible_cues(text, lang)
    read = (
        BranchComparisons(text, heard.reading, scores, lang=lang)
        if scores is not None and heard.reading is not None
        else None
    )
    cued = [(sentence, match_cues(text, sentence, known)) for sentence in heard.sentences if known.cues or read]
    if read is not None:  # a cue goes before what is only seen
        sure = [one for one in cued if one[1] and read.chance(*one) >= SURE]
        seen = (one for one in cued if not one[1] and read.chance(*one) >= SURE)
        cued = sure or [one for one in seen if not (named and describes_one_rival(text, one[0], discourse, lang))]
    else:
        cued = [one for one in cued if one[1]]
    terms = terms_by_sentence(heard) if cued else {}
    for sentence, found in cued:
        subject: ResolvedMention | None = None
        for hit, clause in zip_longest(found, cue_clauses(sentence, found, entity_words(lang).boundary)):
            around = ComparisonContext(text, sentence, clause, terms.get(sentence.start, ()), discourse, lang)
            made = around.compared(hit) if read is None else read.compared(around, hit, read.chance(sentence, found))
            subject = around.subject(made, hit, subject)
            yield with_verdict(made, subject, around.known(made.object), named=named)


def terms_by_sentence(heard: Extraction) -> dict[int, list[ExtractedTerm]]:
    """Return the extracted terms of each sentence, by the place where the sentence begins."""
    starts = [sentence.start for sentence in heard.sentences]
    terms: dict[int, list[ExtractedTerm]] = {}
    for term in heard.terms:
        terms.setdefault(starts[max(0, bisect_right(starts, term.start) - 1)], []).append(term)
    return terms


def describes_one_rival(text: str, sentence: Sentence, discourse: Discourse, lang: str) -> bool:
    """Whether a sentence speaks of one other product, without a word that compares ("my old Sony had a poor battery").

    Only where the product has a name: without one, what seems another may be the product.
    """
    inside = discourse.inside(sentence.start, sentence.end)
    if any(one.about in OURS for one in inside) or language(lang).comparison_cues.COMPARATIVE.search(
        text, sentence.start, sentence.end
    ):
        return False
    return len({one.cluster if one.part_of is None else one.part_of for one in inside if one.about in THEIRS}) == 1


# --- by the branch


class BranchComparisons:
    """A review as the branch sees it, sentence by sentence."""

    def __init__(self, text: str, reading: ReaderOutput, scores: BranchScores, *, lang: str) -> None:
        self.text, self.lang, self.scores, self.wording = text, lang, scores, comparison_wording(lang)
        self.starts, self.ends = reading.spans[:, 0], reading.spans[:, 1]

    def pieces(self, span: Span | Sentence) -> slice:
        first = int(np.searchsorted(self.ends, span.start, side="right"))
        return slice(first, max(first, int(np.searchsorted(self.starts, span.end, side="left"))))

    def chance(self, sentence: Sentence, found: Sequence[CueMatch]) -> float:
        """That it compares: a cue makes it likelier, one that names what it is held against more so.

        Where the branch has a suspicion, the wording counts, too.
        """
        pieces = self.pieces(sentence)
        if pieces.start >= pieces.stop:
            return 0.0
        chance = min(max(self.scores.comparison(pieces, cued=is_clear(found)), LEAST), 1 - LEAST)
        more = max((BARE if hit.cue.bare else CLEAR for hit in found), default=0.0)
        if self.wording is not None and chance >= SUSPICION:
            more += WORDED * self.wording.odds(self.text[sentence.start : sentence.end])
        return float(1 / (1 + (1 - chance) / chance * np.exp(-more)))

    def compared(self, around: ComparisonContext, hit: CueMatch | None, chance: float) -> DetectedComparison:
        """Direction and words by the branch; what it leaves out, by the cue if there is one."""
        pieces = self.pieces(around.clause)
        chances = self.scores.preference(pieces, cued=hit is not None and not hit.cue.bare)
        words = self.elements(pieces)
        floor = around.compared(hit)
        return DetectedComparison(
            *around.clause,
            plain_direction(self.text, hit, self.lang) or PREFERENCES[int(chances.argmax())],
            around.who_at(words.get("subject")) or floor.subject,
            around.who_at(words.get("object")) or floor.object,
            words.get("aspect") or floor.aspect,
            words.get("opinion") or floor.opinion,
            confidence=round(chance * float(chances.max()), 3),
        )

    def elements(self, pieces: slice) -> dict[str, Span]:
        """Return the surest run of words of each role."""
        tags = self.scores.elements[pieces]
        best = tags.argmax(1).tolist()
        found: dict[str, tuple[float, Span]] = {}
        at = 0
        while at < len(best):
            role, begin = (best[at] - 1) // 2, at
            at += 1
            while best[begin] and at < len(best) and best[at] == 2 * role + 2:
                at += 1
            if best[begin]:
                span = Span(int(self.starts[pieces.start + begin]), int(self.ends[pieces.start + at - 1]))
                sure = float(tags[begin, best[begin]])
                found[ROLES[role]] = max(found.get(ROLES[role], (0.0, span)), (sure, span))
        return {role: span for role, (_, span) in found.items()}


def is_clear(found: Iterable[CueMatch]) -> bool:
    """Return whether a cue names what something is held against."""
    return any(not hit.cue.bare for hit in found)


def plain_direction(text: str, hit: CueMatch | None, lang: str) -> Preference | None:
    """The direction where the words leave no doubt: "no better than"; "worse than", with no "not" or "no" before it."""
    if hit is None or hit.opinion is None:
        return None
    if hit.cue.plain:
        return preference(hit.cue.way, 0.0)
    here = language(lang)
    denied = here.negation.NEGATED_COMPARISON.search(text[max(0, hit.span.start - AHEAD) : hit.span.start])
    return None if denied else here.comparison_cues.DIRECTIONS.get(text[slice(*hit.opinion)].lower().split()[-1])


# --- who, on what, and how


class ComparisonContext:
    """What stands around a cue."""

    def __init__(
        self,
        text: str,
        sentence: Sentence,
        clause: Span,
        said: Sequence[ExtractedTerm],
        discourse: Discourse,
        lang: str,
    ) -> None:
        self.text, self.sentence, self.clause, self.lang = text, sentence, clause, lang
        begun = discourse.inside(clause.start, clause.end + 1)  # a mention without characters may stand at the end
        self.mentions = [mention for mention in begun if mention.end <= clause.end]
        self.said = [one for one in said if clause.start <= one.start and one.end <= clause.end]
        self.who: dict[Span, ResolvedMention] = {Span(one.start, one.end): one for one in self.mentions}

    def compared(self, hit: CueMatch | None) -> DetectedComparison:
        if hit is None:
            return DetectedComparison(*self.clause, "different")
        edge = hit.span.start if hit.cue.before else hit.span.end
        before = [one for one in self.mentions if one.end <= edge and not self._inside(one, hit)]
        after = [one for one in self.mentions if one.start >= edge]
        if hit.cue.before:
            other = before[-1] if before else None
            subject = self._subject(before[:-1])
        else:
            other = next((one for one in after if one.start - hit.span.end <= NEAR), None)
            rest = [one for one in after if other and one.start >= other.end]
            subject = self._subject(before) or (None if before else self._subject(rest))
        if hit.cue.bare:
            other = None
        feeling = self._feeling(hit, other)
        return DetectedComparison(
            *self.clause,
            preference(hit.cue.way, feeling),
            _span(subject),
            _span(other),
            self._aspect(subject, other),
            hit.opinion,
        )

    def who_at(self, span: Span | None) -> Span | None:
        """Return the mention that some words are, as far as it is known."""
        if span is None:
            return None
        return next((known for known in self.who if _overlap(known, span)), None)

    def known(self, span: Span | None) -> ResolvedMention | None:
        return None if span is None else self.who.get(span)

    def subject(
        self, made: DetectedComparison, hit: CueMatch | None, before: ResolvedMention | None
    ) -> ResolvedMention | None:
        """Who is compared: where no one is named, whose part is held against the product, or the last one's subject
        where the cue has nothing before it ("… but slower than the Sony")."""
        other = self.known(made.object)
        if made.subject is not None or hit is None or other is None:
            return self.known(made.subject)
        ahead = [one for one in self.mentions if one.end <= hit.span.start and one is not other]
        if other.about in OURS:
            return next((one for one in ahead if one.about == "part_of_competing"), None)
        return None if ahead else before

    def _inside(self, one: ResolvedMention, hit: CueMatch) -> bool:
        return hit.opinion is not None and one.start < hit.opinion.end and hit.opinion.start < one.end

    def _subject(self, mentions: Sequence[ResolvedMention]) -> ResolvedMention | None:
        """Return the product that is spoken of; a part of one is what it is compared on."""
        return next((one for one in mentions if one.about in ("main", "competing", "generic")), None)

    def _aspect(self, *but: ResolvedMention | None) -> Span | None:
        """Return the part that is spoken of, or the term that is judged, if it is neither of the products."""
        taken = [_span(one) for one in but if one is not None]
        parts = [Span(one.start, one.end) for one in self.mentions if one.about in PARTS]
        terms = [Span(one.start, one.end) for one in self.said if one.term and one.judgement.polarity]
        free = (one for one in (*parts, *terms) if not any(_overlap(one, other) for other in taken if other))
        return next(free, None)

    def _feeling(self, hit: CueMatch, other: ResolvedMention | None) -> float:
        """What is felt in the cue's own words, or after it; else what is said of the things around."""
        behind = other.end if other is not None and other.start >= hit.span.end else hit.span.end
        first = hit.span.start > self.clause.start + NEAR and not hit.cue.op_after  # "… is dim compared to …"
        where = hit.opinion or (Span(self.clause.start, hit.span.start) if first else Span(behind, self.clause.end))
        less = (
            self.text[where.start : where.start + AHEAD]
            .lower()
            .startswith(language(self.lang).comparison_cues.REVERSING)
        )
        for mark in match_lexicon(self.sentence.tokens, lexicon_tables(self.lang)):
            if mark.entry.roles & Role.OPINION and mark.entry.value and _overlap(Span(mark.start, mark.end), where):
                denied = hit.cue.way == "turned" and mark.start < where.start  # the mark is "not as good as"
                return -mark.entry.value if less or denied else mark.entry.value
        return next((one.judgement.polarity for one in self.said if one.judgement.polarity), 0.0)


def preference(way: str, feeling: float) -> Preference:
    """How the subject fares; words without a feeling ("bigger") are taken for praise, as they mostly are."""
    if way == "op":
        return "worse" if feeling < 0 else "better"
    if way == "turned":
        return "better" if feeling < 0 else "worse"
    if way == "denied":
        return "equal" if feeling < 0 else "worse"
    return {"better": "better", "worse": "worse", "equal": "equal"}.get(way, "different")  # type: ignore[return-value]


def with_verdict(
    found: DetectedComparison, first: ResolvedMention | None, other: ResolvedMention | None, *, named: bool
) -> DetectedComparison:
    """How the product under review fares, and against whom: ``first`` is compared with ``other``."""
    same = first is not None and other is not None and first.cluster == other.cluster  # nothing beats itself
    sign = SIGN[found.preference]
    if first is None or same or not named or first.about in OURS:
        return replace(found, verdict=sign, entity=other.entity) if other is not None and _is_rival(other) else found
    rival = first.about in THEIRS if other is None else other.about in OURS and _is_rival(first)
    return replace(found, verdict=-sign, entity=first.entity) if rival else found


def _is_rival(found: ResolvedMention) -> bool:
    """What is compared by its name is a rival, whatever else it may be used for."""
    return found.about in THEIRS or (found.kind == "name" and found.about not in OURS)


def _span(found: ResolvedMention | None) -> Span | None:
    return None if found is None else Span(found.start, found.end)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
