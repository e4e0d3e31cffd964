"""``voxpop train`` without the terminal: a labelled file in, heads with their figures out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from voxpop.errors import InputError
from voxpop.extract.custom_categories import CustomHeads, features
from voxpop.extract.opinion_model import TextScores
from voxpop.train.cross_validation import HeadPredictions, fit
from voxpop.train.head_quality import CategoryQuality, category_qualities
from voxpop.train.head_training import NOT_MENTIONED, Recipe
from voxpop.train.label_table import LabelledReviews
from voxpop.train.learning_curve import LearningCurve, learning_curve

FEWEST_REVIEWS = 40
MIN_REVIEWS = 8  # reviews that must mention a category for it to be learned
MIN_RELIABLE_REVIEWS = 25  # and from which its figures begin to mean something
ProgressReport = Callable[[str, int, int], None]  # stage, done, of how many


class TrainingReader(Protocol):
    """What training needs of a reader."""

    home: Path

    def read(self, text: str, *, hidden: bool = False) -> TextScores: ...


@dataclass(frozen=True, slots=True)
class TrainedHeads:
    """Heads, how good they are on reviews they had not seen, and what was left out."""

    heads: CustomHeads
    qualities: tuple[CategoryQuality, ...]
    skipped: dict[str, int]  # categories that too few reviews mention
    epochs: int
    losses: tuple[float, ...]
    seconds: float
    curve: LearningCurve | None = None  # where it was asked for


def train(
    data: LabelledReviews,
    reader: TrainingReader,
    recipe: Recipe,
    *,
    encoder: str,
    with_curve: bool = False,
    report: ProgressReport = lambda stage, done, total: None,
) -> TrainedHeads:
    """Train heads on labelled reviews and measure them on those that each had not seen."""
    began = time.perf_counter()
    counts = mention_counts(data)
    check(data, counts)
    learned = data.keep([name for name in data.categories if counts[name] >= MIN_REVIEWS])
    # at half precision: the encoder runs once over every review
    pieces = [features(reading).astype(np.float16) for reading in read_each(reader, learned.texts, "read", report)]
    fitted = fit(pieces, learned.labels, recipe, tick=lambda done: report("train", done, recipe.epochs))
    heads = CustomHeads(
        learned.categories, learned.lang, encoder, fitted.present, fitted.centre, fitted.scale, fitted.members
    )
    qualities = category_qualities(
        learned.labels, fitted.answers, learned.categories, present=fitted.present, seed=recipe.seed
    )
    skipped = {name: count for name, count in counts.items() if count < MIN_REVIEWS}
    curve = None
    if with_curve:
        curve = learning_curve(
            pieces, learned.labels, recipe, epochs=fitted.epochs, present=fitted.present,
            report=lambda done, total: report("curve", done, total),
        )  # fmt: skip
    seconds = time.perf_counter() - began
    return TrainedHeads(heads, tuple(qualities), skipped, fitted.epochs, fitted.losses, seconds, curve)


def check(data: LabelledReviews, counts: dict[str, int]) -> None:
    """Raise an error where there are too few reviews to learn from."""
    if len(data.items) < FEWEST_REVIEWS:
        raise InputError(
            f"{data.source} has {len(data.items)} labelled reviews that can be used; at least "
            f"{FEWEST_REVIEWS} are needed, and a few hundred are good."
        )
    if max(counts.values(), default=0) < MIN_REVIEWS:
        listed = ", ".join(f"{name} ({count})" for name, count in counts.items())
        raise InputError(
            f"No category of {data.source} is mentioned by at least {MIN_REVIEWS} reviews: {listed}. "
            "Label more reviews."
        )


def mention_counts(data: LabelledReviews) -> dict[str, int]:
    """Return how many reviews mention each category."""
    return dict(zip(data.categories, (data.labels != NOT_MENTIONED).sum(0).tolist(), strict=True))


def evaluate(
    heads: CustomHeads,
    data: LabelledReviews,
    reader: TrainingReader,
    *,
    seed: int = 0,
    report: ProgressReport = lambda stage, done, total: None,
) -> list[CategoryQuality]:
    """Return how good heads are on the reviews of another file, which must have their categories."""
    labels = data.keep(heads.categories).labels
    mine = [heads.apply(reading) for reading in read_each(reader, data.texts, "held-out", report)]
    answers = HeadPredictions(
        np.stack([prediction.presence for prediction in mine]), np.stack([prediction.polarity for prediction in mine])
    )
    return category_qualities(labels, answers, heads.categories, present=heads.present, seed=seed)


def read_each(reader: TrainingReader, texts: Sequence[str], stage: str, report: ProgressReport) -> Iterable[TextScores]:
    """Yield the model's scores for each text."""
    for done, text in enumerate(texts, start=1):
        yield reader.read(text, hidden=True)
        report(stage, done, len(texts))


def to_json(trained: TrainedHeads, data: LabelledReviews, held_out: Sequence[CategoryQuality] | None) -> dict[str, Any]:
    """Return the figures as plain data: what ``metrics.json`` and ``--json`` hold."""
    steps = Counter(item.step for item in data.rejected)
    return {
        "language": data.lang, "reviews": len(data.items), "text_column": data.text, "epochs": trained.epochs,
        "losses": [round(value, 5) for value in trained.losses], "present": trained.heads.present,
        "seconds": round(trained.seconds, 1), "encoder": trained.heads.encoder,
        "unseen_folds": [quality.to_json() for quality in trained.qualities],
        "held_out": held_out and [quality.to_json() for quality in held_out],
        "learning_curve": trained.curve and trained.curve.to_json(),
        "left_out": trained.skipped, "set_aside": {
            "count": len(data.rejected), "by_step": steps,
            "rows": [{"row": item.row, "reason": item.reason} for item in data.rejected],
        },
    }  # fmt: skip
