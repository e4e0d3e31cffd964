"""A project is a folder: ``project.toml``, ``guideline.md``, ``items.jsonl``, ``journal.jsonl`` and ``model.jsonl``.

The journal holds every change, and the state is derived from it, so that nothing is ever overwritten. All answers are
given here: ``task`` says what a person does next, ``answer`` and its kin keep what they say.
"""

from __future__ import annotations

import json
import secrets
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from random import SystemRandom
from typing import Any

from voxpop.annotate.acceptance import sampling_plan
from voxpop.annotate.journal import Event, Journal
from voxpop.annotate.rounds import (
    LEASE,
    ROLES,
    STAGES,
    AnnotationItem,
    ItemState,
    Person,
    ProjectSettings,
    ProjectState,
)
from voxpop.annotate.scheme import Answer, AnswerError, Scheme, parse_scheme, read_text, score
from voxpop.atomic_files import atomic_write
from voxpop.errors import InputError, OptionError, OutputError, StoreError, VoxpopError, choose
from voxpop.lang import DEFAULT, language

CONFIG, GUIDELINE, ITEMS, JOURNAL, MODEL = (
    "project.toml", "guideline.md", "items.jsonl", "journal.jsonl", "model.jsonl",
)  # fmt: skip
LONGEST_NOTE = 2000
DAY = 24 * 3600.0


class NotYours(VoxpopError):
    """A task that is another person's, already done, or at another stage by now."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a person sees of one review: never an answer that they must not know yet."""

    item: AnnotationItem
    stage: str
    answer: Answer | None = None  # what to begin with: their own earlier answer, or the one to review
    shown: tuple[tuple[str, Answer], ...] = ()  # the answers that are compared, with a name for each
    notes: tuple[tuple[str, float, str], ...] = ()
    skips: tuple[str, ...] = ()  # reasons of those who skipped it
    is_verdict: bool = False  # the check differs from the final answer: which is right?


def is_project(path: str | Path) -> bool:
    """Whether a path is the folder of a project."""
    return (Path(path) / CONFIG).is_file()


class Project:
    """An open project. Several threads and programs may use it at the same time."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not is_project(self.folder):
            raise StoreError(
                f"{self.folder} is no annotation project: it has no {CONFIG}. Make one: voxpop annotate new"
            )
        text = read_text(self.folder / CONFIG, "project")
        self.scheme: Scheme = parse_scheme(text, str(self.folder / CONFIG))
        table = tomllib.loads(text)
        self.name, self.lang = str(table.get("name", self.folder.name)), str(table.get("lang", DEFAULT))
        self.state = ProjectState(self.scheme, _settings(table.get("rounds", {}), str(self.folder / CONFIG)))
        self.journal = Journal(self.folder / JOURNAL)
        self._load_items()
        self._load_model()
        with self.journal.exclusive():
            self._catch_up()

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()

    @property
    def guideline(self) -> str:
        """The guideline as it is now, in Markdown."""
        path = self.folder / GUIDELINE
        return path.read_text("utf-8", "replace") if path.exists() else ""  # whatever the user's editor wrote

    @property
    def guideline_version(self) -> str:
        """A short mark that changes with the guideline."""
        return sha256(self.guideline.encode()).hexdigest()[:8]

    # --- reading and writing

    def refresh(self) -> ProjectState:
        """Return the state with what other programs wrote since."""
        with self.reading() as state:
            return state

    @contextmanager
    def reading(self) -> Iterator[ProjectState]:
        """Hold the state still while it is looked at. For a longer look, copy it."""
        with self.journal.exclusive():
            self._catch_up()
            yield self.state

    def _catch_up(self) -> None:
        for event in self.journal.new_events():
            with _reading(self.journal.path):
                if event["do"] == "items":
                    self._load_items()
                elif event["do"] == "model":
                    self._load_model()
                self.state.apply(event)

    def _load_items(self) -> None:
        with _reading(self.folder / ITEMS):
            items = [
                AnnotationItem(line["id"], line["text"], line.get("stars"), line.get("gold"))
                for line in _lines(self.folder / ITEMS)
            ]
        for item in items:
            state = self.state.items.get(item.id)
            if state is None:
                self.state.items[item.id] = ItemState(item)
            else:
                state.item = item

    def _load_model(self) -> None:
        with _reading(self.folder / MODEL):
            self.state.model = {line["id"]: line for line in _lines(self.folder / MODEL)}
        for state in self.state.items.values():
            self.state.settle(state)

    def record(self, *events: Event) -> None:
        """Keep events; returns when they are on the disk."""
        with self.journal.exclusive():
            self._catch_up()
            size = self._append(events)
        self.journal.flush(size)

    def _append(self, events: Iterable[Event]) -> int:
        """Write and apply events, and those that follow from them. Call it while the journal is held."""
        stamped = [{"at": round(time.time(), 3), **event} for event in events]
        size = self.journal.append(stamped)
        for event in stamped:
            self.state.apply(event)
        following = self._following({event["item"] for event in stamped if event["do"] != "claim" and "item" in event})
        return self._append(following) if following else size

    def _following(self, items: set[str]) -> list[Event]:
        """Return what a change leads to: a sample when a round is complete, a result when the sample is checked."""
        events: list[Event] = []
        for number in sorted({self.state.items[id].round for id in items} - {0}):
            batch = self.state.rounds[number]
            attempt = batch.attempts[-1] if batch.attempts else {}
            if batch.accepted or batch.unfinished:
                continue
            if batch.is_open:
                states = [(id, self.state.items[id]) for id in batch.items]
                attempt = self._sample(number, [id for id, state in states if not (state.check or state.imported)])
                events.append(attempt)
            if not batch.is_open or not attempt["items"]:
                wrong = sum(bool(self.state.items[id].wrong) for id in attempt["items"])
                is_whole = len(attempt["items"]) == attempt["batch"]  # all were checked, and the wrong ones corrected
                passed = is_whole or wrong <= attempt["allowed"]
                events.append({"do": "result", "round": number, "accepted": passed, "wrong": wrong})
        return events

    def _sample(self, number: int, batch: Sequence[str]) -> Event:
        settings = self.state.settings
        plan = sampling_plan(len(batch), limit=settings.limit, confidence=settings.confidence, allowed=settings.allowed)
        chosen = SystemRandom().sample(list(batch), plan.size)
        return {"do": "sample", "round": number, "items": chosen, "allowed": plan.allowed, "batch": len(batch)}

    def status(self) -> dict[str, Any]:
        """Return how far the project is, as plain data."""
        state, rounds = self.state, []
        for batch in state.rounds.values():
            stages = Counter(state.items[id].stage for id in batch.items)
            open_now = ("returned" if batch.attempts else "open") if batch.is_open else "being checked"
            rounds.append(
                {
                    "round": batch.number,
                    "reviews": len(batch.items),
                    "state": "accepted" if batch.accepted else open_now,
                    "stages": {stage: stages[stage] for stage in STAGES if stages[stage]},
                    "samples": batch.attempts,
                }
            )
        people = [
            {
                "name": person.name,
                "role": person.role,
                "training": state.training_score(person) if state.training and person.role == "annotator" else None,
                "labelled": len(person.labelled),
            }
            for person in state.people.values()
        ]
        counts = {"reviews": len(state.items), "waiting": len(self.unlabelled()), "training": len(state.training)}
        facts = {"name": self.name, "scheme": self.scheme.kind, **counts, "guideline": self.guideline_version}
        return {**facts, "rounds": rounds, "people": people}

    # --- people and rounds

    def invite(self, name: str, role: str) -> str:
        """Add a person, or give one a new token and role; returns the token, which is kept nowhere."""
        choose("role", role, ROLES)
        name = " ".join(name.split())
        if not name or len(name) > 60 or "=" in name:
            raise OptionError(f"A name has 1 to 60 characters and no '=': {name!r}.")
        token = secrets.token_urlsafe(18)
        self.record({"do": "person", "name": name, "role": role, "digest": sha256(token.encode()).hexdigest()})
        return token

    def person(self, name: str) -> Person:
        """Return a person by name."""
        if name not in self.state.people:
            members = ", ".join(self.state.people) or "nobody yet"
            raise OptionError(
                f"{name!r} is not in the project {self.name}: {members}. Add people: voxpop annotate invite"
            )
        return self.state.people[name]

    def add_items(self, items: Sequence[AnnotationItem]) -> int:
        """Add reviews whose ids are new and change those whose ids are known; returns how many are new."""
        with self.journal.exclusive():
            self._catch_up()
            before = {state.item.id: state.item for state in self.state.items.values()}
            for item in items:
                old = before.get(item.id)
                if old is not None and old.text != item.text:
                    raise InputError(f"Review {item.id!r} is in the project with another text, so it is not replaced.")
            merged = before | {item.id: item for item in items}
            lines = (json.dumps(_given_fields(item), ensure_ascii=False) + "\n" for item in merged.values())
            atomic_write(self.folder / ITEMS, "".join(lines).encode("utf-8", "surrogatepass"))
            self._load_items()
            size = self._append([{"do": "items", "count": len(merged)}])
        self.journal.flush(size)
        return len(merged) - len(before)

    def start_training(self, count: int | None = None) -> int:
        """Start the training round with the reviews that have a gold answer; returns how many."""
        gold = [id for id, state in self.state.items.items() if state.item.gold is not None and not state.round]
        if not gold:
            raise OptionError("No review has a gold answer. Bring some: voxpop annotate import PROJECT FILE --as gold")
        self.record({"do": "training", "items": gold[:count]})
        return len(gold[:count])

    def start_round(self, chosen: Sequence[str], *, select: str = "order") -> int:
        """Start a round of labelling with some reviews; returns its number."""
        if not chosen:
            raise OptionError(
                "There are no reviews left to label. Bring more: voxpop annotate import PROJECT FILE --as reviews"
            )
        number = len(self.state.rounds) + 1
        self.record({"do": "round", "round": number, "items": list(chosen), "select": select})
        return number

    def unlabelled(self) -> list[str]:
        """Return the reviews that are in no round and not used for training."""
        used = set(self.state.training)
        return [
            id for id, state in self.state.items.items()
            if not state.round and id not in used and state.item.gold is None
        ]  # fmt: skip

    def retrain(self, name: str) -> None:
        """Let an annotator take the training round again."""
        self.record({"do": "retrain", "name": self.person(name).name})

    # --- tasks

    def task(self, who: str) -> Task | None:
        """Return what a person does next and keep the review for them; None if there is nothing to do."""
        with self.journal.exclusive():
            self._catch_up()
            person, now = self.person(who), time.time()
            if person.role == "annotator" and not self.state.is_trained(person):
                left = [id for id in self.state.training if id not in person.training]
                return self._task(self.state.items[left[0]], "training", who) if left else None
            for stage in self.state.stages_for(person):
                state = self._next(who, stage, now)
                if state is not None:
                    break
            else:
                return None
            # Holding a review is no answer, so nobody waits for the disk.
            if abs(now - state.claims.get((who, stage), 0)) > LEASE / 2:
                self._append([{"do": "claim", "item": state.item.id, "stage": stage, "who": who}])
            return self._task(state, stage, who)

    def _next(self, who: str, stage: str, now: float) -> ItemState | None:
        """Return what a person has open, else what is free; what they have decided already comes last."""
        held = self.state.items.get(self.state.people[who].claimed.get(stage, ""))
        is_held = held is not None and held.stage == stage and (who, stage) in held.claims
        if held is not None and is_held and self.state.may_take(who, stage, held, now):
            return held
        free = self.state.candidates(who, stage, now)
        if stage == "adjudicate":
            free = sorted(free, key=lambda state: who in state.decisions)
        return next(iter(free), None)

    def task_for(self, who: str, id: str) -> Task:
        """Return the task of one review: an own answer to change, or one that a manager or expert looks at."""
        state, person = self._item(id), self.person(who)
        self.refresh()
        stage = self._open_stage(person, state)
        if stage is None:
            raise NotYours(f"Review {id!r} is not open for {who}: it is at the stage {state.stage or 'waiting'!r}.")
        return self._task(state, stage, who)

    def _open_stage(self, person: Person, state: ItemState) -> str | None:
        """Return the stage at which a person may answer a review now."""
        id = state.item.id
        if person.role == "annotator" and id in self.state.training and id not in person.training:
            return "training"
        if person.name in state.labels and self._may_revise(state) and self.state.is_trained(person):
            return "label"
        is_theirs = state.stage in self.state.stages_for(person)
        return state.stage if is_theirs and self.state.may_take(person.name, state.stage, state, time.time()) else None

    def last_labelled(self, who: str) -> str | None:
        """Return the review that a person labelled last, if that can still be changed."""
        last = next(reversed(self.person(who).labelled), None)
        return last if last is not None and self._may_revise(self.state.items[last]) else None

    def _may_revise(self, state: ItemState) -> bool:
        is_seen = state.review or state.decisions or state.escalated or state.expert or state.check or state.imported
        return not is_seen and self.state.rounds[state.round].is_open

    def _task(self, state: ItemState, stage: str, who: str) -> Task:
        item = AnnotationItem(state.item.id, state.item.text, state.item.stars)  # without the gold answer
        if stage in ("training", "label"):
            own = state.labels.get(who) if stage == "label" else None
            return Task(item, stage, own.answer if own else None)
        if stage == "check":
            if state.check is None:
                return Task(item, stage)
            shown = (("final", state.final or []), ("check", state.check.answer))
            return Task(item, stage, state.check.answer, shown, is_verdict=True)
        answers = [(chr(65 + place), given.answer) for place, given in enumerate(state.labels.values())]
        if state.review is not None:
            answers.append(("review", state.review.answer))
        if stage == "expert" or who in state.decisions:
            answers += [(given.who, given.answer) for given in state.decisions.values()]
        if stage != "review" and state.item.id in self.state.model:
            answers.append(("model", self.state.model[state.item.id]["answer"]))
        begin = state.decisions[who].answer if who in state.decisions else state.agreed() if state.labels else None
        skips = tuple(state.skips.values())
        return Task(item, stage, begin, tuple(answers) if stage != "review" else (), tuple(state.notes), skips)

    def _item(self, id: str) -> ItemState:
        if id not in self.state.items:
            raise NotYours(f"There is no review {id!r} in the project {self.name}.")
        return self.state.items[id]

    def answer(
        self, who: str, id: str, stage: str, answer: Any, *, seconds: float | None = None, key: str = ""
    ) -> None:
        """Keep an answer. The same ``key`` a second time is not kept again."""
        checked = self.scheme.check(answer, self._item(id).item.text)
        event: Event = {"do": "answer", "item": id, "stage": stage, "who": who, "answer": checked}
        event |= {"guideline": self.guideline_version, "key": key or secrets.token_hex(8)}
        if seconds is not None and 0 <= seconds < DAY:
            event["seconds"] = round(seconds, 1)
        self._keep(event, stage)

    def feedback(self, who: str, id: str) -> tuple[Answer, Answer, float]:
        """Return a training answer, the right one, and what it was worth."""
        given, gold = self.person(who).training[id].answer, self._item(id).item.gold
        right = gold if gold is not None else type(given)()
        return given, right, score(self.scheme, [right], [given])

    def skip(self, who: str, id: str, reason: str) -> None:
        """Leave a review to others, with a reason."""
        self._keep({"do": "skip", "item": id, "who": who, "reason": _words(reason)}, "label")

    def note(self, who: str, id: str, text: str, *, key: str = "") -> None:
        """Add a note to the discussion of a review. The same ``key`` a second time is not kept again."""
        self._keep({"do": "note", "item": id, "who": who, "text": _words(text), "key": key}, None)

    def escalate(self, who: str, id: str) -> None:
        """Leave a disagreement that stays open to the expert."""
        self._keep({"do": "escalate", "item": id, "who": who}, "adjudicate")

    def verdict(self, who: str, id: str, *, wrong: bool) -> None:
        """Say whether a final label that the blind check contradicts is wrong, or the check was a slip."""
        self._keep({"do": "verdict", "item": id, "who": who, "wrong": wrong}, "check")

    def _keep(self, event: Event, stage: str | None) -> None:
        who, state = event["who"], self._item(event["item"])
        with self.journal.exclusive():
            self._catch_up()
            if event.get("key") in self.state.keys:
                return
            self._check_turn(self.person(who), state, stage, event)
            size = self._append([event])
        self.journal.flush(size)

    def _check_turn(self, person: Person, state: ItemState, stage: str | None, event: Event) -> None:
        """Raise a ``NotYours`` unless the person may do this to this review now."""
        who, id = person.name, state.item.id
        if stage is None:
            allowed = person.role != "annotator" and state.stage in ("adjudicate", "expert")
        elif event["do"] == "verdict":
            allowed = state.check is not None and state.check.who == who and state.wrong is None
        else:
            allowed = self._open_stage(person, state) == stage and not (stage == "check" and state.check is not None)
        if not allowed:
            raise NotYours(f"Nothing was kept: review {id!r} is not open for {who} at the stage {stage or 'note'!r}.")


def create_project(
    folder: Path, scheme: Scheme, *, name: str, lang: str, settings: ProjectSettings, guideline: str | None = None
) -> Project:
    """Make the folder of a project, with the template of the guideline in its language unless one is given."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder} is there already. Choose another folder for the project.")
    folder.mkdir(parents=True, exist_ok=True)
    facts = {"name": name, "lang": lang, "kind": scheme.kind, "labels": scheme.labels, "values": scheme.values}
    lines = [_toml(key, value) for key, value in facts.items() if value]
    for title, table in (("rounds", asdict(settings)), ("model", scheme.model)):
        lines += ["", f"[{title}]", *(_toml(key, value) for key, value in table.items())] if table else []
    atomic_write(folder / GUIDELINE, language(lang).guideline if guideline is None else guideline)
    atomic_write(folder / ITEMS, "")
    atomic_write(folder / CONFIG, "\n".join(lines) + "\n")
    return Project(folder)


def _toml(key: str, value: Any) -> str:
    """Return a line of TOML, whose strings, numbers and lists are written as those of JSON."""
    name = key if key.isidentifier() and key.isascii() else json.dumps(key, ensure_ascii=False)
    return f"{name} = {json.dumps(value, ensure_ascii=False)}"


def _settings(table: Mapping[str, Any], source: str) -> ProjectSettings:
    accepted = [field.name for field in fields(ProjectSettings)]
    for name, value in table.items():
        if name not in accepted:
            raise InputError(f"{source}: unknown setting {name!r}. Accepted: {', '.join(accepted)}.")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"{source}: {name} must be a number, not {value!r}.")
        is_share = isinstance(getattr(ProjectSettings(), name), float)
        if is_share and not 0 <= value <= 1:
            raise InputError(f"{source}: {name} must lie between 0 and 1, not {value}.")
        if not is_share and (value != int(value) or value < (name in ("overlap", "managers"))):
            raise InputError(f"{source}: {name} must be a whole number, overlap and managers 1 or more, not {value}.")
    return ProjectSettings(**table)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn what lines without sense raise into a StoreError that names the file."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise StoreError(f"{path} is damaged: a line of it makes no sense ({error!r}).") from error


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        text = path.read_bytes().decode("utf-8", "surrogatepass") if path.exists() else ""
        return [json.loads(line) for line in text.split("\n") if line]
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read: {error}.") from None


def _given_fields(item: AnnotationItem) -> dict[str, Any]:
    return {name: value for name, value in asdict(item).items() if value is not None}


def _words(text: str) -> str:
    words = text.strip()
    if not words or len(words) > LONGEST_NOTE:
        raise AnswerError(f"Say why, in 1 to {LONGEST_NOTE:,} characters.")
    return words
