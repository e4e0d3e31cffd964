"""Draw reviews to be read and judged: python -m research.experiments.audit.draw --data DIR --out FOLDER (needs scikit-learn)

Real mismatches are rare, so reviews are drawn more often the more a plain bag-of-words model doubts their stars: all
of the most doubtful of a set, some of the next, a few of the rest. Each carries how many reviews it stands for, so that
precision and recall of any other model can be estimated from the same judgements. The texts are written to a file in a
shuffled order without stars or ids; the key, with ids and weights, to another.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from research.experiments.audit.predict import Floats, by_words
from research.experiments.audit.sets import LANGUAGES, StarredReview, starred

# (source, split): how many of the most doubtful; out of how many next, how many; and how many of the rest
PLAN = {
    ("yelp-10k", "test"): (30, 120, 12, 14),
    ("womens-clothing", "test"): (30, 120, 12, 14),
    ("lara-hotels", "test"): (30, 120, 12, 14),
    ("yelp-10k", "dev"): (18, 72, 6, 4),
    ("womens-clothing", "dev"): (18, 72, 6, 4),
    ("lara-hotels", "dev"): (18, 72, 6, 4),
    ("zh-reviews", "test"): (40, 160, 10, 10),
    ("zh-reviews", "dev"): (20, 80, 5, 5),
    ("asap", "test"): (15, 30, 5, 5),
}


class Drawn(NamedTuple):
    starred: StarredReview
    weight: float  # how many reviews of its set and split it stands for


def doubts(data: Path, lang: str) -> tuple[list[StarredReview], Floats]:
    """Held-out reviews, and how likely a bag-of-words model thinks their stars two or more away."""
    held = starred(data, lang)
    chances = by_words(data, lang, [one.review.text for one in held])
    far = np.abs(np.arange(1, 6)[None, :] - np.array([one.review.stars for one in held])[:, None]) >= 2
    return held, (chances * far).sum(axis=1)


def drawn(held: Sequence[StarredReview], doubt: Floats, *, seed: int = 1) -> Iterator[Drawn]:
    dice = random.Random(seed)
    for (source, split), (first, width, some, few) in PLAN.items():
        places = [i for i, one in enumerate(held) if (one.source, one.split) == (source, split)]
        places.sort(key=lambda i: -doubt[i])
        for part, count in (
            (places[:first], first),
            (places[first : first + width], some),
            (places[first + width :], few),
        ):
            chosen = dice.sample(part, min(count, len(part)))
            yield from (Drawn(held[i], len(part) / len(chosen)) for i in chosen)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.audit.draw", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        found = list(drawn(*doubts(options.data, lang)))
        random.Random(2).shuffle(found)
        blind = "\n\n".join(f"#{i} {one.starred.review.text}" for i, one in enumerate(found))
        key = "\n".join(f"{i}\t{one.starred.review.id}\t{one.weight:.2f}" for i, one in enumerate(found))
        (options.out / f"blind-{lang}.txt").write_text(blind + "\n", encoding="utf-8")
        (options.out / f"key-{lang}.tsv").write_text(key + "\n", encoding="utf-8")
        print(f"{lang}: {len(found)} reviews to judge, {len(blind):,} characters")


if __name__ == "__main__":
    main()
