"""A system and the reader that feeds it, for a data set: from scratch, or from a run folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from research.training import vectors
from research.training.data import Corpus, Example, cut, with_words
from research.training.encoder import Config, Encoder, load_encoder, read_config
from research.training.loop import Reader
from research.training.pieces import Pieces
from research.training.scheme import Scheme
from research.training.system import Setup, System
from research.training.systems import SYSTEMS
from voxpop.errors import AssetError, OptionError

WEIGHTS = "weights.safetensors"


@dataclass(frozen=True)
class Built:
    """A system, how it reads, and what must be kept beside its weights to build it again."""

    name: str
    system: System
    reader: Reader
    scheme: Scheme
    limit: int
    vocabulary: vectors.Vocabulary | None = None
    pieces: Pieces | None = None


def build(name: str, corpus: Corpus, *, seed: int, limit: int, encoder: Path | None = None,
          source: str | None = None) -> Built:  # fmt: skip
    """A fresh system: its encoder from a folder, or its words from vectors; all else random by the seed."""
    torch.manual_seed(seed)
    if SYSTEMS[name].reads == "pieces":
        if encoder is None:
            raise OptionError(f"{name} reads with an encoder: name its folder, or a package with one, with --encoder.")
        return _with_pieces(name, corpus.scheme, load_encoder(encoder), encoder, limit)
    corpus = with_words(corpus)
    vocabulary, matrix = vectors.build(
        [example.words for example in corpus.train],
        [example.words for example in (*corpus.dev, *corpus.test)],
        source=source or vectors.DEFAULT[corpus.scheme.lang],
        seed=seed,
    )
    return _with_words(name, corpus.scheme, vocabulary, matrix, limit)


def _with_pieces(name: str, scheme: Scheme, encoder: Encoder, folder: Path, limit: int) -> Built:
    pieces = Pieces(folder, doubled=encoder.config.model_type != "bert")
    count = len(scheme.aspects)
    setup = Setup(
        aspects=count,
        encoder=encoder,
        marks=pieces.marks,
        names=pieces(scheme.words),
        questions=pieces([scheme.question(aspect) for aspect in range(count)]),
        limit=limit,
    )
    return Built(name, SYSTEMS[name].build(setup), lambda examples: pieces([e.text for e in examples]), scheme, limit,
                 pieces=pieces)  # fmt: skip


def _with_words(name: str, scheme: Scheme, vocabulary: vectors.Vocabulary, matrix: vectors.Matrix, limit: int) -> Built:
    names = vocabulary([word.split() if scheme.lang == "en" else [word] for word in scheme.words])
    setup = Setup(
        aspects=len(scheme.aspects),
        vectors=torch.from_numpy(matrix),
        aspect_vectors=torch.from_numpy(vectors.mean_vectors(names, matrix)),
        limit=limit,
    )

    def read(examples: Sequence[Example]) -> list[list[int]]:
        missing = iter(cut([e.text for e in examples if not e.words], scheme.lang))
        return vocabulary([e.words or next(missing) for e in examples])

    return Built(name, SYSTEMS[name].build(setup), read, scheme, limit, vocabulary=vocabulary)


# --- run folders


def save(built: Built, folder: Path, *, half: bool = False) -> None:
    """The weights, and the words or the tokenizer and shape of the encoder, so that ``load`` needs nothing else."""
    arrays = {name: array.detach().cpu().contiguous() for name, array in built.system.state_dict().items()}
    save_file({name: array.half() if half else array for name, array in arrays.items()}, folder / WEIGHTS)
    if built.vocabulary is not None:
        (folder / "words.json").write_text(json.dumps(built.vocabulary.words, ensure_ascii=False), "utf-8")
    if built.pieces is not None:
        built.pieces.save(folder)


def load(folder: Path) -> Built:
    """A trained system from its run folder, ready to predict."""
    try:
        config: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
        arrays = load_file(folder / WEIGHTS)
    except (OSError, ValueError, SafetensorError) as error:
        raise AssetError(f"{folder} holds no trained system that can be read: {error}.") from None
    for name, array in arrays.items():
        if not array.isfinite().all():
            raise AssetError(f"The weights in {folder / WEIGHTS} hold values that are not numbers: {name}.")
    scheme = Scheme.from_json(config["scheme"])
    if config["encoder"] is not None:
        encoder = Encoder(Config(**config["encoder"]["config"]))
        built = _with_pieces(config["system"], scheme, encoder, folder, config["recipe"]["limit"])
    else:
        words = json.loads((folder / "words.json").read_text("utf-8"))
        matrix = arrays["words.weight"].float().numpy()
        built = _with_words(config["system"], scheme, vectors.Vocabulary(words), matrix, config["recipe"]["limit"])
    try:
        built.system.load_state_dict({name: array.float() for name, array in arrays.items()})
    except RuntimeError as error:
        raise AssetError(f"The weights in {folder / WEIGHTS} do not fit {config['system']}: {error}.") from None
    built.system.eval()
    return built


def encoder_shape(folder: Path) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(read_config(folder))
