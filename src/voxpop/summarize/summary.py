"""The summary itself: which findings are told, in what order, and their words.

All words are data (``lang/<code>/data/summary_wording.toml``): frames with places for what customers wrote and for
counts. A frame is used once in a summary, so that no two sentences are made alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from voxpop.errors import OptionError, choose
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.lang.data import read_toml
from voxpop.summarize.findings import COSTLY, ClaimDraft, SummaryCounts, SummarySource, find_claims, with_quotes
from voxpop.types import Claim

AUDIENCES = ("general", "merchant", "customer")
LEAST = 5  # words below which no sentence can be written
IN_SENTENCE = 4  # key points of one sentence; others go to the next
NO_LIMIT = 100_000
KINDS = ("overall", "praise", "complaint", "wish", "worse", "improved", "differs")  # in the order of the text
# The order in which findings compete for room.
TURNS = (
    "complaint", "praise", "complaint", "praise", "worse", "improved", "overall", "overall", "complaint", "praise",
    "differs", "complaint", "praise", "wish", "worse", "improved", "differs",
)  # fmt: skip


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
    wording = Wording(counts.lang)
    drafts = find_claims(source, counts, fewest=options.min_quotes, aspect=options.aspect)
    told = [with_quotes(draft, source) for draft in choose_claims(drafts, options, wording)]
    claims = tuple(replace(draft.claim, text=wording.claim(draft)) for draft in told)
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
    """Return what is told: by turns the next of each kind, as long as there is room, in the order of the text."""
    waiting = {kind: ranked([draft for draft in drafts if kind_of(draft) == kind], options) for kind in KINDS}
    first_of = {draft.claim.kind: draft for draft in reversed(waiting["overall"])}
    waiting["overall"] = [draft for draft in waiting["overall"] if draft is first_of[draft.claim.kind]]
    limit = options.words or (NO_LIMIT if options.aspect else wording.usual_length)
    told: list[ClaimDraft] = []
    for kind in (*TURNS, *(TURNS if options.words or options.aspect else ())):
        if waiting[kind] and not (kind == "overall" and options.audience == "merchant"):
            trial = in_order([*told, waiting[kind].pop(0)], options)
            if wording.length(wording.join(write_sentences(trial, options, wording))) <= limit:
                told = trial
    return told


def kind_of(draft: ClaimDraft) -> str:
    """Return what a claim is told as: "overall" where it only says how the whole is liked."""
    return "overall" if draft.general and draft.claim.kind in ("praise", "complaint") else draft.claim.kind


def form_of(draft: ClaimDraft, *, later: bool = False) -> str | None:
    """Return the frame of a claim alone, or after another of its kind; None where its words and count suffice."""
    base = {"overall": draft.claim.kind, "differs": "differs"}.get(kind_of(draft))
    return base and f"{base}_{'later' if later else 'first'}"


def ranked(drafts: Sequence[ClaimDraft], options: SummaryOptions) -> list[ClaimDraft]:
    """Return drafts of one kind, the one to tell first first; for a merchant, complaints by what they cost.

    A second point on the same topic counts half, a third one a third.
    """
    if options.audience == "merchant":
        drafts = sorted(drafts, key=lambda draft: -draft.loss)
    seen: Counter[str] = Counter()
    worth: list[tuple[float, int, int]] = []
    for place, draft in enumerate(drafts):
        seen[draft.claim.aspect] += 1
        amount = draft.loss if options.audience == "merchant" else draft.claim.supporting
        worth.append((-amount / seen[draft.claim.aspect], seen[draft.claim.aspect], place))
    return [drafts[place] for *_, place in sorted(worth)]


def in_order(drafts: Sequence[ClaimDraft], options: SummaryOptions) -> list[ClaimDraft]:
    """Return drafts as they are read: by kind, the larger number first; for a merchant, what costs most first."""
    merchant = options.audience == "merchant"
    kinds = ("complaint", *(kind for kind in KINDS if kind != "complaint")) if merchant else KINDS

    def place(draft: ClaimDraft) -> tuple[int, float]:
        kind = kind_of(draft)
        return kinds.index(kind), -draft.loss if merchant and kind == "complaint" else -draft.claim.supporting

    return sorted(drafts, key=place)


def write_sentences(told: Sequence[ClaimDraft], options: SummaryOptions, wording: Wording) -> tuple[SummaryLine, ...]:
    """Write claims as sentences: what people like, what goes wrong, what changed, who differs."""
    lines: list[SummaryLine] = []
    for kind in dict.fromkeys(map(kind_of, told)):
        ours = [(place, draft) for place, draft in enumerate(told) if kind_of(draft) == kind]
        costly = costliest(ours) if kind == "complaint" and options.audience == "general" else None
        listed = [item for item in ours if item is not costly]
        for start in range(0, len(listed), IN_SENTENCE):
            name = f"{kind}_more" if start else wording.frame_of(kind, options.audience)
            lines.append(wording.sentence(name, listed[start : start + IN_SENTENCE], of=not lines))
        if costly:
            lines.append(wording.sentence("stars", [costly], of=not lines))
    return tuple(lines)


def costliest(complaints: Sequence[tuple[int, ClaimDraft]]) -> tuple[int, ClaimDraft] | None:
    """Return the complaint that costs most stars, unless it is the first anyway or the stars are not much lower."""
    rated = [item for item in complaints if item[1].stars is not None and item[1].other_stars is not None]
    found = max(rated, key=lambda item: (item[1].other_stars or 0) - (item[1].stars or 0), default=None)
    if found is None or found is complaints[0] or len(complaints) < 3:
        return None
    return found if (found[1].other_stars or 0) - (found[1].stars or 0) >= COSTLY else None


def write_bullets(told: Sequence[ClaimDraft], options: SummaryOptions, wording: Wording) -> Iterator[SummaryLine]:
    """Write claims as entries of a list, under the titles of their kinds."""
    for place, draft in enumerate(told):
        title = wording.titles[wording.frame_of(kind_of(draft), options.audience)]
        yield SummaryLine((Clause(wording.item(draft, form_of(draft) or "of"), (place,)),), title)


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
    """The words of summaries in one language."""

    def __init__(self, lang: str) -> None:
        self.language = language(lang)
        self.texts = _texts(lang)
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
            parts.append(self._write(f"heading_stars{one}", stars=f"{counts.stars.mean:.1f}"))
        return "".join([*parts, self.texts["heading_end"]])

    def month(self, day: Date) -> str:
        """Write a month with its year."""
        return self._write("month", name=self.texts["months"][day.month - 1], year=str(day.year))

    def note(self, name: str, *, language: str = "", **values: object) -> str:
        """Write a remark on the summary as a whole."""
        return str(self.texts["notes"][name]).format(language=self.texts["languages"].get(language, ""), **values)

    def claim(self, draft: ClaimDraft) -> str:
        """Write one claim as a sentence of its own."""
        alone = f"claim_{kind_of(draft)}"
        frame = alone if alone in self.texts else "claim"
        return self._write(frame, item=self.item(draft, form_of(draft) or "of"), **self._facts(draft))

    def item(self, draft: ClaimDraft, form: str) -> str:
        """Write what a claim says with its counts; ``form`` is how, unless it tells of a change."""
        return self._write("change" if draft.claim.kind in ("worse", "improved") else form, **self._facts(draft))

    def sentence(self, name: str, some: Sequence[tuple[int, ClaimDraft]], *, of: bool) -> SummaryLine:
        """Write a sentence: a frame with the first claim and the rest in their places."""
        counted = ["of" if of else "count", *["count"] * len(some)]
        items = [
            Clause(self.item(draft, form_of(draft, later=n > 0) or counted[n]), (place,))
            for n, (place, draft) in enumerate(some)
        ]
        frames: Mapping[str, str] = self.texts["frames"]
        frame = frames[f"{name}_one"] if len(some) == 1 and f"{name}_one" in frames else frames[name]
        parts = {"first": items[:1], "rest": self._listed(items[1:]), "all": self._listed(items)}
        facts = self._facts(some[0][1])
        clauses: list[Clause] = []
        for literal, place, _, _ in Formatter().parse(frame):
            clauses.append(Clause(literal))
            if place is not None:
                clauses += parts[place] if place in parts else [Clause(facts[place], (some[0][0],))]
        return SummaryLine(tuple(merged(clauses)))

    def _listed(self, items: Sequence[Clause]) -> list[Clause]:
        marks = [self.texts["comma"]] * (len(items) - 2) + [self.texts["and"]] * (len(items) > 1)
        return [part for n, item in enumerate(items) for part in ([Clause(marks[n - 1])] if n else []) + [item]]

    def _facts(self, draft: ClaimDraft) -> dict[str, str]:
        claim = draft.claim
        return {
            "text": claim.word or "", "aspect": claim.aspect, "n": f"{claim.supporting:,}", "of": f"{claim.of:,}",
            "then": f"{claim.earlier:,}", "then_of": f"{claim.earlier_of:,}", "group": draft.group or "",
            "month": self.month(claim.first) if claim.first else "",
            "stars": f"{draft.stars or 0:.1f}", "other_stars": f"{draft.other_stars or 0:.1f}",
        }  # fmt: skip

    def _write(self, frame: str, /, **values: str) -> str:
        return str(self.texts[frame]).format(**values)


def merged(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield clauses without empty ones, and with neighbours that state no claim joined."""
    waiting = ""
    for clause in clauses:
        if clause.claims:
            if waiting:
                yield Clause(waiting)
            yield clause
            waiting = ""
        else:
            waiting += clause.text
    if waiting:
        yield Clause(waiting)


@cache
def _texts(lang: str) -> dict[str, Any]:
    return read_toml(lang, "summary_wording.toml")
