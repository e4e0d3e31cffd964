"""Quantisation to int8 that protects columns with rare large values.

A text's activations are rounded over one range, and in BERT a handful of channels reach ten times as far as the others.
So the farthest few stay in float32 where they hurt most. Each of the others is divided by a factor of its own and its
weights are multiplied by it, which changes nothing but the rounding. The factors are chosen map by map, on reviews that
come with voxpop, for the least error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from research.training.onnx.graph import Rounding, steps
from voxpop import examples
from voxpop.ingest import read_reviews
from voxpop.types import Review

Floats = NDArray[np.float32]
REVIEWS = 24
KEPT = {"narrow": 8}  # channels in float32, where they reach farthest and it costs next to nothing
CAPS = (1.0, 1.5, 2.0, 3.0)  # channels are held to so many times the median channel
EVEN = 0.75  # how much of the difficulty moves to the weights, where all channels are evened out


def rounding(exact: Floats, seen: Sequence[Floats], *, keep: int = 0) -> Rounding:
    """A matrix rounded for the inputs that it sees, one array a text, by the candidate with the least error."""
    reach = np.maximum(np.max([np.abs(x).max(0) for x in seen], axis=0), np.float32(1e-6))
    kept = np.sort(np.argsort(-reach, kind="stable")[:keep])
    options = [applied(exact, factors, kept) for factors in candidates(reach, np.abs(exact).max(1))]
    return min(options, key=lambda option: error(seen, exact, option))


def plain_rounding(exact: Floats) -> Rounding:
    """A matrix rounded as it is, without protection for any channel."""
    return applied(exact, np.ones(len(exact), np.float32), np.array([], np.int64))


def candidates(reach: Floats, weight: Floats) -> Iterator[Floats]:
    """Factors, given how far each channel reaches and how large its greatest weight is."""
    yield np.ones_like(reach)
    for cap in CAPS:
        yield np.maximum(reach / (np.float32(cap) * np.median(reach)), np.float32(1)).astype(np.float32)
    yield (reach**EVEN / np.maximum(weight, np.float32(1e-6)) ** (1 - EVEN)).astype(np.float32)


def applied(exact: Floats, factors: Floats, kept: NDArray[np.int64]) -> Rounding:
    wide = exact * factors[:, None]
    gains = np.float32(1) / factors
    wide[kept] = gains[kept] = 0
    scales = steps(wide, axis=0)
    return Rounding(np.rint(wide / scales).astype(np.int8), scales[0], gains, kept)


def error(seen: Sequence[Floats], exact: Floats, option: Rounding) -> float:
    """The squared error of the products, over all texts."""
    near, kept = option.values * option.scales, option.kept
    products = (ranged(x * option.gains) @ near + x[:, kept] @ exact[kept] for x in seen)
    return float(sum(np.square(x @ exact - product).sum() for x, product in zip(seen, products, strict=True)))


def ranged(x: Floats) -> Floats:
    """What is left of a text's activations after they were rounded to 256 steps between their least and greatest."""
    low, high = min(float(x.min()), 0.0), max(float(x.max()), 0.0)
    step = np.float32((high - low) / 255 or 1)
    zero = np.rint(np.float32(-low) / step)
    near: Floats = (np.clip(np.rint(x / step) + zero, 0, 255) - zero) * step
    return near


def sample(lang: str, tokenizer: str, window: int) -> list[NDArray[np.int64]]:
    """Reviews of the example in that language, as the graph gets them."""
    pieces = Tokenizer.from_str(tokenizer)
    pieces.enable_truncation(window)
    reviews = (item for item in read_reviews(examples.path(lang)) if isinstance(item, Review))
    return [np.array(pieces.encode(review.text).ids, np.int64) for review in islice(reviews, REVIEWS)]
