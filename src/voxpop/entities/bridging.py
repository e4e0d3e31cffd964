"""Whose part a part is: by its owner if one stands with it, else by what its clause, or the talk so far, is about."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.entities.mentions import PART, WHOLE
from voxpop.entities.scene import Scene
from voxpop.entities.type_rules import UNDECIDED, CandidateCues, TypeDecision
from voxpop.types import About


def owner_of(
    k: int, scene: Scene, done: Sequence[TypeDecision], seen: Sequence[CandidateCues]
) -> tuple[About, int | None, bool]:
    """Return the type of what a part would belong to, the mention of it, and whether its words say so.

    A mention of None stands for the product itself.
    """
    one = scene.candidates[k]
    for said in (one.owner, one.of):
        if said is not None and done[said] is not UNDECIDED:
            return _whole(done[said].about), said, True
    near = _in_clause(k, scene, done, seen)
    if near is not None:
        return _whole(done[near].about), near, False
    return "main", None, False


def _whole(about: About) -> About:
    return WHOLE.get(about, about)


def _in_clause(k: int, scene: Scene, done: Sequence[TypeDecision], seen: Sequence[CandidateCues]) -> int | None:
    """The nearest whole before it in its clause that it is not measured against, else the subject of the sentence."""
    one = scene.candidates[k]
    fallback = None
    for j in range(k - 1, -1, -1):
        other = scene.candidates[j]
        if other.sentence != one.sentence:
            break
        if done[j].about not in PART or seen[j].than:
            continue
        if other.clause == one.clause:
            return j
        if fallback is None and (seen[j].subject or done[j].about == "competing"):
            fallback = j
    return fallback
