"""Decide which reviews are worth analysing, by the steps of ASAP (Bu et al., 2021, section 3.1), each on or off.

Every review comes out as a review, with personal data covered and a language, or as a ``Rejected`` with the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from voxpop.ingest.duplicates import MIN_CHARS, Exact, Near, normal
from voxpop.ingest.mask import is_plain, mask
from voxpop.ingest.quality_filter import QualityVerdict, judge
from voxpop.ingest.row_batches import row_batches
from voxpop.ingest.text_quality import low_quality, script_share
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.lang.detect import OTHER, detect
from voxpop.settings import Settings
from voxpop.types import Rejected, Review

STEPS = {"noise": "quality", "advert": "advert"}  # by what the filter takes a text for
AT_ONCE = 64  # reviews that the quality filter judges in one step
MOST_WAITING = 100_000  # reviews without a language, which wait for the end of the stream


class Curator:
    """Curates a stream: ``for item in Curator(settings)(read_reviews("reviews.csv"))``.

    ``counts`` has the number of reviews that were "kept", of those among them that are "foreign", of what was
    "masked email" …, of those in a "dialect Cantonese", of cells that are "unread stars" …, and of what each step
    "dropped length" ….

    A text that does not show its language ("👍👍") comes out last, in the commonest language of the stream, so that
    the order of the rows does not matter.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.counts: Counter[str] = Counter()
        self._exact = Exact() if settings.curation.duplicates else None
        threshold = settings.curation.near_duplicates
        self._near = Near(threshold) if threshold else None
        self._languages: Counter[str] = Counter()  # of the reviews that show theirs

    def __call__(self, items: Iterable[Review | Rejected]) -> Iterator[Review | Rejected]:
        for batch in row_batches(self._checked(items)):
            reviews = [item for item in batch if isinstance(item, Review)]
            reasons = iter(self._repetitions(reviews))
            for item in batch:
                found = next(reasons) if isinstance(item, Review) else None
                yield self._counted(_rejected(item, *found) if found else item)

    def _checked(self, items: Iterable[Review | Rejected]) -> Iterator[Review | Rejected]:
        """Yield what each review is by itself, whatever came before it."""
        waiting: list[Review] = []
        stream = iter(items)
        while batch := list(islice(stream, AT_ONCE)):
            languages = [self._language(item) if isinstance(item, Review) else "" for item in batch]
            for item, lang, verdict in zip(batch, languages, self._judged(batch, languages), strict=True):
                if isinstance(item, Rejected):  # its text is stored, too
                    yield replace(item, text=self._mask(item.text)) if item.text else item
                elif lang or len(waiting) == MOST_WAITING or self._is_low_quality(item.text):
                    yield self._curate(item, lang or self._commonest(), verdict)
                else:
                    waiting.append(item)
        lang = self._commonest()
        for start in range(0, len(waiting), AT_ONCE):
            late = waiting[start : start + AT_ONCE]
            for review, verdict in zip(late, self._judged(late, [lang] * len(late)), strict=True):
                yield self._curate(review, lang, verdict)

    def remember(self, rows: Sequence[Review | Rejected]) -> None:
        """Take note of rows that were curated in an earlier run: what is the same is a duplicate now."""
        reviews = [row for row in rows if isinstance(row, Review)]
        self._languages.update(review.lang or DEFAULT for review in reviews)
        self._repetitions(reviews, all_kept=True)
        similar = [row for row in rows if isinstance(row, Rejected) and row.step == "near duplicate"]
        texts = [normal(row.text or "") for row in similar]
        if self._exact:
            long = [(row, text) for row, text in zip(similar, texts, strict=True) if len(text) > MIN_CHARS]
            self._exact.check([row for row, _ in long], [text for _, text in long])

    def _counted(self, item: Review | Rejected) -> Review | Rejected:
        self.counts["kept" if isinstance(item, Review) else f"dropped {item.step}"] += 1
        if isinstance(item, Review):
            self.counts.update(f"unread {column}" for column in item.unread)
            if self._is_foreign(item.text):
                self.counts["foreign"] += 1
            if dialect := language(item.lang or DEFAULT).variants.dialect(item.text):
                self.counts[f"dialect {dialect}"] += 1
        return item

    def _is_low_quality(self, text: str) -> bool:
        return self.settings.curation.low_quality and low_quality(text) is not None

    def _commonest(self) -> str:
        return max(sorted(self._languages), key=self._languages.__getitem__, default=DEFAULT)

    def _judged(self, items: Sequence[Review | Rejected], languages: Sequence[str]) -> list[QualityVerdict | None]:
        """Return what the quality filter says of reviews whose language is known, many at a time."""
        verdicts: list[QualityVerdict | None] = [None] * len(items)
        curation = self.settings.curation
        chosen = {"noise": curation.low_quality, "advert": curation.adverts}
        if not any(chosen.values()):
            return verdicts
        for lang in LANGUAGES:
            own = {
                place: item.text
                for place, item in enumerate(items)
                if languages[place] == lang and isinstance(item, Review) and not self._is_foreign(item.text)
            }
            for place, verdict in zip(own, judge(list(own.values()), lang), strict=True):
                verdicts[place] = verdict if verdict and chosen[verdict.kind] else None
        return verdicts

    def _curate(self, review: Review, lang: str, verdict: QualityVerdict | None) -> Review | Rejected:
        original = review.text
        extra = {name: value if is_plain(value) else self._mask(value) for name, value in review.extra.items()}
        review = replace(review, text=self._mask(original), lang=lang, extra=extra)
        found = self._reason(review, original, verdict)
        return _rejected(review, *found) if found else review

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
            self._languages[lang] += 1
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

    def _is_foreign(self, text: str) -> bool:
        """Return whether a text is in a language without a folder, if such texts are kept."""
        return not self.settings.curation.language and detect(text) == OTHER

    def _repetitions(self, reviews: Sequence[Review], *, all_kept: bool = False) -> list[tuple[str, str] | None]:
        """Return of each review why it is one that came before, or nearly so."""
        found: list[tuple[str, str] | None] = [None] * len(reviews)
        texts = {place: text for place, review in enumerate(reviews) if len(text := normal(review.text)) > MIN_CHARS}
        if self._exact:
            reasons = self._exact.check([reviews[place] for place in texts], list(texts.values()))
            for place, reason in zip(list(texts), reasons, strict=True):
                if reason and not all_kept:
                    found[place] = "duplicate", reason
                    del texts[place]
        if self._near:
            left = [reviews[place] for place in texts]
            sizes = [language(review.lang or DEFAULT).text_pieces.SHINGLE for review in left]
            reasons = self._near.check(left, list(texts.values()), sizes=sizes, all_kept=all_kept)
            for place, reason in zip(texts, reasons, strict=True):
                if reason:
                    found[place] = "near duplicate", reason
        return found


def _rejected(row: Review | Rejected, step: str, reason: str) -> Rejected:
    return Rejected(step=step, reason=reason, source=row.source, row=row.row, id=row.id, text=row.text)
