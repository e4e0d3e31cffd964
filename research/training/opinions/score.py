"""How well opinions are found: right sign and place, targets, categories, stars.

A counted opinion (about the product, polarity beyond ±0.15) is right if its target or words overlap the words or target
of an annotated opinion of the same sign; an annotated opinion is found if some counted one overlaps it so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from research.training.opinions.batches import by_length, collate
from research.training.opinions.labels import CATEGORIES
from research.training.opinions.network import SLICES, OpinionReader
from voxpop.extract.opinion_decoding import (
    ABOUT_PRODUCT,
    DEFAULT_THRESHOLDS,
    NEUTRAL,
    DecodedOpinion,
    Thresholds,
    TokenScores,
    decode_opinions,
    what_about,
)

Span = Sequence[int]


def overlap(a: Iterable[Span | None], b: Iterable[Span | None]) -> bool:
    """Return whether any span of one side shares characters with any of the other."""
    return any(x[0] < y[1] and y[0] < x[1] for x in a if x for y in b if y)


def predict(
    model: OpinionReader, samples: Sequence[Mapping[str, Any]], device: torch.device, *, tokens: int = 16384
) -> dict[str, tuple[TokenScores, Any, Any]]:
    """Return scores of the tokens, and probabilities of stars and domains, for each sample by its id."""
    model.eval()
    found = {}
    with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        for rows in by_length(list(samples), tokens, None):  # type: ignore[arg-type]
            batch = collate(rows, model.fine_bias.shape[0]).to(device)
            out = model(batch)
            links = out.links.sigmoid().cpu().numpy()
            stars = out.stars.softmax(-1).cpu().numpy()
            domains = out.domains.softmax(-1).cpu().numpy()
            heads = {
                name: (out.head(name).sigmoid() if name == "fact" else out.head(name).softmax(-1)).cpu().numpy()
                for name in SLICES
            }
            for place, sample in enumerate(rows):
                inner = slice(1, len(sample["ids"]) - 1)
                found[sample["id"]] = (
                    TokenScores(
                        spans=np.array(sample["offsets"][inner], np.int32).reshape(-1, 2),
                        fact=heads["fact"][place, inner, 0],
                        links=links[place, inner, inner],
                        **{
                            name: heads[name][place, inner]
                            for name in ("target", "evidence", "polarity", "category", "about")
                        },
                    ),
                    stars[place],
                    domains[place],
                )
    return found


def figures(
    samples: Sequence[Mapping[str, Any]], predicted: Mapping[str, Any], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> dict[str, dict[str, float]]:
    """Return the figures for each domain and, under "all", for all together."""
    counts: dict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    rated: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for sample in samples:
        scores, stars, _ = predicted[sample["id"]]
        opinions = decode_opinions(scores, sample["text"], thresholds)
        for name in ("all", sample["name"]):
            count(counts[name], sample["gold"], opinions, thresholds)
        true = sample.get("rated") or sample["stars"]
        if true:
            rated["all"].append((true, float(stars @ np.arange(1, 6))))
            rated[sample["name"]].append(rated["all"][-1])
    return {name: summary(each, rated[name]) for name, each in counts.items()}


def count(
    total: defaultdict[str, float],
    gold: Sequence[Any],
    opinions: Sequence[DecodedOpinion],
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
) -> None:
    """Add up what was right in one passage; ``thresholds`` say which opinions are about the product.

    Without their weights of confidence every opinion is taken for right.
    """
    wanted = [
        (target, words, polarity, category)
        for target, words, polarity, category, about in gold
        if polarity and about == "main"
    ]
    counted = [o for o in opinions if abs(o.polarity) > NEUTRAL and what_about(o.about, thresholds) == ABOUT_PRODUCT]
    for o in counted:
        hits = [w for w in wanted if overlap((o.target, o.words), w[:2]) and (w[2] > 0) == (o.polarity > 0)]
        total["counted"] += 1
        total["right"] += bool(hits)
        if hits:
            sure = o.confidence if thresholds.weights else 1.0
            given = bool(sure * o.category.max() >= thresholds.category * o.category.sum())
            right = any(CATEGORIES[int(o.category.argmax())] == w[3] for w in hits)
            total["categorised"] += given
            total["category"] += given and right
            total["likeliest"] += right
    for w in wanted:
        total["wanted"] += 1
        total["found"] += any(overlap((o.target, o.words), w[:2]) and (w[2] > 0) == (o.polarity > 0) for o in counted)
    for target, span, _, _, about in gold:
        if about != "main":
            near = [o for o in opinions if overlap((o.target, o.words), (target, span))]
            total["others"] += bool(near)
            total["others_found"] += any(what_about(o.about, thresholds) != ABOUT_PRODUCT for o in near)
    targets = {tuple(w[0]) for w in gold if w[0]}
    named = {o.target for o in opinions if o.target}
    evidence = {tuple(w[1]) for w in gold if w[1]}
    words = {o.words for o in opinions if o.words}
    pairs = {(tuple(w[0]) if w[0] else None, tuple(w[1]) if w[1] else None) for w in gold}
    paired = {(o.target, o.words) for o in opinions}
    for key, a, b in (("t", targets, named), ("e", evidence, words), ("p", pairs, paired)):
        total[key + "gold"] += len(a)
        total[key + "pred"] += len(b)
        total[key + "both"] += len(a & b)  # type: ignore[operator]


def summary(total: Mapping[str, float], rated: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Return shares from counts."""

    def f1(key: str) -> float:
        return 2 * total[key + "both"] / max(total[key + "gold"] + total[key + "pred"], 1)

    made = {
        "precision": total["right"] / max(total["counted"], 1),
        "recall": total["found"] / max(total["wanted"], 1),
        "category": total["category"] / max(total["categorised"], 1),  # where one is given
        "categorised": total["categorised"] / max(total["right"], 1),
        "likeliest": total["likeliest"] / max(total["right"], 1),  # the likeliest category, given or not
        "target_f1": f1("t"),
        "evidence_f1": f1("e"),
        "pair_f1": f1("p"),
        "not_main": total["others_found"] / max(total["others"], 1),
        "wanted": total["wanted"],
    }
    if len(rated) >= 20 and np.std(rated, axis=0).all():  # a constant correlates with nothing
        made["stars_r"] = float(np.corrcoef(np.array(rated).T)[0, 1])
    return made


def line(figure: Mapping[str, float]) -> str:
    """Return figures in one line."""
    return " ".join(f"{name} {value:.3f}" if value <= 1 else f"{name} {value:.0f}" for name, value in figure.items())
