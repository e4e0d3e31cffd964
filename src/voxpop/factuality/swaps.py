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

from voxpop.factuality.views import View
from voxpop.factuality.words import table
from voxpop.mentions import Found
from voxpop.mentions.base import ABOUTS
from voxpop.types import Sentence, Span

SIGNALS = (
    "swap", "swap of one entity", "swap of two entities", "swap of one type", "swap of two types",
    "swap from nothing known", "swap to nothing known", "swap of a pronoun", "swap from the product",
    "swap to the product", "swap of number", "swap beside itself", "swap named before", "swap of one head",
    "swap from a part", "swap of the last named", "swap within a sentence", "swap as pointed", "swap likely",
    "swap odds",
)  # fmt: skip
SEVERAL = frozenset(("they", "them", "their", "these", "those", "both"))
ONE = frozenset(("it", "its", "this", "that", "he", "she", "him", "her", "itself"))
PRODUCTS = ("main", "competing", "interacting")
UNIT = {"en": re.compile(r"[\w'’]+(?:-\w+)*|[^\w\s]"), "zh": re.compile(r"[A-Za-z0-9]+|\S")}
GLUED = re.compile(r"['’](?:s|ll|d|ve|re|m|t)?\b|['’](?=\s|$)")
POINTING = {
    "en": {"near": re.compile(r"(?:it|its|this|these)\b", re.IGNORECASE),
           "far": re.compile(r"(?:that one|those|hers|his|the other|my old|my previous|theirs)\b", re.IGNORECASE)},
    "zh": {"near": re.compile("它|这|本"), "far": re.compile("那|人家|别|以前|之前|原来|隔壁|其他")},
}  # fmt: skip
SHORT = 1  # units that two changes may stand apart to be one


@dataclass(frozen=True, slots=True)
class Swap:
    """A stretch of the source and the stretch of the claim that stands in its place, and what each of them means."""

    old: Span  # in the source
    new: Span  # in the claim
    words: str
    original: Found | None
    replacement: Found | None


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
        if merged and i1 - merged[-1][1] <= SHORT:
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
    original = source.discourse.at(*(grown if old.start == old.end or _touching(source, claim, old, new) else old))
    replacement = named(source, claim.text[slice(*phrase)]) or named(source, claim.text[slice(*new)])
    if original is None and replacement is None:
        return None
    return Swap(old, new, claim.text[slice(*phrase)], original, replacement)


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


def named(source: View, words: str) -> Found | None:
    """The mention of the source that words stand for: its product, or where the same words stand first."""
    name = plain(words, source.lang)
    if not name:
        return None
    if source.product and source.product.name:
        for known in (source.product.name, *source.product.aliases):
            if _same_name(name, plain(known.partition("(")[0], source.lang)):
                return Found(0, 0, words, "name", "main", 1.0, 0, None, source.product.name)
    for mention in source.discourse.mentions:
        if mention.kind != "pronoun" and plain(mention.text, source.lang) == name:
            return mention
    gap = "" if source.lang == "zh" else r"(?:['’]\w+)?\W+"
    found = re.search(gap.join(map(re.escape, name)), source.text, re.IGNORECASE)
    return source.discourse.at(*found.span()) if found else None


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
    return [1.0, *_meant(swap), *_form(source, sentence, swap)]


def _meant(swap: Swap) -> list[float]:
    one, other = swap.original, swap.replacement
    sure = one.confidence * other.confidence if one and other else 0.0
    same = bool(one and other and one.cluster == other.cluster)
    alike = bool(one and other and one.about == other.about)
    return [sure * same, sure * (not same), sure * alike, sure * (not alike), float(one is None), float(other is None)]


def _form(source: View, sentence: Sentence, swap: Swap) -> list[float]:
    one, other = swap.original, swap.replacement
    words = one.text if one else source.text[slice(*swap.old)]
    name = plain(swap.words, source.lang)
    rest = source.text[sentence.start : swap.old.start] + "\n" + source.text[swap.old.end : sentence.end]
    head = plain(words, source.lang)[-1:]
    return [
        float(one is not None and one.kind == "pronoun"),
        float(one is not None and one.cluster == 0),
        float(other is not None and other.cluster == 0),
        float(disagree(words, name, source.lang)),
        float(bool(name) and _inside(name, plain_run(rest, source.lang))),
        float(other is not None and other.start < swap.old.start),
        float(bool(head) and head == name[-1:]),
        float(one is not None and one.part_of is not None),
        *_recent(source, sentence, swap),
        pointed(words, source.lang) * (1.0 if other is not None and other.cluster == 0 else -1.0),
        *_likely(source, swap),
    ]


def _likely(source: View, swap: Swap) -> list[float]:
    """How likely something of the replacement's type stands there, by the branch, and against the likeliest other."""
    if source.types is None or swap.replacement is None or swap.old.start == swap.old.end:
        return [0.5, 0.0]
    chances = source.types(*swap.old)
    own = float(chances[ABOUTS.index(swap.replacement.about)])
    rest = max(float(chance) for about, chance in zip(ABOUTS, chances, strict=True) if about != swap.replacement.about)
    return [own, max(-1.0, min(1.0, log((own + 0.01) / (rest + 0.01)) / 4))]


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
