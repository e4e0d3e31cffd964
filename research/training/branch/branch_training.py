"""The training loop that all branches share: a base recipe, its command-line options, and one pass per epoch."""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

import torch
from torch import Tensor, nn

from research.training.optimization import descend, make_optimizer, make_schedule

log = logging.getLogger("voxpop.branch")
B = TypeVar("B")
R = TypeVar("R", bound="BranchRecipe")


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchRecipe:
    """How long and how fast a branch is trained."""

    epochs: int = 5
    batch: int = 32
    rate: float = 2e-4
    heads: float = 1.0
    warmup: float = 0.1
    decay: float = 0.01
    seed: int = 0


def add_options(parser: argparse.ArgumentParser, usual: BranchRecipe) -> None:
    """Add an option for each field of a recipe."""
    for name, value in asdict(usual).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)


def chosen_recipe(given: argparse.Namespace, usual: R) -> R:
    """Return the recipe that the options describe."""
    return type(usual)(**{name: getattr(given, name) for name in asdict(usual)})


def train_branch(
    branch: nn.Module, epochs: Sequence[list[B]], loss_of: Callable[[B], Tensor], recipe: BranchRecipe,
    *, after: Callable[[], str] = lambda: "",
) -> int:  # fmt: skip
    """Train through the batches of all epochs and return the number of steps; ``after`` adds to each epoch's log line."""
    torch.manual_seed(recipe.seed)
    steps = sum(map(len, epochs))
    optimizer = make_optimizer(branch, rate=recipe.rate, heads=recipe.heads, decay=recipe.decay)
    schedule = make_schedule(optimizer, steps, warmup=recipe.warmup)
    began = time.monotonic()
    for number, batches in enumerate(epochs, start=1):
        lost = descend(branch, batches, loss_of, optimizer, schedule)
        log.info("epoch %s/%s: loss %.3f%s, %.0f s", number, len(epochs), lost, after(), time.monotonic() - began)
    return steps
