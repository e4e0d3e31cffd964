"""One name in the place of another: a claim repeats a sentence of the source, but calls something in it otherwise.

Is it the same thing by another name ("it", now "the Flip"), or another one? The mentions of the source tell, as far as
they were resolved rightly; what else there is to tell it by stands beside it as a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from math import log

import numpy as np

from voxpop.check.referents import Referents, whole
from voxpop.check.views import View
from voxpop.check.words import table
from voxpop.entities import ResolvedMention
from voxpop.entities.mentions import ABOUTS, MAIN
from voxpop.extract.reader_output import Floats
from voxpop.types import Sentence, Span

SIGNALS = (
    "swap", "swap to the same", "swap within a type", "swap as the branch expects", "swap of one entity",
    "swap from nothing known", "swap to nothing known", "swap of a pronoun", "swap from the product",
    "swap to the product", "swap to the product, the same", "swap of number", "swap beside itself",
    "swap named before", "swap of one head", "swap from a part", "swap of the last named", "swap within a sentence",
    "swap as pointed",
)  # fmt: skip
SEVERAL = frozenset(("they", "them", "their", "these", "those", "both"))
ONE = frozenset(("it", "its", "this", "that", "he", "she", "him", "her", "itself"))
OWNERS = frozenset(("its", "their", "his", "her", "whose"))
ANOTHER, PERHAPS = 0.1, 0.7  # what a chance of the same type is worth where it is another thing, or not known which
PRODUCTS = ("main", "competing", "interacting")
UNIT = {"en": re.compile(r"[\w'’]+(?:-\w+)*|[^\w\s]"), "zh": re.compile(r"[A-Za-z0-9]+|\S")}
GLUED = re.compile(r"['’](?:s|ll|d|ve|re|m|t)?\b|['’](?=\s|$)")
POINTING = {
    "en": {"near": re.compile(r"(?:it|its|this|these)\b", re.IGNORECASE),
           "far": re.compile(r"(?:that one|those|hers|his|the other|my old|my previous|theirs)\b", re.IGNORECASE)},
    "zh": {"near": re.compile("它|这|本"), "far": re.compile("那|人家|别|以前|之前|原来|隔壁|其他")},
}  # fmt: skip
SHORT = {"en": 1, "zh": 2}  # units that two changes may stand apart to be one


@dataclass(frozen=True, slots=True)
class Swap:
    """A stretch of the source and the stretch of the claim that stands in its place, and what each of them means."""

    old: Span  # in the source
    new: Span  # in the claim
    words: str
    original: ResolvedMention | None
    replacement: ResolvedMention | None


def swaps(source: View, claim: View, sentence: Sentence) -> list[Swap]:
    """Where a claim calls something otherwise than a sentence of the source does."""
    return [swap for old, new in _edits(source, claim, sentence) if (swap := _swap(source, claim, old, new))]


def _edits(source: View, claim: View, sentence: Sentence) -> Iterator[tuple[Span, Span]]:
    """Stretches that differ, those that nearly touch as one."""
    theirs = _units(source.text, Span(sentence.start, sentence.end), source.lang)
    ours = _units(claim.text, Span(0, len(claim.text)), claim.lang)
    before = [source.text[slice(*span)].lower() for span in theirs]
    after = [claim.text[slice(*span)].lower() for span in ours]
    merged: list[list[int]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if merged and i1 - merged[-1][1] <= SHORT[claim.lang]:
            merged[-1][1], merged[-1][3] = i2, j2
        else:
            merged.append([i1, i2, j1, j2])
    for i1, i2, j1, j2 in merged:
        yield _stretch(theirs, i1, i2, sentence.start), _stretch(ours, j1, j2, 0)


def _units(text: str, within: Span, lang: str) -> list[Span]:
    return [Span(*found.span()) for found in UNIT[lang].finditer(text, within.start, within.end)]


def _stretch(units: Sequence[Span], first: int, last: int, default: int) -> Span:
    if first < last:
        return Span(units[first].start, units[last - 1].end)
    at = units[first].start if first < len(units) else units[-1].end if units else default
    return Span(at, at)


def _swap(source: View, claim: View, old: Span, new: Span) -> Swap | None:
    """A swap, if something nameable was put in; the words around an insertion belong to it."""
    if new.start == new.end:
        return None
    phrase = _phrase(claim, new)
    grown = Span(old.start - (new.start - phrase.start), old.end + (phrase.end - new.end))
    if old.start == old.end:
        original = _around(source, old.start) or source.discourse.at(*grown)
    else:
        original = source.discourse.at(*(grown if _touching(source, claim, old, new) else old))
    replacement = named(source, claim.text[slice(*phrase)]) or named(source, claim.text[slice(*new)])
    if original is None and replacement is None:
        return None
    return Swap(old, new, claim.text[slice(*phrase)], original, replacement)


def _around(source: View, at: int) -> ResolvedMention | None:
    """The shortest mention that a place lies in."""
    held = [one for one in source.discourse.mentions if one.start < at < one.end]
    return min(held, key=lambda one: one.end - one.start, default=None)


def _touching(source: View, claim: View, old: Span, new: Span) -> bool:
    return source.text[slice(*old)].lower() in claim.text[slice(*new)].lower()


def _phrase(claim: View, new: Span) -> Span:
    """The stretch with the noun phrases that it is part of."""
    start, end = new
    for sentence in claim.sentences:
        for phrase in sentence.phrases:
            low, high = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
            if low < new.end and new.start < high:
                start, end = min(start, low), max(end, high)
    return Span(start, end)


# --- what words of a claim stand for in the source


def named(source: View, words: str) -> ResolvedMention | None:
    """The mention of the source that words stand for: its product, or where the same words stand first."""
    name = plain(words, source.lang)
    if not name:
        return None
    if source.product and source.product.name:
        for known in (source.product.name, *source.product.aliases):
            if _same_name(name, plain(known.partition("(")[0], source.lang)):
                return ResolvedMention(0, 0, words, "name", "main", 1.0, 0, None, source.product.name)
    for mention in source.discourse.mentions:
        if mention.kind != "pronoun" and plain(mention.text, source.lang) == name:
            return mention
    gap = "" if source.lang == "zh" else r"(?:['’]\w+)?\W+"
    found = re.search(gap.join(map(re.escape, name)), source.text, re.IGNORECASE)
    return _mention(source, Span(*found.span())) if found else None


def _mention(source: View, span: Span) -> ResolvedMention | None:
    """What stands at a stretch, or ends it: of "my wife's old Galaxy" the Galaxy."""
    inside = [one for one in source.discourse.mentions if span.start <= one.start and one.end <= span.end]
    return source.discourse.at(*span) or max(inside, key=lambda one: (one.end, one.start), default=None)


def _same_name(name: tuple[str, ...], product: tuple[str, ...]) -> bool:
    return name == product or (len(name) >= 3 and name == product[: len(name)])


@cache
def plain(text: str, lang: str) -> tuple[str, ...]:
    """The words of a name in lower case, without articles and what is glued to it; in Chinese its characters."""
    words = list(plain_run(text, lang))
    while words and words[0] in table(lang)["articles"]:
        words = words[1:]
    return tuple(words)


@cache
def plain_run(text: str, lang: str) -> tuple[str, ...]:
    if lang == "zh":
        return tuple(re.findall(r"[a-z0-9]+|[^\W_]", text.lower()))
    return tuple(re.findall(r"[\w-]+", GLUED.sub("", text.lower())))


# --- in numbers


def signals(source: View, sentence: Sentence | None, found: Sequence[Swap]) -> list[float]:
    """The swap that tells most, in the order of ``SIGNALS``; nothing but zeros where there is none."""
    if not found or sentence is None:
        return [0.0] * len(SIGNALS)
    swap = max(found, key=lambda one: (one.replacement is not None) + (one.original is not None))
    same, alike, expected = _chances(source, swap)
    one, other = swap.original, swap.replacement
    to_product = float(other is not None and other.cluster == MAIN)
    return [
        1.0,
        same,
        alike,
        expected,
        _agreed(swap),
        float(one is None),
        float(other is None),
        float(one is not None and one.kind == "pronoun"),
        float(one is not None and one.cluster == MAIN),
        to_product,
        same * to_product,
        *_form(source, sentence, swap),
    ]


def _agreed(swap: Swap) -> float:
    """How sure it is, as the mentions were resolved, that both are the same thing (1) or two (−1)."""
    one, other = swap.original, swap.replacement
    if one is None or other is None:
        return 0.0
    return one.confidence * other.confidence * (1 if one.cluster == other.cluster else -1)


def _chances(source: View, swap: Swap) -> tuple[float, float, float]:
    """Odds that both are the same thing, that they are of one type, and that the branch expects that type there."""
    one, other = swap.original, swap.replacement
    known = source.referents() if source.referents is not None else None
    owner = owning(source, swap.old)
    expected = None if known is None or swap.old.start == swap.old.end else known.branch(*swap.old)
    if expected is not None and owner:
        expected = whole(expected)
    likely = expected if one is None else _types(one, known, expected)
    if other is None or likely is None:
        return 0.0, 0.0, 0.0
    if owner and one is not None and one.kind != "pronoun":
        likely = whole(likely)
    place = ABOUTS.index(other.about)
    alike = float(likely[place])
    same = None if known is None or one is None else known.same(one, other, source.discourse)
    if same is None:
        same = alike * _worth(one, other)
    rest = 0.0 if expected is None else float(np.delete(expected, place).max())
    return (
        odds(same, 1 - same),
        odds(alike, 1 - alike),
        0.0 if expected is None else odds(float(expected[place]), rest),
    )


def _types(one: ResolvedMention, known: Referents | None, expected: Floats | None) -> Floats:
    """The chances of the nine types of a mention; where it is not sure, what is expected at its place."""
    if known is not None and (one.start, one.end) in known.nouns:
        return known.nouns[one.start, one.end]
    own: Floats = np.eye(len(ABOUTS), dtype=np.float32)[ABOUTS.index(one.about)]
    rest = np.full(len(ABOUTS), 1 / len(ABOUTS), np.float32) if expected is None else expected
    mixed: Floats = one.confidence * own + (1 - one.confidence) * rest
    return mixed


def _worth(one: ResolvedMention | None, other: ResolvedMention) -> float:
    """What it says of two mentions that they are of one type."""
    if other.cluster == MAIN or (one is not None and one.cluster == other.cluster):
        return 1.0
    return PERHAPS if one is None else ANOTHER


def odds(chance: float, other: float) -> float:
    """One chance against another, −1 … 1."""
    return max(-1.0, min(1.0, log((chance + 0.01) / (other + 0.01)) / 4))


def owning(source: View, span: Span) -> bool:
    """Whether something else belongs to what stands here: "its lens", "the Flip's lens", 它的镜头."""
    words, after = source.text[slice(*span)].lower(), source.text[span.end : span.end + 2]
    if source.lang == "zh":
        return after.startswith("的")
    return words in OWNERS or words.endswith(("'s", "’s")) or after in ("'s", "’s")


def _form(source: View, sentence: Sentence, swap: Swap) -> list[float]:
    one, other = swap.original, swap.replacement
    words = one.text if one else source.text[slice(*swap.old)]
    name = plain(swap.words, source.lang)
    rest = source.text[sentence.start : swap.old.start] + "\n" + source.text[swap.old.end : sentence.end]
    head = plain(words, source.lang)[-1:]
    return [
        float(disagree(words, name, source.lang)),
        float(bool(name) and _inside(name, plain_run(rest, source.lang))),
        float(other is not None and other.start < swap.old.start),
        float(bool(head) and head == name[-1:]),
        float(one is not None and one.part_of is not None),
        *_recent(source, sentence, swap),
        pointed(words, source.lang) * (1.0 if other is not None and other.cluster == MAIN else -1.0),
    ]


def pointed(words: str, lang: str) -> float:
    """Whether words point at what lies at hand, mostly the product (1), or at something else (−1)."""
    near, far = (POINTING[lang][side].match(words) for side in ("near", "far"))
    return 1.0 if near else -1.0 if far else 0.0


def _recent(source: View, sentence: Sentence, swap: Swap) -> list[float]:
    """Whether the replacement is what was named last, as far as products go, and in the same sentence."""
    if swap.replacement is None:
        return [0.0, 0.0]
    before = [one for one in source.discourse.mentions if one.end <= swap.old.start and one.about in PRODUCTS]
    nouns = [one for one in before if one.kind != "pronoun"]
    last = bool(nouns) and nouns[-1].cluster == swap.replacement.cluster
    return [
        float(last),
        float(any(one.cluster == swap.replacement.cluster and one.start >= sentence.start for one in nouns)),
    ]


def disagree(words: str, name: tuple[str, ...], lang: str) -> bool:
    """Whether one is of one thing and the other of several."""
    if lang == "zh" or not name:
        return False
    several = name[-1].endswith("s") and not name[-1].endswith(("ss", "us", "is"))
    word = words.lower()
    return (word in ONE and several) or (word in SEVERAL and not several)


def _inside(name: tuple[str, ...], run: tuple[str, ...]) -> bool:
    return any(run[at : at + len(name)] == name for at in range(len(run) - len(name) + 1))
