"""The star audit: reviews whose stars and text disagree, what they do to the average, and texts that say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
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
from voxpop.web.query import Here
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


class MismatchEntry(BaseModel):
    """A review whose stars and text disagree, in the API."""

    review_id: str
    stars: float
    predicted: float
    low: float
    high: float
    probability: float
    reason: str
    evidence: list[tuple[int, int]]
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
    request: Request, here: Here, precision: Precision = PRECISION, reason: Why = "", page: PageNumber = 1
) -> Response:
    found = content(here, precision=precision, reason=reason, page=page)
    shown = [(one, review, evidence(one, review.text)) for one, review in found.pop("pairs")]
    return render(
        request,
        "audit.html.j2",
        here=here,
        **found,
        shown=shown,
        reason=reason,
        last=max(1, -(-found["chosen"] // SHOWN)),
        first=(page - 1) * SHOWN,
    )


@api.get("/files/{file}/audit")
def audit_json(here: Here, precision: Precision = PRECISION, reason: Why = "", page: PageNumber = 1) -> AuditPage:
    """Reviews whose stars and text disagree, the most certain first, twenty a page."""
    found = content(here, precision=precision, reason=reason, page=page)
    entries = [plain(one, review) for one, review in found.pop("pairs")]
    found.pop("chosen")
    return AuditPage(**found, mismatches=entries)


def content(here: OpenFile, *, precision: float, reason: str, page: int) -> dict[str, Any]:
    ledger = here.alone("audit", lambda: made(here))
    ranking = ledger.ranking
    listed = ranking.listed(precision)
    counted = min(listed, EXPLAINED)
    reasons = here.later(
        ("reasons", counted), lambda: [one.reason for one, _ in explained(here, ledger, range(counted))]
    )
    if reason:
        known = reasons or [one.reason for one, _ in explained(here, ledger, range(counted))]
        places: Sequence[int] = [n for n, why in enumerate(known) if why == reason]
    else:
        places = range(listed)
    shown = places[(page - 1) * SHOWN : page * SHOWN]
    out = np.ones(len(ledger.stars), bool)
    out[ranking.places[:listed]] = False
    return {
        "precision": precision,
        "reviews": here.once("count", lambda: here.views.count("reviews")),
        "audited": ranking.audited,
        "share": ranking.share,
        "listed": listed,
        "expected": float(ranking.sure[:listed].sum()),
        "mean": float(ledger.stars.mean()) if len(ledger.stars) else None,
        "mean_without": float(ledger.stars[out].mean()) if out.any() else None,
        "reasons": None if reasons is None else dict(Counter(reasons).most_common()),
        "page": page,
        "chosen": len(places),
        "pairs": explained(here, ledger, shown),
        "silent": len(ranking.silent),
        "says_nothing": here.once("silent", lambda: says_nothing(here, ledger)),
    }


def every(here: OpenFile, *, precision: float, reason: str) -> list[tuple[Mismatch, Review]]:
    """All that are listed, for an export."""
    ledger = here.alone("audit", lambda: made(here))
    listed = range(ledger.ranking.listed(precision))
    return [pair for pair in explained(here, ledger, listed) if not reason or pair[0].reason == reason]


def made(here: OpenFile) -> RankedReviews:
    seq, stars, chances, langs = here.views.star_table()

    def silences(places: NDArray[np.intp]) -> NDArray[np.bool_]:
        reviews = here.views.reviews_by_seq(seq[places].tolist())
        mute = {review.id for review in silent(reviews, here.views.opinions_of)}
        return np.array([review.id in mute for review in reviews], bool)

    return RankedReviews(rank(mismatch_odds(stars, chances, langs), silent=silences), seq, stars)


def says_nothing(here: OpenFile, ledger: RankedReviews) -> list[SilentEntry]:
    """The first of those whose texts say nothing, in the order in which they would be doubted."""
    reviews = here.views.reviews_by_seq(ledger.seq[ledger.ranking.silent[:SHOWN]].tolist())
    found = ((Silent(review.id, review.stars or 0.0), review.text) for review in reviews)
    return [SilentEntry(**one._asdict(), text=text) for one, text in found]


def explained(here: OpenFile, ledger: RankedReviews, wanted: Sequence[int]) -> list[tuple[Mismatch, Review]]:
    """These mismatches by their rank, with their reasons, each worked out once."""
    known = here.once("mismatches", dict[int, tuple[Mismatch, Review]])
    new = [n for n in wanted if n not in known]
    reviews = here.views.reviews_by_seq([int(ledger.seq[ledger.ranking.places[n]]) for n in new])
    said = here.views.opinions_of([review.id for review in reviews])
    for n, review in zip(new, reviews, strict=True):
        with TEXTS:
            known[n] = mismatch(review, float(ledger.ranking.sure[n]), said[review.id]), review
    return [known[n] for n in wanted]


def evidence(one: Mismatch, text: str) -> list[TextPiece]:
    return span_pieces(text, one.evidence)


def plain(one: Mismatch, review: Review) -> MismatchEntry:
    return MismatchEntry(
        review_id=one.review_id,
        stars=one.stars,
        predicted=one.predicted,
        low=one.low,
        high=one.high,
        probability=one.probability,
        reason=one.reason,
        evidence=list(one.evidence),
        text=review.text,
    )
