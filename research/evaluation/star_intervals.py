"""How often the 80 % intervals hold the stars that writers gave: ``python -m research.evaluation.star_intervals --data DIR``.

On the held-out domains of wild-texts that have stars, whole texts, up to 400 of each: with the width of the reader's config, as in a
file without stars; and with the width that half of the domain's stars ask for, measured on the other half.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from research.training.opinions.calibrate import star_errors, texts_with_stars
from voxpop.extract.opinion_decoding import Floats
from voxpop.extract.opinion_model import opinion_model
from voxpop.extract.predicted_stars import NORMAL, place_of_quantile

HALVINGS = 50
MOST = 400  # texts of a domain


class Coverage(NamedTuple):
    """The share of the stars inside their intervals, without and with the file's own stars, of ``texts``."""

    texts: int
    without: float
    own: float


def coverage(texts: Sequence[tuple[float, Floats]], config: Mapping[str, Any]) -> Coverage:
    """Return the coverage on texts given as the stars and the scores of each; ``own`` is a mean over random halves."""
    errors = star_errors(texts, config)
    dice, inside = np.random.default_rng(0), list[float]()
    for _ in range(HALVINGS):
        mixed, half = dice.permutation(errors), len(errors) // 2
        place = place_of_quantile(half)
        inside.append(np.nan if place is None else float(np.mean(mixed[half:] <= np.sort(mixed[:half])[place])))
    without = float(np.mean(errors <= float(config.get("deviations", NORMAL))))
    return Coverage(len(errors), without, float(np.mean(inside)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.evaluation.star_intervals", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    given = parser.parse_args()
    print(f"{'':40}{'texts':>8}{'without stars':>16}{'own stars':>12}")
    for lang in ("en", "zh"):
        model = opinion_model(lang)
        for domain, texts in texts_with_stars(given.data, lang, held_out=True, most=MOST).items():
            read = [(stars, model.read(text).stars) for stars, text in texts]
            found = coverage(read, model.config.get("stars", {}))
            print(f"{lang} {domain:37}{found.texts:8}{found.without:16.2f}{found.own:12.2f}")


if __name__ == "__main__":
    main()
