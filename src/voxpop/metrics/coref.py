"""Coreference: MUC, B³, CEAF, BLANC, LEA and the CoNLL average, equal to the CoNLL reference scorer."""

from __future__ import annotations

from collections.abc import Hashable

Cluster = frozenset[Hashable]
