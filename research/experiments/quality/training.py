"""What the filter learns from, and how sure it must be: chosen on development sources and families."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from research.experiments.quality.generate import drawn
from research.experiments.quality.reviews import SOURCES, cut, reviews
from research.training.quality import QualityRecipe, rounded, save, train
from voxpop.ingest.quality_filter import KINDS, QualityFilter
from voxpop.ingest.text_features import BITS, TRAITS
from voxpop.ingest.text_quality import low_quality
from voxpop.lang import language

EACH = 700  # texts of a family
REAL = 6000  # reviews of a source
SEPARATORS = ("\n", " ", " ", "  ")
OPENERS = {"en": ("Great!", "Nice place.", "Good.", "Love it!", "Hi"), "zh": ("好评！", "不错。", "很好，", "五星", "")}
MOST = 5e-4  # share of the reviews of the development sources that may be lost to each kind
LEAST = 0.5  # no threshold below this
ABOUT = {
    "en": ("half of yelp-10k, 6,000 of lara-hotels and 6,000 of wild-texts (59 kinds of product, less those kept for "
           "tests); the other halves say which runs of four characters are known", "none stated"),
    "zh": ("zh-reviews: fruit, shampoo, clothes, books, computers and take-away, half of each up to 6,000; the other "
           "halves say which pairs of characters are known", "mixed, research"),
}  # fmt: skip
CARD = Path(__file__).parent / "card.md"


def real(lang: str, data: Path) -> tuple[list[str], list[str]]:
    """Reviews of the training sources: up to half of each to tell from adverts, the others to learn words from."""
    told: list[str] = []
    others: list[str] = []
    for source in SOURCES[lang]["train"]:
        texts = reviews(source, data)
        random.Random(0).shuffle(texts)
        told += texts[: min(len(texts) // 2, REAL)]
        others += texts[len(texts) // 2 :]
    return told, others


def written(lang: str) -> list[tuple[str, str]]:
    """(text, kind) of our own; one in four is two of a family, or follows a short opener."""
    draw, found = random.Random(0), []
    for family, kind, text in drawn(lang, "train", each=EACH):
        if kind != "review" and draw.random() < 0.25:
            before = [t for f, _, t in found[-50:] if f == family] or [text]
            text = draw.choice(SEPARATORS).join([draw.choice([*before, *OPENERS[lang]]), text])
        found.append((family, kind, text))
    return [(text, kind) for _, kind, text in found]


def trained(lang: str, data: Path, *, recipe: QualityRecipe | None = None) -> QualityFilter:
    told, others = real(lang, data)
    pairs = [*((text, "review") for text in cut(told)), *written(lang)]
    texts, kinds = zip(*pairs, strict=True)
    weights = rounded(train(texts, kinds, lang=lang, others=others, recipe=recipe))
    honest = [text for source in SOURCES[lang]["dev"] for text in reviews(source, data)]
    chances = weights.chances([text for text in honest if not low_quality(text)])
    return replace(weights, thresholds={kind: _threshold(chances[:, row]) for row, kind in enumerate(KINDS)})


def _threshold(chances: NDArray[np.float64]) -> float:
    """Such that no more than ``MOST`` of the reviews lie above."""
    bound = float(np.quantile(chances, 1 - MOST, method="higher"))
    return round(min(max(bound + 0.001, LEAST), 0.999), 3)


def write(chosen: QualityFilter, folder: Path) -> None:
    lang = chosen.lang
    config = {
        "language": lang,
        "thresholds": chosen.thresholds,
        "bits": BITS,
        "runs": list(language(lang).text_pieces.RUN_LENGTHS),
        "words": language(lang).script.IS_SPACED,
        "traits": list(TRAITS),
        "kinds": list(KINDS),
    }
    sources, terms = ABOUT[lang]
    bounds = " and ".join(f"{bound} ({kind})" for kind, bound in chosen.thresholds.items())
    card = CARD.read_text("utf-8").format(lang=lang, sources=sources, terms=terms, thresholds=bounds)
    save(chosen, folder, config=config, card=card)
