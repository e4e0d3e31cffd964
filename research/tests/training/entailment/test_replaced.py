"""Substitutions in marked reviews: names of the same thing follow, those of others do not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from research.training.entailment import replaced

REVIEW = """# r1 | Vado Camcorder | Vado
[The Vado|main] was fuzzy. I bought [a Flip|competing] and [it|competing] worked great.
[It|main] has [a tripod|interacting].
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    (tmp_path / "en-a.txt").write_text(REVIEW, encoding="utf-8")
    monkeypatch.setattr(replaced, "MARKED", tmp_path)
    return [pair for _, _, pair in replaced.replaced_mentions("en", Random(1))]


def test_the_same_thing_by_another_name_follows(made: list[tuple[str, str, str]]) -> None:
    found = {(hypothesis, label) for _, hypothesis, label in made}
    assert ("Vado Camcorder has a tripod.", "entailment") in found
    assert ("I bought a Flip and a Flip worked great.", "entailment") in found


def test_another_thing_in_its_place_does_not_follow(made: list[tuple[str, str, str]]) -> None:
    found = {hypothesis: label for _, hypothesis, label in made}
    assert found["A Flip has a tripod."] == "neutral"
    assert found["I bought a Flip and a tripod worked great."] == "neutral"


def test_the_premise_begins_with_the_product(made: list[tuple[str, str, str]]) -> None:
    (premise,) = {premise for premise, _, _ in made}
    assert premise.startswith("I bought Vado Camcorder. The Vado was fuzzy.")
