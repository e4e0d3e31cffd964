"""The summary and the key points as pages show them: every clause and point leads to its counts and quotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.schema import Claim, KeyPoint, Line, Summary
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import QuoteView, quote_views

CHANGES = ("worse", "improved")
KINDS = ("complaint", "praise", "wish")
SHOWN = 8  # key points of each kind


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
        ClaimSide(f"{anchor}-{side}", count, title, quote_views(quotes))
        for side, count, title, quotes in (
            ("for", claim["supporting"], label("claim_for", n=claim["supporting"]), claim["quotes"]),
            ("against", n, label(name, n=n), claim["against"]),
        )
        if count
    ]
    text = label("claim_share", share=share, low=low, high=high, n=claim["of"])
    return ClaimView(anchor, claim["text"], text, sides)


@dataclass(frozen=True, slots=True)
class KeyPointView:
    """A key point with the quotes that the page carries of it."""

    id: int
    anchor: str
    text: str
    lang: str
    kind: str
    count: int
    says: str  # "12 of 89"
    quotes: list[QuoteView]


def key_point_columns(points: Sequence[KeyPoint], label: Labels) -> list[tuple[str, list[KeyPointView]]]:
    """Return the first key points of each kind, those of most reviews first."""
    chosen = {kind: [point for point in points if point["kind"] == kind][:SHOWN] for kind in KINDS}
    return [(kind, [key_point_view(point, label) for point in some]) for kind, some in chosen.items() if some]


def key_point_view(point: KeyPoint, label: Labels) -> KeyPointView:
    """Return a key point as a page shows it."""
    return KeyPointView(
        id=point["id"],
        anchor=f"point-{point['id']}",
        text=point["text"],
        lang=point["lang"],
        kind=point["kind"],
        count=point["reviews"],
        says=label("key_point_count", n=point["reviews"], of=point["of"]),
        quotes=quote_views(point["quotes"]),
    )
