"""One conformance suite over every system of Bu et al. (2021)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from research.training.build import Built, build, load, save
from research.training.data import Corpus, Example
from research.training.loop import predict
from research.training.scheme import NOT_MENTIONED
from research.training.system import Batch, Output, make_batch
from research.training.systems import SYSTEMS
from voxpop.errors import OptionError

from .conftest import toy_examples

NAMES = sorted(SYSTEMS)
CPU = torch.device("cpu")


@pytest.fixture(params=NAMES)
def built(request: pytest.FixtureRequest, toy: Corpus, tiny: Path, vectors_file: Path) -> Built:
    return build(request.param, toy, seed=3, limit=64, encoder=tiny, source=str(vectors_file))


@pytest.fixture
def vectors_file(tmp_path: Path) -> Path:
    words = ["the", "food", "service", "price", "was", "great", "ok", "awful", "but"]
    dice = torch.Generator().manual_seed(0)
    rows = [f"{word} " + " ".join(f"{x:.4f}" for x in torch.randn(12, generator=dice)) for word in words]
    path = tmp_path / "vectors.txt"
    path.write_text("\n".join(rows) + "\n")
    return path


def batch_of(built: Built, examples: Sequence[Example]) -> Batch:
    return make_batch(examples, built.reader(examples), CPU)


def said(built: Built, examples: Sequence[Example]) -> Output:
    with torch.no_grad():
        return built.system.eval()(batch_of(built, examples))


def test_every_system_of_the_tables_is_there() -> None:
    assert NAMES == ["arp", "atae-lstm", "bilstm-attn", "bilstm-attn-rp", "capsnet", "capsnet-bert", "joint",
                     "joint-no-acsa", "joint-no-rp", "joint-rated", "qa-bert", "textcnn", "textcnn-rp",
                     "vanilla-bert"]  # fmt: skip


def test_shapes_follow_the_tasks(built: Built) -> None:
    output = said(built, toy_examples(5))
    tasks = SYSTEMS[built.name].tasks
    assert ("acsa" in tasks) <= (output.scores is not None)
    assert ("rp" in tasks) == (output.stars is not None)
    if output.scores is not None:
        assert output.scores.shape == (5, 3, 3)
    if output.stars is not None:
        assert output.stars.shape == (5,)


def test_the_answer_does_not_depend_on_the_batch(built: Built) -> None:
    long = Example("long", "the food was great " * 12, (1, 1, 1), 5.0)
    short = toy_examples(1)[0]
    alone, beside = said(built, [short]), said(built, [long, short])
    for one, many in ((alone.scores, beside.scores), (alone.stars, beside.stars)):
        if one is not None:
            assert torch.allclose(one[0], many[1], atol=1e-4)


def test_aspects_not_mentioned_teach_nothing(built: Built) -> None:
    """Whatever stands in y where p is false, the loss and its gradient are the same."""
    batch = batch_of(built, toy_examples(4))
    built.system.eval()
    losses = []
    for y in (batch.y, torch.where(batch.p, batch.y, 2)):
        given = batch._replace(y=y)
        losses.append(built.system.loss(built.system(given), given).item())
    assert losses[0] == losses[1]


def test_everything_learns(built: Built) -> None:
    built.system.eval()
    batch = batch_of(built, toy_examples(6))
    built.system.loss(built.system(batch), batch).backward()
    idle = [name for name, weight in built.system.named_parameters() if weight.grad is None or not weight.grad.any()]
    unused = {
        f"encoder.network.encoder.layer.{n}.attention.self.key.bias" for n in (0, 1)
    }  # softmax does not see a shift of the keys
    assert set(idle) <= unused | {"importance.bias"}


def test_saving_and_loading_gives_the_same_answers(built: Built, toy: Corpus, tiny: Path, tmp_path: Path) -> None:
    from research.training import runs
    from research.training.recipe import Recipe
    from research.training.train import Place, describe

    home = tmp_path / "run"
    home.mkdir()
    save(built, home)
    runs.write_json(home / "config.json", describe(built.name, toy, Recipe(limit=64),
                                                   Place(data=tmp_path, out=tmp_path, encoder=tiny), 3))  # fmt: skip
    again = load(home)
    for one, other in zip(said(built, toy.test), said(again, toy.test), strict=True):
        assert (one is None) == (other is None)
        assert one is None or torch.equal(one, other)


def test_empty_and_strange_texts_are_read(built: Built) -> None:
    texts = ["", "😀😀", "好吃", "a" * 500]
    examples = [Example(str(i), text, (1, NOT_MENTIONED, 0), 3.0) for i, text in enumerate(texts)]
    predictions = predict(built.system, examples, built.reader(examples))
    assert [p.id for p in predictions] == ["0", "1", "2", "3"]
    for prediction in predictions:
        assert prediction.labels is None or prediction.labels[1] == NOT_MENTIONED


def test_long_reviews_are_cut_at_the_limit(built: Built) -> None:
    examples = [Example("1", "the food was great " * 100, (1, 1, 1), 5.0)]
    assert len(predict(built.system, examples, built.reader(examples))) == 1


def test_the_seed_decides_the_start(toy: Corpus, tiny: Path) -> None:
    systems = [build("joint", toy, seed=seed, limit=64, encoder=tiny).system for seed in (1, 1, 2)]
    first, same, other = (system.state_dict() for system in systems)
    assert all(torch.equal(first[name], same[name]) for name in first)
    assert not torch.equal(first["pooling.W_a"], other["pooling.W_a"])


def test_an_encoder_is_asked_for(toy: Corpus) -> None:
    with pytest.raises(OptionError, match="joint reads with an encoder: name its folder, or a package with one"):
        build("joint", toy, seed=0, limit=64)


def test_an_unknown_system_lists_the_known(toy: Corpus) -> None:
    with pytest.raises(OptionError, match="Did you mean 'joint'"):
        build("joints", replace(toy), seed=0, limit=64)
