"""Where the clauses of a sentence begin: at marks, at words such as "but", and at a comma before a new subject."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from voxpop.lang import language
from voxpop.lang.memo import Memo
from voxpop.lang.scripts import joins_neighbours
from voxpop.types import Token

Kind = Literal["", "mark", "comma", "start", "conjunction"]  # what a word or mark may be to a clause
VERBAL, NOUNS = frozenset({"AUX", "VERB"}), frozenset({"NOUN", "PROPN"})
LONGEST = 80  # words after which a clause ends at the next comma or conjunction
NEAR = 3  # words between a comma and its noun, and between the noun and its verb


def clause_starts(tokens: Sequence[Token], texts: Sequence[str], tags: Sequence[str], lang: str) -> list[int]:
    """Return the first token of each clause of a sentence, given its tokens and the texts and tags of these."""
    kinds = list(map(kinds_of_words(lang).__getitem__, texts))
    places = [place for place, kind in enumerate(kinds) if kind]
    gaps = frozenset(() if language(lang).script.IS_SPACED else spaces(tokens))
    if gaps or len(tags) > LONGEST:
        joins = (place for place, tag in enumerate(tags) if tag == "CCONJ") if len(tags) > LONGEST else ()
        places = sorted({*places, *gaps, *joins})
    leads = language(lang).clause_rules.LEADS
    starts = [0]
    for place in places:
        kind, tag = kinds[place], tags[place]
        if kind == "comma":
            begins = begins_clause(tags, starts[-1], place)
        elif kind == "mark":
            begins = tag == "PUNCT"
        else:
            begins = kind == "start" or (kind == "conjunction" and tag in ("SCONJ", "PRON"))
        if begins and kind not in ("comma", "mark") and place > 1 and texts[place - 1].lower() in leads:
            place -= 1
        if (begins or place in gaps or place - starts[-1] > LONGEST) and place > starts[-1]:
            starts.append(place)
    return starts


@cache
def kinds_of_words(lang: str) -> Memo[str, Kind]:
    """Return what each word of a language may be to a clause."""
    rules = language(lang).clause_rules

    def kind_of(text: str) -> Kind:
        if text[0] in rules.MARKS:
            return "mark"
        if text[0] in rules.COMMAS:
            return "comma"
        low = text.lower()
        return "start" if low in rules.STARTS else "conjunction" if low in rules.CONJUNCTIONS else ""

    return Memo(kind_of)


def spaces(tokens: Sequence[Token]) -> list[int]:
    """Return the tokens before which a space stands for a mark, not between two words of Latin letters."""
    return [
        place
        for place in range(1, len(tokens))
        if tokens[place].start > tokens[place - 1].end
        and not (joins_neighbours(tokens[place].text[0]) and joins_neighbours(tokens[place - 1].text[-1]))
    ]


def begins_clause(tags: Sequence[str], first: int, comma: int) -> bool:
    """Return whether a comma stands between two clauses: one with a verb, and a noun that has a verb of its own."""
    if VERBAL.isdisjoint(tags[first:comma]):
        return False
    noun = next((place for place in range(comma + 1, min(comma + NEAR + 2, len(tags))) if tags[place] in NOUNS), None)
    if noun is None:
        return False
    while noun < len(tags) and tags[noun] in NOUNS:
        noun += 1
    return not VERBAL.isdisjoint(tags[noun : noun + NEAR])
