"""The three experiments of Tay et al. (2019) on the gold summaries of Opinosis.

Experiment 1 asks whether a summary of the same topic scores higher than one of another aspect, experiment 2 whether
synonyms score higher than antonyms, experiment 3 whether the same polarity scores higher than the opposite one.
The paper drew its triplets once; here they are drawn many times, so that every figure has an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from research.papers.tay2019_rouge import opinosis
from research.papers.tay2019_rouge import published as paper
from research.papers.tay2019_rouge.masking import CANDIDATE, REFERENCE, aspect_terms, mask
from research.papers.tay2019_rouge.opinosis import GoldSummary
from research.papers.tay2019_rouge.swaps import Swapper, Versions, tokens_of
from voxpop.errors import AssetError, InputError, OptionError
from voxpop.metrics.measure import Array, Scores
from voxpop.metrics.rouge import rouge
from voxpop.types import Token

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Name = tuple[str, str]  # configuration and variant
Scorer = Callable[[Sequence[str], Sequence[str]], dict[Name, Array]]  # rows for pairs of reference and candidate

FIGURES = {"precision": 0, "recall": 1, "f1": 2}
SLACK = 1e-9  # scores are ratios of small numbers: closer than this is the same
RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Corpus:
    """The summaries with all that the experiments ask of them; ``topic`` numbers the topics."""

    summaries: list[GoldSummary]
    tokens: list[list[Token]]
    references: list[str]  # with masked aspect terms
    candidates: list[str]
    topic: Ints
    negative: Bools
    stop: str  # the stop list of the configurations that have one

    @property
    def opposed(self) -> Bools:
        """Which summaries belong to a topic whose summaries disagree in polarity."""
        negatives = np.bincount(self.topic, self.negative)
        sizes = np.bincount(self.topic)
        return ((negatives > 0) & (negatives < sizes))[self.topic]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How often, per draw or resample, the first candidate of a triplet scored higher than the second, or the same."""

    higher: Array
    same: Array


def load(data: str | Path | None = None, *, stop: str = "nltk") -> Corpus:
    summaries = opinosis.summaries(data)
    labels = opinosis.polarities()
    if {summary.key for summary in summaries} != set(labels):
        raise InputError(f"This is not the Opinosis release that was annotated: its {len(summaries)} distinct gold "
                         f"summaries are not the {len(labels)} of the annotation.")  # fmt: skip
    tokens = tokens_of([summary.text for summary in summaries])
    topics = {topic: number for number, topic in enumerate(dict.fromkeys(summary.topic for summary in summaries))}
    return Corpus(
        summaries,
        tokens,
        _masked(summaries, tokens, REFERENCE),
        _masked(summaries, tokens, CANDIDATE),
        np.array([topics[summary.topic] for summary in summaries]),
        np.array([labels[summary.key].final == "negative" for summary in summaries]),
        stop,
    )


def _masked(summaries: Sequence[GoldSummary], tokens: Sequence[Sequence[Token]], word: str) -> list[str]:
    return [mask(summary.text, found, summary.topic, word=word)
            for summary, found in zip(summaries, tokens, strict=True)]  # fmt: skip


def four_configurations(references: Sequence[str], candidates: Sequence[str], *, stop: str) -> dict[str, Scores]:
    """Return the four columns of the paper: with and without stemming and stop words."""
    return {
        name: rouge(references, candidates, variants=paper.VARIANTS, stem=stem, stop=stop if stopped else False)
        for name, (stem, stopped) in paper.CONFIGURATIONS.items()
    }


def score(references: Sequence[str], candidates: Sequence[str], *, stop: str) -> dict[Name, Array]:
    """Rows of precision, recall and F1 of each pair, under the four configurations."""
    found = four_configurations(references, candidates, stop=stop)
    return {(configuration, variant): found[configuration][f"rouge{variant}"].items
            for configuration in paper.CONFIGURATIONS for variant in paper.VARIANTS}  # fmt: skip


def all_pairs(corpus: Corpus, scorer: Scorer | None = None) -> dict[Name, Array]:
    """Every summary as a candidate for every other: arrays of shape (references, candidates, 3). ROUGE by default."""
    n = len(corpus.summaries)
    scorer = scorer or partial(score, stop=corpus.stop)
    rows = scorer([text for text in corpus.references for _ in range(n)], corpus.candidates * n)
    return {name: items.reshape(n, n, 3) for name, items in rows.items()}


@dataclass(frozen=True, slots=True)
class Draws:
    """Triplets at random: row ``d`` holds, for each summary as a reference, the candidates of draw ``d``."""

    same: Ints
    other: Ints


def draw(corpus: Corpus, *, seed: int, draws: int) -> Draws:
    """A candidate of the same topic and one of another aspect, "rooms" of another hotel being no other aspect."""
    if draws < 1:
        raise OptionError(f"draws must be at least 1, not {draws}.")
    generator = np.random.default_rng(seed)
    terms = [aspect_terms(summary.topic) for summary in corpus.summaries]
    same, other = [], []
    for i, topic in enumerate(corpus.topic):
        mates = np.flatnonzero(corpus.topic == topic)
        foreign = np.array([j for j, words in enumerate(terms) if not words & terms[i]])
        same.append(generator.choice(mates[mates != i], draws))
        other.append(generator.choice(foreign, draws))
    return Draws(np.array(same).T, np.array(other).T)


def aspect_experiment(pairs: dict[Name, Array], drawn: Draws, *, figure: str) -> dict[Name, Outcome]:
    """Experiment 1: the same aspect against another one."""
    rows = np.arange(drawn.same.shape[1])
    found = {}
    for name, items in pairs.items():
        values = items[:, :, FIGURES[figure]]
        found[name] = _outcome(values[rows, drawn.same] - values[rows, drawn.other])
    return found


@dataclass(frozen=True, slots=True)
class SwapResult:
    """Experiment 2: outcomes, and per draw how many triplets had a word to exchange and which share of it was."""

    outcomes: dict[Name, Outcome]
    triplets: Ints
    replaced: Array


def swap_experiment(corpus: Corpus, drawn: Draws, swapper: Swapper, scorer: Scorer | None = None) -> SwapResult:
    """Experiment 2: a candidate with synonyms against the same one with antonyms, in topics of one polarity."""
    versions = [swapper.versions(summary.text, tokens, summary.topic)
                for summary, tokens in zip(corpus.summaries, corpus.tokens, strict=True)]  # fmt: skip
    changed = np.array([version.replaced > 0 for version in versions])
    share = np.array([version.replaced / version.words for version in versions])
    references = np.flatnonzero(~corpus.opposed)
    chosen = drawn.same[:, references]
    usable = changed[chosen]
    count = usable.sum(axis=1)
    if not count.all():
        raise AssetError("A draw has no summary with a word to exchange: the table of synonyms was damaged.")
    gaps = _gaps(corpus, versions, scorer or partial(score, stop=corpus.stop))
    outcomes = {name: _outcome(values[references, chosen], usable) for name, values in gaps.items()}
    return SwapResult(outcomes, count, (share[chosen] * usable).sum(axis=1) / count)


def _gaps(corpus: Corpus, versions: Sequence[Versions], scorer: Scorer) -> dict[Name, Array]:
    """F1 of the synonym version less that of the antonym version, for every pair within a topic."""
    first, second = np.nonzero((corpus.topic[:, None] == corpus.topic) & ~np.eye(len(corpus.topic), dtype=np.bool_))
    references = [corpus.references[i] for i in first.tolist()]
    chosen = [versions[j] for j in second.tolist()]
    synonyms = scorer(references, [version.synonym for version in chosen])
    antonyms = scorer(references, [version.antonym for version in chosen])
    found = {}
    for name in synonyms:
        found[name] = np.zeros((len(versions), len(versions)))
        found[name][first, second] = synonyms[name][:, 2] - antonyms[name][:, 2]
    return found


@dataclass(frozen=True, slots=True)
class Triplets:
    """All triplets of a reference, a candidate of its polarity and one of the opposite polarity, and their topics."""

    reference: Ints
    same: Ints
    opposite: Ints
    topic: Ints

    def __len__(self) -> int:
        return len(self.reference)


def polarity_triplets(corpus: Corpus, negative: Bools | None = None) -> Triplets:
    """By the final labels, or by others, in the order of the summaries."""
    negative = corpus.negative if negative is None else negative
    rows = [(i, j, k, topic)
            for topic in range(int(corpus.topic.max()) + 1)
            for members in [np.flatnonzero(corpus.topic == topic)]
            for i in members for j in members for k in members
            if i != j and negative[i] == negative[j] != negative[k]]  # fmt: skip
    return Triplets(*np.array(rows).reshape(-1, 4).T)


def polarity_experiment(pairs: dict[Name, Array], triplets: Triplets, *, seed: int) -> dict[Name, Outcome]:
    """Experiment 3, over all triplets (first entry) and over resamples of the topics (the rest)."""
    topics, member = np.unique(triplets.topic, return_inverse=True)
    counts = np.random.default_rng(seed).multinomial(len(topics), np.full(len(topics), 1 / len(topics)), RESAMPLES)
    weights = np.concatenate([np.ones((1, len(triplets))), counts[:, member]])
    found = {}
    for name, items in pairs.items():
        values = items[:, :, 2]
        gaps = values[triplets.reference, triplets.same] - values[triplets.reference, triplets.opposite]
        found[name] = Outcome(_share(weights, gaps > SLACK), _share(weights, np.abs(gaps) <= SLACK))
    return found


def worked(corpus: Corpus, reference: opinosis.Key, candidate: opinosis.Key, *, stop: str) -> float:
    """ROUGE-1 F1 after stop-word removal and stemming, as the paper's examples give it."""
    place = {summary.key: i for i, summary in enumerate(corpus.summaries)}
    pair = [corpus.references[place[reference]]], [corpus.candidates[place[candidate]]]
    return float(score(*pair, stop=stop)["StopWordRemoval+Stemming", "1"][0, 2])


def reading(corpus: Corpus, name: str) -> Bools:
    """Which summaries are negative by the "first" or "second" reading, or by the "final" label."""
    labels = opinosis.polarities()
    return np.array([getattr(labels[summary.key], name) == "negative" for summary in corpus.summaries])


def signatures(stop: str) -> dict[str, str]:
    """Under what settings each configuration was scored."""
    found = four_configurations(["a"], ["a"], stop=stop)
    return {f"{configuration}, {name}": scores[name].signature
            for configuration, scores in found.items() for name in scores}  # fmt: skip


def _outcome(gaps: Array, usable: Bools | None = None) -> Outcome:
    """Shares in each row of ``gaps``, over its usable entries."""
    usable = np.ones(gaps.shape, dtype=np.bool_) if usable is None else usable
    weights = usable.astype(np.float64)
    return Outcome(_share(weights, gaps > SLACK), _share(weights, np.abs(gaps) <= SLACK))


def _share(weights: Array, hits: Bools) -> Array:
    share: Array = (weights * hits).sum(axis=1) / weights.sum(axis=1)
    return share
