"""How well voxpop audit finds stars that do not belong to their text: ``python -m experiments.audit --data DIR``

On held-out reviews: (a) stars made wrong on purpose, 3 and 10 in 100; (b) reviews as they are, against the judgement of
one who read them without knowing the stars. With --fit, the numbers of the audit are first fitted on the development
splits and written into the package. With --by words, a bag of words predicts the stars instead of the reader (needs
scikit-learn). Predictions are kept in --cache.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev

import numpy as np

from experiments.audit.fit import fitted, plain
from experiments.audit.flips import KINDS, corrupted
from experiments.audit.judged import judgements
from experiments.audit.measure import Flags, area, average_precision, calibration_error, listing, reliability
from experiments.audit.predict import PREDICTORS, Floats, predictions
from experiments.audit.sets import LANGUAGES, Starred, starred
from voxpop import aggregate
from voxpop.aggregate.audit_case import Case
from voxpop.aggregate.audit_odds import Calibration, calibration
from voxpop.aggregate.audit_reasons import explain
from voxpop.assets import assets

NUMBERS = Path(aggregate.__file__).parent / "data" / "audit.json"
SEEDS = range(5)
SHARES = (0.03, 0.10)
PRECISIONS = (0.8, 0.5)


class Split:
    """The reviews of a language in one split, the chances of their stars, and which were judged."""

    def __init__(self, entries: Sequence[Starred], chances: dict[str, Floats], split: str) -> None:
        places = [i for i, one in enumerate(entries) if one.split == split]
        self.entries = [entries[i] for i in places]
        self.chances = {name: rows[places] for name, rows in chances.items()}
        self.stars = np.array([one.review.stars for one in self.entries], dtype=np.float64)
        self.judged = judgements(self.entries)
        self.natural = np.array(
            [i in self.judged and self.judged[i].mismatch(one) for i, one in enumerate(self.entries)]
        )

    def gap(self, name: str, stars: Floats) -> Floats:
        """The first baseline: stars between those given and those expected."""
        return np.asarray(np.abs(self.chances[name] @ np.arange(1, 6) - stars))


def flipped(split: Split, numbers: Calibration, by: str) -> Iterator[str]:
    """(a): ranking and list, over several draws of the wrong stars."""
    for share in SHARES:
        rows: dict[str, list[tuple[float, ...]]] = {}
        found: Counter[str] = Counter()
        made: Counter[str] = Counter()
        for seed in SEEDS:
            stars, false, kinds = corrupted(split.entries, share, seed=seed)
            real: Flags = false | (split.natural & (stars == split.stars))
            result = listing(numbers, stars, split.chances[by], precision=PRECISIONS[0])
            rows.setdefault("audit", []).append((area(result.sure, false), average_precision(result.sure, false)))
            for name in split.chances:
                gap = split.gap(name, stars)
                rows.setdefault(f"gap, {name}", []).append((area(gap, false), average_precision(gap, false)))
            listed = result.places
            rows.setdefault("list", []).append((len(listed), real[listed].mean(), false[listed].mean(),
                                                false[listed].sum() / false.sum(), result.share,
                                                calibration_error(result.sure, real)))  # fmt: skip
            made.update(kinds)
            found.update(kinds[i] for i in listed)
        yield f"  {share:.0%} of the stars wrong"
        for name, values in rows.items():
            columns = [list(column) for column in zip(*values, strict=True)]
            heads = (
                ("listed", "precision", "of which made", "recall", "share", "ECE") if name == "list" else ("AUC", "AP")
            )
            yield f"    {name:14}" + "  ".join(
                f"{h} {mean(c):.3f} ± {stdev(c):.3f}" for h, c in zip(heads, columns, strict=True)
            )
        yield "    recall by kind: " + ", ".join(
            f"{kind} {found[kind] / made[kind]:.2f}" for kind in KINDS if made[kind]
        )
        yield "    probability → real: " + ", ".join(
            f"{p:.2f} → {r:.2f} ({n})" for n, p, r in reliability(result.sure, real)
        )


def as_they_are(split: Split, numbers: Calibration, by: str) -> Iterator[str]:
    """(b): the list over untouched reviews, against the judgements."""
    for precision in PRECISIONS:
        result = listing(numbers, split.stars, split.chances[by], precision=precision)
        known = [i for i in result.places if i in split.judged]
        real = sum(bool(split.natural[i]) for i in known)
        yield (
            f"  as they are, precision {precision:g}: {len(result.places)} of {len(split.entries)} listed, "
            f"{len(known)} judged, {real} real ({real / max(1, len(known)):.2f}); supposed share {result.share:.4f}"
        )
    order = np.argsort(-result.sure, kind="stable")
    for depth in (10, 20, 50):
        known = [i for i in order[:depth] if i in split.judged]
        real = sum(bool(split.natural[i]) for i in known)
        yield f"  first {depth}: {len(known)} judged, {real} real"
    weights = {i: j.weight for i, j in split.judged.items()}
    whole = sum(weights[i] for i in weights if split.natural[i])
    yield f"  real mismatches by the judgements: about {whole:.0f} ({whole / len(split.entries):.2%})"
    found = {i: explain(Case(one.review, split.chances[by][i].tolist()))[0] for i, one in enumerate(split.entries)
             if i in set(result.places.tolist()) or split.natural[i]}  # fmt: skip
    yield "  reasons: " + ", ".join(f"{why} {n}" for why, n in Counter(found[i] for i in result.places).most_common())
    named = [i for i, one in split.judged.items() if one.reasons]
    same = sum(found[i] in split.judged[i].reasons for i in named)
    yield f"  reasons of judged mismatches: {same} of {len(named)} agree"


def unjudged(split: Split, numbers: Calibration, by: str) -> list[Starred]:
    """What the list holds and no one has read, for at least a look at the lower precision."""
    result = listing(numbers, split.stars, split.chances[by], precision=PRECISIONS[-1])
    return [split.entries[i] for i in result.places if i not in split.judged]


def version() -> str:
    """Predictions of other weights are not taken from the cache."""
    return " ".join(asset.sha256[:12] for asset in assets() if asset.name.startswith("reader"))


def write_blind(entries: list[Starred], folder: Path) -> None:
    """Texts without stars, shuffled, and their key apart."""
    random.Random(3).shuffle(entries)
    texts = (" ".join(one.review.text.split()) for one in entries)
    (folder / "more-blind.txt").write_text("".join(f"#{i} {text}\n" for i, text in enumerate(texts)), encoding="utf-8")
    (folder / "more-key.tsv").write_text("".join(f"{i}\t{one.review.id}\t0\n" for i, one in enumerate(entries)))


def save(numbers: dict[str, Calibration], by: str) -> None:
    made = {
        "made by": f"python -m experiments.audit --data DIR --by {by} --fit",
        "reader": version() if by == "reader" else None,
        "languages": {lang: plain(found) for lang, found in numbers.items()},
    }
    NUMBERS.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    print(f"Written: {NUMBERS.name}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m experiments.audit", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("out/audit"))
    parser.add_argument("--by", choices=[name for name in PREDICTORS if name != "lexicon"], default="reader")
    parser.add_argument("--fit", action="store_true", help="fit the numbers on dev and write them into the package")
    parser.add_argument("--unjudged", action="store_true", help="write what is listed and unread into the cache folder")
    options = parser.parse_args()
    numbers: dict[str, Calibration] = {}
    more: list[Starred] = []
    for lang in LANGUAGES:
        entries = starred(options.data, lang)
        chances = {name: predictions(name, options.data, lang, entries, cache=options.cache, version=version())
                   for name in dict.fromkeys((options.by, "lexicon"))}  # fmt: skip
        dev, test = (Split(entries, chances, split) for split in ("dev", "test"))
        numbers[lang] = fitted(dev.entries, dev.chances[options.by]) if options.fit else calibration(lang)
        print(
            f"{lang}, {len(test.entries)} test reviews, {len(test.judged)} judged; {json.dumps(plain(numbers[lang]))}"
        )
        for line in (*flipped(test, numbers[lang], options.by), *as_they_are(test, numbers[lang], options.by)):
            print(line)
        more += [one for split in (dev, test) for one in unjudged(split, numbers[lang], options.by)]
    if options.unjudged:
        write_blind(more, options.cache)
        print(f"{len(more)} listed reviews were never read: {options.cache}/more-blind.txt")
    if options.fit:
        save(numbers, options.by)


if __name__ == "__main__":
    main()
