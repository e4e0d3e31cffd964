"""Which mentions are of one thing, and what pronouns may stand for."""

from __future__ import annotations

from voxpop.entities import Discourse
from voxpop.entities.antecedents import antecedent_options
from voxpop.entities.mention_resolution import RuleDecider, assemble, decide_types, prepare_scene
from voxpop.entities.type_rules import candidate_cues
from voxpop.lang import language
from voxpop.types import Product


def read(text: str, name: str) -> Discourse:
    scene = prepare_scene(text, language("en").parse([text])[0], lang="en", product=Product(name))
    return assemble(text, scene, *decide_types(scene, RuleDecider()))


def clusters(discourse: Discourse) -> dict[str, int]:
    return {mention.text: mention.cluster for mention in discourse.mentions}


def test_two_rivals_are_two_things() -> None:
    found = clusters(read("Better than my Canon and better than my Nikon. The Canon was slow.", "Vado camera"))
    assert found["my Canon"] == found["The Canon"] != found["my Nikon"]
    assert 0 not in found.values()


def test_the_same_part_of_two_things_is_two_parts() -> None:
    discourse = read("The screen is dim. The Nikon has a screen that is bright.", "Vado camera")
    dim, bright = (mention for mention in discourse.mentions if "screen" in mention.text)
    assert dim.part_of == 0
    assert bright.part_of not in (None, 0)
    assert dim.cluster != bright.cluster


def test_it_that_stands_for_nothing() -> None:
    discourse = read("It is easy to forget the charger.", "Vado camera")
    assert discourse.mentions[0].about == "other"


def test_a_pronoun_may_stand_for_what_came_before_for_the_product_or_for_nothing() -> None:
    text = "The Nikon broke and I sold it."
    scene = prepare_scene(text, language("en").parse([text])[0], lang="en", product=Product("Vado camera"))
    done, _ = decide_types(scene, RuleDecider())
    seen = [candidate_cues(one, scene) for one in scene.candidates]
    found = [(one.about, one.mention) for one in antecedent_options(1, scene, done, seen)]
    assert found == [("competing", 0), ("main", None), ("other", None)]
