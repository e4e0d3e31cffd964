"""The three experiments of Tay et al. (2019) once more, with opinion-score beside ROUGE: how often is the right one ahead?

``tables`` is the part that ``python -m research.papers factuality`` prints; ``python -m research.papers opinion`` prints it by itself,
with OpinSummEval's human judgements after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from research.papers import shen2023_opinsummeval as opinsummeval
from research.papers.base import REPRODUCTIONS, Report
from research.papers.tay2019_rouge import experiments
from research.papers.tay2019_rouge.experiments import Corpus, Draws, Name, Outcome
from research.papers.tay2019_rouge.swaps import Swapper, scored_senses
from voxpop.errors import InputError
from voxpop.metrics.measure import SEED, Array, harmonic
from voxpop.metrics.opinion import opinion
from voxpop.metrics.opinion_digest import digester
from voxpop.metrics.opinion_match import Pool, match
from voxpop.metrics.score_table import Cell, Table

DRAWS = 200
OURS = {("opinion-score", "opinion"): True, ("opinion-score", "aspects"): False}  # whether polarity counts

EXPERIMENTS = ("1: same aspect over another", "2: synonyms over antonyms", "3: same polarity over the opposite")
COLUMNS = ("experiment", "texts", "triplets", "measure", "right", "low", "high", "same score")
NOTES = (
    "Shares of triplets in which the right candidate scores strictly higher by F1; a tie counts as a failure. Of ROUGE "
    "the configuration with the highest share in each experiment is shown, chosen after the fact. Intervals as in "
    "`reproduce rouge`: other draws in 1 and 2, other topics in 3.",
    "Masked: the words that name the topic's aspect are hidden from both measures, by the paper's design. Experiment 2 "
    "is on masked texts only, as its exchanges are. \"aspects\" is opinion-score with the polarity left out.",
    "opinion-score was shaped while its figures on these summaries were seen (the form of likeness and agreement, the "
    "cutting of mixed sentences, two constants); there is no second set of this kind. The polarity labels were made "
    "before, for `reproduce rouge`. The word vectors were trained on texts that include the Opinosis reviews.",
    "Experiment 3 rests on few topics, some of whose summaries are as much praise as blame: its interval is wide.",
)  # fmt: skip


@REPRODUCTIONS.register("opinion")
def run(data: Path, *, seed: int = SEED, draws: int = DRAWS) -> Report:
    """``data`` holds ``opinosis`` and ``sentiwordnet``, and for the human judgements ``opinsummeval``."""
    found = tables(data, seed=seed, draws=draws)
    try:
        more, others = opinsummeval.section(data)
    except InputError as error:
        more, others = {}, (f"OpinSummEval was left out: {error}",)
    return Report(
        name="opinion",
        title="Tay et al.'s question put to opinion-score: can it tell the right aspect, and the right polarity?",
        tables={**found, **more},
        notes=(*NOTES, *others),
        settings={"seed": seed, "draws": draws, **signatures()},
    )


def tables(data: Path, *, seed: int = SEED, draws: int = DRAWS) -> dict[str, Table]:
    """The three experiments in one table; ``NOTES`` says what there is to know about it."""
    corpus = experiments.load(data)
    drawn = experiments.draw(corpus, seed=seed, draws=draws)
    swapper = Swapper(scored_senses(data))
    texts = [summary.text for summary in corpus.summaries]
    kinds = {"masked": corpus, "unmasked": replace(corpus, references=texts, candidates=texts)}
    pairs = {kind: {**experiments.all_pairs(one), **experiments.all_pairs(one, score)} for kind, one in kinds.items()}
    rows = [
        *(row for kind, found in pairs.items() for row in _aspect(kind, found, drawn)),
        *_swaps(corpus, drawn, swapper),
        *(row for kind, found in pairs.items() for row in _polarity(kind, corpus, found, seed=seed)),
    ]
    return {"Tay et al. (2019) with opinion-score": Table(COLUMNS, tuple(rows), "Share of triplets ranked right.")}


def score(references: Sequence[str], candidates: Sequence[str]) -> dict[Name, Array]:
    """Rows of precision, recall and F1 of opinion-score: the measure itself, each text being read only once."""
    found = {}
    digest = digester("en").digest
    for name, polarity in OURS.items():
        pools = {text: Pool([digest(text)]) for text in dict.fromkeys(references)}
        rows = np.array([match(digest(candidate), pools[reference], polarity=polarity)
                         for reference, candidate in zip(references, candidates, strict=True)])  # fmt: skip
        found[name] = np.column_stack([rows, harmonic(rows[:, 0], rows[:, 1])])
    return found


def signatures() -> dict[str, str]:
    return {name: found.signature for name, found in opinion(["a"], ["a"], lang="en").items()}


def _aspect(kind: str, pairs: dict[Name, Array], drawn: Draws) -> Iterator[tuple[Cell, ...]]:
    outcomes = experiments.aspect_experiment(pairs, drawn, figure="f1")
    for name, outcome in _best(outcomes).items():
        yield (EXPERIMENTS[0], kind, drawn.same.shape[1], name, *_mean(outcome))


def _swaps(corpus: Corpus, drawn: Draws, swapper: Swapper) -> Iterator[tuple[Cell, ...]]:
    results = [experiments.swap_experiment(corpus, drawn, swapper, scorer) for scorer in (None, score)]
    outcomes = {name: outcome for result in results for name, outcome in result.outcomes.items()}
    for name, outcome in _best(outcomes).items():
        yield (EXPERIMENTS[1], "masked", round(float(results[0].triplets.mean())), name, *_mean(outcome))


def _polarity(kind: str, corpus: Corpus, pairs: dict[Name, Array], *, seed: int) -> Iterator[tuple[Cell, ...]]:
    triplets = experiments.polarity_triplets(corpus)
    for name, outcome in _best(experiments.polarity_experiment(pairs, triplets, seed=seed)).items():
        bounds = np.quantile(outcome.higher[1:], (0.025, 0.975)).tolist()
        yield (EXPERIMENTS[2], kind, len(triplets), name, float(outcome.higher[0]), *bounds, float(outcome.same[0]))


def _best(outcomes: Mapping[Name, Outcome]) -> dict[str, Outcome]:
    """Ours, and of all configurations of ROUGE the one that is right most often."""
    ours = {f"{measure}, {name}": outcomes[measure, name] for measure, name in OURS}
    theirs = {name: outcome for name, outcome in outcomes.items() if name not in OURS}
    best = max(theirs, key=lambda name: float(theirs[name].higher.mean()))
    return {**ours, f"R-{best[1]}, {best[0]}": theirs[best]}


def _mean(outcome: Outcome) -> tuple[float, float, float, float]:
    low, high = np.quantile(outcome.higher, (0.025, 0.975)).tolist()
    return float(outcome.higher.mean()), low, high, float(outcome.same.mean())
