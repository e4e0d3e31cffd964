"""Chinese noun phrases and pronouns, from tags and lists; no spaces, few pronouns, owners before 的."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang.entity_words import EntityWords
from voxpop.lang.mention_candidates import MentionCandidate, NameMention, names_by_token
from voxpop.types import MentionKind, Sentence, Token

_NOUNS = frozenset({"NOUN", "PROPN"})


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
    owner: int | None = None  # the last candidate, if only 的 stands between
    i = 0
    while i < len(tokens):
        last, noun = _chunk(tokens, i, named, words)
        if last == i:
            owner = owner if tokens[i].text == "的" and owner is not None and candidates[owner].last == i else None
            i += 1
            continue
        candidate = _candidate(number, tokens, i, last, noun, named, words)
        candidate.owner = owner if i and (tokens[i - 1].text == "的" or i - 1 in named) else None
        owner = len(candidates)
        candidates.append(candidate)
        i = last


def _chunk(tokens: Sequence[Token], i: int, named: dict[int, NameMention], words: EntityWords) -> tuple[int, int]:
    """Where the phrase that begins here ends, and where its noun begins."""
    size = len(tokens)
    begun = _behind_owner(tokens, i, named, words)
    j = begun
    while j < size and j not in named and _introduces(tokens[j], words, ends=j + 1 == size):
        j += 1
    noun = _behind_adjectives(tokens, j, named, words)
    last = noun
    while last < size and _is_noun(tokens, last, named, words) and _goes_on(tokens, noun, last, named, words):
        last += 1
    if last > noun:
        return (_behind_measure(tokens, last, words) if last - 1 in named else last), noun
    pointed = tokens[begun].text in words.pointing or tokens[begun].text in words.far if begun < size else False
    if begun == i and (tokens[i].text in words.pronouns or (j > i and pointed)):
        return max(j, i + 1), i
    return i, i


def _behind_owner(tokens: Sequence[Token], i: int, named: dict[int, NameMention], words: EntityWords) -> int:
    """Behind 我的, 我老婆的, 邻居家的, 之前的, 外面的: owners who are people, times and places belong to the phrase."""
    j = i
    while j < len(tokens) and j not in named and _is_owner(tokens[j].text, words):
        j += 1
    people = j > i
    if j < len(tokens) and j not in named and tokens[j].text in words.other and people:
        j += 1
    if j + 1 < len(tokens) and tokens[j].text == "的" and people:
        return j + 1
    return j if people and j < len(tokens) else i


def _is_owner(word: str, words: EntityWords) -> bool:
    return word in words.personal or word in words.relatives or word == "家"


def _behind_adjectives(tokens: Sequence[Token], j: int, named: dict[int, NameMention], words: EntityWords) -> int:
    """Behind 旧, 旧的, 很大的, as far as a noun follows."""
    place = j
    while place + 1 < len(tokens) and place not in named and tokens[place].tag == "ADJ":
        place += 2 if tokens[place + 1].text == "的" else 1
    return place if place < len(tokens) and _is_noun(tokens, place, named, words) else j


def _behind_measure(tokens: Sequence[Token], last: int, words: EntityWords) -> int:
    """Behind 那款 in "小米那款": the name goes on."""
    place = last
    if place < len(tokens) and (tokens[place].text in words.far or tokens[place].text in words.pointing):
        place += 1
        if place < len(tokens) and tokens[place].text in words.measures:
            place += 1
    return place


def _introduces(token: Token, words: EntityWords, *, ends: bool) -> bool:
    """这, 那, a number or a measure, 之前, 其他."""
    word = token.text
    if word in words.pointing or word in words.far or word in words.measures:
        return True
    return not ends and (token.tag == "NUM" or word in words.other)


def _is_noun(tokens: Sequence[Token], j: int, named: dict[int, NameMention], words: EntityWords) -> bool:
    token = tokens[j]
    if j in named:
        return True
    word = token.text
    if token.tag == "VERB":  # 拍照, 降噪: what a thing does is said of it like a part
        return word in words.parts or word in words.venue_parts
    return token.tag in _NOUNS and word[0].isalnum() and word not in words.measures and not _is_owner(word, words)


def _goes_on(tokens: Sequence[Token], noun: int, j: int, named: dict[int, NameMention], words: EntityWords) -> bool:
    """Whether a noun belongs to the one before: they touch, and it is no time or place of its own, nor a part of what
    has just been named (华为 | 电池)."""
    if j == noun or j in named:
        return True
    if j - 1 in named and tokens[j].text in words.parts and not words.kinds(tokens[j].text):
        return False
    return tokens[j].start == tokens[j - 1].end and tokens[j].text not in words.other_nouns


def _candidate(
    number: int,
    tokens: Sequence[Token],
    first: int,
    last: int,
    noun: int,
    named: dict[int, NameMention],
    words: EntityWords,
) -> MentionCandidate:
    token = tokens[last - 1]
    pronoun = not _is_noun(tokens, noun, named, words)
    name = next((named[j] for j in range(last - 1, first - 1, -1) if j in named), None)
    kind: MentionKind = "pronoun" if pronoun else "name" if name is not None and name.end >= token.end else "noun"
    before = tuple(part.text.lower() for part in tokens[first : last - 1])
    return MentionCandidate(
        number, first, last, tokens[first].start, token.end, kind, tokens[first].text if pronoun else token.lemma,
        det=tokens[first].text if noun > first else "", mods=() if pronoun else before,
        plural=token.text.endswith("们"), name=name, phrase="".join(part.lemma for part in tokens[noun:last]),
    )  # fmt: skip
