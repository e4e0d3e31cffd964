"""python -m research.benchmarks [NAME ...]: all benchmarks, or those named."""

from __future__ import annotations

import sys
from importlib import import_module

BENCHMARKS = ("analyze", "model", "memory", "aspects", "quality", "metrics", "factuality", "serve")


def main() -> None:
    chosen = sys.argv[1:] or BENCHMARKS
    if unknown := set(chosen) - set(BENCHMARKS):
        sys.exit(f"Unknown benchmark {', '.join(sorted(unknown))}. There are: {', '.join(BENCHMARKS)}.")
    for name in chosen:
        print(f"\n== {name}")
        import_module(f"research.benchmarks.{name}").run()


if __name__ == "__main__":
    main()
