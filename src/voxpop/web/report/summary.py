"""The summary on the page: every clause leads to the counts and quotes of its claim."""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.schema import Claim, Document, Line, Quote, Summary
from voxpop.web.report.view import Voice, voice
from voxpop.web.report.words import Words

LEADING = "；，、;, "  # marks before a clause that are no part of its link


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause: what stands before it, its words, and the claim they lead to."""

    before: str
    text: str
    anchor: str
    count: int
    says: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """One side of a claim with the quotes that the page carries of it."""

    anchor: str
    side: str
    count: int
    title: str
    voices: list[Voice]


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim: its sentence, its share with the interval, and what is said for and against it."""

    anchor: str
    title: str
    share: str
    sides: list[Evidence]


@dataclass(frozen=True, slots=True)
class Told:
    """The summary of the reviews in one language."""

    lang: str
    heading: str
    sentences: list[list[Piece]]
    bullets: list[list[Piece]]
    proofs: list[Proof]
    notes: list[str]
    spaced: bool  # whether sentences have a space between them


def told(document: Document, words: Words) -> list[Told]:
    """The summaries that say anything."""
    found = document.get("summaries") or []
    return [_told(summary, f"claim-{place}", words) for place, summary in enumerate(found, 1) if summary["sentences"]]


def _told(summary: Summary, anchor: str, words: Words) -> Told:
    claims = summary["claims"]
    return Told(
        lang=summary["lang"],
        heading=summary["heading"],
        sentences=[_pieces(line, claims, anchor, words) for line in summary["sentences"]],
        bullets=[_pieces(line, claims, anchor, words) for line in summary["bullets"]],
        proofs=[_proof(claim, f"{anchor}-{place}", words) for place, claim in enumerate(claims)],
        notes=summary["notes"],
        spaced=summary["lang"] != "zh",
    )


def _pieces(line: Line, claims: list[Claim], anchor: str, words: Words) -> list[Piece]:
    found = []
    for clause in line["clauses"]:
        place, text = clause["claims"][0], clause["text"]
        rest = text.lstrip(LEADING)
        claim = claims[place]
        says = words("claim_says", n=claim["supporting"], of=claim["of"], opposing=claim["opposing"])
        found.append(Piece(text[: len(text) - len(rest)], rest, f"{anchor}-{place}", claim["supporting"], says))
    return found


def _proof(claim: Claim, anchor: str, words: Words) -> Proof:
    share, low, high = (f"{value:.0%}" for value in (claim["share"], claim["low"], claim["high"]))
    sides = [
        _evidence("for", claim["supporting"], claim["quotes"], anchor, words),
        _evidence("against", claim["opposing"], claim["against"], anchor, words),
    ]
    text = words("claim_share", share=share, low=low, high=high, n=claim["of"])
    return Proof(anchor, claim["text"], text, [side for side in sides if side.count])


def _evidence(side: str, count: int, quotes: list[Quote], anchor: str, words: Words) -> Evidence:
    numbers: dict[str, int] = {}
    voices = [voice(quote, numbers, several=False) for quote in quotes]
    return Evidence(f"{anchor}-{side}", side, count, words(f"claim_{side}", n=count), voices)
