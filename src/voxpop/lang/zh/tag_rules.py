"""Tags of words in Latin letters in a Chinese sentence, given by the language that they are in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from voxpop.lang import DEFAULT, language
from voxpop.lang.foreign_words import parse_foreign
from voxpop.lang.memo import Memo

LATIN = "?"  # the tag of a word in Latin letters until its neighbours have been read too


def amend(words: Sequence[str], tags: list[str]) -> list[str]:
    """Give each run of words in Latin letters the tags of its own language, in place, and return the tags."""
    if LATIN not in tags:
        return tags
    first = 0
    for is_latin, run in groupby(tags.copy(), key=LATIN.__eq__):
        last = first + sum(1 for _ in run)
        if is_latin:
            tags[first:last] = _FOREIGN_TAGS[" ".join(words[first:last])]
        first = last
    return tags


def _foreign_tags(run: str) -> list[str]:
    """Return a tag for each word. An unknown word is a name, and so is "check in", said in Chinese."""
    tokens = [token for sentence in parse_foreign(run, DEFAULT) for token in sentence.tokens]
    knows = language(DEFAULT).vocabulary.knows
    tag_at = {token.start: token.tag for token in tokens if knows(token.text)}
    tags, place = [], 0
    for word in run.split(" "):
        tags.append(tag_at.get(place, "NOUN") if len(word) > 1 else "X")
        place += len(word) + 1
    return ["NOUN", "ADP"] if tags == ["VERB", "ADP"] else tags


_FOREIGN_TAGS = Memo(_foreign_tags, limit=10_000)
