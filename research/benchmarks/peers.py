"""BERTopic and SetFit beside voxpop, on English reviews of kinds of product that no training saw.

    python -m research.benchmarks.peers bertopic --data DIR --encoder DIR
    python -m research.benchmarks.peers setfit --data DIR --encoder DIR

``--encoder`` is a folder with a sentence-transformers model, such as all-MiniLM-L6-v2; nothing is downloaded.
``research/benchmarks/peers-requirements.txt`` lists what to install.

``bertopic`` groups the statements that annotators grouped (``research/data/key-points-en``), those of one kind of product
and one sign at a time, and prints the pair F1 against the annotators' groups. Its settings are those that are best on the
development domains. ``setfit`` learns the sign of given opinions from a few labelled ones, in the form that SetFit-ABSA
gives them to its polarity model (``target:sentence``). voxpop has to find each opinion before it can tell the sign.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.annotation.corpus import read_corpus
from research.annotation.key_points import GroupedStatement, blocks
from research.benchmarks.speed_table import decoded, sentence_of, sign_at
from research.evaluation import key_points
from research.training.opinions.prepare import part_of
from voxpop.extract.opinion_model import opinion_model

LANG = "en"
TOPIC_SIZES = (2, 3, 5, 10)  # the last is BERTopic's default
DISTANCES = (0.4, 0.5, 0.6, 0.7, 0.8)
SHOTS = (8, 32)  # labelled opinions of each sign
SEEDS = (0, 1)
PAIRS = 3  # alike and unlike pairs of each labelled opinion that the encoder is tuned on
TESTED = 1_000  # opinions
Vectors = NDArray[np.float32]
Grouping = Callable[[list[str], Vectors], list[int]]  # texts and their vectors to numbers of groups; −1: in none


# --- BERTopic ---------------------------------------------------------------------------------------------------------


def run_bertopic(data: Path, encoder: Path) -> None:
    """Print how well BERTopic and voxpop group statements."""
    from sentence_transformers import SentenceTransformer

    statements = {part: key_points.of_part(LANG, data, part) for part in ("dev", "test")}
    texts = {part: [statement_text(one) for one in found] for part, found in statements.items()}
    begun = process_time()
    model = SentenceTransformer(str(encoder), device="cpu")
    vectors = {part: model.encode(found, normalize_embeddings=True) for part, found in texts.items()}
    print(f"encoded {sum(map(len, texts.values())):,} statements in {process_time() - begun:.0f} s of processor time")
    variants = {
        "BERTopic, UMAP and HDBSCAN": [(f"min_topic_size {size}", by_density(size)) for size in TOPIC_SIZES],
        "BERTopic, average linkage": [(f"distance {distance}", by_linkage(distance)) for distance in DISTANCES],
    }
    for name, settings in variants.items():
        made = {}
        for setting, grouping in settings:
            begun = process_time()
            made[setting] = [
                group_f1(statements[part], texts[part], vectors[part], grouping) for part in ("dev", "test")
            ]
            seconds = process_time() - begun
            print(
                f"{name}, {setting}: pair F1 {made[setting][0]:.3f} dev, {made[setting][1]:.3f} test; {seconds:.0f} s"
            )
        best = max(made, key=lambda setting: made[setting][0])
        print(f"{name}: best on dev {best}, test pair F1 {made[best][1]:.3f}")
    ours = key_points.evaluate(opinion_model(LANG), LANG, data)
    print(f"voxpop: test pair F1 {ours['pair_f1']:.3f}, {len(statements['test']):,} statements")


def statement_text(statement: GroupedStatement) -> str:
    """Return the characters from the beginning of the target or verdict to the end of the other."""
    spans = [span for span in (statement.target, statement.words) if span]
    return statement.text[min(start for start, _ in spans) : max(end for _, end in spans)]


def by_density(size: int) -> Grouping:
    """Return BERTopic as it comes, with another least size of a topic."""

    def grouping(texts: list[str], vectors: Vectors) -> list[int]:
        from umap import UMAP

        reduction = UMAP(n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=1)
        return topics(texts, vectors, umap_model=reduction, min_topic_size=size)

    return grouping


def by_linkage(distance: float) -> Grouping:
    """Return BERTopic with the clustering that voxpop uses, over the vectors as they are."""

    def grouping(texts: list[str], vectors: Vectors) -> list[int]:
        from bertopic.dimensionality import BaseDimensionalityReduction
        from sklearn.cluster import AgglomerativeClustering

        clusters = AgglomerativeClustering(n_clusters=None, distance_threshold=distance, metric="cosine", linkage="average")  # fmt: skip
        return topics(texts, vectors, umap_model=BaseDimensionalityReduction(), hdbscan_model=clusters)

    return grouping


def topics(texts: list[str], vectors: Vectors, **models: Any) -> list[int]:
    from bertopic import BERTopic
    from sklearn.feature_extraction.text import CountVectorizer

    words = CountVectorizer(token_pattern=r"\S+")  # the default finds no word in a topic of short statements
    return list(BERTopic(vectorizer_model=words, **models).fit_transform(texts, vectors)[0])


def group_f1(statements: Sequence[GroupedStatement], texts: list[str], vectors: Vectors, grouping: Grouping) -> float:
    """Return the F1 of pairs of statements in one group, of all kinds of product and signs together."""
    found, wanted, right = 0, 0, 0
    for places in blocks(statements).values():
        labels = grouping([texts[place] for place in places], vectors[places])
        names = [statements[place].group for place in places]
        found += pairs(label for label in labels if label != -1)
        wanted += pairs(name for name in names if name)
        right += pairs(both for both in zip(names, labels, strict=True) if both[0] and both[1] != -1)
    return 2 * right / max(found + wanted, 1)


def pairs(labels: Any) -> int:
    return sum(size * (size - 1) // 2 for size in Counter(labels).values())


# --- SetFit -----------------------------------------------------------------------------------------------------------


def run_setfit(data: Path, encoder: Path) -> None:
    """Print how often SetFit and voxpop tell the sign of a given opinion."""
    parts: dict[str, list[tuple[str, dict[str, Any]]]] = {"train": [], "test": []}
    for record in read_corpus(LANG, data):
        part = part_of(record, LANG)
        if part in parts:
            parts[part] += [
                (record["text"], each) for each in record["opinions"] if each["polarity"] and each["target"]
            ]
    test = random.Random(0).sample(parts["test"], TESTED)
    signs = np.array([is_praise(opinion) for _, opinion in test])
    texts = [marked_text(text, opinion) for text, opinion in test]
    print(f"{len(test):,} opinions with a target, {signs.mean():.3f} of them praise")
    for fast in (False, True):
        model = opinion_model(LANG, fast=fast)
        found = {text: decoded(model, text) for text in {text for text, _ in test}}
        read = np.array([sign_at(found[text], opinion) for text, opinion in test])
        agree = (read > 0) == signs
        print(f"voxpop{' --fast' if fast else ''}: {agree[read != 0].mean():.3f} of the {np.count_nonzero(read):,} that it "
              f"finds, {(agree & (read != 0)).mean():.3f} of all", flush=True)  # fmt: skip
    for seed in SEEDS:
        for shots in SHOTS:
            right = setfit_accuracy(parts["train"], texts, signs, encoder, shots=shots, seed=seed)
            print(f"SetFit, {shots} of each sign, seed {seed}: {right:.3f} right", flush=True)


def is_praise(opinion: dict[str, Any]) -> bool:
    return bool(opinion["polarity"] > 0)


def marked_text(text: str, opinion: dict[str, Any]) -> str:
    """Return the target and its sentence as SetFit-ABSA's polarity model takes them."""
    start, end = opinion["target"]
    return f"{text[start:end]}:{sentence_of(text, {**opinion, 'words': None}, LANG)}"


def setfit_accuracy(
    train: Sequence[tuple[str, dict[str, Any]]],
    texts: list[str],
    signs: NDArray[np.bool_],
    encoder: Path,
    *,
    shots: int,
    seed: int,
) -> float:
    """Return the share of opinions whose sign is right after training on some of each sign."""
    from datasets import Dataset
    from setfit import SetFitModel, Trainer, TrainingArguments

    draw = random.Random(seed)
    shown = [
        each for sign in (False, True) for each in draw.sample([x for x in train if is_praise(x[1]) == sign], shots)
    ]
    examples = Dataset.from_dict({"text": [marked_text(*each) for each in shown], "label": [int(is_praise(each[1])) for each in shown]})  # fmt: skip
    model = SetFitModel.from_pretrained(str(encoder), device="cpu")
    with TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            folder,
            batch_size=16,
            num_epochs=1,
            num_iterations=PAIRS,
            max_length=96,
            seed=seed,
            report_to="none",
            save_strategy="no",
            show_progress_bar=False,
        )
        Trainer(model=model, args=arguments, train_dataset=examples).train()
    return float((np.asarray(model.predict(texts)).astype(bool) == signs).mean())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.benchmarks.peers", description=__doc__.split("\n")[0])
    parser.add_argument("peer", choices=("bertopic", "setfit"))
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of a sentence-transformers model")
    given = parser.parse_args()
    {"bertopic": run_bertopic, "setfit": run_setfit}[given.peer](given.data, given.encoder)


if __name__ == "__main__":
    main()
