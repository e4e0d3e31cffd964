"""Rounding to int8 without losing what is small beside what is rare.

A text's activations are rounded over one range, and in BERT a handful of channels reach ten times as far as the others.
So before rounding each channel is divided by a factor of its own and its weights are multiplied by it, which changes
nothing but the rounding. The factors are chosen map by map, on the reviews that come with voxpop, for the least error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper
from tokenizers import Tokenizer

from voxpop import examples
from voxpop.ingest import read_reviews
from voxpop.models.reader.graph import Arrays, Graph, assemble, rounded
from voxpop.types import Review

Floats = NDArray[np.float32]
REVIEWS = 24
CAPS = (1.0, 1.5, 2.0, 3.0)  # channels are held to so many times the median channel
EVEN = 0.75  # how much of the difficulty moves to the weights, where all channels are evened out


def factors(weights: Arrays, encoder: Mapping[str, Any], texts: Sequence[NDArray[np.int64]]) -> dict[str, Floats]:
    """For each map of the encoder the factors of its inputs, where any are better than none."""
    graph = Graph(weights, exact=True)
    model = assemble(graph, encoder)
    known = {output.name for output in model.graph.output}
    model.graph.output.extend(
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
        for name in sorted(set(graph.inputs.values()) - known)
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    tensors = list(graph.inputs.values())
    seen = list(zip(*(session.run(tensors, {"ids": ids[None]}) for ids in texts), strict=True))
    best = {
        name: choose([x[0] for x in inputs], graph.matrices[name])
        for name, inputs in zip(graph.inputs, seen, strict=True)
    }
    return {name: factor for name, factor in best.items() if factor is not None}


def choose(seen: Sequence[Floats], matrix: Floats) -> Floats | None:
    """The candidate whose rounded products come nearest to the true ones."""
    options = [None, *candidates(np.max([np.abs(x).max(0) for x in seen], axis=0), np.abs(matrix).max(1))]
    return min(options, key=lambda factor: error(seen, matrix, factor))


def candidates(reach: Floats, weight: Floats) -> Iterator[Floats]:
    """Factors, given how far each channel reaches and how large its greatest weight is."""
    reach = np.maximum(reach, np.float32(1e-6))
    for cap in CAPS:
        yield np.maximum(reach / (np.float32(cap) * np.median(reach)), np.float32(1)).astype(np.float32)
    yield (reach**EVEN / np.maximum(weight, np.float32(1e-6)) ** (1 - EVEN)).astype(np.float32)


def error(seen: Sequence[Floats], matrix: Floats, factor: Floats | None) -> float:
    """The squared error of the rounded products, over all texts."""
    scale = np.ones(len(matrix), np.float32) if factor is None else factor
    values, steps = rounded(matrix * scale[:, None], axis=0)
    near = values * steps
    return float(sum(np.square(x @ matrix - ranged(x / scale) @ near).sum() for x in seen))


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
