"""One name in the place of another: a sentence repeats a review, but with another name for something.

The product's checker compares names by the statements of a sentence (``voxpop.check.statements``); this is the system of
the substitution experiment of Kobayashi and Malon (2022).

Is it the same thing by another name ("it", now "the Flip"), or another thing? A logistic model of what the mentions of
the review stand for, where they stand and how they are worded tells; ``python -m research.experiments.factuality.fit``
fits its weights. A name that the review never uses is another thing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from research.factuality.references import references
from research.factuality.thing_mentions import PRODUCT, ResolvedText, ThingMention
from voxpop.errors import AssetError
from voxpop.types import Sentence, Span

Floats = NDArray[np.float64]
SAME = 0.5  # the probability from which a name counts as that of the same thing; weights are moved so that it is here
COPIED = 0.7  # the share of a sentence, but for the name, from which it counts as repeated
CLOSER = 3  # sentences that share most words, of which the order decides
NAME = 0.2  # what a word of a name counts in finding the sentence that is repeated
CLAIM_LENGTH = 0.7  # how much the length of a claim counts in it, beside that of the sentence
WEIGHTS = Path(__file__).parent / "swap_weights.json"
SIGNALS = (
    "same thing", "same thing, for a pronoun", "as pointed", "for a pronoun at the start", "named before", "named last",
    "beside itself", "another number of things",
)  # fmt: skip
NOUNS = frozenset({"NOUN", "PROPN", "PRON"})


class SwapWeights(NamedTuple):
    """A logistic model; ``mean`` and ``scale`` make its features comparable."""

    mean: Floats
    scale: Floats
    weight: Floats
    bias: float

    def __call__(self, rows: Floats) -> Floats:
        """Return a probability for each row."""
        inner = ((rows - self.mean) / self.scale) @ self.weight + self.bias
        result: Floats = 1 / (1 + np.exp(-np.clip(inner, -30, 30)))
        return result


@cache
def swap_weights() -> SwapWeights:
    """Return the weights, which are the same for all languages."""
    raw = json.loads(WEIGHTS.read_text("utf-8"))["swapped"]
    if raw["names"] != list(SIGNALS):
        command = "python -m research.experiments.factuality.fit"
        raise AssetError(f"The weights are for other features. Fit them again: {command}.")
    mean, scale, weight = (np.array(raw[key], np.float64) for key in ("mean", "scale", "weight"))
    return SwapWeights(mean, scale, weight, raw["bias"])


@dataclass(frozen=True, slots=True)
class NameSwap:
    """A stretch of a review, the stretch of a sentence in its place, and the mentions that they stand for."""

    old: Span  # in the review
    new: Span  # in the sentence
    words: str
    original: ThingMention | None
    replacement: ThingMention | None
    sentence: Sentence  # of the review

    @property
    def same_thing(self) -> bool | None:
        """Whether both stand for the same thing; None where it is not known what they stand for."""
        if self.original is None or self.replacement is None:
            return None
        return self.original.thing == self.replacement.thing


def same_thing_score(source: ResolvedText, claim: ResolvedText) -> float | None:
    """Return how likely the name that a sentence has in another's place is of the same thing; None if there is none."""
    swap = find_swap(source, claim)
    if swap is None:
        return None
    if swap.replacement is None and _name(claim, swap.new) is not None:
        return 0.0
    return float(swap_weights()(np.array([signals(source, swap)]))[0])


def find_swap(source: ResolvedText, claim: ResolvedText) -> NameSwap | None:
    """Return where a sentence repeats a review with another name in it: the swap of which most is known."""
    sentence = nearest_sentence(source, [token.text.lower() for token in claim.tokens])
    if sentence is None:
        return None
    swaps = [swap for edit in _edits(source, claim, sentence) if (swap := _swap(source, claim, *edit, sentence))]
    if not swaps or _repeated_share(claim, sentence, swaps) < COPIED:
        return None
    return max(swaps, key=lambda swap: (swap.replacement is not None) + (swap.original is not None))


def nearest_sentence(source: ResolvedText, words: Sequence[str]) -> Sentence | None:
    """Return the sentence of the source that a claim repeats most of and adds least to.

    Names, which may have been exchanged, count little.
    """
    named = [mention.text for mention in source.mentions.all if mention.kind == "name"]
    names = {word for name in named for word in name_words(name, source.lang)}
    weight = {word: NAME if word in names else 1.0 for word in words}
    size = sum(weight[word] for word in words)

    def share(sentence: Sentence, same: float) -> float:
        own = sum(NAME if token.text.lower() in names else 1.0 for token in sentence.tokens)
        return same / (CLAIM_LENGTH * size + (1 - CLAIM_LENGTH) * own)

    def shared(sentence: Sentence) -> float:
        own = {token.text.lower() for token in sentence.tokens}
        return share(sentence, sum(weight[word] for word in words if word in own))

    near = sorted(source.sentences, key=shared, reverse=True)[:CLOSER] if words else []
    return max(near, key=lambda sentence: share(sentence, _in_order(sentence, words, weight)), default=None)


def _in_order(sentence: Sentence, words: Sequence[str], weight: Mapping[str, float]) -> float:
    """Return how much of a claim stands in a sentence in the same order."""
    matcher = SequenceMatcher(None, [token.text.lower() for token in sentence.tokens], words, autojunk=False)
    return sum(weight[words[block.b + at]] for block in matcher.get_matching_blocks() for at in range(block.size))


def _repeated_share(claim: ResolvedText, sentence: Sentence, swaps: Sequence[NameSwap]) -> float:
    """Return the share of the words of a claim, names that were put in aside, that stand in the sentence in order."""
    others = [
        token for token in claim.tokens if not any(swap.new.start <= token.start < swap.new.end for swap in swaps)
    ]
    words = [token.text.lower() for token in others]
    return _in_order(sentence, words, dict.fromkeys(words, 1.0)) / len(words) if words else 1.0


def _edits(source: ResolvedText, claim: ResolvedText, sentence: Sentence) -> Iterator[tuple[Span, Span]]:
    """Yield the stretches where something was put in, those that nearly touch as one."""
    unit = re.compile(references(claim.lang).unit)
    theirs = [Span(*match.span()) for match in unit.finditer(source.text, sentence.start, sentence.end)]
    ours = [Span(*match.span()) for match in unit.finditer(claim.text)]
    before = [source.text[slice(*span)].lower() for span in theirs]
    after = [claim.text[slice(*span)].lower() for span in ours]
    merged: list[list[int]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag in ("equal", "delete"):
            continue
        if merged and i1 - merged[-1][1] <= references(claim.lang).joined_distance:
            merged[-1][1], merged[-1][3] = i2, j2
        else:
            merged.append([i1, i2, j1, j2])
    for i1, i2, j1, j2 in merged:
        yield _stretch(theirs, i1, i2, sentence.start), _stretch(ours, j1, j2, 0)


def _stretch(units: Sequence[Span], first: int, last: int, default: int) -> Span:
    if first < last:
        return Span(units[first].start, units[last - 1].end)
    at = units[first].start if first < len(units) else units[-1].end if units else default
    return Span(at, at)


def _swap(source: ResolvedText, claim: ResolvedText, old: Span, new: Span, sentence: Sentence) -> NameSwap | None:
    """Return a swap, if a name, noun or pronoun was put in; the words around an insertion belong to it."""
    name = _name(claim, new)
    tokens = (
        token for one in claim.sentences for token in one.tokens if new.start < token.end and token.start < new.end
    )
    if name is None and not any(token.tag in NOUNS for token in tokens):
        return None
    phrase = name or _phrase(claim, new)
    grown = Span(old.start - (new.start - phrase.start), old.end + (phrase.end - new.end))
    if old.start == old.end:
        around = [mention for mention in source.mentions.all if mention.start < old.start < mention.end]
        shortest = min(around, key=lambda mention: mention.end - mention.start, default=None)
        original = shortest or source.mentions.at(*grown)
    else:
        is_touching = source.text[slice(*old)].lower() in claim.text[slice(*new)].lower()
        original = _mention_at(source, grown if name or is_touching else old)
    replacement = find_mention(source, claim.text[slice(*phrase)]) or find_mention(source, claim.text[slice(*new)])
    if original is None and replacement is None and name is None:
        return None
    return NameSwap(old, new, claim.text[slice(*phrase)], original, replacement, sentence)


def _name(claim: ResolvedText, new: Span) -> Span | None:
    """Return the name that a stretch is the beginning or end of."""
    for mention in claim.mentions.all:
        if mention.kind == "name" and mention.start <= new.start < new.end <= mention.end:
            return Span(mention.start, mention.end)
    return None


def _phrase(claim: ResolvedText, new: Span) -> Span:
    """Return a stretch with the noun phrases that it is part of."""
    start, end = new
    for sentence in claim.sentences:
        for phrase in claim.phrases(sentence):
            low, high = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
            if low < new.end and new.start < high:
                start, end = min(start, low), max(end, high)
    return Span(start, end)


# --- what words of a claim stand for in the source


def find_mention(source: ResolvedText, words: str) -> ThingMention | None:
    """Return the mention of the source that words stand for: its product, or where the same words stand first."""
    name = name_words(words, source.lang)
    if not name:
        return None
    if source.product and source.product.name:
        for alias in (source.product.name, *source.product.aliases):
            product = name_words(alias.partition("(")[0], source.lang)
            if name == product or (len(name) >= 3 and name == product[: len(name)]):
                return ThingMention(0, 0, words, "name", PRODUCT, "main")
    for mention in source.mentions.all:
        if mention.kind != "pronoun" and name_words(mention.text, source.lang) == name:
            return mention
    gap = references(source.lang).name_gap
    match = re.search(gap.join(map(re.escape, name)), source.text, re.IGNORECASE)
    return _mention_at(source, Span(*match.span())) if match else None


def _mention_at(source: ResolvedText, span: Span) -> ThingMention | None:
    """Return the mention at a stretch, or the one that ends it: the Galaxy for "my wife's old Galaxy"."""
    inside = [mention for mention in source.mentions.all if span.start <= mention.start and mention.end <= span.end]
    return source.mentions.at(*span) or max(inside, key=lambda mention: (mention.end, mention.start), default=None)


@cache
def name_words(text: str, lang: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, without its determiners."""
    words = references(lang).split_name(text)
    while words and words[0] in references(lang).determiners:
        words = words[1:]
    return words


# --- in numbers


def signals(source: ResolvedText, swap: NameSwap) -> list[float]:
    """Return the features of a swap, in the order of ``SIGNALS``."""
    original, replacement, sentence = swap.original, swap.replacement, swap.sentence
    same = 0.0 if swap.same_thing is None else 1.0 if swap.same_thing else -1.0
    is_pronoun = original is not None and original.kind == "pronoun"
    to_product = 1.0 if replacement is not None and replacement.thing == PRODUCT else -1.0
    words = original.text if original else source.text[slice(*swap.old)]
    before = [mention for mention in source.mentions.all if mention.end <= swap.old.start]
    is_first = not any(mention.start >= sentence.start for mention in before)
    last_name = next((mention for mention in reversed(before) if mention.kind == "name"), None)
    name = name_words(swap.words, source.lang)
    rest = source.text[sentence.start : swap.old.start] + "\n" + source.text[swap.old.end : sentence.end]
    refers = references(source.lang)
    run = refers.split_name(rest)
    return [
        0.0 if is_pronoun else same,
        same if is_pronoun else 0.0,
        to_product * pointing(words, source.lang),
        to_product * float(is_pronoun and is_first),
        float(replacement is not None and replacement.start < swap.old.start),
        float(replacement is not None and last_name is not None and last_name.thing == replacement.thing),
        float(bool(name) and any(run[at : at + len(name)] == name for at in range(len(run)))),
        float(refers.has_other_number(words, name)),
    ]


def pointing(words: str, lang: str) -> float:
    """Return 1 if words point at what is at hand, mostly the product, −1 if at something else, 0 otherwise."""
    if re.match(references(lang).pointing_near, words):
        return 1.0
    return -1.0 if re.match(references(lang).pointing_away, words) else 0.0
