"""The speed of the main job beside other tools, in one run: trust the ratios, not the seconds.

The speed of voxpop is by processor time, as if two cores did nothing else: 2 × reviews / seconds of all processes. The
encoder is MiniLM's (6 layers, 384 wide) in PyTorch: float32, eager, one text at a time, on two threads, by the clock, the
best of some rounds after a first one that does not count. Its weights are random, which costs the same. So the machine should be free. VADER and SnowNLP tell the sign of the sentence in which an annotated opinion stands, ``--fast`` that of
the opinion it finds at the place; what is not found is wrong. The opinions are those of the development domains.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from research import datasets
from research.annotation.corpus import read_corpus
from research.benchmarks import factuality
from research.benchmarks.stages import sample
from research.training.opinions.prepare import part_of
from voxpop.analysis import analyze
from voxpop.extract.opinion_decoding import DecodedOpinion, decode_opinions
from voxpop.extract.opinion_model import OpinionModel, opinion_model
from voxpop.lang import language
from voxpop.part_extraction import extract_part
from voxpop.settings import Settings
from voxpop.types import Review

REVIEWS, ENCODED = 9_900, 100  # of fewer reviews, the start of the processes would be most of the time
CORES = 2
ROUNDS = 3
START = """
import sys, time
from voxpop.analysis import analyze
told = []
analyze(["The room was clean."], fast=sys.argv[1] == "fast", workers=1,
        progress=lambda stage, done, of: told.append(time.process_time()) if stage == "read" and done else None).close()
print(told[0])
"""
Sign = Callable[[str], float]  # of a sentence


def run() -> dict[str, float]:
    """Print the table, and return its figures."""
    reviews = sample("en", REVIEWS, usual=False)
    encoder = encoder_speed([review.text for review in reviews[:: len(reviews) // ENCODED][:ENCODED]])
    print(f"MiniLM encoder alone, PyTorch float32 eager, two cores: {encoder:,.0f} reviews/s")
    figures = {"encoder": encoder}
    for mode in ("full", "fast"):
        figures[mode] = speed_of(lambda mode=mode: whole_job(reviews, fast=mode == "fast"), len(reviews))  # type: ignore[misc]
        print(f"voxpop analyze, {mode}: {figures[mode]:,.0f} reviews/s, {figures[mode] / encoder:.1f} × the encoder")
    for mode in ("full", "fast"):
        arguments = [sys.executable, "-c", START, mode]
        figures[f"start {mode}"] = float(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)
        print(f"start to the first review read, {mode}: {figures[f'start {mode}']:.2f} s of processor time")
    for lang in ("en", "zh"):
        figures |= signs(lang)
    return figures | factuality.run()


def speed_of(job: Callable[[], object], count: int) -> float:
    """Return how many a second two cores do."""
    begun = spent()
    job()
    return CORES * count / (spent() - begun)


def spent() -> float:
    """Return the processor time of this process and of those that it started and that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def whole_job(reviews: Sequence[Review], *, fast: bool) -> None:
    """Analyse from texts to the finished file, with everything that starts."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "speed.voxpop"
        analyze(list(reviews), output=output, settings=Settings(fast=fast), workers=CORES).close()


def encoder_speed(texts: Sequence[str]) -> float:
    """Return how many texts a second the encoder reads on two threads."""
    import torch

    network, tokenizer = minilm(), opinion_model("en")._tokenizer
    inputs = [torch.tensor([tokenizer.encode(text).ids[:512]]) for text in texts]
    torch.set_num_threads(CORES)
    best = 0.0
    with torch.inference_mode():
        for _ in range(1 + ROUNDS):
            begun = perf_counter()
            for ids in inputs:
                network(ids)
            best = max(best, len(inputs) / (perf_counter() - begun))
    return best


@cache
def minilm() -> Any:
    """Return an encoder of MiniLM's shape."""
    from transformers import BertConfig, BertModel

    shape = BertConfig(num_hidden_layers=6, hidden_size=384, num_attention_heads=12, intermediate_size=1536)
    return BertModel(shape, add_pooling_layer=False).eval()


def signs(lang: str) -> dict[str, float]:
    """Print and return the share of annotated opinions whose sign each tool gets right, and texts a second on one core."""
    records = [each for each in read_corpus(lang, datasets.folder()) if part_of(each, lang) == "dev"]
    texts = [record["text"] for record in records]
    wanted = [(record["text"], opinion) for record in records for opinion in record["opinions"] if opinion["polarity"]]
    model = opinion_model(lang, fast=True)
    found = {text: decoded(model, text) for text in texts}
    read = [opinion["polarity"] * sign_at(found[text], opinion) for text, opinion in wanted]
    right = sum(value > 0 for value in read) / len(read)
    of_found = sum(value > 0 for value in read) / max(1, sum(value != 0 for value in read))
    reviews = [Review(id=str(place), text=text, lang=lang) for place, text in enumerate(texts)]
    settings = Settings(fast=True)
    extract_part(reviews[:2], settings=settings)
    begun = process_time()
    for first in range(0, len(reviews), 64):
        extract_part(reviews[first : first + 64], settings=settings)
    ours = len(texts) / (process_time() - begun)
    print(f"{lang}, sign of {len(wanted):,} opinions: --fast {right:.3f} right, {of_found:.3f} of those that it finds, "
          f"{ours:,.0f} texts/s on one core")  # fmt: skip
    figures = {f"{lang} fast": right}
    for name, sign in PEERS.get(lang, {}).items():
        try:
            sign("fine")
        except ImportError:
            print(f"{lang}, {name} is not installed: research/benchmarks/requirements.txt")
            continue
        theirs_right = [opinion["polarity"] * sign(sentence_of(text, opinion, lang)) > 0 for text, opinion in wanted]
        right = sum(theirs_right)
        same = [is_right for is_right, value in zip(theirs_right, read, strict=True) if value]
        begun = process_time()
        for text in texts:
            for start, end in language(lang).sentences(text):
                sign(text[start:end])
        theirs = len(texts) / (process_time() - begun)
        figures[f"{lang} {name}"] = right / len(wanted)
        print(
            f"{lang}, {name}: {right / len(wanted):.3f} right, {sum(same) / max(1, len(same)):.3f} of those that --fast "
            f"finds, {theirs:,.0f} texts/s; --fast at {ours / theirs:.2f} ×"
        )
    return figures


def decoded(model: OpinionModel, text: str) -> list[DecodedOpinion]:
    """Return the opinions that a model finds in a text."""
    return [each for window in model.read(text).windows for each in decode_opinions(window, text, model.thresholds)]


def sign_at(opinions: Sequence[DecodedOpinion], wanted: dict[str, Any]) -> float:
    """Return the polarity of the opinion that shares most characters with an annotated one; 0 if none does."""

    def shared(opinion: DecodedOpinion) -> int:
        pairs = ((opinion.target, wanted["target"]), (opinion.words, wanted["words"]))
        return sum(max(0, min(a[1], b[1]) - max(a[0], b[0])) for a, b in pairs if a and b)

    best = max(opinions, key=shared, default=None)
    return best.polarity if best is not None and shared(best) else 0.0


def sentence_of(text: str, opinion: dict[str, Any], lang: str) -> str:
    """Return the sentence in which an annotated opinion stands."""
    place, _ = opinion["words"] or opinion["target"]
    spans = language(lang).sentences(text)
    return next((text[start:end] for start, end in spans if start <= place < end), text)


def vader(sentence: str) -> float:
    return float(_vader().polarity_scores(sentence)["compound"])


@cache
def _vader() -> Any:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    return SentimentIntensityAnalyzer()


def snownlp(sentence: str) -> float:
    from snownlp import SnowNLP

    return float(SnowNLP(sentence).sentiments) - 0.5


def textblob(sentence: str) -> float:
    from textblob import TextBlob

    return float(TextBlob(sentence).sentiment.polarity)


PEERS: dict[str, dict[str, Sign]] = {"en": {"VADER": vader, "TextBlob": textblob}, "zh": {"SnowNLP": snownlp}}
