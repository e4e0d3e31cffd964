"""How many of the listed rivals and of the shown comparison verdicts are right, by the judgements of a reader.

``python -m research.experiments.rivals --data DIR`` analyses the development files (``--held-out``: the others) with the weights
that are installed, with and without the name of the product, and compares the result with ``rivals.tsv`` and
``comparisons.tsv``. What nobody has judged yet is printed with its sentences, ready to be judged, and counts for nothing.
``--curve`` prints how many verdicts are right from each threshold on, by which ``comparison`` among the ``thresholds`` in a reader's
config is chosen: the lowest with nine in ten right on the development files.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import voxpop
from research import datasets
from research.experiments.rivals.files import DEVELOPMENT, HELD_OUT, ReviewFile, texts
from voxpop.entities.names import names_in_texts
from voxpop.entities.product_titles import letters_and_digits
from voxpop.entities.review_mentions import resolved_review
from voxpop.extract.extractors import extractor
from voxpop.extract.opinion_model import opinion_model
from voxpop.lang import language
from voxpop.settings import SIDES
from voxpop.types import Comparison, Product, Review

HOME = Path(__file__).parent
FOR_NAMES, FOR_COMPARISONS = 400, 150  # reviews of each file
LETTERS = {"better": "B", "worse": "W", "equal": "E"}


def judged(name: str) -> dict[tuple[str, ...], str]:
    """Return a table of judgements: its last column by the others."""
    with (HOME / name).open(encoding="utf-8", newline="") as lines:
        return {tuple(row[:-1]): row[-1] for row in csv.reader(lines, delimiter="\t")}


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def analysed(reviews: Sequence[str], file: ReviewFile, product: str | None) -> voxpop.Analysis:
    rows = [Review(id=fingerprint(text), text=text) for text in reviews]
    return voxpop.analyze(rows, product=product, lang=file.lang, workers=1)


def rivals(file: ReviewFile, reviews: Sequence[str], gold: Mapping[tuple[str, ...], str]) -> Iterator[Counter[str]]:
    """Yield the counts of listed rivals, without and with the name of the product."""
    own = []
    for product in dict.fromkeys((None, file.product)):
        analysis = analysed(reviews, file, product)
        own.append(sum(opinion.about in SIDES["main"] for opinion in analysis.opinions))
        counts: Counter[str] = Counter()
        listed = {letters_and_digits(rival.name): rival.name for rival in analysis.ledger().rivals if rival.name}
        for key, name in sorted(listed.items()):
            counts[gold.get((file.name, key), "?")] += 1
            if (file.name, key) not in gold:
                quotes = [text for text in reviews if name.lower() in text.lower()][:4]
                print(f"? {file.name}\t{key}\t" + " || ".join(around(text, name).replace("\n", " ") for text in quotes))
        wrong = [name for key, name in listed.items() if gold.get((file.name, key)) == "0"]
        print(f"{file.name:20} {product or '-':22} rivals {counts['1']} right {counts['0']} wrong {wrong or ''}")
        yield counts
    print(f"{file.name:20} opinions on the product: {' without, with its name '.join(map(str, own))}")


def around(text: str, name: str) -> str:
    place = text.lower().find(name.lower())
    return text[max(0, place - 80) : place + 80]


def read_comparisons(reviews: Sequence[str], file: ReviewFile) -> Iterator[Comparison]:
    """Yield the comparisons of some reviews, as an analysis stores them, but for the names of rivals."""
    parsed, product = language(file.lang).parse(reviews), Product(file.product)
    names = names_in_texts(reviews, parsed, lang=file.lang, products=[product] * len(reviews))
    for text, extraction in zip(reviews, extractor(file.lang).extract(reviews, parsed, names), strict=True):
        yield from resolved_review(Review(id=fingerprint(text), text=text), extraction, product).comparisons


def comparisons(file: ReviewFile, reviews: Sequence[str], gold: Mapping[tuple[str, ...], str]) -> Counter[str]:
    """Return how many shown verdicts are right, and how many comparisons were judged to be there."""
    counts: Counter[str] = Counter()
    shown: set[tuple[str, ...]] = set()
    for compared in read_comparisons(reviews, file):
        key, letter = (file.name, compared.review_id, str(compared.start)), LETTERS[compared.preference]
        verdict = gold.get(key)
        counts["?" if verdict is None else "right" if letter in verdict else "wrong"] += 1
        if verdict is not None and letter in verdict:
            shown.add(key)
        if verdict is None or letter not in verdict:
            print("\t".join(("?" if verdict is None else "wrong", *key, letter, verdict or "", marked(compared))))
    counts["there"] = sum(verdict != "-" for key, verdict in gold.items() if key[0] == file.name)
    counts["found"] = len(shown)
    return counts


def curve(files: Sequence[ReviewFile], lang: str, data: Path, gold: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    """Yield for every fifth verdict, surest first: its confidence, how many are right up to it, and of how many."""
    model = opinion_model(lang)
    model.thresholds = replace(model.thresholds, comparison=0.0)
    found = []
    for file in files:
        for compared in read_comparisons(texts(file, data, FOR_COMPARISONS), file):
            verdict = gold.get((file.name, compared.review_id, str(compared.start)), "-")
            found.append((compared.confidence, LETTERS.get(compared.preference, "?") in verdict))
    found.sort(reverse=True)
    for number in range(5, min(len(found), 80) + 1, 5):
        right = sum(is_right for _, is_right in found[:number])
        yield f"{found[number - 1][0]:.2f}: {right} of {number}"


def marked(compared: Comparison) -> str:
    """Return the sentence with the words of the comparison in brackets."""
    start, end = (offset - compared.start for offset in compared.opinion or (compared.start, compared.start))
    text = compared.text
    return f"{compared.confidence:.2f} {text[:start]}[{text[start:end]}]{text[end:]}".replace("\n", " ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--only", nargs="*", help="names of files")
    parser.add_argument("--skip", choices=("rivals", "comparisons"))
    parser.add_argument("--curve", action="store_true")
    given = parser.parse_args()
    data = datasets.folder(given.data)
    names, verdicts = judged("rivals.tsv"), judged("comparisons.tsv")
    if given.curve:
        for lang in ("en", "zh"):
            print(lang, *curve([file for file in DEVELOPMENT if file.lang == lang], lang, data, verdicts), sep="\n")
        return
    listed: Counter[str] = Counter()
    shown: dict[str, Counter[str]] = {"en": Counter(), "zh": Counter()}
    for file in HELD_OUT if given.held_out else DEVELOPMENT:
        if given.only and file.name not in given.only:
            continue
        reviews = texts(file, data, FOR_NAMES)
        if given.skip != "rivals":
            for counts in rivals(file, reviews, names):
                listed += counts
        if given.skip != "comparisons":
            counts = comparisons(file, reviews[:FOR_COMPARISONS], verdicts)
            print(f"{file.name:20} comparisons {dict(counts)}")
            shown[file.lang] += counts
    print(f"rivals: {listed['1']} of {listed['1'] + listed['0']} right, {listed['?']} not judged")
    for lang, counts in shown.items():
        print(f"comparisons {lang}: {counts['right']} of {counts['right'] + counts['wrong']} shown are right, "
              f"{counts['found']} of {counts['there']} found, {counts['?']} not judged")  # fmt: skip


if __name__ == "__main__":
    main()
