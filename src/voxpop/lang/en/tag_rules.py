"""Correct tags by rules where the treebank fails: it has few emoji and splits "check-in" in three."""

from __future__ import annotations

import re
from collections.abc import Sequence

from voxpop.lang.emoji import is_emoji, is_emoticon
from voxpop.lang.foreign_words import parse_foreign
from voxpop.lang.memo import Memo
from voxpop.lang.scripts import starts_unspaced, unspaced_language
from voxpop.lang.sentence_parts import NOUNS

_ADDRESS = re.compile(r"https?:|www\.|\S+@\S+\.|[\w-]+\.(?:com|net|org|edu|gov|co\.uk)\b").match
_DEVERBAL = re.compile(r"[a-z]{3,}-(?:in|out|up|off|on|over|down|away|back|through|by)$", re.IGNORECASE).match
_FULL_WIDTH = frozenset("，。！？、；：（）《》【】")
_VERBAL = frozenset({"PART", "AUX", "ADV"})  # what a verb follows: "to", "will", "please"
_SUBJECTS = frozenset(["i", "we", "you", "they"])


def _fixed(word: str) -> str:
    """Return the tag that a word has in any context, "?" or "-" if the context decides, "" for all other words."""
    if starts_unspaced(word):
        return _foreign_tag(word)
    if word[0] in _FULL_WIDTH:
        return "PUNCT"
    if is_emoji(word) or is_emoticon(word):
        return "SYM"
    if _ADDRESS(word):
        return "X"
    if _DEVERBAL(word):
        return "?"
    return "-" if "-" in word and word[0].isalpha() else ""


_FIXED = Memo(_fixed)


def _foreign_tag(word: str) -> str:
    """Return the tag that its own language gives a word; a noun that is no candidate there is none here."""
    sentence = parse_foreign(word, unspaced_language(word))[0]
    tag = sentence.tokens[0].tag
    return "X" if tag in NOUNS and not sentence.phrases else tag


def amend(words: Sequence[str], tags: list[str]) -> list[str]:
    """Correct the tags in place and return them."""
    for i, word in enumerate(words):
        fixed = _FIXED[word]
        if not fixed or (fixed == "-" and tags[i] not in ("PUNCT", "SYM")):
            continue
        if fixed == "-":  # "We-Ko-Pa"
            fixed = "PROPN" if word[0].isupper() else "NOUN"
        elif fixed == "?":
            before = i and (tags[i - 1] in _VERBAL or words[i - 1].lower() in _SUBJECTS)
            fixed = "VERB" if before else "ADJ" if tags[i] == "ADJ" else "NOUN"
        tags[i] = fixed
    return tags
