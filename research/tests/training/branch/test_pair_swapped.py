"""Substitutions in marked reviews: names of the same thing follow, those of others do not."""

from __future__ import annotations

from pathlib import Path
from random import Random

from research.training.branch.pair_swapped import swapped

REVIEW = """# r1 | Vado Camcorder | Vado
[The Vado|main] was fuzzy. I bought [a Flip|competing] and [it|competing] worked great.
[It|main] has [a tripod|interacting].
"""


def made(folder: Path) -> set[tuple[str, str]]:
    (folder / "en.txt").write_text(REVIEW, encoding="utf-8")
    return {(hypothesis, label) for _, _, (_, hypothesis, label) in swapped(folder, "en", Random(1))}


def test_the_same_thing_by_another_name_follows(tmp_path: Path) -> None:
    found = made(tmp_path)
    assert ("Vado Camcorder has a tripod.", "entailment") in found
    assert ("I bought a Flip and a Flip worked great.", "entailment") in found


def test_another_thing_in_its_place_does_not_follow(tmp_path: Path) -> None:
    found = dict(made(tmp_path))
    assert found["A Flip has a tripod."] == "neutral"
    assert found["I bought a Flip and a tripod worked great."] == "neutral"


def test_the_premise_begins_with_the_product(tmp_path: Path) -> None:
    made(tmp_path)
    premises = {premise for _, _, (premise, _, _) in swapped(tmp_path, "en", Random(1))}
    assert len(premises) == 1
    assert premises.pop().startswith("I bought Vado Camcorder. The Vado was fuzzy.")
