"""A summary as plain data, in the schema that ``--json``, the report and the web API share."""

from __future__ import annotations

from collections.abc import Callable

from voxpop import schema as shape
from voxpop.summarize.summary import Summary, SummaryLine
from voxpop.types import Claim, Quote

Show = Callable[[Quote], shape.Quote]


def make_summary_entry(summary: Summary, show: Show) -> shape.Summary:
    """Return a summary as plain data; ``show`` gives a quote with its surroundings."""
    return {
        "lang": summary.lang,
        "audience": summary.audience,
        "reviews": summary.reviews,
        "heading": summary.heading,
        "text": summary.text,
        "sentences": [line_entry(line) for line in summary.sentences],
        "bullets": [line_entry(line) for line in summary.bullets],
        "claims": [claim_entry(claim, show) for claim in summary.claims],
        "notes": list(summary.notes),
        "written": [
            {
                "original": sentence.original,
                "text": sentence.text,
                "outcome": sentence.outcome,
                "reason": sentence.reason,
            }
            for sentence in summary.written
        ],
    }


def line_entry(line: SummaryLine) -> shape.Line:
    """Return a sentence or an entry of the list as plain data."""
    clauses: list[shape.Clause] = [{"text": text, "claims": list(claims)} for text, claims in line.clauses]
    return {"text": line.text, "section": line.section, "clauses": clauses}


def claim_entry(claim: Claim, show: Show) -> shape.Claim:
    """Return a claim as plain data."""
    return {
        "text": claim.text,
        "aspect": claim.aspect,
        "kind": claim.kind,
        "word": claim.word,
        "supporting": claim.supporting,
        "opposing": claim.opposing,
        "of": claim.of,
        "share": claim.share,
        "low": claim.low,
        "high": claim.high,
        "first": claim.first.isoformat() if claim.first else None,
        "last": claim.last.isoformat() if claim.last else None,
        "earlier": claim.earlier,
        "earlier_of": claim.earlier_of,
        "verdict": claim.verdict,
        "quotes": [show(quote) for quote in claim.quotes],
        "against": [show(quote) for quote in claim.against],
    }
