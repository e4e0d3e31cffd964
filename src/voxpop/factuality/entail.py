"""Does one text follow from another? The trained branch over the reader's states, each text's read once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from voxpop import assets
from voxpop.sentiment.branch import Branch, branch, has_branch
from voxpop.sentiment.reader import Reader, reader
from voxpop.sentiment.reading import Floats

KEPT = 4096  # texts whose states are remembered


class ByBranch:
    """``judge([(premise, hypothesis)])`` gives the chances of entailment, neutral and contradiction, (n, 3)."""

    def __init__(self, name: str, texts: Reader, network: Branch) -> None:
        self.name = f"{name}/{assets.find(name).sha256[:8]}"
        self._reader, self._branch = texts, network
        self._states: dict[str, Floats] = {}

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        return np.array([self._judge(premise, hypothesis) for premise, hypothesis in pairs], np.float32).reshape(-1, 3)

    def _judge(self, premise: str, hypothesis: str) -> Floats:
        first, second = self._read(hypothesis), self._read(premise)
        if not len(first) or not len(second):
            return np.array([0, 1, 0], np.float32)  # where nothing is said, nothing follows and nothing is denied
        flags = np.repeat(np.array([0, 1], np.int64), [len(first), len(second)])
        scores = self._branch(np.concatenate([first, second]), flags)["entail"][0]
        raised = np.exp(scores - scores.max())
        chances: Floats = raised / raised.sum()
        return chances

    def _read(self, text: str) -> Floats:
        found = self._states.get(text)
        if found is None:
            hidden = self._reader.read([text], hidden=True)[0].hidden
            assert hidden is not None
            if len(self._states) >= KEPT:
                self._states.clear()
            self._states[text] = found = hidden
        return found


@cache
def entailer(lang: str) -> ByBranch | None:
    """The entailment model of a language, or None where there are no weights for it."""
    name = f"entail-{lang}"
    return ByBranch(name, reader(lang), branch(name)) if has_branch(name) else None
