"""A claim aligned with the sentence of the source that it repeats: what was changed?

Summaries quote. Where most of a claim stands in the source, its differences say more than its meaning as a whole:
another product in a place, another number, an opposite, a "not", another noun.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from voxpop.check.antonyms import opposites
from voxpop.check.meanings import find_meanings
from voxpop.check.parsed_texts import ParsedText
from voxpop.check.swaps import NameSwap, find_swaps, name_words
from voxpop.lang import language
from voxpop.types import Sentence, Token

REPEATED = 0.5  # the share of a sentence that must stand in a source sentence, in order, to compare them word by word
NAMING = frozenset({"NOUN", "PROPN"})
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
CLOSER = 3  # sentences that share most words, of which the order decides
NAME = 0.2  # what a word of a name counts in finding the sentence that is repeated
CLAIM_LENGTH = 0.7  # how much the length of a claim counts in it, beside that of the sentence


@dataclass(frozen=True, slots=True)
class ClaimChanges:
    """How a claim differs from the sentence that it repeats, each 0 … 1; ``repeated`` is the share that is repeated."""

    repeated: float = 0.0
    opposite: float = 0.0
    negation: float = 0.0
    number: float = 0.0
    thing: float = 0.0  # a noun that the source does not have
    swaps: tuple[NameSwap, ...] = ()  # where something has another name
    sentence: Sentence | None = None  # the one that is repeated

    @property
    def entity(self) -> bool:
        """Whether something stands in the place of another thing."""
        return any(swap.same_thing is False for swap in self.swaps)

    @property
    def renamed(self) -> bool:
        """Whether something is only called by another name."""
        return any(swap.same_thing for swap in self.swaps)


NO_CHANGES = ClaimChanges()


def find_changes(source: ParsedText, claim: ParsedText) -> ClaimChanges:
    """Return the differences between a claim and the sentence of the source that is nearest to it."""
    tokens = [token for sentence in claim.sentences for token in sentence.tokens]
    words = [token.text.lower() for token in tokens]
    best = nearest_sentence(source, words) if words else None
    if best is None:
        return NO_CHANGES
    theirs = [token.text.lower() for token in best.tokens]
    matcher = SequenceMatcher(None, theirs, words, autojunk=False)
    swaps = find_swaps(source, claim, best)
    names = [swap.new for swap in swaps if swap.replacement is not None]
    put_in = {at for at, token in enumerate(tokens) if any(new.start <= token.start < new.end for new in names)}
    repeated = _repeated_share(matcher, put_in, len(words))
    number = float(not find_numbers(claim.text, claim.lang) <= find_numbers(source.text, claim.lang))
    if repeated < REPEATED:
        return ClaimChanges(repeated, number=number)
    edits = [(best.tokens[i1:i2], tokens[j1:j2]) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"]
    return ClaimChanges(
        repeated=repeated,
        swaps=tuple(swaps),
        sentence=best,
        opposite=float(any(_are_opposites(old, new, claim.lang) for old, new in edits)),
        negation=float(_negated(_repeated_clauses(best.tokens, matcher), source) != _negated(tokens, claim)),
        number=number,
        thing=_unknown(source, edits),
    )


def nearest_sentence(source: ParsedText, words: Sequence[str]) -> Sentence | None:
    """Return the sentence of the source that a claim repeats most of and adds least to.

    Names, which may have been exchanged, count little.
    """
    names = {
        word
        for mention in source.mentions.all
        if mention.kind == "name"
        for word in name_words(mention.text, source.lang)
    }
    weight = {word: NAME if word in names else 1.0 for word in words}
    size = sum(weight[word] for word in words)

    def share(sentence: Sentence, same: float) -> float:
        own = sum(NAME if token.text.lower() in names else 1.0 for token in sentence.tokens)
        return same / (CLAIM_LENGTH * size + (1 - CLAIM_LENGTH) * own)

    def shared(sentence: Sentence) -> float:
        own = {token.text.lower() for token in sentence.tokens}
        return share(sentence, sum(weight[word] for word in words if word in own))

    near = sorted(source.sentences, key=shared, reverse=True)[:CLOSER]
    return max(near, key=lambda sentence: share(sentence, _in_order(sentence, words, weight)), default=None)


def _in_order(sentence: Sentence, words: Sequence[str], weight: Mapping[str, float]) -> float:
    """Return how much of a claim stands in a sentence in the same order."""
    matcher = SequenceMatcher(None, [token.text.lower() for token in sentence.tokens], words, autojunk=False)
    return sum(weight[words[block.b + at]] for block in matcher.get_matching_blocks() for at in range(block.size))


def find_numbers(text: str, lang: str) -> set[str]:
    """Return the numbers in a text; in words only where they count something."""
    return set(NUMBER.findall(text)) | set(language(lang).quantities.SPELLED_COUNTS.findall(text.lower()))


def _repeated_share(matcher: SequenceMatcher[str], named: set[int], size: int) -> float:
    """Return the share of the words of the claim, names aside, that stand in the sentence in the same order."""
    same = {block.b + at for block in matcher.get_matching_blocks() for at in range(block.size)}
    others = set(range(size)) - named
    return len(same & others) / len(others) if others else len(same) / size


def _are_opposites(old: Sequence[Token], new: Sequence[Token], lang: str) -> bool:
    """Whether some words say the opposite of others."""
    gone, come = ({token.text.lower() for token in side} | {token.lemma for token in side} for side in (old, new))
    if any(other in come for word in gone for other in opposites(lang).get(word, ())):
        return True
    old_poles, new_poles = (
        {(match.meaning.dimension, match.meaning.pole) for match in find_meanings(_joined(side, lang), lang)}
        for side in (old, new)
    )
    return any((name, -pole) in new_poles for name, pole in old_poles)


def _joined(tokens: Sequence[Token], lang: str) -> str:
    return language(lang).joiner.join(token.text for token in tokens)


def _repeated_clauses(tokens: Sequence[Token], matcher: SequenceMatcher[str]) -> Sequence[Token]:
    """Return the part of a sentence that is repeated, from mark to mark."""
    same = [block.a + at for block in matcher.get_matching_blocks() for at in range(block.size)]
    words = [at for at in same if tokens[at].text[0].isalnum()] or same
    marks = [at for at, token in enumerate(tokens) if not token.text[0].isalnum()]
    first = max((at + 1 for at in marks if at < words[0]), default=0)
    return tokens[first : min((at for at in marks if at > words[-1]), default=len(tokens))]


def _negated(tokens: Sequence[Token], parsed: ParsedText) -> bool:
    """Whether words hold an odd number of negations."""
    text = parsed.text[tokens[0].start : tokens[-1].end] if tokens else ""
    words = [token.text.lower() for token in tokens]
    return language(parsed.lang).negation.count_negations(words, text) % 2 == 1


def _unknown(source: ParsedText, edits: Sequence[tuple[Sequence[Token], Sequence[Token]]]) -> float:
    """Whether a noun was put in that the source never uses."""
    source_lemmas = {token.lemma for sentence in source.sentences for token in sentence.tokens}
    return float(any(token.tag in NAMING and token.lemma not in source_lemmas for _, new in edits for token in new))
