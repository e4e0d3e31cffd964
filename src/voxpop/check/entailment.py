"""Does one text follow from another? A trained network over the states of the encoder, each text encoded once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.extract.branch import Branch, branch, has_branch
from voxpop.extract.opinion_decoding import Floats
from voxpop.extract.opinion_model import OpinionModel, opinion_model
from voxpop.extract.windows import cut

KEPT = 4096  # texts whose states are remembered
BATCH = 512  # pairs that are judged at a time
ROOM, OVERLAP = 1022, 64  # pieces of a premise that are read together; the window that says most counts
ENTAILMENT, NEUTRAL, CONTRADICTION = 0, 1, 2  # the columns of ``Entailer.judge``


class Entailer(Protocol):
    """A model of natural language inference."""

    @property
    def name(self) -> str:
        """The weights and their version, for signatures."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.floating]:
        """Return the probabilities (n, 3) of entailment, neutral and contradiction, for each premise and hypothesis."""


class EntailmentModel:
    """An entailment model over the states of the encoder.

    Each distinct text is encoded once and each distinct pair judged once, on all cores: onnxruntime releases the
    interpreter while it works.
    """

    def __init__(self, name: str, texts: OpinionModel, network: Branch) -> None:
        self.name = f"{name}/{assets.find(name).sha256[:8]}"
        self._reader, self._branch = texts, network
        self._states: dict[str, Floats] = {}

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """Return the probabilities of pairs; see ``Entailer``."""
        judged: dict[tuple[str, str], Floats] = {}
        new = list(dict.fromkeys(pairs))
        for first in range(0, len(new), BATCH):
            batch = new[first : first + BATCH]
            texts = list(dict.fromkeys(text for pair in batch for text in pair))
            states = dict(zip(texts, cores().map(self._read, texts), strict=True))
            state_pairs = [(states[premise], states[hypothesis]) for premise, hypothesis in batch]
            judged.update(zip(batch, cores().map(self._judge, state_pairs), strict=True))
        return np.array([judged[pair] for pair in pairs], np.float32).reshape(-1, 3)

    def _judge(self, pair: tuple[Floats, Floats]) -> Floats:
        premise, hypothesis = pair
        if not len(premise) or not len(hypothesis):
            return np.array([0, 1, 0], np.float32)  # where nothing is said, nothing follows and nothing is denied
        windows = cut(len(premise), np.empty(0, np.intp), room=ROOM, overlap=OVERLAP)
        chances = [self._chances(premise[low:high], hypothesis[:ROOM]) for low, high in windows]
        return min(chances, key=lambda chance: float(chance[NEUTRAL]))

    def _chances(self, premise: Floats, hypothesis: Floats) -> Floats:
        flags = np.repeat(np.array([0, 1], np.int64), [len(hypothesis), len(premise)])
        scores = self._branch(np.concatenate([hypothesis, premise]), flags)["entail"][0]
        raised = np.exp(scores - scores.max())
        chances: Floats = raised / raised.sum()
        return chances

    def _read(self, text: str) -> Floats:
        states = self._states.get(text)
        if states is None:
            hidden = self._reader.read(text, hidden=True).hidden
            assert hidden is not None
            if len(self._states) >= KEPT:
                self._states.clear()
            self._states[text] = states = hidden
        return states


@cache
def cores() -> ThreadPoolExecutor:
    """Return a pool with a thread for each core."""
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="entail")


@cache
def entailer(lang: str) -> EntailmentModel | None:
    """Return the entailment model of a language, or None where there are no weights for it."""
    name = f"entail-{lang}"
    return EntailmentModel(name, opinion_model(lang), branch(name)) if has_branch(name) else None
