"""What a mention may stand for, in chances.

``voxpop.entities`` says what each mention most likely is. Whether another name can stand in its place asks for more:
how likely each thing is that a pronoun may stand for, and what the branch expects at a place where no mention was seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from voxpop.entities import Discourse, ResolvedMention
from voxpop.entities.mention_classifier import INDEX, MentionClassifier, mention_classifier
from voxpop.entities.mention_features import Trail
from voxpop.entities.mention_resolution import ByModel, Features, Options, decide, prepare_scene
from voxpop.entities.mentions import ABOUTS, MAIN, PART, TypeScores
from voxpop.entities.names import find_names
from voxpop.entities.product_inference import infer_product
from voxpop.entities.resolve import score_review, types
from voxpop.entities.scene import Scene
from voxpop.entities.type_rules import SURE, TypeDecision
from voxpop.extract.extractors import extractor
from voxpop.extract.reader_output import Floats
from voxpop.extract.threads import one_thread
from voxpop.lang import language
from voxpop.types import About, Product

KEPT = 256  # reviews whose chances are remembered
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Referents:
    """Of one review: what stands at a stretch of it by the branch, what each noun is by the classifier, and what each
    pronoun may stand for: the places of earlier mentions, or None for the product itself."""

    branch: Callable[[int, int], Floats]
    nouns: Mapping[Place, Floats]
    pronouns: Mapping[Place, Mapping[Place | None, float]]

    def same(self, original: ResolvedMention, other: ResolvedMention, discourse: Discourse) -> float | None:
        """The chance that a pronoun stands for what another mention is of; None for what is no pronoun."""
        options = self.pronouns.get((original.start, original.end))
        if options is None:
            return None
        number = {(one.start, one.end): one.cluster for one in discourse.mentions}
        return sum(chance for place, chance in options.items()
                   if (MAIN if place is None else number.get(place)) == other.cluster)  # fmt: skip


def whole(types: Floats) -> Floats:
    """Chances of the nine types with what belongs to a thing counted as the thing."""
    found = np.array(types)
    for about, part in PART.items():
        found[ABOUTS.index(about)] += found[ABOUTS.index(part)]
        found[ABOUTS.index(part)] = 0
    return found


class Ranking(ByModel):
    """The learned classifier, noting what it thinks of each noun, and what each pronoun may stand for."""

    def __init__(self, scene: Scene, trained: MentionClassifier, scores: TypeScores | None) -> None:
        super().__init__(scene, trained, scores)
        self.places = [(one.start, one.end) for one in scene.candidates]
        self.types = dict[Place, Floats]()
        self.ranked = dict[Place, dict[Place | None, float]]()

    def noun(self, k: int, rule: TypeDecision, features: Features, trail: Trail, owner: About | None) -> TypeDecision:
        verdict = super().noun(k, rule, features, trail, owner)
        sure = rule.confidence if rule.confidence >= SURE else 0.0
        self.types[self.places[k]] = (1 - sure) * self.likely(k, features, trail, owner)
        self.types[self.places[k]][INDEX[rule.about]] += sure
        return verdict

    def pronoun(
        self, k: int, rule: TypeDecision, link: int | None, options: Options
    ) -> tuple[TypeDecision, int | None]:
        found = options()
        likely: dict[Place | None, float] = defaultdict(float)
        for option, chance in zip(found, self.model.rank(found, self.pronouns[k]).tolist(), strict=True):
            if option.mention is not None or option.about == "main":
                likely[None if option.mention is None else self.places[option.mention]] += chance
        self.ranked[self.places[k]] = likely
        return super().pronoun(k, rule, link, lambda: found)


@lru_cache(maxsize=KEPT)
def referents(text: str, lang: str, product: Product | None) -> Referents | None:
    """The chances in a review, which is read for them once more; None without a branch and a classifier."""
    trained = mention_classifier(lang, states=True)
    heard = extractor(lang, "auto").extract([text], language(lang).parse([text]), states=True)[0]
    product = product or infer_product([heard.sentences], lang=lang)
    with one_thread():
        names = find_names(text, heard.sentences, lang=lang, product=product)
        scores = score_review(text, heard, names, lang=lang)
        if trained is None or scores is None or heard.reading is None:
            return None
        scene = prepare_scene(
            text, heard.sentences, lang=lang, product=product, terms=heard.terms, reading=heard.reading, names=names
        )
        judge = Ranking(scene, trained, scores)
        decide(scene, judge)
    return Referents(types(heard.reading, scores), judge.types, judge.ranked)
