"""Why the stars and the text of a review may disagree: plain rules over what is said, of what, and a few cues.

The rules are tried in the order of ``RULES``; the first that holds gives the reason and the words that show it. A text
that says nothing contradicts no stars, so the audit sets aside what the first rule holds for.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

from voxpop.aggregate.audit_case import Case, Proof, words
from voxpop.aggregate.quotes import trimmed
from voxpop.types import Reason, Span

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


DELIVERY = "delivery"  # the category of the general scheme
LOW = 2  # stars up to which a review is a bad one; from 6 − LOW on it is a good one
FAINT = 0.1  # a feeling that is none
QUIET = 0.6  # feelings that are nothing to speak of
STRONG = 0.45  # a feeling that counts beside another
SHORT = 8  # words: a text this short without an opinion says nothing
FLAT = 0.9  # share of the greatest possible entropy from which a prediction is a guess
BELOW, ABOVE = 2.25, 4.5  # stars that are not expected of a text that says nothing, whatever words it has
BOTH = 0.22  # share of the weaker side from which a text is mixed
PURE = 0.85  # share of the stronger side from which a text speaks with one voice
FAR = 0.6  # how sure the reading must be of the other end of the scale
INTERJECTION = 3  # words: "Great, just great."


def says_nothing(case: Case) -> Proof:
    """The writer says so, or has no opinion in a short text or behind a prediction that is a guess; whatever the stars.

    Words that the rules are deaf to may still say something: where the text is read as clear praise or blame, only one
    that is nothing but such a phrase says nothing.
    """
    if not may_say_nothing(case):
        return None
    all_text = (trimmed(case.text, Span(0, len(case.text))),)
    if only_says_so(case):
        return all_text
    loudest = max((abs(feeling.value) for feeling in case.feelings), default=0.0)
    weight = case.weight(good=True) + case.weight(good=False)
    return all_text if loudest < FAINT or (says_so(case) and weight <= QUIET) else None


def may_say_nothing(case: Case) -> bool:
    """What can be told before the clauses are read."""
    if only_says_so(case):
        return True
    cues, text = case.cues, case.text
    if not BELOW < case.expected < ABOVE:
        return False
    entropy = -sum(p * log(p) for p in case.probabilities if p > 0)
    little = words(text) <= SHORT or entropy >= FLAT * log(5) or says_so(case)
    return little and not any(cue.search(text) for cue in (cues.scale, cues.rating, cues.sarcasm))


def says_so(case: Case) -> bool:
    return case.cues.empty.search(case.text) is not None


def only_says_so(case: Case) -> bool:
    empty, text = case.cues.empty, case.text.lstrip()
    return empty.match(text) is not None and not words(empty.sub("", text))


def means_the_stars(case: Case) -> Proof:
    """The writer speaks of the stars, and the text is at the other end."""
    match = case.cues.scale.search(case.text)
    return (Span(*match.span()),) if match and other_end(case) >= FAR else None


def sarcastic(case: Case) -> Proof:
    """Praise under few stars, with a phrase for praise that is not meant or a short cheer beside trouble."""
    if not case.up or case.stars > LOW:
        return None
    match = case.cues.sarcasm.search(case.text)
    return (Span(*match.span()),) if match else cheer(case)


def cheer(case: Case) -> Proof:
    """ "No water for two days. Fantastic." """
    text, spans = case.text, case.sentences
    for number, span in spans.items():
        inside = [feeling for feeling in case.feelings if feeling.sentence == number]
        praise = case.weight(good=True, among=inside)
        if any(feeling.thing for feeling in inside) or words(text[slice(*span)]) > INTERJECTION:
            continue
        if not praise or case.weight(good=True) - praise > QUIET:
            continue
        beside = [spans[other] for other in (number - 1, number + 1) if other in spans]
        if any(troubled(case, other) for other in beside):
            return (span,)
    return None


def troubled(case: Case, span: Span) -> bool:
    inside = [feeling for feeling in case.feelings if span.start <= feeling.span.start < span.end]
    bad, good = (case.weight(good=good, among=inside) for good in (False, True))
    return bad > good or (not good and case.cues.trouble.search(case.text, *span) is not None)


def about_delivery(case: Case) -> Proof:
    """Most of what is bad is said of the delivery."""
    inside = case.speaking_of(
        case.cues.delivery, or_opinions=[opinion for opinion in case.opinions if opinion.category == DELIVERY]
    )
    late = [f for f in case.feelings if f not in inside and case.cues.late.search(case.text, *f.span)]
    return case.accounted((*inside, *late), good=False)


def about_another(case: Case) -> Proof:
    """Most of the feeling that the stars do not share is said of something else."""
    elsewhere = [opinion for opinion in case.opinions if "competing" in opinion.about]
    return case.accounted(case.speaking_of(case.cues.other, or_opinions=elsewhere), good=case.up)


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
    ("says nothing", says_nothing),
    ("reversed scale", means_the_stars),
    ("sarcasm-like", sarcastic),
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
            return reason, tuple(trimmed(case.text, span) for span in proof)
    reason = "text more positive" if case.up else "text more negative"
    return reason, tuple(trimmed(case.text, span) for span in case.strongest(good=case.up))
