"""Do the reviews support this sentence, about the right thing? ``Checker(reviews).check(sentence)`` tells."""

from __future__ import annotations

from voxpop.check.check import Checker, split
from voxpop.check.verdicts import CheckedSentence

__all__ = ["CheckedSentence", "Checker", "split"]
