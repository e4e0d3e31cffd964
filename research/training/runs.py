"""Run folders: config.json, metrics.json, predictions.jsonl, card.md and the weights of one trained system.

``python -m research.training.runs RUNS FILE.jsonl.xz`` packs all runs without their weights into one small file. Reading
runs needs no torch.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from research.commands import says_errors
from research.training.data import Example
from research.training.scores import Prediction
from voxpop.errors import InputError


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run: how it was made, its figures, and what it predicted on the test set."""

    place: str
    config: dict[str, Any]
    metrics: dict[str, Any]
    predictions: tuple[Prediction, ...] = field(repr=False)

    @property
    def system(self) -> str:
        return str(self.config["system"])

    @property
    def seed(self) -> int:
        return int(self.config["seed"])

    @property
    def data(self) -> str:
        return str(self.config["data"])

    def matched(self, examples: Sequence[Example]) -> list[Prediction]:
        """The predictions in the order of the test set, or an error where they are of another one."""
        found = {said.id: said for said in self.predictions}
        if len(found) != len(examples) or any(example.id not in found for example in examples):
            raise InputError(f"{self.place} predicts other reviews than the test set holds now. Train this run again.")
        return [found[example.id] for example in examples]


def folder(out: Path, data: str, system: str, seed: int) -> Path:
    return out / data / f"{system}-{seed}"


def find(out: Path) -> list[Run]:
    """All finished runs in a folder of runs, or in a packed file."""
    if out.is_file():
        return unpack(out)
    return [read(path.parent) for path in sorted(out.glob("*/*/metrics.json"))]


def read(home: Path) -> Run:
    try:
        config, metrics = (json.loads((home / name).read_text("utf-8")) for name in ("config.json", "metrics.json"))
        lines = (home / "predictions.jsonl").read_text("utf-8").splitlines()
        return Run(str(home), config, metrics, tuple(_prediction(json.loads(line)) for line in lines))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"The run folder {home} cannot be read: {error!r}. Delete it and train again.") from None


def write_json(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


def write_predictions(path: Path, predictions: Iterable[Prediction]) -> None:
    path.write_text("".join(json.dumps(_row(said), ensure_ascii=False) + "\n" for said in predictions), "utf-8")


def pack(runs: Sequence[Run], path: Path) -> None:
    """Runs without their weights in one file, a line each."""
    with lzma.open(path, "wt", encoding="utf-8", preset=9) as lines:
        for run in runs:
            whole = {"config": run.config, "metrics": run.metrics, "predictions": [_row(p) for p in run.predictions]}
            lines.write(json.dumps(whole, ensure_ascii=False) + "\n")


def unpack(path: Path) -> list[Run]:
    found = []
    try:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                row = json.loads(line)
                said = tuple(map(_prediction, row["predictions"]))
                found.append(Run(f"{path}, line {number}", row["config"], row["metrics"], said))
    except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} is no file of runs as research.training.runs packs them: {error!r}.") from None
    return found


def _row(said: Prediction) -> dict[str, Any]:
    return {"id": said.id, "labels": said.labels, "stars": said.stars}


def _prediction(row: dict[str, Any]) -> Prediction:
    return Prediction(row["id"], row["labels"] and tuple(row["labels"]), row["stars"])


@says_errors
def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.runs", description=pack.__doc__)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    pack([run for each in given.runs for run in find(each)], given.file)


if __name__ == "__main__":
    raise SystemExit(_main())
