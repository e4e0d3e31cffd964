"""What the learned classifier knows of a candidate: the rules' cues, the words around it, and what came before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from voxpop.entities.focus_shifts import FocusTurn, find_turns
from voxpop.entities.mentions import PART, WHOLE
from voxpop.entities.scene import Scene
from voxpop.entities.type_rules import UNDECIDED, CandidateCues, TypeDecision
from voxpop.lang.mention_candidates import MentionCandidate
from voxpop.types import About

REACH = 30  # mentions before that may have the same noun
LONG_AGO = 3  # sentences after which it no longer matters how many


class DecisionTrail:
    """What was decided so far, as the features ask for it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._heads: dict[str, About] = {}
        self.wholes: set[About] = {"main"}  # what was spoken of so far
        self.theme: tuple[About, int] = ("main", 0)  # the last whole, and its sentence
        self.parts: dict[int, About] = {}  # the last part of each sentence
        self._turns: dict[int, list[FocusTurn]] = {}

    def note(self, k: int, about: About, *, measure: bool = False) -> None:
        """Decided: what candidate ``k`` is about. A ``measure`` ("than the Nikon") is spoken of, but no theme."""
        one = self.scene.candidates[k]
        if about in PART:
            self.wholes.add(about)
        if about in PART and not measure:
            self.theme = (about, one.sentence)
        elif about in WHOLE:
            self.parts[one.sentence] = about
        if one.kind != "pronoun":
            self._heads[one.head] = about
            if one.name is not None:
                self._heads[one.name.entity.lower()] = about

    def turn(self, one: MentionCandidate) -> str:
        """Where the words before it, in its sentence, turned last: to another product, to the kind, or back."""
        scene, number = self.scene, one.sentence
        if number not in self._turns:
            self._turns[number] = find_turns(scene.text, scene.sentences[number], scene.lang)
        turns = self._turns[number]
        place = bisect_right(turns, one.end - 1, key=_start) - 1
        return str(turns[place].to) if place >= 0 else "-"

    def same(self, k: int) -> str:
        """Return the type that the same noun or name had before."""
        one = self.scene.candidates[k]
        if one.name is not None and one.name.entity.lower() in self._heads:
            return self._heads[one.name.entity.lower()]
        return self._heads.get(one.head, "-")


def mention_features(
    k: int,
    scene: Scene,
    done: Sequence[TypeDecision],
    seen: Sequence[CandidateCues],
    trail: DecisionTrail,
    *,
    rule: TypeDecision,
    owner: About,
    owned: bool,
) -> list[str]:
    """All features of a candidate."""
    before = context_features(k, scene, done, seen, trail, rule=rule, owner=owner, owned=owned)
    return static_features(scene.candidates[k], seen[k], scene) + before


def static_features(one: MentionCandidate, cue: CandidateCues, scene: Scene) -> list[str]:
    """Features that do not depend on what was decided before."""
    sort, det = cue.sort, _determiner(one, scene)
    words = scene.words
    before, after = scene.before(one, 2), scene.after(one, 2)
    last = before[-1] if before else "^"
    then = after[0] if after else "$"
    clause = scene.clauses[one.clause]
    lemmas = scene.lemmas[one.sentence]
    verb = lemmas[clause.verb] if clause.verb < clause.last else "-"
    domain = "venue" if scene.venue else "work" if scene.work else "thing" if scene.known.kinds else "?"
    found = [
        "bias", f"sort={sort}", f"det={det}", f"sort={sort} det={det}", f"kind={one.kind}", f"head={one.head}",
        f"head={one.head} det={det}", f"domain={domain} sort={sort}", f"last={last}", f"last={last} sort={sort}",
        f"then={then}", f"then={then} sort={sort}", f"verb={verb}", f"verb={verb} subject={cue.subject}",
        f"plural={one.plural} det={det} sort={sort}", f"subject={cue.subject} sort={sort}",
        f"domain={domain} head={one.head}", f"sentence={min(one.sentence, 2)} sort={sort}",
        f"main plural={scene.known.plural} plural={one.plural} kind={one.kind}", f"last={' '.join(before)}",
    ]  # fmt: skip
    if scene.terms:
        found += _said(one, sort, scene)
    noun = words.nouns.get(one.head, "-")
    found += (f"noun={noun} domain={domain}", f"noun={noun} det={det}", f"noun={noun} sort={sort}", f"noun={noun}")
    found += [f"noun={noun} kind={kind}" for kind in scene.known.kinds]
    for name in ("than", "used", "had", "wished", "predicate", "has", "acquired"):
        if getattr(cue, name):
            found += (name, f"{name} sort={sort}", f"{name} det={det}")
    found += [f"mod={word}" for word in one.mods]
    if words.before.intersection(one.mods):
        found.append(f"before det={det}")
    for word in lemmas[max(clause.first, one.first - 5) : one.first]:
        found.append(f"near={word}")
    if one.name is not None:
        found.append(f"name role={one.name.role} maker={one.name.maker} listed={one.name.listed} det={det}")
    return found


def _said(one: MentionCandidate, sort: str, scene: Scene) -> list[str]:
    """What the reader says of the same words: an aspect term, felt about or not, and of which category."""
    said = scene.terms.get(one.end)
    if said is None:
        return ["said=-", f"said=- sort={sort}"]
    how = "tagged" if said.tagged else "judged" if said.judgement.polarity is not None else "named"
    return [f"said={how}", f"said={how} sort={sort}", f"category={said.category}", f"said={how} kind={one.kind}"]


def context_features(
    k: int,
    scene: Scene,
    done: Sequence[TypeDecision],
    seen: Sequence[CandidateCues],
    trail: DecisionTrail,
    *,
    rule: TypeDecision,
    owner: About,
    owned: bool,
) -> list[str]:
    """Features of what came before: the rules' answer, the owner, the thing last spoken of."""
    one, cue = scene.candidates[k], seen[k]
    sort = cue.sort
    inside, earlier = _focus(k, scene, done)
    same = trail.same(k)
    sure = int(rule.confidence * 10)
    found = [
        f"rule={rule.about}", f"rule={rule.about} sure={sure}", f"rule={rule.about} sort={sort}",
        f"inside={inside} sort={sort}", f"earlier={earlier} sort={sort}", f"inside={inside} earlier={earlier}",
        f"inside={inside} earlier={earlier} sort={sort}", f"same={same}", f"same={same} sort={sort}",
        f"same={same} det={_determiner(one, scene)}", f"spoken={'+'.join(sorted(trail.wholes))} sort={sort}",
    ]  # fmt: skip
    found += (f"owner={owner} owned={owned}", f"owner={owner} owned={owned} sort={sort}")
    threaded = scene.rules.SUBJECTS_ARE_DROPPED and scene.reading is not None
    return found + _thread(one, sort, trail) if threaded else found


def _thread(one: MentionCandidate, sort: str, trail: DecisionTrail) -> list[str]:
    """Return features of whether the review is still at the thing it was at."""
    theme, sentence = trail.theme
    away = f"{theme} {min(one.sentence - sentence, LONG_AGO)}"
    turn, begins = trail.turn(one), trail.scene.lemmas[one.sentence][0]
    inside, earlier = trail.parts.get(one.sentence, "-"), trail.parts.get(one.sentence - 1, "-")
    return [
        f"away={away}", f"away={away} sort={sort}", f"away={away} begins={begins}",
        f"turn={turn}", f"turn={turn} sort={sort}", f"turn={turn} away={away}",
        f"parts={inside} earlier={earlier}", f"parts={inside} sort={sort}", f"parts={inside} away={away}",
        f"earlier part={earlier} away={away}",
    ]  # fmt: skip


def _start(turn: FocusTurn) -> int:
    return turn.start


def _focus(k: int, scene: Scene, done: Sequence[TypeDecision]) -> tuple[str, str]:
    """Return the type of the last whole before it in its sentence, and of the last in the sentence before."""
    one = scene.candidates[k]
    inside = earlier = "-"
    for j in range(k - 1, max(-1, k - REACH), -1):
        away = one.sentence - scene.candidates[j].sentence
        if away > 1:
            break
        if done[j] is UNDECIDED or done[j].about not in PART:
            continue
        if away == 0 and inside == "-":
            inside = done[j].about
        elif away == 1:
            earlier = done[j].about
            break
    return inside, earlier


def _determiner(one: MentionCandidate, scene: Scene) -> str:
    det, words = one.det, scene.words
    if det in scene.rules.DETERMINER_FEATURES:
        return scene.rules.DETERMINER_FEATURES[det]
    for name in ("pointing", "far", "possessive", "other", "many"):
        if det in getattr(words, name):
            return name
    return "a" if det in scene.rules.INDEFINITE else "number" if det[0].isdigit() else "any"
