"""Finds what may be mentions: noun phrases with their determiners, pronouns and names, singletons included.

Speakers and relatives ("I", "my husband") are left out. A phrase with an owner is two candidates: "its color" and
"its", "the Vado's screen" and "the Vado".
"""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.entities import chinese, english
from voxpop.entities.mention_candidates import MentionCandidate
from voxpop.entities.names import Name
from voxpop.entities.words import words
from voxpop.types import Sentence

_FIND = {"en": english.find, "zh": chinese.find}


def find_candidates(sentences: Sequence[Sentence], names: Sequence[Name], *, lang: str) -> list[MentionCandidate]:
    """Candidates of a review in the order of the text; an owner comes before what it owns."""
    find, known = _FIND[lang], words(lang)
    found: list[MentionCandidate] = []
    rest = iter(names)
    name = next(rest, None)
    for number, sentence in enumerate(sentences):
        inside: list[Name] = []
        while name is not None and name.start < sentence.end:
            inside.append(name)
            name = next(rest, None)
        find(number, sentence, inside, known, found)
    return found
