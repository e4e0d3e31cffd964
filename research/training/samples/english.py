"""The English sets: SemEval-14, -15 and -16, MAMS, MEMD, ASTE, and three sets of reviews with stars."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from research.training.corpora import hotels, opened
from research.training.data import hold_out
from research.training.samples.leakage import bare
from research.training.samples.sample import Sample
from research.training.samples.semeval import into, laptops14, laptops16, mams, restaurants14, restaurants16
from research.training.samples.tokenised import aste, memd
from voxpop.errors import InputError

STARS_TEST, STARS_DEV = 2000, 500

Row = Mapping[str, str]


def english(data: Path) -> list[Sample]:
    """Every sample of every English set, in its split, before leaks are taken out."""
    semeval = [*restaurants14(data), *laptops14(data), *restaurants16(data), *laptops16(data)]
    return [*semeval, *mams(data), *memd(data), *triplets(data, semeval), *yelp(data), *clothing(data), *lara(data)]


def triplets(data: Path, semeval: Iterable[Sample]) -> Iterator[Sample]:
    """ASTE, whose sentences are SemEval's: outside the tests a sentence is in the split that it has there.

    The test set of 15res is training data of SemEval-16; what 15res and 16res share counts once, as 16res.
    """
    splits = {bare(sample.text): sample.split for sample in semeval if sample.split == "dev"}
    seen: set[tuple[str, str]] = set()
    for sample in aste(data):
        key = bare(sample.text), sample.source.replace("15", "16")
        if sample.split == "test" and sample.source != "aste-15res":
            yield sample
        elif key not in seen:
            yield replace(sample, split=splits.get(key[0], "train"))
        seen.add(key)


# --- stars


def yelp(data: Path) -> list[Sample]:
    def read(row: Row) -> tuple[str, str, str]:
        return row["review_id"], row["text"], row["stars"]

    return _rated(data / "yelp-10k" / "yelp.csv", "yelp-10k", read)


def clothing(data: Path) -> list[Sample]:
    """Title and text, as for hotels; a review without a text is left out."""

    def read(row: Row) -> tuple[str, str, str]:
        return row[""], row["Review Text"] and f"{row['Title']}\n{row['Review Text']}".strip(), row["Rating"]

    return _rated(data / "womens-clothing" / "reviews.csv", "womens-clothing", read)


def _rated(path: Path, source: str, read: Callable[[Row], tuple[str, str, str]]) -> list[Sample]:
    samples = []
    with opened(path) as lines:
        for number, row in enumerate(csv.DictReader(lines), start=1):
            try:
                name, text, stars = read(row)
                if text.strip():
                    exact = (int(stars), int(stars))
                    samples.append(Sample(f"{source}-{name}", text, source, "train", stars=exact))
            except (KeyError, ValueError, TypeError, AttributeError) as error:
                raise InputError(f"{path}, record {number}, is not a review of {source}: {error!r}.") from None
    rest, test = hold_out(samples, share=STARS_TEST / len(samples))
    train, dev = hold_out(rest, share=STARS_DEV / len(rest))
    return [*train, *into("dev", dev), *into("test", test)]


def lara(data: Path) -> list[Sample]:
    """Hotels in the splits of ``corpora.hotels``: none is in two of them."""
    return [Sample(f"lara-hotels-{each.id}", each.text, "lara-hotels", split, stars=(int(each.stars), int(each.stars)))
            for split, found in hotels(data).splits.items() for each in found if each.stars is not None]  # fmt: skip
