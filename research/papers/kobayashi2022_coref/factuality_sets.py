"""The test items for checkers: substitutions, judged summary sentences, and true sentences made false on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from research.factuality.attacks import ATTACKS, attacks
from research.factuality.thing_mentions import ResolvedText, resolve_texts
from research.papers.kobayashi2022_coref.annotated import Annotated, reviews
from research.papers.kobayashi2022_coref.reviewnli import reviewnli
from research.papers.kobayashi2022_coref.substitution import substitutions
from voxpop.types import Product

LANGS = ("en", "zh")
TRUE = "true"  # the sentences that attacks start from
FRAMES = {  # how a sentence is told, true or not: were all true ones verbatim, any change would tell a lie
    "en": ("{}", "{}", "One customer says: {}", "According to a review, {}", "{} So a customer writes."),
    "zh": ("{}", "{}", "有顾客说：{}", "据评论，{}", "{}有人这样写道。"),
}
EACH = 40  # items of each attack and language


@dataclass(frozen=True, slots=True)
class CheckedItem:
    """A source, a sentence, and whether the source bears it out."""

    id: str
    source: str
    claim: str
    consistent: bool
    lang: str
    kind: tuple[str, ...] = ()
    product: Product | None = None


def substituted(split: str) -> list[CheckedItem]:
    """Kobayashi and Malon's substitutions on our annotated reviews, both languages."""
    written = reviews(split=split)
    products = {one.id: _product(one) for one in written}
    return [
        CheckedItem(f"{one.review_id}:{place}", one.source, one.hypothesis, one.consistent, one.lang,
             (one.original, one.replacement), products[one.review_id])
        for place, one in enumerate(substitutions(written))
    ]  # fmt: skip


def _product(review: Annotated) -> Product:
    return Product(review.product, review.aliases)


def judged(data: Path, split: str) -> list[CheckedItem]:
    """ReviewNLI's pairs."""
    return [CheckedItem(one.id, one.source, one.hypothesis, one.consistent, "en") for one in reviewnli(data, split)]


def attacked(split: str, *, seed: int) -> list[CheckedItem]:
    """Sentences of our annotated reviews as they are, and turned wrong: up to ``EACH`` of every attack a language."""
    found: list[CheckedItem] = []
    for lang in LANGS:
        made = list(_attacked(lang, split, seed))
        for kind in (TRUE, *ATTACKS):
            own = [item for item in made if item.kind == (kind,)]
            found += Random(f"{seed} {lang} {kind}").sample(own, min(EACH, len(own)))
    return found


def _attacked(lang: str, split: str, seed: int) -> Iterator[CheckedItem]:
    written = reviews(lang, split=split)
    seen = {one.id: read(one.text, lang, _product(one)) for one in written}
    things = [opinion.text for view in seen.values() for opinion in view.opinions if opinion.aspect != opinion.category]
    for one in written:
        view = seen[one.id]
        true: set[str] = set()
        for place, attack in enumerate(attacks(view, things, seed=seed)):
            name = f"{one.id}:{place}"
            frame = Random(f"{seed} {name}").choice(FRAMES[lang])
            yield CheckedItem(name, one.text, framed(attack.text, frame), False, lang, (attack.kind,), view.product)
            if attack.sentence not in true:
                true.add(attack.sentence)
                told = framed(attack.sentence, frame)
                yield CheckedItem(f"{name}:true", one.text, told, True, lang, (TRUE,), view.product)


def framed(sentence: str, frame: str) -> str:
    """A sentence as a summary would tell it."""
    inside = sentence if frame.startswith("{") or sentence.startswith("I ") else sentence[0].lower() + sentence[1:]
    return frame.format(inside)


@cache
def read(text: str, lang: str, product: Product | None) -> ResolvedText:
    return resolve_texts([text], lang, product=product)[0]


def by_language(items: Sequence[CheckedItem]) -> dict[str, list[int]]:
    """Places of the items of each language."""
    return {lang: own for lang in LANGS if (own := [at for at, one in enumerate(items) if one.lang == lang])}
