"""Trains the classifier of mention types and writes its weights: ``python -m research.experiments.mentions.fit --out DIR``.

From the reviews that we wrote and marked (``train``), never from those that report the figures. Then, by language:
``python -m research.add_weights about-en --language en --licence "research and evaluation"``.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from research.training.branch.markup import read_markup
from research.training.mention_fit import MentionRecipe
from research.training.mention_types import Labelled, train, write
from voxpop.types import Product

MARKUP = Path(__file__).parent / "train"


def marked(folder: Path, lang: str) -> list[Labelled]:
    """The marked reviews of a language."""
    return [
        Labelled(id=one.id, text=one.text, lang=lang, product=Product(one.product, one.aliases), spans=one.mentions)
        for path in sorted(folder.glob(f"{lang}*.txt"))
        for one in read_markup(path)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="where the folders about-en and about-zh are written")
    parser.add_argument("--markup", type=Path, default=MARKUP)
    parser.add_argument("--lang", choices=["en", "zh"], nargs="+", default=["en", "zh"])
    given = parser.parse_args()
    recipe = MentionRecipe()
    for lang in given.lang:
        reviews = marked(given.markup, lang)
        words, states = (train(reviews, states=states, recipe=recipe) for states in (False, True))
        mentions = sum(len(review.spans) for review in reviews)
        config = {"recipe": asdict(recipe), "reviews": len(reviews), "mentions": mentions}
        write(given.out / f"about-{lang}", words=words, states=states, config=config)
        print(f"about-{lang}: {len(reviews)} reviews, {mentions} mentions, {len(states.rows)} features")


if __name__ == "__main__":
    main()
