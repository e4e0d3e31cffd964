"""Sentences that state counts: a topic, and how many reviews say what of it, as our own summaries put it.

"Of the 12 who comment on the parking, 9 criticise it; 2 call it expensive", "Parking: most criticise it". The topic of
such a sentence stands once, at its head, far from what is said of it. The patterns are those of the language
(``summary_patterns.py``), beside the wording that they read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from voxpop.check.quantity import Quantity, read_quantity, share_quantity
from voxpop.lang import language
from voxpop.lang.punctuation import FULL_STOPS


class StatedPart(NamedTuple):
    """How many reviews say what: a side, or a word."""

    sign: int  # 1 good, −1 bad, 0 where a word says it
    word: str
    quantity: Quantity | None  # None where it cannot be counted, as for some months


class StatedCounts(NamedTuple):
    """A topic and the counts that a sentence states of it; the topic is empty for the product as a whole."""

    topic: str
    parts: tuple[StatedPart, ...]
    mixed: bool = False
    of: int | None = None  # how many reviews are said to speak of it


def read_stated_counts(text: str, lang: str) -> list[StatedCounts]:
    """Return the counts that a sentence states; nothing if it is not of this kind, or says anything else besides."""
    patterns = language(lang).summary_patterns
    label = patterns.LABEL.match(text)
    text = patterns.put_head_first((text[label.end() :] if label else text).strip())
    if match := patterns.LIST.fullmatch(text):
        return _read_list(match["things"], 1 if match["good"] else -1, lang)
    for head in patterns.HEADS:
        if match := head.match(text):
            groups = match.groupdict()
            parts, of = _read_parts(text[match.end() :], lang, _read_number(groups.get("of")))
            topic = "" if groups["thing"].lower() in patterns.OVERALL else groups["thing"]
            return [StatedCounts(topic, tuple(parts), bool(groups.get("mixed")), of)] if parts else []
    return []


def _read_list(topics: str, sign: int, lang: str) -> list[StatedCounts]:
    counts, at = list[StatedCounts](), 0
    while at < len(topics):
        item = language(lang).summary_patterns.LIST_ITEM.match(topics, at)
        if item is None or (quantity := _read_share(item["many"], lang, None)) is None:
            return []
        part = StatedPart(sign, "", quantity)
        counts.append(StatedCounts(item["thing"], (part,), of=_read_total(item["many"], lang)))
        at = item.end()
    return counts


def _read_parts(rest: str, lang: str, of: int | None) -> tuple[list[StatedPart], int | None]:
    """Return the parts after the head, and of how many reviews they are; nothing if one of them cannot be read."""
    patterns = language(lang).summary_patterns
    parts = list[StatedPart]()
    for text in filter(None, (part.strip(" " + FULL_STOPS) for part in patterns.PARTS.split(rest))):
        if (before := patterns.BEFORE.fullmatch(text)) and _read_share(before["many"], lang, None):
            continue  # of some months only, which are not counted
        if since := patterns.SINCE.fullmatch(text):
            part = _read_side(since["rest"], lang, None)
            if part and part.quantity and not part.quantity.is_nobody:
                parts.append(part._replace(quantity=None))
        else:
            part = _read_side(text, lang, of) or _read_word(text, lang, of, further=bool(parts and parts[-1].word))
            of = of or _read_total(text, lang)
            parts += [part] if part else []
        if part is None:
            return [], None
    return parts, of


def _read_side(text: str, lang: str, of: int | None) -> StatedPart | None:
    match = language(lang).summary_patterns.SIDE.fullmatch(text)
    quantity = _read_share(match["many"], lang, of) if match else None
    return StatedPart(1 if match["good"] else -1, "", quantity) if match and quantity else None


def _read_word(text: str, lang: str, of: int | None, *, further: bool) -> StatedPart | None:
    patterns = language(lang).summary_patterns
    forms = (*patterns.WORDS, *patterns.FURTHER_WORDS) if further else patterns.WORDS
    for match in filter(None, (form.fullmatch(text) for form in forms)):
        if quantity := _read_share(match["many"], lang, of):
            return StatedPart(0, match["word"], _at_least(quantity))
    return None


def _read_share(many: str, lang: str, of: int | None) -> Quantity | None:
    number = _read_number(many.removesuffix(language(lang).summary_patterns.COUNTER))
    if number is None:
        return read_quantity(many, lang)
    return share_quantity(many, number / of) if of else Quantity(many, 0.0, 1.0, count=number)


def _at_least(quantity: Quantity) -> Quantity:
    """Return the quantity of a word as a lower limit: more reviews may say the same in other words."""
    if quantity.is_nobody:
        return quantity
    if quantity.count is None:
        return replace(quantity, high=1.0)
    return Quantity(quantity.text, 0.0, 1.0, least=max(1, quantity.count - max(1, quantity.count // 10)))


def _read_total(text: str, lang: str) -> int | None:
    """Return 12 for "9 of 12"."""
    match = language(lang).summary_patterns.TOTAL.match(text)
    return _read_number(match["of"]) if match else None


def _read_number(text: str | None) -> int | None:
    digits = (text or "").replace(",", "")
    return int(digits) if digits.isdecimal() else None
