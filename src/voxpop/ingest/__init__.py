"""From a file of reviews in almost any shape to a stream of reviews worth analysing.

Each name is loaded when it is first asked for: workers need ``boilerplate`` alone, and start without the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from voxpop.ingest.content import check_content
    from voxpop.ingest.curate import Curator
    from voxpop.ingest.reading import read_reviews
    from voxpop.ingest.tables import READERS, FileChoice

__all__ = ["READERS", "Curator", "FileChoice", "check_content", "read_reviews"]
_HOMES = {"check_content": "content", "Curator": "curate"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'reading')}"), name)
