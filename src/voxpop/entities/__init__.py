"""What a review speaks of, so that praise of a rival is never counted as the product's."""

from __future__ import annotations

from voxpop.entities.mention_resolution import resolve_mentions
from voxpop.entities.mentions import Discourse, ResolvedMention, TypeScores

__all__ = ["Discourse", "ResolvedMention", "TypeScores", "resolve_mentions"]
