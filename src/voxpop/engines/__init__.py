"""Engines run the work on the parts of the input: on this machine, or on others."""

from __future__ import annotations

from voxpop.engines.local import LocalEngine

__all__ = ["LocalEngine"]
