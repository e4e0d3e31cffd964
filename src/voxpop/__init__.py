"""What customers think, aspect by aspect, with proof.

    analysis = voxpop.analyze("reviews.csv")
    for aspect in analysis.aspects:
        print(aspect.name, aspect.positive, aspect.negative, aspect.quotes[0].text)

The names below are the public ones; each is loaded when it is first asked for, so that importing one room of the
house (``voxpop.metrics``, say) does not wake the others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from voxpop.analysis import Analysis, analyze, open
    from voxpop.errors import VoxpopError
    from voxpop.ingest import read_reviews
    from voxpop.settings import Settings
    from voxpop.types import Aspect, Claim, Mention, Opinion, Quote, Rejected, Review

__all__ = [
    "Analysis",
    "Aspect",
    "Claim",
    "Mention",
    "Opinion",
    "Quote",
    "Rejected",
    "Review",
    "Settings",
    "VoxpopError",
    "analyze",
    "open",
    "read_reviews",
]

_HOMES = {
    "voxpop.analysis": ("Analysis", "analyze", "open"),
    "voxpop.errors": ("VoxpopError",),
    "voxpop.ingest": ("read_reviews",),
    "voxpop.settings": ("Settings",),
    "voxpop.types": ("Aspect", "Claim", "Mention", "Opinion", "Quote", "Rejected", "Review"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'voxpop' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
