from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.extract.tiny import checkpoint

from research.training.reader.by_torch import TorchReader
from research.training.reader.open_readers import opened
from research.training.reader.predict import Together

TEXTS = ["The room was very good, but the staff was rude.", "bad", "We liked the view! The food is not great. " * 20]


def test_pytorch_and_the_exported_graph_read_alike(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path)
    exact = opened(str(folder), exact=True)
    for ours, theirs in zip(TorchReader(folder).read(TEXTS), exact.read(TEXTS), strict=True):
        assert ours.spans.tolist() == theirs.spans.tolist()
        for name in ("tags", "presence", "polarity", "attention", "stars"):
            assert np.allclose(getattr(ours, name), getattr(theirs, name), atol=1e-4), name


def test_several_readers_speak_with_one_voice(tmp_path: Path) -> None:
    readers = [TorchReader(checkpoint(tmp_path / str(seed), seed=seed)) for seed in (0, 1)]
    readings = [reader.read(TEXTS) for reader in (*readers, Together(readers))]
    for first, second, both in zip(*readings, strict=True):
        assert np.allclose(both.polarity, (first.polarity + second.polarity) / 2)
        assert both.stars.sum() == pytest.approx(1.0, abs=1e-5)
        assert (both.tags == first.tags).all()
