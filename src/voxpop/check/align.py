"""A sentence beside the sentence of the source that it repeats with changes: what was changed, and does it matter?

Summaries quote. Where most of a sentence stands in the source, its differences tell more than its meaning as a whole:
another product in a place, another number, an opposite, a "not", another thing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from voxpop.check.swaps import Swap, plain, swaps
from voxpop.check.views import View
from voxpop.check.words import opposites
from voxpop.lang import language
from voxpop.summarize.meanings import find_meanings
from voxpop.types import Sentence, Token

REPEATED = 0.5  # the share of a sentence that must stand in a source sentence, in order, to compare them word by word
NAMING = frozenset({"NOUN", "PROPN"})
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
SPELLED = {
    "en": re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|"
                     r"fifty|hundred)\b"),
    "zh": re.compile(r"[二两三四五六七八九十百千万]+(?=[个位块元分份天次年月小人道种盘只斤折楼层])"),
}  # fmt: skip
CLOSER = 3  # sentences that share most words, of which the order decides
NAME = 0.2  # what a word of a name counts in finding the sentence that is repeated
OURS = 0.7  # how much the length of a claim counts in it, beside that of the sentence


@dataclass(frozen=True, slots=True)
class Changes:
    """How a sentence differs from what it repeats, each 0 … 1; ``repeated`` is how much of it is repeated at all."""

    repeated: float = 0.0
    opposite: float = 0.0
    negation: float = 0.0
    number: float = 0.0
    thing: float = 0.0  # a thing that the source does not know
    swaps: tuple[Swap, ...] = ()  # where something is called otherwise
    sentence: Sentence | None = None  # the one that is repeated

    @property
    def entity(self) -> float:
        """How surely something stands in the place of another thing."""
        return max((_sure(one) for one in self.swaps if not _same(one)), default=0.0)

    @property
    def agreed(self) -> float:
        """How surely something is only called by another name."""
        return max((_sure(one) for one in self.swaps if _same(one)), default=0.0)


NOTHING = Changes()


def _same(swap: Swap) -> bool:
    return bool(swap.original and swap.replacement and swap.original.cluster == swap.replacement.cluster)


def _sure(swap: Swap) -> float:
    return swap.original.confidence * swap.replacement.confidence if swap.original and swap.replacement else 0.0


def changes(source: View, claim: View) -> Changes:
    """Differences of a claim to the source sentence that it is nearest to."""
    tokens = [token for sentence in claim.sentences for token in sentence.tokens]
    words = [token.text.lower() for token in tokens]
    best = nearest(source, words) if words else None
    if best is None:
        return NOTHING
    theirs = [token.text.lower() for token in best.tokens]
    matcher = SequenceMatcher(None, theirs, words, autojunk=False)
    found = swaps(source, claim, best)
    names = [one.new for one in found if one.replacement is not None]
    put_in = {at for at, token in enumerate(tokens) if any(new.start <= token.start < new.end for new in names)}
    repeated = _repeated(matcher, put_in, len(words))
    number = float(not numbers(claim.text, claim.lang) <= numbers(source.text, claim.lang))
    if repeated < REPEATED:
        return Changes(repeated, number=number)
    edits = [(best.tokens[i1:i2], tokens[j1:j2]) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"]
    swapped = [_swap(old, new, claim.lang) for old, new in edits]
    return Changes(
        repeated=repeated,
        swaps=tuple(found),
        sentence=best,
        opposite=float("opposite" in swapped),
        negation=float(_negated(theirs, best.tokens, source, claim.lang) != _negated(words, tokens, claim, claim.lang)),
        number=number,
        thing=_unknown(source, edits),
    )


def nearest(source: View, words: Sequence[str]) -> Sentence | None:
    """The source sentence that a claim repeats most of, and has least beside; names, which may have been exchanged,
    count little."""
    names = {
        word
        for mention in source.discourse.mentions
        if mention.kind == "name"
        for word in plain(mention.text, source.lang)
    }
    weight = {word: NAME if word in names else 1.0 for word in words}
    size = sum(weight[word] for word in words)

    def share(sentence: Sentence, same: float) -> float:
        own = sum(NAME if token.text.lower() in names else 1.0 for token in sentence.tokens)
        return same / (OURS * size + (1 - OURS) * own)

    def shared(sentence: Sentence) -> float:
        own = {token.text.lower() for token in sentence.tokens}
        return share(sentence, sum(weight[word] for word in words if word in own))

    near = sorted(source.sentences, key=shared, reverse=True)[:CLOSER]
    return max(near, key=lambda sentence: share(sentence, _in_order(sentence, words, weight)), default=None)


def _in_order(sentence: Sentence, words: Sequence[str], weight: Mapping[str, float]) -> float:
    """How much of a claim stands in a sentence in the same order."""
    matcher = SequenceMatcher(None, [token.text.lower() for token in sentence.tokens], words, autojunk=False)
    return sum(weight[words[block.b + at]] for block in matcher.get_matching_blocks() for at in range(block.size))


def numbers(text: str, lang: str) -> set[str]:
    """The numbers in a text; in words only where they count something."""
    return set(NUMBER.findall(text)) | set(SPELLED[lang].findall(text.lower()))


def _repeated(matcher: SequenceMatcher[str], named: set[int], size: int) -> float:
    """The share of the claim's words, names aside, that stand in the source sentence in the same order."""
    same = {block.b + at for block in matcher.get_matching_blocks() for at in range(block.size)}
    others = set(range(size)) - named
    return len(same & others) / len(others) if others else len(same) / size


def _swap(old: Sequence[Token], new: Sequence[Token], lang: str) -> str:
    known = opposites(lang)
    gone, come = ({token.text.lower() for token in side} | {token.lemma for token in side} for side in (old, new))
    if any(other in come for word in gone for other in known.get(word, ())):
        return "opposite"
    poles = [
        {(one.meaning.dimension, one.meaning.pole) for one in find_meanings(_joined(side, lang), lang)}
        for side in (old, new)
    ]
    return "opposite" if any((name, -pole) in poles[1] for name, pole in poles[0]) else ""


def _joined(tokens: Sequence[Token], lang: str) -> str:
    return language(lang).joiner.join(token.text for token in tokens)


def _negated(words: Sequence[str], tokens: Sequence[Token], view: View, lang: str) -> bool:
    """Whether a sentence holds an odd number of negations."""
    text = view.text[tokens[0].start : tokens[-1].end] if tokens else ""
    return language(lang).negation.count_negations(words, text) % 2 == 1


def _unknown(source: View, edits: Sequence[tuple[Sequence[Token], Sequence[Token]]]) -> float:
    """Whether a noun was put in that the source never uses."""
    known = {token.lemma for sentence in source.sentences for token in sentence.tokens}
    return float(any(token.tag in NAMING and token.lemma not in known for _, new in edits for token in new))
