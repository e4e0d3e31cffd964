from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from research.training import loop
from research.training.build import build
from research.training.data import Corpus
from research.training.loop import Task, fit, predict, value
from research.training.optimization import Average, batches, slope
from research.training.recipe import Recipe
from research.training.systems import SYSTEMS
from voxpop.errors import InputError, OptionError

RECIPE = Recipe(epochs=4, batch=8, rate=3e-3, limit=64)


def fitted(toy: Corpus, tiny: Path, recipe: Recipe = RECIPE, *, folder: Path | None = None,
           name: str = "joint") -> tuple[loop.State, list[object]]:  # fmt: skip
    built = build(name, toy, seed=1, limit=64, encoder=tiny)
    task = Task(built.reader, toy.train, toy.dev, SYSTEMS[name].tasks)
    state = fit(built.system, task, recipe, seed=1, folder=folder)
    return state, list(predict(built.system, toy.test, built.reader(toy.test)))


def test_a_system_learns_what_can_be_learnt(toy: Corpus, tiny: Path) -> None:
    state, predictions = fitted(toy, tiny, replace(RECIPE, epochs=12, patience=12, rate=1e-2))
    losses = [epoch["loss"] for epoch in state.history or []]
    assert losses[-1] < 0.5 * losses[0]
    right = [p.labels == e.labels for p, e in zip(predictions, toy.test, strict=True)]  # type: ignore[attr-defined]
    assert sum(right) >= 9


def test_the_same_seed_gives_the_same_run(toy: Corpus, tiny: Path) -> None:
    first, second = fitted(toy, tiny), fitted(toy, tiny)
    assert first[0].history == second[0].history
    assert first[1] == second[1]


def test_a_killed_run_goes_on_to_the_same_result(
    toy: Corpus, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = fitted(toy, tiny)
    save = loop.save_state

    def die_after_two(folder: Path, state: loop.State, *rest: object) -> None:
        save(folder, state, *rest)  # type: ignore[arg-type]
        if state.epoch == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(loop, "save_state", die_after_two)
    with pytest.raises(KeyboardInterrupt):
        fitted(toy, tiny, folder=tmp_path)
    monkeypatch.setattr(loop, "save_state", save)
    resumed = fitted(toy, tiny, folder=tmp_path)
    assert resumed[0].history == whole[0].history
    assert resumed[1] == whole[1]


def test_training_stops_when_dev_stops_rising_and_keeps_the_best(
    toy: Corpus, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev = iter([0.1, 0.5, 0.4, 0.3, 0.9])
    monkeypatch.setattr(loop, "score", lambda *_: {"macro_f1": next(dev)})
    state, _ = fitted(toy, tiny, replace(RECIPE, epochs=5, patience=2))
    assert (state.epoch, state.best_epoch, state.best) == (4, 2, 0.5)


def test_few_reviews_are_seen_more_often(toy: Corpus, tiny: Path) -> None:
    state, _ = fitted(toy, tiny, replace(RECIPE, epochs=1, least_steps=18, patience=9), name="joint-no-acsa")
    assert state.epoch == 3  # 48 reviews are 6 steps


def test_reviews_without_the_labels_are_no_use(toy: Corpus, tiny: Path) -> None:
    bare = replace(toy, train=tuple(replace(e, stars=None) for e in toy.train))
    with pytest.raises(InputError, match="No review of the training set has labels for rp"):
        fitted(bare, tiny, name="joint-no-acsa")
    ungraded = replace(toy, train=tuple(replace(e, grades=(None, None, None)) for e in toy.train))
    with pytest.raises(InputError, match="No review of the training set has labels for rp and grades"):
        fitted(ungraded, tiny, name="joint-rated")


def test_a_diverging_run_says_so(toy: Corpus, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from research.training import joint

    monkeypatch.setattr(joint, "joint_loss", lambda scores, *_, **__: scores.sum() * float("nan"))
    with pytest.raises(OptionError, match=r"After epoch 1 .*: The loss is nan: the training diverged"):
        fitted(toy, tiny)


def test_batches_hold_every_review_once_and_like_lengths() -> None:
    lengths = [random.Random(i).randint(1, 100) for i in range(203)]
    found = batches(range(len(lengths)), 8, random.Random(0), length=lengths.__getitem__)
    assert sorted(i for batch in found for i in batch) == list(range(203))
    assert max(max(lengths[i] for i in b) - min(lengths[i] for i in b) for b in found) < 20
    assert found != batches(range(len(lengths)), 8, random.Random(1), length=lengths.__getitem__)


def test_the_rate_rises_and_falls() -> None:
    rate = slope(100, 0.1)
    assert [round(rate(step), 2) for step in (0, 9, 55, 100)] == [0.1, 1.0, 0.5, 0.0]


def test_what_early_stopping_looks_at() -> None:
    figures = {"macro_f1": 0.8, "mae": 0.5, "rated": 60.0}
    assert value(figures, ("acsa",)) == 0.8
    assert value(figures, ("rp",)) == -0.5
    assert value(figures, ("acsa", "rp")) == pytest.approx(0.3)
    assert value({**figures, "rated": 10.0}, ("acsa", "rp")) == 0.8


def test_heads_may_learn_faster(toy: Corpus, tiny: Path) -> None:
    built = build("joint", toy, seed=0, limit=64, encoder=tiny)
    optimizer = loop.make_optimizer(built.system, rate=1e-4, heads=5, decay=0.01)
    assert {group["lr"] for group in optimizer.param_groups} == {1e-4, 5e-4}
    total = sum(len(group["params"]) for group in optimizer.param_groups)
    assert total == len(list(built.system.parameters()))


def test_lower_layers_may_learn_more_slowly(toy: Corpus, tiny: Path) -> None:
    system = build("joint", toy, seed=0, limit=64, encoder=tiny).system
    optimizer = loop.make_optimizer(system, rate=1e-4, heads=5, decay=0.01, lower=0.5)
    rates = {id(weight): group["lr"] for group in optimizer.param_groups for weight in group["params"]}
    found = {name: rates[id(weight)] for name, weight in system.named_parameters()}
    layer = "encoder.network.encoder.layer"
    assert found["pooling.W_a"] == pytest.approx(5e-4)
    assert (
        found[f"{layer}.1.attention.self.query.weight"]
        == found[f"{layer}.1.output.LayerNorm.bias"]
        == pytest.approx(1e-4)
    )
    assert found[f"{layer}.0.attention.self.query.weight"] == pytest.approx(0.5e-4)
    table = "encoder.network.embeddings"
    assert found[f"{table}.word_embeddings.weight"] == found[f"{table}.LayerNorm.weight"] == pytest.approx(0.25e-4)


def test_a_system_without_an_encoder_has_no_lower_layers(toy: Corpus) -> None:
    built = build("textcnn", toy, seed=1, limit=64)
    task = Task(built.reader, toy.train, (), ("acsa",))
    with pytest.raises(OptionError, match="lower needs a system with an encoder"):
        loop.refit(built.system, task, replace(RECIPE, lower=0.8), seed=1)


def test_the_recipe_says_what_the_stars_weigh(toy: Corpus, tiny: Path) -> None:
    plain, heavy = (fitted(toy, tiny, replace(RECIPE, epochs=1, rating=rating))[0].history for rating in (1.0, 50.0))
    assert plain
    assert heavy
    assert heavy[0]["loss"] > 10 * plain[0]["loss"]
    with pytest.raises(OptionError, match="rating is what the stars weigh"):
        Recipe(rating=0)
    with pytest.raises(OptionError, match="rating needs a system that learns aspects and stars together"):
        fitted(toy, tiny, replace(RECIPE, rating=3.0), name="joint-no-acsa")


def test_aspects_may_begin_alike_and_then_part(toy: Corpus, tiny: Path) -> None:
    system = build("joint", toy, seed=0, limit=64, encoder=tiny).system
    first = system.pooling.W_a[0].clone()
    assert not torch.equal(system.pooling.W_a[1], first)
    system.begin_alike()
    for weight in (*system.pooling.parameters(), *system.softmax.parameters()):
        assert torch.equal(weight, weight[:1].expand_as(weight))
    assert torch.equal(system.pooling.W_a[0], first)
    state, _ = fitted(toy, tiny, replace(RECIPE, alike=True))
    assert state.best_weights is not None
    learnt = state.best_weights["softmax.weight"]
    assert not torch.equal(learnt[0], learnt[1])
    assert state.history != fitted(toy, tiny)[0].history


def test_a_system_without_a_layer_for_each_aspect_cannot_begin_alike(toy: Corpus, tiny: Path) -> None:
    with pytest.raises(OptionError, match=r"alike needs a system with a layer for each aspect, as joint"):
        fitted(toy, tiny, replace(RECIPE, alike=True), name="joint-no-acsa")
    built = build("qa-bert", toy, seed=1, limit=64, encoder=tiny)
    task = Task(built.reader, toy.train, (), ("acsa",))
    with pytest.raises(OptionError, match="alike needs a system"):
        loop.refit(built.system, task, replace(RECIPE, alike=True), seed=1)


def test_without_a_chosen_number_all_epochs_of_the_recipe_are_taken(toy: Corpus, tiny: Path) -> None:
    recipe = replace(RECIPE, epochs=1, least_steps=18)  # 48 reviews are 6 steps
    for chosen, taken in ((None, 3), (2, 2)):
        built = build("joint", toy, seed=1, limit=64, encoder=tiny)
        task = Task(built.reader, toy.train, (), ("acsa", "rp"))
        assert loop.refit(built.system, task, recipe, seed=1, epochs=chosen) == taken
    bare = Task(built.reader, [replace(e, stars=None) for e in toy.train], (), ("rp",))
    with pytest.raises(InputError, match="No review to learn from has labels for rp"):
        loop.refit(built.system, bare, recipe, seed=1)


def test_training_again_on_everything(toy: Corpus, tiny: Path) -> None:
    """With no dev set beside it, it is the same training over; with one, the result differs."""
    results = []
    for dev in ((), toy.dev):
        built = build("joint", toy, seed=1, limit=64, encoder=tiny)
        loop.refit(built.system, Task(built.reader, toy.train, dev, ("acsa", "rp")), RECIPE, seed=1, epochs=2)
        results.append(built.system.state_dict()["rating.beta"])
    built = build("joint", toy, seed=1, limit=64, encoder=tiny)
    seen: list[torch.Tensor] = []
    fit(built.system, Task(built.reader, toy.train, toy.dev, ("acsa", "rp")), replace(RECIPE, epochs=2), seed=1,
        log=lambda line: seen.append(built.system.state_dict()["rating.beta"].clone()))  # fmt: skip
    assert torch.equal(results[0], seen[-1])
    assert not torch.equal(results[0], results[1])


def test_the_mean_of_the_weights_is_steadier(toy: Corpus, tiny: Path) -> None:
    """The dev set judges it, it lies between where the weights were and are, and they go on from where they are."""
    histories = [fitted(toy, tiny, replace(RECIPE, average=decay))[0].history for decay in (0.0, 0.9)]
    assert [one["loss"] for one in histories[0] or []] == [one["loss"] for one in histories[1] or []]  # the same path
    assert histories[0] != histories[1]  # but other weights were looked at
    model = torch.nn.Linear(1, 1, bias=False)
    average = Average(model, 0.9)
    model.weight.data.fill_(5.0)
    before = float(average.weights["weight"])
    average.update()
    assert min(before, 5.0) <= float(average.weights["weight"]) <= max(before, 5.0)
    with average.applied():
        assert model.weight.item() == float(average.weights["weight"])
    assert model.weight.item() == 5.0
