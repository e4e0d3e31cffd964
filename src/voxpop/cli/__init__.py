"""The command line, the only package that prints: one file per command, each a thin shell over a function."""

from __future__ import annotations

import os

from voxpop.cli.interrupt import end_on_signals

__all__ = ["main"]


def main() -> None:
    """Run the command that was typed. Ctrl-C works from here on, while the rest is still being imported."""
    end_on_signals()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small: threads would only wait for each other
    from voxpop.cli.app import run

    run()
