"""Sentences turned wrong in one place, and that the checker notices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from research.factuality.attacks import ATTACKS, Attack, attacks
from research.factuality.thing_mentions import ResolvedText, ThingMentions, resolve_texts
from voxpop.check import Checker
from voxpop.types import Product

REVIEWS = {
    "en": ("I bought the Vado last May. The battery of the Vado is great. It was clean after 20 minutes with a cloth. "
           "My old Flip had a terrible screen. The Vado works with my tripod.", "Vado", ["keyboard", "stairs"]),
    "zh": ("我买了佳能G7。电池很好，续航不错。等了20分钟，服务很热情。以前用的尼康D90屏幕很差。", "佳能G7",
           ["停车", "早餐"]),
}  # fmt: skip


def seen(lang: str) -> tuple[ResolvedText, list[Attack]]:
    text, product, pool = REVIEWS[lang]
    view = resolve_texts([text], lang, product=Product(product), fast=True)[0]
    return view, list(attacks(view, pool, seed=3))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_attack_changes_a_sentence_of_the_review(lang: str) -> None:
    view, made = seen(lang)
    for attack in made:
        assert attack.sentence in view.text
        assert attack.text not in view.text


def test_every_kind_of_attack_is_made() -> None:
    view, made = seen("en")
    assert {attack.kind for attack in made} == set(ATTACKS) - {"accessory swap"}
    assert {"antonym", "number", "hallucinated aspect"} <= {attack.kind for attack in seen("zh")[1]}
    as_accessory = [
        mention._replace(about="interacting") if mention.text == "tripod" else mention for mention in view.mentions.all
    ]
    with_accessory = replace(view, mentions=ThingMentions(tuple(as_accessory)))
    assert "accessory swap" in {attack.kind for attack in attacks(with_accessory, ["keyboard"], seed=3)}


def test_the_same_seed_gives_the_same_attacks() -> None:
    assert seen("en")[1] == seen("en")[1]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_checker_supports_the_review_and_not_the_attack(lang: str) -> None:
    view, made = seen(lang)
    checker = Checker([view.text], product=view.product, fast=True)
    wrong = [one for one in made if one.kind in ("antonym", "negation", "number", "hallucinated aspect")]
    caught = [one for one in wrong if checker.check(one.text).verdict != "supported"]
    assert len(caught) == len(wrong)
    true = sorted({one.sentence for one in wrong})
    assert sum(checker.check(one).verdict == "supported" for one in true) >= 0.5 * len(true)  # silent, not wrong
