"""The classifier of mention types learns what it is shown, and is written and read again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from research.training.mention_fit import MentionRecipe, ranks
from research.training.mention_types import TINY, Labelled, light, train, write
from voxpop.entities.mention_resolution import ClassifierDecider, assemble, decide_types, prepare_scene
from voxpop.lang import language
from voxpop.types import Product

QUICK = MentionRecipe(steps=40, folds=2, rare=1)


def reviews() -> list[Labelled]:
    """A world in which gizmos are rivals and widgets are parts."""
    made = []
    for i, (rival, part) in enumerate([("gizmo", "widget"), ("gizmo", "flange"), ("doodad", "widget")] * 3):
        text = f"The {rival} is slow. The {part} is nice and it works."
        a, b, c = text.index(rival), text.index(part), text.index(" it ") + 1
        spans = (
            (a - 4, a + len(rival), "competing"),
            (b - 4, b + len(part), "part_of_main"),
            (c, c + 2, "part_of_main"),
        )
        made.append(Labelled(id=str(i), text=text, lang="en", product=Product("Vado"), spans=spans))  # type: ignore[arg-type]
    return made


def test_it_learns(tmp_path: Path) -> None:
    model = train(reviews(), states=False, recipe=QUICK)
    text = "The gizmo is slow. The widget is nice and it works."
    scene = prepare_scene(text, language("en").parse([text])[0], lang="en", product=Product("Vado"))
    found = assemble(text, scene, *decide_types(scene, ClassifierDecider(scene, model)))
    assert [mention.about for mention in found.mentions] == ["competing", "part_of_main", "part_of_main"]
    write(tmp_path / "about-en", words=model, states=model, config={"reviews": 9})
    arrays = load_file(tmp_path / "about-en" / "weights.safetensors")
    kept = light(model)
    assert arrays["words.weights"].shape == (len(kept.rows), 9)
    for name, row in model.rows.items():
        assert (np.abs(model.weights[row]).max() >= TINY) == (name in kept.rows)
    assert all((kept.weights[row] == model.weights[model.rows[name]]).all() for name, row in kept.rows.items())


def test_any_right_option_will_do() -> None:
    """Two pronouns, each with a right and a wrong option that differ by one feature."""
    table = [[[0], [1]], [[0], [1]]]
    dense = np.zeros((2, 1), np.float32)
    right = [[True, False], [True, False]]
    weights, _ = ranks(
        table, [[0, 1], [0, 1]], right, dense, np.ones(2, np.float32), 2, MentionRecipe(steps=60, pairs=0.1)
    )
    assert weights[0] > 0 > weights[1]
