"""A sentence beside the sentence of the source that it repeats with changes: what was changed, and does it matter?

Summaries quote. Where most of a sentence stands in the source, its differences tell more than its meaning as a whole:
another product in a place, another number, an opposite, a "not", another thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from voxpop.factuality.views import View
from voxpop.factuality.words import opposites, table
from voxpop.summarize.meanings import sayings
from voxpop.text import language
from voxpop.types import Sentence, Token

REPEATED = 0.5  # the share of a sentence that must stand in a source sentence, in order, to compare them word by word
Named = tuple[int, int, int, float]  # tokens from … to, the cluster they name, how sure that is
NAMING = frozenset({"NOUN", "PROPN"})
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
SPELLED = {
    "en": re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|"
                     r"fifty|hundred)\b"),
    "zh": re.compile(r"[二两三四五六七八九十百千万]+(?=[个位块元分份天次年月小人道种盘只斤折楼层])"),
}  # fmt: skip
NAME = 0.2  # what a word of a name counts in finding the sentence that is repeated
LENGTH = 0.01  # and how little longer sentences are disliked


@dataclass(frozen=True, slots=True)
class Changes:
    """How a sentence differs from what it repeats, each 0 … 1; ``repeated`` is how much of it is repeated at all."""

    repeated: float = 0.0
    entity: float = 0.0  # another product or thing of the review stands in the place of one
    opposite: float = 0.0
    negation: float = 0.0
    number: float = 0.0
    thing: float = 0.0  # a thing that the source does not know
    agreed: float = 0.0  # a name was replaced by one of the same


NOTHING = Changes()


def changes(source: View, claim: View) -> Changes:
    """Differences of a claim to the source sentence that it is nearest to."""
    tokens = [token for sentence in claim.sentences for token in sentence.tokens]
    words = [token.text.lower() for token in tokens]
    best = nearest(source, words)
    if best is None or not words:
        return NOTHING
    theirs = [token.text.lower() for token in best.tokens]
    matcher = SequenceMatcher(None, theirs, words, autojunk=False)
    names = list(_named(claim, tokens, known_names(source)))
    repeated = _repeated(matcher, {at for first, last, *_ in names for at in range(first, last)}, len(words))
    number = float(not numbers(claim.text, claim.lang) <= numbers(source.text, claim.lang))
    if repeated < REPEATED:
        return Changes(repeated, number=number)
    edits = [(best.tokens[i1:i2], tokens[j1:j2]) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"]
    entity, agreed = entities(source, names, best, tokens, matcher)
    swapped = [_swap(old, new, claim.lang) for old, new in edits]
    return Changes(
        repeated=repeated,
        entity=entity,
        opposite=float(any(kind == "opposite" for kind in swapped)),
        negation=float(
            _negations(theirs, best.tokens, source, claim.lang) != _negations(words, tokens, claim, claim.lang)
        ),
        number=number,
        thing=_unknown(source, edits),
        agreed=agreed,
    )


def nearest(source: View, words: Sequence[str]) -> Sentence | None:
    """The source sentence that a claim repeats most of; names, which may have been exchanged, count little."""
    names = {word for name in known_names(source) for word in name}
    weight = {word: NAME if word in names else 1.0 for word in words}

    def shared(sentence: Sentence) -> float:
        own = {token.text.lower() for token in sentence.tokens}
        return sum(weight[word] for word in words if word in own) - LENGTH * len(sentence.tokens)

    return max(source.sentences, key=shared, default=None)


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
        {(one.meaning.dimension, one.meaning.pole) for one in sayings(_joined(side, lang), lang)} for side in (old, new)
    ]
    return "opposite" if any((name, -pole) in poles[1] for name, pole in poles[0]) else ""


def _joined(tokens: Sequence[Token], lang: str) -> str:
    return language(lang).joiner.join(token.text for token in tokens)


def _negations(words: Sequence[str], tokens: Sequence[Token], view: View, lang: str) -> int:
    """How often a sentence says no, odd or even."""
    known = table(lang)["negations"]
    if lang == "zh":
        text = view.text[tokens[0].start : tokens[-1].end] if tokens else ""
        return len(re.findall("不(?!错|过|仅|但|管|论|少)|没(?!想到)|别(?!的|致)", text)) % 2
    return sum(word in known or word.endswith(("n't", "n’t")) for word in words) % 2


def _unknown(source: View, edits: Sequence[tuple[Sequence[Token], Sequence[Token]]]) -> float:
    """Whether a noun was put in that the source never uses."""
    known = {token.lemma for sentence in source.sentences for token in sentence.tokens}
    return float(any(token.tag in NAMING and token.lemma not in known for _, new in edits for token in new))


# --- names in each other's place


def entities(
    source: View,
    names: Sequence[Named],
    sentence: Sentence,
    tokens: Sequence[Token],
    matcher: SequenceMatcher[str],
) -> tuple[float, float]:
    """How surely a mention stands in the claim where another thing's stands in the source; and one of the same."""
    conflict = agreed = 0.0
    for first, last, cluster, sure in names:
        low, high = _opposite_place(matcher, first, last)
        old = sentence.tokens[low:high]
        if not old or [token.text.lower() for token in old] == [token.text.lower() for token in tokens[first:last]]:
            continue
        meant = source.discourse.at(old[0].start, old[-1].end)
        if meant is None:
            continue
        if meant.cluster == cluster:
            agreed = max(agreed, meant.confidence * sure)
        else:
            conflict = max(conflict, meant.confidence * sure)
    return conflict, agreed


def known_names(source: View) -> Mapping[tuple[str, ...], tuple[int, float]]:
    """Every way in which the source names a thing, without articles: its cluster, and how sure that is."""
    found: dict[tuple[str, ...], tuple[int, float]] = {}
    for mention in source.discourse.mentions:
        words = plain(mention.text, source.lang)
        if words and mention.kind in ("name", "noun"):
            found.setdefault(words, (mention.cluster, mention.confidence))
            if mention.entity and mention.part_of is None:
                found.setdefault(plain(mention.entity, source.lang), (mention.cluster, mention.confidence))
    return found


@cache
def plain(text: str, lang: str) -> tuple[str, ...]:
    """The words of a name in lower case, without articles; in Chinese its characters."""
    if lang == "zh":
        return tuple(text.lower())
    words = re.findall(r"[\w'’-]+", text.lower())
    return tuple(words[1:] if words and words[0] in table(lang)["articles"] else words)


def _named(claim: View, tokens: Sequence[Token], names: Mapping[tuple[str, ...], tuple[int, float]]) -> Iterator[Named]:
    """Known names in the claim, longest first, as ranges of its tokens with their cluster."""
    taken: set[int] = set()
    for name, (cluster, sure) in sorted(names.items(), key=lambda item: -len(item[0])):
        for first in range(len(tokens)):
            last = _reach(tokens, first, name, claim.lang)
            if last and taken.isdisjoint(range(first, last)):
                taken.update(range(first, last))
                yield first, last, cluster, sure


def _reach(tokens: Sequence[Token], first: int, name: tuple[str, ...], lang: str) -> int:
    """Where a name ends that begins with this token; 0 where none does."""
    said: tuple[str, ...] = ()
    for last in range(first, len(tokens)):
        said += (
            plain(tokens[last].text, lang)
            if lang == "zh"
            else tuple(re.findall(r"[\w'’-]+", tokens[last].text.lower()))
        )
        if said == name:
            return last + 1
        if len(said) >= len(name):
            return 0
    return 0


def _opposite_place(matcher: SequenceMatcher[str], first: int, last: int) -> tuple[int, int]:
    """The source tokens that stand where these tokens of the claim stand."""
    places: list[int] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            places += [i1 + at - j1 for at in range(max(first, j1), min(last, j2))]
        elif j1 < last and first < j2:
            places += range(i1, i2)
    return (min(places), max(places) + 1) if places else (0, 0)
