"""Run folders: config.json, metrics.json, predictions.jsonl, card.md and the weights of one trained system.

Reading them needs no torch.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voxpop.errors import InputError
from voxpop.models.data import Example
from voxpop.models.scores import Prediction


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run: how it was made, its figures, and what it predicted on the test set."""

    folder: Path
    config: dict[str, Any]
    metrics: dict[str, Any]

    @property
    def system(self) -> str:
        return str(self.config["system"])

    @property
    def seed(self) -> int:
        return int(self.config["seed"])

    def predictions(self) -> list[Prediction]:
        path = self.folder / "predictions.jsonl"
        try:
            rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            return [Prediction(row["id"], row["labels"] and tuple(row["labels"]), row["stars"]) for row in rows]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"The predictions {path} cannot be read: {error!r}. Train this run again.") from None


def place(out: Path, data: str, system: str, seed: int) -> Path:
    return out / data / f"{system}-{seed}"


def find(out: Path, data: str) -> list[Run]:
    """All finished runs on a data set."""
    return [read(path.parent) for path in sorted((out / data).glob("*/metrics.json"))]


def read(folder: Path) -> Run:
    try:
        config, metrics = (json.loads((folder / name).read_text("utf-8")) for name in ("config.json", "metrics.json"))
    except (OSError, ValueError) as error:
        raise InputError(f"The run folder {folder} cannot be read: {error}. Delete it and train again.") from None
    return Run(folder, config, metrics)


def write_json(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


def write_predictions(path: Path, predictions: Iterable[Prediction]) -> None:
    rows = ({"id": said.id, "labels": said.labels, "stars": said.stars} for said in predictions)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def matched(run: Run, examples: Sequence[Example]) -> list[Prediction]:
    """The predictions of a run in the order of the test set, or an error where they are of another one."""
    found = {said.id: said for said in run.predictions()}
    if len(found) != len(examples) or any(example.id not in found for example in examples):
        raise InputError(f"{run.folder} predicts other reviews than the test set holds now. Train this run again.")
    return [found[example.id] for example in examples]
