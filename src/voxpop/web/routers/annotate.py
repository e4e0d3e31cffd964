"""Annotation projects: a person's tasks one after the other, and for managers the agreement and the items."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from voxpop.annotate.project import Project, Task
from voxpop.annotate.rounds import Person
from voxpop.annotate.scheme import AnswerError
from voxpop.web.accounts import Forbidden, may_edit
from voxpop.web.annotation_projects import ServedProject
from voxpop.web.app_state import app_state
from voxpop.web.links import address
from voxpop.web.pages import labels_for, render
from voxpop.web.query import Missing
from voxpop.web.security import check_form, editor, program
from voxpop.web.views.annotation_view import compared_rows, guideline_html, items_with, own_work

pages, api = APIRouter(prefix="/annotate"), APIRouter(prefix="/annotate", tags=["annotate"])
MAX_BODY_BYTES, PAGE_SIZE = 200_000, 50
Id = Annotated[str, Field(max_length=1000)]
Action = Literal["answer", "skip", "note", "escalate", "wrong", "stands"]
ACTIONS: tuple[Action, ...] = get_args(Action)
Who = Annotated[str, Depends(program)]


class TaskAnswer(BaseModel):
    """What a person says of a review; the same ``key`` a second time is not kept again."""

    item: Id
    stage: Annotated[str, Field(max_length=20)] = "label"
    action: Action = "answer"
    answer: dict[str, str] | list[list[Any]] | None = None
    text: Annotated[str, Field(max_length=2000)] = ""  # of a note, or the reason of a skip
    seconds: float | None = None
    key: Annotated[str, Field(max_length=64)] = ""


class TaskEntry(BaseModel):
    """A review to label; ``done`` where there is nothing to do."""

    done: bool
    item: str | None = None
    text: str | None = None
    stage: str | None = None


async def served_project(request: Request, project: str) -> ServedProject:
    """Return the project of an address, for those who belong to it. It takes no time, so it waits for no thread."""
    served = app_state(request).projects.served.get(project)
    if served is None:
        raise Missing("project", name=project)
    member(request, served.project)
    return served


Requested = Annotated[ServedProject, Depends(served_project)]


def member(request: Request, project: Project) -> Person:
    """Return who asks, as a person of the project; who may edit on this server may look as a manager does."""
    who = editor(request)
    person = project.state.people.get(who) or project.refresh().people.get(who)
    if person is not None:
        return person
    if not may_edit(request):
        raise Forbidden(labels_for(request)("annotate_not_member"))
    return Person(who, "manager")


async def leading(request: Request, served: Requested) -> ServedProject:
    """Return the project, for managers and experts: annotators must not see the answers of others."""
    if member(request, served.project).role == "annotator":
        raise Forbidden(labels_for(request)("annotate_blind"))
    return served


Led = Annotated[ServedProject, Depends(leading)]


@pages.get("")
def projects(request: Request) -> Response:
    every = list(app_state(request).projects)
    mine = [served for served in every if may_see(request, served.project)]
    if len(mine) == 1:
        return RedirectResponse(f"/annotate/{mine[0].slug}")
    return render(request, "annotate_projects.html.j2", projects=mine)


def may_see(request: Request, project: Project) -> bool:
    return editor(request) in project.refresh().people or may_edit(request)


@pages.get("/{project}")
def overview(request: Request, served: Requested) -> Response:
    project = served.project
    with project.reading():
        progress = project.status()
    return show(
        request,
        served,
        "annotate.html.j2",
        current="annotate",
        progress=progress,
        guideline=guideline_html(project.guideline),
        threshold=project.state.settings.threshold,
    )


@pages.get("/{project}/task")
def task_page(
    request: Request,
    served: Requested,
    item: Annotated[str, Query(max_length=1000)] = "",
    feedback: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    project, person = served.project, member(request, served.project)
    if person.name not in project.state.people:
        return RedirectResponse(f"/annotate/{served.slug}")
    if feedback in person.training:
        return feedback_page(request, served, person, feedback)
    return show_task(request, served, project.task_for(person.name, item) if item else project.task(person.name), item)


def show_task(request: Request, served: ServedProject, task: Task | None, item: str, *, problem: str = "") -> Response:
    """Show a task; ``item`` is the review that was asked for, if it was a certain one."""
    project = served.project
    with project.reading():
        back = None if item else project.last_labelled(editor(request))
    return show(
        request,
        served,
        "annotate_task.html.j2",
        current="annotate_task",
        task=task,
        rows=compared_rows(project.scheme, [given for _, given in task.shown], task.item.text) if task else [],
        names=[labels_for(request).named("annotate_names", name) for name, _ in task.shown] if task else [],
        data=page_data(project, task) if task else "",
        key=secrets.token_hex(8),
        back=back,
        guideline=guideline_html(project.guideline),
        problem=problem,
    )


def page_data(project: Project, task: Task) -> str:
    """Return what the script needs, as JSON: line ends are escaped there, so that offsets stay true."""
    return json.dumps(
        {
            "text": task.item.text,
            "labels": project.scheme.labels,
            "answer": task.answer if task.answer is not None else [],
            "shown": [given for _, given in task.shown],
            "mentions": project.scheme.kind == "mentions",
        }
    )


def feedback_page(request: Request, served: ServedProject, person: Person, id: str) -> Response:
    project = served.project
    item = project.state.items[id].item
    given, gold, worth = project.feedback(person.name, id)
    return show(
        request,
        served,
        "annotate_feedback.html.j2",
        current="annotate_task",
        item=item,
        rows=compared_rows(project.scheme, [given, gold], item.text),
        score=worth,
    )


async def sent_form(request: Request) -> dict[str, str]:
    """Return the fields of a form; how many there are depends on the scheme."""
    return {name: str(value)[:MAX_BODY_BYTES] for name, value in (await request.form()).multi_items()}


@pages.post("/{project}/task")
def task_form(request: Request, served: Requested, form: Annotated[dict[str, str], Depends(sent_form)]) -> Response:
    check_form(request, form.get("csrf"))
    scheme = served.project.scheme
    values = {label: form.get(f"label-{place}", "") for place, label in enumerate(scheme.labels)}
    seconds = form.get("seconds", "")
    sent = TaskAnswer(
        item=form.get("item", "")[:1000],
        stage=form.get("stage", "label")[:20],
        action=next((action for action in ACTIONS if action == form.get("action")), "answer"),
        answer=parse_spans(form.get("answer", "")) if scheme.marks_spans else {k: v for k, v in values.items() if v},
        text=form.get("text", "")[:2000],
        seconds=float(seconds) if seconds.replace(".", "", 1).isdecimal() else None,
        key=form.get("key", "")[:64],
    )
    place, who, problem = f"/annotate/{served.slug}/task", editor(request), ""
    try:
        keep_answer(served.project, who, sent)
    except AnswerError as error:
        problem = str(error)
    if problem or sent.action == "note":  # the page again, with what was chosen but not saved
        task = replace(served.project.task_for(who, sent.item), answer=sent.answer)
        return show_task(request, served, task, sent.item, problem=problem)
    return RedirectResponse(address(place, feedback=sent.item) if sent.stage == "training" else place, 303)


def parse_spans(text: str) -> list[list[Any]]:
    try:
        spans = json.loads(text or "[]")
    except ValueError:
        raise AnswerError("The marked spans did not arrive whole. Load the page again.") from None
    return spans if isinstance(spans, list) else []


def keep_answer(project: Project, who: str, sent: TaskAnswer) -> None:
    """Keep what a person says."""
    if sent.action == "answer":
        project.answer(who, sent.item, sent.stage, sent.answer, seconds=sent.seconds, key=sent.key)
    elif sent.action == "skip":
        project.skip(who, sent.item, sent.text)
    elif sent.action == "note":
        project.note(who, sent.item, sent.text, key=sent.key)
    elif sent.action == "escalate":
        project.escalate(who, sent.item)
    else:
        project.verdict(who, sent.item, wrong=sent.action == "wrong")


@pages.get("/{project}/agreement")
def agreement_page(request: Request, served: Led) -> Response:
    return show(request, served, "annotate_agreement.html.j2", current="annotate_agreement", figures=served.agreement())


@pages.get("/{project}/items")
def items_page(
    request: Request,
    served: Led,
    label: Annotated[str, Query(max_length=200)] = "",
    first: Annotated[str, Query(max_length=200)] = "",
    second: Annotated[str, Query(max_length=200)] = "",
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Response:
    project = served.project
    with project.reading() as now:
        state = now.copy()
    items = items_with(state, label, (first, second) if first and second else None)
    rows = [
        (item, list(item.labels), compared_rows(project.scheme, item.answers(), item.item.text))
        for item in items[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    ]
    last = max(1, -(-len(items) // PAGE_SIZE))
    pair = (label, first, second)
    return show(
        request, served, "annotate_items.html.j2", current="annotate_agreement", rows=rows, page=page, last=last,
        found=len(items), pair=pair,
    )  # fmt: skip


def show(request: Request, served: ServedProject, template: str, **content: Any) -> Response:
    person, scheme = member(request, served.project), served.project.scheme
    with served.project.reading() as state:
        work = own_work(state, person) if person.name in state.people else None
    leads = person.role != "annotator"
    return render(request, template, project=served, scheme=scheme, person=person, leads=leads, work=work, **content)


# --- for programs


@api.get("")
def projects_json(request: Request) -> list[str]:
    """The annotation projects that one belongs to, by their short names."""
    return [served.slug for served in app_state(request).projects if may_see(request, served.project)]


@api.get("/{project}")
def status_json(served: Led) -> dict[str, Any]:
    """How far a project is: rounds, stages, people. For managers and experts."""
    with served.project.reading():
        return served.project.status()


@api.get("/{project}/task")
def task_json(request: Request, served: Requested) -> TaskEntry:
    """What one does next; the review is kept for half an hour."""
    task = served.project.task(editor(request))
    if task is None:
        return TaskEntry(done=True)
    return TaskEntry(done=False, item=task.item.id, text=task.item.text, stage=task.stage)


@api.post("/{project}/answers", responses={409: {"description": "The review is not open for this person"}})
def answer_json(served: Requested, sent: TaskAnswer, who: Who) -> TaskEntry:
    """Keep an answer, a skip, a note or a decision; it is on the disk when the call returns."""
    keep_answer(served.project, who, sent)
    return TaskEntry(done=True, item=sent.item, stage=sent.stage)


@api.get("/{project}/agreement")
def agreement_json(served: Led) -> dict[str, Any]:
    """How far people agree, with intervals, by label, annotator and round. For managers and experts."""
    return served.agreement().to_json()
