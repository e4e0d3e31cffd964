"""What a pronoun may stand for: earlier mentions, the product itself, or nothing; and what speaks for each.

The learned ranker weighs these features. Reviews whose mentions have types teach it, though no one said which mention a
pronoun stands for: any of the right type will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from voxpop.entities.coreference import stands_for_nothing
from voxpop.entities.mentions import WHOLE
from voxpop.entities.scene import Scene
from voxpop.entities.type_rules import UNDECIDED, CandidateCues, TypeDecision
from voxpop.types import About

REACH = 14  # mentions that are looked back over
FAR = 3  # sentences


class AntecedentOption(NamedTuple):
    """One thing that a pronoun may stand for; ``mention`` is None for the product itself and for nothing."""

    about: About
    mention: int | None
    features: list[str]


def antecedent_options(
    k: int, scene: Scene, done: Sequence[TypeDecision], seen: Sequence[CandidateCues]
) -> list[AntecedentOption]:
    """Nearest first, then the product and nothing."""
    one = scene.candidates[k]
    word = one.head
    found: list[AntecedentOption] = []
    nearer: dict[str, int] = {}
    for j in range(k - 1, max(-1, k - 1 - REACH), -1):
        other, about = scene.candidates[j], done[j].about
        if one.sentence - other.sentence > FAR:
            break
        if done[j] is UNDECIDED or about == "other" or other.end > one.start:
            continue
        found.append(AntecedentOption(about, j, _mention(j, k, scene, about, seen, nearer)))
        sort = _sort(about)
        for key in (about, sort, "any", f"{sort} {seen[j].subject}"):
            nearer[key] = nearer.get(key, 0) + 1
    at = _place(k, scene, seen)
    near = "near" if nearer.get("main") else "far"
    rival = "+".join(sorted({sort for about in nearer if (sort := about) in ("competing", "interacting", "generic")}))
    plural = f"plural={scene.known.plural}"
    found.append(AntecedentOption("main", None, [
        f"product word={word}", f"product word={word} {plural}", f"product {near}", f"product {near} word={word}",
        f"product {at}", f"product {at} word={word}", f"product rival={rival}", f"product rival={rival} {at}",
        f"product sentence={min(one.sentence, 2)}", f"product venue={scene.venue} word={word}",
    ]))  # fmt: skip
    found.append(AntecedentOption("other", None, _nothing(k, scene, at, nearer)))
    return found


def _mention(
    j: int, k: int, scene: Scene, about: About, seen: Sequence[CandidateCues], nearer: dict[str, int]
) -> list[str]:
    one, other = scene.candidates[k], scene.candidates[j]
    word, sort = one.head, _sort(about)
    away = f"{one.sentence - other.sentence}.{min(one.clause - other.clause, 3)}"
    fits = f"fits={other.plural == one.plural}"
    role = f"{'subject' if seen[j].subject else 'object'}>{'subject' if seen[k].subject else 'object'}"
    between = min(nearer.get("any", 0), 3)
    at = _place(k, scene, seen)
    kind = "same" if other.head == word else other.kind
    return [
        f"about={about}", f"about={about} word={word}", f"away={away}", f"away={away} {role}", f"away={away} {sort}",
        f"away={away} word={word}", f"{fits} word={word}", f"{fits} {sort} word={word}", f"role={role}",
        f"role={role} {sort}", f"kind={kind}", f"kind={kind} {sort}", f"kind={kind} word={word}",
        f"than={seen[j].than}", f"det={other.det[:4]} {sort}", f"between={between}",
        f"between={between} {sort}", f"again={min(nearer.get(about, 0), 2)}", f"sort={seen[j].sort}",
        f"{at} about={about}", f"{at} role={role} {away}",
        f"first={nearer.get(f'{sort} {seen[j].subject}', 0) == 0} {sort} {seen[j].subject}",
    ]  # fmt: skip


def _nothing(k: int, scene: Scene, at: str, nearer: dict[str, int]) -> list[str]:
    one = scene.candidates[k]
    word = one.head
    after, before = scene.after(one, 3), scene.before(one, 1)
    found = [f"nothing word={word}", f"nothing {at} word={word}", f"nothing empty={stands_for_nothing(one, scene)}"]
    found += [f"nothing then={lemma} word={word}" for lemma in after[:1]]
    found += [f"nothing near={lemma}" for lemma in after]
    found += [f"nothing last={lemma} word={word}" for lemma in before]
    found.append(f"nothing alone={not nearer}")
    return found


def _sort(about: About) -> str:
    return "part" if about in WHOLE else "whole" if about != "generic" else "class"


def _place(k: int, scene: Scene, seen: Sequence[CandidateCues]) -> str:
    """Where a pronoun stands: first in its sentence, a subject, or behind the verb."""
    one = scene.candidates[k]
    return "first" if one.first == 0 else "subject" if seen[k].subject else "object"
