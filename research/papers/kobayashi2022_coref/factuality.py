"""Kobayashi and Malon (2022), section 4, again: do factuality scores notice that a sentence is about the wrong product?

Substitutions come from our annotated reviews (``substitution``), since the paper's cannot be had; ReviewNLI tells how
checkers do on people's summary sentences; attacks turn true sentences wrong in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path

import numpy as np

from research.factuality.attacks import ATTACKS
from research.factuality.name_swaps import SAME, Floats
from research.papers.base import REPRODUCTIONS, Report
from research.papers.kobayashi2022_coref import published as paper
from research.papers.kobayashi2022_coref.factuality_scores import OURS, score_names, score_sentence, scores, signatures
from research.papers.kobayashi2022_coref.factuality_sets import (
    LANGS,
    TRUE,
    CheckedItem,
    attacked,
    by_language,
    judged,
    substituted,
)
from research.papers.tay2019_rouge import opinion_score as opinion_experiments
from voxpop.metrics.factuality import Bools, Threshold, choose_threshold, factuality
from voxpop.metrics.measure import SEED
from voxpop.metrics.score_table import Cell, Table

DRAWS = 200
KEPT = 0.9  # the share of true sentences that must be accepted
OPERATING = (f"At the threshold that accepts {KEPT:.0%} of the consistent ones of our dev reviews; voxpop's is the "
             "checker's own, which was chosen there too.")  # fmt: skip
NAMES = {"en": "English", "zh": "Chinese"}

Scored = tuple[Sequence[CheckedItem], dict[str, Floats]]


@REPRODUCTIONS.register("factuality")
def run(data: Path, *, seed: int = SEED, draws: int = DRAWS) -> Report:
    """``data`` holds ``reviewnli``, ``copycat``, ``opinosis`` and ``sentiwordnet``; ``draws`` are for the last two."""
    swapped = {
        "dev": scored(true(substituted("dev")), names_only=True),
        "test": scored(substituted("test"), names_only=True),
    }
    people = {split: scored(judged(data, split)) for split in ("dev", "test")}
    lies = {"dev": scored(true(attacked("dev", seed=seed))), "test": scored(attacked("test", seed=seed))}
    tables = {
        "Table 4": table_4(swapped["dev"], swapped["test"]),
        "Substitutions": substitutions_table(swapped["dev"], swapped["test"]),
        "ReviewNLI": people_table(people["dev"], people["test"]),
        **{f"Attacks, {NAMES[lang]}": attacks_table(lies["dev"], lies["test"], lang) for lang in LANGS},
        **opinion_tables(data, seed=seed, draws=draws),
    }
    return Report(
        name="factuality",
        title="Kobayashi and Malon (2022): do factuality scores see confused entities?",
        tables=tables,
        notes=NOTES,
        settings={"seed": seed, **signatures()},
    )


def scored(items: list[CheckedItem], *, names_only: bool = False) -> Scored:
    return items, scores(items, ours=score_names if names_only else score_sentence)


def true(items: list[CheckedItem]) -> list[CheckedItem]:
    """Those that thresholds are chosen on."""
    return [one for one in items if one.consistent]


def opinion_tables(data: Path, *, seed: int, draws: int) -> dict[str, Table]:
    """Tay et al.'s experiments with the opinion-aware measure."""
    return opinion_experiments.tables(data, seed=seed, draws=draws)


# --- substitutions


def cut_keeping(dev: Floats, labels: Sequence[bool], share: float = KEPT) -> float:
    """The highest threshold that accepts a share of the true sentences of dev."""
    return float(np.quantile(dev[np.array(labels)], 1 - share))


def cut_for(name: str, dev: Scored, places: Sequence[int]) -> float:
    """Where a system's "consistent" begins: ours where its weights say; the others' are chosen on dev."""
    if name == OURS:
        return SAME
    return cut_keeping(dev[1][name][places], [dev[0][at].consistent for at in places])


def table_4(dev: Scored, test: Scored) -> Table:
    """The paper's layout: what was replaced by what, and how often each system is right."""
    items, found = test
    cuts = {name: cut_for(name, dev, range(len(dev[0]))) for name in found}
    rows: list[tuple[Cell, ...]] = []
    for (original, replacement), printed in paper.TABLE_4.items():
        own = [at for at, one in enumerate(items) if one.kind == (original, replacement)]
        label = original == replacement
        right = [float(np.mean((found[name][own] >= cut) == label)) if own else None for name, cut in cuts.items()]
        rows.append((original, replacement, "consistent" if label else "inconsistent", len(own), printed, *right))
    caption = f"Accuracy. The paper's column is SummaC-ZS by document at .5. {OPERATING}"
    names = ("original", "replacement", "label", "n", "paper", *cuts)
    return Table(names, tuple(rows), caption)


def substitutions_table(dev: Scored, test: Scored) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for lang, places in [("both", list(range(len(test[0])))), *by_language(test[0]).items()]:
        tried = list(range(len(dev[0]))) if lang == "both" else by_language(dev[0])[lang]
        for name, values in test[1].items():
            gold = [test[0][at].consistent for at in places]
            auc = factuality(gold, values[places].tolist())["auc"]
            interval = auc.interval()
            cut = cut_for(name, dev, tried)
            passed = values[places] >= cut
            true = np.array(gold)
            rows.append((lang, name, len(places), auc.value, interval.low, interval.high,
                         float(passed[true].mean()), float((~passed)[~true].mean()),
                         caught_at(values[places], true)))  # fmt: skip
    caption = (
        f"How many consistent ones are accepted, and how many inconsistent ones are caught. {OPERATING} Last, a point "
        f"of the ROC curve: how many are caught where {KEPT:.0%} of these very consistent ones are accepted."
    )
    columns = ("language", "system", "n", "AUC", "low", "high", "accepted", "caught", f"caught at {KEPT:.0%}")
    return Table(columns, tuple(rows), caption)


def caught_at(values: Floats, true: Bools, kept: float = KEPT) -> float:
    """The share of the inconsistent below the highest threshold that accepts so many of the consistent."""
    own = np.sort(values[true])
    refused = len(own) - ceil(kept * len(own))
    return float((values[~true] < own[refused]).mean())


# --- people's summaries


def people_table(dev: Scored, test: Scored) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, values in test[1].items():
        threshold = chosen(dev, name)
        gold, ids = [one.consistent for one in test[0]], [one.id for one in test[0]]
        found = factuality(gold, values.tolist(), threshold=threshold, ids=ids)
        balanced = found["balanced_accuracy"]
        interval = balanced.interval()
        rows.append((name, len(gold), balanced.value, interval.low, interval.high, found["auc"].value,
                     threshold.balanced_accuracy))  # fmt: skip
    caption = "Balanced accuracy at the threshold that is best on dev, its 95 % interval, and the same on dev itself."
    return Table(("system", "n", "balanced accuracy", "low", "high", "AUC", "on dev"), tuple(rows), caption)


def chosen(dev: Scored, name: str) -> Threshold:
    labels, ids = [one.consistent for one in dev[0]], [one.id for one in dev[0]]
    return choose_threshold(dev[1][name].tolist(), labels, ids=ids)


# --- attacks


def attacks_table(dev: Scored, test: Scored, lang: str) -> Table:
    """How many of each attack every system catches, while it accepts nine true sentences of ten."""
    own, tried = by_language(test[0])[lang], by_language(dev[0])[lang]
    passed = {name: values[own] >= cut_for(name, dev, tried) for name, values in test[1].items()}
    rows: list[tuple[Cell, ...]] = []
    for kind in (TRUE, *ATTACKS):
        places = np.array([test[0][at].kind == (kind,) for at in own])
        if places.any():
            shares = [float((accepted if kind == TRUE else ~accepted)[places].mean()) for accepted in passed.values()]
            rows.append((kind, int(places.sum()), *shares))
    caption = (f"Share caught of sentences turned wrong in one place; in the first row, share accepted of true ones. "
               f"Both are told verbatim or as what a customer says. {OPERATING}")  # fmt: skip
    return Table(("attack", "n", *passed), tuple(rows), caption)


NOTES = (
    "The paper's 498 reviews cannot be had. Ours were written for voxpop and annotated twice "
    "(research/mentions-annotation.md); the checker's weights were fitted on other marked reviews.",
    f"The paper's SummaC-ZS runs on a large model trained on MNLI and VitaminC; its AUC is {paper.AUC['sentence']:.3f} by "
    f"sentence and {paper.AUC['document']:.3f} by document, on its own reviews.",
)
