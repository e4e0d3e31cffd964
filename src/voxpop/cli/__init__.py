"""The command line: one file per command, each a thin shell over an importable function. The only room that prints."""

from __future__ import annotations

from voxpop.cli.main import app, main

__all__ = ["app", "main"]
