"""The opinion model on reviews of 130 words: its forward pass, the stages of an analysis on one core, the whole job.

Beside it, in the same run on the same texts, an encoder of its size in plain PyTorch: float32, on one thread, one text at
a time. ``python -m research.benchmarks.model FOLDER`` takes any exported model.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar
from unittest.mock import patch

from research import datasets
from voxpop.analysis import analyze
from voxpop.arrow_tables import comparison_table, mention_table, sentence_table
from voxpop.entities.names import names_in_texts
from voxpop.entities.review_mentions import resolved_review
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import OpinionModel, has_opinion_model, open_opinion_model, opinion_model
from voxpop.ingest import read_reviews
from voxpop.lang import language
from voxpop.types import Product, Review

if TYPE_CHECKING:
    from research.training.encoder import Config

T = TypeVar("T")
WORDS, TEXTS, WHOLE = 130, 192, 1536
ROUNDS = 3  # by turns, the best of each counts: others may be at work on the machine


def run(folder: Path | None = None) -> dict[str, float]:
    """Print milliseconds a review, and return them."""
    if folder is None and not has_opinion_model("en"):
        print("no model comes with voxpop yet: python -m research.benchmarks.model FOLDER")
        return {}
    model = open_opinion_model(folder) if folder else opinion_model("en")
    texts = reviews(WHOLE)
    few = texts[:TEXTS]
    rounds = [{"PyTorch, encoder alone": torch_time(model, few), **stages(model, few)} for _ in range(ROUNDS)]
    times = {name: 1000 * min(each[name] for each in rounds) / len(few) for name in rounds[0]}
    for name, taken in times.items():
        print(f"  {name:24} {taken:6.2f} ms a review")
    if folder is None:
        speed = max(whole_speed(texts) for _ in range(ROUNDS))
        print(f"  analyze on {os.cpu_count()} cores: {speed:.0f} reviews/s")
        times["analyze"] = 1000 / speed
    return times


def reviews(count: int) -> list[str]:
    """Texts of 130 words each: Yelp's reviews one after the other, cut anew."""
    source = datasets.find("yelp-10k") / "yelp.csv.xz"
    words = (word for item in read_reviews(source) if isinstance(item, Review) for word in item.text.split())
    return [" ".join(islice(words, WORDS)) for _ in range(count)]


def stages(model: OpinionModel, texts: Sequence[str]) -> dict[str, float]:
    """Return the seconds of each stage of the main path on one core."""
    english, products = language("en"), [Product()] * len(texts)
    english.parse(texts[:2])
    times: dict[str, float] = {}
    parsed = timed(times, "parse", lambda: english.parse(texts))
    names = timed(times, "names", lambda: names_in_texts(texts, parsed, lang="en", products=products))
    scores = timed(times, "model", lambda: [model.read(text) for text in texts])
    extractor = OpinionExtractor("en", model)
    with patch.object(model, "read", side_effect=scores):  # what was read is not read again
        extracted = timed(times, "decode", lambda: extractor.extract(texts, parsed, names))
    rows = [Review(id=str(place), text=text) for place, text in enumerate(texts)]
    resolved = timed(times, "resolve", lambda: list(map(resolved_review, rows, extracted, products)))

    def tables() -> None:
        sentence_table([extraction.sentences for extraction in extracted])
        mention_table([review.mentions for review in resolved])
        comparison_table([review.comparisons for review in resolved])

    timed(times, "tables", tables)
    return times


def torch_time(model: OpinionModel, texts: Sequence[str]) -> float:
    """Return the seconds of an eager float32 encoder of the same size. Its weights are random: they cost the same."""
    import torch

    from research.training.encoder import Encoder

    torch.set_num_threads(1)
    encoder = Encoder(encoder_config(model)).eval()
    rows = [torch.tensor([model._tokenizer.encode(text).ids]) for text in texts]
    begin = perf_counter()
    with torch.inference_mode():
        for ids in rows:
            encoder(ids, torch.ones_like(ids, dtype=torch.bool))
    return perf_counter() - begin


def encoder_config(model: OpinionModel) -> Config:
    """Return the size of the encoder in a model's graph, from the shapes of its constants."""
    import onnx

    from research.training.encoder import Config

    graph = onnx.load(model.home / "model.onnx").graph
    shapes = {array.name: tuple(array.dims) for array in graph.initializer}
    vocabulary, width = shapes["encoder.words"]
    return Config(
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=sum(node.op_type in ("QAttention", "Attention") for node in graph.node),
        num_attention_heads=width // 32,
        intermediate_size=shapes["encoder.layers.0.widen.weight"][1],
        max_position_embeddings=shapes["encoder.places"][0],
        model_type="bert",
    )


def timed(times: dict[str, float], name: str, job: Callable[[], T]) -> T:
    begin = perf_counter()
    result = job()
    times[name] = perf_counter() - begin
    return result


def whole_speed(texts: Sequence[str]) -> float:
    """Return reviews a second of ``analyze`` from texts to the finished file, with everything it starts."""
    with tempfile.TemporaryDirectory() as folder:
        begin = perf_counter()
        analyze(list(texts), output=Path(folder) / "speed.voxpop", lang="en").close()
        return len(texts) / (perf_counter() - begin)


if __name__ == "__main__":
    run(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
