"""Which words name aspects, and which of them name the same one: one method per file, all in ``METHODS``."""

from __future__ import annotations

from voxpop.aspects import centroid, hu_liu  # noqa: F401  they register
from voxpop.aspects.candidates import METHODS, Method
from voxpop.aspects.corpus import Corpus, Targets
from voxpop.aspects.freq import TAGGED, tagged
from voxpop.aspects.grouping import group
from voxpop.aspects.prominent import prominent

__all__ = ["METHODS", "TAGGED", "Corpus", "Method", "Targets", "group", "prominent", "tagged"]
