"""Reviews and labels that come from files into a project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from voxpop.annotate.journal import Event
from voxpop.annotate.label_files import LabelledItem
from voxpop.annotate.project import Project
from voxpop.annotate.rounds import AnnotationItem, GivenAnswer
from voxpop.annotate.scheme import same
from voxpop.errors import InputError
from voxpop.ingest import read_reviews
from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.lang.detect import detect
from voxpop.types import Review


def read_items(source: str | Path) -> tuple[list[AnnotationItem], int]:
    """Return the reviews of a file in any format that ``voxpop analyze`` reads, and how many rows were rejected."""
    rows = list(read_reviews(source))
    items = [AnnotationItem(row.id, row.text, row.stars) for row in rows if isinstance(row, Review)]
    if not items:
        raise InputError(f"{source} holds no reviews.")
    return items, len(rows) - len(items)


def language_of(items: Sequence[AnnotationItem]) -> str:
    """Return the language of most reviews."""
    counts = Counter(lang for item in items[:500] if (lang := detect(item.text)) in LANGUAGES)
    return max(counts, key=lambda lang: counts[lang], default=DEFAULT)


def import_gold(project: Project, labelled: Iterable[LabelledItem]) -> int:
    """Add reviews whose answers are known, for the training round; returns how many."""
    items = [replace(one.item, gold=one.best) for one in labelled if one.best is not None]
    if not items:
        raise InputError("The file has no final labels that could be gold.")
    project.add_items(items)
    return len(items)


def import_labels(project: Project, labelled: Sequence[LabelledItem], *, who: str) -> int:
    """Add labelled reviews as a round of their own; labels without a name are those of ``who``. Returns the round.

    Where the file says what was decided, and the labels do not say it alike, that is kept as the expert's decision.
    """
    rounds = {id: state.round for id, state in project.state.items.items()}
    taken = [one.item.id for one in labelled if rounds.get(one.item.id)]
    if taken:
        raise InputError(f"{len(taken):,} reviews are in a round already, such as {taken[0]!r}.")
    given = {one.item.id: _given(one, who) for one in labelled}
    project.add_items([one.item for one in labelled])
    number = len(project.state.rounds) + 1
    people = dict.fromkeys(name for labels in given.values() for name in labels)
    events: list[Event] = [
        {"do": "person", "name": name, "role": "annotator"} for name in people if name not in project.state.people
    ]
    events.append({"do": "round", "round": number, "items": list(given), "select": "import"})
    for one in labelled:
        for name, answer in given[one.item.id].items():
            events.append(_event("label", one, name, answer))
        if one.final is not None and not all(same(a.answer, one.final) for a in given[one.item.id].values()):
            events.append(_event("expert", one, who, GivenAnswer(who, one.final, 0.0)))
    project.record(*events)
    return number


def _given(one: LabelledItem, who: str) -> dict[str, GivenAnswer]:
    if one.labels or one.final is None:
        return dict(one.labels)
    return {who: GivenAnswer(who, one.final, 0.0)}


def _event(stage: str, one: LabelledItem, who: str, given: GivenAnswer) -> dict[str, Any]:
    event = {"do": "answer", "item": one.item.id, "stage": stage, "who": who, "answer": given.answer}
    known = {"at": given.at, "seconds": given.seconds, "guideline": given.guideline}
    return event | {name: value for name, value in known.items() if value}
