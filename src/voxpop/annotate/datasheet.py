"""What a labelled data set is and how it came about, in Markdown."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from jinja2 import Environment, PackageLoader

from voxpop.aggregate.drivers import Estimate
from voxpop.annotate.live_agreement import live_agreement
from voxpop.annotate.project import Project
from voxpop.annotate.rounds import ItemState
from voxpop.annotate.scheme import marks

OUTCOMES = {None: "being checked", True: "accepted", False: "returned"}
SOURCES = {
    "agreed": "those who labelled them agreed",
    "reviewed": "they agreed, and a third person confirmed it",
    "adjudicated": "they differed, and managers decided",
    "expert": "the expert decided",
    "checked": "corrected by the acceptance check",
}


def datasheet(project: Project) -> str:
    """Return the datasheet of a project: who, how many, agreement, acceptance, versions of the guideline."""
    state, scheme = project.state, project.scheme
    in_rounds = [item for item in state.items.values() if item.round]
    final = [item for item in in_rounds if item.final is not None]
    given = [answer for item in in_rounds for labels in (item.labels, *item.earlier) for answer in labels.values()]
    roles = Counter(person.role for person in state.people.values())
    annotators = [person for person in state.people.values() if person.role == "annotator"]
    counts: Counter[tuple[str, str]] = Counter()
    for answer in (item.final for item in final):
        counts.update(
            answer.items() if isinstance(answer, dict) else ((label, "") for *_, label in marks(answer or []))
        )
    figures = live_agreement(state)
    environment = Environment(loader=PackageLoader("voxpop.annotate", ""), trim_blocks=True, keep_trailing_newline=True)
    environment.filters["interval"] = shown
    return environment.get_template("datasheet.md.j2").render(
        project=project,
        state=state,
        scheme=scheme,
        in_rounds=in_rounds,
        final=final,
        given=given,
        people=", ".join(f"{count} {role}{'s' if count > 1 else ''}" for role, count in sorted(roles.items())),
        days=sorted(datetime.fromtimestamp(answer.at, UTC).date().isoformat() for answer in given if answer.at),
        versions=Counter(answer.guideline for answer in given if answer.guideline).most_common(),
        annotators=annotators,
        trained=sum(state.is_trained(person) for person in annotators),
        sources=Counter(map(source_words, final)).most_common(),
        outcomes=OUTCOMES,
        figures=figures,
        values=[""] if scheme.marks_spans else scheme.values,
        counts=counts,
    )


def source_words(item: ItemState) -> str:
    """Return how the final answer of a review came about."""
    return f"final in {item.imported.who}, which was imported" if item.imported else SOURCES[item.source]


def shown(estimate: Estimate | None) -> str:
    """Return a figure with its interval: .79 [.70, .86]."""
    if estimate is None:
        return "–"
    value, low, high = (f"{number:.2f}".replace("0.", ".") for number in estimate)
    return f"{value} [{low}, {high}]"
