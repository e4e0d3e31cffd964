"""The one training loop: every system of Bu et al. (2021) is trained here, and only here is the dev set used."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from research.training.data import Example
from research.training.heads import AspectSoftmax, Stars
from research.training.optimization import Average, batches, descend, make_optimizer, make_schedule, mixed
from research.training.recipe import Recipe
from research.training.scheme import CLASSES, NOT_MENTIONED
from research.training.scores import Prediction, score
from research.training.system import Batch, PerAspect, System, make_batch
from voxpop.errors import InputError, OptionError

Reader = Callable[[Sequence[Example]], list[list[int]]]
Log = Callable[[str], None]
ENOUGH_RATED = 50  # dev reviews with stars below which their error is too noisy to choose by
CHECKPOINT = "checkpoint.pt"


@dataclass(frozen=True)
class Task:
    """What is learnt from what: the reader turns reviews into numbers, ``tasks`` says which labels count."""

    reader: Reader
    train: Sequence[Example]
    dev: Sequence[Example]
    tasks: tuple[str, ...]

    def usable(self, examples: Sequence[Example]) -> list[Example]:
        """Those that have something to learn from."""
        graded = [e for e in examples if any(e.grades)] if "grades" in self.tasks else examples
        return [e for e in graded
                if ("acsa" in self.tasks and e.mentioned) or ("rp" in self.tasks and e.stars is not None)]  # fmt: skip


@dataclass
class State:
    """Where a run stands; saved after every epoch, so that a killed run goes on from there with the same result."""

    epoch: int = 0
    best: float = -math.inf
    best_epoch: int = 0
    best_weights: dict[str, Tensor] | None = None
    history: list[dict[str, float]] | None = None
    seconds: float = 0.0


def fit(system: System, task: Task, recipe: Recipe, *, seed: int, folder: Path | None = None,
        log: Log = lambda line: None) -> State:  # fmt: skip
    """Train until the dev score stops rising, and leave the system with its best weights."""
    train, dev = task.usable(task.train), task.usable(task.dev)
    if not train or not dev:
        raise InputError(
            f"No review of the {'dev' if train else 'training'} set has labels for {' and '.join(task.tasks)}."
        )
    tokens, dev_tokens = task.reader(train), task.reader(dev)
    begin(system, recipe)
    optimizer, schedule, epochs = plan_steps(system, len(train), recipe)
    average = Average(system, recipe.average)
    state = resume(folder, system, optimizer, schedule, average)
    state.history = state.history or []
    while state.epoch < epochs and state.epoch - state.best_epoch < recipe.patience:
        began = time.monotonic()
        loss = one_epoch(system, train, tokens, optimizer, schedule, recipe, average, seed=seed, epoch=state.epoch)
        with average.applied():
            figures = score(dev, predict(system, dev, dev_tokens, batch=recipe.batch))
            weights = {name: array.detach().cpu().clone() for name, array in system.state_dict().items()}
        state.epoch += 1
        state.seconds += time.monotonic() - began
        state.history.append({"epoch": state.epoch, "loss": loss, **figures})
        if (worth := value(figures, task.tasks)) > state.best:
            state.best, state.best_epoch = worth, state.epoch
            state.best_weights = weights
        log(f"epoch {state.epoch}/{epochs} loss {loss:.4f} dev {shown(figures)} best {state.best:.4f} "
            f"({state.seconds:.0f} s)")  # fmt: skip
        save_state(folder, state, system, optimizer, schedule, average)
    system.load_state_dict(state.best_weights)
    return state


def refit(system: System, task: Task, recipe: Recipe, *, seed: int, epochs: int | None = None) -> int:
    """Train a fresh system on the training and dev sets together; how many epochs it took.

    They are as many as the dev set was best after, or without that as many as the recipe says. The rate falls to zero
    at their end: cut off half-way down, what is learnt depends too much on the last batches.
    """
    train = task.usable([*task.train, *task.dev])
    if not train:
        raise InputError(f"No review to learn from has labels for {' and '.join(task.tasks)}.")
    tokens = task.reader(train)
    begin(system, recipe)
    if epochs is not None:
        recipe = replace(recipe, epochs=epochs, least_steps=0)
    optimizer, schedule, epochs = plan_steps(system, len(train), recipe)
    average = Average(system, recipe.average)
    for epoch in range(epochs):
        one_epoch(system, train, tokens, optimizer, schedule, recipe, average, seed=seed, epoch=epoch)
    system.load_state_dict(average.weights, strict=False)
    return epochs


def begin(system: System, recipe: Recipe) -> None:
    """What the recipe has a say in before the first step: the weights of a fresh system, and what its tasks weigh."""
    if recipe.rating != 1 and not (has(system, AspectSoftmax) and has(system, Stars)):
        raise OptionError("rating needs a system that learns aspects and stars together, as joint and arp do; this one "
                          "learns one of them. Leave it out.")  # fmt: skip
    system.rating_weight = recipe.rating
    if recipe.lower != 1 and not hasattr(system, "encoder"):
        raise OptionError("lower needs a system with an encoder, whose layers learn at rates of their own; this one "
                          "reads words. Leave it out.")  # fmt: skip
    if recipe.alike:
        if not has(system, PerAspect):
            raise OptionError("alike needs a system with a layer for each aspect, as joint, joint-no-rp, vanilla-bert, "
                              "textcnn and bilstm-attn have; this one has none. Leave it out.")  # fmt: skip
        system.begin_alike()


def has(system: System, kind: type[nn.Module]) -> bool:
    """Whether a system has a layer of this kind."""
    return any(isinstance(layer, kind) for layer in system.modules())


def drawn(train: Sequence[Example], reviews: int) -> Sequence[Example]:
    """So many of the reviews, or all: for curves over the size of the training set."""
    return random.Random(0).sample(list(train), reviews) if 0 < reviews < len(train) else train


def plan_steps(system: System, size: int, recipe: Recipe) -> tuple[Any, Any, int]:
    """The optimizer, its schedule and the number of epochs for so many reviews."""
    steps = math.ceil(size / recipe.batch)
    epochs = max(recipe.epochs, math.ceil(recipe.least_steps / steps))
    optimizer = make_optimizer(system, rate=recipe.rate, heads=recipe.heads, decay=recipe.decay, lower=recipe.lower)
    return optimizer, make_schedule(optimizer, steps * epochs, warmup=recipe.warmup), epochs


def one_epoch(system: System, train: Sequence[Example], tokens: Sequence[Sequence[int]], optimizer: Any, schedule: Any,
              recipe: Recipe, average: Average, *, seed: int, epoch: int) -> float:  # fmt: skip
    """The mean loss. Dropout and order depend on the seed and the epoch alone, whatever went before."""
    torch.manual_seed(1_000_003 * seed + epoch)
    dice = random.Random(f"{seed}/{epoch}")
    chosen = batches(range(len(tokens)), recipe.batch, dice, length=lambda place: len(tokens[place]))

    def loss_of(rows: list[int]) -> Tensor:
        batch = make_batch([train[i] for i in rows], [tokens[i] for i in rows], system.device)
        with precision(system):
            return system.loss(system(batch), batch)

    try:
        return descend(system, chosen, loss_of, optimizer, schedule, clip=recipe.clip, after=average.update)
    except OptionError as error:
        raise OptionError(f"After epoch {epoch + 1} of rate {recipe.rate}: {error}") from None


@torch.no_grad()  # type: ignore[untyped-decorator]
def predict(system: System, examples: Sequence[Example], tokens: Sequence[Sequence[int]], *,
            batch: int = 32) -> list[Prediction]:  # fmt: skip
    """What the system says of each review, aspects given."""
    system.eval()
    order = sorted(range(len(examples)), key=lambda i: len(tokens[i]))
    found: dict[int, Prediction] = {}
    for first in range(0, len(order), batch):
        rows = order[first : first + batch]
        given = make_batch([examples[i] for i in rows], [tokens[i] for i in rows], system.device)
        with precision(system):
            output = system(given)
        for i, labels, stars in zip(rows, _labels(output.scores, given), _stars(output.stars, given), strict=True):
            found[i] = Prediction(examples[i].id, labels, stars)
    return [found[i] for i in range(len(examples))]


def _labels(scores: Tensor | None, batch: Batch) -> Iterator[tuple[int, ...] | None]:
    if scores is None:
        yield from [None] * len(batch.tokens)
        return
    for classes, asked in zip(scores.argmax(-1).tolist(), batch.p.tolist(), strict=True):
        yield tuple(CLASSES[c] if p else NOT_MENTIONED for c, p in zip(classes, asked, strict=True))


def _stars(stars: Tensor | None, batch: Batch) -> list[float] | list[None]:
    return [None] * len(batch.tokens) if stars is None else [round(star, 3) for star in stars.float().tolist()]


def value(figures: dict[str, float], tasks: Sequence[str]) -> float:
    """What early stopping looks at: macro-F1 less the mean error in stars, each where it is learnt and known."""
    worth = figures.get("macro_f1", 0.0) if "acsa" in tasks else 0.0
    if "rp" in tasks and "mae" in figures and ("acsa" not in tasks or figures["rated"] >= ENOUGH_RATED):
        worth -= figures["mae"]
    return worth


def precision(system: System) -> Any:
    """bf16 for encoders on a GPU; everything else is small enough for float32."""
    return mixed(system.device, enabled=hasattr(system, "encoder"))


def shown(figures: dict[str, float]) -> str:
    return " ".join(f"{name} {value:.4f}" for name, value in figures.items() if name not in ("labels", "rated"))


# --- resuming


def save_state(
    folder: Path | None, state: State, system: System, optimizer: Any, schedule: Any, average: Average
) -> None:
    if folder is not None:
        whole = {"state": vars(state), "system": system.state_dict(), "optimizer": optimizer.state_dict(),
                 "schedule": {"last_epoch": schedule.last_epoch},
                 "average": {"weights": average.weights, "steps": average.steps}}  # fmt: skip
        torch.save(whole, folder / f"{CHECKPOINT}.part")
        (folder / f"{CHECKPOINT}.part").replace(folder / CHECKPOINT)


def resume(folder: Path | None, system: System, optimizer: Any, schedule: Any, average: Average) -> State:
    if folder is None or not (folder / CHECKPOINT).is_file():
        return State()
    whole = torch.load(folder / CHECKPOINT, map_location=system.device, weights_only=True)
    system.load_state_dict(whole["system"])
    optimizer.load_state_dict(whole["optimizer"])
    schedule.last_epoch = whole["schedule"]["last_epoch"]
    average.weights, average.steps = whole["average"]["weights"], whole["average"]["steps"]
    return State(**whole["state"])
