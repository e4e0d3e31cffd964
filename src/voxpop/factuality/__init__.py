"""Does the source support this sentence, about the right thing? ``check(sentences, reviews)`` gives verdicts."""

from __future__ import annotations

from voxpop.factuality.base import Checked, Entailer, entailer
from voxpop.factuality.check import Checker, check, split
from voxpop.factuality.summac import SummaC

__all__ = ["Checked", "Checker", "Entailer", "SummaC", "check", "entailer", "split"]
