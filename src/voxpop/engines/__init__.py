"""Who runs the loop: this machine, or a cluster."""

from __future__ import annotations

from voxpop.engines.local import Local

__all__ = ["Local"]
