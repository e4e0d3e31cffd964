"""Do the reviews support this sentence, about the right thing? ``check(sentences, reviews)`` gives verdicts."""

from __future__ import annotations

from voxpop.check.check import Checker, check, split
from voxpop.check.verdicts import CheckedSentence

__all__ = ["CheckedSentence", "Checker", "check", "split"]
