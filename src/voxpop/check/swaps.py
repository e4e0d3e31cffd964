"""One name in the place of another: a claim repeats a sentence of the source, but with another name for something.

Is it the same thing by another name ("it", now "the Flip"), or another thing? The resolved mentions of the source are
evidence for it, and there is more; all of it is given as features.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from math import log

from voxpop.check.discourse import MAIN, ResolvedMention
from voxpop.check.parsed_texts import ParsedText
from voxpop.lang import language
from voxpop.types import Sentence, Span

SIGNALS = (
    "swap", "swap to the same", "swap within a type", "swap as the branch expects", "swap of one entity",
    "swap from nothing known", "swap to nothing known", "swap of a pronoun", "swap from the product",
    "swap to the product", "swap to the product, the same", "swap of number", "swap beside itself",
    "swap named before", "swap of one head", "swap from a part", "swap of the last named", "swap within a sentence",
    "swap as pointed",
)  # fmt: skip
ANOTHER, PERHAPS = 0.1, 0.7  # what a chance of the same type is worth where it is another thing, or not known which
PRODUCTS = ("main", "competing", "interacting")


@dataclass(frozen=True, slots=True)
class NameSwap:
    """A stretch of the source, the stretch of the claim in its place, and the mentions that they stand for."""

    old: Span  # in the source
    new: Span  # in the claim
    words: str
    original: ResolvedMention | None
    replacement: ResolvedMention | None


def find_swaps(source: ParsedText, claim: ParsedText, sentence: Sentence) -> list[NameSwap]:
    """Return where a claim has another name for something than a sentence of the source."""
    return [swap for old, new in _edits(source, claim, sentence) if (swap := _swap(source, claim, old, new))]


def _edits(source: ParsedText, claim: ParsedText, sentence: Sentence) -> Iterator[tuple[Span, Span]]:
    """Yield the stretches that differ, those that nearly touch as one."""
    theirs = _units(source.text, Span(sentence.start, sentence.end), source.lang)
    ours = _units(claim.text, Span(0, len(claim.text)), claim.lang)
    before = [source.text[slice(*span)].lower() for span in theirs]
    after = [claim.text[slice(*span)].lower() for span in ours]
    merged: list[list[int]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if merged and i1 - merged[-1][1] <= language(claim.lang).references.JOINED_DISTANCE:
            merged[-1][1], merged[-1][3] = i2, j2
        else:
            merged.append([i1, i2, j1, j2])
    for i1, i2, j1, j2 in merged:
        yield _stretch(theirs, i1, i2, sentence.start), _stretch(ours, j1, j2, 0)


def _units(text: str, within: Span, lang: str) -> list[Span]:
    return [Span(*match.span()) for match in language(lang).references.UNIT.finditer(text, within.start, within.end)]


def _stretch(units: Sequence[Span], first: int, last: int, default: int) -> Span:
    if first < last:
        return Span(units[first].start, units[last - 1].end)
    at = units[first].start if first < len(units) else units[-1].end if units else default
    return Span(at, at)


def _swap(source: ParsedText, claim: ParsedText, old: Span, new: Span) -> NameSwap | None:
    """Return a swap, if a name was put in; the words around an insertion belong to it."""
    if new.start == new.end:
        return None
    phrase = _phrase(claim, new)
    grown = Span(old.start - (new.start - phrase.start), old.end + (phrase.end - new.end))
    if old.start == old.end:
        original = _around(source, old.start) or source.discourse.at(*grown)
    else:
        original = source.discourse.at(*(grown if _touching(source, claim, old, new) else old))
    replacement = find_mention(source, claim.text[slice(*phrase)]) or find_mention(source, claim.text[slice(*new)])
    if original is None and replacement is None:
        return None
    return NameSwap(old, new, claim.text[slice(*phrase)], original, replacement)


def _around(source: ParsedText, at: int) -> ResolvedMention | None:
    """Return the shortest mention that a place lies in."""
    around = [mention for mention in source.discourse.mentions if mention.start < at < mention.end]
    return min(around, key=lambda mention: mention.end - mention.start, default=None)


def _touching(source: ParsedText, claim: ParsedText, old: Span, new: Span) -> bool:
    return source.text[slice(*old)].lower() in claim.text[slice(*new)].lower()


def _phrase(claim: ParsedText, new: Span) -> Span:
    """Return a stretch with the noun phrases that it is part of."""
    start, end = new
    for sentence in claim.sentences:
        for phrase in sentence.phrases:
            low, high = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
            if low < new.end and new.start < high:
                start, end = min(start, low), max(end, high)
    return Span(start, end)


# --- what words of a claim stand for in the source


def find_mention(source: ParsedText, words: str) -> ResolvedMention | None:
    """Return the mention of the source that words stand for: its product, or where the same words stand first."""
    name = name_words(words, source.lang)
    if not name:
        return None
    if source.product and source.product.name:
        for alias in (source.product.name, *source.product.aliases):
            if _same_name(name, name_words(alias.partition("(")[0], source.lang)):
                return ResolvedMention(0, 0, words, "name", "main", 1.0, 0, None, source.product.name)
    for mention in source.discourse.mentions:
        if mention.kind != "pronoun" and name_words(mention.text, source.lang) == name:
            return mention
    gap = language(source.lang).references.NAME_GAP
    match = re.search(gap.join(map(re.escape, name)), source.text, re.IGNORECASE)
    return _mention_at(source, Span(*match.span())) if match else None


def _mention_at(source: ParsedText, span: Span) -> ResolvedMention | None:
    """Return the mention at a stretch, or the one that ends it: the Galaxy for "my wife's old Galaxy"."""
    inside = [
        mention for mention in source.discourse.mentions if span.start <= mention.start and mention.end <= span.end
    ]
    return source.discourse.at(*span) or max(inside, key=lambda mention: (mention.end, mention.start), default=None)


def _same_name(name: tuple[str, ...], product: tuple[str, ...]) -> bool:
    return name == product or (len(name) >= 3 and name == product[: len(name)])


@cache
def name_words(text: str, lang: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, without its determiners."""
    references = language(lang).references
    words = references.split_name(text)
    while words and words[0] in references.DETERMINERS:
        words = words[1:]
    return words


# --- in numbers


def signals(source: ParsedText, sentence: Sentence | None, swaps: Sequence[NameSwap]) -> list[float]:
    """Return the features of the swap that says most, in the order of ``SIGNALS``; zeros where there is none."""
    if not swaps or sentence is None:
        return [0.0] * len(SIGNALS)
    swap = max(swaps, key=lambda swap: (swap.replacement is not None) + (swap.original is not None))
    same, alike, expected = _chances(source, swap)
    original, replacement = swap.original, swap.replacement
    to_product = float(replacement is not None and replacement.cluster == MAIN)
    return [
        1.0,
        same,
        alike,
        expected,
        _agreed(swap),
        float(original is None),
        float(replacement is None),
        float(original is not None and original.kind == "pronoun"),
        float(original is not None and original.cluster == MAIN),
        to_product,
        same * to_product,
        *_form(source, sentence, swap),
    ]


def _agreed(swap: NameSwap) -> float:
    """Return how sure it is, by the resolved mentions, that both are the same thing (1) or two (−1)."""
    original, replacement = swap.original, swap.replacement
    if original is None or replacement is None:
        return 0.0
    return original.confidence * replacement.confidence * (1 if original.cluster == replacement.cluster else -1)


def _chances(source: ParsedText, swap: NameSwap) -> tuple[float, float, float]:
    """Return the odds that both are the same thing, and that they are of one type."""
    original, replacement = swap.original, swap.replacement
    if replacement is None or original is None:
        return 0.0, 0.0, 0.0
    alike = original.confidence if original.about == replacement.about else 1 - original.confidence
    same = alike * _worth(original, replacement)
    return odds(same, 1 - same), odds(alike, 1 - alike), 0.0


def _worth(original: ResolvedMention | None, replacement: ResolvedMention) -> float:
    """Return how much it means that two mentions are of one type."""
    if replacement.cluster == MAIN or (original is not None and original.cluster == replacement.cluster):
        return 1.0
    return PERHAPS if original is None else ANOTHER


def odds(chance: float, other: float) -> float:
    """Return the log odds of one probability against another, −1 … 1."""
    return max(-1.0, min(1.0, log((chance + 0.01) / (other + 0.01)) / 4))


def is_possessive(source: ParsedText, span: Span) -> bool:
    """Whether something else belongs to what stands here: "its lens", "the Flip's lens"."""
    words, after = source.text[slice(*span)], source.text[span.end : span.end + 2]
    return language(source.lang).references.is_possessive(words, after)


def _form(source: ParsedText, sentence: Sentence, swap: NameSwap) -> list[float]:
    original, replacement = swap.original, swap.replacement
    words = original.text if original else source.text[slice(*swap.old)]
    name = name_words(swap.words, source.lang)
    rest = source.text[sentence.start : swap.old.start] + "\n" + source.text[swap.old.end : sentence.end]
    head = name_words(words, source.lang)[-1:]
    return [
        float(language(source.lang).references.has_other_number(words, name)),
        float(bool(name) and _inside(name, language(source.lang).references.split_name(rest))),
        float(replacement is not None and replacement.start < swap.old.start),
        float(bool(head) and head == name[-1:]),
        float(original is not None and original.part_of is not None),
        *_recent(source, sentence, swap),
        pointed(words, source.lang) * (1.0 if replacement is not None and replacement.cluster == MAIN else -1.0),
    ]


def pointed(words: str, lang: str) -> float:
    """Return 1 if words point at what is at hand, mostly the product, −1 if at something else, 0 otherwise."""
    references = language(lang).references
    if references.POINTING_NEAR.match(words):
        return 1.0
    return -1.0 if references.POINTING_AWAY.match(words) else 0.0


def _recent(source: ParsedText, sentence: Sentence, swap: NameSwap) -> list[float]:
    """Return whether the replacement is the product that was named last, and whether in the same sentence."""
    if swap.replacement is None:
        return [0.0, 0.0]
    before = [
        mention for mention in source.discourse.mentions if mention.end <= swap.old.start and mention.about in PRODUCTS
    ]
    nouns = [mention for mention in before if mention.kind != "pronoun"]
    last = bool(nouns) and nouns[-1].cluster == swap.replacement.cluster
    return [
        float(last),
        float(
            any(mention.cluster == swap.replacement.cluster and mention.start >= sentence.start for mention in nouns)
        ),
    ]


def _inside(name: tuple[str, ...], run: tuple[str, ...]) -> bool:
    return any(run[at : at + len(name)] == name for at in range(len(run) - len(name) + 1))
