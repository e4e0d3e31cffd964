"""Quantities in sentences: shares of reviews in words, numbers, and the people they count (``quantities.toml``)."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from voxpop.lang.data import any_of, read_toml

_PART = re.compile(r"\{([a-z_]+)\}")


class ClaimedShare(NamedTuple):
    """Words of quantity and the numbers that they claim, whose meaning is told in ``quantities.toml``."""

    words: tuple[str, ...]
    claims: dict[str, Any]  # by the names of the fields of ``check.quantity.Quantity``


@dataclass(frozen=True, slots=True)
class Quantities:
    """The words and patterns of one language."""

    CLAIMED_SHARES: tuple[ClaimedShare, ...]  # what a sentence of someone else claims
    PEOPLE: frozenset[str]
    SUBJECT: str  # stands in the place of a quantity of people
    THINGS: str  # stands in the place of a quantity of things
    SPEAKERS_FRAME: str  # a sentence of ``rest`` or, without its subject, ``predicate``, and the ``thing`` spoken of
    NUMBER_WORDS: dict[str, int]
    NUMBER_UNITS: dict[str, int]  # the larger first: what a number word before one of them is multiplied by
    QUANTIFIED_SUBJECT: re.Pattern[str]  # one of ``word``, ``count``, ``percent``, ``part`` and ``whole``; ``people``
    QUANTIFIED_ASIDE: re.Pattern[str]  # the same groups: a quantity behind a sentence
    SPEAKERS: re.Pattern[str]  # those who mention a ``thing``
    PRONOUN: re.Pattern[str]  # stands for the thing
    ADVERBS: re.Pattern[str]  # quantities that stand anywhere: "always"
    FURTHER_QUANTITY: re.Pattern[str]  # a quantity beside the one that was cut out
    NEGATED_QUANTITY: re.Pattern[str]  # "not all"

    def read_number(self, text: str) -> float:
        """Return the value of a number in figures, or of a usual one in words."""
        figures, rest, value = text.replace(",", ""), text.lower(), 0
        if figures.replace(".", "", 1).isdigit():
            return float(figures)
        for unit, size in self.NUMBER_UNITS.items():
            before, found, rest = rest.rpartition(unit)
            value += self.NUMBER_WORDS.get(before, 1) * size if found else 0
        return float(value + self.NUMBER_WORDS.get(rest, 0))

    def put_speakers(self, rest: str, thing: str) -> str:
        """Return what those who mention a thing say, as a sentence about it."""
        if self.PRONOUN.search(rest):
            return self.PRONOUN.sub(thing, rest)
        return self.SPEAKERS_FRAME.format(rest=rest.rstrip("."), predicate=rest.removeprefix(self.SUBJECT), thing=thing)


def read_quantities(code: str) -> Quantities:
    """Return the quantities of a language. ``{name}`` in a pattern stands for the pattern of that name before it.

    A backslash at the end of a line joins it with the next.
    """
    table = read_toml(code, "quantities.toml")
    shares = tuple(
        ClaimedShare(tuple(row["words"]), {name: value for name, value in row.items() if name != "words"})
        for row in table["claimed"]
    )
    lists = {"word": [word for share in shares for word in share.words], "people": table["people"]}
    lists["spelled"] = table["number_words"]
    patterns = {name: any_of(words, bounded=False) for name, words in lists.items()}
    for name, pattern in table["patterns"].items():
        patterns[name] = _PART.sub(lambda match: patterns[match[1]], pattern.replace("\\\n", ""))
    compiled = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}
    values = compiled | table | {"claimed_shares": shares, "people": frozenset(table["people"])}
    return Quantities(**{field.name: values[field.name.lower()] for field in fields(Quantities)})
