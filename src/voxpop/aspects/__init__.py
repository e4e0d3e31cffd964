"""Which words name aspects, and which of them name the same one: one method per file, all in ``METHODS``."""

from __future__ import annotations

from voxpop.aspects.candidates import METHODS, Method
from voxpop.aspects.centroid import freq_w2v, hl_w2v
from voxpop.aspects.corpus import Corpus, compact
from voxpop.aspects.freq import AUTO, TAGGED, freq, tagged
from voxpop.aspects.grouping import group
from voxpop.aspects.hu_liu import hl
from voxpop.aspects.prominent import prominent

__all__ = [
    "AUTO",
    "METHODS",
    "TAGGED",
    "Corpus",
    "Method",
    "compact",
    "freq",
    "freq_w2v",
    "group",
    "hl",
    "hl_w2v",
    "prominent",
    "tagged",
]
