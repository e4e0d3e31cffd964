"""How well voxpop audit finds stars that do not belong to their text: ``python -m research.experiments.audit --data DIR``

Files of real reviews, one for each held-out kind of product with stars, are analysed and audited. For each precision asked for,
it prints how many reviews are listed, how many of them were judged, and how many of those are mismatches; then the same where
one star in ten was reversed on purpose. With ``--fit``, the numbers are first fitted on judged reviews of other kinds and written
into the package. Analyses are kept in ``--cache``; a new reader makes new ones. Some minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from research.experiments.audit.fit import JudgedDoubt, fitted, plain
from research.experiments.audit.judged import LANGUAGES, StarredReview, starred
from research.training.opinions.kinds import kind_of_domains
from voxpop import aggregate
from voxpop.aggregate.audit import PRECISION, Calibration, calibration, candidate, doubt_of, doubtful, ranked
from voxpop.analysis import Analysis, analyze
from voxpop.analysis import open as open_analysis
from voxpop.assets import find
from voxpop.extract.opinion_model import opinion_model
from voxpop.extract.predicted_stars import tempered
from voxpop.settings import Curation, Settings
from voxpop.types import Opinion

PRECISIONS = (0.9, 0.8, 0.7, 0.6, 0.5)
WRONG = 0.1  # share of the stars that are reversed on purpose
CALIBRATION = Path(aggregate.__file__).parent / "audit_calibration.json"


def reader(lang: str) -> str:
    """Return what tells a reader from others: its weights and its thresholds."""
    return find(f"reader-{lang}").checksum[:12]


def analysed(entries: Sequence[StarredReview], name: str, lang: str, cache: Path) -> Analysis:
    """Return the analysis of a file of reviews, from the cache if this reader made it before."""
    path = cache / f"{name.replace(' ', '-').replace('/', '-')}-{lang}-{reader(lang)}-{len(entries)}.voxpop"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        settings = Settings(lang=lang, curation=Curation.off())
        analyze([entry.review for entry in entries], settings=settings, output=path).close()
    return open_analysis(path)


def opinions_by_review(analysis: Analysis) -> dict[str, list[Opinion]]:
    opinions: dict[str, list[Opinion]] = defaultdict(list)
    for opinion in analysis.opinions:
        opinions[opinion.review_id].append(opinion)
    return opinions


def judged_doubts(entries: Sequence[StarredReview], lang: str, cache: Path) -> Iterator[JudgedDoubt]:
    """Yield the judged reviews that choose the numbers, as far as this reader doubts them."""
    chosen = {entry.review.id: entry for entry in entries if not entry.is_held_out and entry.deserved is not None}
    with analysed(list(chosen.values()), "judged", lang, cache) as analysis:
        opinions = opinions_by_review(analysis)
        for review in analysis.reviews:
            if review.star_probabilities and is_doubtful(review.stars or 0.0, review.star_probabilities):
                yield JudgedDoubt(chosen[review.id], doubt_of(review, opinions[review.id]))


def is_doubtful(stars: float, chances: Sequence[float]) -> bool:
    return bool(doubtful(np.array([stars]), np.array([chances]))[0])


def unread(entries: Sequence[StarredReview], lang: str) -> list[StarredReview]:
    """Return the reviews that could choose numbers and that this reader doubts, but nobody judged."""
    model = opinion_model(lang)

    def doubted(entry: StarredReview) -> bool:
        chances = tempered(model.read(entry.review.text).stars, model.config.get("stars", {}))
        return is_doubtful(entry.review.stars or 0.0, chances)

    return [entry for entry in entries if not entry.is_held_out and entry.deserved is None and doubted(entry)]


class FileResult(NamedTuple):
    """What the audit lists in a file: (listed, judged, real) for each precision, and of reversed stars (found, made, listed)."""

    counts: NDArray[np.int64]  # (precisions, 3)
    reversed: NDArray[np.int64]
    unjudged: list[StarredReview]  # listed at the lowest precision
    note: str = ""

    def row(self, name: str) -> str:
        """Return a row of the table."""
        cells = [f"{listed}, {real} of {judged}" for listed, judged, real in self.counts.tolist()]
        found, made, listed = self.reversed.tolist()
        return f"| {name}{self.note} | {' | '.join(cells)} | {found} of {made}, {found} of {listed} |"


def audited(entries: Sequence[StarredReview], domain: str, lang: str, cache: Path) -> FileResult:
    """Return what the audit lists in a file of reviews."""
    by_id = {entry.review.id: entry for entry in entries}
    with analysed(entries, domain, lang, cache) as analysis:
        result = analysis.audit(precision=PRECISIONS[-1])
        listed = [(mismatch.probability, by_id[mismatch.review_id]) for mismatch in result.mismatches]
        wrong = reversed_stars(analysis)
    counts = []
    for precision in PRECISIONS:
        chosen = [entry for probability, entry in listed if probability >= precision]
        judged = [entry for entry in chosen if entry.deserved is not None]
        counts.append((len(chosen), len(judged), sum(entry.is_mismatch for entry in judged)))
    note = f" (not audited: {', '.join(result.misread_kinds)})" if result.misread_kinds else ""
    return FileResult(np.array(counts), wrong, [entry for _, entry in listed if entry.deserved is None], note)


def reversed_stars(analysis: Analysis) -> NDArray[np.int64]:
    """Return how many stars reversed on purpose are listed at .8, how many were made, and how many are listed in all."""
    dice = random.Random(0)
    reviews = [review for review in analysis.reviews if review.stars is not None and review.star_probabilities]
    wrong = {review.id for review in reviews if dice.random() < WRONG and review.stars != 3}
    changed = [replace(one, stars=6 - (one.stars or 0.0)) if one.id in wrong else one for one in reviews]
    doubted = [one for one in changed if is_doubtful(one.stars or 0.0, one.star_probabilities or ())]
    said = opinions_by_review(analysis)
    candidates, _ = ranked((candidate(one, said.get(one.id, ())) for one in doubted), audited=len(reviews))
    listed = [one.review_id in wrong for one in candidates if one.probability >= PRECISION]
    return np.array([sum(listed), len(wrong), len(listed)])


def save(numbers: Calibration) -> None:
    """Write the numbers into the package."""
    made = "python -m research.experiments.audit --data DIR --fit"
    content = {"made by": made, "readers": {lang: reader(lang) for lang in LANGUAGES}, **plain(numbers)}
    CALIBRATION.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    calibration.cache_clear()
    print(f"Written: {CALIBRATION}")


def write_blind(entries: list[StarredReview], folder: Path) -> None:
    """Write texts without their stars, shuffled, to be judged: a number from 1 to 5, or 0 where a text says nothing."""
    random.Random(3).shuffle(entries)
    texts = (f"{entry.review.id}\t{' '.join(entry.review.text.split())}\n" for entry in entries)
    (folder / "unjudged.tsv").write_text("".join(texts), encoding="utf-8")
    print(f"{len(entries)} doubtful reviews that nobody judged: {folder}/unjudged.tsv")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.audit", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("out/audit"))
    parser.add_argument("--fit", action="store_true", help="fit the numbers and write them into the package")
    parser.add_argument(
        "--unjudged", action="store_true", help="write the doubtful reviews that nobody judged into the cache"
    )
    given = parser.parse_args()
    entries = {lang: starred(given.data, lang) for lang in LANGUAGES}
    if given.fit:
        doubts = [one for lang in LANGUAGES for one in judged_doubts(entries[lang], lang, given.cache)]
        read = sum(not entry.is_held_out for lang in LANGUAGES for entry in entries[lang])
        real = sum(one.entry.is_mismatch for one in doubts)
        print(f"{len(doubts)} judged reviews are doubtful to this reader, {real} of them mismatches.")
        numbers = fitted(doubts, kind_of_domains().get, reviews=read)
        print(json.dumps(plain(numbers)))
        save(numbers)
    print("| file, reviews | " + " | ".join(f"asked {each:g}" for each in PRECISIONS) + " | one in ten reversed |")
    print("|---|" + "---|" * (len(PRECISIONS) + 1))
    results: list[FileResult] = []
    for lang in LANGUAGES:
        files: dict[str, list[StarredReview]] = defaultdict(list)
        for entry in entries[lang]:
            if entry.is_held_out:
                files[entry.domain].append(entry)
        for domain, reviews in files.items():
            results.append(audited(reviews, domain, lang, given.cache))
            print(results[-1].row(f"{lang} {domain}, {len(reviews)}"), flush=True)
    counts, wrong = sum(result.counts for result in results), sum(result.reversed for result in results)
    print(FileResult(np.asarray(counts), np.asarray(wrong), []).row("all"))
    if given.unjudged:
        unjudged = [entry for result in results for entry in result.unjudged]
        unjudged += [entry for lang in LANGUAGES for entry in unread(entries[lang], lang)]
        write_blind(unjudged, given.cache)


if __name__ == "__main__":
    main()
