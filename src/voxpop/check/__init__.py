"""Does the source support this sentence, about the right thing? ``check(sentences, reviews)`` gives verdicts."""

from __future__ import annotations

from voxpop.check.base import Checked, Entailer, entailer
from voxpop.check.check import Checker, check, split

__all__ = ["Checked", "Checker", "Entailer", "check", "entailer", "split"]
