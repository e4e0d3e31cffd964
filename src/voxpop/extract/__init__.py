"""How people feel about a phrase of a sentence, and from which characters one can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from voxpop.types import Extraction, NameMention, Sentence


class Extractor(Protocol):
    """Extracts from whole reviews."""

    def extract(
        self,
        texts: Sequence[str],
        parsed: Sequence[Sequence[Sentence]],
        names: Sequence[Sequence[NameMention]] | None = None,
    ) -> list[Extraction]:
        """Extract from each of some reviews of one language, in which these names of products stand."""
