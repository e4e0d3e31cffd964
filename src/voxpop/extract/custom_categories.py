"""A user's own categories: the heads that ``voxpop train`` wrote, laid over the scores of the shipped model.

>>> own = CustomHeads.load(Path("mine-heads"), encoder=fingerprint(opinion_model("en")))  # doctest: +SKIP
>>> own.apply(opinion_model("en").read(text, hidden=True)).presence  # doctest: +SKIP
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as parse

from voxpop.errors import AssetError
from voxpop.extract.heads import Heads, forward
from voxpop.extract.opinion_decoding import Floats
from voxpop.extract.opinion_model import TextScores, category_weights

CONFIG, WEIGHTS, GRAPH = "config.json", "heads.safetensors", "model.onnx"
FORMAT = "voxpop-heads-1"
# The attention on a token from which a category may be its own:
FOCUS = 5.0  # times what a token of the review gets on average
LOOKS = 0.25  # or this share of all of it


class Homed(Protocol):
    """A reader, as far as its folder."""

    home: Path


class ReviewCategories(NamedTuple):
    """What a review says of each category."""

    presence: Floats  # (categories,) the probability that the review speaks of it
    polarity: Floats  # (categories, 3) positive, neutral, negative, if it does
    attention: Floats  # (categories, tokens)


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

    def apply(self, scores: TextScores) -> ReviewCategories:
        """Return what a review says of each of our categories."""
        read = features(scores)
        n = len(self.categories)
        if not len(read):
            even = np.full((n, 3), 1 / 3, np.float32)
            return ReviewCategories(np.zeros(n, np.float32), even, np.empty((n, 0), np.float32))
        x = ((read - self.centre) / self.scale)[None]
        passes = [forward(heads, x, np.ones((1, len(read)), bool)) for heads in self.members]
        return ReviewCategories(
            presence=np.mean([output.presence[0] for output in passes], axis=0),
            polarity=np.mean([output.polarity[0] for output in passes], axis=0),
            attention=np.mean([output.attention[0] for output in passes], axis=0),
        )

    def by_token(self, scores: TextScores) -> Floats:
        """Return how much each token speaks of each category that is present: (tokens, categories).

        It is 0 where a category attends elsewhere, so that an opinion there is on none of the categories.
        """
        mine = self.apply(scores)
        enough = min(FOCUS / max(mine.attention.shape[1], 1), LOOKS)
        weights: Floats = (mine.attention * (mine.attention >= enough) * (mine.presence >= self.present)[:, None]).T
        return weights

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


def features(scores: TextScores) -> Floats:
    """What the heads read of each token: its state, the model's scores for it, and what the model says of the review.

    The last is the same for every token, so that it has no part in where the heads look, only in what they answer.
    """
    if scores.hidden is None:
        raise ValueError("own heads need the hidden states: read(text, hidden=True)")
    if not len(scores.hidden):
        return np.empty((0, 0), np.float32)
    target, evidence, polarity = (
        np.concatenate([getattr(window, name) for window in scores.windows])
        for name in ("target", "evidence", "polarity")
    )
    good, bad = polarity[:, 3:].sum(1, keepdims=True), polarity[:, :2].sum(1, keepdims=True)
    categories = category_weights(scores)
    said = [(categories * sign).max(0) for sign in (1.0, good, bad)]
    answers = np.concatenate([*said, scores.fine.reshape(-1), scores.stars])
    everywhere = np.broadcast_to(answers, (len(target), len(answers)))
    return np.concatenate([scores.hidden, target, evidence, polarity, everywhere], axis=1, dtype=np.float32)


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
