"""python -m research.benchmarks [NAME ...]: all benchmarks, or those named."""

from __future__ import annotations

import os
import sys
from importlib import import_module

os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))  # as workers have
BENCHMARKS = (
    "speed_table",
    "stages",
    "memory",
    "aspects",
    "quality",
    "metrics",
    "factuality",
    "serve",
    "uncached",
    "browser",
)


def main() -> None:
    chosen = sys.argv[1:] or BENCHMARKS
    if unknown := set(chosen) - set(BENCHMARKS):
        sys.exit(f"Unknown benchmark {', '.join(sorted(unknown))}. There are: {', '.join(BENCHMARKS)}.")
    for name in chosen:
        print(f"\n== {name}")
        import_module(f"research.benchmarks.{name}").run()


if __name__ == "__main__":
    main()
