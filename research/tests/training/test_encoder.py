from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch

from research.training.encoder import Config, Encoder, copy_small, load_encoder, rename
from voxpop.errors import AssetError, InputError, OptionError

from .conftest import write_encoder


def ids(*rows: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
    from research.training.system import pad

    return pad(rows)


def test_padding_and_company_change_nothing(tiny: Path) -> None:
    encoder = load_encoder(tiny).eval()
    short, long = [2, 7, 9, 3], [2, 5, 6, 7, 8, 9, 10, 11, 12, 3]
    with torch.no_grad():
        alone = encoder(*ids(short))[0]
        beside = encoder(*ids(long, short))[1, : len(short)]
    assert torch.allclose(alone, beside, atol=1e-5)
    assert alone.shape == (4, 16)


def test_a_layer_by_hand(tiny: Path) -> None:
    """One token attends to itself alone, so attention is its value projected."""
    encoder = load_encoder(tiny).eval()
    table = encoder.network.embeddings
    token = encoder.words.weight[5] + table.position_embeddings.weight[0] + table.token_type_embeddings.weight[0]
    x = table.LayerNorm(token)
    for layer in encoder.layers:
        joined = layer.attention.output.dense(layer.attention.self.value(x))
        x = layer.attention.output.LayerNorm(x + joined)
        wide = torch.nn.functional.gelu(layer.intermediate.dense(x))
        x = layer.output.LayerNorm(x + layer.output.dense(wide))
    assert torch.allclose(encoder(*ids([5]))[0, 0], x, atol=1e-5)


@pytest.mark.parametrize(("theirs", "ours"), [
    ("bert.embeddings.LayerNorm.gamma", "norm.weight"),
    ("encoder.layer.11.attention.self.query.bias", "layers.11.query.bias"),
    ("mpnet.encoder.layer.3.attention.attn.o.weight", "layers.3.join.weight"),
    ("mpnet.encoder.layer.3.attention.LayerNorm.bias", "layers.3.norm_attention.bias"),
    ("roberta.encoder.layer.0.output.dense.weight", "layers.0.narrow.weight"),
    ("encoder.relative_attention_bias.weight", "distances.weight"),
])  # fmt: skip
def test_names_of_other_libraries(theirs: str, ours: str) -> None:
    assert rename(theirs) == ours


@pytest.mark.parametrize("kind", ["bert", "roberta", "mpnet"])
def test_weights_are_saved_and_loaded_under_short_names(kind: str) -> None:
    config = Config(hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8, vocab_size=20,
                    max_position_embeddings=16, model_type=kind, pad_token_id=1)  # fmt: skip
    first, second = Encoder(config).eval(), Encoder(config).eval()
    arrays = first.state_dict()
    layer = {f"layers.0.{part}" for part in ("query", "key", "value", "join", "widen", "narrow", "norm_attention",
                                             "norm_output")}  # fmt: skip
    own = {"distances"} if kind == "mpnet" else {"types"}
    assert {name.rpartition(".")[0] for name in arrays} == {"words", "places", "norm"} | own | layer
    second.load_state_dict(arrays)
    assert torch.equal(first(*ids([3, 4, 5])), second(*ids([3, 4, 5])))


@pytest.mark.parametrize(("kind", "offset"), [("bert", 0), ("roberta", 2), ("mpnet", 2)])
def test_kinds_differ_in_positions(kind: str, offset: int) -> None:
    config = Config(hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8, vocab_size=20,
                    max_position_embeddings=16, model_type=kind, pad_token_id=1)  # fmt: skip
    encoder = Encoder(config).eval()
    assert config.longest == 16 - offset
    assert encoder(*ids([3, 4, 5], [6])).shape == (2, 3, 8)
    with pytest.raises(InputError, match=f"this encoder reads {16 - offset} at a time"):
        encoder(*ids([3] * 17))


def test_a_copy_in_half_precision_says_nearly_the_same(tiny: Path, tmp_path: Path) -> None:
    copy_small(tiny, tmp_path / "small", part_mb=0)
    assert len(list((tmp_path / "small").glob("model-*.safetensors"))) > 1
    first, second = load_encoder(tiny).eval(), load_encoder(tmp_path / "small").eval()
    assert torch.allclose(first(*ids([2, 7, 3])), second(*ids([2, 7, 3])), atol=0.05)
    assert (tmp_path / "small" / "vocab.txt").is_file()


def test_a_pickle_of_weights_is_read_too(tiny: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file

    shutil.copytree(tiny, tmp_path / "old")
    torch.save(load_file(tiny / "model.safetensors"), tmp_path / "old" / "pytorch_model.bin")
    (tmp_path / "old" / "model.safetensors").unlink()
    first, second = load_encoder(tiny).eval(), load_encoder(tmp_path / "old").eval()
    assert torch.equal(first(*ids([2, 7, 3])), second(*ids([2, 7, 3])))


def change_config(folder: Path, **changes: object) -> Path:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    return folder


def test_bad_folders_are_clear_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is no encoder: its config\.json cannot be read"):
        load_encoder(tmp_path)
    with pytest.raises(OptionError, match=r"Unknown type of encoder 't5'\. Accepted: bert, mpnet, roberta"):
        load_encoder(change_config(write_encoder(tmp_path / "a"), model_type="t5"))
    with pytest.raises(AssetError, match=r"lack 16 of 53 arrays: layers\.2\.query\.weight"):
        load_encoder(change_config(write_encoder(tmp_path / "b"), num_hidden_layers=3))
    with pytest.raises(AssetError, match=r"words\.weight has the shape \(24, 16\), its config\.json says \(99, 16\)"):
        load_encoder(change_config(write_encoder(tmp_path / "c"), vocab_size=99))
    folder = write_encoder(tmp_path / "d")
    (folder / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes()[:-100])
    with pytest.raises(AssetError, match="are damaged"):
        load_encoder(folder)
    (folder / "model.safetensors").unlink()
    with pytest.raises(InputError, match="holds no weights"):
        load_encoder(folder)


def test_weights_that_are_no_numbers_are_an_error(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    path = write_encoder(tmp_path / "a") / "model.safetensors"
    arrays = load_file(path)
    arrays["bert.embeddings.LayerNorm.bias"][0] = float("nan")
    save_file(arrays, path)
    with pytest.raises(AssetError, match=r"norm\.bias holds values that are not numbers"):
        load_encoder(tmp_path / "a")
