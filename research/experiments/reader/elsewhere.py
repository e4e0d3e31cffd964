"""How often the Chinese reader finds what cannot be there, in reviews of other things than restaurants.

``python -m research.experiments.reader.elsewhere --data DIR --samples zh.jsonl.xz`` prints it by kind, for the test part of
zh-reviews; ``data/elsewhere.toml`` says what cannot be there.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np

from research.training.reader.elsewhere import absent, kinds
from research.training.reader.open_readers import opened
from research.training.reader.samples import read_samples
from research.training.reader.sources_zh import subjects


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.experiments.reader.elsewhere", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--samples", type=Path, required=True, help="zh.jsonl.xz of research.training.reader.samples")
    parser.add_argument("--model", default="reader-zh", help="asset, exported folder or checkpoint")
    parser.add_argument("--split", choices=["dev", "test"], default="test")
    given = parser.parse_args()
    reader, about = opened(given.model), subjects(given.data)
    names = list(reader.config["sets"]["asap"])
    threshold = reader.config["present"]["asap"]
    by_kind: dict[str, list[str]] = defaultdict(list)
    for sample in read_samples(given.samples):
        if sample.split == given.split and about.get(sample.id) in kinds():
            by_kind[about[sample.id]].append(sample.text)
    print(f"{'':16} {'reviews':>7} {'with what cannot be there':>26} {'most of all':>28}")
    total = []
    for kind, texts in sorted(by_kind.items()):
        gone = np.array([absent(kind, text, names) for text in texts])
        wrong = gone & np.stack([reading.presence >= threshold for reading in reader.read(texts)])
        total += wrong.any(1).tolist()
        worst = int(wrong.mean(0).argmax())
        print(f"{kind:16} {len(texts):7} {wrong.any(1).mean():26.1%} {names[worst]:>20} {wrong[:, worst].mean():7.1%}")
    print(f"{'all':16} {len(total):7} {np.mean(total):26.1%}")


if __name__ == "__main__":
    main()
