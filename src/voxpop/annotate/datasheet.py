"""What a labelled data set is and how it came about, in Markdown."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from voxpop.aggregate.drivers import Estimate
from voxpop.annotate.live_agreement import AgreementRow, live_agreement
from voxpop.annotate.project import Project
from voxpop.annotate.scheme import ABSENT, marks

SOURCES = {
    "agreed": "those who labelled them agreed",
    "reviewed": "they agreed, and a third person confirmed it",
    "adjudicated": "they differed, and managers decided",
    "expert": "the expert decided",
    "checked": "corrected by the acceptance check",
}


def datasheet(project: Project) -> str:
    """Return the datasheet of a project: who, how many, agreement, acceptance, versions of the guideline."""
    state = project.state
    in_rounds = [one for one in state.items.values() if one.round]
    final = [one for one in in_rounds if one.final is not None]
    roles = Counter(person.role for person in state.people.values())
    sources = Counter(one.source for one in final)
    given = [answer for one in in_rounds for answer in one.labels.values()]
    days = sorted(datetime.fromtimestamp(answer.at, UTC).date().isoformat() for answer in given if answer.at)
    versions = Counter(answer.guideline for answer in given if answer.guideline)
    people = ", ".join(f"{count} {role}{'s' if count > 1 else ''}" for role, count in sorted(roles.items()))
    scheme = project.scheme
    parts = [
        f"# Datasheet: {project.name}",
        f"Labels of {len(final):,} reviews ({project.lang}), made with `voxpop annotate`.",
        "",
        "## What was labelled",
        f"- Scheme: {scheme.kind}; labels: {', '.join(scheme.labels)}",
        *([f"- Values: {', '.join(scheme.values)}"] if scheme.values else []),
        f"- {len(state.items):,} reviews, {len(in_rounds):,} of them in rounds, {len(final):,} with a final label",
        "",
        "## Who and when",
        f"- {people or 'nobody yet'}; {len(given):,} answers" + (f" from {days[0]} to {days[-1]}" if days else ""),
        f"- Each review was labelled by {state.settings.overlap} people who could not see each other's answers",
        *_training(project),
        f"- Guideline: version {project.guideline_version}; versions used: "
        + (", ".join(f"{version} ({count:,} answers)" for version, count in versions.most_common()) or "none"),
        "",
        "## How the final labels came about",
        *(f"- {count:,}: {SOURCES.get(source, source)}" for source, count in sources.most_common()),
        *_acceptance(project),
        "",
        "## Agreement",
        *_agreement(project),
        "",
        "## Frequency of the labels",
        *_frequency(project),
        "",
        "## Limits",
        "- Agreement is between people under one guideline; other people and guidelines label otherwise.",
        "- Intervals are 95 % bootstrap intervals over reviews.",
        "- Reliability, the chance that an answer is right, is estimated without gold (Dawid and Skene, 1979).",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def _training(project: Project) -> list[str]:
    state = project.state
    if not state.training:
        return ["- There was no training round"]
    annotators = [person for person in state.people.values() if person.role == "annotator"]
    passed = [person for person in annotators if state.is_trained(person)]
    return [
        f"- Training round on {len(state.training)} gold reviews: {len(passed)} of {len(annotators)} annotators "
        f"reached {state.settings.threshold:.2f} and went on"
    ]


def _acceptance(project: Project) -> list[str]:
    lines, settings = [], project.state.settings
    promise = f"at most {100 * settings.limit:g} % wrong with {100 * settings.confidence:g} % confidence"
    for batch in project.state.rounds.values():
        for attempt in batch.attempts:
            outcome = {None: "being checked", True: "accepted", False: "returned"}[attempt["accepted"]]
            lines.append(
                f"- Round {batch.number}: {len(attempt['items'])} of {attempt['batch']} labels checked blind, "
                f"{attempt.get('wrong', '–')} wrong, {attempt['allowed']} allowed: {outcome} ({promise})"
            )
    return lines


def _agreement(project: Project) -> list[str]:
    figures = live_agreement(project.state)
    spans = project.scheme.marks_spans
    head = "| | reviews | agreement | kappa | alpha |" + (" F1 exact | F1 overlap |" if spans else "")
    lines = [head, "|---|---:|---|---|---|" + ("---|---|" if spans else "")]
    lines += [_line("all", figures.overall, spans), *(_line(row.name, row, spans) for row in figures.labels)]
    lines += [_line(f"round {row.name}", row, spans) for row in figures.rounds]
    for person in figures.annotators:
        reliability = f", reliability {person.reliability:.2f}" if person.reliability is not None else ""
        name = f"{person.agreement.name} ({person.labelled} reviews{reliability})"
        lines.append(_line(name, person.agreement, spans))
    return lines


def _line(name: str, row: AgreementRow, spans: bool) -> str:
    cells = [row.percent, row.kappa, row.alpha, *([row.exact, row.overlap] if spans else [])]
    return f"| {name} | {row.items} | " + " | ".join(map(shown, cells)) + " |"


def shown(estimate: Estimate | None) -> str:
    """Return a figure with its interval: .79 [.70, .86]."""
    if estimate is None:
        return "–"
    value, low, high = (f"{number:.2f}".replace("0.", ".") for number in estimate)
    return f"{value} [{low}, {high}]"


def _frequency(project: Project) -> list[str]:
    finals = [one.final for one in project.state.items.values() if one.round and one.final is not None]
    counts: Counter[tuple[str, str]] = Counter()
    for answer in finals:
        pairs = answer.items() if isinstance(answer, dict) else ((label, "") for *_, label in marks(answer))
        counts.update(pairs)
    scheme = project.scheme
    values = [""] if scheme.marks_spans else list(scheme.values)
    lines = ["| label | " + " | ".join(value or "spans" for value in values) + " |", "|---|" + "---:|" * len(values)]
    for label in scheme.labels:
        lines.append(f"| {label} | " + " | ".join(str(counts[label, value]) for value in values) + " |")
    return lines if finals else [ABSENT]
