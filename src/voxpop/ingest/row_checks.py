"""What rows are by themselves, whatever else is in the stream: their language, and whether they are worth reading.

Rows can so be checked in other processes, many at a time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from voxpop.ingest.duplicates import MIN_CHARS, normal, sketch_texts
from voxpop.ingest.mask import is_plain, mask
from voxpop.ingest.quality_filter import QualityVerdict, judge
from voxpop.ingest.text_quality import low_quality, script_share
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.lang.detect import OTHER, detect
from voxpop.settings import Settings
from voxpop.types import Rejected, Review

STEPS = {"noise": "quality", "advert": "advert"}  # by what the filter takes a text for
AT_ONCE = 64  # reviews that the quality filter judges in one step


class CheckedRow(NamedTuple):
    """A row with personal data covered, and what it is compared with others by."""

    row: Review | Rejected
    is_waiting: bool = False  # for the language of the others, because its text does not show its own
    normal: str = ""  # its ``normal`` text, if it is long enough to be compared and duplicates are looked for
    sketch: bytes = b""  # of that text, if near duplicates are looked for

    @property
    def text(self) -> str | None:
        return self.row.text


class CheckedRows(NamedTuple):
    """Rows that were checked together, how many of them show which language, and what is counted over them."""

    rows: list[CheckedRow]
    languages: Counter[str]
    counts: Counter[str]


def check_rows(rows: Sequence[Review | Rejected], *, settings: Settings, lang: str = "") -> CheckedRows:
    """Check rows. Those that do not show their language wait, unless one is given for them."""
    checks = RowChecks(settings)
    checked = [row for start in range(0, len(rows), AT_ONCE) for row in checks(rows[start : start + AT_ONCE], lang)]
    return CheckedRows(comparable(checked, settings), checks.languages, checks.counts)


def comparable(rows: Sequence[CheckedRow], settings: Settings) -> list[CheckedRow]:
    """Return the rows, each with what it is compared with others by."""
    exact, near = settings.curation.duplicates, settings.curation.near_duplicates
    if not (exact or near):
        return list(rows)
    reviews = {n: each.row for n, each in enumerate(rows) if isinstance(each.row, Review) and not each.is_waiting}
    texts = {place: text for place, review in reviews.items() if len(text := normal(review.text)) > MIN_CHARS}
    sizes = [language(reviews[place].lang or DEFAULT).text_pieces.SHINGLE for place in texts]
    found = sketch_texts(list(texts.values()), sizes) if near else [b""] * len(texts)
    made = list(rows)
    for (place, text), sketch in zip(texts.items(), found, strict=True):
        made[place] = CheckedRow(reviews[place], normal=text if exact else "", sketch=sketch)
    return made


class RowChecks:
    """Checks rows, a few at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.languages: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    def __call__(self, rows: Sequence[Review | Rejected], given: str) -> Iterator[CheckedRow]:
        """Yield what each row is. Those that do not show their language wait, unless one is given for them."""
        languages = [given or self._language(row) if isinstance(row, Review) else "" for row in rows]
        for row, lang, verdict in zip(rows, languages, self._judged(rows, languages), strict=True):
            if isinstance(row, Rejected):  # its text is stored, too
                yield CheckedRow(replace(row, text=self._mask(row.text)) if row.text else row)
            elif lang or self._is_low_quality(row.text):
                yield CheckedRow(self._checked(row, lang or DEFAULT, verdict))
            else:
                yield CheckedRow(row, is_waiting=True)

    def _is_low_quality(self, text: str) -> bool:
        return self.settings.curation.low_quality and low_quality(text) is not None

    def _judged(self, rows: Sequence[Review | Rejected], languages: Sequence[str]) -> list[QualityVerdict | None]:
        """Return what the quality filter says of reviews whose language is known, many at a time."""
        verdicts: list[QualityVerdict | None] = [None] * len(rows)
        curation = self.settings.curation
        chosen = {"noise": curation.low_quality, "advert": curation.adverts}
        if not any(chosen.values()):
            return verdicts
        for lang in LANGUAGES:
            own = {
                place: row.text
                for place, row in enumerate(rows)
                if languages[place] == lang and isinstance(row, Review) and not is_foreign(row.text, self.settings)
            }
            for place, verdict in zip(own, judge(list(own.values()), lang), strict=True):
                verdicts[place] = verdict if verdict and chosen[verdict.kind] else None
        return verdicts

    def _checked(self, review: Review, lang: str, verdict: QualityVerdict | None) -> Review | Rejected:
        original = review.text
        extra = {name: value if is_plain(value) else self._mask(value) for name, value in review.extra.items()}
        review = replace(review, text=self._mask(original), lang=lang, extra=extra)
        found = self._reason(review, original, verdict)
        return rejected(review, *found) if found else review

    def _mask(self, text: str) -> str:
        if not self.settings.curation.mask:
            return text
        text, counts = mask(text)
        for kind, count in counts.items():
            self.counts[f"masked {kind}"] += count
        return text

    def _language(self, review: Review) -> str:
        """Return the language of a review, "other", or "" if the text does not show it."""
        if self.settings.lang != "auto":
            strange = self.settings.curation.language and detect(review.text) == OTHER
            return OTHER if strange else self.settings.lang
        tag = re.split("[-_]", (review.lang or "").strip().lower())[0]  # of "en-US", "en"
        lang = tag or detect(review.text)
        if lang in LANGUAGES:
            self.languages[lang] += 1
        elif lang and not self.settings.curation.language:
            return max(LANGUAGES, key=lambda code: script_share(review.text, code))
        return lang

    def _reason(self, review: Review, original: str, verdict: QualityVerdict | None) -> tuple[str, str] | None:
        """Return the step that rejects a review by what it says, before masking, and why. Cheap steps come first."""
        curation, length, lang = self.settings.curation, len(original.strip()), review.lang or DEFAULT
        if length < curation.min_chars:
            return "length", f"It has {length} characters; at least {curation.min_chars} are asked for."
        if curation.max_chars and length > curation.max_chars:
            return "length", f"It has {length:,} characters; at most {curation.max_chars:,} are asked for."
        if curation.low_quality and (reason := low_quality(original)):
            return "quality", reason
        if curation.language and lang not in LANGUAGES:
            return "language", f"It is in another language; voxpop reads {' and '.join(LANGUAGES.values())}."
        least = curation.script_share
        if least and (share := script_share(original, lang)) < least:
            script = language(lang).script.NAME
            return "script", f"Only {share:.0%} of it is in {script} script; at least {least:.0%} is asked for."
        if verdict:
            return STEPS[verdict.kind], verdict.reason(review.text)
        return None


def is_foreign(text: str, settings: Settings) -> bool:
    """Return whether a text is in a language without a folder, if such texts are kept."""
    return not settings.curation.language and detect(text) == OTHER


def rejected(row: Review | Rejected, step: str, reason: str) -> Rejected:
    """Return a row as one that a step rejects."""
    return Rejected(step=step, reason=reason, source=row.source, row=row.row, id=row.id, text=row.text)
