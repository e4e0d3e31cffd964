from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from safetensors.numpy import load_file, save_file
from tests.extract.tiny import ENCODER, checkpoint

from research.training.reader.export import export
from research.training.reader.graph import steps
from voxpop.errors import AssetError, OptionError
from voxpop.extract.reader_output import EARLY

OUTPUTS = ("tags", "presence", "polarity", "attention", "stars", "hidden")


def run(path: Path, ids: list[int]) -> dict[str, np.ndarray]:
    session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    return dict(zip(OUTPUTS, session.run(OUTPUTS, {"ids": np.array([ids], np.int64)}), strict=True))


@pytest.mark.parametrize("activation", ["gelu", "gelu_new", "relu"])
@pytest.mark.parametrize("length", [2, 7, 64])
def test_the_graph_says_what_the_network_says(tmp_path: Path, activation: str, length: int) -> None:
    import torch

    from research.training.reader.network import load

    folder = checkpoint(tmp_path / "checkpoint", encoder={**ENCODER, "hidden_act": activation})
    network = load(folder)[0].eval()
    ids = np.random.default_rng(length).integers(0, 200, length).tolist()
    early = []
    network.encoder.layers[EARLY].register_forward_hook(lambda layer, given, states: early.append(states))
    with torch.inference_mode():
        said = network(torch.tensor([ids]), torch.ones(1, length, dtype=torch.bool))
    found = run(export(folder, tmp_path / "out", exact=True), ids)
    expected = {
        "tags": said.tags.unflatten(-1, (3, 3)).softmax(-1).flatten(2),
        "presence": said.presence.sigmoid(),
        "polarity": said.polarity.softmax(-1),
        "attention": said.attention,
        "stars": said.stars.softmax(-1),
        "hidden": torch.cat([early[0], said.hidden], -1),
    }
    for name, tensor in expected.items():
        np.testing.assert_allclose(found[name], tensor.numpy(), atol=1e-4, err_msg=name)


def test_int8_is_a_quarter_of_the_size_and_close(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "checkpoint", encoder={**ENCODER, "hidden_size": 128, "intermediate_size": 512},
                        width=128)  # fmt: skip
    small, exact = export(folder, tmp_path / "small"), export(folder, tmp_path / "exact", exact=True)
    assert small.stat().st_size < 0.5 * exact.stat().st_size
    one, other = run(small, [2, 9, 30, 40, 3]), run(exact, [2, 9, 30, 40, 3])
    assert np.abs(one["hidden"] - other["hidden"]).mean() < 0.05 * np.abs(other["hidden"]).mean()


def test_steps_bring_each_row_to_a_byte() -> None:
    array = np.random.default_rng(1).normal(size=(5, 40)).astype(np.float32) * np.float32(
        [[1], [9], [0.01], [100], [0]]
    )
    scales = steps(array, axis=1)
    assert np.abs(array[:4] / scales[:4]).max(1) == pytest.approx(127)
    assert np.isfinite(array / scales).all()


def test_weights_in_half_precision_are_taken(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "checkpoint")
    arrays = {name: array.astype(np.float16) for name, array in load_file(folder / "weights.safetensors").items()}
    save_file(arrays, folder / "weights.safetensors")
    found = run(export(folder, tmp_path / "out", exact=True), [2, 7, 3])
    assert found["stars"].dtype == np.float32


def test_the_tokenizer_neither_cuts_nor_pads(tmp_path: Path) -> None:
    export(checkpoint(tmp_path / "checkpoint"), tmp_path / "out")
    described = json.loads((tmp_path / "out" / "tokenizer.json").read_text("utf-8"))
    assert described["truncation"] is None
    assert described["padding"] is None


def change(folder: Path, name: str, array: np.ndarray | None) -> None:
    arrays = load_file(folder / "weights.safetensors")
    arrays.pop(name)
    save_file(arrays if array is None else {**arrays, name: array}, folder / "weights.safetensors")


def test_what_does_not_fit_is_named(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "a")
    change(folder, "stars.bias", np.zeros(4, np.float32))
    with pytest.raises(AssetError, match=r"stars\.bias has the shape \(4,\), its config\.json says \(5,\)"):
        export(folder, tmp_path / "out")
    change(folder, "stars.bias", np.full(5, np.nan, np.float32))
    with pytest.raises(AssetError, match=r"not numbers: stars\.bias"):
        export(folder, tmp_path / "out")
    change(folder, "stars.bias", None)
    with pytest.raises(AssetError, match=r"lack stars\.bias"):
        export(folder, tmp_path / "out")
    (folder / "weights.safetensors").write_bytes(b"nothing")
    with pytest.raises(AssetError, match=r"weights\.safetensors"):
        export(folder, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_what_a_reader_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="mpnet"):
        export(checkpoint(tmp_path / "a", encoder={**ENCODER, "model_type": "mpnet"}), tmp_path / "out")
    with pytest.raises(OptionError, match="swish"):
        export(checkpoint(tmp_path / "b", encoder={**ENCODER, "hidden_act": "swish"}), tmp_path / "out")
    with pytest.raises(AssetError, match="more than the encoder's 64"):
        export(checkpoint(tmp_path / "c", window=65), tmp_path / "out")
    with pytest.raises(AssetError, match=r"config\.json cannot be read"):
        export(tmp_path, tmp_path / "out")
