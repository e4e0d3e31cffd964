"""The summary itself: opinions in, claims in words out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from typing import Literal

from voxpop.errors import OptionError, choose
from voxpop.lang import language
from voxpop.summarize import compose
from voxpop.summarize.claim_candidates import ClaimCandidate, claim_candidates
from voxpop.summarize.claim_quotes import Find, add_quotes
from voxpop.summarize.selection import AUDIENCES, SummaryPoint, points_by_topic, select_points
from voxpop.summarize.topic_counts import SummaryCounts
from voxpop.summarize.topic_keys import topic_key
from voxpop.types import Claim

NUMBERS = ("words", "figures", "none")
LEAST = 5  # words below which no sentence can be written
MOST = 12  # topics of a summary
TOO_ALIKE = 0.2  # share of reviews that are copies of others, from which a note says so


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryOptions:
    """How a summary is written."""

    audience: str = "general"
    words: int | None = None  # at most so many; characters where words have no spaces between them
    numbers: str | None = None  # words, figures or none of either; None: words in the text, figures in the list
    min_quotes: int = 2  # reviews behind every clause
    aspect: str | None = None  # only this one
    per_aspect: bool = False  # everything that is spoken of, a line each

    def __post_init__(self) -> None:
        choose("audience", self.audience, AUDIENCES)
        if self.numbers is not None:
            choose("way of giving numbers", self.numbers, NUMBERS)
        if self.words is not None and self.words < LEAST:
            raise OptionError(f"A summary needs at least {LEAST} words, not {self.words}.")
        if self.min_quotes < 1:
            raise OptionError(f"A clause needs at least one review to quote, not {self.min_quotes}.")


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A sentence or an entry of the list, its clauses each with the claims behind it, by their place in the summary."""

    text: str
    clauses: tuple[tuple[str, tuple[int, ...]], ...]
    section: str | None = None

    @property
    def claims(self) -> tuple[int, ...]:
        """The places of all claims of the line."""
        return tuple(dict.fromkeys(claim for _, claims in self.clauses for claim in claims))


@dataclass(frozen=True, slots=True)
class WrittenSentence:
    """A sentence that a language model wrote, the text that stands in its place, and why."""

    original: str
    text: str
    outcome: Literal["verified", "corrected", "dropped"]
    reason: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A text about the reviews of one language, and the claims that it consists of."""

    lang: str
    audience: str
    heading: str
    text: str
    sentences: tuple[SummaryLine, ...]
    bullets: tuple[SummaryLine, ...]
    claims: tuple[Claim, ...]
    notes: tuple[str, ...] = ()
    reviews: int = 0
    first: Date | None = None
    last: Date | None = None
    written: tuple[WrittenSentence, ...] = ()


def summarize(counts: SummaryCounts, find: Find, options: SummaryOptions) -> Summary:
    """Select what to claim and write it; ``find`` looks reviews up by id."""
    wording = language(counts.lang).summary_wording
    candidates = claim_candidates(counts, fewest=options.min_quotes)
    points = add_quotes(select(candidates, counts, options), find, fewest=options.min_quotes)
    prose = write_sections(points, counts.lang, options, as_list=False)
    entries = write_sections(points, counts.lang, options, as_list=True)
    claims = claims_in_order([*prose, *entries])
    mean = counts.stars / counts.starred if counts.starred else None
    return Summary(
        lang=counts.lang,
        audience=options.audience,
        heading=wording.write_heading(counts.reviews, counts.first, counts.last, mean),
        text=compose.join_sections(prose, counts.lang),
        sentences=make_lines(prose, claims),
        bullets=make_lines(entries, claims),
        claims=tuple(replace(claim, text=wording.write_claim(claim)) for claim in claims),
        notes=tuple(write_notes(counts, points, prose, options)),
        reviews=counts.reviews,
        first=counts.first,
        last=counts.last,
    )


def select(candidates: Sequence[ClaimCandidate], counts: SummaryCounts, options: SummaryOptions) -> list[SummaryPoint]:
    """Return the points on one aspect, on all, or on the most important ones, as the options say."""
    if options.aspect is not None:
        wanted = topic_key(options.aspect, counts.lang)
        return [replace(point, score=1.0) for point in points_by_topic(candidates) if point.main.topic == wanted]
    if options.per_aspect:
        ranked = sorted(points_by_topic(candidates), key=lambda point: -point.main.claim.of)
        return [replace(point, score=float(point.main.claim.of)) for point in ranked]
    return select_points(candidates, counts, audience=options.audience, most=MOST)


def write_sections(
    points: Sequence[SummaryPoint], lang: str, options: SummaryOptions, *, as_list: bool
) -> list[compose.SummarySection]:
    """Write the points as text or as a list, as long as asked."""
    numbers = options.numbers or ("figures" if as_list else "words")
    make_writer = compose.bullet_writer if as_list else compose.sentence_writer
    writer = make_writer(lang, options.min_quotes, numbers)
    limit = options.words
    if limit is None and not (as_list or options.per_aspect or options.aspect):
        limit = language(lang).summary_wording.USUAL_LENGTH

    def build(plans: Sequence[compose.PointPlan]) -> list[compose.SummarySection]:
        return compose.make_sections(plans, audience=options.audience, lang=lang, line=writer)

    return compose.fit_length(points, build, limit, lang)


def claims_in_order(sections: Sequence[compose.SummarySection]) -> list[Claim]:
    """Return all claims in the order they are first stated."""
    lines = (line for section in sections for line in section.lines)
    return list(dict.fromkeys(claim for line in lines for clause in line for claim in clause.claims))


def make_lines(sections: Sequence[compose.SummarySection], claims: Sequence[Claim]) -> tuple[SummaryLine, ...]:
    """Return the lines of sections, their claims as places in the list of claims."""
    places = {claim: place for place, claim in enumerate(claims)}
    return tuple(
        SummaryLine(
            text,
            tuple((clause.text, tuple(places[claim] for claim in clause.claims)) for clause in line),
            section.title,
        )
        for section in sections
        for line, text in zip(section.lines, section.texts, strict=True)
    )


def write_notes(
    counts: SummaryCounts,
    points: Sequence[SummaryPoint],
    prose: Sequence[compose.SummarySection],
    options: SummaryOptions,
) -> list[str]:
    """Write what a reader should know of the summary as a whole."""
    notes = [_missing(counts, points, prose, options)]
    copies = counts.compared - len(counts.texts)
    if copies >= max(2, TOO_ALIKE * counts.compared):
        write_note = language(counts.lang).summary_wording.write_note
        notes.append(write_note("same", same=copies, reviews=counts.compared))
    return [note for note in notes if note]


def _missing(
    counts: SummaryCounts,
    points: Sequence[SummaryPoint],
    prose: Sequence[compose.SummarySection],
    options: SummaryOptions,
) -> str:
    """Write why there is no summary; nothing if there is one."""
    write_note, fewest = language(counts.lang).summary_wording.write_note, options.min_quotes
    if not any(topic.reviews for topic in counts.topics.values()):
        return write_note("nothing")
    if counts.reviews < fewest:
        return write_note("few", reviews=counts.reviews, fewest=fewest)
    if options.aspect is not None and not points:
        topic = counts.topics.get(topic_key(options.aspect, counts.lang))
        name, reviews = ("rare", topic.reviews) if topic else ("unknown", 0)
        return write_note(name, aspect=options.aspect, reviews=reviews, fewest=fewest)
    if not points:
        hint = write_note("hint") if fewest > 1 else ""
        return write_note("unsupported", fewest=fewest, hint=hint).strip()
    if not prose:
        unlimited = replace(options, words=None)
        alone = (write_sections([point], counts.lang, unlimited, as_list=False) for point in points)
        least = min(compose.measure_length(sections, counts.lang) for sections in alone)
        return write_note("short", words=options.words, least=least)
    return ""
