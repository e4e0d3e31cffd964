"""A review before the audit: what its clauses feel, what they are about, and the cues that stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from voxpop.extract.clause_tones import ClauseTone, clause_tones
from voxpop.lang import DEFAULT, language
from voxpop.lang.scripts import UNSPACED_LETTERS, starts_unspaced
from voxpop.types import Opinion, Review, Span

Proof = tuple[Span, ...] | None  # what shows that a rule holds; None: it does not

LATE = -0.6  # what a complaint is worth that needs no opinion word
MOST = 0.5  # share of the feelings of one sign that a cause must account for
AHEAD = 4  # clauses, its own among them, that still speak of what a cue names
SHOWN = 3  # stretches of text shown as evidence
_WORD = re.compile(rf"[{UNSPACED_LETTERS}]|[^\W{UNSPACED_LETTERS}]+")


@dataclass(frozen=True, slots=True)
class AuditCues:
    """The cues of a language, compiled; ``audit_cues.toml`` of the language says what each is for."""

    delivery: re.Pattern[str]
    late: re.Pattern[str]
    other: re.Pattern[str]
    sarcasm: re.Pattern[str]
    empty: re.Pattern[str]
    scale: re.Pattern[str]
    rating: re.Pattern[str]
    trouble: re.Pattern[str]


@cache
def audit_cues(lang: str) -> AuditCues:
    """Return the compiled cues of a language; where it has spaces, they match whole words only."""
    words = language(lang)
    frame = r"(?<!\w)(?:{})(?!\w)" if words.script.IS_SPACED else "(?:{})"
    compiled = {
        name: re.compile(frame.format("|".join(parts)), re.IGNORECASE) for name, parts in words.star_audit.CUES.items()
    }
    return AuditCues(**compiled)


@dataclass(frozen=True)
class Case:
    """A review with the stars it was given, the distribution its text deserves, and what is said in it."""

    review: Review
    probabilities: Sequence[float]
    opinions: Sequence[Opinion] = ()

    @property
    def lang(self) -> str:
        return self.review.lang or DEFAULT

    @property
    def stars(self) -> float:
        return self.review.stars or 0.0

    @property
    def cues(self) -> AuditCues:
        return audit_cues(self.lang)

    @cached_property
    def text(self) -> str:
        """The text in the characters that the cues are written in."""
        return language(self.lang).normalize(self.review.text)

    @cached_property
    def expected(self) -> float:
        """The stars that the text deserves."""
        return sum(k * p for k, p in enumerate(self.probabilities, start=1))

    @property
    def up(self) -> bool:
        """Whether the text is more positive than the stars."""
        return self.expected > self.stars

    @cached_property
    def feelings(self) -> list[ClauseTone]:
        """The clauses; where the opinions say how one feels, that counts, and elsewhere its words."""
        return [self._with_opinions(feeling) for feeling in clause_tones(self.text, lang=self.lang)]

    def _with_opinions(self, feeling: ClauseTone) -> ClauseTone:
        start, end = feeling.span
        polarities = [
            opinion.polarity for opinion in self.opinions if start <= opinion.start < end and opinion.polarity
        ]
        if polarities:
            return feeling._replace(value=sum(polarities) / len(polarities))
        if self.cues.rating.search(self.text, start, end):
            return feeling._replace(value=0.0)
        if feeling.value >= 0 and self.cues.late.search(self.text, start, end):
            return feeling._replace(value=LATE)
        return feeling

    @cached_property
    def sentences(self) -> dict[int, Span]:
        """Sentence number: its span, over its clauses."""
        spans: dict[int, Span] = {}
        for span, number, *_ in self.feelings:
            spans[number] = Span(spans.get(number, span).start, span.end)
        return spans

    def weight(self, *, good: bool, among: Iterable[ClauseTone] | None = None) -> float:
        values = (feeling.value for feeling in (self.feelings if among is None else among))
        return sum(abs(value) for value in values if value and (value > 0) == good)

    def strongest(self, *, good: bool, among: Iterable[ClauseTone] | None = None) -> tuple[Span, ...]:
        """The clauses that say it most clearly, in the order of the text."""
        chosen = [f for f in (self.feelings if among is None else among) if f.value and (f.value > 0) == good]
        chosen = sorted(chosen, key=lambda feeling: -abs(feeling.value))[:SHOWN]
        return tuple(sorted(feeling.span for feeling in chosen))

    def speaking_of(self, pattern: re.Pattern[str], *, or_opinions: Sequence[Opinion]) -> list[ClauseTone]:
        """The clauses in which a cue stands, and a few after each in the same sentence; or one of these opinions."""
        starts = [opinion.start for opinion in or_opinions]
        clauses: list[ClauseTone] = []
        sentence, left = -1, 0
        for feeling in self.feelings:
            if feeling.sentence != sentence:
                sentence, left = feeling.sentence, 0
            if pattern.search(self.text, *feeling.span):
                left = AHEAD
            elif words(self.text[slice(*feeling.span)]):  # a mark alone is no clause
                left -= 1
            if left > 0 or any(feeling.span.start <= start < feeling.span.end for start in starts):
                clauses.append(feeling)
        return clauses

    def accounted(self, cause: Sequence[ClauseTone], *, good: bool) -> Proof:
        """The clauses of a cause, where they make up most of what is good, or bad, in the text."""
        total = self.weight(good=good)
        if not total or self.weight(good=good, among=cause) < MOST * total:
            return None
        return self.strongest(good=good, among=cause)


def words(text: str) -> int:
    """Return the number of words; a letter of a script without spaces counts as half a word."""
    return round(sum(0.5 if starts_unspaced(word) else 1 for word in _WORD.findall(text)))
