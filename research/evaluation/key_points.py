"""How well statements are grouped into key points, beside what people grouped.

``pair_f1``: of pairs of statements under one point. ``auc``: of the similarity of pairs. For every point that people gave
at least five statements: ``prevalence_error``, by how much the size of the group that stands for it is off, as a share of
its size (all of them together; ``within_10``: the share of points that is off by at most a tenth), and ``covered``, the
share of its statements that are in that group. ``purity``: of groups of at least five, the share of the statements that
make the group's own point.

    python -m research.evaluation.key_points --data DIR           # by threshold, on the development domains
    python -m research.evaluation.key_points --data DIR --write   # the best of them becomes that of the product

The weights must not have learned from the development domains, or the threshold comes out too high.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import voxpop
from research.annotation.key_points import GroupedStatement, blocks, read_grouped
from research.commands import says_errors
from research.training.opinions.texts import DEVELOPMENT
from voxpop.aggregate.key_points import average_linkage, unit
from voxpop.extract.meaning import meanings
from voxpop.extract.opinion_model import OpinionModel, opinion_model
from voxpop.lang import language

LARGE = 5  # statements from which the prevalence of a point is measured
THRESHOLDS = tuple(round(0.4 + 0.025 * n, 3) for n in range(21))
Scores = dict[str, float]


def evaluate(model: OpinionModel, lang: str, data: Path, *, part: str = "test", fast: bool = False) -> Scores:
    """Return the figures of the held-out or of the development domains; none where the model has no meanings."""
    statements = of_part(lang, data, part)
    vectors = vectors_of(statements, model, lang)
    rules = language(lang).key_point_rules
    alike = rules.ALIKE_FAST if fast else rules.ALIKE
    return {} if vectors is None else score(statements, vectors, alike=alike)


def of_part(lang: str, data: Path, part: str) -> list[GroupedStatement]:
    """Return the grouped statements of the held-out domains ("test") or of the development domains ("dev")."""
    statements = read_grouped(lang, data, held_out=part == "test")
    return [one for one in statements if part == "test" or one.domain in DEVELOPMENT[lang]]


def vectors_of(statements: Sequence[GroupedStatement], model: OpinionModel, lang: str) -> NDArray[np.int8] | None:
    """Return the meanings of statements by the shipped weights; None where they have none."""
    from research.training.key_points.learn import read_features

    learned = meanings(lang, model)
    return None if learned is None else learned.project(read_features(statements, model, lang))


def score(statements: Sequence[GroupedStatement], vectors: NDArray[np.int8], *, alike: float) -> Scores:
    """Return the figures of statements with these meanings, grouped from this similarity on."""
    points: list[tuple[int, int, int]] = []  # of each large point: its size, that of its group, and what they share
    groups: list[tuple[int, int]] = []  # of each large group: its size, and the statements that make its point
    pairs, likeness, same = Counter[str](), [], []
    for places in blocks(statements).values():
        block = unit(vectors[places].astype(np.float32))
        names = [statements[place].group for place in places]
        labels = _labels(block, alike)
        found, wanted = Counter(labels), Counter(name for name in names if name)
        shared = Counter((name, label) for name, label in zip(names, labels, strict=True) if name)
        pairs.update(found=_pairs(found), wanted=_pairs(wanted), right=_pairs(shared))
        match = _match(shared)
        points += [
            (size, *((found[match[name]], shared[name, match[name]]) if name in match else (0, 0)))
            for name, size in wanted.items()
            if size >= LARGE
        ]
        best = {label: max((n for (_, other), n in shared.items() if other == label), default=0) for label in found}
        groups += [(size, best[label]) for label, size in found.items() if size >= LARGE]
        upper = np.triu_indices(len(places), 1)
        likeness.append((block @ block.T)[upper])
        same.append(
            np.array([names[a] is not None and names[a] == names[b] for a, b in zip(*upper, strict=True)], bool)
        )
    size, found_size, common = np.array(points, np.float64).reshape(-1, 3).T
    of_groups, right = np.array(groups, np.float64).reshape(-1, 2).T
    error = np.abs(found_size - size)
    return {
        "pair_f1": 2 * pairs["right"] / max(pairs["found"] + pairs["wanted"], 1),
        "auc": _auc(np.concatenate(likeness), np.concatenate(same)),
        "prevalence_error": float(error.sum() / size.sum()),
        "within_10": float((error <= 0.1 * size).mean()),
        "bias": float((found_size - size).sum() / size.sum()),
        "covered": float(common.sum() / size.sum()),
        "purity": float(right.sum() / max(of_groups.sum(), 1)),
        "points": len(points),
    }


def describe(scores: Mapping[str, float]) -> str:
    """Return figures as one line."""
    return "  ".join(
        f"{name} {value:.0f}" if name == "points" else f"{name} {value:.3f}" for name, value in scores.items()
    )


def _labels(vectors: NDArray[np.float32], alike: float) -> list[int]:
    labels = list(range(-len(vectors), 0))  # a statement alone is a group of its own
    for number, members in enumerate(average_linkage(vectors, alike)):
        for place in members.tolist():
            labels[place] = number
    return labels


def _pairs(sizes: Mapping[object, int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes.values())


def _match(shared: Mapping[tuple[str, int], int]) -> dict[str, int]:
    """Return the group that stands for each point, one for each, those with most statements in common first."""
    match: dict[str, int] = {}
    for (name, label), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if name not in match and label not in match.values():
            match[name] = label
    return match


def _auc(scores: NDArray[np.float32], positive: NDArray[np.bool_]) -> float:
    ranks = np.argsort(np.argsort(scores, kind="stable"), kind="stable") + 1
    n = int(positive.sum())
    return float((ranks[positive].sum() - n * (n + 1) / 2) / max(n * (len(scores) - n), 1))


def write_threshold(lang: str, name: str, value: float) -> Path:
    """Put a threshold into the rules of a language."""
    path = Path(voxpop.__file__).parent / "lang" / lang / "data" / "key_point_rules.toml"
    text, n = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value:g}", path.read_text(encoding="utf-8"))
    assert n == 1, f"{path} has no line for {name}"
    path.write_text(text, encoding="utf-8")
    return path


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.evaluation.key_points", description=__doc__.split("\n")[0],
                                     epilog="Example: python -m research.evaluation.key_points --data ../shared/data")  # fmt: skip
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--fast", action="store_true", help="of the small reader")
    parser.add_argument("--write", action="store_true", help="the best threshold becomes that of the product")
    given = parser.parse_args()
    for lang in DEVELOPMENT:
        statements = of_part(lang, given.data, "dev")
        vectors = vectors_of(statements, opinion_model(lang, fast=given.fast), lang)
        if vectors is None:
            print(f"{lang}: the weights have no meanings")
            continue
        made = {threshold: score(statements, vectors, alike=threshold) for threshold in THRESHOLDS}
        for threshold, scores in made.items():
            print(lang, threshold, describe(scores))
        best = max(made, key=lambda threshold: (round(made[threshold]["pair_f1"], 3), threshold))
        print(f"{lang}: best at {best:g}")
        if given.write:
            print(write_threshold(lang, "alike_fast" if given.fast else "alike", best))


if __name__ == "__main__":
    raise SystemExit(main())
