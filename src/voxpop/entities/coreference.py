"""What a pronoun stands for, and which mentions are of the same thing: sieves that know what is under review."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.entities.mentions import MAIN, WHOLE
from voxpop.entities.product_titles import letters_and_digits
from voxpop.entities.scene import Scene
from voxpop.entities.type_rules import CandidateCues, TypeDecision
from voxpop.lang.mention_candidates import MentionCandidate
from voxpop.types import About

REACH = 12  # mentions that a pronoun looks back over


def find_antecedent(
    k: int, scene: Scene, done: Sequence[TypeDecision], seen: Sequence[CandidateCues]
) -> tuple[TypeDecision, int | None]:
    """Return the type of a pronoun and the mention it stands for, None where that is the product itself or nothing."""
    one = scene.candidates[k]
    if one.head in scene.words.empty or stands_for_nothing(one, scene):
        return TypeDecision("other", 0.75), None
    if one.head in scene.words.this:
        return _this(one, scene)
    if one.head in scene.words.that and one.of is None and not seen[k].than:
        return TypeDecision("other", 0.6), None
    best, top = None, _prior(one, scene)
    for j in range(k - 1, max(-1, k - 1 - REACH), -1):
        score = _score(j, k, scene, done, seen)
        if score is not None and score > top:
            best, top = j, score
    if best is None:
        return _by_default(one, scene), None
    return TypeDecision(done[best].about, 0.7), best


def _this(one: MentionCandidate, scene: Scene) -> tuple[TypeDecision, int | None]:
    behind = scene.after(one, 1)
    rules = scene.rules
    if one.head in rules.EVENT_PRONOUNS and behind and behind[0] in rules.EVENT_VERBS:
        return TypeDecision("other", 0.6), None
    return TypeDecision("main", 0.8), None


def _by_default(one: MentionCandidate, scene: Scene) -> TypeDecision:
    if one.head in scene.words.they and not scene.known.plural and scene.rules.THEY_MAY_BE_PEOPLE:
        return TypeDecision("main" if scene.venue else "other", 0.5)
    return TypeDecision("main", 0.75)


def _prior(one: MentionCandidate, scene: Scene) -> float:
    """How near another thing must be, so that a pronoun is not the product's."""
    if one.head in scene.words.they:
        return -2.0 if not scene.known.plural else -1.0
    return -1.0


def _score(j: int, k: int, scene: Scene, done: Sequence[TypeDecision], seen: Sequence[CandidateCues]) -> float | None:
    """How well an earlier mention would be what a pronoun stands for; None where it cannot be."""
    one, other = scene.candidates[k], scene.candidates[j]
    about = done[j].about
    if about == "other" or other.end > one.start or (one.owner == j):
        return None
    many = one.head in scene.words.they
    if other.plural != many and not (about == "main" and scene.known.plural == many):
        return None
    is_bound = one.head in scene.rules.CLAUSE_BOUND_PRONOUNS
    if is_bound and other.clause == one.clause and other.kind != "pronoun":
        return None
    away = one.clause - other.clause + 2 * (one.sentence - other.sentence)
    score = -0.5 * away
    score += 0.6 if seen[j].subject else 0.0
    score += 0.3 if other.kind in ("name", "pronoun") else 0.0
    score += 0.4 if about == "main" else 0.0
    score -= 0.8 if about in WHOLE else 0.0
    score -= 0.8 if about == "generic" else 0.0
    score -= 0.7 if seen[j].than else 0.0
    return score


def stands_for_nothing(one: MentionCandidate, scene: Scene) -> bool:
    """Return whether a pronoun is an empty subject: "It is easy to …"."""
    return scene.rules.stands_for_nothing(one.head, scene.after(one, 6), scene.words)


class EntityClusters:
    """The things of a review, numbered as they come; 0 is the product."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.of: dict[int, int] = {}  # the cluster of each mention
        self.count = 1
        self._heads: dict[tuple[About, str], int] = {}
        self._last: dict[About, int] = {}
        self.names: dict[int, str] = {} if scene.known.name is None else {MAIN: scene.known.name}

    def add(self, k: int, about: About, stands_for: int | None, *, owner: int | None) -> int:
        """Return the cluster of the next mention."""
        number = self._cluster(self.scene.candidates[k], about, stands_for, owner)
        self.of[k] = number
        if about != "other":
            self._last[about] = number
        return number

    def last(self, about: About) -> int:
        """Return the cluster of the last mention of a type; a new one where only parts of it are spoken of."""
        if about not in self._last:
            self._last[about] = self.count
            self.count += 1
        return self._last[about]

    def _cluster(self, one: MentionCandidate, about: About, stands_for: int | None, owner: int | None) -> int:
        if about == "main":
            return MAIN
        if about == "generic":
            return self.last(about)  # the class in general is one thing, whatever it is called
        if one.kind == "pronoun":
            if stands_for is not None and self.of.get(stands_for, MAIN) != MAIN:
                return self.of[stands_for]
            if about in self._last:
                return self._last[about]
        return self._by_head(one, about, owner)

    def _by_head(self, one: MentionCandidate, about: About, owner: int | None) -> int:
        """The same noun, of the same owner, is the same thing unless it is another; so is the same name."""
        keys = [(about, key if owner is None else f"{key}/{owner}") for key in _keys(one)]
        rules = self.scene.rules
        fresh = one.det in rules.INDEFINITE | rules.ANOTHER and about != "generic"
        if not fresh:
            for key in keys:
                if key in self._heads:
                    return self._heads[key]
            if one.head in self.scene.words.vague and about in self._last and about != "other":
                return self._last[about]
        number = self.count
        self.count += 1
        if one.kind == "name" and one.name is not None:
            self.names.setdefault(number, one.name.entity)
        for key in keys:
            self._heads[key] = number
        return number


def _keys(one: MentionCandidate) -> list[str]:
    """What a later mention of the same thing would share: its whole words, its name, its noun."""
    keys = [letters_and_digits(one.phrase), one.head]
    if one.name is not None:
        keys += [letters_and_digits(one.name.entity), *(word.lower() for word in one.name.entity.split())]
    return [key for key in dict.fromkeys(keys) if key]
