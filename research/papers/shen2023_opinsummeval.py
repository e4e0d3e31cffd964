"""OpinSummEval: do scores of summaries agree with people? 14 summaries of each set of reviews, judged by two readers.

As in its paper, agreement is Kendall's tau-b over the summaries of one set of reviews, on average over the sets
("summary level"), or over the systems' means ("system level"), with the mean of both readers.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import kendalltau

from research import datasets
from voxpop.errors import InputError
from voxpop.metrics.measure import SEED, Array
from voxpop.metrics.opinion import opinion
from voxpop.metrics.rouge import rouge
from voxpop.metrics.score_table import Cell, Table

FILE = "first_half.jsonl.xz"
ASKED = {"sent_con": "sentiment consistency", "asp_rel": "aspect relevance"}
READERS = ("annot1", "annot2")
THEIRS = {"chatgpt_handcraft_14_unstru_Relevance": "ChatGPT, relevance", "bart_score_arti2hypo": "BARTScore, reviews",
          "chatgpt_handcraft_14_unstru_Consistency": "ChatGPT, consistency", "summac_score_snt": "SummaC, sentences",
          "summac_score_doc": "SummaC, documents", "qafacteval_score": "QAFactEval", "bert_score_f1": "BERTScore",
          "R1_F1": "ROUGE-1", "R2_F1": "ROUGE-2", "RL_F1": "ROUGE-L"}  # fmt: skip
NOTES = (
    "OpinSummEval: `chosen` are the sets with odd numbers, on which the form of opinion-score was chosen; `kept` are "
    "the even ones, which were looked at after that: consistency .422, relevance .334. Then two constants and the rule "
    "for unknown words were changed once more, for experiment 1 on Opinosis, and both halves scored again.",
    "The published best, ChatGPT's, is over all 100 sets: .366 for sentiment consistency, .295 for aspect relevance. "
    "Scores of others are those that came with the data.",
    "opinion-score reads the reviews, not the reference, unless it is said. Of its figures the F1 with polarity "
    "answers for consistency and the F1 of aspects for relevance; that was decided on the chosen sets, too.",
)
Values = dict[str, Array]  # (sets, systems) of each score


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A set of reviews, a reference, and what each system made of it, with its scores."""

    number: int
    reviews: tuple[str, ...]
    reference: str
    summaries: tuple[str, ...]
    scores: tuple[Mapping[str, Any], ...]


def load(path: Path) -> list[JudgedCase]:
    """Cases from JSON lines, with or without xz."""
    opener = lzma.open if path.suffix == ".xz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as stream:
            return [_case(json.loads(line)) for line in stream if line.strip()]
    except (OSError, lzma.LZMAError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise InputError(f"{path} does not hold OpinSummEval's cases, one JSON object a line with case, reviews, "
                         f"reference and systems: {error}.") from None  # fmt: skip


def _case(row: dict[str, Any]) -> JudgedCase:
    systems = [row["systems"][name] for name in sorted(row["systems"])]
    return JudgedCase(int(row["case"]), tuple(row["reviews"]), row["reference"], tuple(one["summary"] for one in systems),
                tuple(one["scores"] for one in systems))  # fmt: skip


def section(data: Path) -> tuple[dict[str, Table], tuple[str, ...]]:
    """The table and what there is to know about it."""
    return {"OpinSummEval, Kendall's tau": table(load(datasets.find("opinsummeval", data) / FILE))}, NOTES


def table(cases: Sequence[JudgedCase]) -> Table:
    people, values = judged(cases), {**ours(cases), **theirs(cases)}
    odd = np.array([case.number % 2 == 1 for case in cases])
    rows: list[tuple[Cell, ...]] = []
    for dimension, asked in ASKED.items():
        for name, scores in values.items():
            each = taus(scores, people[dimension])
            halves = [float(each[half].mean()) if half.any() else None for half in (odd, ~odd)]
            whole = float(tau(scores.mean(axis=0), people[dimension].mean(axis=0)))
            rows.append((asked, name, float(each.mean()), *interval(each), *halves, whole))
    columns = ("judged", "score", "tau", "low", "high", "chosen", "kept", "system level")
    return Table(columns, tuple(rows), f"{len(cases)} sets of reviews, {len(cases[0].summaries)} summaries of each.")


def ours(cases: Sequence[JudgedCase]) -> Values:
    """opinion-score against the reviews and against the reference, and ROUGE of our own against the reviews."""
    shape = (len(cases), -1)
    summaries = [summary for case in cases for summary in case.summaries]
    gold = [{"reviews": case.reviews, "references": case.reference} for case in cases for _ in case.summaries]
    found = opinion(gold, summaries, lang="en")
    whole = [" ".join(case.reviews) for case in cases for _ in case.summaries]
    words = rouge(whole, summaries, variants=("1", "L"))
    named = {
        "opinion-score": found["opinion:reviews"].items[:, 2],
        "opinion-score, precision": found["opinion:reviews"].items[:, 0],
        "opinion-score, recall": found["opinion:reviews"].items[:, 1],
        "opinion-score, aspects": found["aspects:reviews"].items[:, 2],
        "opinion-score, reference": found["opinion:references"].items[:, 2],
        "ROUGE-1 of reviews, ours": words["rouge1"].items[:, 2],
        "ROUGE-L of reviews, ours": words["rougeL"].items[:, 2],
    }
    return {name: values.reshape(shape) for name, values in named.items()}


def theirs(cases: Sequence[JudgedCase]) -> Values:
    known = [key for key in THEIRS if all(key in scores for case in cases for scores in case.scores)]
    return {THEIRS[key]: np.array([[scores[key] for scores in case.scores] for case in cases]) for key in known}


def judged(cases: Sequence[JudgedCase]) -> Values:
    """What people say: the mean of both readers."""
    return {
        dimension: np.array([[_mean(scores[reader][dimension] for reader in READERS) for scores in case.scores]
                             for case in cases])
        for dimension in ASKED
    }  # fmt: skip


def taus(scores: Array, people: Array) -> Array:
    return np.array([tau(*pair) for pair in zip(scores, people, strict=True)])


def tau(first: Array, second: Array) -> float:
    """Kendall's tau-b: 0 where one side is all the same."""
    if min(np.ptp(first), np.ptp(second)) == 0:
        return 0.0
    return float(kendalltau(first, second).statistic)


def interval(values: Array, *, resamples: int = 1000) -> tuple[float, float]:
    """The 95 % interval of a mean, by drawing the sets again."""
    drawn = np.random.default_rng(SEED).choice(values, (resamples, len(values))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975)).tolist()
    return low, high


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
