"""Reviews and labels that come from files into a project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from voxpop.annotate.journal import Event
from voxpop.annotate.label_files import LabelledItem
from voxpop.annotate.project import Project
from voxpop.annotate.rounds import AnnotationItem, GivenAnswer
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
    items = []
    for entry in labelled:
        only = next(iter(entry.labels.values())).answer if len(entry.labels) == 1 else None
        if (gold := entry.best if entry.best is not None else only) is not None:
            items.append(replace(entry.item, gold=gold))
    if not items:
        raise InputError("The file has no final labels that could be gold.")
    project.add_items(items)
    return len(items)


def import_labels(project: Project, labelled: Sequence[LabelledItem], *, origin: str) -> int:
    """Add labelled reviews as a round of their own; returns its number.

    The people whose labels the file holds become annotators. What the file says is final stays so, and ``origin``, the
    name of the file, is kept with it.
    """
    rounds = {id: state.round for id, state in project.state.items.items()}
    taken = [entry.item.id for entry in labelled if rounds.get(entry.item.id)]
    if taken:
        raise InputError(f"{len(taken):,} reviews are in a round already, such as {taken[0]!r}.")
    project.add_items([entry.item for entry in labelled])
    number = len(project.state.rounds) + 1
    people = dict.fromkeys(name for entry in labelled for name in entry.labels if name not in project.state.people)
    events: list[Event] = [{"do": "person", "name": name, "role": "annotator"} for name in people]
    events.append({"do": "round", "round": number, "items": [entry.item.id for entry in labelled], "select": "import"})
    for entry in labelled:
        events += [_event("label", entry, given) for given in entry.labels.values()]
        if entry.final is not None:
            events.append(_event("imported", entry, GivenAnswer(origin, entry.final, 0.0)))
    project.record(*events)
    return number


def _event(stage: str, entry: LabelledItem, given: GivenAnswer) -> Event:
    facts = {name: value for name, value in given._asdict().items() if value or name == "answer"}
    return {"do": "answer", "item": entry.item.id, "stage": stage, **facts}
