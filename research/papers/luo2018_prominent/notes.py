"""Notes on the tables of ``python -m research.papers prominent``."""

from __future__ import annotations

from collections.abc import Mapping

from research.papers.luo2018_prominent.sets import LEAST, RESTAURANT_WORDS
from voxpop.metrics.score_table import Table

STANDING = (
    "Luo et al.'s review corpora cannot be had, and of its results only the human terms and the formula of hard "
    "accuracy are at hand. So there is no figure of the paper to stand beside ours.",
    "Hard: a human term counts if it is one of the five as written, in lower case. \"rooms\" does not meet \"room\", "
    "and methods that list nouns never meet \"carry\".",
    "Soft: a human term counts 1 if one of the five is the same or a near-synonym in a small table that ships with "
    "voxpop, else the share of words in common. The table was written with these human terms in view, so "
    "soft accuracy is generous by design.",
    "A group is named as people mostly write its leading term. \"Any term\" credits a group with all its terms; large "
    "groups gain by that, so the number of terms stands beside it, and it is not a figure to compare with lists of "
    "five.",
    "Annotators are measured against all 25 terms, their own five among them. The best five are found one by one; by "
    "hard accuracy that is exact.",
    "Mobile phones, cameras and players come from few products (two phones, four cameras, three players), so a "
    "product's own matters show; and the constants of \"prominent\" were chosen on these products, if by another "
    "measure, so for them it is not tested on new ground.",
    "The mean counts restaurants twice, once for each set.",
    "The table prints \"keyword\" once under laptop, surely for \"keyboard\"; it is used as printed.",
)  # fmt: skip


def notes(tables: Mapping[str, Table], *, most: int) -> tuple[str, ...]:
    restaurants = (f"Yelp's reviews are of all kinds of places; those with at least {LEAST} different words of these "
                   f"count as restaurants': {', '.join(RESTAURANT_WORDS)}. Choosing by them makes them more frequent "
                   "in the lists.")  # fmt: skip
    capped = f"Of each set at most about {most} sentences are read, from reviews in random order."
    return (_best(tables["Hard accuracy"]), _best(tables["Soft accuracy"]), capped, restaurants, *STANDING)


def _best(table: Table) -> str:
    means = dict(zip(table.columns[1:-3], (float(cell or 0) for cell in table.rows[-1][1:-3]), strict=True))
    order = sorted(means, key=lambda name: -means[name])
    chance, people, best = (float(cell or 0) for cell in table.rows[-1][-3:])
    kind = "Hard" if "hard" in table.caption else "Soft"
    listed = ", ".join(f"{name} {means[name]:.3f}" for name in order)
    return f"{kind} accuracy, mean: {listed}; chance {chance:.3f}, annotators {people:.3f}, best five {best:.3f}."
