"""A user's own categories: the heads that ``voxpop train`` wrote, laid over the readings of the shipped reader.

>>> own = CustomHeads.load(Path("mine-heads"), encoder=fingerprint(reader("en")))  # doctest: +SKIP
>>> own.apply(reader("en").read([text], hidden=True)[0]).presence  # doctest: +SKIP
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as parse

from voxpop.errors import AssetError
from voxpop.extract.categories import ReviewCategories
from voxpop.extract.heads import Heads, forward
from voxpop.extract.reader_output import Floats
from voxpop.types import ReaderOutput

CONFIG, WEIGHTS, GRAPH = "config.json", "heads.safetensors", "model.onnx"
FORMAT = "voxpop-heads-1"


class Homed(Protocol):
    """A reader, as far as its folder."""

    home: Path


@dataclass(frozen=True, slots=True)
class CustomHeads:
    """Several sets of heads for the same categories, trained on different shares of the reviews, that vote."""

    categories: tuple[str, ...]
    lang: str
    encoder: str  # the checksum of the reader they were trained on
    present: float  # the chance from which a category counts as mentioned
    centre: Floats  # (D,) features are centred and scaled as they were in training
    scale: Floats
    members: tuple[Heads, ...]
    hidden: bool = True  # the encoder's states are needed

    def apply(self, reading: ReaderOutput) -> ReaderOutput:
        """Return the reading with our categories in place of the reader's."""
        if not len(reading.spans):
            n = len(self.categories)
            return reading._replace(
                presence=np.zeros(n, np.float32),
                polarity=np.full((n, 3), 1 / 3, np.float32),
                attention=np.empty((n, 0), np.float32),
            )
        x = ((features(reading) - self.centre) / self.scale)[None]
        mask = np.ones((1, len(reading.spans)), bool)
        passes = [forward(heads, x, mask) for heads in self.members]
        return reading._replace(
            presence=np.mean([output.presence[0] for output in passes], axis=0),
            polarity=np.mean([output.polarity[0] for output in passes], axis=0),
            attention=np.mean([output.attention[0] for output in passes], axis=0),
        )

    def __call__(self, reading: ReaderOutput) -> ReviewCategories:
        """Return the categories that a review speaks of."""
        mine = self.apply(reading)
        present = np.flatnonzero(mine.presence >= self.present)
        return ReviewCategories(
            [self.categories[place] for place in present], mine.polarity[present], mine.attention[present]
        )

    def within(self, reading: ReaderOutput, parts: Sequence[slice]) -> list[ReviewCategories] | None:
        return None  # their labels are of whole reviews

    @classmethod
    def load(cls, folder: Path, *, encoder: str | None = None) -> CustomHeads:
        """Return the heads in a folder, refused if ``encoder``, the checksum of the reader at hand, is not theirs."""
        config = _config(folder / CONFIG)
        if encoder is not None and encoder != config["encoder"]:
            raise AssetError(
                f"The heads in {folder} were trained on another reader than the one at hand (checksum "
                f"{config['encoder'][:12]}… against {encoder[:12]}…), so they cannot read its states. Train them again:"
                f" {config.get('command', 'voxpop train')}"
            )
        arrays = _arrays(folder / WEIGHTS, config["weights"])
        try:
            members = tuple(
                Heads(*(arrays[f"{place}.{name}"] for name in Heads._fields)) for place in range(config["members"])
            )
            heads = cls(
                tuple(config["categories"]),
                config["language"],
                config["encoder"],
                float(config["present"]),
                arrays["centre"],
                arrays["scale"],
                members,
            )
        except KeyError as error:
            raise AssetError(f"{folder / WEIGHTS} lacks {error}. Train the heads again.") from None
        _check(heads, folder)
        return heads


def features(reading: ReaderOutput) -> Floats:
    """What the heads read of each piece: its state, the reader's tags for it, and what the reader says of the review.

    The last is the same for every piece, so that it has no part in where the heads look, only in what they answer.
    """
    if reading.hidden is None:
        raise ValueError("own heads need readings with the encoder's states: read(texts, hidden=True)")
    good, bad = reading.presence * reading.polarity[:, 0], reading.presence * reading.polarity[:, 2]
    answers = np.concatenate([reading.presence, good, bad, reading.stars])
    everywhere = np.broadcast_to(answers, (len(reading.spans), len(answers)))
    return np.concatenate([reading.hidden, reading.tags, everywhere], axis=1)


def fingerprint(reader: Homed) -> str:
    """Return the checksum of a reader's graph: heads fit the reader they were trained on and no other."""
    return _digest(reader.home / GRAPH)


@cache
def _digest(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise AssetError(f"The reader cannot be read: {path} ({error.strerror}).") from None


def _config(path: Path) -> dict[str, Any]:
    try:
        config: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise AssetError(
            f"{path.parent} holds no heads: {path.name} cannot be read ({error}). Expected is a folder "
            "that voxpop train wrote."
        ) from None
    wanted = ("categories", "language", "encoder", "present", "members", "weights")
    lacking = [key for key in wanted if not isinstance(config, dict) or key not in config]
    if lacking or config.get("format") != FORMAT:
        problem = f"it does not say {', '.join(lacking)}" if lacking else f"its format is {config.get('format')!r}"
        raise AssetError(f"{path} is not of voxpop train: {problem}. Train the heads again.")
    return config


def _arrays(path: Path, checksum: str) -> dict[str, Floats]:
    try:
        data = path.read_bytes()
        if sha256(data).hexdigest() != checksum:
            raise AssetError(
                f"The heads were changed: the checksum of {path} is not the one in {CONFIG} beside it. "
                "Train them again."
            )
        return dict(parse(data))
    except (OSError, SafetensorError) as error:
        raise AssetError(f"The heads cannot be read: {path} ({error}).") from None


def _check(heads: CustomHeads, folder: Path) -> None:
    n, d = len(heads.categories), len(heads.centre)
    for member in heads.members:
        shapes = ((n, d), (n, d), (n,), (n, 3, d), (n, 3))
        if tuple(array.shape for array in member) != shapes:
            raise AssetError(f"{folder / WEIGHTS} does not fit its {CONFIG}. Train the heads again.")
        if not all(np.isfinite(array).all() for array in member):
            raise AssetError(f"{folder / WEIGHTS} holds values that are not numbers. Train the heads again.")
