"""Run a labelling project with several annotators (docs/annotation.md).

Example: voxpop annotate new cafe --reviews reviews.csv --labels food,service,noise
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.progress import MofNCompleteColumn
from rich.table import Column, Table

from voxpop.annotate import datasheet as sheets
from voxpop.annotate.importing import import_gold, import_labels, language_of, read_items
from voxpop.annotate.label_files import WRITERS, format_of, label_studio_config, labelled_items, read_labels
from voxpop.annotate.live_agreement import label_posteriors, live_agreement
from voxpop.annotate.model_annotator import predict_items, select_items
from voxpop.annotate.project import Project, create_project
from voxpop.annotate.rounds import ProjectSettings
from voxpop.annotate.scheme import load_scheme, read_text
from voxpop.atomic_files import atomic_write, check_new
from voxpop.cli import console
from voxpop.cli.train import train as train_heads
from voxpop.errors import OptionError, choose
from voxpop.lang import LANGUAGES
from voxpop.train.label_table import read_label

FIGURES = {"percent": "agreement", "kappa": "Cohen's κ", "alpha": "Krippendorff's α"}
SPAN_FIGURES = {"exact": "F1, same borders", "overlap": "F1, overlap"}
IMPORTS = ("reviews", "gold", "labels")


def new(
    project: Path,
    *,
    reviews: Path,
    scheme: str = "categories",
    labels: str | None = None,
    guideline: Path | None = None,
    name: str | None = None,
    lang: str = "auto",
) -> None:
    """Make a project: a folder with the reviews, the scheme and the guideline.

    Example: voxpop annotate new cafe --reviews reviews.csv --labels food,service,noise
    """
    choose("language", lang, ("auto", *LANGUAGES))
    names = [label.strip() for label in labels.split(",") if label.strip()] if labels is not None else []
    chosen = load_scheme(scheme, labels=names)
    items, rejected = read_items(reviews)
    text = read_text(guideline, "guideline") if guideline is not None else None
    made = create_project(
        project,
        chosen,
        name=name or project.name,
        lang=language_of(items) if lang == "auto" else lang,
        settings=ProjectSettings(),
        guideline=text,
    )
    made.add_items(items)
    left = f", {console.counted(rejected, 'row')} set aside" if rejected else ""
    console.print_line(f"{project}: {console.counted(len(items), 'review')}{left}")
    console.print_line(f"{chosen.kind}: {', '.join(chosen.labels)}")
    console.print_note(f"Next: edit {project / 'guideline.md'}, then voxpop annotate invite {project} NAME")


def invite(project: Path, name: str, *, role: str = "annotator", json: bool = False) -> None:
    """Add a person and print the token that they log in with. Again: a new token, which ends the old one.

    Example: voxpop annotate invite cafe anna --role annotator
    """
    token = Project(project).invite(name, role)
    if json:
        console.print_json({"name": name, "role": role, "token": token})
        return
    console.print_line(f"{name} ({role}): {token}")
    console.print_note(f"The token is shown only now. They log in with it at the address of: voxpop serve {project}")


def import_file(project: Path, file: Path, *, kind: str = "labels", format: str | None = None) -> None:
    """Bring reviews, gold or labels into a project.

    Example: voxpop annotate import cafe gold.csv --as gold
    """
    choose("--as", kind, IMPORTS)
    opened = Project(project)
    if kind == "reviews":
        items, _ = read_items(file)
        console.print_line(f"{console.counted(opened.add_items(items), 'new review')}")
        return
    texts = {id: state.item.text for id, state in opened.state.items.items()}
    labelled = read_labels(file, opened.scheme, format_of(file, format), texts)
    if kind == "gold":
        console.print_line(f"{console.counted(import_gold(opened, labelled), 'review')} with a gold answer")
    else:
        number = import_labels(opened, labelled, origin=file.name)
        final = sum(item.final is not None for item in labelled)
        console.print_line(
            f"{console.counted(len(labelled), 'review')} as round {number}, {final:,} with a final label"
        )


def start_round(project: Path, *, size: int = 100, select: str = "order", training: bool = False) -> None:
    """Start a round: the training round on gold, or one of labelling, reviewing and accepting.

    Example: voxpop annotate round cafe --size 100 --select uncertain
    """
    opened = Project(project)
    if training:
        console.print_line(f"Training round: {console.counted(opened.start_training(size), 'review')}")
        return
    number = opened.start_round(select_items(opened, size, select), select=select)
    console.print_line(f"Round {number}: {console.counted(len(opened.state.rounds[number].items), 'review')}")


def retrain(project: Path, name: str) -> None:
    """Let an annotator who did not pass take the training round again.

    Example: voxpop annotate retrain cafe anna
    """
    Project(project).retrain(name)
    console.print_line(f"{name} can take the training round again.")


def status(project: Path, *, json: bool = False) -> None:
    """Say how far a project is: rounds, stages, people.

    Example: voxpop annotate status cafe
    """
    facts = Project(project).status()
    if json:
        console.print_json(facts)
        return
    counts = f"{facts['reviews']:,} reviews, {facts['waiting']:,} not in a round, {facts['training']} for training"
    console.print_line(f"{facts['name']}: {counts}; guideline {facts['guideline']}")
    for batch in facts["rounds"]:
        stages = ", ".join(f"{stage} {count:,}" for stage, count in batch["stages"].items())
        console.print_line(f"  round {batch['round']} ({batch['state']}): {batch['reviews']:,} reviews; {stages}")
    for person in facts["people"]:
        score = f", training {person['training']:.2f}" if person["training"] is not None else ""
        console.print_line(f"  {person['name']} ({person['role']}{score}): {person['labelled']:,} labelled")


def agreement(project: Path, *, json: bool = False) -> None:
    """Say how far people agree, by label, round and annotator, with 95 % intervals.

    Example: voxpop annotate agreement cafe
    """
    opened = Project(project)
    figures = live_agreement(opened.state)
    if json:
        console.print_json(figures.to_json())
        return
    by_span = {"by span": SPAN_FIGURES} if opened.scheme.marks_spans else {}
    for title, shown in {"by character" if by_span else "": FIGURES, **by_span}.items():
        table = _table(title, ">reviews", *shown.values())
        for name, row in figures.rows:
            table.add_row(name, str(row.items), *(sheets.shown(getattr(row, figure)) for figure in shown))
        console.out.print(table)
        console.print_line("")
    table = _table("", ">reviews", ">reliability", ">seconds", "")
    for person in figures.annotators:
        reliability = "–" if person.reliability is None else f"{person.reliability:.2f}"
        seconds = "–" if person.seconds is None else f"{person.seconds:.0f}"
        flags = {"drifts": person.drifts, "low agreement": person.is_low}
        remark = ", ".join(word for word, is_on in flags.items() if is_on)
        table.add_row(person.agreement.name, str(person.labelled), reliability, seconds, remark)
    console.out.print(table)


def _table(title: str, *heads: str) -> Table:
    """Return a table in which a long name takes several lines, so that no figure is cut."""
    return console.table(Column(title, overflow="fold"), *heads)


def model(project: Path, *, categories: Path | None = None) -> None:
    """Let the model answer the reviews too: nobody sees it before they have answered.

    Where people agree and the model says something else, a third person looks at the review first.

    Example: voxpop annotate model cafe --categories cafe-heads
    """
    opened = Project(project)
    with console.progress_bars({"read": "Reading reviews"}, MofNCompleteColumn()) as report:
        count = predict_items(opened, heads=categories, report=lambda done, total: report("read", done, total))
    console.print_line(f"The model answered {console.counted(count, 'review')}.")


def export(project: Path, *, output: Path, format: str | None = None, overwrite: bool = False) -> None:
    """Write the labels: JSON Lines with every annotator's, or the final ones in the columns of a known data set.

    For Label Studio, its labelling interface is written beside the tasks.

    Example: voxpop annotate export cafe -o labels.jsonl
    """
    opened = Project(project)
    kind = format_of(output, format)
    paths = [output, *([output.with_suffix(".config.xml")] if kind == "label-studio" else [])]
    for path in paths:
        check_new(path, overwrite=overwrite)
    items = labelled_items(opened.state, label_posteriors(opened.state) if kind == "jsonl" else None)
    atomic_write(output, WRITERS[kind](items, opened.scheme).encode("utf-8", "surrogatepass"))
    if len(paths) > 1:
        atomic_write(paths[1], label_studio_config(opened.scheme))
    done = sum(item.final is not None for item in items)
    console.print_line(f"{output}: {console.counted(len(items), 'review')}, {done:,} with a final label")


def datasheet(project: Path, *, output: Path | None = None) -> None:
    """Say who labelled what, how far they agreed and how the labels were accepted, in Markdown.

    Example: voxpop annotate datasheet cafe -o cafe.md
    """
    text = sheets.datasheet(Project(project))
    if output is None:
        console.print_line(text.rstrip("\n"))
    else:
        atomic_write(output, text)
        console.print_line(f"{output}")


def train(project: Path, *, output: Path, overwrite: bool = False, json: bool = False) -> None:
    """Train categories on the final labels, with the learning curve: what another 100 labels would bring.

    Example: voxpop annotate train cafe -o cafe-heads
    """
    opened = Project(project)
    if opened.scheme.kind != "categories" or any(read_label(value) is None for value in opened.scheme.values):
        raise OptionError("Only categories with the values positive, neutral, negative and conflict can be trained.")
    final = [item for item in labelled_items(opened.state) if item.final is not None]
    if not final:
        raise OptionError(f"No review of {project} has a final label yet: voxpop annotate status {project}")
    path = project / "labels.csv"
    atomic_write(path, WRITERS["asap"](final, opened.scheme).encode("utf-8", "surrogatepass"))
    train_heads(
        data=path, output=output, labels=",".join(opened.scheme.labels), text="review", lang=opened.lang, curve=True,
        overwrite=overwrite, json=json,
    )  # fmt: skip


SUBCOMMANDS: dict[str, Callable[..., None]] = {
    "new": new, "invite": invite, "import": import_file, "round": start_round, "retrain": retrain, "status": status,
    "agreement": agreement, "model": model, "export": export, "datasheet": datasheet, "train": train,
}  # fmt: skip
