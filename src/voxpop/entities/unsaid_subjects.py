"""Subjects that some languages leave unsaid: "broke after a month" is about the product, though no word names it."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.entities.mentions import MAIN, ClauseFocus, ResolvedMention
from voxpop.entities.scene import Scene, SceneClause

CONFIDENCE = 0.7


def unsaid_subjects(scene: Scene, stretches: Sequence[ClauseFocus], name: str | None) -> list[ResolvedMention]:
    """A mention without characters at the start of each clause that says of the whole product what no word names.

    Only where that is plain: the predicate is one of whole things, nothing stands before it that could be its subject,
    and the talk is of the product.
    """
    if not scene.words.predicates:
        return []
    taken = {(one.clause, one.first) for one in scene.candidates}
    busy = {clause for clause, _ in taken}
    found = []
    for number, (clause, stretch) in enumerate(zip(scene.clauses, stretches, strict=True)):
        if stretch.about == "main" and number not in busy and _speaks_of_a_whole(clause, scene):
            at = scene.sentences[clause.sentence].tokens[clause.first].start
            found.append(ResolvedMention(at, at, "", "zero", "main", CONFIDENCE, MAIN, None, name))
    return found


def _speaks_of_a_whole(clause: SceneClause, scene: Scene) -> bool:
    lemmas = scene.lemmas[clause.sentence][clause.first : clause.last]
    if any(lemma in scene.words.personal or lemma in scene.words.relatives for lemma in lemmas):
        return False
    return any(lemma in scene.words.predicates for lemma in lemmas)
