"""How far the two readers of the annotated reviews agree, and what each said where they did not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from research.papers.kobayashi2022_coref import published as paper
from research.papers.kobayashi2022_coref.annotated import TYPES, Annotated, Labels
from voxpop.metrics.agreement import cohen, percent
from voxpop.metrics.coref import coref
from voxpop.metrics.score_table import Cell, Table

SHORT = {"main": "main", "competing": "com", "interacting": "int", "generic": "gen", "part_of_main": "p/a main",
         "part_of_competing": "p/a com", "part_of_interacting": "p/a int", "part_of_generic": "p/a gen",
         "other": "other"}  # fmt: skip


def agreement_table(sets: Mapping[str, Sequence[Annotated]], *, draws: int, seed: int) -> Table:
    """Percent and kappa of the types, and how alike the two readers' clusters are."""
    twice = {name: [one for one in given if one.second] for name, given in sets.items()}
    groups = {
        **{name: given for name, given in twice.items() if given},
        "all": [one for given in twice.values() for one in given],
    }
    rows: list[tuple[Cell, ...]] = []
    for name, given in groups.items() if groups["all"] else ():
        pairs = [(a.about, b.about) for one in given for a, b in zip(one.first, one.second, strict=True)]
        kappa = cohen(pairs)
        low, high = _interval(given, draws=draws, seed=seed)
        clusters = coref([_clusters(one, one.first) for one in given], [_clusters(one, one.second) for one in given])
        rows.append((name, len(given), len(pairs), percent(pairs).value, kappa.value, low, high, paper.KAPPA,
                     clusters["conll"].value))  # fmt: skip
    columns = ("set", "reviews", "mentions", "same type", "kappa", "low", "high", "paper's kappa", "clusters, CoNLL F1")
    return Table(columns, tuple(rows), "Two independent readings by language models; 95 % intervals over reviews.")


def confusion_table(given: Sequence[Annotated]) -> Table:
    """Table 6: of all labels given to the mentions of each settled type (columns), the share of each type (rows)."""
    counts = np.zeros((len(TYPES), len(TYPES)))
    for one in given:
        for labels in (one.first, one.second):
            for label, settled in zip(labels, one.settled if labels else (), strict=True):
                counts[TYPES.index(label.about), TYPES.index(settled.about)] += 1
    shares = 100 * counts / np.maximum(counts.sum(axis=0), 1)
    rows: list[tuple[Cell, ...]] = [
        (SHORT[about], *shares[i].tolist(), paper.TABLE_6[about]) for i, about in enumerate(TYPES)
    ]
    caption = "Rows: what the readers said; columns: what was settled; per cent. Last, the diagonal of the paper's."
    return Table(("said", *(SHORT[about] for about in TYPES), "paper's diagonal"), tuple(rows), caption, digits=2)


def _interval(given: Sequence[Annotated], *, draws: int, seed: int) -> tuple[float, float]:
    """The middle 95 % of kappa over resampled reviews."""
    tables = np.zeros((len(given), len(TYPES), len(TYPES)))
    for table, one in zip(tables, given, strict=True):
        for a, b in zip(one.first, one.second, strict=True):
            table[TYPES.index(a.about), TYPES.index(b.about)] += 1
    size = len(given)
    drawn = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), size=draws).astype(np.float64)
    joint = np.einsum("dr,rab->dab", drawn, tables)
    joint /= joint.sum(axis=(1, 2), keepdims=True)
    same = np.trace(joint, axis1=1, axis2=2)
    chance = (joint.sum(axis=1) * joint.sum(axis=2)).sum(axis=1)
    low, high = np.quantile((same - chance) / (1 - chance), (0.025, 0.975))
    return float(low), float(high)


def _clusters(one: Annotated, labels: Labels) -> list[list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for span, label in zip(one.spans, labels, strict=True):
        found.setdefault(label.cluster, []).append(span)
    return list(found.values())
