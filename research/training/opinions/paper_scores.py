"""The figures of the papers' test sets, of an opinion reader that learned from their training sets.

DimABSA's continuous F1; SemEval-14's F1 of terms and accuracy of the polarity of given terms; macro-F1 and accuracy of
the polarity of given categories, as ``research.papers.bu2021_asap`` computes them. Nothing but torch and numpy is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import torch

from research.evaluation.dimabsa import continuous_f1
from research.training.opinions.batches import by_length, collate
from research.training.opinions.dimabsa import ArousalCurve, triplets
from research.training.opinions.network import OpinionReader
from research.training.opinions.score import predict
from research.training.scores import macro_f1
from voxpop.extract.opinion_decoding import (
    DEFAULT_THRESHOLDS,
    Thresholds,
    TokenScores,
    decode_opinions,
    token_row,
    token_spans,
)

GRID = tuple(round(0.2 + 0.05 * step, 2) for step in range(13))  # thresholds that are tried: .2 to .8

Sample = Mapping[str, Any]
Samples = Sequence[Sample]
Predicted = Mapping[str, TokenScores]
Fine = Mapping[str, np.ndarray]
Figures = dict[str, float]


def read_spans(model: OpinionReader, samples: Samples, device: torch.device) -> Predicted:
    """Return the scores of the tokens of each sample in which spans are annotated, by its id."""
    chosen = [sample for sample in samples if sample.get("spans")]
    return {name: scores for name, (scores, *_) in predict(model, chosen, device).items()} if chosen else {}


def read_fine(model: OpinionReader, samples: Samples, device: torch.device, *, tokens: int = 16384) -> Fine:
    """Return, for each sample with categories, how likely each is there and is negative, neutral, positive.

    Of a text of several windows, a category is there if it is in any, and each window counts by how likely it is there.
    """
    model.eval()
    rows: list[dict[str, Any]] = [
        {"ids": ids, "stars": 0, "domain": -1, "id": sample["id"]}
        | ({"large": sample["large"]} if "large" in sample and "windows" not in sample else {})
        for sample in samples
        if "fine" in sample
        for ids in sample.get("windows") or [sample["ids"]]
    ]
    found: dict[str, list[np.ndarray]] = defaultdict(list)
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        for some in by_length(rows, tokens, None) if rows else ():
            batch = collate(some, model.fine_bias.shape[0]).to(device)
            scores = model(batch).fine.float()
            shares = torch.cat([scores[..., :1].sigmoid(), scores[..., 1:].softmax(-1)], -1).cpu().numpy()
            for row, each in zip(some, shares, strict=True):
                found[row["id"]].append(each)
    return {name: combined(np.stack(each)) for name, each in found.items()}


def combined(shares: np.ndarray) -> np.ndarray:
    """Return the categories of a text from those of its windows (windows, categories, 4)."""
    present = shares[..., :1]
    signs = (present * shares[..., 1:]).sum(0) / np.maximum(present.sum(0), 1e-9)
    return np.concatenate([present.max(0), signs], -1)


# --- figures


def triplet_figures(
    samples: Samples, predicted: Predicted, arousal: ArousalCurve, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> Figures:
    """Return the continuous F1 of DimABSA with its precision and recall."""
    found = [
        triplets(decode_opinions(predicted[sample["id"]], sample["text"], thresholds), sample["text"], arousal)
        for sample in samples
    ]
    score = continuous_f1([sample["triplets"] for sample in samples], found)
    return {"cF1": score.f1, "cPrecision": score.precision, "cRecall": score.recall}


def term_figures(samples: Samples, predicted: Predicted, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> Figures:
    """Return F1 of the terms, to the character, and accuracy and macro-F1 of the polarity of the gold terms.

    Terms whose polarity is a conflict must be found, and are not asked for their polarity.
    """
    matched = named = wanted = 0
    signs: list[tuple[int, int]] = []
    for sample in samples:
        scores = predicted[sample["id"]]
        gold = {(start, end) for start, end, _ in sample["terms"]}
        terms = find_terms(scores, sample["text"], thresholds)
        matched, named, wanted = matched + len(gold & terms), named + len(terms), wanted + len(gold)
        signs += [(sign, polarity_at(scores, (start, end))) for start, end, sign in sample["terms"] if sign is not None]
    return {"terms F1": 2 * matched / max(named + wanted, 1)} | _agreement("terms given", signs)


def find_terms(scores: TokenScores, text: str, thresholds: Thresholds) -> set[tuple[int, int]]:
    """Return the characters of each term that the target head marks."""
    spans = token_spans(scores.target, token_row([scores.spans], [text]), thresholds)
    return {(int(scores.spans[first, 0]), int(scores.spans[last - 1, 1])) for first, last in spans}


def polarity_at(scores: TokenScores, span: tuple[int, int]) -> int:
    """Return −1, 0 or 1: the likeliest sign at the tokens that a span overlaps."""
    touching = (scores.spans[:, 0] < span[1]) & (scores.spans[:, 1] > span[0])
    if not touching.any():
        return 0
    shares = scores.polarity[touching].mean(0)
    return int(np.argmax([shares[:2].sum(), shares[2], shares[3:].sum()])) - 1


def category_figures(samples: Samples, fine: Fine) -> Figures:
    """Return macro-F1 and accuracy of the polarity of the gold categories."""
    signs = [
        (sign, int(fine[sample["id"]][category, 1:].argmax()) - 1)
        for sample in samples
        for category, sign in sample["fine"].items()
    ]
    return _agreement("categories given", signs)


def _agreement(name: str, signs: Sequence[tuple[int, int]]) -> Figures:
    if not signs:
        return {}
    gold, found = np.array(signs).T
    return {f"{name}, accuracy": float((gold == found).mean()), f"{name}, macro-F1": macro_f1(gold, found)}


# --- a whole study


def study_figures(
    data: Mapping[str, Any],
    samples: Samples,
    model: OpinionReader,
    device: torch.device,
    thresholds: Mapping[str, Thresholds] | None = None,
) -> tuple[dict[str, Figures], dict[str, Thresholds]]:
    """Return the figures of each set of a study, and the thresholds: those given, or else the best on these samples."""
    predicted, fine = read_spans(model, samples, device), read_fine(model, samples, device)
    return figures_of(data, samples, predicted, fine, thresholds)


def figures_of(
    data: Mapping[str, Any],
    samples: Samples,
    predicted: Predicted,
    fine: Fine,
    thresholds: Mapping[str, Thresholds] | None = None,
) -> tuple[dict[str, Figures], dict[str, Thresholds]]:
    """Return the same from what was predicted."""
    made: dict[str, Figures] = {}
    used = dict(thresholds or {})
    for name in sorted({sample["name"] for sample in samples}):
        own = [sample for sample in samples if sample["name"] == name]
        made[name] = {}
        for measure, main in _span_measures(data, own, name, predicted):
            if thresholds is None:
                used[name] = best_thresholds(lambda given, by=measure, key=main: by(given)[key])
            made[name] |= measure(used.get(name, DEFAULT_THRESHOLDS))
        labelled = [sample for sample in own if "fine" in sample]
        for source in sorted({sample.get("source", "") for sample in labelled}):
            some = [sample for sample in labelled if sample.get("source", "") == source]
            if source and len(some) < len(labelled):
                made[f"{name}, {source}"] = category_figures(some, fine)
        made[name] |= category_figures(labelled, fine)
    return made, used


def _span_measures(
    data: Mapping[str, Any], samples: Samples, name: str, predicted: Predicted
) -> list[tuple[Callable[[Thresholds], Figures], str]]:
    """Return what can be measured of the spans of these samples, and the figure that thresholds are chosen by."""
    if "triplets" in samples[0]:
        return [(lambda given: triplet_figures(samples, predicted, data["arousal"][name], given), "cF1")]
    termed = [sample for sample in samples if "terms" in sample]
    return [(lambda given: term_figures(termed, predicted, given), "terms F1")] if termed else []


def best_thresholds(value: Callable[[Thresholds], float]) -> Thresholds:
    """Return the thresholds with the highest value, each searched in turn, twice; a change must earn its place."""
    best = DEFAULT_THRESHOLDS
    for _ in range(2):
        for field in fields(Thresholds):
            best = max([best, *(replace(best, **{field.name: each}) for each in GRID)], key=value)
    return best
