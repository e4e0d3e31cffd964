"""How well statements are grouped into key points, beside what people grouped.

``pair_f1``: of pairs of statements under one group. ``auc``: of the similarity of pairs. Then of what a user sees, the five
largest complaints and praises of each domain that at least three reviews make, where a review is right under a point if people
put it under the same point as its label: ``quotes``, the share of the reviews that is right; ``labels``, the share of points
whose reviews are right for at least half; ``within_10``, the share of points whose number is off by at most a tenth;
``size_error``, by how much all numbers are off, as a share of the true ones; ``twins``, the share of points whose label belongs to the
same point of people as a larger one; ``found``, of the five largest points of people with at least five reviews, the share that some label belongs to.

``python -m research.evaluation.key_points --data DIR`` prints the first two by threshold, on the development domains; the weights that
ship have learned from these, so the figures are too good. ``research.training.key_points --match`` chooses the threshold.
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
from research.annotation.key_points import GroupedStatement, blocks, lists, read_grouped
from research.commands import says_errors
from research.training.opinions.texts import DEVELOPMENT
from voxpop.aggregate.key_points import PointFinder, Statements, average_linkage, sampled
from voxpop.aggregate.label_matching import unit
from voxpop.aggregate.whole_phrases import AROUND
from voxpop.extract.opinion_model import OpinionModel, opinion_model
from voxpop.extract.statement_vectors import meanings
from voxpop.lang import language

LARGE = 5  # reviews from which a point of people should be found
FEWEST_SHOWN, MOST_SHOWN = 3, 5  # reviews of a point that a user sees; points of a kind
THRESHOLDS = tuple(round(0.4 + 0.025 * n, 3) for n in range(21))
Scores = dict[str, float]


def evaluate(model: OpinionModel, lang: str, data: Path, *, part: str = "test", fast: bool = False) -> Scores:
    """Return the figures of the held-out or of the development domains; none where the model has no meanings."""
    statements = of_part(lang, data, part)
    found = vectors_of(statements, model, lang)
    rules = language(lang).key_point_rules
    alike = rules.ALIKE_FAST if fast else rules.ALIKE
    if found is None:
        return {}
    vectors, of_whole = found
    return {**score(statements, vectors, alike=alike), **score_points(statements, vectors, of_whole, lang, fast=fast)}


def of_part(lang: str, data: Path, part: str) -> list[GroupedStatement]:
    """Return the grouped statements of the held-out domains ("test") or of the development domains ("dev")."""
    statements = read_grouped(lang, data, held_out=part == "test")
    return [one for one in statements if part == "test" or one.domain in DEVELOPMENT[lang]]


def vectors_of(
    statements: Sequence[GroupedStatement], model: OpinionModel, lang: str
) -> tuple[NDArray[np.int8], NDArray[np.bool_]] | None:
    """Return the meanings of statements by the shipped weights, and which are on the whole; None if they have none."""
    from research.training.key_points.learn import on_whole, read_features

    learned = meanings(lang, model)
    if learned is None:
        return None
    rows = read_features(statements, model, lang)
    return learned.project(rows), on_whole(rows, model)


def score(statements: Sequence[GroupedStatement], vectors: NDArray[np.int8], *, alike: float) -> Scores:
    """Return how well statements with these meanings are grouped from this similarity on."""
    pairs, likeness, same = Counter[str](), [], []
    for places in blocks(statements).values():
        block = unit(vectors[places].astype(np.float32))
        names = [statements[place].group for place in places]
        labels = _labels(block, alike)
        found, wanted = Counter(labels), Counter(name for name in names if name)
        shared = Counter((name, label) for name, label in zip(names, labels, strict=True) if name)
        pairs.update(found=_pairs(found), wanted=_pairs(wanted), right=_pairs(shared))
        upper = np.triu_indices(len(places), 1)
        likeness.append((block @ block.T)[upper])
        same.append(
            np.array([names[a] is not None and names[a] == names[b] for a, b in zip(*upper, strict=True)], bool)
        )
    return {
        "pair_f1": 2 * pairs["right"] / max(pairs["found"] + pairs["wanted"], 1),
        "auc": _auc(np.concatenate(likeness), np.concatenate(same)),
    }


def score_points(
    statements: Sequence[GroupedStatement],
    vectors: NDArray[np.int8],
    of_whole: NDArray[np.bool_],
    lang: str,
    *,
    fast: bool = False,
) -> Scores:
    """Return how true the key points are that a user would see of each domain."""
    total = Counter[str]()
    for places in lists(statements):
        batch = as_columns([statements[place] for place in places], vectors[places], of_whole[places])
        total += _score_domain([statements[place] for place in places], batch, lang, fast=fast)
    return {
        "quotes": total["right"] / max(total["reviews"], 1),
        "labels": total["good"] / max(total["points"], 1),
        "within_10": total["within"] / max(total["points"], 1),
        "size_error": total["error"] / max(total["true"], 1),
        "twins": total["twins"] / max(total["points"], 1),
        "found": total["found"] / max(total["large"], 1),
        "points": total["points"],
    }


def _score_domain(statements: Sequence[GroupedStatement], batch: Statements, lang: str, *, fast: bool) -> Counter[str]:
    finder = PointFinder(lang, fast=fast)
    finder.keep(sampled(batch, lang, {}))
    places, numbers, chances = finder.nearest(batch)
    finder.count(numbers, batch.review[places], chances)
    said: dict[tuple[str, int], set[int]] = {}  # by the point of people and its sign: the reviews
    for statement, review in zip(statements, batch.review.tolist(), strict=True):
        if statement.group:
            said.setdefault((statement.group, statement.sign), set()).add(review)
    by_place = {
        (review, start): statement
        for review, start, statement in zip(batch.review.tolist(), batch.start.tolist(), statements, strict=True)
    }
    total, shown, met = Counter[str](), Counter[str](), set[tuple[str, int]]()
    for point in finder.points():
        reviews = set(batch.review[places[numbers == point.group]].tolist())
        if len(reviews) < FEWEST_SHOWN or shown[point.kind] == MOST_SHOWN:
            continue
        shown[point.kind] += 1
        label = by_place[point.review, point.start]
        true = {point.review}
        if label.group:
            total.update(twins=(label.group, label.sign) in met)
            met.add((label.group, label.sign))
            true = said[label.group, label.sign]
        right, error = len(reviews & true), abs(len(reviews) - len(true))
        total.update(points=1, reviews=len(reviews), right=right, good=2 * right >= len(reviews), error=error)
        total.update(true=len(true), within=error <= 0.1 * len(true))
    for sign in (-1, 1):
        largest = sorted((key for key in said if key[1] == sign), key=lambda key: (-len(said[key]), key))[:MOST_SHOWN]
        large = [key for key in largest if len(said[key]) >= LARGE]
        total.update(large=len(large), found=sum(key in met for key in large))
    return total


def as_columns(
    statements: Sequence[GroupedStatement], vectors: NDArray[np.int8], of_whole: NDArray[np.bool_]
) -> Statements:
    """Return grouped statements as those of a file."""
    reviews = {passage: number for number, passage in enumerate(sorted({one.passage for one in statements}))}
    spans = [
        (min(one.words, one.target or one.words)[0], max((one.target or one.words)[1], one.words[1]))
        for one in statements
    ]
    targets = [one.text[slice(*one.target)] if one.target else "" for one in statements]
    return Statements(
        id=np.arange(len(statements)),
        review=np.array([reviews[one.passage] for one in statements]),
        start=np.array([start for start, _ in spans]),
        text=[one.text[start:end] for one, (start, end) in zip(statements, spans, strict=True)],
        target=targets,
        has_target=np.array([*map(bool, targets)]),
        polarity=np.array([one.sign for one in statements], np.float32),
        wish=np.zeros(len(statements), np.bool_),
        of_whole=of_whole,
        meaning=vectors,
        before=[one.text[max(0, start - AROUND) : start] for one, (start, _) in zip(statements, spans, strict=True)],
        after=[one.text[end : end + AROUND] for one, (_, end) in zip(statements, spans, strict=True)],
    )


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


def _auc(scores: NDArray[np.float32], positive: NDArray[np.bool_]) -> float:
    ranks = np.argsort(np.argsort(scores, kind="stable"), kind="stable") + 1
    n = int(positive.sum())
    return float((ranks[positive].sum() - n * (n + 1) / 2) / max(n * (len(scores) - n), 1))


def write_rule(lang: str, name: str, value: float | Sequence[float]) -> Path:
    """Put a threshold or weights into the rules of a language."""
    path = Path(voxpop.__file__).parent / "lang" / lang / "data" / "key_point_rules.toml"
    text, n = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", path.read_text(encoding="utf-8"))
    assert n == 1, f"{path} has no line for {name}"
    path.write_text(text, encoding="utf-8")
    return path


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.evaluation.key_points", description=__doc__.split("\n")[0],
                                     epilog="Example: python -m research.evaluation.key_points --data ../shared/data")  # fmt: skip
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--fast", action="store_true", help="of the small reader")
    given = parser.parse_args()
    for lang in DEVELOPMENT:
        statements = of_part(lang, given.data, "dev")
        found = vectors_of(statements, opinion_model(lang, fast=given.fast), lang)
        if found is None:
            print(f"{lang}: the weights have no meanings")
            continue
        vectors, _ = found
        for threshold in THRESHOLDS:
            print(lang, threshold, describe(score(statements, vectors, alike=threshold)))


if __name__ == "__main__":
    raise SystemExit(main())
