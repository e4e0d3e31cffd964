"""The star audit of a file, and the queue that people work through: what they settled, and who is to look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from voxpop.aggregate.audit import PRECISION, Audit, calibration, candidate, doubtful, ranked
from voxpop.errors import OptionError, choose
from voxpop.part_files import review_of as as_review
from voxpop.store.file_schema import spans
from voxpop.store.rows import arrow_batches, rows_of
from voxpop.store.store import Store
from voxpop.store.writable import Writable
from voxpop.types import Mismatch, Opinion, Review

Verdict = Literal["agree", "right", "unclear"]  # the stars are wrong, as the audit says; they are right; not known
VERDICTS: tuple[Verdict, ...] = ("agree", "right", "unclear")
MAX_NAME = 80  # characters of a person's name

BATCH = 4_096  # doubtful reviews that are looked at together
STARS = """SELECT seq, stars, star_probabilities, lang FROM reviews
    WHERE stars IS NOT NULL AND len(star_probabilities) = 5 ORDER BY seq"""
WANTED = "JOIN (SELECT unnest(?::BIGINT[]) AS seq) w ON w.seq ="
REVIEWS = f"SELECT r.* EXCLUDE (seq) FROM reviews r {WANTED} r.seq ORDER BY r.seq"
OPINIONS = f"""SELECT r.id AS review_id, o.* EXCLUDE (review) REPLACE (coalesce(o.aspect, o.category) AS aspect)
    FROM opinions o {WANTED} o.review JOIN reviews r ON r.seq = o.review ORDER BY o.review, o.start, o."end" """


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What someone decided about a review of the queue, or who is to decide; None: left open."""

    review_id: str
    verdict: Verdict | None = None
    assignee: str | None = None
    who: str = ""
    made: datetime | None = None


def is_settled(answer: Settlement | None) -> bool:
    """Whether someone decided about a review."""
    return answer is not None and answer.verdict is not None


def audit_file(store: Store, *, precision: float = PRECISION) -> Audit:
    """Return the reviews whose stars and text disagree; about ``precision`` of the listed ones really do."""
    kinds = {lang: str(entry.get("kind")) for lang, entry in store.fact("domain", {}).items()}
    misread = {lang: kind for lang, kind in kinds.items() if kind in calibration().misread_kinds}
    audited, total, langs, places = 0, 0.0, set[str](), [np.zeros(0, np.int64)]
    for batch in arrow_batches(store._connection.cursor(), STARS):
        stars, lang = batch["stars"].to_numpy(), np.array(batch["lang"].to_pylist(), object)
        chances = batch["star_probabilities"].flatten().to_numpy().reshape(-1, 5)
        own = ~np.isin(lang, list(misread))
        places.append(batch["seq"].to_numpy()[own & doubtful(stars, chances)])
        audited, total, langs = audited + int(own.sum()), total + float(stars[own].sum()), langs | set(lang)
    doubted = np.concatenate(places)
    doubts = chain.from_iterable(
        _candidates(store, doubted[first : first + BATCH].tolist()) for first in range(0, len(doubted), BATCH)
    )
    candidates, unproven = ranked(doubts, audited=audited)
    with_stars = int(store._all("SELECT count(stars) FROM reviews")[0][0])
    return Audit(
        candidates=candidates,
        reviews=store.count("reviews"),
        starred=with_stars,
        audited=audited,
        mean=total / audited if audited else None,
        unproven=unproven,
        misread_kinds=tuple(sorted({kind for lang, kind in misread.items() if lang in langs})),
        precision=precision,
    )


def _candidates(store: Store, places: Sequence[int]) -> list[Mismatch | None]:
    """Return what doubtful reviews are as mismatches, some at a time: their texts and opinions may be gigabytes."""
    opinions: dict[str, list[Opinion]] = {}
    for row in rows_of(store._connection.cursor(), OPINIONS, places):
        opinions.setdefault(row["review_id"], []).append(Opinion(**spans(row)))
    reviews = map(as_review, rows_of(store._connection.cursor(), REVIEWS, places))
    return [candidate(review, opinions.get(review.id, ())) for review in reviews]


def settled(store: Store) -> dict[str, Settlement]:
    """Return what was settled and assigned, by the id of the review."""
    query = """SELECT r.id AS review_id, s.verdict, s.assignee, s.who, s.made FROM audit_queue s
        JOIN reviews r ON r.seq = s.review ORDER BY s.review"""
    rows = rows_of(store._connection.cursor(), query)
    return {row["review_id"]: Settlement(**{**row, "made": row["made"].replace(tzinfo=UTC)}) for row in rows}


def settled_ids(answers: Mapping[str, Settlement]) -> list[str]:
    """Return the ids of the reviews about which someone decided."""
    return [id for id, answer in answers.items() if is_settled(answer)]


def settle(store: Writable, settlements: Sequence[Settlement], *, who: str) -> None:
    """Keep what someone decided. A verdict or a person that is None leaves the one from before."""
    now = settled(store)
    rows = []
    for place, settlement in enumerate(settlements):
        if settlement.verdict is not None:
            choose("verdict", settlement.verdict, VERDICTS)
        if len(settlement.assignee or "") > MAX_NAME:
            raise OptionError(f"A name has {MAX_NAME} characters at most.")
        before = now.get(settlement.review_id, settlement)
        verdict = settlement.verdict or before.verdict
        assignee = before.assignee if settlement.assignee is None else settlement.assignee.strip() or None
        now[settlement.review_id] = replace(settlement, verdict=verdict, assignee=assignee)
        rows.append({"place": place, "id": settlement.review_id, "verdict": verdict, "assignee": assignee})
    new = pa.Table.from_pylist(rows, schema=NEW)
    cursor = store._connection.cursor()
    cursor.register("new", new)
    unknown = cursor.execute("SELECT id FROM new WHERE id NOT IN (SELECT id FROM reviews) LIMIT 1").fetchone()
    if unknown:
        raise OptionError(f"There is no review {unknown[0]!r} in this file. voxpop audit FILE lists the ids.")
    made = datetime.now(UTC).replace(tzinfo=None)
    store._write(
        """DELETE FROM audit_queue WHERE review IN (SELECT r.seq FROM new JOIN reviews r ON r.id = new.id)""", new=new
    )
    store._write(
        """INSERT INTO audit_queue BY NAME SELECT r.seq AS review, n.verdict, n.assignee, ?::VARCHAR AS who,
        ?::TIMESTAMP AS made FROM new n JOIN reviews r ON r.id = n.id
        QUALIFY row_number() OVER (PARTITION BY n.id ORDER BY n.place DESC) = 1""",
        who,
        made,
        new=new,
    )


def queue_row(mismatch: Mismatch, review: Review, settlement: Settlement | None) -> dict[str, Any]:
    """Return a row of an export: the mismatch, what was settled, and the review."""
    evidence = " … ".join(review.text[start:end] for start, end in mismatch.evidence)
    return {
        "review": mismatch.review_id,
        "stars": mismatch.stars,
        "predicted": round(mismatch.predicted, 2),
        "low": round(mismatch.low, 2),
        "high": round(mismatch.high, 2),
        "probability": round(mismatch.probability, 3),
        "reason": mismatch.reason,
        "evidence": evidence,
        "verdict": settlement.verdict if settlement else None,
        "assignee": settlement.assignee if settlement else None,
        "settled_by": settlement.who if settlement else None,
        "settled": settlement.made.isoformat(timespec="seconds") if settlement and settlement.made else None,
        "date": review.date,
        "product": review.product,
        "text": review.text,
    }


NEW = pa.schema({"place": pa.int64(), "id": pa.string(), "verdict": pa.string(), "assignee": pa.string()})
