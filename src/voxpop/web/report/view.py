"""The document as the page needs it: what is decided here is only how things are shown, never what is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from voxpop.schema import Aspect, Document, Quote
from voxpop.web.report.charts import SIDES, Axis, Part, Period, axis, stack, trend
from voxpop.web.report.labels import typical_word
from voxpop.web.report.marks import Piece, pieces
from voxpop.web.report.words import Words


@dataclass(frozen=True, slots=True)
class Predicted:
    """The stars that the text of a review deserves, and between which, as they are shown."""

    stars: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class Voice:
    """A quote on the page. ``review`` numbers the reviews of an aspect, so that a script can group by it."""

    side: str
    pieces: list[Piece]
    review: int
    review_id: str
    stars: float | None
    predicted: Predicted | None
    date: str | None
    month: str | None
    product: str | None


@dataclass(frozen=True, slots=True)
class Side:
    """One polarity of an aspect: how many opinions were counted and the quotes the page carries of them."""

    name: str
    count: int
    voices: list[Voice]


@dataclass(frozen=True, slots=True)
class Box:
    """An aspect in short, with the count of the side it leans to and where that count leads."""

    label: str
    count: int
    target: str
    says: str


@dataclass(frozen=True, slots=True)
class Row:
    """An aspect in the table and in its own section."""

    anchor: str
    aspect: Aspect
    verdict: str
    box: Box
    parts: list[Part]
    axis: Axis | None
    trend: list[Period]
    sides: list[Side]
    best: list[Voice]  # praise first, blame last
    under: str | None = None  # the name of the category above it

    @property
    def title(self) -> str:
        return f"{self.under} · {self.aspect['name']}" if self.under else self.aspect["name"]

    @property
    def shown(self) -> int:
        return sum(len(side.voices) for side in self.sides)

    @property
    def opinions(self) -> int:
        return sum(side.count for side in self.sides)


def rows(document: Document, words: Words) -> list[Row]:
    """The aspects in the order of the document, each with everything its places on the page show."""
    found = [(aspect, above) for row in document["aspects"] for aspect, above in _flat(row)]
    several = len({quote["product"] for aspect, _ in found for quote in aspect["evidence"]}) > 1
    return [
        _row(aspect, f"aspect-{place}", words, several=several, under=above)
        for place, (aspect, above) in enumerate(found, 1)
    ]


def _flat(aspect: Aspect, above: str | None = None) -> Iterator[tuple[Aspect, str | None]]:
    """A row, then those under it, each with the name of the one above."""
    yield aspect, above
    for each in aspect.get("aspects", []):
        yield from _flat(each, aspect["name"])


def _row(aspect: Aspect, anchor: str, words: Words, *, several: bool, under: str | None) -> Row:
    quotes = [_implicit(quote) if aspect.get("category") else quote for quote in _together(aspect)]
    numbers: dict[str, int] = {}
    voices = [voice(quote, numbers, several=several) for quote in quotes]
    first = len({_key(quote) for quote in aspect["quotes"]})
    sides = [Side(side, aspect[side], [each for each in voices if each.side == side]) for side in SIDES]
    best = [each for side in SIDES for each in voices[:first] if each.side == side]
    return Row(
        anchor=anchor,
        aspect=aspect,
        verdict=verdict(aspect),
        box=_box(aspect, anchor, quotes, words),
        parts=stack([(side, aspect[side]) for side in SIDES]),
        axis=axis(aspect["mean"], aspect["low"], aspect["high"]),
        trend=trend(aspect["by_month"]) if len(aspect["by_month"]) > 1 else [],
        sides=sides,
        best=best,
        under=under,
    )


def verdict(aspect: Aspect) -> str:
    """Mixed unless the whole interval of the mean lies on one side of zero."""
    if aspect["low"] > 0:
        return "positive"
    return "negative" if aspect["high"] < 0 else "mixed"


def _box(aspect: Aspect, anchor: str, quotes: list[Quote], words: Words) -> Box:
    side, name = verdict(aspect), aspect["name"]
    total = sum(aspect[key] for key in SIDES)
    if side == "mixed":
        says = words("box_says_mixed", verdict=words("verdict_mixed"), n=total)
        return Box(name, total, anchor, says)
    word = typical_word(quotes, name=name, sign=1 if side == "positive" else -1)
    label = words("box", word=word, name=name) if word and word not in name.lower() else name
    count = aspect["positive"] if side == "positive" else aspect["negative"]
    says = words("box_says", verdict=words(f"verdict_{side}"), n=count, total=total)
    return Box(label, count, f"{anchor}-{side}", says)


def _together(aspect: Aspect) -> list[Quote]:
    """The best quotes first, then the rest of the evidence, each once."""
    return list({_key(quote): quote for quote in (*aspect["quotes"], *aspect["evidence"])}.values())


def _implicit(quote: Quote) -> Quote:
    """A quote that speaks of its category as a whole has no aspect words to mark."""
    whole = quote["aspect_words"] == [quote["start"], quote["end"]]
    return {**quote, "aspect_words": [quote["start"], quote["start"]]} if whole else quote


def _key(quote: Quote) -> tuple[object, ...]:
    return quote["review_id"], quote["start"], quote["end"], *quote["aspect_words"], quote["polarity"] > 0


def voice(quote: Quote, numbers: dict[str, int], *, several: bool) -> Voice:
    polarity, day = quote["polarity"], quote["date"]
    return Voice(
        side="positive" if polarity > 0 else "negative" if polarity < 0 else "neutral",
        pieces=pieces(quote),
        review=numbers.setdefault(quote["review_id"], len(numbers) + 1),
        review_id=quote["review_id"],
        stars=quote["stars"],
        predicted=_predicted(quote),
        date=day,
        month=day[:7] if day else None,
        product=quote["product"] if several else None,
    )


def _predicted(quote: Quote) -> Predicted | None:
    values = [quote.get("predicted_stars"), quote.get("predicted_low"), quote.get("predicted_high")]
    shown = [f"{round(value, 1):g}" for value in values if value is not None]
    return Predicted(*shown) if len(shown) == len(values) else None


def star_text(stars: float) -> str:
    """★★★★☆ for whole stars, 3.5 ★ for others."""
    whole = int(stars)
    return "★" * whole + "☆" * (5 - whole) if whole == stars and 0 <= whole <= 5 else f"{stars:.3g} ★"


def flat_settings(settings: Mapping[str, Any], words: Words, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Settings as dotted names and readable values, however deep they are nested."""
    for key, value in settings.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from flat_settings(value, words, f"{name}.")
        elif isinstance(value, list | tuple):
            yield name, ", ".join(str(item) for item in value) or words("none")
        elif isinstance(value, bool):
            yield name, words("yes" if value else "no")
        else:
            yield name, words("none") if value is None else str(value)
