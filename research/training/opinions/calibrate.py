"""Thresholds, confidence and stars of a checkpoint, chosen on the development domains, which no training saw.

``python -m research.training.opinions.calibrate research/checkpoints/en --data DIR`` writes into the checkpoint's config:
``thresholds`` (the decoder's, for the most opinions found with 90 % right in sign and place, or ``--precise``; ``own`` by ``own_threshold``; ``weights``, a logistic curve from
what the decoder says to how often it is right) and ``stars`` (a temperature for the least surprise, and how many standard
deviations from the mean hold 80 % of the stars that writers gave, as a mean over all domains that are not held out).
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.annotation.corpus import read_corpus
from research.training.opinions.export import export
from research.training.opinions.prepare import OPEN, part_of
from research.training.opinions.score import count, overlap, summary
from research.training.opinions.texts import HELD_OUT, rows
from voxpop.extract.opinion_decoding import (
    ABOUT_PRODUCT,
    NEUTRAL,
    DecodedOpinion,
    Floats,
    Thresholds,
    confidence_features,
    decode_opinions,
    what_about,
)
from voxpop.extract.opinion_model import OpinionModel, TextScores, open_opinion_model
from voxpop.extract.predicted_stars import LEVEL, MIN_DEVIATION, STARS, tempered

Record = Mapping[str, Any]
PRECISE = 0.9  # the share of right opinions that spans are chosen for; the small readers ship with .85
LOST, HIGHEST_OWN = 0.015, 0.4
STARRED = 60  # texts with stars of each domain that the width of the star intervals is chosen on
INSIDE, SPAN, LINK = (0.2, 0.3, 0.4), (0.45, 0.5, 0.55, 0.6, 0.65, 0.7), (0.2, 0.3, 0.4, 0.5, 0.6)
SURE = (0.0, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65)


def gold_of(record: Record) -> list[tuple[Any, ...]]:
    """Return the annotated opinions of a passage as ``score.count`` takes them."""
    return [(o["target"], o["words"], o["polarity"], o["category"], o["about"]) for o in record["opinions"]]


def decoded(scores: TextScores, text: str, thresholds: Thresholds) -> list[DecodedOpinion]:
    """Return the opinions of all windows of a text."""
    return [opinion for window in scores.windows for opinion in decode_opinions(window, text, thresholds)]


def best_thresholds(
    read: Sequence[tuple[Record, TextScores]],
    more: Sequence[tuple[Record, TextScores]] = (),
    precise: float = PRECISE,
    sure: Sequence[float] = SURE,
) -> Thresholds:
    """Return the threshold of links with the best F1 of pairs, and with it those that find most opinions with ``precise`` of them right.

    Those are the thresholds of spans, and the confidence below which an opinion is left out. A wrong opinion costs a
    reader of the table more than one that is missing, so precision comes first; the F1 of pairs tells how exactly words
    are found. The confidence is learned from ``more`` as well.
    """

    def figures(thresholds: Thresholds, found: Sequence[Sequence[DecodedOpinion]]) -> dict[str, float]:
        total: defaultdict[str, float] = defaultdict(float)
        for (record, _), opinions in zip(read, found, strict=True):
            count(total, gold_of(record), opinions, thresholds)
        return summary(total, [])

    def found_with(thresholds: Thresholds) -> list[list[DecodedOpinion]]:
        return [decoded(scores, record["text"], thresholds) for record, scores in read]

    def worth(thresholds: Thresholds) -> tuple[float, float]:
        made = figures(thresholds, found_with(thresholds))
        return min(made["precision"], precise), made["recall"] + made["pair_f1"]

    links = (Thresholds(link=link) for link in LINK)
    linked = max(links, key=lambda thresholds: figures(thresholds, found_with(thresholds))["pair_f1"])
    wide = [replace(linked, inside=inside, span=span) for inside in INSIDE for span in SPAN]
    curved = [replace(thresholds, weights=confidence_curve([*read, *more], thresholds)) for thresholds in wide]
    return max((replace(thresholds, sure=least) for thresholds in curved for least in sure), key=worth)


def own_threshold(read: Sequence[tuple[Record, TextScores]], thresholds: Thresholds) -> float:
    """Return the largest ``own`` that takes at most ``LOST`` of the opinions on the product for another's."""
    chances = sorted(
        float(opinion.about[ABOUT_PRODUCT] / opinion.about.sum())
        for record, scores in read
        for opinion in decoded(scores, record["text"], thresholds)
        if any(o[4] == "main" and overlap((opinion.target, opinion.words), o[:2]) for o in gold_of(record))
        and not any(o[4] != "main" and overlap((opinion.target, opinion.words), o[:2]) for o in gold_of(record))
    )
    return round(min(chances[int(LOST * len(chances))], HIGHEST_OWN), 2) if chances else thresholds.own


def confidence_curve(read: Sequence[tuple[Record, TextScores]], thresholds: Thresholds) -> list[float]:
    """Return the weights that turn ``confidence_features`` into how likely a counted opinion is right."""
    plain = replace(thresholds, sure=0.0, weights=())
    counted: list[DecodedOpinion] = []
    right: list[bool] = []
    for record, scores in read:
        wanted = [o for o in gold_of(record) if o[2] and o[4] == "main"]
        for opinion in decoded(scores, record["text"], plain):
            if abs(opinion.polarity) > NEUTRAL and what_about(opinion.about, thresholds) == ABOUT_PRODUCT:
                counted.append(opinion)
                spans = (opinion.target, opinion.words)
                right.append(any(overlap(spans, w[:2]) and (w[2] > 0) == (opinion.polarity > 0) for w in wanted))
    x, y = features_of(counted, thresholds), np.array(right, float)
    weights = np.zeros(x.shape[1])
    for _ in range(50):  # Newton's method with a slight pull to zero
        likely = 1 / (1 + np.exp(-x @ weights))
        curve = (x * (likely * (1 - likely))[:, None]).T @ x + 1e-2 * np.eye(len(weights))
        weights += np.linalg.solve(curve, x.T @ (y - likely) - 1e-2 * weights)
    return [round(float(weight), 4) for weight in weights]


def features_of(opinions: Sequence[DecodedOpinion], thresholds: Thresholds) -> NDArray[np.float64]:
    """Return the ``confidence_features`` of opinions that were decoded without weights."""
    lengths = np.array([opinion.words[1] - opinion.words[0] if opinion.words else 0 for opinion in opinions])
    is_nameless = np.array([opinion.target is None for opinion in opinions])
    inside, polarity, about, fact = (
        np.array([getattr(opinion, name) for opinion in opinions], np.float32)
        for name in ("confidence", "polarity", "about", "fact")
    )
    return confidence_features(inside, polarity, about, fact, is_nameless, lengths, thresholds)


def star_settings(
    read: Sequence[tuple[Record, TextScores]], rated: Mapping[str, Sequence[tuple[float, Floats]]]
) -> dict[str, float]:
    """Return the temperature with the least surprise on annotated passages, and the deviations of the intervals.

    The deviations are chosen on ``rated``, by domain the stars that writers gave and the scores of their texts: the
    intervals hold 80 % of them as a mean over the domains.
    """
    known = [(float(record["rated"] or record["stars"]), scores.stars) for record, scores in read
             if record["rated"] or record["stars"]]  # fmt: skip
    temperatures = [round(0.6 + 0.05 * step, 2) for step in range(40)]

    def surprise(temperature: float) -> float:
        chances = [tempered(scores, {"temperature": temperature}) for _, scores in known]
        trues = [round(true) - 1 for true, _ in known]
        return -sum(math.log(max(likely[true], 1e-9)) for true, likely in zip(trues, chances, strict=True))

    config = {"temperature": min(temperatures, key=surprise)}
    errors = [star_errors(texts, config) for texts in rated.values()]
    reaches = [round(0.2 + 0.01 * step, 2) for step in range(300)]
    deviations = min(reaches, key=lambda reach: abs(np.mean([np.mean(each <= reach) for each in errors]) - LEVEL))
    return {**config, "deviations": deviations}


def star_errors(texts: Sequence[tuple[float, Floats]], config: Mapping[str, Any]) -> Floats:
    """Return |stars − mean| / standard deviation of texts, given as the stars and the scores of each."""
    chances, stars_of = np.array([tempered(scores, config) for _, scores in texts]), np.array(STARS, np.float64)
    mean = chances @ stars_of
    deviation = np.sqrt(np.maximum(chances @ stars_of**2 - mean**2, MIN_DEVIATION**2))
    return np.asarray(np.abs(np.array([stars for stars, _ in texts]) - mean) / deviation)


def texts_with_stars(data: Path, lang: str, *, held_out: bool, most: int) -> dict[str, list[tuple[float, str]]]:
    """Return stars and texts by domain of wild-texts, of domains with at least 50; no stars here were learned from."""
    by_domain: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for row in rows(data / "wild-texts" / f"{lang}.jsonl.xz"):
        wanted = (row["domain"] in HELD_OUT[lang]) == held_out and not str(row["source"]).startswith(OPEN)
        if wanted and row["stars"] is not None:
            by_domain[str(row["domain"])].append((float(str(row["stars"])), str(row["text"])))
    return {domain: texts[:most] for domain, texts in by_domain.items() if len(texts) >= 50}


def calibrated(
    model: OpinionModel,
    records: Sequence[Record],
    seen: Sequence[Record] = (),
    *,
    texts: Mapping[str, Sequence[tuple[float, str]]],
    precise: float = PRECISE,
    sure: Sequence[float] = SURE,
) -> dict[str, Any]:
    """Return what the checkpoint's config is to say. ``seen`` are passages of learned domains that it did not learn."""
    read, more = ([(record, model.read(record["text"])) for record in some] for some in (records, seen))
    rated = {
        domain: [(stars, model.read(text).stars) for stars, text in of_domain] for domain, of_domain in texts.items()
    }
    thresholds = best_thresholds(read, more, precise, sure)
    kept = model.thresholds.comparison  # research.experiments.rivals chooses it
    thresholds = replace(thresholds, own=own_threshold([*read, *more], thresholds), comparison=kept)
    thresholds = replace(thresholds, weights=confidence_curve([*read, *more], thresholds))
    return {
        "thresholds": asdict(thresholds),
        "stars": star_settings(read, rated),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.calibrate", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--precise", type=float, default=PRECISE, help="share of opinions that are to be right")
    parser.add_argument("--keep-all", action="store_true", help="leave no opinion out for its confidence")
    given = parser.parse_args()
    path = given.checkpoint / "config.json"
    config = json.loads(path.read_text("utf-8"))
    lang = config["language"]
    with TemporaryDirectory() as folder:
        model = open_opinion_model(export(given.checkpoint, Path(folder)).parent)
        records = list(read_corpus(lang, given.data))
        dev, seen = ([r for r in records if part_of(r, lang) == part] for part in ("dev", "seen"))
        texts = texts_with_stars(given.data, lang, held_out=False, most=STARRED)
        sure = (0.0,) if given.keep_all else SURE
        made = calibrated(model, dev, seen, texts=texts, precise=given.precise, sure=sure)
    path.write_text(json.dumps({**config, **made}, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(lang, json.dumps(made))


if __name__ == "__main__":
    main()
