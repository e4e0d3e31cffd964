"""The summary itself: opinions in, claims in words out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from typing import Literal

from voxpop.errors import OptionError, choose
from voxpop.summarize import compose
from voxpop.summarize.choose import AUDIENCES, Point, points
from voxpop.summarize.choose import choose as choose_points
from voxpop.summarize.claims import Candidate, candidates
from voxpop.summarize.collect import Book
from voxpop.summarize.proof import Find, proven
from voxpop.summarize.topics import key
from voxpop.summarize.wording import NUMBERS, wording
from voxpop.types import Claim

USUAL = {"en": 90, "zh": 180}  # words, or characters, of a summary unless asked otherwise
LEAST = 5  # words below which no sentence can be written
MOST = 12  # things that a summary speaks of
TOO_ALIKE = 0.2  # share of reviews that are copies of others, from which it is said


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a summary is written."""

    audience: str = "general"
    words: int | None = None  # at most so many; characters in Chinese
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
class Line:
    """A sentence or an entry of the list, its clauses each with the claims behind it, by their place in the summary."""

    text: str
    clauses: tuple[tuple[str, tuple[int, ...]], ...]
    section: str | None = None

    @property
    def claims(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(claim for _, claims in self.clauses for claim in claims))


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence that a language model wrote, and what became of it: the text that stands in its place, and why."""

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
    sentences: tuple[Line, ...]
    bullets: tuple[Line, ...]
    claims: tuple[Claim, ...]
    notes: tuple[str, ...] = ()
    reviews: int = 0
    first: Date | None = None
    last: Date | None = None
    written: tuple[Written, ...] = ()


def summarize(book: Book, find: Find, options: Options) -> Summary:
    """Choose what to claim and say it; ``find`` looks reviews up by id."""
    found = candidates(book, fewest=options.min_quotes)
    chosen = proven(selected(found, book, options), find, fewest=options.min_quotes)
    prose = written(chosen, book.lang, options, list_form=False)
    entries = written(chosen, book.lang, options, list_form=True)
    claims = numbered([*prose, *entries])
    mean = book.stars / book.starred if book.starred else None
    return Summary(
        lang=book.lang,
        audience=options.audience,
        heading=wording(book.lang).heading(book.reviews, book.first, book.last, mean),
        text=compose.paragraph(prose, book.lang),
        sentences=lines(prose, claims),
        bullets=lines(entries, claims),
        claims=tuple(replace(claim, text=wording(book.lang).alone(claim)) for claim in claims),
        notes=tuple(notes(book, chosen, prose, options)),
        reviews=book.reviews,
        first=book.first,
        last=book.last,
    )


def selected(found: Sequence[Candidate], book: Book, options: Options) -> list[Point]:
    if options.aspect is not None:
        wanted = key(options.aspect, book.lang)
        return [replace(point, score=1.0) for point in points(found) if point.main.topic == wanted]
    if options.per_aspect:
        ranked = sorted(points(found), key=lambda point: -point.main.claim.of)
        return [replace(point, score=float(point.main.claim.of)) for point in ranked]
    return choose_points(found, book, audience=options.audience, most=MOST)


def written(chosen: Sequence[Point], lang: str, options: Options, *, list_form: bool) -> list[compose.Section]:
    """The points as text or as a list, as long as asked."""
    numbers = options.numbers or ("figures" if list_form else "words")
    make = compose.listed if list_form else compose.told
    line = make(lang, options.min_quotes, numbers)
    limit = options.words if options.words is not None or options.per_aspect or options.aspect else USUAL[lang]
    limit = None if list_form and options.words is None else limit

    def build(plans: Sequence[compose.Plan]) -> list[compose.Section]:
        return compose.sections(plans, audience=options.audience, lang=lang, line=line)

    return compose.fitted(chosen, build, limit, lang)


def numbered(sections: Sequence[compose.Section]) -> list[Claim]:
    """All claims in the order they are first told."""
    told = (claim for section in sections for line in section.lines for clause in line for claim in clause.claims)
    return list(dict.fromkeys(told))


def lines(sections: Sequence[compose.Section], claims: Sequence[Claim]) -> tuple[Line, ...]:
    places = {claim: place for place, claim in enumerate(claims)}
    return tuple(
        Line(
            text,
            tuple((clause.text, tuple(places[claim] for claim in clause.claims)) for clause in line),
            section.title,
        )
        for section in sections
        for line, text in zip(section.lines, section.texts, strict=True)
    )


def notes(book: Book, chosen: Sequence[Point], prose: Sequence[compose.Section], options: Options) -> list[str]:
    """What a reader should know of the summary as a whole."""
    words, said = wording(book.lang), []
    copies = book.watched - len(book.texts)
    if not any(topic.voiced for topic in book.topics.values()):
        said.append(words.note("nothing"))
    elif book.reviews < options.min_quotes:
        said.append(words.note("few", reviews=book.reviews, fewest=options.min_quotes))
    elif options.aspect is not None and not chosen:
        topic = book.topics.get(key(options.aspect, book.lang))
        name, voices = ("rare", topic.voiced) if topic else ("unknown", 0)
        said.append(words.note(name, aspect=options.aspect, reviews=voices, fewest=options.min_quotes))
    elif not chosen:
        hint = words.note("hint") if options.min_quotes > 1 else ""
        said.append(words.note("unsupported", fewest=options.min_quotes, hint=hint).strip())
    elif not prose and chosen:
        least = min(compose.size(written([point], book.lang, replace(options, words=None), list_form=False), book.lang)
                    for point in chosen)  # fmt: skip
        said.append(words.note("short", words=options.words, least=least))
    if copies >= max(2, TOO_ALIKE * book.watched):
        said.append(words.note("same", same=copies, reviews=book.watched))
    return said
