"""How every branch goes downhill: one recipe with what each adds to it, and one loop."""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

import torch
from torch import Tensor, nn

from research.training.descent import descend, make_optimizer, make_schedule

log = logging.getLogger("voxpop.branch")
B = TypeVar("B")
R = TypeVar("R", bound="Recipe")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How long and how fast."""

    epochs: int = 5
    batch: int = 32
    rate: float = 2e-4
    heads: float = 1.0
    warmup: float = 0.1
    decay: float = 0.01
    seed: int = 0


def ask(parser: argparse.ArgumentParser, usual: Recipe) -> None:
    """An option for each field."""
    for name, value in asdict(usual).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)


def told(given: argparse.Namespace, usual: R) -> R:
    """The recipe that was asked for."""
    return type(usual)(**{name: getattr(given, name) for name in asdict(usual)})


def go(
    branch: nn.Module, epochs: Sequence[list[B]], loss_of: Callable[[B], Tensor], recipe: Recipe,
    *, after: Callable[[], str] = lambda: "",
) -> int:  # fmt: skip
    """Through the batches of all epochs; how many steps it took. What ``after`` finds is told with each epoch."""
    torch.manual_seed(recipe.seed)
    steps = sum(map(len, epochs))
    optimizer = make_optimizer(branch, rate=recipe.rate, heads=recipe.heads, decay=recipe.decay)
    schedule = make_schedule(optimizer, steps, warmup=recipe.warmup)
    began = time.monotonic()
    for number, batches in enumerate(epochs, start=1):
        lost = descend(branch, batches, loss_of, optimizer, schedule)
        log.info("epoch %s/%s: loss %.3f%s, %.0f s", number, len(epochs), lost, after(), time.monotonic() - began)
    return steps
