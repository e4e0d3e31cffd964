"""Engines run the work on the shards of the input: on this machine, or on a cluster."""

from __future__ import annotations

from voxpop.engines.local import LocalEngine
from voxpop.engines.ray_cluster import RayEngine
from voxpop.errors import OptionError, choose
from voxpop.shards import Engine

__all__ = ["LocalEngine", "RayEngine", "engine_named"]


def engine_named(name: str, workers: int | None = None, *, address: str | None = None) -> Engine:
    """Return an engine: "local", or "ray" with the address of a cluster, if it is not to run on this machine."""
    if choose("engine", name, ("local", "ray")) == "ray":
        return RayEngine(workers, address=address)
    if address is not None:
        raise OptionError("Only --engine ray has an --address.")
    return LocalEngine(workers)
