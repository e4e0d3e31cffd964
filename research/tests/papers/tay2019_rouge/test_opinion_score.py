"""Tay et al.'s experiments with opinion-score: the same triplets, another scorer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from research.papers.tay2019_rouge import experiments
from research.papers.tay2019_rouge import opinion_score as ours
from research.papers.tay2019_rouge.experiments import Corpus, Name, Outcome
from research.papers.tay2019_rouge.swaps import Swapper, scored_senses
from voxpop.metrics.measure import Array
from voxpop.metrics.opinion import opinion

PAIR = ["The rooms were neat and clean.", "The battery life is short."], ["Clean room.", "A bright screen."]


def test_scores_are_those_of_the_measure() -> None:
    found, measured = ours.score(*PAIR), opinion(*PAIR, lang="en")
    for name in ("opinion", "aspects"):
        assert np.allclose(found["opinion-score", name], measured[name].items)


def test_the_best_of_rouge_stands_beside_ours() -> None:
    def share(value: float) -> Outcome:
        return Outcome(np.array([value]), np.array([0.0]))

    shares = {**dict.fromkeys(ours.OURS, share(0.9)), ("None", "1"): share(0.3), ("Stemming", "L"): share(0.5)}
    named = ["opinion-score, opinion", "opinion-score, aspects"]
    assert list(ours._best(shares)) == [*named, "R-L, Stemming"]


def test_synonyms_and_antonyms_go_to_the_scorer_that_is_given(corpus: Corpus, opinosis_data: Path) -> None:
    swapper = Swapper(scored_senses(opinosis_data))
    drawn = experiments.draw(corpus, seed=1, draws=3)
    seen: list[Sequence[str]] = []

    def scorer(references: Sequence[str], candidates: Sequence[str]) -> dict[Name, Array]:
        seen.append(candidates)
        return {("x", "y"): np.full((len(candidates), 3), 1.0 / len(seen))}

    result = experiments.swap_experiment(corpus, drawn, swapper, scorer)
    assert len(seen) == 2
    assert seen[0] != seen[1]
    assert result.outcomes["x", "y"].higher.tolist() == [1.0, 1.0, 1.0]


def test_a_few_topics_come_out_as_promised(corpus: Corpus) -> None:
    """Voice and staff, whose summaries disagree clearly: the same polarity is ahead."""
    names = ("voice_garmin_nuvi_255W_gps", "service_holiday_inn_london")
    chosen = [i for i, summary in enumerate(corpus.summaries) if summary.topic in names]
    few = replace(
        corpus,
        summaries=[corpus.summaries[i] for i in chosen],
        references=[corpus.references[i] for i in chosen],
        candidates=[corpus.candidates[i] for i in chosen],
        topic=np.unique(corpus.topic[chosen], return_inverse=True)[1],
        negative=corpus.negative[chosen],
    )
    pairs = experiments.all_pairs(few, ours.score)
    triplets = experiments.polarity_triplets(few)
    outcome = experiments.polarity_experiment(pairs, triplets, seed=1)["opinion-score", "opinion"]
    assert len(triplets) == 24
    assert outcome.higher[0] >= 0.9


def test_the_signature_says_how() -> None:
    assert "polarity:yes" in ours.signatures()["opinion"]
