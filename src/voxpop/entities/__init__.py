"""What a review speaks of, so that praise of a rival is never counted as the product's."""

from __future__ import annotations

from voxpop.entities.base import Discourse, Found, Product, Scores
from voxpop.entities.discourse import resolve_mentions

__all__ = ["Discourse", "Found", "Product", "Scores", "resolve_mentions"]
