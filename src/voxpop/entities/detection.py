"""Finds what may be mentions: noun phrases with their determiners, pronouns and names, singletons included.

Speakers and relatives ("I", "my husband") are left out. A phrase with an owner is two candidates: "its color" and
"its", "the Vado's screen" and "the Vado".
"""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang import language
from voxpop.lang.entity_words import entity_words
from voxpop.lang.mention_candidates import MentionCandidate, NameMention
from voxpop.types import Sentence


def find_candidates(
    sentences: Sequence[Sentence], names: Sequence[NameMention], *, lang: str
) -> list[MentionCandidate]:
    """Return the candidates of a review in the order of the text; an owner comes before what it owns."""
    detection, known = language(lang).mention_detection, entity_words(lang)
    found: list[MentionCandidate] = []
    rest = iter(names)
    name = next(rest, None)
    for number, sentence in enumerate(sentences):
        inside: list[NameMention] = []
        while name is not None and name.start < sentence.end:
            inside.append(name)
            name = next(rest, None)
        detection.add_candidates(number, sentence, inside, known, found)
    return found
