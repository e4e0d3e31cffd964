"""What every method of aspect term extraction is, and the order in which it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from voxpop.aspects.corpus import Corpus
from voxpop.lang import Language
from voxpop.registry import Registry
from voxpop.types import Term

Method = Callable[[Corpus, Language], list[Term]]
METHODS: Registry[Method] = Registry("aspect method")


def ranked(terms: Iterable[Term]) -> list[Term]:
    """Best first; equals by how many sentences hold them, then in the order of the alphabet, so that runs repeat."""
    return sorted(terms, key=lambda term: (-term.score, -term.support, term.text))
