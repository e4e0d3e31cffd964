"""How often the intervals of drivers hold the truth: ``python -m research.experiments.drivers --simulations 200``.

Reviews are drawn from a model with known effects (``simulated.py``); the true plain differences and shares are those of two
million reviews. A 95 % interval should hold the truth in 93 to 97 of 100 simulations. Then the same reviews are dealt out
to four segments at random: in at most about one simulation of twenty should a difference be told.
"""

from __future__ import annotations

import argparse

import numpy as np

from research.experiments.drivers.simulated import USUAL, Coverage, random_segments, true_values


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.drivers", description=__doc__.split("\n")[0])
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--reviews", type=int, nargs="+", default=[150, 300, 1000])
    chosen = parser.parse_args()
    truth = true_values(USUAL, 2_000_000)
    for reviews in chosen.reviews:
        coverage = Coverage(USUAL, truth)
        for seed in range(chosen.simulations):
            coverage.simulate(reviews, np.random.default_rng(seed))
        print(f"{reviews:,} reviews, {chosen.simulations} simulations")
        for name, hits in coverage.hits.items():
            print(f"  {name:12}{100 * np.mean(hits):6.1f} % of {len(hits):,} intervals hold the truth")
        seeds = range(chosen.simulations)
        alarms = sum(bool(random_segments(USUAL, reviews, np.random.default_rng(seed)).differences) for seed in seeds)
        print(f"  {'segments':12}{100 * alarms / len(seeds):6.1f} % of {len(seeds):,} simulations tell of a difference")


if __name__ == "__main__":
    main()
