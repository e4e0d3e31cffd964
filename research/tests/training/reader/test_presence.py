"""The presence layer fitted again: it learns, touches nothing else, and at run time says what it said in training."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file
from tests.extract.tiny import checkpoint

from research.training.pieces import Pieces
from research.training.reader import network, presence
from research.training.reader.batches import UNSAID, items
from research.training.reader.network import ReaderShape
from research.training.reader.open_readers import exported
from research.training.reader.samples import Sample, to_json, write_lines
from voxpop.extract.categories import SentenceCategories, category_classifier
from voxpop.extract.reader import open_reader

SETS = {"se14": ["food", "service"]}


def samples(count: int = 120) -> list[Sample]:
    """A third speaks of the food, a third of the service, a third of neither."""
    dice, found = random.Random(0), []
    for i in range(count):
        noun, word = dice.choice(["food", "staff", "view"]), dice.choice(["good", "bad", "nice", "great"])
        named = {"food": {"food": 1}, "staff": {"service": 1}}.get(noun, {})
        split = "dev" if i % 4 == 0 else "train"
        found.append(Sample(str(i), f"the {noun} was {word} .", "toy", split, labels={"se14": named}))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkpoint whose presence layer has been fitted again."""
    home = checkpoint(tmp_path / "c", sets=SETS, shown="se14", present={"se14": 0.5})
    write_lines(map(to_json, samples()), tmp_path / "toy.jsonl.xz")
    shutil.copytree(home, home / "before")
    assert presence.main([str(home), "--samples", str(tmp_path / "toy.jsonl.xz"), "--sentences", "se14"]) == 0
    return home


def worth(home: Path, weights: Path) -> float:
    """The best F1 on dev of the presence layer of some weights."""
    model, shape = network.load(home)
    model.load_state_dict({name: torch.from_numpy(array) for name, array in load_file(weights).items()})
    pieces, places = Pieces(home), slice(0, 2)
    dev = items([each for each in samples() if each.split == "dev"], pieces, shape)
    seen = presence.pooled(model, dev, pieces, places)
    return presence.best_f1(*seen, model.presence.weight.detach(), model.presence.bias.detach())[0]


def test_it_learns_and_touches_nothing_else(folder: Path) -> None:
    old, new = folder / "before" / "weights.safetensors", folder / "weights.safetensors"
    assert worth(folder, new) > max(0.9, worth(folder, old))
    before, after = load_file(old), load_file(new)
    changed = {name for name, array in after.items() if not np.array_equal(array, before[name])}
    assert changed == {"presence.weight", "presence.bias"}


def test_the_runtime_asks_a_sentence_as_training_did(folder: Path) -> None:
    first, last = "the food was good .", "the view was bad ."
    model, shape = network.load(folder)
    pieces = Pieces(folder)
    rows = items([Sample("a", text, "toy", "train", labels={"se14": {}}) for text in (first, last)], pieces, shape)
    seen, _ = presence.pooled_in_reviews(model, rows, pieces, slice(0, 2), shape.window - 2)
    reader = open_reader(exported(folder, exact=True))
    assert reader.sentences is not None
    heads = reader.sentences
    wanted = 1 / (1 + np.exp(-((seen.numpy() * heads.presence).sum(-1) + heads.presence_bias)))
    (reading,) = reader.read([f"{first} {last}"], hidden=True)
    asked = category_classifier(reader.config, heads)
    assert isinstance(asked, SentenceCategories)
    sizes = [len(row.ids) for row in rows]
    for place, own in enumerate((slice(0, sizes[0]), slice(sizes[0], sum(sizes)))):
        attention = reading.attention[:, own] / reading.attention[:, own].sum(1, keepdims=True)
        assert reading.hidden is not None
        _, chances, _ = heads(heads.through(reading.hidden[own, -32:]), attention)
        np.testing.assert_allclose(chances, wanted[place], atol=5e-3)  # what was seen is kept at half precision
        (found,) = asked.within(reading, [own]) or ()
        assert list(found.names) == [name for name, chance in zip(SETS["se14"], chances, strict=True)
                                     if chance >= asked.present]  # fmt: skip


def test_the_threshold_of_sentences_is_written_beside_the_others(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text("utf-8"))
    assert config["sentences"]["set"] == "se14"
    assert 0 < config["sentences"]["present"] < 1
    assert config["present"] == {"se14": 0.5}


def test_old_weights_stay_where_they_are_better() -> None:
    there = torch.tensor([[1.0], [0.0]] * 20)
    perfect = torch.tensor([[10.0]]), torch.tensor([-5.0])
    noise = torch.randn(40, 1, 1, generator=torch.Generator().manual_seed(0))
    (weight, _), _ = presence.refit("toy", (noise, there), (there[..., None], there), perfect)
    assert weight.tolist() == [[10.0]]


def test_reviews_are_made_of_neighbours_and_lose_no_sentence() -> None:
    shape = network.ReaderShape(language="en", sets={"se14": ("food", "service")}, window=16)

    class Letters:
        def placed(self, texts: list[str]) -> list[tuple[list[int], list[tuple[int, int]]]]:
            return [([int(text)] * 4, [(0, 1)] * 4) for text in texts]

    rows = items([Sample(str(i), str(i), "a" if i < 15 else "b", "train", labels={"se14": {}}) for i in range(30)],
                 Letters(), shape)  # type: ignore[arg-type]  # fmt: skip
    groups = list(presence.reviews(rows, 14))
    assert [int(row.ids[0]) for group in groups for row in group] == list(range(30))
    assert all(len({row.source for row in group}) == 1 and 1 <= len(group) <= 3 for group in groups)


ABROAD = ReaderShape(language="zh", sets={"asap": ("Food#Taste", "Price#Level", "Service#Hospitality")}, window=32)


def marked(kind: str, text: str, tmp_path: Path) -> list[int]:
    home = checkpoint(tmp_path / "c", sets={"asap": list(ABROAD.sets["asap"])}, shown="asap", present={"asap": 0.5})
    sample = Sample("zh-reviews-1", text, "zh-reviews", "train", stars=(4, 5))
    (row,) = presence.abroad([sample], {sample.id: kind}, ABROAD, Pieces(home), split="train", most=100)
    return [int(said) for said in row.present]


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        ("shopping/手机", "屏幕太暗", [0, 0, 0]),  # no telephone has a taste
        ("shopping/手机", "味道很好", [0, 0, 0]),
        ("shopping/手机", "有点贵，客服不错", [0, UNSAID, UNSAID]),
        ("takeaway", "好吃", [UNSAID, 0, 0]),
        ("takeaway", "包装破了", [0, 0, 0]),
        ("hotel", "早餐不错，前台热情", [UNSAID, 0, UNSAID]),
    ],
)
def test_what_reviews_of_other_things_cannot_speak_of(kind: str, text: str, wanted: list[int], tmp_path: Path) -> None:
    assert marked(kind, text, tmp_path) == wanted


def test_reviews_of_unknown_kinds_say_nothing(tmp_path: Path) -> None:
    home = checkpoint(tmp_path / "c", sets={"asap": list(ABROAD.sets["asap"])}, shown="asap", present={"asap": 0.5})
    rows = [Sample(str(i), "好", "zh-reviews", split, stars=(4, 5)) for i, split in enumerate(("train", "dev", "dev"))]
    about = {"0": "shopping/手机", "1": "weibo", "2": "takeaway"}
    assert len(presence.abroad(rows, about, ABROAD, Pieces(home), split="dev", most=100)) == 1
    assert presence.abroad(rows, about, ABROAD, Pieces(home), split="dev", most=3) == []  # fewer than kinds


def test_what_nobody_said_stays_as_it_was_and_what_is_absent_goes() -> None:
    torch.manual_seed(0)
    seen, there = torch.randn(400, 2, 8), torch.zeros(400, 2)
    weight, bias = torch.zeros(2, 8), torch.tensor([0.0, 2.0])
    there[:, 1] = UNSAID
    taught = presence.filled(seen, there, weight, bias)
    assert torch.equal(taught[1][:, 0], there[:, 0])
    assert torch.allclose(taught[1][:, 1], torch.tensor(2.0).sigmoid())
    new, shift = presence.fitted(*taught, weight, bias, decay=1e-4)
    chances = (torch.einsum("bnd,nd->bn", seen, new) + shift).sigmoid()
    assert float(chances[:, 0].max()) < 0.2
    assert torch.allclose(chances[:, 1], torch.tensor(2.0).sigmoid(), atol=0.05)
    there[:200, 0] = 1
    sure = torch.zeros(2, 8), torch.tensor([0.0, 9.0])
    seen[:, 0], sure[0][0, 0] = torch.where(there[:, :1] > 0, 1.0, -1.0), 9.0
    assert presence.best_f1(seen, there, *sure)[0] == 1  # what is unsaid counts neither for nor against
