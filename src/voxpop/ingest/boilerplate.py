"""Text that customers did not write: stamps of a site ("✅ Trip Verified |"), labels of a form, template phrases.

It was found by its repetition over the rows of a file (``boilerplate_finder.py``). A review keeps its text exactly as
given; what reads it gets the text of ``read(text)``, where stamps and templates are spaces, so that offsets stay the
same. Labels of a form stay, because they may name what is judged ("Taste: very good"), but are no opinion themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from voxpop.ingest.text_units import TextToken, Unit, labels, letters, tokens, units
from voxpop.lang import languages
from voxpop.lang.punctuation import CLAUSE_BREAKS, VERTICAL_BARS
from voxpop.types import BoilerplatePhrase, Span

JOINERS = CLAUSE_BREAKS + VERTICAL_BARS + "-–—"  # marks that tie a stamp to the text beside it


class MarkedText(NamedTuple):
    """A text as it is to be read, the labels of forms in it, and the phrases that were found in it."""

    text: str
    labels: tuple[Span, ...] = ()
    empty_labels: tuple[Span, ...] = ()  # those among them that name nothing ("Pros:")
    phrases: frozenset[BoilerplatePhrase] = frozenset()


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """The phrases of a file that repeat, by the keys of their tokens (``text_units.py``)."""

    units: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)  # whole lines, sentences, stamps
    openings: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)  # of rows
    endings: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)
    labels: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any((self.units, self.openings, self.endings, self.labels))

    def read(self, text: str) -> MarkedText:
        """Return the text as it is to be read: as long as before, with spaces for what no customer wrote."""
        if not self:
            return MarkedText(text)
        parts = tokens(text)
        rows = list(units(text, parts))
        blank = list(self._blank(parts, rows))
        found = {phrase for _, phrase in blank}
        hidden = bytearray(len(text))  # which characters are not read
        for (start, end), _ in blank:
            hidden[start:end] = b"\1" * (end - start)
        taken = hidden[:]
        label_spans: list[Span] = []
        empty: list[Span] = []
        for label in (label for unit in rows for label in labels(text, parts, unit)):
            span = Span(parts[label.first].start, parts[label.last - 1].end)
            if label.key in self.labels and not any(taken[span.start : span.end]):
                taken[span.start : span.end] = b"\1" * (span.end - span.start)
                found.add(self.labels[label.key])
                label_spans.append(span)
                if letters(label.key) in form_labels():
                    empty.append(span)
        if blank:
            pairs = zip(text, hidden, strict=True)
            text = "".join(" " if hide and not letter.isspace() else letter for letter, hide in pairs)
        return MarkedText(text, tuple(label_spans), tuple(empty), frozenset(found))

    def _blank(self, parts: Sequence[TextToken], rows: Sequence[Unit]) -> Iterator[tuple[Span, BoilerplatePhrase]]:
        """Yield what is not read."""
        for unit in rows:
            if unit.key in self.units:
                yield Span(parts[unit.first].start, parts[unit.last - 1].end), self.units[unit.key]
        keys = [part.key for part in parts]
        if rows and rows[0].key not in self.units and (length := edge_length(keys, self.openings)):
            phrase = self.openings[" ".join(keys[:length])]
            while length < len(keys) and keys[length] in JOINERS:
                length += 1
            yield Span(parts[0].start, parts[length - 1].end), phrase
        if rows and rows[-1].key not in self.units and (length := edge_length(keys[::-1], self.endings)):
            yield Span(parts[-length].start, parts[-1].end), self.endings[" ".join(keys[::-1][:length])]


def edge_length(keys: Sequence[str], phrases: Mapping[str, BoilerplatePhrase]) -> int:
    """Return how many tokens the longest of some phrases has with which a text begins; 0 without one."""
    lengths = sorted({key.count(" ") + 1 for key in phrases}, reverse=True)
    return next((length for length in lengths if length <= len(keys) and " ".join(keys[:length]) in phrases), 0)


@cache
def form_labels() -> frozenset[str]:
    """Return the labels of all languages that name nothing."""
    return frozenset().union(*(language.boilerplate_words.FORM_LABELS for language in languages()))


def boilerplate_facts(rows: Counter[BoilerplatePhrase]) -> list[dict[str, Any]]:
    """Return what is told about the phrases: the text, the place and the number of rows, most rows first."""
    ordered = sorted(rows.items(), key=lambda item: (-item[1], item[0]))
    return [{"text": phrase.text, "place": phrase.place, "rows": count} for phrase, count in ordered]
