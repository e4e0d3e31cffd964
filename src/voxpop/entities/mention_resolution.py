"""Reads a review for what it speaks of: names, types, coreference and bridging, in one pass from left to right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Protocol

import numpy as np

from voxpop.entities.antecedents import AntecedentOption, antecedent_options
from voxpop.entities.bridging import owner_of
from voxpop.entities.coreference import EntityClusters, find_antecedent
from voxpop.entities.detection import find_candidates
from voxpop.entities.mention_classifier import Floats, MentionClassifier, chances, mention_classifier
from voxpop.entities.mention_features import DecisionTrail, mention_features
from voxpop.entities.mentions import ABOUTS, MAIN, PART, WHOLE, ClauseFocus, Discourse, ResolvedMention, TypeScores
from voxpop.entities.names import find_names
from voxpop.entities.product_titles import parse_product
from voxpop.entities.scene import Scene, build_scene
from voxpop.entities.type_rules import SURE, UNDECIDED, TypeDecision, candidate_cues, decide_by_rule
from voxpop.entities.unsaid_subjects import unsaid_subjects
from voxpop.lang.entity_words import entity_words
from voxpop.lang.mention_candidates import MentionCandidate, NameMention
from voxpop.types import About, ExtractedTerm, Product, ReaderOutput, Sentence

UNHEARD_OF = 2.0  # how much less likely a part is of what was not spoken of yet, or of another than its owner
UNLIKELY = np.float32(1e-3)  # the least that the branch may give to a type
Features = Callable[[], list[str]]
Options = Callable[[], list[AntecedentOption]]


class TypeDecider(Protocol):
    """Decides on candidates one by one; the rules' answer is at hand."""

    def noun(
        self, k: int, rule: TypeDecision, features: Features, trail: DecisionTrail, owner: About | None
    ) -> TypeDecision: ...
    def pronoun(
        self, k: int, rule: TypeDecision, link: int | None, options: Options
    ) -> tuple[TypeDecision, int | None]: ...


def resolve_mentions(
    text: str,
    sentences: Sequence[Sentence],
    *,
    lang: str,
    product: Product | None,
    terms: Sequence[ExtractedTerm] = (),
    reading: ReaderOutput | None = None,
    scores: TypeScores | None = None,
    names: Sequence[NameMention] | None = None,
) -> Discourse:
    """Return the mentions of a review, what each is about, and which are of the same thing.

    ``names`` are those of the text where they are known already, ``reading`` is the reader's, with its states, and
    ``scores`` what a branch says of the same pieces. Without them the classifier goes by words, and without its weights
    the rules decide.
    """
    if reading is not None and (reading.hidden is None or not len(reading.spans)):
        reading = None
    scene = prepare_scene(text, sentences, lang=lang, product=product, terms=terms, reading=reading, names=names)
    trained = mention_classifier(lang, states=reading is not None)
    judge = RuleDecider() if trained is None else ClassifierDecider(scene, trained, scores)
    return assemble(text, scene, *decide_types(scene, judge))


def prepare_scene(
    text: str,
    sentences: Sequence[Sentence],
    *,
    lang: str,
    product: Product | None,
    terms: Sequence[ExtractedTerm] = (),
    reading: ReaderOutput | None = None,
    names: Sequence[NameMention] | None = None,
) -> Scene:
    """Return the candidates of a review and all that is asked about them."""
    if names is None:
        names = find_names(text, sentences, lang=lang, product=product)
    candidates = find_candidates(sentences, names, lang=lang)
    known = parse_product(product or Product(), lang)
    return build_scene(
        sentences, candidates, lang=lang, words=entity_words(lang), known=known, terms=terms, reading=reading, text=text
    )


class RuleDecider:
    """The floor that needs no weights."""

    def noun(
        self, k: int, rule: TypeDecision, features: Features, trail: DecisionTrail, owner: About | None
    ) -> TypeDecision:
        return rule

    def pronoun(
        self, k: int, rule: TypeDecision, link: int | None, options: Options
    ) -> tuple[TypeDecision, int | None]:
        return rule, link


class ClassifierDecider:
    """The learned classifier, which knows the rules' answer as one of its features, and the branch beside it."""

    def __init__(self, scene: Scene, model: MentionClassifier, scores: TypeScores | None = None) -> None:
        self.model = model
        self.nouns, self.pronouns = model.meant(scene)
        if scores is not None and scene.reading is not None:
            likely: Floats = np.log(np.maximum(scene.pooled(scores.types), UNLIKELY))
            for_nouns, for_pronouns = scene.rules.BRANCH_WEIGHTS
            self.nouns += np.float32(for_nouns) * likely
            self.pronouns += np.float32(for_pronouns) * likely

    def noun(
        self, k: int, rule: TypeDecision, features: Features, trail: DecisionTrail, owner: About | None
    ) -> TypeDecision:
        if rule.confidence >= SURE:
            return rule
        likely = self.likely(k, features, trail, owner)
        best = int(likely.argmax())
        return TypeDecision(ABOUTS[best], float(likely[best]))

    def likely(self, k: int, features: Features, trail: DecisionTrail, owner: About | None) -> Floats:
        """Return the chances of the nine types of a noun."""
        wholes = frozenset(trail.wholes if owner not in PART else (owner,))
        return chances(self.model.score(features()) + self.nouns[k] - unlikely_parts(wholes))

    def pronoun(
        self, k: int, rule: TypeDecision, link: int | None, options: Options
    ) -> tuple[TypeDecision, int | None]:
        found = options()
        likely = self.model.rank(found, self.pronouns[k])
        total: dict[About, float] = {}
        for option, chance in zip(found, likely.tolist(), strict=True):
            total[option.about] = total.get(option.about, 0.0) + chance
        about = max(total, key=total.__getitem__)
        ranked = sorted(zip(likely.tolist(), found, strict=True), key=lambda pair: -pair[0])
        return TypeDecision(about, total[about]), next(option.mention for _, option in ranked if option.about == about)


@cache
def unlikely_parts(wholes: frozenset[About]) -> Floats:
    """What parts of other things than these lose, by type."""
    parts = [about in WHOLE and WHOLE[about] not in wholes for about in ABOUTS]
    return np.where(parts, np.float32(UNHEARD_OF), np.float32(0))


def decide_types(scene: Scene, judge: TypeDecider) -> tuple[list[TypeDecision], list[int | None]]:
    """Return the type of each candidate, and the mention that it stands for (a pronoun) or is a part of."""
    size = len(scene.candidates)
    done = [UNDECIDED] * size
    links: list[int | None] = [None] * size
    seen = [candidate_cues(one, scene) for one in scene.candidates]
    trail = DecisionTrail(scene)
    for k in reading_order(scene.candidates):
        one = scene.candidates[k]
        if one.kind == "pronoun":
            rule, link = find_antecedent(k, scene, done, seen)
            done[k], links[k] = judge.pronoun(k, rule, link, partial(antecedent_options, k, scene, done, seen))
        else:
            owner, links[k], owned = owner_of(k, scene, done, seen)
            rule = decide_by_rule(one, seen[k], scene, owner, owned=owned)
            about = partial(mention_features, k, scene, done, seen, trail, rule=rule, owner=owner, owned=owned)
            done[k] = judge.noun(k, rule, about, trail, owner if owned else None)
        trail.note(k, done[k].about, measure=seen[k].than)
    return done, links


def reading_order(candidates: Sequence[MentionCandidate]) -> list[int]:
    """From left to right, but of "the keyboard of the laptop" the laptop first."""
    order: list[int] = []
    early: set[int] = set()
    for k, one in enumerate(candidates):
        if one.of is not None and candidates[one.of].of is None and one.of not in early:
            early.add(one.of)
            order.append(one.of)
        if k not in early:
            order.append(k)
    return order


def assemble(text: str, scene: Scene, verdicts: Sequence[TypeDecision], links: Sequence[int | None]) -> Discourse:
    """Clusters, owners and clauses from the types and links of the candidates."""
    entities = EntityClusters(scene)
    found: list[ResolvedMention | None] = [None] * len(verdicts)
    owners: dict[int, int] = {}
    for k in reading_order(scene.candidates):
        one, verdict, link = scene.candidates[k], verdicts[k], links[k]
        owner = _owner(verdict.about, link, entities, found)
        if one.kind == "pronoun" and link is not None and verdicts[link].about == verdict.about:
            owner = owners.get(entities.of[link], owner)
        number = entities.add(k, verdict.about, link if one.kind == "pronoun" else None, owner=owner)
        if owner is not None:
            owner = owners.setdefault(number, owner)
        entity = entities.names.get(number if owner is None else owner) if verdict.about != "other" else None
        found[k] = ResolvedMention(
            one.start,
            one.end,
            text[one.start : one.end],
            one.kind,
            verdict.about,
            verdict.confidence,
            number,
            owner,
            entity,
        )
    mentions = tuple(mention for mention in found if mention is not None)
    stretches = _stretches(scene, mentions)
    unsaid = unsaid_subjects(scene, stretches, entities.names.get(MAIN))
    return Discourse(tuple(sorted((*mentions, *unsaid), key=lambda one: one.start)) if unsaid else mentions, stretches)


def _owner(
    about: About, link: int | None, entities: EntityClusters, found: Sequence[ResolvedMention | None]
) -> int | None:
    """The cluster that a part belongs to: that of its link if it is of the right type, else the last of that type."""
    if about not in WHOLE:
        return None
    whole = WHOLE[about]
    if whole == "main":
        return MAIN
    linked = found[link] if link is not None else None
    if linked is not None and linked.about == whole:
        return linked.cluster
    if linked is not None and linked.about == about and linked.part_of is not None:
        return linked.part_of
    return entities.last(whole)


def _stretches(scene: Scene, found: Sequence[ResolvedMention]) -> list[ClauseFocus]:
    """What each clause is about: the product it speaks of, else that of the clause before in its sentence."""
    by_clause: dict[int, list[int]] = {}
    for k, one in enumerate(scene.candidates):
        by_clause.setdefault(one.clause, []).append(k)
    stretches: list[ClauseFocus] = []
    before: tuple[About, str | None] = ("main", None)
    sentence = -1
    for number, clause in enumerate(scene.clauses):
        if clause.sentence != sentence:
            before, sentence = ("main", None), clause.sentence
        before = _theme(scene, found, by_clause.get(number, ())) or before
        tokens = scene.sentences[clause.sentence].tokens
        stretches.append(ClauseFocus(tokens[clause.first].start, tokens[clause.last - 1].end, *before))
    return stretches


def _theme(scene: Scene, found: Sequence[ResolvedMention], inside: Sequence[int]) -> tuple[About, str | None] | None:
    """Return the first product or part that a clause names, the subject before others."""
    for k in sorted(inside, key=lambda k: not scene.is_subject(scene.candidates[k])):
        about = found[k].about
        if about in PART or about in WHOLE:
            return about, found[k].entity
    return None
