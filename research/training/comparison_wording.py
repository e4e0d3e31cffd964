"""How sentences that compare are worded: a logistic regression over runs of words or characters, learnt from COQE.

``python -m research.training.comparison_wording --data DIR --lang en`` learns from train and dev, writes words.tsv into the asset
compares-en and lists it again. With ``--choose`` it learns from train alone, writes nothing, and prints for each
penalty the log loss of cross-validation on train, then how well dev is told. COQE's test part only says which sentences
of the others must not be learnt from, as they are in it, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize

from research.training.branch.comparisons import DOMAINS, Line, read, without_leaks
from voxpop import assets
from voxpop.entities.comparison_wording import FILE, ComparisonWording, wording_units
from voxpop.errors import InputError, OutputError, says_errors

COMMON = 2  # sentences that must have a run for it to be known
DIGITS = 3  # of what is written
PENALTIES = (0.1, 0.05, 0.03, 0.02, 0.01, 0.007, 0.005, 0.003, 0.002)
PENALTY = {"en": 0.03, "zh": 0.003}  # the best of them by cross-validation
FOLDS = 10

Floats = NDArray[np.float64]


# --- learning


def learn(lines: Sequence[Line], *, penalty: float) -> ComparisonWording:
    """The wording of some sentences of one language."""
    lang = lines[0].lang
    found = [wording_units(line.text, lang) for line in lines]
    counted = Counter(run for each in found for run in each)
    rarity = {
        run: round(log((1 + len(lines)) / (1 + count)) + 1, DIGITS)
        for run, count in sorted(counted.items())
        if count >= COMMON
    }
    labels = np.array([line.comparative for line in lines], np.float64)
    *weights, bias = np.round(fit(tabulate(found, rarity), labels, penalty=penalty), DIGITS).tolist()
    return ComparisonWording(
        lang, bias, {run: (weight, rarity[run]) for run, weight in zip(rarity, weights, strict=True)}
    )


def tabulate(found: Sequence[Sequence[str]], rarity: dict[str, float]) -> csr_array:
    """Return the sentences as sparse rows of unit length, with a column for each known run."""
    place = {run: at for at, run in enumerate(rarity)}
    cells = [(at, place[run], rarity[run]) for at, each in enumerate(found) for run in each if run in place]
    rows, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
    return normalize(csr_array((values, (rows, columns)), shape=(len(found), len(place)), dtype=np.float64))


def fit(rows: csr_array, labels: Floats, *, penalty: float) -> Floats:
    """Return weights and a bias with the least log loss + penalty / 2 · ‖weights‖²; the bias is free."""
    model = LogisticRegression(C=1 / penalty, solver="newton-cg", tol=1e-7, max_iter=1000).fit(rows, labels > 0)
    return np.append(model.coef_[0], model.intercept_)


def loss(sums: Floats, labels: Floats) -> float:
    """The log loss of log odds, over all sentences."""
    return float(np.logaddexp(0, np.where(labels > 0, -sums, sums)).sum())


# --- choosing


def folds(lines: Sequence[Line]) -> Iterator[tuple[list[Line], list[Line]]]:
    """What to learn from and what is left out, the same on every run."""
    order = list(lines)
    Random(0).shuffle(order)
    for fold in range(FOLDS):
        yield [line for at, line in enumerate(order) if at % FOLDS != fold], order[fold::FOLDS]


def cross_validated(lines: Sequence[Line], *, penalty: float) -> float:
    """The mean log loss of sentences that were not learnt from."""
    return sum(missed(learn(rest, penalty=penalty), held) * len(held) for rest, held in folds(lines)) / len(lines)


def missed(found: ComparisonWording, lines: Sequence[Line]) -> float:
    sums = np.array([found.odds(line.text) for line in lines])
    return loss(sums, np.array([line.comparative for line in lines], np.float64)) / len(lines)


def f1(found: ComparisonWording, lines: Sequence[Line]) -> float:
    said = [found.odds(line.text) > 0 for line in lines]
    both = sum(line.comparative and one for line, one in zip(lines, said, strict=True))
    return 2 * both / max(sum(said) + sum(line.comparative for line in lines), 1)


# --- the command


def sentences(data: Path, lang: str) -> list[Line]:
    """COQE's sentences of a language to learn from: train and dev, without what is in test, too."""
    clean = without_leaks([line for line in read(data) if line.lang == lang])
    found = [line for line in clean if line.split != "test"]
    if not found:
        raise InputError(f"There are no sentences to learn from in {data / 'coqe'}.")
    return found


def ship(found: ComparisonWording, folder: Path) -> assets.Asset:
    """Put the table into the asset of its language, and list that again under its terms."""
    asset = assets.find(f"compares-{found.lang}", folder)
    path = asset.path.with_name(FILE)
    draft = path.with_name(f".{FILE}.part")
    try:
        draft.write_bytes(found.to_bytes())
        draft.replace(path)
    except OSError as error:
        raise OutputError(f"The table of words cannot be written to {path}: {error.strerror}.") from None
    return assets.add(asset.name, language=asset.language, licence=asset.licence, folder=folder)


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.comparison_wording", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--lang", required=True, choices=sorted(set(DOMAINS.values())))
    parser.add_argument("--choose", action="store_true", help="print what each penalty brings; write nothing")
    given = parser.parse_args(arguments)
    lines = sentences(given.data, given.lang)
    if given.choose:
        train, dev = ([line for line in lines if line.split == split] for split in ("train", "dev"))
        for penalty in PENALTIES:
            sys.stdout.write(f"penalty {penalty}: log loss {cross_validated(train, penalty=penalty):.4f}\n")
        found = learn(train, penalty=PENALTY[given.lang])
        sys.stdout.write(f"dev: log loss {missed(found, dev):.4f}, F1 {f1(found, dev):.3f}\n")
        return
    found = learn(lines, penalty=PENALTY[given.lang])
    asset = ship(found, assets.FOLDER)
    size = asset.path.with_name(FILE).stat().st_size
    sys.stdout.write(f"{given.lang}: {len(lines)} sentences, {len(found.table)} runs, {size:,} bytes\n")


if __name__ == "__main__":
    raise SystemExit(main())
