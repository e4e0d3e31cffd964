"""The reader beside the same encoder run by plain PyTorch, and the whole job with it, on reviews of 130 words.

All in one run on the same texts: float32 in eager PyTorch on two threads with padded batches, the encoder alone; and
the reader with all its heads, in one process and in two. ``python -m research.benchmarks.reader FOLDER`` takes any exported one.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypeVar
from unittest.mock import patch

from research import datasets
from voxpop import assets
from voxpop.analysis import analyze
from voxpop.arrow_tables import mention_table
from voxpop.engines.local import ONE_THREAD
from voxpop.entities.resolve import resolve_reviews
from voxpop.entities.review_mentions import resolved_review
from voxpop.extract.reader import Reader, has_reader, open_reader
from voxpop.extract.reader_extractor import ReaderExtractor
from voxpop.extract.terms import term_tagger
from voxpop.ingest import read_reviews
from voxpop.lang import language
from voxpop.types import ReaderOutput, Review

T = TypeVar("T")
WORDS, TEXTS, WHOLE, BATCH, CORES = 130, 192, 1536, 32, 2
ROUNDS = 3  # by turns, the best of each counts: others may be at work on the machine


def run(folder: Path | None = None) -> dict[str, float]:
    """Prints and gives reviews a second."""
    if folder is None and not has_reader("en"):
        print("no reader comes with voxpop yet: python -m research.benchmarks.reader FOLDER")
        return {}
    home = folder or assets.find("reader-en").path.parent
    texts = reviews(WHOLE)
    few = texts[:TEXTS]
    jobs: dict[str, Callable[[], float]] = {
        "torch": lambda: torch_speed(home, few),
        "reader x 1": lambda: reader_speed(home, few, processes=1),
        f"reader x {CORES}": lambda: reader_speed(home, few, processes=CORES),
    }
    rounds = [{name: job() for name, job in jobs.items()} for _ in range(ROUNDS)]
    speeds = {name: max(each[name] for each in rounds) for name in jobs}
    stages(home, few)
    if folder is None:
        speeds["analyze"] = max(whole_speed(texts) for _ in range(ROUNDS))
    for name, speed in speeds.items():
        print(f"{name:12} {speed:6.1f} reviews/s  {speed / speeds['torch']:.2f} x PyTorch")
    return speeds


def reviews(count: int) -> list[str]:
    """Texts of 130 words each: Yelp's reviews one after the other, cut anew."""
    source = datasets.find("yelp-10k") / "yelp.csv.xz"
    words = (word for item in read_reviews(source) if isinstance(item, Review) for word in item.text.split())
    return [" ".join(islice(words, WORDS)) for _ in range(count)]


def torch_speed(home: Path, texts: Sequence[str]) -> float:
    """Eager float32. The weights are random: they cost what trained ones cost."""
    import torch

    from research.training.encoder import Config, Encoder

    torch.set_num_threads(CORES)
    model = open_reader(home)
    pieces = model._tokenizer
    encoder = Encoder(Config(**model.config["encoder"])).eval()
    batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]

    def read(batch: Sequence[str]) -> None:
        rows = [torch.tensor(found.ids) for found in pieces.encode_batch(list(batch))]
        ids = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)
        mask = torch.nn.utils.rnn.pad_sequence(
            [torch.ones(len(row), dtype=torch.bool) for row in rows], batch_first=True
        )
        with torch.inference_mode():
            encoder(ids, mask)

    read(batches[0])
    return len(texts) / seconds(lambda: [read(batch) for batch in batches])


def reader_speed(home: Path, texts: Sequence[str], *, processes: int) -> float:
    """Each process loads the reader first; only the reading is timed."""
    context = get_context("spawn")
    ready = context.Barrier(processes + 1)
    parts = [list(texts[start : start + 10]) for start in range(0, len(texts), 10)]
    with patch.dict(os.environ, ONE_THREAD), context.Pool(processes, initializer=wake, initargs=(home, ready)) as pool:
        ready.wait()
        return len(texts) / seconds(lambda: pool.map(partial(work, home), parts, chunksize=1))


@cache
def loaded(home: Path) -> Reader:
    return open_reader(home)


def wake(home: Path, ready: Barrier) -> None:
    loaded(home).read(["Wake up."])
    ready.wait()


def work(home: Path, texts: Sequence[str]) -> int:
    return len(loaded(home).read(texts))


class Known:
    """A reader that has already read."""

    def __init__(self, model: Reader, readings: list[ReaderOutput]) -> None:
        self.config, self.sentences = model.config, model.sentences
        self.readings = readings

    def read(self, texts: Sequence[str], *, hidden: bool = False) -> list[ReaderOutput]:
        return self.readings


class Looked(NamedTuple):
    """A second look that has been taken."""

    threshold: float
    readings: Iterator[ReaderOutput]

    def __call__(self, reading: ReaderOutput, text: str) -> ReaderOutput:
        return next(self.readings)


def stages(home: Path, texts: Sequence[str]) -> None:
    """Milliseconds a review, and the share of each stage, on one core."""
    model, english = loaded(home), language("en")
    english.parse(texts[:2])
    times: dict[str, float] = {}
    parsed = timed(times, "parse", lambda: english.parse(texts))
    readings = timed(times, "read", lambda: model.read(texts, hidden=True))
    shipped = home.resolve() == assets.find("reader-en").path.parent.resolve()
    look = term_tagger("en") if shipped else None  # it knows no other reader's states
    looked = timed(times, "terms", lambda: [look(*each) for each in zip(readings, texts, strict=True)] if look else [])
    judge = ReaderExtractor("en", Known(model, readings), terms=Looked(look.threshold, iter(looked)) if look else None)
    heard = timed(times, "judge", lambda: judge.extract(texts, parsed, states=True))
    nothing = [None] * len(texts)
    meant = timed(times, "mentions", lambda: resolve_reviews(texts, heard, lang="en", products=nothing))
    reviews = [Review(id=str(place), text=text) for place, text in enumerate(texts)]
    timed(
        times,
        "tables",
        lambda: mention_table([resolved_review(*each).mentions for each in zip(reviews, heard, meant, strict=True)]),
    )
    total = sum(times.values())
    for name, taken in times.items():
        print(f"  {name:8} {1000 * taken / len(texts):6.2f} ms a review {100 * taken / total:5.1f} %")


def timed(times: dict[str, float], name: str, job: Callable[[], T]) -> T:
    begin = perf_counter()
    result = job()
    times[name] = perf_counter() - begin
    return result


def whole_speed(texts: Sequence[str]) -> float:
    """``analyze`` from texts to the finished file, with everything it starts."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "speed.voxpop"
        taken = seconds(lambda: analyze(list(texts), output=output, lang="en").close())
    print(f"  analyze on {os.cpu_count()} cores: {taken:.1f} s for {len(texts):,} reviews")
    return len(texts) / taken


def seconds(job: Callable[[], object]) -> float:
    begin = perf_counter()
    job()
    return perf_counter() - begin


if __name__ == "__main__":
    run(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
