"""Which rows of a labelled file can be learned from: each text once, and all in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from voxpop.errors import InputError
from voxpop.ingest.cells import is_missing
from voxpop.ingest.review_records import RowProblem, check_characters
from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.lang.detect import detect
from voxpop.types import Rejected

STRAY = 0.1  # the share of reviews in another language up to which they are only set aside


@dataclass(frozen=True, slots=True)
class LabelledReview:
    """A review with one label per category, and its row."""

    text: str
    labels: tuple[int, ...]
    row: int


def usable_rows(
    items: Sequence[tuple[Any, LabelledReview]], source: str
) -> tuple[list[LabelledReview], list[Rejected]]:
    """Reviews with a text, each text once: a repetition would be learned and tested at the same time."""
    review_of: dict[str, LabelledReview] = {}
    refused: list[Rejected] = []
    for value, item in items:
        text = "" if is_missing(value) else str(value).replace("\0", "")
        first = review_of.get(text.strip())
        if not text.strip():
            reason, step = "The text is empty.", "text"
        elif (damage := _damage(text)) is not None:
            reason, step, text = damage, "encoding", ""
        elif first is not None:
            other = "" if first.labels == item.labels else ", with other labels"
            reason, step = f"The text is that of row {first.row} again{other}.", "duplicate"
        else:
            review_of[text.strip()] = LabelledReview(text, item.labels, item.row)
            continue
        refused.append(Rejected(step=step, reason=reason, source=source, row=item.row, text=text or None))
    return list(review_of.values()), refused


def _damage(text: str) -> str | None:
    try:
        check_characters(text)
    except RowProblem as problem:
        return str(problem)
    return None


def single_language(
    items: Sequence[LabelledReview], wanted: str, source: str
) -> tuple[str, list[LabelledReview], list[Rejected]]:
    """Return the language of the reviews; the few in another are set aside, many are an error."""
    languages = [detect(item.text) for item in items]
    counts = Counter(lang for lang in languages if lang)
    supported = {lang: counts[lang] for lang in LANGUAGES if counts[lang]}
    if wanted == "auto" and items and not supported:
        names = " nor ".join(LANGUAGES.values())
        raise InputError(f"The reviews of {source} are neither {names}. If they are, say so with --lang.")
    lang = max(supported, key=lambda code: supported[code], default=DEFAULT) if wanted == "auto" else wanted
    strays = sum(counts.values()) - counts[lang]
    if wanted == "auto" and strays > STRAY * max(len(items), 1):
        listed = ", ".join(f"{counts[code]:,} in {LANGUAGES.get(code, 'another language')}" for code in counts)
        options = " or ".join(f"--lang {code}" for code in LANGUAGES)
        raise InputError(
            f"{source} mixes languages ({listed}). Heads are trained for one: split the file, or choose with "
            f"{options}, which sets the others aside."
        )
    in_language = [item for item, code in zip(items, languages, strict=True) if code in (lang, "")]
    foreign = [
        Rejected(
            step="language",
            reason=f"The review is not in {LANGUAGES[lang]}.",
            source=source,
            row=item.row,
            text=item.text,
        )
        for item, code in zip(items, languages, strict=True)
        if code not in (lang, "")
    ]
    return lang, in_language, foreign
