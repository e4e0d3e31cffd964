"""voxpop audit: reviews whose stars and text disagree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from voxpop.aggregate.audit import PRECISION, REASONS, Audit
from voxpop.analysis import open as open_analysis
from voxpop.atomic_files import check_new
from voxpop.cli import console
from voxpop.errors import OptionError
from voxpop.store.audit_queue import VERDICTS, Settlement, queue_row, settle, settled_ids
from voxpop.store.change import changing
from voxpop.table_files import write_table
from voxpop.types import Mismatch

MIN_RATED_REVIEWS = 20  # reviews with stars below which a share of them says little
QUOTE = 160  # characters of evidence shown
MISREAD = "the reader takes too many of them for the opposite of what they say."


def audit(
    file: Path,
    *,
    precision: float = PRECISION,
    verdicts: list[str] | None = None,
    assignees: list[str] | None = None,
    only_open: bool = False,
    export: Path | None = None,
    overwrite: bool = False,
    top: int = 20,
    json: bool = False,
) -> None:
    """List reviews whose stars do not fit the text, with the reason and the words that show it.

    A review is listed if its stars are at least two away from those predicted from the text, its opinions
    contradict them, and the probability of a mismatch is at least --precision: by default, about 4 in 5 of the
    listed reviews are real mismatches. The list can be empty. It is also a queue: --settle and --assign store
    decisions in the .voxpop file, --export writes it. docs/audit.md explains the
    probabilities and the reasons.

    Example: voxpop audit cafe.voxpop --precision 0.8 --top 10
    """
    keep_answers(file, verdicts or [], assignees or [])
    with open_analysis(file) as analysis:
        result = analysis.audit(precision=precision)
        answers = analysis.settlements()
        listed = result.mismatches.among(settled_ids(answers) if only_open else (), inside=False)
        reviews = analysis.reviews_by_id(mismatch.review_id for mismatch in listed)
    rows = [queue_row(mismatch, reviews[mismatch.review_id], answers.get(mismatch.review_id)) for mismatch in listed]
    if export is not None:
        check_new(export, overwrite=overwrite)
        console.print_note(f"Written: {export} ({console.counted(write_table(rows, export), 'review')})")
    if json:
        console.print_document(to_json(result, listed, rows[:top]))
    else:
        texts = {id: review.text for id, review in reviews.items()}
        show_audit(result, listed, texts, answers, top=top)


def keep_answers(file: Path, verdicts: Sequence[str], assignees: Sequence[str]) -> None:
    """Keep what was settled and assigned in the file."""
    if not verdicts and not assignees:
        return
    answers = [Settlement(review_id=id, verdict=value) for id, value in map(pair, verdicts)]  # type: ignore[arg-type]
    answers += [Settlement(review_id=id, assignee=value) for id, value in map(pair, assignees)]
    with changing(file) as store:
        settle(store, answers, who="command line")


def pair(text: str) -> tuple[str, str]:
    """Return the id and the value of ID=VALUE; an id may hold a = itself."""
    id, mark, value = text.rpartition("=")
    if not mark or not id:
        raise OptionError(f"Give the id of a review and a value, such as 17={VERDICTS[0]}; given: {text}.")
    return id, value


def to_json(result: Audit, listed: Sequence[Mismatch], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the audit with the first rows of an export, which here have the reason in words, and offsets."""
    mismatches = [
        {
            "review_id": row["review"],
            **{name: value for name, value in row.items() if name != "review"},
            "explanation": REASONS[mismatch.reason],
            "evidence": console.marked(row["text"], mismatch.evidence),
        }
        for mismatch, row in zip(listed, rows, strict=False)
    ]
    return {
        "precision": result.precision,
        "share": round(result.share, 4),
        "not_audited": [{"kind": kind, "why": MISREAD} for kind in result.misread_kinds],
        "counts": {
            "reviews": result.reviews,
            "with_stars": result.starred,
            "audited": result.audited,
            "listed": len(listed),
            "unproven": result.unproven,
        },
        "mismatches": mismatches,
    }


def show_audit(
    result: Audit, listed: Sequence[Mismatch], texts: Mapping[str, str], answers: Mapping[str, Settlement], *, top: int
) -> None:
    for kind in result.misread_kinds:
        console.print_note(f"Reviews of the kind {kind!r} are not audited: {MISREAD}")
    if result.audited < result.starred or result.starred < result.reviews:
        reviews = console.counted(result.reviews, "review")
        console.print_note(f"{result.audited:,} of {reviews} were audited: {reasons_not_audited(result)}.")
    if not listed:
        hint = " Try: -p 0.5" if result.precision > 0.5 else ""
        console.out.print(f"No stars disagree with their text as surely as that ({result.precision:g}).{hint}")
    else:
        console.out.print(mismatch_table(listed[:top], texts, answers))
        console.out.print()
        for reason in dict.fromkeys(mismatch.reason for mismatch in listed[:top]):
            console.print_line(f"{reason}: {REASONS[reason]}")
        console.print_line(f"\n{audit_summary(result, listed, top=top)}")
    if result.unproven:
        doubts = console.counted(result.unproven, "review")
        console.print_line(f"{doubts} with odd stars can not be listed: no opinion in the text contradicts the stars.")


def reasons_not_audited(result: Audit) -> str:
    """Say why some reviews were not audited."""
    starless, unread = result.reviews - result.starred, result.starred - result.audited
    left_out = "was left out or read by no model" if unread == 1 else "were left out or read by no model"
    parts = ((starless, "has no stars" if starless == 1 else "have no stars"), (unread, left_out))
    return ", ".join(f"{n:,} {words}" for n, words in parts if n)


def audit_summary(result: Audit, listed: Sequence[Mismatch], *, top: int) -> str:
    real = sum(mismatch.probability for mismatch in listed)
    line = f"{len(listed):,} of {result.audited:,} reviews listed; about {real:,.0f} of them are real mismatches."
    if result.audited >= MIN_RATED_REVIEWS:
        line += f" In all, about {result.share:.1%} of the stars seem not to belong to their text."
    return f"{line}\nThe first {top:,} are shown; all of them: --top {len(listed)}" if len(listed) > top else line


def mismatch_table(
    mismatches: Sequence[Mismatch], texts: Mapping[str, str], answers: Mapping[str, Settlement]
) -> Table:
    """Return a table with the stars given and predicted, how sure that is, the reason, and the words that show it."""
    has_answers = any(mismatch.review_id in answers for mismatch in mismatches)
    grid = console.table(
        ">given",
        ">text says",
        ">sure",
        "reason",
        Column("review", no_wrap=True, max_width=12),
        *(["settled"] if has_answers else []),
        Column("in its words", ratio=1),
        expand=True,
    )
    for mismatch in mismatches:
        colour = console.FOR if mismatch.predicted > mismatch.stars else console.AGAINST
        interval = Text(f"{mismatch.predicted:.1f}", style=f"bold {colour}").append(
            f" [{mismatch.low:.2g}–{mismatch.high:.2g}]", style="not bold grey50"
        )
        cells: list[str | Text] = [f"{mismatch.stars:g}", interval, f"{mismatch.probability:.0%}", mismatch.reason]
        answer = answers.get(mismatch.review_id, Settlement(review_id=""))
        settled_cell = [answer.verdict or (f"for {answer.assignee}" if answer.assignee else "")] if has_answers else []
        quote = Text(console.quoted(texts[mismatch.review_id], mismatch.evidence, QUOTE), style="italic")
        grid.add_row(*cells, Text(mismatch.review_id), *settled_cell, quote)
    return grid
