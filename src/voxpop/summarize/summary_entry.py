"""A summary as plain data, in the schema that ``--json``, the report and the web API share."""

from __future__ import annotations

from collections.abc import Callable

from voxpop import schema as shape
from voxpop.summarize.summary import Summary, SummaryLine
from voxpop.types import Claim, Quote

Show = Callable[[Quote], shape.Quote]


def make_summary_entry(summary: Summary, show: Show) -> shape.Summary:
    """Return a summary as plain data; ``show`` gives a quote with its surroundings."""
    return shape.entry(
        shape.Summary,
        summary,
        sentences=[line_entry(line) for line in summary.sentences],
        bullets=[line_entry(line) for line in summary.bullets],
        claims=[claim_entry(claim, show) for claim in summary.claims],
        notes=list(summary.notes),
        written=[shape.entry(shape.Written, sentence) for sentence in summary.written],
    )


def line_entry(line: SummaryLine) -> shape.Line:
    """Return a sentence or an entry of the list as plain data."""
    clauses: list[shape.Clause] = [{"text": text, "claims": list(claims)} for text, claims in line.clauses]
    return {"text": line.text, "section": line.section, "clauses": clauses}


def claim_entry(claim: Claim, show: Show) -> shape.Claim:
    """Return a claim as plain data."""
    days = {"first": claim.first and claim.first.isoformat(), "last": claim.last and claim.last.isoformat()}
    quotes = {"quotes": [show(quote) for quote in claim.quotes], "against": [show(quote) for quote in claim.against]}
    return shape.entry(shape.Claim, claim, **days, **quotes)
