"""Pavlopoulos and Androutsopoulos (2014) again: how well do unsupervised methods find and rank the aspect terms that people tag?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from research.papers.base import REPRODUCTIONS, Figure, Report
from research.papers.pavlopoulos2014_ate import published as paper
from research.papers.pavlopoulos2014_ate import sets as ate_sets
from research.papers.pavlopoulos2014_ate.notes import notes
from research.papers.pavlopoulos2014_ate.sentences import Sentences, sentence_test
from research.papers.pavlopoulos2014_ate.sets import GoldSet
from research.papers.plots import line_plots
from voxpop.aspects import METHODS, Corpus
from voxpop.lang import language
from voxpop.metrics import MEASURES
from voxpop.metrics.aspect_ranking import LEVELS
from voxpop.metrics.measure import SEED, Array, Scores
from voxpop.metrics.score_table import Cell, Table
from voxpop.types import Term

DRAWS = 200
ROUNDS = 5  # of a test or a bootstrap, for each draw asked for
DEPTHS = (5, 10, 20, 50, 100, 150, 200)
CUT = 100  # where lists are cut for precision and recall
ORDER = (*paper.TABLE_2, *(name for name in METHODS if name not in paper.TABLE_2))
PARTS = "hotels, parts only"  # our fourth set, which the paper does not have


@dataclass(frozen=True, slots=True)
class MethodTrial:
    """What every method found in one set, and how it scored."""

    gold: GoldSet
    corpus: Corpus
    lists: Mapping[str, list[Term]]
    scores: Mapping[str, Scores]

    @classmethod
    def of(cls, gold: GoldSet) -> MethodTrial:
        corpus = ate_sets.learn(gold.texts)
        lists = {name: METHODS[name](corpus, language("en")) for name in ORDER}
        return cls(gold, corpus, lists, {name: judge(gold, terms) for name, terms in lists.items()})


@REPRODUCTIONS.register("ate")
def run(data: Path, *, seed: int = SEED, draws: int = DRAWS) -> Report:
    """``data`` holds the folders ``semeval14``, ``memd`` and ``hu-liu``."""
    sets = load(data)
    trials = {name: MethodTrial.of(gold) for name, gold in sets.items()}
    rounds = ROUNDS * draws
    shares = {**sets, "electronics": ate_sets.joined("electronics", ate_sets.hu_liu(
        data, archives=(ate_sets.FIRST,), wholes=True))}  # fmt: skip
    tables = {
        "Section 2.2, the sets": sets_table(sets),
        "Table 2": awp_table(trials, rounds=rounds, seed=seed),
        "Table 2 at the recall that all reach": common_table(trials),
        "Significance": significance_table(trials, rounds=rounds, seed=seed),
        "Figure 2 as a table": multiword_table(shares),
        "Figure 3 as a table": curve_table(trials),
        "nDCG": ndcg_table(trials),
        "Precision and recall": overlap_table(trials),
        "First ten terms": first_table(trials),
    }
    return Report(
        name="ate",
        title="Pavlopoulos and Androutsopoulos (2014): aspect term extraction",
        tables=tables,
        notes=notes(tables),
        figures={"Figure 2": figure_2(shares), "Figure 3": figure_3(trials)},
        settings={"seed": seed, "rounds": rounds, "signature": trials["restaurants"].scores["freq"]["awp"].signature},
    )


def load(data: Path) -> dict[str, GoldSet]:
    """The paper's three kinds of reviews, hotels twice."""
    return {
        "restaurants": ate_sets.semeval14(data, "restaurants"),
        "hotels": ate_sets.memd(data, "hotel", wholes=True),
        PARTS: ate_sets.memd(data, "hotel", wholes=False),
        "laptops": ate_sets.semeval14(data, "laptops"),
    }


def judge(gold: GoldSet, terms: list[Term], *, depth: int | None = None) -> Scores:
    counted = [(term.text, term.support) for term in terms]
    return MEASURES["aspects"](gold.gold, counted, least=2, tops=DEPTHS, depth=depth)


def sets_table(sets: Mapping[str, GoldSet]) -> Table:
    found = {name: set_figures(gold) for name, gold in sets.items()}
    rows: list[tuple[Cell, ...]] = []
    for figure, printed in paper.SECTION_2.items():
        theirs = dict(zip(paper.SETS, printed, strict=True))
        rows.append((figure, *(value for name in sets for value in (found[name][figure], theirs.get(name)))))
    columns = tuple(column for name in sets for column in (name, f"paper: {name}"))
    return _without_empty(Table(("", *columns), tuple(rows)))


def set_figures(gold: GoldSet) -> dict[str, int]:
    sizes = [len(tags) for tags in gold.tags]
    several = [" " in term for term in gold.counts]
    often = [" " in term for term in gold.gold]
    values = (len(sizes), sizes.count(1), sum(size > 1 for size in sizes), sizes.count(0),
              sum(several), len(several) - sum(several), sum(often), len(often) - sum(often))  # fmt: skip
    return dict(zip(paper.SECTION_2, values, strict=True))


def awp_table(trials: Mapping[str, MethodTrial], *, rounds: int, seed: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, trial in trials.items():
        for method, scores in trial.scores.items():
            span = scores["awp"].interval(resamples=rounds, seed=seed)
            rows.append((name, method, 100 * span.value, 100 * span.low, 100 * span.high, paper.awp(method, name)))
    caption = (f"Average weighted precision in per cent; interval of 95 % from {rounds} resamples of the tagged "
               "occurrences.")  # fmt: skip
    return Table(("set", "method", "ours", "low", "high", "paper"), tuple(rows), caption, digits=2)


def common_table(trials: Mapping[str, MethodTrial]) -> Table:
    """What is left of the differences when no list is charged for the recall levels that it does not reach."""
    rows: list[tuple[Cell, ...]] = []
    for name, trial in trials.items():
        curves = {method: curve(scores) for method, scores in trial.scores.items()}
        reached = {method: float(points[-1, 0]) for method, points in curves.items()}
        levels = [level for level in LEVELS if level <= min(reached[method] for method in paper.TABLE_2) + 1e-12]
        for method, points in curves.items():
            best = [points[points[:, 0] >= level - 1e-12, 1].max(initial=0.0) for level in levels]
            rows.append((name, method, 100 * float(np.mean(best)), levels[-1], reached[method]))
    caption = ("Mean of the interpolated weighted precision in per cent over the recall levels up to the last that all "
               "four methods of the paper reach; and the weighted recall of each whole list.")  # fmt: skip
    return Table(("set", "method", "precision", "last level", "recall"), tuple(rows), caption, digits=2)


def significance_table(trials: Mapping[str, MethodTrial], *, rounds: int, seed: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, trial in trials.items():
        sentences = Sentences(trial.corpus)
        for one, two in combinations(trial.lists, 2):
            by_term = trial.scores[two]["awp"].versus(trial.scores[one]["awp"], rounds=rounds, seed=seed)
            by_sentence = sentence_test(trial.gold.gold, trial.lists[two], trial.lists[one], sentences,
                                        rounds=rounds, seed=seed)  # fmt: skip
            printed = _printed_difference(name, two, one)
            same = None if printed is None else "yes" if printed * by_term.difference > 0 else "no"
            rows.append((name, f"{two} − {one}", 100 * by_term.difference, by_term.p, by_sentence.p, printed, same))
    caption = (f"Differences of AWP in points; p by stratified approximate randomisation, {rounds} rounds, over gold "
               "terms and over sentences. The paper has p ≤ 0.01 for every pair.")  # fmt: skip
    columns = ("set", "methods", "ours", "p, terms", "p, sentences", "paper", "same sign")
    return Table(columns, tuple(rows), caption)


def multiword_table(sets: Mapping[str, GoldSet]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for depth in DEPTHS:
        shares = [_share(gold, depth) if depth <= len(gold.gold) else None for gold in sets.values()]
        rows.append((depth, *shares))
    caption = "Per cent of terms of several words among the m gold terms that were tagged most often."
    return Table(("m", *sets), tuple(rows), caption, digits=1)


def curve_table(trials: Mapping[str, MethodTrial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, trial in trials.items():
        for method, scores in trial.scores.items():
            points = curve(scores)
            for m in (10, 50, 200, len(points)):
                if m <= len(points):
                    rows.append((name, method, m, *points[m - 1, ::-1].tolist()))
    columns = ("set", "method", "m", "weighted precision", "weighted recall")
    return Table(columns, tuple(rows), "The last m of each method is the length of its list.")


def ndcg_table(trials: Mapping[str, MethodTrial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, trial in trials.items():
        for method, scores in trial.scores.items():
            values = scores["ndcg"].values
            rows.append((name, method, *(values[str(depth)] for depth in DEPTHS)))
    return Table(("set", "method", *(f"@{depth}" for depth in DEPTHS)), tuple(rows), "nDCG@m with binary reward.")


def overlap_table(trials: Mapping[str, MethodTrial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, trial in trials.items():
        for method, terms in trial.lists.items():
            for cut, scores in ((f"first {CUT}", judge(trial.gold, terms, depth=CUT)), ("all", trial.scores[method])):
                values = [scores[kind].values[key] for kind in ("distinct", "occurrences")
                          for key in ("precision", "recall", "f1")]  # fmt: skip
                rows.append((name, method, cut, *values))
    caption = ("Over distinct terms, and over occurrences: a term is taken to occur once in every sentence that the "
               "method counted for it, and as many occurrences as both sides counted are matched.")  # fmt: skip
    columns = ("set", "method", "terms", "P distinct", "R distinct", "F1 distinct", "P occ.", "R occ.", "F1 occ.")
    return Table(columns, tuple(rows), caption)


def first_table(trials: Mapping[str, MethodTrial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, trial in trials.items():
        rows.append((name, "people", ", ".join(list(trial.gold.gold)[:10])))
        rows += [(name, method, ", ".join(_first(trial, method))) for method in trial.lists]
    return Table(("set", "method", "terms"), tuple(rows), "A star marks terms that are not gold terms.")


def figure_2(sets: Mapping[str, GoldSet]) -> Figure:
    most = max(DEPTHS)
    lines = {name: np.array([(m, _share(gold, m)) for m in range(1, min(most, len(gold.gold)) + 1)], dtype=np.float64)
             for name, gold in sets.items()}  # fmt: skip
    title = "Terms of several words among the m most frequent gold terms, in per cent"
    top = 50 if max(points[:, 1].max() for points in lines.values()) <= 50 else 100
    panels = {"gold terms tagged more than once": lines}
    svg = line_plots(panels, title=title, x="m", y="per cent", right=most, top=top, columns=1)
    return Figure(f"{title}.", svg, {"lines": {name: points.tolist() for name, points in lines.items()}})


def figure_3(trials: Mapping[str, MethodTrial]) -> Figure:
    panels = {name: {method: thinned(curve(scores)) for method, scores in trial.scores.items()}
              for name, trial in trials.items()}  # fmt: skip
    title = "Weighted precision and weighted recall of each method at m = 1, 2, …"
    data = {name: {method: points.tolist() for method, points in lines.items()} for name, lines in panels.items()}
    return Figure(title, line_plots(panels, title=title, x="weighted recall", y="weighted precision"), {"lines": data})


def multiword_share(terms: Sequence[str], top: int) -> float:
    """The share of terms of more than one word among the first ``top`` (Figure 2 gives it in per cent)."""
    first = terms[:top]
    return sum(len(term.split()) > 1 for term in first) / len(first) if first else 0.0


def curve(scores: Scores) -> Array:
    """Weighted recall and weighted precision at m = 1, 2, …"""
    return np.stack([np.array(list(scores[side].values.values())) for side in ("wr", "wp")], axis=1)


def thinned(points: Array, *, step: float = 0.002) -> Array:
    """Without points too close to the last one kept to be seen; the ends stay."""
    kept = [0]
    for place in range(1, len(points)):
        if np.abs(points[place] - points[kept[-1]]).max() >= step:
            kept.append(place)
    return points[sorted({*kept, len(points) - 1})]


def _share(gold: GoldSet, depth: int) -> float:
    return 100 * multiword_share(list(gold.gold), depth)


def _first(trial: MethodTrial, method: str) -> Iterator[str]:
    for term in trial.lists[method][:10]:
        yield term.text if term.text in trial.gold.gold else f"{term.text}*"


def _printed_difference(name: str, one: str, two: str) -> float | None:
    left, right = paper.awp(one, name), paper.awp(two, name)
    return None if left is None or right is None else left - right


def _without_empty(table: Table) -> Table:
    kept = [i for i in range(len(table.columns)) if any(row[i] is not None for row in table.rows)]
    rows = tuple(tuple(row[i] for i in kept) for row in table.rows)
    return Table(tuple(table.columns[i] for i in kept), rows, table.caption, table.digits)
