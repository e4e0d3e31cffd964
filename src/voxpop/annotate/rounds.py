"""The state of a project, derived from its journal: who answered what, and at which stage each review is.

The stages follow section 3.3 of ASAP (Bu et al., 2021)::

    label ─ two people agree ─ a sample, and where the model disagrees ─ review ─ objected ─┐
      │                                └ the others ──────────────────────┐                 │
      └─ they differ, or skip ─ adjudicate ─ open after discussion ───────│──────────── expert
                                     └────────────── final ───────────────┴─────────────────┘
    all final ─ check of a blind random sample ─ accepted, or returned: the others are labelled anew, and a new sample

Final labels that were imported are final and not checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, NamedTuple

from voxpop.annotate.journal import Event
from voxpop.annotate.scheme import Answer, Scheme, same, score
from voxpop.errors import StoreError

ROLES = ("annotator", "manager", "expert")
STAGES = ("training", "label", "review", "adjudicate", "expert", "check", "done")
READ_ELSEWHERE = ("items", "model")  # new reviews and answers of the model: the project has read them
LEASE = 30 * 60.0  # seconds that a review is kept for whoever opened it


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """What ``project.toml`` says about the rounds."""

    overlap: int = 2  # people who label each review without seeing each other
    managers: int = 1  # who must decide a disagreement alike; ASAP had 2
    threshold: float = 0.8  # the score in the training round from which an annotator goes on
    review_share: float = 0.2  # of the agreed reviews that a third person looks at
    limit: float = 0.05  # the share of wrong labels that is accepted
    confidence: float = 0.9
    allowed: int = 1  # wrong labels in the sample with which a batch still passes
    seed: int = 0


@dataclass(frozen=True, slots=True)
class AnnotationItem:
    """A review to label; ``gold`` is its right answer where it is used for training."""

    id: str
    text: str
    stars: float | None = None
    gold: Answer | None = None


class GivenAnswer(NamedTuple):
    """An answer with who gave it, when, in how many seconds, and under which version of the guideline."""

    who: str
    answer: Answer
    at: float
    seconds: float | None = None
    guideline: str = ""


@dataclass(slots=True)
class Person:
    """Someone who works on the project; ``digest`` is that of the token."""

    name: str
    role: str
    digest: str = ""
    training: dict[str, GivenAnswer] = field(default_factory=dict)
    labelled: dict[str, None] = field(default_factory=dict)  # reviews that they labelled, the last one last
    claimed: dict[str, str] = field(default_factory=dict)  # the review that they opened last, by stage


@dataclass(slots=True)
class ItemState:
    """Everything that happened to one review."""

    item: AnnotationItem
    round: int = 0
    labels: dict[str, GivenAnswer] = field(default_factory=dict)
    skips: dict[str, str] = field(default_factory=dict)
    claims: dict[tuple[str, str], float] = field(default_factory=dict)  # who has it open at which stage, since when
    review: GivenAnswer | None = None
    decisions: dict[str, GivenAnswer] = field(default_factory=dict)
    escalated: bool = False
    earlier: list[dict[str, GivenAnswer]] = field(default_factory=list)  # labels of batches that were returned
    expert: GivenAnswer | None = None
    imported: GivenAnswer | None = None  # a final label that a file brought; ``who`` is the name of the file
    seen: set[str] = field(default_factory=set)  # everyone who gave an answer or was shown one
    sampled: bool = False
    check: GivenAnswer | None = None
    wrong: bool | None = None  # what the check found; None until it is known
    notes: list[tuple[str, float, str]] = field(default_factory=list)
    stage: str = ""
    final: Answer | None = None
    source: str = ""  # how the final answer came about

    def answers(self) -> list[Answer]:
        """Return the answers of all who labelled it."""
        return [given.answer for given in self.labels.values()]

    def agreed(self) -> Answer | None:
        """Return what all who labelled it say, if they agree."""
        first, *others = self.answers()
        return first if all(same(first, other) for other in others) else None


@dataclass(slots=True)
class Round:
    """Reviews that are labelled, checked and accepted together."""

    number: int
    items: list[str]
    attempts: list[dict[str, Any]] = field(default_factory=list)  # the samples and what became of them
    unfinished: set[str] = field(default_factory=set)  # reviews without a final answer, or whose check is open

    @property
    def is_open(self) -> bool:
        """Whether the reviews are labelled: no sample was drawn yet, or the batch was returned."""
        return not self.attempts or self.attempts[-1]["accepted"] is False

    @property
    def accepted(self) -> bool:
        """Whether the labels were accepted."""
        return bool(self.attempts) and self.attempts[-1]["accepted"] is True


class ProjectState:
    """People, reviews and rounds after some events. ``apply`` is the only place that changes it."""

    def __init__(self, scheme: Scheme, settings: ProjectSettings) -> None:
        self.scheme, self.settings = scheme, settings
        self.items: dict[str, ItemState] = {}
        self.people: dict[str, Person] = {}
        self.rounds: dict[int, Round] = {}
        self.training: tuple[str, ...] = ()
        self.model: Mapping[str, Any] = {}  # what the model answers, by item
        self.keys: set[str] = set()  # of answers that were kept
        self.events = 0
        self.by_stage: dict[str, dict[str, None]] = {stage: {} for stage in STAGES}

    def apply(self, event: Event) -> None:
        """Change the state by one event."""
        self.events += 1
        name = event.get("do")
        change = getattr(self, f"_do_{name}", None)
        if change is not None:
            change(event)
        elif name not in READ_ELSEWHERE:
            raise StoreError(f"The journal has a change {name!r} that this version of voxpop does not know.")
        if event.get("key"):
            self.keys.add(event["key"])
        if "item" in event:
            self.settle(self.items[event["item"]])

    def copy(self) -> ProjectState:
        """Return what the figures need, as it is now: others go on changing this one."""
        copied = ProjectState(self.scheme, self.settings)
        copied.items = {id: replace(state, labels=dict(state.labels)) for id, state in self.items.items()}
        copied.people = {name: replace(person, labelled=dict(person.labelled)) for name, person in self.people.items()}
        copied.rounds, copied.model, copied.events = dict(self.rounds), self.model, self.events
        return copied

    def settle(self, state: ItemState) -> None:
        """Find the final answer and the stage of a review again."""
        before = state.stage
        stage, state.final, state.source = self._outcome(state)
        is_checked = not state.sampled or state.wrong is not None
        state.stage = (stage or ("done" if is_checked else "check")) if state.round else ""
        if before and before != state.stage:
            del self.by_stage[before][state.item.id]
        if state.stage:
            self.by_stage[state.stage][state.item.id] = None
            unfinished = self.rounds[state.round].unfinished
            unfinished.discard(state.item.id) if state.stage == "done" else unfinished.add(state.item.id)

    # --- events

    def _do_person(self, event: Event) -> None:
        person = self.people.setdefault(event["name"], Person(event["name"], event["role"]))
        person.role, person.digest = event["role"], event.get("digest") or person.digest

    def _do_training(self, event: Event) -> None:
        self.training = tuple(event["items"])

    def _do_retrain(self, event: Event) -> None:
        self.people[event["name"]].training.clear()

    def _do_round(self, event: Event) -> None:
        number = event["round"]
        self.rounds[number] = Round(number, list(event["items"]))
        for id in event["items"]:
            self.items[id].round = number
            self.settle(self.items[id])

    def _do_claim(self, event: Event) -> None:
        state, who, stage = self.items[event["item"]], event["who"], event["stage"]
        state.claims[who, stage] = event["at"]
        self.people[who].claimed[stage] = event["item"]
        if stage not in ("label", "check"):
            state.seen.add(who)

    def _do_answer(self, event: Event) -> None:
        state, stage, who = self.items[event["item"]], event["stage"], event["who"]
        state.seen.add(who)
        given = GivenAnswer(who, event["answer"], event["at"], event.get("seconds"), event.get("guideline", ""))
        if stage == "training":
            self.people[who].training[state.item.id] = given
        elif stage == "label":
            state.labels[who] = given
            state.skips.pop(who, None)
            self.people[who].labelled.pop(state.item.id, None)
            self.people[who].labelled[state.item.id] = None
        elif stage == "adjudicate":
            state.decisions[who] = given
        else:
            setattr(state, stage, given)
            if stage == "check":
                state.wrong = False if state.final is not None and same(given.answer, state.final) else None
        state.claims.pop((who, stage), None)

    def _do_skip(self, event: Event) -> None:
        state = self.items[event["item"]]
        state.skips[event["who"]] = event["reason"]
        if state.labels.pop(event["who"], None):
            del self.people[event["who"]].labelled[state.item.id]
        state.claims.pop((event["who"], "label"), None)

    def _do_note(self, event: Event) -> None:
        state = self.items[event["item"]]
        state.notes.append((event["who"], event["at"], event["text"]))
        state.seen.add(event["who"])

    def _do_escalate(self, event: Event) -> None:
        state = self.items[event["item"]]
        state.escalated = True
        state.seen.add(event["who"])

    def _do_verdict(self, event: Event) -> None:
        self.items[event["item"]].wrong = event["wrong"]

    def _do_sample(self, event: Event) -> None:
        batch, chosen = self.rounds[event["round"]], set(event["items"])
        batch.attempts.append({**event, "accepted": None})
        for id in batch.items:
            self.items[id].sampled = id in chosen
            self.settle(self.items[id])

    def _do_result(self, event: Event) -> None:
        """The check of a sample is complete: the round is accepted, or what was not checked is labelled anew."""
        batch = self.rounds[event["round"]]
        batch.attempts[-1] |= {"accepted": event["accepted"], "wrong": event["wrong"]}
        for id in batch.items:
            state = self.items[id]
            state.sampled = False
            if not event["accepted"] and state.check is None and state.imported is None:
                for who in state.labels:
                    del self.people[who].labelled[id]
                state.earlier.append(state.labels)
                state.labels, state.skips, state.claims, state.decisions = {}, {}, {}, {}
                state.review, state.expert, state.escalated = None, None, False
            self.settle(state)

    # --- what follows from them

    def _outcome(self, state: ItemState) -> tuple[str, Answer | None, str]:
        """Return the stage at which a review waits for people, or its final answer and how that came about."""
        if state.check is not None and state.wrong:
            return "", state.check.answer, "checked"
        if state.imported is not None:
            return "", state.imported.answer, "imported"
        if state.expert is not None:
            return "", state.expert.answer, "expert"
        if state.escalated:
            return "expert", None, ""
        if state.decisions or self.is_disputed(state):
            decisions = [given.answer for given in state.decisions.values()]
            is_decided = len(decisions) >= self.settings.managers and all(same(decisions[0], x) for x in decisions)
            return ("", decisions[0], "adjudicated") if is_decided else ("adjudicate", None, "")
        if not self.is_labelled(state):
            return "label", None, ""
        agreed = state.agreed()
        if state.review is not None:
            return ("", agreed, "reviewed") if same(state.review.answer, agreed or {}) else ("expert", None, "")
        return ("review", None, "") if self.needs_review(state) else ("", agreed, "agreed")

    def is_labelled(self, state: ItemState) -> bool:
        """Whether enough people have labelled a review."""
        return len(state.labels) >= self.settings.overlap

    def is_disputed(self, state: ItemState) -> bool:
        """Whether a manager must decide: people differ, several skipped it, or one did and nobody else is left."""
        if len(state.skips) >= self.settings.overlap:
            return True
        if self.is_labelled(state):
            return state.agreed() is None
        annotators = {name for name, person in self.people.items() if person.role == "annotator"}
        return bool(state.skips) and annotators <= {*state.labels, *state.skips}

    def needs_review(self, state: ItemState) -> bool:
        """Whether a third person looks at an agreed review: by chance, or because the model says something else."""
        digest = sha256(f"{self.settings.seed}:{state.item.id}".encode("utf-8", "surrogatepass")).digest()
        is_drawn = int.from_bytes(digest[:6]) < self.settings.review_share * 2**48
        is_checked = state.check is not None or not self.rounds[state.round].is_open
        return is_drawn or (self.model_differs(state) and not is_checked)

    def model_differs(self, state: ItemState) -> bool:
        """Whether the model's answer is none of those that people gave."""
        model = self.model.get(state.item.id)
        if model is None:
            return False
        given = [_restricted(answer.answer, model["knows"]) for answer in state.labels.values()]
        return not any(same(model["answer"], answer) for answer in given)

    def training_score(self, person: Person) -> float | None:
        """Return the score of an annotator in the training round, None until it is complete."""
        if any(id not in person.training for id in self.training):
            return None
        gold = [self.items[id].item.gold or ({} if not self.scheme.marks_spans else []) for id in self.training]
        return score(self.scheme, gold, [person.training[id].answer for id in self.training])

    def is_trained(self, person: Person) -> bool:
        """Whether an annotator may label: there is no training round, or they passed it."""
        result = self.training_score(person) if self.training else 1.0
        return result is not None and result >= self.settings.threshold

    def candidates(self, who: str, stage: str, now: float) -> Iterable[ItemState]:
        """Yield the reviews at a stage that a person may take, those that the model reads otherwise first."""
        states: Iterable[ItemState] = (self.items[id] for id in self.by_stage[stage])
        if self.model and stage in ("review", "adjudicate", "expert"):
            states = sorted(states, key=lambda state: not self.model_differs(state))
        return (state for state in states if self.may_take(who, stage, state, now))

    def may_take(self, who: str, stage: str, state: ItemState, now: float) -> bool:
        """Whether a review is open for a person: nobody else holds it, and they have not answered it before."""
        if stage == "label" and (who in state.labels or who in state.skips):
            return False
        held = {name for (name, at), since in state.claims.items() if at == stage and abs(now - since) < LEASE} - {who}
        if stage == "label":
            return len(state.labels.keys() | held) < self.settings.overlap
        if stage == "adjudicate":
            free = len(state.decisions.keys() | held) < self.settings.managers
            is_split = len(state.decisions) >= self.settings.managers  # they decided differently and must discuss
            return who not in state.labels and (free if who not in state.decisions else is_split)
        if stage == "check":
            if state.check is not None:
                return state.check.who == who
            others = {person.name for person in self.people.values() if person.role != "annotator"} - state.seen
            return not held and (who not in state.seen or not others)  # best is who has seen no answer
        return not held and who not in state.labels

    def stages_for(self, person: Person) -> tuple[str, ...]:
        """Return the stages that a person works at, the most urgent first."""
        if person.role == "annotator":
            return ("label", "review") if self.is_trained(person) else ()
        return ("expert", "check") if person.role == "expert" else ("adjudicate", "review", "check")


def _restricted(answer: Answer, labels: Iterable[str]) -> Answer:
    """Return an answer without the labels that the model does not know."""
    if isinstance(answer, list):
        return [span for span in answer if span[2] in labels]
    return {label: value for label, value in answer.items() if label in labels}
