"""Which words name aspects, and which of them name the same one: one method per file, all in ``METHODS``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from voxpop.aspects.corpus import Corpus, Line, compact
from voxpop.registry import Registry
from voxpop.text import Language
from voxpop.types import Term

Method = Callable[[Corpus, Language], list[Term]]
METHODS: Registry[Method] = Registry("aspect method")


@dataclass(frozen=True, slots=True)
class Group:
    """Terms that name one aspect, most frequent first; ``name`` is the readable one among them."""

    name: str
    terms: tuple[str, ...]


__all__ = ["METHODS", "Corpus", "Group", "Line", "Method", "compact"]
