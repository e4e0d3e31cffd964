"""The star audit: reviews whose stars and text disagree, what they do to the average, and texts that say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Request
from numpy.typing import NDArray
from pydantic import BaseModel
from starlette.responses import Response

from voxpop.aggregate.audit import PRECISION, Silent, mismatch, silent
from voxpop.aggregate.audit_odds import Ranking, mismatch_odds, rank
from voxpop.types import Mismatch, Reason, Review
from voxpop.web.pages import render
from voxpop.web.query import RequestedFile
from voxpop.web.state import TEXTS, OpenFile
from voxpop.web.views.marked_text import TextPiece, span_pieces

pages, api = APIRouter(), APIRouter(tags=["audit"])
SHOWN = 20
EXPLAINED = 300  # mismatches whose reasons are counted and can be chosen by

Precision = Annotated[float, Query(ge=0.3, le=0.95, description="Share of the listed that should be real mismatches")]
PageNumber = Annotated[int, Query(ge=1, le=100_000)]
Why = Annotated[Reason | str, Query(max_length=40, description="Only mismatches with this reason")]


@dataclass(frozen=True, slots=True)
class RankedReviews:
    """All reviews with stars and a reading, ranked by doubt."""

    ranking: Ranking
    seq: NDArray[np.int64]
    stars: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class MismatchEntry(Mismatch):
    """A review whose stars and text disagree, in the API."""

    text: str


class SilentEntry(BaseModel):
    """A review whose text says nothing that its stars could be held against."""

    review_id: str
    stars: float
    reason: str
    text: str


class AuditPage(BaseModel):
    """``mean_without`` leaves the listed out of the average; ``reasons`` is null until they are counted.

    ``silent`` counts reviews that would be doubted if their texts said anything; ``says_nothing`` holds the first.
    """

    precision: float
    reviews: int
    audited: int
    share: float
    listed: int
    expected: float
    mean: float | None
    mean_without: float | None
    reasons: dict[str, int] | None
    page: int
    mismatches: list[MismatchEntry]
    silent: int
    says_nothing: list[SilentEntry]


@pages.get("/files/{file}/audit")
def audit(
    request: Request, open_file: RequestedFile, precision: Precision = PRECISION, reason: Why = "", page: PageNumber = 1
) -> Response:
    facts = content(open_file, precision=precision, reason=reason, page=page)
    shown = [(mismatch, review, evidence(mismatch, review.text)) for mismatch, review in facts.pop("pairs")]
    return render(
        request,
        "audit.html.j2",
        open_file=open_file,
        **facts,
        shown=shown,
        reason=reason,
        last=max(1, -(-facts["chosen"] // SHOWN)),
        first=(page - 1) * SHOWN,
    )


@api.get("/files/{file}/audit")
def audit_json(
    open_file: RequestedFile, precision: Precision = PRECISION, reason: Why = "", page: PageNumber = 1
) -> AuditPage:
    """Reviews whose stars and text disagree, the most certain first, twenty a page."""
    facts = content(open_file, precision=precision, reason=reason, page=page)
    entries = [MismatchEntry(**asdict(mismatch), text=review.text) for mismatch, review in facts.pop("pairs")]
    facts.pop("chosen")
    return AuditPage(**facts, mismatches=entries)


def content(open_file: OpenFile, *, precision: float, reason: str, page: int) -> dict[str, Any]:
    ledger = open_file.alone("audit", lambda: made(open_file))
    ranking = ledger.ranking
    listed = ranking.listed(precision)
    counted = min(listed, EXPLAINED)
    reasons = open_file.later(
        ("reasons", counted), lambda: [mismatch.reason for mismatch, _ in explained(open_file, ledger, range(counted))]
    )
    if reason:
        all_reasons = reasons or [mismatch.reason for mismatch, _ in explained(open_file, ledger, range(counted))]
        places: Sequence[int] = [n for n, why in enumerate(all_reasons) if why == reason]
    else:
        places = range(listed)
    shown = places[(page - 1) * SHOWN : page * SHOWN]
    out = np.ones(len(ledger.stars), bool)
    out[ranking.places[:listed]] = False
    return {
        "precision": precision,
        "reviews": open_file.once("count", lambda: open_file.views.count("reviews")),
        "audited": ranking.audited,
        "share": ranking.share,
        "listed": listed,
        "expected": float(ranking.sure[:listed].sum()),
        "mean": float(ledger.stars.mean()) if len(ledger.stars) else None,
        "mean_without": float(ledger.stars[out].mean()) if out.any() else None,
        "reasons": None if reasons is None else dict(Counter(reasons).most_common()),
        "page": page,
        "chosen": len(places),
        "pairs": explained(open_file, ledger, shown),
        "silent": len(ranking.silent),
        "says_nothing": open_file.once("silent", lambda: says_nothing(open_file, ledger)),
    }


def every(open_file: OpenFile, *, precision: float, reason: str) -> list[tuple[Mismatch, Review]]:
    """All that are listed, for an export."""
    ledger = open_file.alone("audit", lambda: made(open_file))
    listed = range(ledger.ranking.listed(precision))
    return [pair for pair in explained(open_file, ledger, listed) if not reason or pair[0].reason == reason]


def made(open_file: OpenFile) -> RankedReviews:
    seq, stars, chances, langs = open_file.views.star_table()

    def silences(places: NDArray[np.intp]) -> NDArray[np.bool_]:
        reviews = open_file.views.reviews_by_seq(seq[places].tolist())
        mute = {review.id for review in silent(reviews, open_file.views.opinions_of)}
        return np.array([review.id in mute for review in reviews], bool)

    return RankedReviews(rank(mismatch_odds(stars, chances, langs), silent=silences), seq, stars)


def says_nothing(open_file: OpenFile, ledger: RankedReviews) -> list[SilentEntry]:
    """The first of those whose texts say nothing, in the order in which they would be doubted."""
    reviews = open_file.views.reviews_by_seq(ledger.seq[ledger.ranking.silent[:SHOWN]].tolist())
    silent_reviews = ((Silent(review.id, review.stars or 0.0), review.text) for review in reviews)
    return [SilentEntry(**entry._asdict(), text=text) for entry, text in silent_reviews]


def explained(open_file: OpenFile, ledger: RankedReviews, wanted: Sequence[int]) -> list[tuple[Mismatch, Review]]:
    """These mismatches by their rank, with their reasons, each worked out once."""
    cached = open_file.once("mismatches", dict[int, tuple[Mismatch, Review]])
    new = [n for n in wanted if n not in cached]
    reviews = open_file.views.reviews_by_seq([int(ledger.seq[ledger.ranking.places[n]]) for n in new])
    opinions = open_file.views.opinions_of([review.id for review in reviews])
    for n, review in zip(new, reviews, strict=True):
        with TEXTS:
            cached[n] = mismatch(review, float(ledger.ranking.sure[n]), opinions[review.id]), review
    return [cached[n] for n in wanted]


def evidence(mismatch: Mismatch, text: str) -> list[TextPiece]:
    return span_pieces(text, mismatch.evidence)
