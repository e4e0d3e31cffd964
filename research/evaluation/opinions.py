"""Opinions, categories and stars on domains that no training saw: ``python -m research.evaluation.opinions --data DIR``.

It reads with exported opinion readers, as the product would, and prints precision and recall of opinions with the right sign
and place, the share of right categories, the correlation of stars, and how often their 80 % interval holds the true
stars: with the width of the reader's config, and with that of half of the domain's own stars on the other half. ``--part dev`` (the default) takes the development domains; ``--part test`` the held-out ones, which are for
reporting alone.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from research.annotation.corpus import read_corpus
from research.evaluation.star_intervals import coverage
from research.training.opinions.export import export
from research.training.opinions.prepare import part_of
from research.training.opinions.score import count, summary
from voxpop.extract.opinion_decoding import Floats, decode_opinions
from voxpop.extract.opinion_model import OpinionModel, open_opinion_model
from voxpop.extract.predicted_stars import MIN_RATED_REVIEWS, predict_stars

CHECKPOINTS = Path(__file__).parents[1] / "checkpoints"
ALL = "all"


def evaluate(model: OpinionModel, records: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the figures of each domain and, under "all", of all passages together."""
    counts: dict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    stars: dict[str, list[tuple[float, float]]] = defaultdict(list)
    rated_texts: dict[str, list[tuple[float, Floats]]] = defaultdict(list)
    for record in records:
        scores = model.read(record["text"])
        opinions = [
            opinion
            for window in scores.windows
            for opinion in decode_opinions(window, record["text"], model.thresholds)
        ]
        gold = [(o["target"], o["words"], o["polarity"], o["category"], o["about"]) for o in record["opinions"]]
        rated = record["rated"] or record["stars"]
        predicted = predict_stars(scores.stars, model.config.get("stars", {}))
        for name in (ALL, record["domain"]):
            count(counts[name], gold, opinions, model.thresholds)
            if rated:
                stars[name].append((float(rated), predicted.stars))
                rated_texts[name].append((float(rated), scores.stars))
    made = {name: summary(each, stars[name]) for name, each in counts.items()}
    for name, texts in rated_texts.items():
        if len(texts) >= 2 * MIN_RATED_REVIEWS:
            _, made[name]["coverage"], made[name]["coverage_own"] = coverage(texts, model.config.get("stars", {}))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.evaluation.opinions", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--part", choices=("dev", "seen", "test"), default="dev")
    parser.add_argument("--lang", choices=("en", "zh"), nargs="*", default=["en", "zh"])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    made = {}
    for lang in given.lang:
        with TemporaryDirectory() as folder:
            model = open_opinion_model(export(CHECKPOINTS / lang, Path(folder)).parent)
            records = [record for record in read_corpus(lang, given.data) if part_of(record, lang) == given.part]
            made[lang] = evaluate(model, records)
    if given.json:
        print(json.dumps(made, indent=1))
        return
    columns = (
        "precision",
        "recall",
        "category",
        "target_f1",
        "evidence_f1",
        "stars_r",
        "coverage",
        "coverage_own",
        "wanted",
    )
    print(f"{'':32}" + "".join(f"{name:>12}" for name in columns))
    for lang, figures in made.items():
        for name, figure in figures.items():
            cells = (
                f"{figure[column]:12.0f}"
                if column == "wanted"
                else f"{figure[column]:12.3f}"
                if column in figure
                else f"{'–':>12}"
                for column in columns
            )
            print(f"{lang} {name:29}" + "".join(cells))


if __name__ == "__main__":
    main()
