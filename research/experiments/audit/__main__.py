"""How well voxpop audit finds stars that do not belong to their text: ``python -m research.experiments.audit --data DIR``

On held-out reviews: (a) stars made wrong on purpose, 3 and 10 in 100; (b) reviews as they are, against the judgement of
one who read them without knowing the stars. With --fit, the numbers of the audit are first fitted on the development
splits and written into the package. With --by words, a bag of words predicts the stars instead of the model (needs
scikit-learn). Predictions are kept in --cache.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from research.experiments.audit.fit import fitted, plain
from research.experiments.audit.predict import PREDICTORS, predictions
from research.experiments.audit.report import FLIPPED, NATURAL, Split, as_they_are, details, flipped, unjudged
from research.experiments.audit.sets import LANGUAGES, StarredReview, starred
from voxpop import lang as languages
from voxpop.aggregate.audit_odds import Calibration, calibration
from voxpop.assets import assets
from voxpop.extract.opinion_model import has_opinion_model
from voxpop.lang import LANGUAGES as NAMES

LANGUAGE_FOLDERS = Path(languages.__file__).parent


def splits(data: Path, lang: str, by: str, cache: Path) -> tuple[Split, Split]:
    """The reviews to fit on, and those to measure on."""
    entries = starred(data, lang)
    chances = {name: predictions(name, data, lang, entries, cache=cache, version=version(name, lang))
               for name in (by, "lexicon")}  # fmt: skip
    return Split(entries, chances, "dev"), Split(entries, chances, "test")


def version(name: str, lang: str) -> str:
    """Predictions of other weights are not taken from the cache."""
    return next((asset.sha256[:12] for asset in assets() if name == "reader" and asset.name == f"reader-{lang}"), "")


def write_blind(entries: list[StarredReview], folder: Path) -> None:
    """Texts without stars, shuffled, and their key apart."""
    random.Random(3).shuffle(entries)
    texts = (" ".join(one.review.text.split()) for one in entries)
    (folder / "more-blind.txt").write_text("".join(f"#{i} {text}\n" for i, text in enumerate(texts)), encoding="utf-8")
    (folder / "more-key.tsv").write_text("".join(f"{i}\t{one.review.id}\t0\n" for i, one in enumerate(entries)))
    print(f"{len(entries)} listed reviews were never read: {folder}/more-blind.txt")


def save(numbers: dict[str, Calibration], by: str) -> None:
    """Write the new numbers into the folders of their languages."""
    for lang, found in numbers.items():
        made = f"python -m research.experiments.audit --data DIR --by {by} --fit"
        path = LANGUAGE_FOLDERS / lang / "data" / "audit_calibration.json"
        content = {"made by": made, "reader": version(by, lang), **plain(found)}
        path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        print(f"Written: {path}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.audit", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("out/audit"))
    parser.add_argument("--by", choices=[name for name in PREDICTORS if name != "lexicon"], default="reader")
    parser.add_argument("--fit", action="store_true", help="fit the numbers on dev and write them into the package")
    parser.add_argument("--unjudged", action="store_true", help="write what is listed and unread into the cache folder")
    options = parser.parse_args()
    by, numbers, more = options.by, dict[str, Calibration](), list[StarredReview]()
    tables: dict[str, list[str]] = {FLIPPED: [], NATURAL: []}
    for lang in LANGUAGES:
        if by == "reader" and not has_opinion_model(lang):
            print(f"{NAMES[lang]} has no model yet.")
            continue
        dev, test = splits(options.data, lang, by, options.cache)
        numbers[lang] = fitted(dev.entries, dev.chances[by]) if options.fit else calibration(lang)
        print(f"{NAMES[lang]}: {json.dumps(plain(numbers[lang]))}", *details(test, numbers[lang], by), sep="\n")
        tables[FLIPPED] += flipped(NAMES[lang], test, numbers[lang], by)
        tables[NATURAL] += as_they_are(NAMES[lang], test, numbers[lang], by)
        more += [one for split in (dev, test) for one in unjudged(split, numbers[lang], by)]
    for head, rows in tables.items():
        print(head, *rows, sep="\n")
    if options.unjudged:
        write_blind(more, options.cache)
    if options.fit:
        save(numbers, by)


if __name__ == "__main__":
    main()
