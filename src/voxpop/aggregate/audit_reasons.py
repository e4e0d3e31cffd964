"""Why the stars and the text of a review may disagree: plain rules over what is said, of what, and a few cues.

The rules are tried in the order of ``RULES``; the first that holds gives the reason and the words that show it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import log

from voxpop.aggregate.quotes import AFTER, BEFORE
from voxpop.sentiment.feelings import Feeling, feelings
from voxpop.types import Opinion, Reason, Review, Span

REASONS: dict[Reason, str] = {
    "reversed scale": "The text is all at the other end: the scale may have been taken for the reverse.",
    "delivery": "The complaints are about delivery, not about what was bought.",
    "another product": "The feeling of the text belongs to another product, place or visit.",
    "mixed": "The text praises and complains strongly; the stars went with one side.",
    "sarcasm-like": "The words are positive, but they sound as if they were not meant.",
    "says nothing": "The text hardly says anything the stars could rest on.",
    "text more positive": "The text is more positive than the stars.",
    "text more negative": "The text is more negative than the stars.",
}

LOW = 2  # stars up to which a review is a bad one; from 6 − LOW on it is a good one
LATE = -0.6  # what a complaint is worth that needs no opinion word
FAINT = 0.1  # a feeling that is none
QUIET = 0.6  # feelings that are nothing to speak of
STRONG = 0.45  # a feeling that counts beside another
SHORT = 8  # words: a text this short without an opinion says nothing
FLAT = 0.9  # share of the greatest possible entropy from which a prediction is a guess
MOST = 0.5  # share of the feelings of one sign that a cause must account for
BOTH = 0.22  # share of the weaker side from which a text is mixed
PURE = 0.85  # share of the stronger side from which a text speaks with one voice
FAR = 0.6  # how sure the reading must be of the other end of the scale
AHEAD = 4  # clauses, its own among them, that still speak of what a cue names
INTERJECTION = 3  # words: "Great, just great."
SHOWN = 3  # stretches of text shown as evidence


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of a language, compiled; ``data/cues.toml`` says what each is for."""

    delivery: re.Pattern[str]
    late: re.Pattern[str]
    other: re.Pattern[str]
    sarcasm: re.Pattern[str]
    empty: re.Pattern[str]
    scale: re.Pattern[str]
    rating: re.Pattern[str]
    trouble: re.Pattern[str]


@cache
def cues(lang: str) -> Cues:
    raw = tomllib.loads((files("voxpop.aggregate") / "data" / "cues.toml").read_text(encoding="utf-8"))[lang]
    frame = r"(?<!\w)(?:{})(?!\w)" if raw.pop("words") else "(?:{})"
    return Cues(**{name: re.compile(frame.format("|".join(parts)), re.IGNORECASE) for name, parts in raw.items()})


@dataclass(frozen=True)
class Case:
    """A review with the stars it was given, the distribution its text deserves, and what is said in it."""

    review: Review
    probabilities: Sequence[float]
    opinions: Sequence[Opinion] = ()

    @property
    def lang(self) -> str:
        return self.review.lang or "en"

    @property
    def stars(self) -> float:
        return self.review.stars or 0.0

    @property
    def cues(self) -> Cues:
        return cues(self.lang)

    @cached_property
    def up(self) -> bool:
        """Whether the text is more positive than the stars."""
        return sum(k * p for k, p in enumerate(self.probabilities, start=1)) > self.stars

    @cached_property
    def feelings(self) -> list[Feeling]:
        """The clauses; where the opinions say how one feels, that counts, and elsewhere its words."""
        return [self._heard(feeling) for feeling in feelings(self.review.text, lang=self.lang)]

    def _heard(self, feeling: Feeling) -> Feeling:
        start, end = feeling.span
        said = [opinion.polarity for opinion in self.opinions if start <= opinion.start < end and opinion.polarity]
        if said:
            return feeling._replace(value=sum(said) / len(said))
        if self.cues.rating.search(self.review.text, start, end):
            return feeling._replace(value=0.0)
        if feeling.value >= 0 and self.cues.late.search(self.review.text, start, end):
            return feeling._replace(value=LATE)
        return feeling

    @cached_property
    def sentences(self) -> dict[int, Span]:
        """Sentence number: its span, over its clauses."""
        found: dict[int, Span] = {}
        for span, number, _ in self.feelings:
            found[number] = Span(found.get(number, span).start, span.end)
        return found

    def weight(self, *, good: bool, among: Iterable[Feeling] | None = None) -> float:
        values = (feeling.value for feeling in (self.feelings if among is None else among))
        return sum(abs(value) for value in values if value and (value > 0) == good)

    def strongest(self, *, good: bool, among: Iterable[Feeling] | None = None) -> tuple[Span, ...]:
        """The clauses that say it most clearly, in the order of the text."""
        chosen = [f for f in (self.feelings if among is None else among) if f.value and (f.value > 0) == good]
        chosen = sorted(chosen, key=lambda feeling: -abs(feeling.value))[:SHOWN]
        return tuple(sorted(feeling.span for feeling in chosen))

    def speaking_of(self, pattern: re.Pattern[str]) -> list[Feeling]:
        """The clauses in which a cue stands, and a few after each in the same sentence."""
        found: list[Feeling] = []
        sentence, left = -1, 0
        for feeling in self.feelings:
            if feeling.sentence != sentence:
                sentence, left = feeling.sentence, 0
            if pattern.search(self.review.text, *feeling.span):
                left = AHEAD
            elif words(self.review.text[slice(*feeling.span)]):  # a mark alone is no clause
                left -= 1
            if left > 0:
                found.append(feeling)
        return found


Proof = tuple[Span, ...] | None  # what shows that a rule holds; None: it does not


def says_nothing(case: Case) -> Proof:
    """No opinion in a short text or behind a prediction that is a guess; or the writer says so."""
    whole = (trimmed(case.review.text, Span(0, len(case.review.text))),)
    loudest = max((abs(feeling.value) for feeling in case.feelings), default=0.0)
    if case.cues.empty.search(case.review.text) and case.weight(good=True) + case.weight(good=False) <= QUIET:
        return whole
    entropy = -sum(p * log(p) for p in case.probabilities if p > 0)
    brief = words(case.review.text) <= SHORT
    return whole if loudest < FAINT and (brief or entropy >= FLAT * log(5)) else None


def means_the_stars(case: Case) -> Proof:
    """The writer speaks of the stars, and the text is at the other end."""
    found = case.cues.scale.search(case.review.text)
    return (Span(*found.span()),) if found and other_end(case) >= FAR else None


def sarcastic(case: Case) -> Proof:
    """Praise under few stars, with a phrase for praise that is not meant or a short cheer beside trouble."""
    if not case.up or case.stars > LOW:
        return None
    found = case.cues.sarcasm.search(case.review.text)
    return (Span(*found.span()),) if found else cheer(case)


def cheer(case: Case) -> Proof:
    """ "No water for two days. Fantastic." """
    text, spans = case.review.text, case.sentences
    for number, span in spans.items():
        inside = [feeling for feeling in case.feelings if feeling.sentence == number]
        praise = case.weight(good=True, among=inside)
        if words(text[slice(*span)]) > INTERJECTION or not praise or case.weight(good=True) - praise > QUIET:
            continue
        beside = [spans[other] for other in (number - 1, number + 1) if other in spans]
        if any(troubled(case, other) for other in beside):
            return (span,)
    return None


def troubled(case: Case, span: Span) -> bool:
    inside = [feeling for feeling in case.feelings if span.start <= feeling.span.start < span.end]
    bad, good = (case.weight(good=good, among=inside) for good in (False, True))
    return bad > good or (not good and case.cues.trouble.search(case.review.text, *span) is not None)


def about_delivery(case: Case) -> Proof:
    """Most of what is bad is said of the delivery."""
    inside = case.speaking_of(case.cues.delivery)
    late = [f for f in case.feelings if f not in inside and case.cues.late.search(case.review.text, *f.span)]
    of_delivery = [f for f in (*inside, *late) if f.value < 0]
    bad = case.weight(good=False)
    if not bad or case.weight(good=False, among=of_delivery) < MOST * bad:
        return None
    return case.strongest(good=False, among=of_delivery)


def about_another(case: Case) -> Proof:
    """Most of the feeling that the stars do not share is said of something else."""
    elsewhere = {(opinion.start, opinion.end) for opinion in case.opinions if "competing" in opinion.about}
    inside = [
        feeling
        for feeling in case.feelings
        if any(feeling.span.start <= start < feeling.span.end for start, _ in elsewhere)
    ] + case.speaking_of(case.cues.other)
    inside = list(dict.fromkeys(inside))
    whole = case.weight(good=case.up)
    if not whole or case.weight(good=case.up, among=inside) < MOST * whole:
        return None
    return case.strongest(good=case.up, among=inside)


def mixed(case: Case) -> Proof:
    """Strong words on both sides."""
    good, bad = case.weight(good=True), case.weight(good=False)
    if min(good, bad) < STRONG or min(good, bad) < BOTH * (good + bad):
        return None
    return tuple(sorted((*case.strongest(good=True)[:2], *case.strongest(good=False)[:2])))


def reversed_scale(case: Case) -> Proof:
    """Stars at one end, text with one voice at the other."""
    good, bad = case.weight(good=True), case.weight(good=False)
    side = good if case.up else bad
    if other_end(case) < FAR or side < PURE * (good + bad) or not side:
        return None
    return case.strongest(good=case.up)


def other_end(case: Case) -> float:
    """How likely the text deserves the stars of the other end; 0 where those given are at no end."""
    if case.stars <= LOW:
        return sum(case.probabilities[3:])
    return sum(case.probabilities[:2]) if case.stars >= 6 - LOW else 0.0


RULES: tuple[tuple[Reason, Callable[[Case], Proof]], ...] = (
    ("reversed scale", means_the_stars),
    ("sarcasm-like", sarcastic),
    ("says nothing", says_nothing),
    ("delivery", about_delivery),
    ("another product", about_another),
    ("mixed", mixed),
    ("reversed scale", reversed_scale),
)


def explain(case: Case) -> tuple[Reason, tuple[Span, ...]]:
    """The reason, and the stretches of the text that show it."""
    for reason, rule in RULES:
        proof = rule(case)
        if proof is not None:
            return reason, tuple(trimmed(case.review.text, span) for span in proof)
    reason = "text more positive" if case.up else "text more negative"
    return reason, tuple(trimmed(case.review.text, span) for span in case.strongest(good=case.up))


def words(text: str) -> int:
    """Words, where a Chinese character counts as half a one."""
    return round(
        sum(0.5 if "\u4e00" <= word[0] <= "\u9fff" else 1 for word in re.findall(r"[\u4e00-\u9fff]|\w+", text))
    )


def trimmed(text: str, span: Span) -> Span:
    """A span without stray marks and white space at its ends."""
    start, end = span
    while start < end and text[start] in BEFORE:
        start += 1
    while end > start and text[end - 1] in AFTER:
        end -= 1
    return Span(start, end)
