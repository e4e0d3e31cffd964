"""How people feel about a phrase of a sentence, and from which characters one can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from voxpop.lang.mention_candidates import NameMention
from voxpop.types import Extraction, Judgement, Sentence


class SentimentEngine(Protocol):
    """Reads sentiment. The lexicon engine needs no weights; a trained one stands behind the same interface."""

    name: str

    def judge(self, sentence: Sentence) -> Sequence[Judgement]:
        """Return one judgement for each of ``sentence.phrases``, in their order."""


class Extractor(Protocol):
    """Hears whole reviews: by the lexicon, phrase by phrase, or by the reader, all at once."""

    def extract(
        self,
        texts: Sequence[str],
        parsed: Sequence[Sequence[Sentence]],
        names: Sequence[Sequence[NameMention]] | None = None,
    ) -> list[Extraction]:
        """Extract from each of some reviews of one language, in which these names of products stand."""
