"""The summary itself: which findings are told, in what order, and their words.

All words are data (``lang/<code>/data/summary_wording.toml``): frames with places for what customers wrote and for
counts. A frame is used once in a summary, so that no two sentences are made alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from functools import cache
from typing import Any, NamedTuple

from voxpop.errors import OptionError, choose
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.lang.data import read_toml
from voxpop.summarize.findings import (
    SIDES,
    ClaimDraft,
    SummaryCounts,
    SummarySource,
    find_claims,
    with_examples,
    with_quotes,
)
from voxpop.types import Claim

AUDIENCES = ("general", "merchant", "customer")
LEAST = 5  # words below which no sentence can be written
IN_LIST = 4  # topics that a sentence should list, and examples of one topic
NO_LIMIT = 100_000
KINDS = ("overall", "praise", "complaint", "worse", "improved", "differs")  # in the order of the text
# The order in which findings compete for room, again and again until there is none.
TURNS = ("overall", "overall", "complaint", "praise", "complaint", "praise", "worse", "improved", "differs")


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryOptions:
    """How a summary is written."""

    audience: str = "general"
    words: int | None = None  # at most so many; characters where words have no spaces between them
    min_quotes: int = 2  # reviews behind every clause
    aspect: str | None = None  # only this one

    def __post_init__(self) -> None:
        choose("audience", self.audience, AUDIENCES)
        if self.words is not None and self.words < LEAST:
            raise OptionError(f"A summary needs at least {LEAST} words, not {self.words}.")
        if self.min_quotes < 1:
            raise OptionError(f"A clause needs at least one review to quote, not {self.min_quotes}.")


class Clause(NamedTuple):
    """A stretch of a sentence, and the places of the claims that it states; none for the words between them."""

    text: str
    claims: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A sentence, or an entry of the list, in clauses."""

    clauses: tuple[Clause, ...]
    section: str | None = None

    @property
    def text(self) -> str:
        """The whole line."""
        return "".join(clause.text for clause in self.clauses)

    @property
    def claims(self) -> tuple[int, ...]:
        """The places of all claims of the line."""
        return tuple(dict.fromkeys(claim for clause in self.clauses for claim in clause.claims))


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


def summaries(source: SummarySource, options: SummaryOptions, *, lang: str | None = None) -> list[Summary]:
    """Return a summary for each language of the reviews, most reviews first; or of one language."""
    codes = [code for code in source.languages() if code in LANGUAGES]
    if lang is not None:
        choose("language", lang, LANGUAGES)
        if codes and lang not in codes:
            names = " and ".join(LANGUAGES[code] for code in codes)
            raise OptionError(f"There are no reviews in {LANGUAGES[lang]} here; there are reviews in {names}.")
        codes = [lang]
    every = [source.summary_counts(code) for code in codes or [DEFAULT]]
    enough = [counts for counts in every if counts.reviews >= options.min_quotes] or every[:1]
    first, *rest = (summarize(source, counts, options) for counts in enough)
    few = [
        Wording(first.lang).note("others", reviews=counts.reviews, language=counts.lang)
        for counts in every
        if counts not in enough
    ]
    return [replace(first, notes=(*first.notes, *few)), *rest]


def summarize(source: SummarySource, counts: SummaryCounts, options: SummaryOptions) -> Summary:
    """Write the summary of the reviews in one language."""
    drafts = find_claims(counts, fewest=options.min_quotes, aspect=options.aspect)
    drafts = with_examples(drafts, source, counts.lang)
    wording = Wording(counts.lang, beside=[draft.claim.aspect for draft in drafts])
    told = with_quotes(choose_claims(drafts, options, wording), source)
    claims = tuple(
        replace(draft.claim, text=wording.claim(draft), word=draft.examples[0].text if draft.examples else None)
        for draft in told
    )
    sentences = write_sentences(told, options, wording)
    return Summary(
        lang=counts.lang,
        audience=options.audience,
        heading=wording.heading(counts),
        text=wording.join(sentences),
        sentences=sentences,
        bullets=tuple(write_bullets(told, options, wording)),
        claims=claims,
        notes=() if told else (why_nothing(counts, options, wording, has_findings=bool(drafts)),),
        reviews=counts.reviews,
        first=counts.first,
        last=counts.last,
    )


def choose_claims(drafts: Sequence[ClaimDraft], options: SummaryOptions, wording: Wording) -> list[ClaimDraft]:
    """Return what is told: by turns the next of each kind, as long as there is room, in the order of the text.

    A topic and its first example weigh the same; each other one is a further thing to tell.
    """
    waiting = {kind: ranked([draft for draft in drafts if kind_of(draft) == kind], options) for kind in KINDS}
    verdicts = {draft.claim.kind: draft for draft in reversed(waiting["overall"])}
    waiting["overall"] = [] if options.audience == "merchant" else [*verdicts.values()]
    limit = options.words or (NO_LIMIT if options.aspect else wording.usual_length)
    told: list[ClaimDraft] = []
    while any(waiting.values()):
        for kind in TURNS:
            if waiting[kind]:
                following = waiting[kind].pop(0)
                others = [draft for draft in told if draft.speakers != following.speakers]
                trial = in_order([*others, following], options)
                if wording.length(wording.join(write_sentences(trial, options, wording))) <= limit:
                    told = trial
    return told


def kind_of(draft: ClaimDraft) -> str:
    """Return what a claim is told as: "overall" where it says how the whole is liked."""
    return "overall" if draft.general else draft.claim.kind


def ranked(drafts: Sequence[ClaimDraft], options: SummaryOptions) -> list[ClaimDraft]:
    """Return drafts of one kind without an example, with one, two and so on, what weighs most first.

    Topics that two sentences have no place for come last.
    """
    steps: list[tuple[bool, float, ClaimDraft]] = []
    for place, draft in enumerate(in_order(drafts, options)):
        for number in range(len(draft.examples[:IN_LIST]) + 1):
            share = draft.examples[number - 1].share if number > 1 else 1.0
            step = replace(draft, examples=draft.examples[:number])
            steps.append((place >= 2 * IN_LIST, -share * amount(draft, options), step))
    return [draft for *_, draft in sorted(steps, key=lambda step: step[:2])]


def in_order(drafts: Sequence[ClaimDraft], options: SummaryOptions) -> list[ClaimDraft]:
    """Return drafts as they are read: by kind, what weighs most first; for a merchant, complaints first."""
    kinds = KINDS if options.audience != "merchant" else sorted(KINDS, key=lambda kind: kind != "complaint")

    def place(draft: ClaimDraft) -> tuple[int, float, int]:
        return kinds.index(kind_of(draft)), -amount(draft, options), -draft.claim.supporting

    return sorted(drafts, key=place)


def amount(draft: ClaimDraft, options: SummaryOptions) -> float:
    """Return how much a claim weighs: the reviews that say it; for a merchant, the stars that a complaint costs."""
    by_loss = options.audience == "merchant" and draft.claim.kind == "complaint"
    return draft.loss if by_loss else draft.claim.supporting


def write_sentences(told: Sequence[ClaimDraft], options: SummaryOptions, wording: Wording) -> tuple[SummaryLine, ...]:
    """Write claims as sentences: what people like, what goes wrong, what changed, who differs."""
    lines: list[SummaryLine] = []
    for kind in dict.fromkeys(map(kind_of, told)):
        ours = [(place, draft) for place, draft in enumerate(told) if kind_of(draft) == kind]
        first = len(ours) if kind not in SIDES.values() else IN_LIST
        for name, some in ((wording.frame_of(kind, options.audience), ours[:first]), (f"{kind}_more", ours[first:])):
            if some:
                lines.append(wording.sentence(name, some, of=not lines))
    return tuple(lines)


def write_bullets(told: Sequence[ClaimDraft], options: SummaryOptions, wording: Wording) -> Iterator[SummaryLine]:
    """Write claims as entries of a list, under the titles of their kinds."""
    for place, draft in enumerate(told):
        title = wording.titles[wording.frame_of(kind_of(draft), options.audience)]
        yield SummaryLine((Clause(wording.item(draft, of=not place), (place,)),), title)


def why_nothing(counts: SummaryCounts, options: SummaryOptions, wording: Wording, *, has_findings: bool) -> str:
    """Write why there is no summary."""
    if counts.reviews < options.min_quotes:
        return wording.note("few", reviews=counts.reviews, fewest=options.min_quotes)
    if has_findings:
        return wording.note("short", words=options.words)
    if options.aspect is not None:
        return wording.note("unknown", aspect=options.aspect, fewest=options.min_quotes)
    return wording.note("nothing", fewest=options.min_quotes)


class Wording:
    """The words of summaries in one language, in the characters of the names that stand beside them."""

    def __init__(self, lang: str, *, beside: Sequence[str] = ()) -> None:
        self.language = language(lang)
        self.texts = _texts(lang, as_variant=self.language.variants.is_variant("".join(beside)))
        self.titles: Mapping[str, str] = self.texts["titles"]
        self.usual_length: int = self.texts["usual_length"]

    def frame_of(self, kind: str, audience: str) -> str:
        """Return the name of the frame for claims of a kind: merchants are told what to fix, not what is said."""
        names: Mapping[str, str] = self.texts["audiences"].get(audience, {})
        return names.get(kind, kind)

    def length(self, text: str) -> int:
        """Count the words of a text; its characters where words have no spaces between them."""
        return len(text.split()) if self.language.script.IS_SPACED else sum(not letter.isspace() for letter in text)

    def join(self, lines: Sequence[SummaryLine]) -> str:
        """Return sentences as a paragraph."""
        return self.language.joiner.join(line.text for line in lines)

    def heading(self, counts: SummaryCounts) -> str:
        """Write how many reviews there are, from when, with how many stars."""
        one = "_one" if counts.reviews == 1 else ""
        parts = [self._write(f"heading{one}", n=f"{counts.reviews:,}")]
        if counts.first and counts.last:
            first, last = self.month(counts.first), self.month(counts.last)
            parts.append(self._write("period" if first != last else "period_one", first=first, last=last))
        if counts.stars.mean is not None:
            some = "_some" if counts.stars.reviews < counts.reviews else one
            facts = {"stars": f"{counts.stars.mean:.1f}", "rated": f"{counts.stars.reviews:,}"}
            parts.append(self._write(f"heading_stars{some}", **facts))
        return "".join([*parts, self.texts["heading_end"]])

    def month(self, day: Date) -> str:
        """Write a month with its year."""
        return self._write("month", name=self.texts["months"][day.month - 1], year=str(day.year))

    def note(self, name: str, *, language: str = "", **values: object) -> str:
        """Write a remark on the summary as a whole."""
        return str(self.texts["notes"][name]).format(language=self.texts["languages"].get(language, ""), **values)

    def claim(self, draft: ClaimDraft) -> str:
        """Write one claim as a sentence of its own."""
        return self._write(f"claim_{kind_of(draft)}", item=self.item(draft), **self._facts(draft))

    def item(self, draft: ClaimDraft, *, of: bool = True, more: bool = False) -> str:
        """Write what a claim says with its counts; ``of`` tells of how many, ``more`` that it is not the first."""
        kind = kind_of(draft)
        form = "count" if kind in SIDES.values() else f"{draft.claim.kind}_count" if kind == "overall" else kind
        if of and form.endswith("count"):
            form += "_of"
        elif more and form == "count":
            form += "_more"
        return self._write(form, **self._facts(draft))

    def sentence(self, name: str, some: Sequence[tuple[int, ClaimDraft]], *, of: bool) -> SummaryLine:
        """Write a sentence: a frame with the claims in their place."""
        items = [
            Clause(self.item(draft, of=of and not n, more=n > 0), (place,)) for n, (place, draft) in enumerate(some)
        ]
        before, after = self.texts["frames"][name].split("{all}")
        if some[0][1].general and sum(draft.claim.supporting for _, draft in some) > some[0][1].claim.of:
            after = self._write("both") + after
        return SummaryLine((Clause(before), *self._listed(items), Clause(after)))

    def _listed(self, items: Sequence[Clause]) -> list[Clause]:
        marks = [self.texts["comma"]] * (len(items) - 2) + [self.texts["and"]] * (len(items) > 1)
        return [part for n, item in enumerate(items) for part in ([Clause(marks[n - 1])] if n else []) + [item]]

    def _facts(self, draft: ClaimDraft) -> dict[str, str]:
        claim = draft.claim
        quotes = self.texts["comma"].join(self._write("quote", text=text) for text, *_ in draft.examples)
        return {
            "aspect": claim.aspect, "n": f"{claim.supporting:,}", "of": f"{claim.of:,}", "then": f"{claim.earlier:,}",
            "then_of": f"{claim.earlier_of:,}", "month": self.month(claim.first) if claim.first else "",
            "group": draft.speakers.group or "", "side": self.texts["sides"][SIDES[draft.speakers.sign]],
            "such_as": self._write("such_as", quotes=quotes) if quotes else "",
        }  # fmt: skip

    def _write(self, frame: str, /, **values: str) -> str:
        return str(self.texts[frame]).format(**values)


@cache
def _texts(lang: str, *, as_variant: bool) -> dict[str, Any]:
    texts = read_toml(lang, "summary_wording.toml")
    return _translated(texts, str.maketrans(dict(texts["variant_characters"].split()))) if as_variant else texts


def _translated(texts: Any, characters: Mapping[int, str]) -> Any:
    """Return texts, in tables and lists, with some characters replaced by others."""
    if isinstance(texts, dict):
        return {name: _translated(text, characters) for name, text in texts.items()}
    if isinstance(texts, list):
        return [_translated(text, characters) for text in texts]
    return texts.translate(characters) if isinstance(texts, str) else texts
