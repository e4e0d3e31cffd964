"""Tables 4, 5 and 6 of Bu et al. (2021) from run folders, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from research.papers.bu2021_asap import published as paper
from research.papers.bu2021_asap.shipped_model import OURS
from research.papers.bu2021_asap.trained_runs import WEIGHED, Study
from research.training.corpus_statistics import CorpusStatistics, statistics
from research.training.data import Corpus, Example
from research.training.runs import Run
from research.training.scheme import CLASSES
from research.training.scores import Prediction, categories
from voxpop.errors import InputError
from voxpop.metrics.label_scores import category_sentiment
from voxpop.metrics.measure import Score
from voxpop.metrics.rating import rating
from voxpop.metrics.score_table import Cell, Table

Pair = tuple[Example, Prediction]
T = TypeVar("T")


def statistics_table(studies: Mapping[str, Study], files: Mapping[str, Sequence[Example]]) -> Table:
    """Ours, and below it what the paper printed; then files in ASAP's format, each by itself."""
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
    for name, reviews in files.items():
        rows.append(_statistics_row("in ASAP's format", name, "ours", statistics(reviews, lang="zh")))
    if not any(study.title == "ASAP" for study in studies.values()):
        rows += [_statistics_row(*at, "paper", printed) for at, printed in paper.TABLE_4.items() if at[0] == "ASAP"]
    columns = ("data set", "split", "", "reviews", "sentences", "aspects", "length", "positive", "negative", "neutral",
               *(f"{star}-star" for star in range(1, 6)))  # fmt: skip
    caption = ("Sentences, aspects and length are means per review; length in Chinese characters, or English words and "
               "marks. Train includes what is held out for early stopping, unless there is a dev split.")  # fmt: skip
    return Table(columns, tuple(rows), caption, digits=1)


def _statistics_row(title: str, split: str, whose: str, found: CorpusStatistics) -> tuple[Cell, ...]:
    stars = found.stars if any(found.stars) else [None] * 5
    means = (float(found.sentences), float(found.aspects), float(found.length))
    return (title, split, whose, found.reviews, *means, found.positive, found.negative, found.neutral, *stars)


def acsa_table(study: Study, *, column: int | None, source: str | None = None) -> Table:
    """Macro-F1 and accuracy with the aspects given; ``column`` is where the paper's figures stand in its Table 5."""
    rows: list[tuple[Cell, ...]] = []
    for system in (*paper.TABLE_5, *OURS):
        printed = paper.TABLE_5.get(system)
        theirs = (None, None) if column is None or printed is None else printed[column : column + 2]
        for began, found in variants(study, system, paper_row=theirs[0] is not None):
            scores = [acsa_scores(run, study.corpus, source) for run in found if says_labels(run)]
            if scores or theirs[0] is not None:
                rows.append(_row(system, began, scores, theirs))
    caption = f"{_tested(study, source)} Aspects given; mean and deviation over seeds."
    where = None if column is None else "RESTAURANT" if column == 2 else "ASAP"
    return _compared_table("macro-F1", rows, caption, where=where)


def rating_table(study: Study, *, beside: bool = True) -> Table:
    """The error of the stars; ``beside`` the paper's figures on ASAP."""
    rows: list[tuple[Cell, ...]] = []
    printed = paper.TABLE_6 if beside else {}
    for system in (*paper.TABLE_6, *OURS):
        for began, found in variants(study, system, paper_row=system in printed):
            scores = [rating_scores(run, study.corpus) for run in found]
            rows.append(_row(system, began, scores, printed.get(system, (None, None))))
    rated = [[example.stars is not None for example in part] for part in (study.corpus.train, study.corpus.test)]
    caption = f"{sum(rated[0]):,} starred reviews to learn from, {sum(rated[1]):,} to test on."
    return _compared_table("MAE", rows, caption, where="ASAP" if beside else None)


def _compared_table(figure: str, rows: Sequence[tuple[Cell, ...]], caption: str, *, where: str | None) -> Table:
    """A figure and the accuracy of each model, beside the paper's ``where`` it has any."""
    columns = ("model", "begins from", "seeds", figure, "± sd", f"paper: {figure.removeprefix('macro-')} on {where}",
               "accuracy", "± sd of it", f"paper: accuracy on {where}")  # fmt: skip
    shown = [i for i, name in enumerate(columns) if where or not name.startswith("paper: ")]
    return Table(_picked(columns, shown), tuple(_picked(row, shown) for row in rows), caption, digits=4)


def _picked(cells: Sequence[T], places: Sequence[int]) -> tuple[T, ...]:
    return tuple(cells[i] for i in places)


def variants(study: Study, system: str, *, paper_row: bool) -> list[tuple[str, list[Run]]]:
    """A row for each encoder; an empty one where the paper has figures and we have no runs."""
    found = list(study.variants(system).items())
    return found or ([("", [])] if paper_row else [])


def _row(
    system: str, began: str, scores: Sequence[tuple[Score, Score]], theirs: tuple[float | None, ...]
) -> tuple[Cell, ...]:
    ours = [summary([score[i].value for score in scores]) for i in range(2)]
    return (paper.TITLES.get(system) or OURS[system], began or None, len(scores) or None, *ours[0], theirs[0], *ours[1],
            theirs[1])  # fmt: skip


def says_labels(run: Run) -> bool:
    return any(said.labels is not None for said in run.predictions)


def alike(began: str) -> str:
    """What the system that learns one task began from: it has nothing to weigh."""
    return began.partition(WEIGHED)[0]


def ablation_table(study: Study, *, seed: int, rounds: int) -> Table:
    """The joint model against the one that learns a single task, by paired randomisation over reviews."""
    rows: list[tuple[Cell, ...]] = []
    measures: tuple[tuple[str, str, Callable[[Sequence[Run]], Score]], ...] = (
        ("macro-F1", "joint-no-rp", lambda chosen: stacked_acsa(chosen, study.corpus)),
        ("MAE", "joint-no-acsa", lambda chosen: stacked_rating(chosen, study.corpus)),
    )
    for name, other, measure in measures:
        paired = pairings(study, other)
        if not paired and study.of("joint"):
            rows.append((name, paper.TITLES[other], *[None] * 8))
        for began, pairs in paired.items():
            rows.append((name, paper.TITLES[other], began, *_compared(pairs, measure, seed=seed, rounds=rounds)))
    caption = ("Means and deviations over seeds; p by randomisation over reviews, all seeds of a review moving "
               "together.")  # fmt: skip
    columns = ("figure", "against", "begins from", "seeds", "joint", "± sd", "separate", "± sd of it", "difference",
               "p")  # fmt: skip
    return Table(columns, tuple(rows), caption, digits=4)


def pairings(study: Study, other: str) -> dict[str, list[tuple[Run, Run]]]:
    """What stands against what, seed by seed: the joint model against one that began alike.

    Where it is the stars that the other learnt, so does the joint model with aspects in stars.
    """
    single = study.variants(other)
    sides = {began: (found, single.get(alike(began), [])) for began, found in study.variants("joint").items()}
    if other == "joint-no-acsa":
        sides |= {f"{began}; aspects in stars": (found, single.get(began, []))
                  for began, found in study.variants("joint-rated").items()}  # fmt: skip
    return {began: pairs for began, both in sides.items() if (pairs := same_seeds(*both))}


def _compared(
    pairs: Sequence[tuple[Run, Run]], measure: Callable[[Sequence[Run]], Score], *, seed: int, rounds: int
) -> tuple[Cell, ...]:
    """Seeds, both sides with their deviation, the difference of all seeds together and its p."""
    sides = [list(side) for side in zip(*pairs, strict=True)]
    joint, separate = (measure(side) for side in sides)
    reviews = [i % (joint.n // len(pairs)) for i in range(joint.n)]
    verdict = joint.versus(separate, groups=reviews, rounds=rounds, seed=seed)
    means = [summary([measure([run]).value for run in side]) for side in sides]
    return len(pairs), *means[0], *means[1], verdict.difference, verdict.p


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
