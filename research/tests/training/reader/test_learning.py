"""The network, its losses, masked-language training, teachers and trimming, at a size that runs in a second."""

from __future__ import annotations

import json
import lzma
import random
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from research.training.encoder import Config, Encoder, load_encoder
from research.training.pieces import Pieces
from research.training.reader import learn, mlm, network
from research.training.reader.batches import collate, items
from research.training.reader.label import label
from research.training.reader.losses import gold_losses, soft_losses
from research.training.reader.network import Reader, ReaderShape
from research.training.reader.samples import Sample
from research.training.reader.soft import carry_over, read_soft, write_soft
from research.training.reader.trim import trim
from voxpop.errors import AssetError, InputError, OptionError

WORDS = ["the", "soup", "was", "good", "bad", "service", "slow", "and", "great", "but", "menu", "cold"]
SHAPE = ReaderShape(language="en", sets={"se14": ("food", "service")}, window=32)
CPU = torch.device("cpu")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tiny encoder with a real WordPiece tokenizer."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused1]", *letters, *("##" + each for each in letters),
             *WORDS, "seldom"]  # fmt: skip
    tokenizer = Tokenizer(models.WordPiece({name: i for i, name in enumerate(names)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    home = tmp_path / "encoder"
    home.mkdir()
    tokenizer.save(str(home / "tokenizer.json"))
    config = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32,
              "vocab_size": len(names), "max_position_embeddings": 64, "model_type": "bert"}  # fmt: skip
    (home / "config.json").write_text(json.dumps(config))
    torch.manual_seed(0)
    save_file(Encoder(Config(**config)).state_dict(), home / "model.safetensors")
    return home


def samples() -> list[Sample]:
    """Soup is food, service is service; good and great are good."""
    dice, found = random.Random(0), []
    for i in range(60):
        noun, word = dice.choice(["soup", "service"]), dice.choice(["good", "great", "bad", "slow"])
        text, polarity = f"the {noun} was {word}", 1 if word in ("good", "great") else -1
        end = 4 + len(noun)
        found.append(Sample(
            id=str(i), text=text, source="toy", split="train", terms=((4, end, polarity),),
            opinions=((end + 5, len(text)),), labels={"se14": {"food" if noun == "soup" else "service": polarity}},
            stars=(5, 5) if polarity == 1 else (1, 1),
        ))  # fmt: skip
    return found


def trained(folder: Path, *, seed: int = 0) -> tuple[Reader, Pieces]:
    torch.manual_seed(seed)
    pieces = Pieces(folder)
    model = Reader(load_encoder(folder), 2)
    recipe = learn.ReaderRecipe(epochs=30, batch=8, rate=3e-3, heads=1.0, seed=seed)
    learn.fit(model, items(samples(), pieces, SHAPE), recipe, pieces, room=30, device=CPU)
    return model, pieces


def test_a_reader_learns_terms_categories_polarity_and_stars_together(folder: Path) -> None:
    model, pieces = trained(folder)
    rows = items(samples(), pieces, SHAPE)
    found = learn.figures(model, rows, pieces, SHAPE, CPU)
    assert found["toy/se14 acc"] > 95
    assert found["toy mae"] < 0.5
    for place, (tags, presence, _, _) in learn.answers(model, rows, pieces, CPU):
        assert tags[:, :3].argmax(1).tolist() == rows[place].term.tolist()
        assert (presence > 0.5).astype(int).tolist() == rows[place].present.tolist()


def test_a_killed_run_goes_on_to_the_same_result(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = Pieces(folder)
    pool = items(samples(), pieces, SHAPE)
    recipe = learn.ReaderRecipe(epochs=3, rate=1e-3, batch=16)

    def trained(checkpoint: Path | None) -> dict[str, torch.Tensor]:
        torch.manual_seed(0)
        model = Reader(load_encoder(folder), 2)
        learn.fit(model, pool, recipe, pieces, room=30, device=CPU, checkpoint=checkpoint)
        return dict(model.state_dict())

    whole = trained(None)
    keep = learn.keep

    def die(path: Path, epoch: int, *rest: object) -> None:
        keep(path, epoch, *rest)  # type: ignore[arg-type]
        if epoch == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(learn, "keep", die)
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "checkpoint.pt")
    monkeypatch.setattr(learn, "keep", keep)
    resumed = trained(tmp_path / "checkpoint.pt")
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_a_reader_learns_on_about_categories_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.manual_seed(0)
    home, pieces = tmp_path / "reader", Pieces(folder)
    network.save(Reader(load_encoder(folder), 2), SHAPE, home, half=False, training={"steps": 7, "device": "GPU"})
    pieces.save(home)
    monkeypatch.setattr(learn, "read_samples", lambda path: samples())
    given = Namespace(language="en", reader=home, samples=home, limit=None, with_dev=False, soft=None, out=tmp_path,
                      weights="full")  # fmt: skip
    learn.run(given, learn.ReaderRecipe(epochs=30, batch=8, rate=3e-3))
    (before, _), (after, shape) = network.load(home), network.load(tmp_path)
    rows = items(samples(), pieces, shape)
    assert learn.figures(before, rows, pieces, shape, CPU)["toy/se14 acc"] < 80
    assert learn.figures(after, rows, pieces, shape, CPU)["toy/se14 acc"] > 80
    batch = collate(rows, pieces.marks, CPU)
    with torch.no_grad():
        one, two = before.eval()(batch.ids, batch.mask), after.eval()(batch.ids, batch.mask)
    assert all(torch.equal(getattr(one, name), getattr(two, name)) for name in ("hidden", "tags", "stars"))
    assert not torch.equal(one.attention, two.attention)
    training = network.read_training(tmp_path)
    assert (training["steps"], training["device"]) == (7, "GPU")
    again = training["categories"]
    assert (again["recipe"]["epochs"], again["samples"], again["taught"], again["with_dev"]) == (30, 60, 0, False)
    assert again["steps"] > 7
    assert again["device"]


def test_a_reader_learns_on_in_its_own_language(folder: Path, tmp_path: Path) -> None:
    network.save(Reader(load_encoder(folder), 2), SHAPE, tmp_path / "reader", half=False)
    given = Namespace(language="zh", reader=tmp_path / "reader", samples=tmp_path / "zh.jsonl.xz", out=tmp_path / "out")
    with pytest.raises(OptionError, match=r"reader is of the language 'en', and --language is 'zh'\. Accepted: .* en,"):
        learn.run(given, learn.ReaderRecipe())
    assert not given.out.exists()


def test_padding_changes_nothing(folder: Path) -> None:
    model, pieces = Reader(load_encoder(folder), 2).eval(), Pieces(folder)
    short, long = (Sample(id=t, text=t, source="s", split="dev") for t in ("bad soup", "the menu was slow and cold"))
    alone, beside = (collate(items(rows, pieces, SHAPE), pieces.marks, CPU) for rows in ([short], [short, long]))
    with torch.no_grad():
        one, two = model(alone.ids, alone.mask), model(beside.ids, beside.mask)
    for a, b in zip((one.presence, one.polarity, one.stars), (two.presence, two.polarity, two.stars), strict=True):
        assert torch.allclose(a[0], b[0], atol=1e-6)
    assert torch.allclose(one.tags[0], two.tags[0, : one.tags.shape[1]], atol=1e-6)
    assert two.attention[0, :, 4:].abs().max() == 0


def test_losses_are_those_worked_by_hand(folder: Path) -> None:
    pieces = Pieces(folder)
    batch = collate(items(samples()[:4], pieces, SHAPE), pieces.marks, CPU)
    even = network.ReaderOutputs(torch.zeros(4, 6, 9), torch.zeros(4, 2), torch.zeros(4, 2, 3), torch.zeros(4, 2, 6),
                          torch.zeros(4, 5), torch.zeros(4, 6, 16))  # fmt: skip
    found = {name: float(loss) for name, loss in gold_losses(even, batch).items()}
    thirds = pytest.approx(np.log(3), abs=1e-5)
    assert {name: found[name] for name in ("term", "opinion", "felt", "polarity")} == dict.fromkeys(
        ("term", "opinion", "felt", "polarity"), thirds
    )
    assert found["present"] == pytest.approx(np.log(2), abs=1e-5)
    assert found["stars"] == pytest.approx(np.log(5), abs=1e-5)
    assert all(float(loss) == 0 for loss in soft_losses(even, batch).values())  # nobody taught


def test_teachers_answers_survive_the_file_and_are_learnt_from(folder: Path, tmp_path: Path) -> None:
    model, pieces = trained(folder)
    network.save(model, SHAPE, tmp_path / "teacher", half=False)
    pieces.save(tmp_path / "teacher")
    unseen = [Sample(id="u", text="the menu was great", source="unlabelled", split="train")]
    softs = label([tmp_path / "teacher"], folder, [*samples(), *unseen])
    assert softs["0"].tags[:, :3].argmax(1).tolist() == [0, 1, 0, 0]
    write_soft(tmp_path / "soft.npz", softs, [("u", "the menu was great")])
    again, texts = read_soft(tmp_path / "soft.npz")
    assert texts == [("u", "the menu was great")]
    for name, soft in softs.items():
        assert all(np.array_equal(a, b) for a, b in zip(soft, again[name], strict=True))
    rows = items(unseen, pieces, SHAPE, again)
    student = Reader(load_encoder(folder), 2)
    losses = soft_losses(student(*(lambda b: (b.ids, b.mask))(batch := collate(rows, pieces.marks, CPU))), batch)
    assert all(float(loss.detach()) > 0 for loss in losses.values())


def test_a_teachers_tags_move_to_other_pieces() -> None:
    tags = np.zeros((2, 9), np.float32)
    tags[0, 1], tags[1, 0] = 1, 1  # the first piece begins a term, the second is outside
    found = carry_over(tags, [(0, 6), (7, 9)], [(0, 3), (3, 6), (7, 8), (8, 9)])
    assert found[:, :3].argmax(1).tolist() == [1, 2, 0, 0]


def test_a_checkpoint_comes_back_as_it_was_and_a_wrong_one_is_refused(folder: Path, tmp_path: Path) -> None:
    model = Reader(load_encoder(folder), 2)
    network.save(model, SHAPE, tmp_path / "r", half=False)
    again, shape = network.load(tmp_path / "r")
    assert shape.categories == [("se14", "food"), ("se14", "service")]
    assert all(torch.equal(a, b) for a, b in zip(model.state_dict().values(), again.state_dict().values(), strict=True))
    config = json.loads((tmp_path / "r/config.json").read_text())
    (tmp_path / "r/config.json").write_text(json.dumps({**config, "sets": {"se14": ["food"]}}))
    with pytest.raises(AssetError, match="do not fit"):
        network.load(tmp_path / "r")
    (tmp_path / "r/config.json").write_text("{")
    with pytest.raises(InputError, match="no checkpoint"):
        network.load(tmp_path / "r")


def test_masked_language_training_learns_to_guess_and_hides_no_marks(folder: Path) -> None:
    pieces, encoder = Pieces(folder), load_encoder(folder)
    rows = mlm.blocks(pieces, ["the soup was good", "the service was bad"] * 40, 10)
    assert rows.shape[1] == 10
    assert (rows[:, 0] == pieces.marks.cls).all()
    marks = torch.tensor([pieces.marks.cls, pieces.marks.sep])
    hidden, targets = mlm.hide(rows.long(), 0.5, pieces.mask, 60, marks)
    assert not torch.isin(rows[targets != mlm.IGNORED].long(), marks).any()
    assert torch.equal(hidden[targets == mlm.IGNORED], rows[targets == mlm.IGNORED].long())
    recipe = mlm.MaskingRecipe(steps=60, batch=16, rate=5e-3)
    marked = (pieces.marks.cls, pieces.marks.sep)
    assert mlm.adapt(encoder, rows, recipe, mask=pieces.mask, special=marked, device=CPU)["loss"] < 2.5
    with pytest.raises(InputError, match="more text"):
        mlm.blocks(pieces, ["soup"], 128)


def test_a_trimmed_encoder_reads_the_same_with_fewer_pieces(folder: Path, tmp_path: Path) -> None:
    texts = ["the soup was good", "seldom the service was bad"] * 3
    with lzma.open(tmp_path / "t.xz", "wt") as lines:
        lines.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    had, has = trim(folder, tmp_path / "small", texts, fewest=4)
    seldom = ["[unused1]", "slow", "and", "great", "but", "menu", "cold", "good", "bad", "soup", "service", "seldom"]
    assert has == had - len(seldom)
    before, after = Pieces(folder), Pieces(tmp_path / "small")
    assert len(after(["the was"])[0]) == 2
    assert len(after(["seldom"])[0]) == 6  # spelt
    one, two = load_encoder(folder).eval(), load_encoder(tmp_path / "small").eval()
    with torch.no_grad():
        a, b = (model(torch.tensor(pieces(["the was"])), torch.ones(1, 2, dtype=torch.bool))
                for model, pieces in ((one, before), (two, after)))  # fmt: skip
    assert torch.allclose(a, b, atol=2e-3)
