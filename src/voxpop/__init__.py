"""What customers think, aspect by aspect, with proof.

    analysis = voxpop.analyze("reviews.csv")
    for aspect in analysis.aspects:
        print(aspect.name, aspect.positive, aspect.negative, aspect.quotes[0].text)

The names below are the public ones; each is loaded when it is first asked for, so that importing one room of the
house (``voxpop.metrics``, say) does not wake the others.
"""

# ``python -m voxpop`` runs this file while the working directory is still on the import path. So it imports only what
# the interpreter has loaded already: not even ``typing`` or ``__future__``, which a file there could stand in for.
import os
from importlib import import_module

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # onnxruntime reads it once, when it is first imported

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


def __getattr__(name: str) -> "Any":
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'voxpop' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
