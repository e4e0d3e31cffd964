"""Every figure of a reader: ``python -m research.experiments.reader.evaluate --samples DIR --model reader-en``.

``--samples`` is what ``python -m research.training.reader.samples`` wrote. Several models of one language are seeds of one
recipe: their mean and deviation are shown. Thresholds are chosen on dev (``--tune``); test is for reporting.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from research.papers.plots import bar_plots, line_plots
from research.training.data import load
from research.training.reader.figures import Knobs, measure
from research.training.reader.open_readers import Parallel, opened, read_knobs, slim, unspoilt, write_knobs
from research.training.reader.predict import Reads, Together, predictions
from research.training.reader.report import Measured, headlines, rows, table, to_json
from research.training.reader.samples import Sample, read_samples
from research.training.reader.star_figures import reliability
from research.training.reader.tune import tune
from research.training.runs import Run, find, pack
from voxpop.errors import OptionError, says_errors
from voxpop.metrics.score_table import Table
from voxpop.types import ReaderOutput

CORPORA = {"en": ("restaurant", "lara-hotels"), "zh": ("asap-zh",)}  # with a place in Bu et al.'s tables
STEP = 500  # texts between two signs of life


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    run(options().parse_args(arguments))


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m research.experiments.reader.evaluate", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--samples", type=Path, required=True, help="folder of en.jsonl.xz and zh.jsonl.xz")
    parser.add_argument("--model", nargs="+", required=True, help="asset, exported folder or checkpoint; seeds")
    parser.add_argument("--exact", action="store_true", help="in float32")
    parser.add_argument("--torch", action="store_true", help="checkpoints with PyTorch: any encoder, such as teachers'")
    parser.add_argument("--together", action="store_true", help="the mean of all models as one")
    parser.add_argument("--against", nargs="+", default=[], help="other models, to show the difference to")
    parser.add_argument("--against-exact", action="store_true", help="the same models in float32, likewise")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--split", choices=["dev", "test"], default="test")
    parser.add_argument("--sources", nargs="+", default=[], help="only these data sets")
    parser.add_argument("--limit", type=int, help="only the first so many samples of a source")
    parser.add_argument("--resamples", type=int, default=1000, help="of the bootstrap; 0 for no intervals")
    parser.add_argument("--tune", action="store_true", help="choose thresholds on dev, write them into config.json")
    parser.add_argument("--knobs", type=Path, help="take the thresholds of another folder, write them likewise")
    parser.add_argument("--brief", action="store_true", help="only what issue 4 asks for, as Markdown, beside others")
    parser.add_argument("--card", type=Path, help="with --brief: folder to write figures-LANGUAGE.tsv to, for the card")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--figure", type=Path, help="SVG of the stars' reliability; beside it X-categories.svg")
    parser.add_argument("--runs", type=Path, help="add the answers on Bu et al.'s data to this file of runs")
    parser.add_argument("--called", help="with --runs: what these models are called in the tables")
    parser.add_argument("--data", type=Path, help="with --runs: folder of the data sets")
    return parser


def run(given: argparse.Namespace) -> None:
    if given.tune or given.knobs:
        choose_knobs(given)
    readers = [load_model(name, given) for name in given.model]
    if given.together:
        readers = [Together(readers)]
    lang = language(readers)
    samples = chosen(given, lang, given.split)
    measured = [figures(reader, samples) for reader in readers]
    others = None
    if given.against or given.against_exact:
        beside = [load_exported(name, exact=given.against_exact, jobs=given.jobs)
                  for name in given.against or given.model]  # fmt: skip
        others = rows([figures(reader, samples) for reader in beside])
    found = rows(measured, resamples=given.resamples)
    if given.runs:
        record(given, readers, lang)
    if given.figure:
        for figure, svg in {"": draw_stars(measured[0]), "-categories": draw_categories(measured[0])}.items():
            given.figure.with_stem(given.figure.stem + figure).write_text(svg, "utf-8")
    if given.json:
        whole = {"language": lang, "split": given.split, "models": given.model, "exact": given.exact,
                 "figures": to_json(found), "against": others and to_json(others)}  # fmt: skip
        print(json.dumps(whole, ensure_ascii=False, indent=1))
        return
    if given.brief:
        brief = headlines(found, wanted())
        print(brief.markdown())
        if given.card:
            write_figures(brief, given.card / f"figures-{lang}.tsv")
        return
    caption = f"{given.split} sets, {len(readers)} model(s); shares in per cent, with their 95 % bootstrap interval."
    print(table(found, others=others, caption=caption).text())


def write_figures(brief: Table, path: Path) -> None:
    """Each figure and what the reader has of it, as ``models/data/figures-LANGUAGE.tsv`` holds them for its card."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, delimiter="\t", lineterminator="\n")
        writer.writerows(row[:2] for row in (brief.columns, *brief.rows))


def wanted() -> list[dict[str, str]]:
    with Path(__file__).with_name("wanted.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def language(readers: Sequence[Reads]) -> str:
    found = {str(reader.config["language"]) for reader in readers}
    if len(found) > 1:
        raise OptionError("The models are of several languages. Measure those of one language at a time.")
    return found.pop()


def chosen(given: argparse.Namespace, lang: str, split: str) -> list[Sample]:
    counts: dict[str, int] = {}
    found = []
    for sample in read_samples(given.samples / f"{lang}.jsonl.xz"):
        counts[sample.source] = counts.get(sample.source, 0) + (sample.split == split)
        few = given.limit is None or counts[sample.source] <= given.limit
        if sample.split == split and few and (not given.sources or sample.source in given.sources):
            found.append(sample)
    if not found:
        raise OptionError(f"No {split} sample is of {', '.join(given.sources)}. Known: {', '.join(sorted(counts))}.")
    return found


def load_model(name: str, given: argparse.Namespace) -> Reads:
    if not given.torch:
        return load_exported(name, exact=given.exact, jobs=given.jobs)
    from research.training.reader.by_torch import TorchReader

    return TorchReader(Path(name))


def load_exported(name: str, *, exact: bool, jobs: int) -> Reads:
    return opened(name, exact=exact) if jobs == 1 else Parallel(name, exact=exact, jobs=jobs)


def figures(reader: Reads, samples: Sequence[Sample]) -> Measured:
    return measure(samples, read(reader, [sample.text for sample in samples]), Knobs.of(reader.config))


def read(reader: Reads, texts: Sequence[str]) -> list[ReaderOutput]:
    """As ``Reader.read``, with a word now and then on how far it is."""
    began, found = time.monotonic(), []
    for first in range(0, len(texts), STEP):
        found += [slim(reading) for reading in reader.read(texts[first : first + STEP])]
        print(f"\r{len(found):,} of {len(texts):,} texts, {len(found) / (time.monotonic() - began):.0f} a second",
              end="", file=sys.stderr)  # fmt: skip
    print(file=sys.stderr)
    return found


def choose_knobs(given: argparse.Namespace) -> None:
    for name in given.model:
        if not Path(name).is_dir():
            raise OptionError(f"{name} is no folder: thresholds are chosen before a reader becomes an asset.")
        if given.knobs:
            write_knobs(Path(name), read_knobs(given.knobs))
            continue
        reader = load_model(name, given)
        unspoilt(reader.config, name)
        samples = chosen(given, str(reader.config["language"]), "dev")
        found = tune(samples, read(reader, [sample.text for sample in samples]), reader.config)
        write_knobs(Path(name), found)
        print(f"{name}: {json.dumps(found)}", file=sys.stderr)


def record(given: argparse.Namespace, readers: Sequence[Reads], lang: str) -> None:
    """Answers as runs of Bu et al.'s kind, so that ``python -m research.papers asap`` computes their figures itself."""
    if given.data is None:
        raise OptionError("--runs needs the data sets: name their folder with --data.")
    called = given.called or f"reader-{lang}, {precision(given)}"
    before = find(given.runs) if given.runs.is_file() else []
    kept = [run for run in before if (run.config["encoder"] or {}).get("name") != called]
    for name in CORPORA[lang]:
        corpus = load(name, given.data)
        for seed, reader in enumerate(readers):
            config = {"system": "reader", "data": name, "seed": seed, "vectors": None,
                      "encoder": {"name": called},
                      "machine": {"device": reader.config.get("training", {}).get("device", "unknown")},
                      "training": reader.config.get("training")}  # fmt: skip
            kept.append(Run(f"{name}, seed {seed}", config, {}, predictions(reader, corpus)))
    pack(kept, given.runs)


def precision(given: argparse.Namespace) -> str:
    return "PyTorch" if given.torch else "float32" if given.exact else "int8"


def draw_stars(measured: Measured) -> str:
    """How sure the reader is of its star, and how often it is right."""
    lines = {source: reliability(found.score) for source, figures in measured.items() for found in figures
             if found.figure == "calibration error"}  # fmt: skip
    panel = {"as it should be": np.array([[0.0, 0.0], [1.0, 1.0]]), **lines}
    return line_plots({"stars": panel}, title="Reliability of the stars", x="chance of the likeliest star",
                      y="share of hits", columns=1)  # fmt: skip


def draw_categories(measured: Measured) -> str:
    """How well each category is found, and how much of it is found with the right polarity."""
    tables = {}
    for figures in measured.values():  # those of all sources of a set come last, and stay
        for found in figures:
            if found.figure == "F1 with polarity":
                tables[found.task.partition(": ")[2]] = found.score.details["by_category"]
    panels = {name: {str(row[0]): {"found (F1)": float(row[4]), "found and right (recall)": float(row[2])}
                     for row in table.rows} for name, table in tables.items()}  # fmt: skip
    return bar_plots(panels, title="Categories")


if __name__ == "__main__":
    raise SystemExit(main())
