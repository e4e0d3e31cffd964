"""Tables 4, 5 and 6 of paper 001 from run folders, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from voxpop.errors import InputError
from voxpop.metrics.base import Score
from voxpop.metrics.labels import category_sentiment
from voxpop.metrics.rating import rating
from voxpop.metrics.significance import randomisation
from voxpop.metrics.table import Cell, Table
from voxpop.models.data import Corpus, Example
from voxpop.models.runs import Run
from voxpop.models.scheme import CLASSES
from voxpop.models.scores import Prediction, categories
from voxpop.models.statistics import Statistics, statistics
from voxpop.reproduce import paper001 as paper
from voxpop.reproduce.asap_runs import Study

Pair = tuple[Example, Prediction]


def statistics_table(studies: Mapping[str, Study]) -> Table:
    """Ours, and below it what the paper printed."""
    rows: list[tuple[Cell, ...]] = []
    for key, study in studies.items():
        corpus = study.corpus
        parts = {"train": (*corpus.train, *corpus.dev), "test": corpus.test}
        if corpus.name == "asap":
            parts = dict(corpus.splits)
        for split, examples in parts.items():
            level = key == "restaurant"
            rows.append(_statistics_row(study.title, split, "ours", statistics(examples, lang=corpus.scheme.lang,
                                                                               sentence_level=level)))  # fmt: skip
            printed = paper.TABLE_4.get((study.title, split))
            if printed is not None:
                rows.append(_statistics_row(study.title, split, "paper", printed))
    if not any(study.title == "ASAP" for study in studies.values()):
        rows += [_statistics_row(*at, "paper", printed) for at, printed in paper.TABLE_4.items() if at[0] == "ASAP"]
    columns = ("data set", "split", "", "reviews", "sentences", "aspects", "length", "positive", "negative", "neutral",
               *(f"{star}-star" for star in range(1, 6)))  # fmt: skip
    caption = ("Sentences, aspects and length are means per review; length in Chinese characters, or English words and "
               "marks. Train includes what is held out for early stopping, unless there is a dev split.")  # fmt: skip
    return Table(columns, tuple(rows), caption, digits=1)


def _statistics_row(title: str, split: str, whose: str, found: Statistics) -> tuple[Cell, ...]:
    stars = found.stars if any(found.stars) else [None] * 5
    means = (float(found.sentences), float(found.aspects), float(found.length))
    return (title, split, whose, found.reviews, *means, found.positive, found.negative, found.neutral, *stars)


def acsa_table(study: Study, *, column: int | None, source: str | None = None) -> Table:
    """Macro-F1 and accuracy with the aspects given; ``column`` is where the paper's figures stand in its Table 5."""
    rows: list[tuple[Cell, ...]] = []
    where = "RESTAURANT" if column == 2 else "ASAP"
    for system, printed in paper.TABLE_5.items():
        theirs = (None, None) if column is None else printed[column : column + 2]
        found = [acsa_scores(run, study.corpus, source) for run in study.of(system)]
        ours = [summary([score[i].value for score in found]) for i in range(2)]
        if found or theirs[0] is not None:
            rows.append((paper.TITLES[system], len(found) or None, *ours[0], theirs[0], *ours[1], theirs[1]))
    columns = ("model", "seeds", "macro-F1", "± sd", f"paper: F1 on {where}", "accuracy", "± sd of it",
               f"paper: accuracy on {where}")  # fmt: skip
    return Table(
        columns, tuple(rows), f"{_tested(study, source)} Aspects given; mean and deviation over seeds.", digits=4
    )


def rating_table(study: Study, *, beside: bool = True) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for system, printed in paper.TABLE_6.items():
        theirs = printed if beside else (None, None)
        found = [rating_scores(run, study.corpus) for run in study.of(system)]
        ours = [summary([score[i].value for score in found]) for i in range(2)]
        rows.append((paper.TITLES[system], len(found) or None, *ours[0], theirs[0], *ours[1], theirs[1]))
    columns = ("model", "seeds", "MAE", "± sd", "paper: MAE on ASAP", "accuracy", "± sd of it",
               "paper: accuracy on ASAP")  # fmt: skip
    rated = [[example.stars is not None for example in part] for part in (study.corpus.train, study.corpus.test)]
    caption = f"{sum(rated[0]):,} starred reviews to learn from, {sum(rated[1]):,} to test on."
    return Table(columns, tuple(rows), caption, digits=4)


def ablation_table(study: Study, *, seed: int, rounds: int) -> Table:
    """The joint model against the one that learns a single task, by paired randomisation over reviews."""
    rows: list[tuple[Cell, ...]] = []
    measures: tuple[tuple[str, str, Callable[[Sequence[Run]], Score]], ...] = (
        ("macro-F1", "joint-no-rp", lambda chosen: stacked_acsa(chosen, study.corpus)),
        ("MAE", "joint-no-acsa", lambda chosen: stacked_rating(chosen, study.corpus)),
    )
    for name, other, measure in measures:
        pairs = same_seeds(study.of("joint"), study.of(other))
        if not pairs:
            rows.append((name, paper.TITLES[other], None, None, None, None, None))
            continue
        joint, separate = (measure(side) for side in zip(*pairs, strict=True))
        reviews = [i % (joint.n // len(pairs)) for i in range(joint.n)]
        verdict = randomisation(joint, separate, groups=reviews, rounds=rounds, seed=seed)
        rows.append((name, paper.TITLES[other], len(pairs), joint.value, separate.value, verdict.difference, verdict.p))
    caption = "Figures over all seeds together; p by randomisation, the seeds of a review moving together."
    return Table(("figure", "against", "seeds", "joint", "separate", "difference", "p"), tuple(rows), caption, digits=4)


# --- figures


def acsa_scores(run: Run, corpus: Corpus, source: str | None = None) -> tuple[Score, Score]:
    pairs = _pairs(run, corpus, source)
    scores = _masked([(example, said) for example, said in pairs if example.mentioned], corpus)
    return scores["masked_macro"], scores["masked_accuracy"]


def rating_scores(run: Run, corpus: Corpus) -> tuple[Score, Score]:
    scores = _rated(_pairs(run, corpus, None), run)
    return scores["mae"], scores["accuracy"]


def stacked_acsa(chosen: Sequence[Run], corpus: Corpus) -> Score:
    return _masked([pair for run in chosen for pair in _pairs(run, corpus, None) if pair[0].mentioned], corpus)[
        "masked_macro"
    ]


def stacked_rating(chosen: Sequence[Run], corpus: Corpus) -> Score:
    return _rated([pair for run in chosen for pair in _pairs(run, corpus, None)], chosen[0])["mae"]


def same_seeds(first: Sequence[Run], second: Sequence[Run]) -> list[tuple[Run, Run]]:
    others = {run.seed: run for run in second}
    return [(run, others[run.seed]) for run in first if run.seed in others]


def _pairs(run: Run, corpus: Corpus, source: str | None) -> list[Pair]:
    both = zip(corpus.test, run.matched(corpus.test), strict=True)
    return [(example, said) for example, said in both if source is None or example.source == source]


def _masked(pairs: Sequence[Pair], corpus: Corpus) -> Mapping[str, Score]:
    aspects = corpus.scheme.aspects
    gold = [categories(example.labels, aspects) for example, _ in pairs]
    pred = [categories(said.labels or (), aspects) for _, said in pairs]
    return category_sentiment(gold, pred, labels=CLASSES)


def _rated(pairs: Sequence[Pair], run: Run) -> Mapping[str, Score]:
    gold, pred = [], []
    for example, said in pairs:
        if example.stars is not None:
            if said.stars is None:
                raise InputError(f"{run.place} predicts no stars for {said.id}. Train this run again.")
            gold.append(example.stars)
            pred.append(said.stars)
    return rating(gold, pred)


def summary(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Mean and standard deviation (over n − 1)."""
    if not values:
        return None, None
    return float(np.mean(values)), float(np.std(values, ddof=1)) if len(values) > 1 else None


def _tested(study: Study, source: str | None) -> str:
    examples = [example for example in study.corpus.test if source in (None, example.source)]
    labels = sum(len(example.mentioned) for example in examples)
    return f"{len(study.corpus.train):,} reviews to learn from; {len(examples):,} with {labels:,} labels to test on."
