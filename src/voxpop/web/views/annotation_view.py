"""What the pages of an annotation project show: answers side by side, the guideline, the work of one person."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from voxpop.annotate.live_agreement import cells_of
from voxpop.annotate.rounds import ItemState, Person, ProjectState
from voxpop.annotate.scheme import ABSENT, Answer, Scheme, marks


def compared_rows(scheme: Scheme, answers: Sequence[Answer], text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return each category, or the words of each span, that is in any answer, with what every answer says of it."""
    if scheme.marks_spans:
        spans = [{span[:2]: span[2] for span in marks(answer)} for answer in answers]
        places = sorted({place for given in spans for place in given})
        table = [(text[slice(*place)], tuple(given.get(place, ABSENT) for given in spans)) for place in places]
    else:
        values = [dict(answer) for answer in answers]
        table = [(label, tuple(given.get(label, ABSENT) for given in values)) for label in scheme.labels]
    return [(name, values) for name, values in table if set(values) != {ABSENT}]


def guideline_html(markdown: str) -> Markup:
    """Return a guideline as HTML; HTML inside it is shown as text."""
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown))


def own_work(state: ProjectState, person: Person) -> dict[str, Any]:
    """Return what a person has done and what is open for them."""
    now = time.time()
    stages = state.stages_for(person)
    open_tasks = {
        stage: sum(1 for _ in state.candidates(person.name, stage, now)) for stage in stages if stage != "label"
    }
    if "label" in stages:
        open_here = state.by_stage["label"]
        open_tasks = {"label": len(open_here) - sum(id in open_here for id in person.labelled), **open_tasks}
    score = state.training_score(person) if state.training and person.role == "annotator" else None
    return {
        "labelled": len(person.labelled),
        "open": open_tasks,
        "training_left": sum(id not in person.training for id in state.training) if person.role == "annotator" else 0,
        "training_score": score,
        "is_trained": person.role != "annotator" or state.is_trained(person),
    }


def items_with(state: ProjectState, label: str, pair: tuple[str, str] | None) -> list[ItemState]:
    """Return the reviews in which two people gave this pair of values, of one label or of any."""
    items = []
    for item in state.items.values():
        if len(item.labels) < 2:
            continue
        cells = [cell for cell in cells_of(state.scheme, item) if not label or cell.name == label]
        given = [[value for _, value in cell.values] for cell in cells]
        if pair is None or any(sorted(values[:2]) == sorted(pair) for values in given):
            items.append(item)
    return items
