"""What single texts say, for tools that hold texts of their own: scikit-learn, spaCy, pandas.

Nothing is dropped and nothing is learned from many texts: each has its opinions and the stars that it deserves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voxpop.aggregate.select_opinions import non_overlapping, opinion_on
from voxpop.entities.review_mentions import resolved_review
from voxpop.errors import InputError, choose
from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.lang.detect import detect
from voxpop.part_extraction import extract
from voxpop.settings import Settings
from voxpop.types import Extraction, Opinion, PredictedStars, Review

BATCH = 256  # texts read at a time


@dataclass(frozen=True, slots=True)
class ReadText:
    """The opinions of one text in reading order, its stars and its language; of an empty text there are none."""

    opinions: tuple[Opinion, ...] = ()
    stars: PredictedStars | None = None
    lang: str | None = None


def read_texts(texts: Sequence[str], *, lang: str = "auto", fast: bool = False) -> list[ReadText]:
    """Return what each text says. An opinion's aspect is its term, or its category where no word names it."""
    choose("language", lang, ("auto", *LANGUAGES))
    found = [ReadText()] * len(texts)
    places: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"Text {place} is {type(text).__name__}, not a string. Texts are expected, one a row.")
        if text.strip():
            code = detect(text) if lang == "auto" else lang
            places.setdefault(code if code in LANGUAGES else DEFAULT, []).append(place)
    for code, listed in places.items():
        for start in range(0, len(listed), BATCH):
            chosen = listed[start : start + BATCH]
            extracted = extract([texts[place] for place in chosen], code, Settings(lang=code, fast=fast))
            for place, extraction in zip(chosen, extracted, strict=True):
                found[place] = ReadText(_opinions(texts[place], extraction), extraction.predicted_stars, code)
    return found


def _opinions(text: str, extraction: Extraction) -> tuple[Opinion, ...]:
    resolved = resolved_review(Review(id="", text=text), extraction, None).mentions
    mentions = sorted(resolved, key=lambda mention: (mention.start, -mention.end))
    spans = [(mention.start, mention.end) for mention in mentions]
    terms, polarities = [mention.term for mention in mentions], [mention.polarity for mention in mentions]
    chosen = [mentions[place] for place in non_overlapping(range(len(mentions)), spans, terms, polarities)]
    return tuple(opinion_on(mention, mention.term or mention.category or "") for mention in chosen)
