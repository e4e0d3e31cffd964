"""Probabilities of what a mention may refer to.

``voxpop.entities`` decides what each mention most likely is. Whether another name can stand in its place needs more:
how likely each thing is that a pronoun may refer to, and which type the network expects where no mention was found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from voxpop.entities import Discourse, ResolvedMention
from voxpop.entities.mention_classifier import INDEX, MentionClassifier, mention_classifier
from voxpop.entities.mention_features import DecisionTrail
from voxpop.entities.mention_resolution import ClassifierDecider, Features, Options, decide_types, prepare_scene
from voxpop.entities.mentions import ABOUTS, MAIN, PART, TypeScores
from voxpop.entities.names import find_names
from voxpop.entities.product_inference import infer_product
from voxpop.entities.resolve import score_review, type_chances
from voxpop.entities.scene import Scene
from voxpop.entities.type_rules import SURE, TypeDecision
from voxpop.extract.extractors import extractor
from voxpop.extract.reader_output import Floats
from voxpop.extract.threads import one_thread
from voxpop.lang import language
from voxpop.types import About, Product

KEPT = 256  # reviews whose probabilities are remembered
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Referents:
    """Probabilities in one review: of the types at a stretch of it, of the types of each noun, and of what each
    pronoun refers to: the places of earlier mentions, or None for the product itself."""

    branch: Callable[[int, int], Floats]
    nouns: Mapping[Place, Floats]
    pronouns: Mapping[Place, Mapping[Place | None, float]]

    def same(self, original: ResolvedMention, other: ResolvedMention, discourse: Discourse) -> float | None:
        """Return the probability that a pronoun refers to what another mention is of; None for what is no pronoun."""
        options = self.pronouns.get((original.start, original.end))
        if options is None:
            return None
        clusters: dict[Place | None, int] = {
            (mention.start, mention.end): mention.cluster for mention in discourse.mentions
        }
        clusters[None] = MAIN
        return sum(chance for place, chance in options.items() if clusters.get(place) == other.cluster)


def merge_parts(types: Floats) -> Floats:
    """Return the probabilities of the nine types with a part of a thing counted as the thing."""
    merged = np.array(types)
    for about, part in PART.items():
        merged[ABOUTS.index(about)] += merged[ABOUTS.index(part)]
        merged[ABOUTS.index(part)] = 0
    return merged


class RecordingClassifier(ClassifierDecider):
    """The learned classifier, which also records the probabilities of each noun and each pronoun."""

    def __init__(self, scene: Scene, trained: MentionClassifier, scores: TypeScores | None) -> None:
        super().__init__(scene, trained, scores)
        self.places = [(candidate.start, candidate.end) for candidate in scene.candidates]
        self.types = dict[Place, Floats]()
        self.ranked = dict[Place, dict[Place | None, float]]()

    def noun(
        self, k: int, rule: TypeDecision, features: Features, trail: DecisionTrail, owner: About | None
    ) -> TypeDecision:
        """Decide on a noun, and record the probabilities of its types."""
        decision = super().noun(k, rule, features, trail, owner)
        sure = rule.confidence if rule.confidence >= SURE else 0.0
        self.types[self.places[k]] = (1 - sure) * self.likely(k, features, trail, owner)
        self.types[self.places[k]][INDEX[rule.about]] += sure
        return decision

    def pronoun(
        self, k: int, rule: TypeDecision, link: int | None, options: Options
    ) -> tuple[TypeDecision, int | None]:
        """Decide on a pronoun, and record the probabilities of what it refers to."""
        candidates = options()
        likely: dict[Place | None, float] = defaultdict(float)
        for option, chance in zip(candidates, self.model.rank(candidates, self.pronouns[k]).tolist(), strict=True):
            if option.mention is not None or option.about == "main":
                likely[None if option.mention is None else self.places[option.mention]] += chance
        self.ranked[self.places[k]] = likely
        return super().pronoun(k, rule, link, lambda: candidates)


@lru_cache(maxsize=KEPT)
def referents(text: str, lang: str, product: Product | None) -> Referents | None:
    """Return the probabilities in a review, which is read for them once more; None without the weights for them."""
    trained = mention_classifier(lang, states=True)
    extraction = extractor(lang, "auto").extract([text], language(lang).parse([text]), states=True)[0]
    product = product or infer_product([extraction.sentences], lang=lang)
    with one_thread():
        names = find_names(text, extraction.sentences, lang=lang, product=product)
        scores = score_review(text, extraction, names, lang=lang)
        if trained is None or scores is None or extraction.reading is None:
            return None
        scene = prepare_scene(
            text,
            extraction.sentences,
            lang=lang,
            product=product,
            terms=extraction.terms,
            reading=extraction.reading,
            names=names,
        )
        judge = RecordingClassifier(scene, trained, scores)
        decide_types(scene, judge)
    return Referents(type_chances(extraction.reading, scores), judge.types, judge.ranked)
