"""The command line, the only package that prints: one file per command, each a thin shell over a function."""

from __future__ import annotations

from voxpop.cli.interrupt import end_on_signals

__all__ = ["main"]


def main() -> None:
    """Run the command that was typed. Ctrl-C works from here on, while the rest is still being imported."""
    end_on_signals()
    from voxpop.cli.app import run

    run()
