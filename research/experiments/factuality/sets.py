"""What the checker's weights are fitted on: pairs with a label, from development and training data alone."""

from __future__ import annotations

import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from research.papers.kobayashi2022_coref.annotated import reviews
from research.papers.kobayashi2022_coref.reviewnli import reviewnli
from research.papers.kobayashi2022_coref.substitution import SubstitutedSentence, everywhere, substitutions
from voxpop.errors import InputError
from voxpop.types import Product

SEED = 13
EACH = 130  # generated pairs of each kind


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """A source, a claim, and whether the one bears the other out.

    ``group`` keeps what belongs together in one fold, ``weight`` is what it counts among its kind, and ``drawn`` tells
    those by which thresholds are chosen: of substitutions those of the paper's procedure.
    """

    source: str
    claim: str
    consistent: bool
    kind: str
    group: str
    product: Product | None = None
    weight: float = 1.0
    drawn: bool = True


def examples(lang: str, data: Path, pairs: Path) -> list[LabelledPair]:
    found = [*swapped(lang), *generated(pairs / f"pairs-{lang}.jsonl.xz")]
    return [*judged(data), *found] if lang == "en" else found


def swapped(lang: str) -> Iterator[LabelledPair]:
    """Kobayashi and Malon's substitutions on the dev part of our annotated reviews, at every place where they can be made.

    Those of a review that replace one type by another count together as much as the one that is drawn. One within a
    type that names another thing is inconsistent; one across types that was read as true is left out.
    """
    written = reviews(lang, split="dev")
    products = {one.id: Product(one.product, one.aliases) for one in written}
    drawn = {(one.review_id, one.hypothesis) for one in substitutions(written)}
    made = [one for one in everywhere(written) if one.verified or one.substitution.consistent]
    size = Counter(map(_cell, made))
    for one in made:
        swap = one.substitution
        yield LabelledPair(
            swap.source, swap.hypothesis, swap.consistent and one.verified, "substitution", swap.review_id,
            products[swap.review_id], 1 / size[_cell(one)], (swap.review_id, swap.hypothesis) in drawn and one.verified,
        )  # fmt: skip


def _cell(made: SubstitutedSentence) -> tuple[str, str, str, bool]:
    one = made.substitution
    return one.review_id, one.original, one.replacement, made.verified


def judged(data: Path) -> Iterator[LabelledPair]:
    """ReviewNLI's dev part."""
    for pair in reviewnli(data, "dev"):
        yield LabelledPair(pair.source, pair.hypothesis, pair.consistent, "reviewnli", pair.product)


def generated(path: Path) -> Iterator[LabelledPair]:
    """Generated pairs of the dev split, as many of each kind; what is neutral is not borne out."""
    if not path.is_file():
        raise InputError(f"There is no file {path}. Write it with python -m research.training.entailment.pairs.")
    kinds = defaultdict(list)
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["split"] == "dev" and row["source"].startswith(("worded", "edited", "stories")):
                kinds[row["source"].split("-")[0] if row["source"].startswith("worded") else row["source"]].append(row)
    for kind, rows in sorted(kinds.items()):
        for row in Random(SEED).sample(rows, min(EACH * (3 if kind == "worded" else 1), len(rows))):
            yield LabelledPair(row["premise"], row["hypothesis"], row["label"] == "entailment", kind, row["premise"])
