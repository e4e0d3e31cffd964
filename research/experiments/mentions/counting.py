"""Is the right product counted? A hundred reviews in which rivals are praised and blamed, with what is really said of
the product; the error of its aspect means when everything is counted, and when only what is about it is.

``python -m research.experiments.mentions.counting`` prints both, by language and as a whole, and what is left to the reading of
feelings: the error when it is known which words are about other things (they stand in braces in the files).
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import mean

import voxpop
from voxpop.settings import SIDES, Curation, Settings
from voxpop.types import Opinion, Review, Span

HOME = Path(__file__).parent
GOLD = re.compile(r"(\S+)([+-])(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Product:
    """A product, the words for each of its aspects, and its reviews with what they say of it."""

    name: str
    lang: str
    words: dict[str, tuple[str, ...]]
    texts: tuple[str, ...]
    gold: tuple[dict[str, int], ...]
    others: tuple[list[Span], ...]  # what is about other things


def products(lang: str, *, dev: bool = False) -> Iterator[Product]:
    text = (HOME / f"counting-{'dev-' if dev else ''}{lang}.txt").read_text(encoding="utf-8")
    for block in text.split("\n== ")[1:]:
        head, *rest = re.split(r"\n\s*\n", block.strip())
        name, *aspects = (part.strip() for part in head.split("|"))
        words = {key.strip(): tuple(word.strip() for word in listed.split(","))
                 for key, listed in (aspect.split(":") for aspect in aspects)}  # fmt: skip
        pairs = [review.split("\n", 1) for review in rest]
        gold = tuple({aspect: 1 if sign == "+" else -1 for aspect, sign in GOLD.findall(marks)} for marks, _ in pairs)
        unknown = {aspect for found in gold for aspect in found} - set(words)
        if unknown:
            raise ValueError(f"{name}: no words for {', '.join(unknown)}")
        texts, others = zip(*(plain(text.strip()) for _, text in pairs), strict=True)
        yield Product(name, lang, words, texts, gold, others)


def plain(marked: str) -> tuple[str, list[Span]]:
    """A text without its braces, and where they stood."""
    text, spans, opened = "", list[Span](), 0
    for letter in marked:
        if letter == "{":
            opened = len(text)
        elif letter == "}":
            spans.append(Span(opened, len(text)))
        else:
            text += letter
    return text, spans


def opinions(product: Product, *, fast: bool) -> list[Opinion]:
    rows = [Review(id=str(number), text=text, lang=product.lang) for number, text in enumerate(product.texts)]
    settings = Settings(lang=product.lang, fast=fast, top=200, curation=Curation.off())
    with voxpop.analyze(rows, product=product.name, settings=settings, workers=1) as analysis:
        return list(analysis.opinions)


def aspect_of(opinion: Opinion, product: Product) -> str | None:
    """The aspect whose words the opinion's are: the longest that stand in them."""
    said = opinion.text.lower()
    joined = r"\b{}\b" if product.lang == "en" else "{}"
    found = [(len(word), aspect) for aspect, words in product.words.items() for word in words
             if re.search(joined.format(re.escape(word)), said)]  # fmt: skip
    return max(found)[1] if found else None


def elsewhere(opinion: Opinion, product: Product) -> bool:
    """Whether it is really about something else."""
    return any(start <= opinion.start < end for start, end in product.others[int(opinion.review_id)])


def counted(found: Iterable[Opinion], product: Product) -> dict[str, list[Opinion]]:
    """What each way of counting counts."""
    found = list(found)
    return {
        "all": found,
        "main": [one for one in found if one.about in SIDES["main"]],
        "known": [one for one in found if not elsewhere(one, product)],
    }


def means(found: Iterable[Opinion], product: Product) -> dict[str, float]:
    """Of each aspect: over the reviews that praise or blame it, as the table does; only the verdict counts."""
    said: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for opinion in found:
        aspect = aspect_of(opinion, product)
        if aspect and opinion.polarity:
            said[aspect][opinion.review_id].append(1 if opinion.polarity > 0 else -1)
    return {aspect: mean(map(mean, reviews.values())) for aspect, reviews in said.items()}


def truth(product: Product) -> dict[str, float]:
    aspects = {aspect for found in product.gold for aspect in found}
    return {aspect: mean(found[aspect] for found in product.gold if aspect in found) for aspect in aspects}


def errors(ours: dict[str, float], gold: dict[str, float]) -> list[float]:
    """An aspect that nothing was counted for is taken to be neither good nor bad."""
    return [abs(ours.get(aspect, 0.0) - value) for aspect, value in gold.items()]


def ordered(ours: dict[str, float], gold: dict[str, float]) -> list[bool]:
    """For any two aspects of which one is better: do our means say so?"""
    return [
        (ours.get(one, 0.0) - ours.get(other, 0.0)) * (gold[one] - gold[other]) > 0
        for one, other in combinations(sorted(gold), 2)
        if gold[one] != gold[other]
    ]


def told(found: Iterable[Opinion], product: Product) -> list[tuple[bool, bool]]:
    """For each opinion: is it about something else, and do we say so?"""
    return [(elsewhere(one, product), one.about not in SIDES["main"]) for one in found if one.polarity]


def ratios(*, fast: bool = False) -> dict[str, float]:
    """Return how much smaller the error of the means is where only the product's opinions count, over both languages."""
    error: dict[str, list[float]] = defaultdict(list)
    for lang in ("en", "zh"):
        for product in products(lang):
            for way, said in counted(opinions(product, fast=fast), product).items():
                error[way] += errors(means(said, product), truth(product))
    return {"all": mean(error["all"]), "main": mean(error["main"]), "ratio": mean(error["all"]) / mean(error["main"])}


def show(product: Product, gold: dict[str, float], ways: dict[str, dict[str, float]]) -> None:
    for aspect, value in gold.items():
        shown = "  ".join(f"{way} {ours.get(aspect, 0.0):+.2f}" for way, ours in ways.items())
        print(f"  {product.name[:24]:24} {aspect:12} truth {value:+.2f}  {shown}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true", help="read with the small reader")
    parser.add_argument("--dev", action="store_true", help="the forty reviews that rules are chosen on")
    parser.add_argument("--show", action="store_true", help="print the means of every aspect")
    given = parser.parse_args()
    error: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    order: dict[str, list[bool]] = defaultdict(list)
    apart: list[tuple[bool, bool]] = []
    for lang in ("en", "zh"):
        for product in products(lang, dev=given.dev):
            found, gold = opinions(product, fast=given.fast), truth(product)
            ways = {way: means(said, product) for way, said in counted(found, product).items()}
            for way, ours in ways.items():
                error[lang][way] += errors(ours, gold)
                error["both"][way] += errors(ours, gold)
                order[way] += ordered(ours, gold)
            apart += told(found, product)
            if given.show:
                show(product, gold, ways)
    for lang, by_way in error.items():
        every, ours, known = (mean(by_way[way]) for way in ("all", "main", "known"))
        print(f"{lang}: mean error {every:.3f} counting all, {ours:.3f} counting the product's ({every / ours:.2f} × "
              f"smaller), {known:.3f} were that known; {len(by_way['all'])} aspects")  # fmt: skip
    right = [" ".join(f"{mean(order[way]):.1%}" for way in ("all", "main", "known"))]
    print(f"pairs of aspects in the right order: {right[0]}")
    others = [said for really, said in apart if really]
    ours_ = [not said for really, said in apart if not really]
    print(f"opinions about other things seen as such: {mean(others):.1%} of {len(others)}; about the product: "
          f"{mean(ours_):.1%} of {len(ours_)}")  # fmt: skip


if __name__ == "__main__":
    main()
