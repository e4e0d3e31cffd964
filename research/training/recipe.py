"""How a system is trained: the paper's setting, or a config of ours, in one frozen object."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from research.training.scheme import DATA
from voxpop.errors import InputError, OptionError, choose

CONFIGS = DATA / "configs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Bu et al. (2021), section 5.1, is batch 16 (32 without BERT), rate 5e-5 (1e-3), 3 epochs, 512 pieces."""

    epochs: int = 3
    batch: int = 16
    rate: float = 5e-5
    heads: float = 1.0  # how many times faster all but the encoder learns
    lower: float = 1.0  # how many times as fast each layer of the encoder learns as the one above it
    alike: bool = False  # all aspects begin with the same weights
    rating: float = 1.0  # what the stars weigh beside the aspects where both are learnt; the paper's (8) has 1
    warmup: float = 0.1  # share of the steps in which the rate rises; it then falls to zero
    decay: float = 0.01  # of AdamW
    clip: float = 1.0
    limit: int = 512  # words or pieces of a review
    reviews: int = 0  # learn from so many of the training reviews only, the same for every seed; 0: from all
    patience: int = 3  # epochs without a better dev score
    least_steps: int = 0  # where the data are few, more epochs until this many steps
    average: float = 0.0  # how slowly the mean of the weights follows them, which is then used in their place; 0: none
    refit: bool = False  # once the epochs are chosen, train again on the training and dev sets together
    settled: bool = False  # the epochs were chosen before (``models.folds``): train so many on both sets, once

    def __post_init__(self) -> None:
        for name in ("epochs", "batch", "limit", "patience"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} must be at least 1, not {getattr(self, name)}.")
        if not 0 < self.rate < 1:
            raise OptionError(f"rate must lie between 0 and 1, not {self.rate}.")
        if not 0 <= self.warmup < 1:
            raise OptionError(f"warmup is a share below 1, not {self.warmup}.")
        if not 0 < self.rating < 1e3:
            raise OptionError(f"rating is what the stars weigh beside the aspects, above 0, not {self.rating}.")
        if not 0 < self.lower <= 1:
            raise OptionError(f"lower must be above 0 and at most 1 (all layers learn as fast), not {self.lower}.")


@dataclass(frozen=True, slots=True)
class Plan:
    """A config: which data set, which systems, and how each is trained."""

    name: str
    data: str
    systems: tuple[str, ...]
    recipes: Mapping[str, Recipe] = field(default_factory=dict)

    def recipe(self, system: str) -> Recipe:
        return self.recipes[system]


def read_plan(given: str) -> Plan:
    """A config by name or from a JSON file: {"data": …, "words": {recipe}, "pieces": {recipe}, "systems": {name: {…}}}.

    "words" and "pieces" set what all systems of that kind share; a system's own object overrides them.
    """
    known = sorted(path.stem for path in CONFIGS.glob("*.json"))
    path = Path(given) if given.endswith(".json") else CONFIGS / f"{choose('config', given, known)}.json"
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"The config {path} cannot be read: {error}.") from None
    for key in ("data", "systems"):
        if key not in found:
            raise InputError(f"The config {path} lacks {key!r}. It needs data and systems, and may have words, pieces.")
    from research.training.systems import SYSTEMS

    recipes = {name: _recipe(path, {**found.get(SYSTEMS[name].reads, {}), **own})
               for name, own in found["systems"].items()}  # fmt: skip
    return Plan(path.stem, found["data"], tuple(found["systems"]), recipes)


def _recipe(path: Path, given: Mapping[str, Any]) -> Recipe:
    for key in given:
        choose(f"setting in {path.name}", key, (each.name for each in fields(Recipe)))
    return Recipe(**given)
