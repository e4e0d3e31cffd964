"""How far two annotators agree: ``python -m research.annotation.agreement --data DIR``.

Spans: F1 of one annotator against the other, exact and by overlap. Labels of opinions that both found: Cohen's kappa.
Sign and place: the share of one annotator's verdicts that overlap one of the other's with the same sign, both ways.
Key points: how right the largest points of one annotator are if the other's are true, both ways, by the figures of
``research.evaluation.key_points``, of which these are the ceiling; every statement of a point could be its label.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sklearn.metrics import cohen_kappa_score

from research.annotation.corpus import FIRST, SECOND, read_corpus
from research.annotation.key_points import read_twice
from research.training.opinions.score import overlap

LABELS = ("category", "polarity", "about", "fact")
COUNTED = ("passages", "points")
FEWEST_SHOWN, MOST_SHOWN = 3, 5  # reviews of a point, and points of a domain and sign, that count


def pairs(first: Sequence[dict[str, Any]], second: Sequence[dict[str, Any]]) -> list[tuple[Any, Any]]:
    """Return the passages that both annotated."""
    by_id = {(record["id"], tuple(record["span"])): record for record in first}
    return [(by_id[key], record) for record in second if (key := (record["id"], tuple(record["span"]))) in by_id]


def verdicts(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the opinions about the product that take a side."""
    return [opinion for opinion in record["opinions"] if opinion["polarity"] and opinion["about"] == "main"]


def agree(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two opinions have the same sign and share characters."""
    spans = [(opinion["target"], opinion["words"]) for opinion in (one, other)]
    return overlap(*spans) and (one["polarity"] > 0) == (other["polarity"] > 0)


def figures(both: Iterable[tuple[Any, Any]]) -> dict[str, float]:
    """Return the agreement of pairs of annotated passages."""
    counts: Counter[str] = Counter()
    labels: dict[str, tuple[list[str], list[str]]] = {name: ([], []) for name in LABELS}
    for a, b in both:
        counts["passages"] += 1
        for x, y, key in ((a, b, "second"), (b, a, "first")):
            counts[f"of {key}"] += len(verdicts(x))
            counts[f"found by {key}"] += sum(any(agree(o, other) for other in verdicts(y)) for o in verdicts(x))
        for part in ("target", "words"):
            spans = [{tuple(o[part]) for o in record["opinions"] if o[part]} for record in (a, b)]
            counts[part] += 2 * len(spans[0] & spans[1])
            counts[f"{part} in all"] += len(spans[0]) + len(spans[1])
        for opinion in a["opinions"]:
            twin = next(
                (o for o in b["opinions"] if o["words"] == opinion["words"] and o["target"] == opinion["target"]), None
            )
            for name in LABELS if twin else ():
                for side, value in zip(labels[name], (opinion[name], twin[name]), strict=True):
                    side.append(str(value))
    made: dict[str, float] = {"passages": counts["passages"]}
    for key in ("second", "first"):
        made[f"verdicts found by the {key}"] = counts[f"found by {key}"] / max(counts[f"of {key}"], 1)
    for part in ("target", "words"):
        made[f"exact F1 of {part}"] = counts[part] / max(counts[f"{part} in all"], 1)
    for name in LABELS:
        made[f"kappa of {name}"] = kappa(*labels[name])
    return made


def kappa(first: Sequence[str], second: Sequence[str]) -> float:
    """Return Cohen's kappa; 1 where there is but one label, which both gave."""
    return float(cohen_kappa_score(first, second)) if len({*first, *second}) > 1 else 1.0


def point_figures(lists: Iterable[Sequence[tuple[str, str | None, str | None]]]) -> dict[str, float]:
    """Return how right the points of one annotator are by those of the other.

    Each list holds the review of each statement of one domain and sign, and the point it makes to the one and to the other.
    """
    total: defaultdict[str, float] = defaultdict(float)
    for statements in lists:
        own: defaultdict[str, list[tuple[str, str | None]]] = defaultdict(list)
        true: defaultdict[str | None, set[str]] = defaultdict(set)
        for review, mine, other in statements:
            true[other].add(review)
            if mine:
                own[mine].append((review, other))
        largest = sorted(own.values(), key=lambda said: -len({review for review, _ in said}))[:MOST_SHOWN]
        for said in largest:
            reviews = {review for review, _ in said}
            for label, of in Counter(said).items() if len(reviews) >= FEWEST_SHOWN else ():
                share = of / len(said)
                meant = true[label[1]] if label[1] else {label[0]}
                error = abs(len(reviews) - len(meant))
                total["points"] += share
                total["within_10"] += share * (error <= 0.1 * len(meant))
                total["reviews"] += share * len(reviews)
                total["quotes"] += share * len(reviews & meant)
                total["true"] += share * len(meant)
                total["error"] += share * error
    return {
        "points": total["points"],
        "quotes": total["quotes"] / max(total["reviews"], 1),
        "within_10": total["within_10"] / max(total["points"], 1),
        "size_error": total["error"] / max(total["true"], 1),
    }


def both_ways(lang: str, data: Path) -> list[list[tuple[str, str | None, str | None]]]:
    """Return the statements of each domain and sign with the points of both annotators, and with those exchanged."""
    lists: defaultdict[tuple[str, int], list[tuple[str, str | None, str | None]]] = defaultdict(list)
    for statement, second in read_twice(lang, data):
        lists[statement.domain, statement.sign].append((statement.passage, statement.group, second))
    return [*lists.values(), *([(review, b, a) for review, a, b in said] for said in lists.values())]


def describe(made: dict[str, float]) -> str:
    """Return figures in one line, numbers of passages and points as whole numbers."""
    return ", ".join(f"{name} {value:.{0 if name in COUNTED else 3}f}" for name, value in made.items())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.annotation.agreement", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    given = parser.parse_args()
    for lang in ("en", "zh"):
        both = pairs(read_corpus(lang, given.data, name=FIRST), read_corpus(lang, given.data, name=SECOND))
        print(f"{lang}: {describe(figures(both))}")
        print(f"{lang}, key points: {describe(point_figures(both_ways(lang, given.data)))}")


if __name__ == "__main__":
    main()
