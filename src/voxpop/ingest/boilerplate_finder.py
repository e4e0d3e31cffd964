"""Finds stamps, form labels and template phrases by their repetition over the rows of a file.

Many customers really write the same short verdict ("Very good", "Worth every penny!"), so repetition alone is not
enough. A phrase must also show that a site wrote it: by a check sign, a vertical bar or square brackets, by words that
only sites write, by a label with a date behind it, or by being too long to be written alike by many. A phrase with an
opinion word must be longer and more frequent, and other text must stand beside it: a template opens what a customer
writes, a verdict may be all of it. When in doubt, a phrase is read like any other.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import ceil
from typing import Literal

from voxpop.ingest.boilerplate import (
    DATE,
    Boilerplate,
    TextToken,
    Unit,
    labels,
    letters,
    size,
    token_pattern,
    tokens,
    units,
)
from voxpop.ingest.text_sample import TextSample
from voxpop.lang import languages
from voxpop.lang.opinion_lexicon import meanings_of_tokens
from voxpop.lang.punctuation import (
    CLOSING_SQUARE_BRACKETS,
    COLONS,
    OPENING_SQUARE_BRACKETS,
    SENTENCE_ENDS,
    VERTICAL_BARS,
)
from voxpop.types import BoilerplatePhrase, BoilerplatePlace, Rejected, Review

SAMPLE = 2_000  # texts that phrases are looked for in
FEWEST_TEXTS = 20  # in fewer, nothing is looked for
FEWEST_ROWS, SHARE = 8, 0.02  # rows that a phrase must stand in
LARGE_SHARE = 0.05  # of a phrase that only its length, or its length despite an opinion word, speaks for
LONG, VERY_LONG = 8.0, 12.0  # words
LONGEST = 40  # tokens of an opening or ending
BRANCHING = 0.7  # an opening ends where no one continuation has this share of its rows
REST = 3  # tokens that must stand beside a phrase for other text to be there
CHECK_SIGNS = "✅✔☑✓🗸"
SLOT = "…"  # what numbers and dates are shown as
Written = Counter[tuple[str, BoilerplatePlace]]  # how often a phrase is written so, and where


class BoilerplateFinder:
    """Watches rows on their way, and finds the phrases that repeat in a sample that does not depend on their order."""

    def __init__(self, size: int = SAMPLE) -> None:
        self._sample = TextSample(size)

    def watch(self, rows: Iterable[Review | Rejected]) -> Iterator[Review | Rejected]:
        """Yield the same rows."""
        for row in rows:
            if isinstance(row, Review):
                self._sample.add(row.text)
            yield row

    def find(self) -> Boilerplate:
        """Return what repeats in the rows that have passed."""
        return find_boilerplate(self._sample.texts())


def find_boilerplate(texts: Sequence[str]) -> Boilerplate:
    """Return the phrases that repeat over some texts and that no customer wrote."""
    if len(texts) < FEWEST_TEXTS:
        return Boilerplate()
    enough, large = (max(FEWEST_ROWS, ceil(share * len(texts))) for share in (SHARE, LARGE_SHARE))
    rows = [(text, tokens(text)) for text in texts]
    units_of = [list(units(text, parts)) for text, parts in rows]
    unit_rows: Counter[str] = Counter()
    beside_text: Counter[str] = Counter()  # rows where a unit is not all that is written
    label_rows: Counter[str] = Counter()
    labels_of = [
        [label for unit in own for label in labels(*row, unit)] for row, own in zip(rows, units_of, strict=True)
    ]
    for (_, parts), row_units, row_labels in zip(rows, units_of, labels_of, strict=True):
        unit_rows.update({unit.key for unit in row_units})
        beside_text.update({unit.key for unit in row_units if len(parts) > REST + unit.last - unit.first})
        label_rows.update({label.key for label in row_labels})
    found_labels = {key for key, count in label_rows.items() if count >= enough}
    found_units = {
        key
        for key, count in unit_rows.items()
        if count >= enough
        and key not in found_labels
        and is_boilerplate(key, count >= large, is_beside_text=beside_text[key] >= BRANCHING * count)
    }
    written_units, written_labels = defaultdict[str, Written](Counter), defaultdict[str, Written](Counter)
    for (text, parts), row_units, row_labels in zip(rows, units_of, labels_of, strict=True):
        for unit in row_units:
            if unit.key in found_units:
                written_units[unit.key][words_of(text, parts[unit.first : unit.last]), place_of(unit, len(parts))] += 1
        for label in row_labels:
            if label.key in found_labels:
                written_labels[label.key][words_of(text, parts[label.first : label.last]), "label"] += 1
    edges = [([part.key for part in parts], row) for (_, parts), row in zip(rows, units_of, strict=True) if row]
    starts = [keys for keys, row in edges if row[0].key not in found_units]
    ends = [keys[::-1] for keys, row in edges if row[-1].key not in found_units]
    return with_glued(
        Boilerplate(
            {key: commonest(written_units[key]) for key in found_units},
            edge_phrases(rows, shared_openings(starts, enough, large), "opening"),
            edge_phrases(rows, shared_openings(ends, enough, large, backwards=True), "ending"),
            {key: commonest(written_labels[key]) for key in found_labels},
        )
    )


def with_glued(boilerplate: Boilerplate) -> Boilerplate:
    """Return the phrases, where stamps that are mostly set apart also count where they are glued to the text."""
    sure = {key: phrase for key, phrase in boilerplate.units.items() if has_stamp(key) or is_dated_label(key.split())}
    openings = {key: phrase for key, phrase in sure.items() if phrase.place == "opening"}
    endings = {" ".join(key.split()[::-1]): phrase for key, phrase in sure.items() if phrase.place == "ending"}
    return replace(boilerplate, openings=openings | {**boilerplate.openings}, endings=endings | {**boilerplate.endings})


def place_of(unit: Unit, tokens: int) -> BoilerplatePlace:
    """Return where a unit stands in a text of so many tokens."""
    if unit.first == 0:
        return "row" if unit.last == tokens else "opening"
    return "ending" if unit.last == tokens else "within"


def words_of(text: str, parts: Sequence[TextToken]) -> str:
    """Return some tokens as the text writes them."""
    return text[parts[0].start : parts[-1].end]


def is_boilerplate(key: str, is_large: bool, *, is_beside_text: bool, is_whole: bool = True) -> bool:
    """Return whether a phrase that repeats shows that no customer wrote it."""
    keys = key.split()
    words = size(keys)
    if words < 1:
        return False
    if has_stamp(key) or is_dated_label(keys):
        return True
    if is_whole and keys[0] in OPENING_SQUARE_BRACKETS and keys[-1] in CLOSING_SQUARE_BRACKETS and words >= LONG:
        return True
    if any(part in CHECK_SIGNS for part in keys) or (is_whole and keys[-1] in VERTICAL_BARS):
        return not has_opinion_word(key)
    if not has_opinion_word(key, negated=True):
        return (words >= VERY_LONG and is_whole) or (words >= LONG and is_large)
    return words >= VERY_LONG and is_large and is_beside_text


def is_dated_label(keys: Sequence[str]) -> bool:
    """Return whether a phrase is a label with nothing but a date behind it."""
    colon = next((place for place, key in enumerate(keys) if key in COLONS), None)
    return colon is not None and 0 < size(keys[:colon]) < LONG and keys[colon + 1 :] == [DATE]


@cache
def stamps() -> re.Pattern[str]:
    """Return the pattern of the words that only sites write, in the keys of tokens."""
    phrases = [
        " ".join(part.key for part in tokens(stamp)) for each in languages() for stamp in each.boilerplate_words.STAMPS
    ]
    return re.compile(rf"(?:^| )(?:{'|'.join(map(re.escape, phrases))})(?: |$)")


def has_stamp(key: str) -> bool:
    return stamps().search(key) is not None


def has_opinion_word(key: str, *, negated: bool = False) -> bool:
    """Return whether a phrase has a listed opinion word of any language.

    With ``negated``, a negation will do: "I will never come back" judges without an opinion word.
    """
    text = letters(key)
    for lang in languages():
        if not re.search(f"[{lang.script.LETTERS}]", text):  # the words of a language need not be loaded
            continue
        tokens = [token for sentence in lang.parse([text])[0] for token in sentence.tokens]
        if meanings_of_tokens(tokens, lang.code):
            return True
        if negated and any(token.text in lang.negation.NEGATORS for token in tokens):
            return True
    return False


def shared_openings(rows: Sequence[Sequence[str]], enough: int, large: int, *, backwards: bool = False) -> set[str]:
    """Return the phrases that open ``enough`` rows with no mark behind them, each up to where the rows part."""
    found: set[str] = set()
    alive = [keys for keys in rows if keys]
    for length in range(1, LONGEST + 1):
        groups: defaultdict[tuple[str, ...], list[Sequence[str]]] = defaultdict(list)
        for keys in alive:
            if len(keys) >= length:
                groups[tuple(keys[:length])].append(keys)
        alive = []
        for phrase, members in groups.items():
            if len(members) < enough:
                continue
            following = Counter(keys[length] for keys in members if len(keys) > length)
            if backwards:  # the mark at the end of the sentence before is no part of a phrase
                following -= Counter({key: count for key, count in following.items() if key in SENTENCE_ENDS})
            ends = max(following.values(), default=0) < BRANCHING * len(members)
            key = " ".join(phrase[::-1] if backwards else phrase)
            goes_on = sum(len(keys) > REST + length for keys in members) >= BRANCHING * len(members)
            if ends and is_boilerplate(key, len(members) >= large, is_beside_text=goes_on, is_whole=False):
                found.add(" ".join(phrase))
            else:
                alive += members
    return found


def edge_phrases(
    rows: Sequence[tuple[str, Sequence[TextToken]]], found: set[str], place: Literal["opening", "ending"]
) -> dict[str, BoilerplatePhrase]:
    """Return the phrases that open or end rows by their keys, each as most rows write it."""
    written = defaultdict[str, Written](Counter)
    for text, parts in rows:
        for length in {key.count(" ") + 1 for key in found}:
            edge = parts[:length] if place == "opening" else parts[-length:]
            key = " ".join(part.key for part in (edge if place == "opening" else edge[::-1]))
            if len(edge) == length and key in found:
                written[key][words_of(text, edge), place] += 1
    return {key: commonest(counts) for key, counts in written.items()}


def commonest(counts: Written) -> BoilerplatePhrase:
    """Return how a phrase is mostly written, and where it mostly stands."""
    texts: Counter[str] = Counter()
    places: Counter[BoilerplatePlace] = Counter()
    for (text, place), count in counts.items():
        texts[with_slots(text)] += count
        places[place] += count
    return BoilerplatePhrase(
        min(texts, key=lambda text: (-texts[text], text)), min(places, key=lambda place: (-places[place], place))
    )


def with_slots(text: str) -> str:
    """Return a phrase with … in place of its numbers and dates."""
    plain = token_pattern().sub(lambda match: SLOT if match.lastgroup else match[0], text)
    return " ".join(plain.split())
