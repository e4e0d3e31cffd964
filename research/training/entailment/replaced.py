"""Pairs from reviews with marked mentions: a sentence with one mention replaced by a name of the same thing or another.

As in Kobayashi and Malon's substitutions, only that many are made as a review allows: every mention of the main product, and the
later ones of others. Within a type a replacement counts as the same only where the review has one such thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from zlib import crc32

from research.training.entailment.facts import LONGEST
from research.training.entailment.markup import Marked, Reviewed, read_markup
from research.training.entailment.worded import ENTAILED, NEUTRAL
from voxpop.lang import language
from voxpop.types import Span

MARKED = Path(__file__).parents[2] / "experiments" / "mentions" / "train"
KINDS = ("main", "competing", "interacting")
OPENING = {"en": "I bought {}. ", "zh": "我买了{}。"}
PRONOUN = re.compile(
    r"(it|its|they|them|their|this|that|these|those|(this |that )?ones?|mine|hers|his|both|he|she|him|her)(['’]s)?"
    r"|它|它们|这|那|这个|那个|这款|那款|这里|那里|人家",
    re.IGNORECASE,
)
UNFIT = re.compile(r"(a|an|some|one|two|another|the only|the best|the first)\b|[一几]", re.IGNORECASE)
HELD = 10  # one review in so many is for dev

Pair = tuple[str, str, str]


def replaced_mentions(lang: str, draw: Random) -> Iterator[tuple[str, str, Pair]]:
    """Yield split, review and pair, for the reviews that we wrote and marked."""
    for file in sorted(MARKED.glob(f"{lang}*.txt")):
        for review in read_markup(file):
            split = "dev" if crc32(review.id.encode()) % HELD == 0 else "train"
            for pair in pairs_of(review, lang, draw):
                yield split, review.id, pair


def pairs_of(review: Reviewed, lang: str, draw: Random) -> Iterator[Pair]:
    names = {kind: _names(review, kind) for kind in KINDS}
    sentences = language(lang).sentences(review.text)
    for original in KINDS:
        marked = [one for one in review.mentions if one[2] == original]
        for mention in marked if original == "main" else marked[1:]:
            inside = [one for one in sentences if one.start <= mention[0] and mention[1] <= one.end]
            if not inside or UNFIT.match(review.text[mention[0] : mention[1]]):
                continue
            for name, label in _put_in(review, original, names, draw):
                hypothesis = replaced(review.text, inside[0], mention, name, lang)
                if hypothesis:
                    yield premise(review, inside[0], lang), hypothesis, label


def _put_in(
    review: Reviewed, original: str, names: dict[str, Sequence[str]], draw: Random
) -> Iterator[tuple[str, str]]:
    """Names for a mention's place: all of the same thing, one of each other type."""
    for kind in KINDS:
        if kind != original and names[kind]:
            yield draw.choice(names[kind]), NEUTRAL
        elif kind == "main" or _alone(review, original):
            yield from ((name, ENTAILED) for name in names[kind])


def _names(review: Reviewed, kind: str) -> Sequence[str]:
    """What a type is called: the product by its name and aliases, others by the first mention that is no pronoun."""
    if kind == "main":
        return (review.product.partition("(")[0].strip(), *review.aliases)
    named = [review.text[start:end] for start, end, about in review.mentions if about == kind]
    return [name for name in named if not PRONOUN.fullmatch(name)][:1]


def _alone(review: Reviewed, kind: str) -> bool:
    """Whether all that is called by a noun under a type is called by the same one."""
    named = [review.text[start:end].lower() for start, end, about in review.mentions if about == kind]
    heads = {re.sub(r"['’]s$", "", name).split()[-1][-4:] for name in named if not PRONOUN.fullmatch(name)}
    return len(heads) == 1


def replaced(text: str, sentence: Span, mention: Marked, name: str, lang: str) -> str:
    """The sentence with the name in the mention's place; nothing where it stands there already."""
    start, end, _ = mention
    old = text[start:end]
    if name.lower() in text[max(sentence.start, start - len(name)) : end + len(name)].lower():
        return ""
    if lang == "en":
        if re.fullmatch(r"its|their|.*['’]s", old, re.IGNORECASE):
            name += "'s"
        capital = start == sentence.start
        name = (
            name[0].upper() + name[1:]
            if capital
            else re.sub(r"^(The|A|An|My|Our|His|Her)\b", lambda m: m[0].lower(), name)
        )
    return text[sentence.start : start] + name + text[end : sentence.end]


def premise(review: Reviewed, sentence: Span, lang: str) -> str:
    """The review with the product's name before it, or as much of it as fits, up to the sentence."""
    opening = OPENING[lang].format(review.product)
    room = LONGEST[lang] - len(opening)
    if len(review.text) <= room:
        return opening + review.text
    start = max(0, sentence.end - room)
    cut = review.text.find(" ", start) + 1 if start and lang == "en" else start
    return opening + review.text[cut : max(sentence.end, cut + room)]
