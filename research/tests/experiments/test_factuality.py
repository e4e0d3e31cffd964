"""What the checker's weights are fitted on: substitutions in marked reviews."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.experiments.factuality import sets
from research.experiments.factuality.fit import featured
from research.factuality.name_swaps import SIGNALS

REVIEW = """# r1 | Vado Camcorder | Vado
[The Vado|main] was fuzzy. I bought [a Flip|competing] and [it|competing] worked great.
[It|main] has [a tripod|interacting] and [a case|interacting], but [the case|interacting] broke.
"""


def test_the_same_thing_by_another_name_is_consistent_and_another_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en-a.txt").write_text(REVIEW, encoding="utf-8")
    monkeypatch.setattr(sets, "MARKED", tmp_path)
    made = sets.swapped("en")
    found = {swap.hypothesis: swap.consistent for swap, product in made if product.name == "Vado Camcorder"}
    assert found["I bought a Flip and a Flip worked great."]
    assert not found["I bought a Flip and a tripod worked great."]
    assert ("interacting", "interacting") not in {(swap.original, swap.replacement) for swap, _ in made}
    rows, labels = featured(made)
    assert rows.shape == (len(labels), len(SIGNALS))
    assert 0 < labels.mean() < 1
