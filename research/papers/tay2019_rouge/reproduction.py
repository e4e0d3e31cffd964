"""Tay et al. (2019) again: can ROUGE tell the right aspect, and the right polarity, of an opinion summary? On Opinosis.

The experiments stand in ``rouge_experiments``; here they become tables, with the paper's figures beside ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from research.papers.base import REPRODUCTIONS, Figure, Report
from research.papers.plots import box, box_plots
from research.papers.tay2019_rouge import experiments, opinosis
from research.papers.tay2019_rouge import published as paper
from research.papers.tay2019_rouge.experiments import Corpus, Draws, Name, Outcome, SwapResult
from research.papers.tay2019_rouge.notes import notes
from research.papers.tay2019_rouge.swaps import KINDS, Swapper, forms, is_word, scored_senses
from voxpop.metrics.measure import SEED, Array
from voxpop.metrics.score_table import Cell, Table
from voxpop.types import Token

DRAWS = 200
SERIES = {"Summ-SameAsp": "same", "Summ-DiffAsp": "other"}


@REPRODUCTIONS.register("rouge")
def run(data: Path, *, seed: int = SEED, draws: int = DRAWS, stop: str = "nltk") -> Report:
    """``data`` holds the folders ``opinosis`` and ``sentiwordnet``; ``stop`` names a stop list of ROUGE."""
    corpus = experiments.load(data, stop=stop)
    pairs = experiments.all_pairs(corpus)
    drawn = experiments.draw(corpus, seed=seed, draws=draws)
    scored = scored_senses(data)
    swapped = experiments.swap_experiment(corpus, drawn, Swapper(scored))
    direct = experiments.swap_experiment(corpus, drawn, Swapper(scored, direct=True))
    tables = {
        "Table 3": statistics_table(corpus),
        "Annotation": annotation_table(corpus),
        "Tables 4 and 10, worked examples": worked_table(corpus),
        **{f"Table 5, {figure}": aspect_table(pairs, drawn, figure=figure) for figure in paper.TABLE_5},
        "Table 6": words_table(corpus, Swapper(scored)),
        "Table 7": pairs_table(Swapper(scored)),
        "Table 8": versions_table(corpus, Swapper(scored)),
        "Experiment 2": triplets_table(swapped, direct),
        "Table 9": swap_table(swapped),
        "Table 9, direct relations only": swap_table(direct),
        "Table 11": polarity_table(corpus, pairs, seed=seed),
        "Table 11 by reading": readings_table(corpus, pairs, seed=seed),
    }
    return Report(
        name="rouge",
        title="Tay et al. (2019): is ROUGE fit to evaluate opinion summaries?",
        tables=tables,
        notes=notes(tables),
        figures={"Figure 1": figure_1(pairs, drawn)},
        settings={"seed": seed, "draws": draws, **experiments.signatures(stop)},
    )


def statistics_table(corpus: Corpus) -> Table:
    found = opinosis.statistics_of([summary.text for summary in corpus.summaries])
    ours = (found.summaries, found.shortest, found.longest, round(found.mean, 1), found.median)
    rows = [(name, figure, printed) for (name, printed), figure in zip(paper.TABLE_3.items(), ours, strict=True)]
    return Table(("statistic", "ours", "paper"), tuple(rows), digits=1)


def annotation_table(corpus: Corpus) -> Table:
    labels = opinosis.polarities()
    observed, kappa = opinosis.agreement(list(labels.values()))
    topics = len(set(corpus.topic.tolist()))
    opposed = len(set(corpus.topic[corpus.opposed].tolist()))
    rows: list[tuple[Cell, ...]] = [
        ("share of equal labels in two readings", observed, None),
        ("Cohen's kappa of the two readings", kappa, None),
        ("summaries labelled negative", int(corpus.negative.sum()), None),
        ("topics of one polarity", topics - opposed, paper.CONSISTENT),
        ("topics of both polarities", opposed, paper.OPPOSED),
        ("triplets of experiment 3", len(experiments.polarity_triplets(corpus)), paper.TRIPLETS_11),
    ]
    return Table(("polarity of the gold summaries", "ours", "paper"), tuple(rows))


def worked_table(corpus: Corpus) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, reference, candidate, printed in paper.WORKED:
        ours = [experiments.worked(corpus, reference, candidate, stop=stop) for stop in ("nltk", "rouge155")]
        rows.append((name, "/".join(map(str, reference)), "/".join(map(str, candidate)), *ours, printed))
    caption = "ROUGE-1 F1 with stop words removed and stemming, aspect terms masked, by stop list."
    return Table(("example", "reference", "candidate", "nltk", "rouge155", "paper"), tuple(rows), caption)


def aspect_table(pairs: dict[Name, Array], drawn: Draws, *, figure: str) -> Table:
    outcomes = experiments.aspect_experiment(pairs, drawn, figure=figure)
    printed = paper.TABLE_5[figure]

    def row(name: Name, outcome: Outcome) -> tuple[Cell, ...]:
        low, high = interval(outcome.higher)
        theirs = printed[name[0]][paper.VARIANTS.index(name[1])]
        return (float(outcome.higher.mean()), low, high, theirs, within(theirs, low, high), float(outcome.same.mean()))

    caption = (f"Share of {drawn.same.shape[1]} triplets in which Summ-SameAsp scores higher than Summ-DiffAsp by "
               f"{figure}: mean and 95 % interval of {len(drawn.same)} draws.")  # fmt: skip
    return _long(("ours", "low", "high", "paper", "paper within", "same score"), outcomes, row, caption)


def words_table(corpus: Corpus, swapper: Swapper) -> Table:
    tokens = [token for found in corpus.tokens for token in found if is_word(token)]
    bearing = Counter(forms(token)[0][1] for token in tokens if swapper.bears_sentiment(token))
    rows = [(kind, bearing[pos] / len(tokens), paper.TABLE_6[kind]) for pos, kind in KINDS.items()]
    return Table(("sentiment-bearing", "ours", "paper"), tuple(rows), "Share of all words of the gold summaries.")


def pairs_table(swapper: Swapper) -> Table:
    rows = []
    for word, (synonym, antonym) in paper.TABLE_7.items():
        pair = swapper.pair(Token(0, len(word), word, word, "ADJ"))
        rows.append((word, pair and pair.synonym, synonym, pair and pair.antonym, antonym))
    caption = "Ours from WordNet, the paper's from Wiktionary; an empty cell: SentiWordNet's first sense has no score."
    return Table(("word", "synonym", "paper's", "antonym", "paper's antonym"), tuple(rows), caption)


def versions_table(corpus: Corpus, swapper: Swapper) -> Table:
    """The paper's two examples, with our words exchanged."""
    place = {summary.key: i for i, summary in enumerate(corpus.summaries)}
    rows: list[tuple[Cell, ...]] = []
    for name, reference, candidate, printed in paper.WORKED[:3:2]:
        i, j = place[reference], place[candidate]
        versions = swapper.versions(corpus.summaries[j].text, corpus.tokens[j], corpus.summaries[j].topic)
        for kind, text in (("Summ-Syn", versions.synonym), ("Summ-Ant", versions.antonym)):
            found = experiments.score([corpus.references[i]], [text], stop=corpus.stop)
            ours = float(found["StopWordRemoval+Stemming", "1"][0, 2])
            rows.append((name.replace("Table 4", kind), text, ours, printed))
    return Table(("version", "text", "ours", "paper"), tuple(rows), "ROUGE-1 F1, stop words removed, stemming.")


def triplets_table(swapped: SwapResult, direct: SwapResult) -> Table:
    rows = []
    for name, result in (("all relations", swapped), ("direct relations only", direct)):
        for what, values, printed in (("triplets", result.triplets.astype(np.float64), float(paper.TRIPLETS_9)),
                                      ("share of words replaced", result.replaced, paper.REPLACED_9)):  # fmt: skip
            rows.append((name, what, float(values.mean()), *interval(values), printed))
    return Table(("WordNet", "figure", "ours", "low", "high", "paper"), tuple(rows))


def swap_table(result: SwapResult) -> Table:
    def row(name: Name, outcome: Outcome) -> tuple[Cell, ...]:
        low, high = interval(outcome.same)
        theirs = paper.TABLE_9[name[0]][paper.VARIANTS.index(name[1])]
        better = float(outcome.higher.mean())
        return (float(outcome.same.mean()), low, high, theirs, within(theirs, low, high), better)

    caption = (f"Share of triplets with the same F1 for Summ-Syn and Summ-Ant: mean and 95 % interval of "
               f"{len(result.triplets)} draws; last, the share in which Summ-Syn scores higher.")  # fmt: skip
    return _long(("ours", "low", "high", "paper", "paper within", "Syn higher"), result.outcomes, row, caption)


def polarity_table(corpus: Corpus, pairs: dict[Name, Array], *, seed: int) -> Table:
    triplets = experiments.polarity_triplets(corpus)
    outcomes = experiments.polarity_experiment(pairs, triplets, seed=seed)

    def row(name: Name, outcome: Outcome) -> tuple[Cell, ...]:
        low, high = interval(outcome.higher[1:])
        theirs = paper.TABLE_11[name[0]][paper.VARIANTS.index(name[1])]
        higher, same = float(outcome.higher[0]), float(outcome.same[0])
        verdict = None if theirs is None else within(theirs, low, high)
        return (higher, low, high, theirs, verdict, same, higher / (1 - same) if same < 1 else None)

    caption = (f"Share of {len(triplets)} triplets in which Summ-SamePol scores higher than Summ-DiffPol by F1; 95 % "
               f"interval of {experiments.RESAMPLES} resamples of the topics; in the last column the share among "
               "triplets without a tie.")  # fmt: skip
    columns = ("ours", "low", "high", "paper", "paper within", "same score", "ties set aside")
    return _long(columns, outcomes, row, caption)


def readings_table(corpus: Corpus, pairs: dict[Name, Array], *, seed: int) -> Table:
    """How much of Table 11 hangs on the annotation."""
    rows: list[tuple[Cell, ...]] = []
    for reading in ("first", "second", "final"):
        triplets = experiments.polarity_triplets(corpus, experiments.reading(corpus, reading))
        outcomes = experiments.polarity_experiment(pairs, triplets, seed=seed)
        for configuration in paper.CONFIGURATIONS:
            shares = [float(outcomes[configuration, variant].higher[0]) for variant in paper.VARIANTS]
            rows.append((reading, len(triplets), configuration, *shares))
    columns = ("reading", "triplets", "configuration", *(f"R-{variant}" for variant in paper.VARIANTS))
    return Table(columns, tuple(rows), "Table 11 by each reading of the annotation and by the final labels.")


def figure_1(pairs: dict[Name, Array], drawn: Draws) -> Figure:
    """Scores of the first draw: one value per reference in every box, as in the paper."""
    rows = np.arange(drawn.same.shape[1])
    panels = {
        configuration: {
            f"R-{variant}": {series: pairs[configuration, variant][rows, getattr(drawn, field)[0], 2]
                             for series, field in SERIES.items()}
            for variant in paper.VARIANTS
        }
        for configuration in paper.CONFIGURATIONS
    }  # fmt: skip
    title = "ROUGE F1 of candidates of the same and of another aspect, aspect terms masked"
    boxes = {panel: {group: {series: box(values) for series, values in found.items()}
                     for group, found in groups.items()} for panel, groups in panels.items()}  # fmt: skip
    return Figure(f"{title}: quartiles, whiskers and outliers of one draw.", box_plots(panels, title=title),
                  {"boxes": boxes})  # fmt: skip


def interval(values: Array) -> tuple[float, float]:
    """The middle 95 %."""
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)


def within(value: float, low: float, high: float) -> str:
    return "yes" if low - 5e-4 <= value <= high + 5e-4 else "no"  # the paper prints three decimals


def _long(columns: Sequence[str], outcomes: dict[Name, Outcome],
          row: Callable[[Name, Outcome], tuple[Cell, ...]], caption: str) -> Table:  # fmt: skip
    rows = [(name[0], f"R-{name[1]}", *row(name, outcome)) for name, outcome in outcomes.items()]
    return Table(("configuration", "measure", *columns), tuple(rows), caption)
