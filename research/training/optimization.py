"""What all trainings share: the optimizer, the schedule of the learning rate, batches, and one pass over them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from voxpop.errors import OptionError

B = TypeVar("B")
LAYER = re.compile(r"encoder\.(?:network\.encoder\.layer|layers)\.(\d+)\.")


def make_optimizer(
    model: nn.Module, *, rate: float, heads: float, decay: float, lower: float = 1.0
) -> torch.optim.Optimizer:
    """AdamW with β₁ = 0.9, β₂ = 0.999: all but the encoder ``heads`` times faster, norms and biases without decay.

    Each layer of the encoder learns ``lower`` times as fast as the one above it.
    """
    groups: dict[tuple[float, float], list[Any]] = {}
    top = max((height(name) for name, _ in model.named_parameters()), default=0)
    for name, weight in model.named_parameters():
        if weight.requires_grad:
            speed = rate * (lower ** (top - height(name)) if name.startswith("encoder.") else heads)
            groups.setdefault((speed, 0.0 if weight.dim() < 2 or "norm" in name.lower() else decay), []).append(weight)
    return torch.optim.AdamW([{"params": weights, "lr": speed, "weight_decay": each}
                              for (speed, each), weights in groups.items()], betas=(0.9, 0.999))  # fmt: skip


def height(name: str) -> int:
    """Return the layer of the encoder that a weight belongs to: 0 for the embeddings, 1 for the lowest layer."""
    found = LAYER.match(name)
    return int(found[1]) + 1 if found else 0


def make_schedule(optimizer: torch.optim.Optimizer, steps: int, *, warmup: float) -> Any:
    return torch.optim.lr_scheduler.LambdaLR(optimizer, slope(steps, warmup))


def slope(steps: int, warmup: float) -> Callable[[int], float]:
    """Return a linear warm-up to one, followed by a linear decay to zero."""
    rise = max(1, round(warmup * steps))
    return lambda step: min((step + 1) / rise, max(0.0, (steps - step) / max(1, steps - rise)))


def batches(
    items: Sequence[B], size: int, dice: Random, *, length: Callable[[B], int], pool: int = 50
) -> list[list[B]]:  # fmt: skip
    """Shuffled batches of items of about one length, so that little is padded; sorted within ``pool`` batches."""
    order = list(items)
    dice.shuffle(order)
    found = []
    for first in range(0, len(order), pool * size):
        near = sorted(order[first : first + pool * size], key=length)
        found += [near[i : i + size] for i in range(0, len(near), size)]
    dice.shuffle(found)
    return found


def descend(
    model: nn.Module, batches: Iterable[B], loss_of: Callable[[B], Tensor], optimizer: Any, schedule: Any, *,
    clip: float = 1.0, after: Callable[[], None] = lambda: None,
) -> float:  # fmt: skip
    """Train for one pass over the batches and return the mean loss; ``after`` is called once a step."""
    model.train()
    lost: list[Tensor] = []
    for batch in batches:
        loss = loss_of(batch)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([weight for weight in model.parameters() if weight.requires_grad], clip)
        optimizer.step()
        schedule.step()
        after()
        lost.append(loss.detach())
    mean = float(torch.stack(lost).mean()) if lost else 0.0
    if not math.isfinite(mean):
        raise OptionError(f"The loss is {mean}: the training diverged. Lower the rate.")
    return mean


class Average:
    """The running mean of a model's weights, which is steadier than where the last steps left them; 0 keeps none."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.model, self.decay, self.steps = model, decay, 0
        self.weights = {name: array.detach().clone() for name, array in self._own()} if decay else {}

    def _own(self) -> list[tuple[str, Tensor]]:
        return [(name, array) for name, array in self.model.state_dict().items() if array.is_floating_point()]

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def update(self) -> None:
        """Update the mean, once a step; at first it follows the weights quickly."""
        if self.decay:
            self.steps += 1
            decay = min(self.decay, self.steps / (self.steps + 10))
            for name, array in self._own():
                self.weights[name].lerp_(array, 1 - decay)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Put the mean in place of the model's weights for as long as the block lasts."""
        if not self.decay:
            yield
            return
        kept = {name: array.detach().clone() for name, array in self._own()}
        self.model.load_state_dict(self.weights, strict=False)
        try:
            yield
        finally:
            self.model.load_state_dict(kept, strict=False)


# --- a killed run goes on after its last epoch


def keep(path: Path, epoch: int, model: nn.Module, optimizer: Any, schedule: Any) -> None:
    """Save the state of a training after an epoch; the old file stays until the new one is complete."""
    whole = {"epoch": epoch, "model": model.state_dict(), "optimizer": optimizer.state_dict(),
             "schedule": schedule.last_epoch}  # fmt: skip
    part = path.with_suffix(".part")
    torch.save(whole, part)
    part.replace(path)


def resume(path: Path, model: nn.Module, optimizer: Any, schedule: Any, device: torch.device) -> int:
    """Resume from a file that ``keep`` wrote, if there is one, and return how many epochs are done."""
    if not path.is_file():
        return 0
    whole = torch.load(path, map_location=device, weights_only=True)
    model.load_state_dict(whole["model"])
    optimizer.load_state_dict(whole["optimizer"])
    schedule.last_epoch = whole["schedule"]
    return int(whole["epoch"])


def mixed(device: torch.device, *, enabled: bool = True) -> Any:
    """Return a context of mixed precision: bf16 on a GPU, nothing elsewhere."""
    return torch.autocast(device.type, torch.bfloat16, enabled=enabled and device.type == "cuda")
