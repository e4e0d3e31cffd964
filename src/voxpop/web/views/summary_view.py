"""The summary as pages show it: every clause leads to the counts and quotes of its claim."""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.schema import Claim, Line, Quote, Summary
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import QuoteView, quote_views

CHANGES = ("worse", "improved")


@dataclass(frozen=True, slots=True)
class ClauseLink:
    """A stretch of a sentence, and the claim that it leads to; None for the words between claims."""

    text: str
    claim: int | None = None
    anchor: str = ""
    count: int = 0
    description: str = ""


@dataclass(frozen=True, slots=True)
class ClaimSide:
    """One side of a claim with the quotes that the page carries of it."""

    anchor: str
    count: int
    title: str
    quotes: list[QuoteView]


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim: its sentence, its share with the interval, and the reviews for and against it."""

    anchor: str
    title: str
    share: str
    sides: list[ClaimSide]


@dataclass(frozen=True, slots=True)
class SummaryView:
    """The summary of the reviews in one language."""

    lang: str
    joiner: str  # what stands between sentences
    sentences: list[list[ClauseLink]]
    claims: list[ClaimView]
    notes: list[str]


def summary_views(summaries: list[Summary], label: Labels) -> list[SummaryView]:
    """Return the summaries that have any sentence."""
    return [
        _summary(summary, f"claim-{place}", label) for place, summary in enumerate(summaries, 1) if summary["sentences"]
    ]


def _summary(summary: Summary, anchor: str, label: Labels) -> SummaryView:
    claims = summary["claims"]
    return SummaryView(
        lang=summary["lang"],
        joiner=language(summary["lang"] if summary["lang"] in LANGUAGES else DEFAULT).joiner,
        sentences=[_clauses(line, claims, anchor, label) for line in summary["sentences"]],
        claims=[claim_view(claim, f"{anchor}-{place}", label) for place, claim in enumerate(claims)],
        notes=summary["notes"],
    )


def _clauses(line: Line, claims: list[Claim], anchor: str, label: Labels) -> list[ClauseLink]:
    links = []
    for clause in line["clauses"]:
        if not clause["claims"]:
            links.append(ClauseLink(clause["text"]))
            continue
        place = clause["claims"][0]
        claim = claims[place]
        counts = label("claim_says", n=claim["supporting"], of=claim["of"], opposing=claim["opposing"])
        links.append(ClauseLink(clause["text"], place, f"{anchor}-{place}", claim["supporting"], counts))
    return links


def claim_view(claim: Claim, anchor: str, label: Labels) -> ClaimView:
    """Return a claim with those of its sides that anyone takes."""
    share, low, high = (f"{value:.0%}" for value in (claim["share"], claim["low"], claim["high"]))
    name, n = ("claim_before", claim["earlier"]) if claim["kind"] in CHANGES else ("claim_against", claim["opposing"])
    sides = [
        _side(f"{anchor}-for", claim["supporting"], claim["quotes"], label("claim_for", n=claim["supporting"])),
        _side(f"{anchor}-against", n, claim["against"], label(name, n=n)),
    ]
    text = label("claim_share", share=share, low=low, high=high, n=claim["of"])
    return ClaimView(anchor, claim["text"], text, [side for side in sides if side.count])


def _side(anchor: str, count: int, quotes: list[Quote], title: str) -> ClaimSide:
    return ClaimSide(anchor, count, title, quote_views(quotes))
