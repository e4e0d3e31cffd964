"""English noun phrases and pronouns, from tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from voxpop.lang.entity_words import EntityWords
from voxpop.lang.mention_candidates import MentionCandidate, NameMention, names_by_token
from voxpop.types import MentionKind, Sentence, Token

_NOUNS = frozenset({"NOUN", "PROPN"})
_INSIDE = frozenset({"ADJ", "NOUN", "PROPN", "NUM"})
_BEFORE_PARTICIPLE = frozenset({"DET", "ADJ", "PRON", "NUM", "ADV"})
_MARKS = frozenset({"'s", "’s", "'", "’"})
_SPEAKERS = frozenset({"i", "we", "you", "he", "she", "they", "it", "that", "this", "there"})
_STACKING = frozenset({"all", "both", "such", "what", "half"})
_LINKING = frozenset({"of", "on", "in", "from"})


def add_candidates(
    number: int,
    sentence: Sentence,
    names: Sequence[NameMention],
    words: EntityWords,
    candidates: list[MentionCandidate],
) -> None:
    """Adds the candidates of a sentence."""
    tokens = sentence.tokens
    named = names_by_token(tokens, names)
    begun = len(candidates)
    i = 0
    while i < len(tokens):
        last = _chunk(tokens, i, named, words)
        if last:
            _add(number, tokens, i, last, named, words, candidates)
            i = last
            continue
        word = tokens[i].text.lower()
        if word in words.pronouns and _stands_for_a_thing(tokens, i, word):
            candidates.append(_pronoun(number, tokens[i], i, word, words))
        i += 1
    _link(tokens, candidates, begun)


def _chunk(tokens: Sequence[Token], i: int, named: dict[int, NameMention], words: EntityWords) -> int:
    """Where the noun phrase that begins here ends, 0 where none does."""
    noun = 0
    for j in range(i, len(tokens)):
        step = "noun" if j in named else _step(tokens, i, j, noun, words)
        if step == "noun":
            noun = j + 1
        elif step == "end":
            break
    return noun


def _step(tokens: Sequence[Token], i: int, j: int, noun: int, words: EntityWords) -> Literal["noun", "on", "end"]:
    """What a word is to the phrase begun at ``i``, whose last noun so far ends at ``noun``."""
    token = tokens[j]
    word, tag = token.text.lower(), token.tag
    if (tag in _NOUNS and word not in _SPEAKERS) or word in ("one", "ones"):
        return "noun" if not noun or noun == j or tokens[j - 1].text in _MARKS or _tight(tokens, j - 1) else "end"
    if word in words.determiners or word in words.possessive:
        begins = j == i or tokens[j - 1].text.lower() in _STACKING or word == "such"
        return "on" if begins and not noun else "end"
    if word in _MARKS or word in "-/&":
        joins = noun == j and j + 1 < len(tokens)
        return "on" if joins and (tag == "PART" or (tokens[j + 1].tag in _NOUNS and _tight(tokens, j))) else "end"
    if noun and not (tag == "NUM" and noun == j) and tokens[j - 1].text not in _MARKS:
        return "end"
    if tag in ("ADJ", "NUM"):
        return "on"
    if tag == "DET":
        return "on" if j == i and word not in ("that", "which", "what") else "end"
    return "on" if j > i and _modifies(tokens, j, word, tag) else "end"


def _modifies(tokens: Sequence[Token], j: int, word: str, tag: str) -> bool:
    """A participle or an adverb before its noun: "the included cable", "a very good one"."""
    behind = tokens[j + 1] if j + 1 < len(tokens) else None
    if behind is None:
        return False
    if tag == "VERB":
        return word.endswith(("ing", "ed", "en")) and behind.tag in _INSIDE and tokens[j - 1].tag in _BEFORE_PARTICIPLE
    return tag == "ADV" and (behind.tag == "ADJ" or behind.text.lower().endswith("ed"))


def _tight(tokens: Sequence[Token], j: int) -> bool:
    return 0 < j < len(tokens) - 1 and tokens[j - 1].end == tokens[j].start and tokens[j].end == tokens[j + 1].start


def _add(
    number: int,
    tokens: Sequence[Token],
    first: int,
    last: int,
    named: dict[int, NameMention],
    words: EntityWords,
    candidates: list[MentionCandidate],
) -> None:
    """The phrase and its owners; those that are people are left out, what they own is not."""
    owner: int | None = None
    word = tokens[first].text.lower()
    if word in ("its", "their") and last - first > 1:
        owner = len(candidates)
        candidates.append(_pronoun(number, tokens[first], first, word, words))
    for j in range(first + 1, last + 1):
        if j < last and not (tokens[j].text in _MARKS and tokens[j].tag == "PART"):
            continue
        candidate = _noun(number, tokens, first, j, named, words)
        candidate.owner, owner = owner, None
        if candidate.name is not None or not (candidate.head in words.relatives or candidate.head in words.personal):
            owner = len(candidates)
            candidates.append(candidate)


def _noun(
    number: int, tokens: Sequence[Token], first: int, last: int, named: dict[int, NameMention], words: EntityWords
) -> MentionCandidate:
    token = tokens[last - 1]
    form = token.text.lower()
    cut = max((j for j in range(first, last) if tokens[j].text in _MARKS), default=first - 1) + 1
    lowered = [tokens[j].text.lower() for j in range(cut, last)]
    name = next((named[j] for j in range(last - 1, cut - 1, -1) if j in named), None)
    kind: MentionKind = "name" if name is not None and name.end >= token.end else "noun"
    det = tokens[first].text.lower()
    begins = det in words.determiners or det in words.possessive or tokens[first].tag in ("DET", "NUM")
    skip = 1 if begins and cut == first and last - first > 1 else 0
    plural = form == "ones" or (form.endswith("s") and form != token.lemma)
    return MentionCandidate(
        number, first, last, tokens[first].start, token.end, kind, token.lemma,
        det=det if skip else "'s" if cut > first else "", mods=tuple(lowered[skip:-1]), plural=plural, name=name,
        phrase=" ".join(lowered[skip:]),
    )  # fmt: skip


def _stands_for_a_thing(tokens: Sequence[Token], i: int, word: str) -> bool:
    """Not "that" in "the one that broke", "I think that it", "so that": there it stands for nothing."""
    if word != "that":
        return True
    if tokens[i].tag != "PRON":
        return False
    before = tokens[i - 1].tag if i else "PUNCT"
    if before in ("NOUN", "PROPN", "PRON"):
        return False
    behind = tokens[i + 1].tag if i + 1 < len(tokens) else "PUNCT"
    return before in ("ADP", "PUNCT") or behind in ("AUX", "PUNCT", "ADP", "CCONJ", "PART")


def _pronoun(number: int, token: Token, i: int, word: str, words: EntityWords) -> MentionCandidate:
    return MentionCandidate(
        number, i, i + 1, token.start, token.end, "pronoun", word, plural=word in words.they, phrase=word
    )  # fmt: skip


def _link(tokens: Sequence[Token], candidates: list[MentionCandidate], begun: int) -> None:
    """ "the keyboard of the laptop", "the pads on the QC35": the second owns the first."""
    starts = {candidates[k].first: k for k in range(len(candidates) - 1, begun - 1, -1)}
    for k in range(begun, len(candidates)):
        candidate = candidates[k]
        if candidate.last < len(tokens) and tokens[candidate.last].text.lower() in _LINKING:
            candidate.of = starts.get(candidate.last + 1)
