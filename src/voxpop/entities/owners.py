"""Whose an opinion is: mostly that of the thing it is said of, but the type of a mention is not always an opinion's.

"It is a great camera" speaks of cameras in order to praise this one, and so does "Nice hotel."; a thing that is a part
of nothing ("fantastic coffee") is praised for the sake of what its clause is about; a part is that of the product its
sentence has turned to. Where no one says what the reviews are of, any name may be the product's own: then an opinion
is only another's if words or the branch say so, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from voxpop.entities.focus_shifts import FocusTracker
from voxpop.entities.mentions import ABOUTS, Discourse, ResolvedMention
from voxpop.extract.reader_output import Floats
from voxpop.settings import SIDES
from voxpop.types import About, Sentence

VERBS = ("VERB", "AUX")
AGREED = 0.3  # the branch's chance that something is not the product's, from which it agrees
OTHERS = [place for place, about in enumerate(ABOUTS) if about not in SIDES["main"]]


class OpinionOwners:
    """For the opinions of one review. ``types`` gives the branch's chances of the nine types at a stretch of it."""

    def __init__(
        self,
        discourse: Discourse,
        sentences: Sequence[Sentence],
        focus: FocusTracker | None = None,
        *,
        named: bool = True,
        types: Callable[[int, int], Floats] | None = None,
    ) -> None:
        self._discourse, self._sentences = discourse, sentences
        self._focus, self._named, self._types = focus, named, types
        self._ends: dict[int, ResolvedMention] = {}
        for found in discourse.mentions:
            if found.end not in self._ends or found.start > self._ends[found.end].start:
                self._ends[found.end] = found

    def at(self, start: int, end: int) -> ResolvedMention | None:
        """Return the mention that a phrase is; most end where one ends, and are found at once."""
        found = self._ends.get(end)
        return found if found is not None and found.start <= start else self._discourse.at(start, end)

    def about(self, found: ResolvedMention | None, start: int, end: int) -> tuple[About, str | None]:
        """What an opinion on these characters is about; ``found`` is the mention there, if there is one."""
        first, last = (start, start + 1) if found is None else (found.start, found.end)
        turn = self._focus.away(first, last) if self._focus is not None else None
        about, entity = self._by_mention(found, start, end)
        if about in SIDES["main"]:
            whole = found is not None and found.about == "main"
            return (turn.to, turn.entity) if turn is not None and turn.to and not whole else (about, entity)
        if self._named or turn is not None or self._agreed(first, last):
            return about, entity
        return ("part_of_main" if about.startswith("part_of") else "main"), None

    def _agreed(self, start: int, end: int) -> bool:
        return self._types is not None and float(self._types(start, end)[OTHERS].sum()) > AGREED

    def _by_mention(self, found: ResolvedMention | None, start: int, end: int) -> tuple[About, str | None]:
        """By the type of the mention, or else of the clause."""
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
        here = self._discourse.clause_at(start)
        return (here.about, here.entity) if here is not None else ("other", None)

    def _fragment(self, start: int) -> bool:
        """Return whether the sentence at a place has no verb: "Nice hotel, good beer." """
        place = bisect_right(self._sentences, start, key=_start) - 1
        return place >= 0 and not any(token.tag in VERBS for token in self._sentences[place].tokens)


def _start(sentence: Sentence) -> int:
    return sentence.start
