"""Whose an opinion is: mostly that of the thing it is said of, but the type of a mention is not always an opinion's.

"It is a great camera" speaks of cameras in order to praise this one, and so does "Nice hotel."; a thing that is a part
of nothing ("fantastic coffee") is praised for the sake of what its clause is about.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from voxpop.mentions.base import Discourse, Found
from voxpop.settings import SIDES
from voxpop.types import About, Sentence

VERBS = ("VERB", "AUX")


class Owners:
    """For the opinions of one review."""

    def __init__(self, discourse: Discourse, sentences: Sequence[Sentence]) -> None:
        self._discourse, self._sentences = discourse, sentences
        self._ends: dict[int, Found] = {}
        for found in discourse.mentions:
            if found.end not in self._ends or found.start > self._ends[found.end].start:
                self._ends[found.end] = found

    def at(self, start: int, end: int) -> Found | None:
        """The mention that a phrase is; most end where one ends, and are found at once."""
        found = self._ends.get(end)
        return found if found is not None and found.start <= start else self._discourse.at(start, end)

    def about(self, found: Found | None, start: int, end: int) -> tuple[About, str | None]:
        """What an opinion on these characters is about; ``found`` is the mention there, if there is one."""
        if found is None:
            return self._discourse.about(start, end)
        if found.about == "other":
            clause, entity = self._clause(start)
            return ("part_of_competing", entity) if clause in SIDES["competing"] else (found.about, None)
        if found.about in SIDES["generic"] and (self._clause(start)[0] in SIDES["main"] or self._fragment(start)):
            return ("main" if found.about == "generic" else "part_of_main"), None
        return found.about, found.entity

    def _clause(self, start: int) -> tuple[About, str | None]:
        """What the clause at a place speaks of."""
        here = next((one for one in self._discourse.clauses if one.start <= start < one.end), None)
        return (here.about, here.entity) if here is not None else ("other", None)

    def _fragment(self, start: int) -> bool:
        """Whether the sentence at a place has no verb: "Nice hotel, good beer." """
        place = bisect_right(self._sentences, start, key=_start) - 1
        return place >= 0 and not any(token.tag in VERBS for token in self._sentences[place].tokens)


def _start(sentence: Sentence) -> int:
    return sentence.start
