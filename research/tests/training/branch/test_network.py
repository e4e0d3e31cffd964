from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from tests.extract.tiny import checkpoint, tiny

from research.training.branch import entail, mentions
from research.training.branch import export as exports
from research.training.branch.export import export
from research.training.branch.network import BranchShape, grow, load, save
from research.training.branch.states import States, side_by_side

CPU = torch.device("cpu")
SHAPE = BranchShape(language="en", layers=1, flags=3, outputs={"types": 9, "pooling": 1})


@pytest.fixture
def states(tmp_path: Path) -> States:
    return States(checkpoint(tmp_path / "reader-checkpoint"), CPU)


def test_states_are_those_of_the_reader_at_run_time(tmp_path: Path) -> None:
    text = "the room was very good"
    reader = tiny(tmp_path, exact=True)
    states = States(tmp_path / "checkpoint", CPU)
    hidden, mask = states(states.pieces([text]))
    assert mask.all()
    np.testing.assert_allclose(hidden[0].numpy(), reader.read([text], hidden=True)[0].hidden, atol=1e-4)


def test_padding_changes_nothing(states: States) -> None:
    branch = grow(states.reader, SHAPE).eval()
    short, long = states.pieces(["the food", "we was not but and the view of the bed is dirty"])
    flags = torch.zeros(1, len(short), dtype=torch.long)
    hidden, mask = states([short])
    alone = branch(hidden, flags, mask)["types"][0]
    hidden, mask = states([short, long])
    both = branch(hidden, torch.zeros(mask.shape, dtype=torch.long), mask)["types"][0]
    np.testing.assert_allclose(alone.detach(), both[: len(alone)].detach(), atol=1e-4)


def test_two_texts_are_told_apart(states: States) -> None:
    one, two = states(states.pieces(["good food"])), states(states.pieces(["the staff was rude"]))
    hidden, flags, mask = side_by_side(one, two)
    assert flags[0].tolist() == [0] * one[1].shape[1] + [1] * two[1].shape[1]
    assert hidden.shape[1] == mask.shape[1] == flags.shape[1]


@pytest.mark.parametrize("early", [True, False])
def test_the_graph_says_what_the_network_says(
    tmp_path: Path, states: States, monkeypatch: pytest.MonkeyPatch, early: bool
) -> None:
    shape = BranchShape(language="en", layers=2, flags=3, outputs={"types": 9, "pooling": 1}, early=early)
    branch = grow(states.reader, shape)
    save(branch, shape, states.reader.encoder.config, tmp_path / "branch", training={})
    again, read = load(tmp_path / "branch")
    assert read == shape
    hidden, mask = states(states.pieces(["the bed was not clean but the view is great"]))
    flags = torch.randint(0, 3, mask.shape, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        expected = again.eval()(hidden, flags, mask)
    monkeypatch.setattr(exports, "sample", lambda lang: [hidden[0].numpy()])
    given = {"hidden": hidden.numpy(), "flags": flags.numpy()}
    for exact, near in ((True, 1e-4), (False, 0.2)):
        path = export(tmp_path / "branch", tmp_path / f"out-{exact}", exact=exact)
        session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
        for name, found in zip(shape.outputs, session.run(list(shape.outputs), given), strict=True):
            assert np.abs(found - expected[name].numpy()).mean() < near, name


def test_entailment_is_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That what is bad is not good can be learnt from a handful of pairs."""
    rows = [{"id": f"{i}", "premise": f"the {thing} was {said}", "hypothesis": f"{thing} good", "lang": "en",
             "label": "entailment" if said == "good" else "contradiction", "split": split, "source": "toy"}
            for i, thing in enumerate(["room", "food", "bed", "view", "service"])
            for said in ("good", "bad") for split in ("train", "dev", "test")]  # fmt: skip
    with lzma.open(tmp_path / "pairs.jsonl.xz", "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    checkpoint(tmp_path / "reader")
    call(monkeypatch, entail, "--reader", tmp_path / "reader", "--pairs", tmp_path / "pairs.jsonl.xz", "--out",
         tmp_path / "out", "--layers", 2, "--epochs", 30, "--batch", 10, "--rate", 0.003)  # fmt: skip
    metrics = json.loads((tmp_path / "out" / "metrics.json").read_text("utf-8"))
    assert metrics["dev"]["toy"] > 0.9
    assert "test" not in metrics  # looked at only when asked


def test_types_and_comparisons_are_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = []
    for i, word in enumerate(["room", "food", "bed", "view", "price"]):
        for good in (True, False):
            text = f"the {word} is {'good' if good else 'bad'}"
            rows += [{"id": f"{i}{good}{split}", "text": text, "lang": "en", "split": split, "source": "marked",
                      "product": None, "names": [], "mentions": [[0, 4 + len(word), "main" if good else "competing"]],
                      "sentences": [[0, len(text), int(good)]], "preference": [[0, len(text), 1 if good else -1]],
                      "elements": [[4, 4 + len(word), "subject"]]}
                     for split in ("train", "dev")]  # fmt: skip
    with lzma.open(tmp_path / "samples.jsonl.xz", "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    checkpoint(tmp_path / "reader")
    call(monkeypatch, mentions, "--reader", tmp_path / "reader", "--samples", tmp_path / "samples.jsonl.xz", "--out",
         tmp_path / "out", "--epochs", 40, "--rate", 0.003)  # fmt: skip
    found = json.loads((tmp_path / "out" / "metrics.json").read_text("utf-8"))["dev"]
    assert found == {"marked types": 1.0, "marked comparison f1": 1.0, "marked preference": 1.0}


def test_elements_become_tags() -> None:
    assert mentions.tagged([((1, 3), "object"), ((4, 5), "opinion")], 6) == [0, 3, 4, 0, 7, 0]


def call(monkeypatch: pytest.MonkeyPatch, module: object, *arguments: object) -> None:
    monkeypatch.setattr(sys, "argv", ["train", *map(str, arguments)])
    module.main()  # type: ignore[attr-defined]
