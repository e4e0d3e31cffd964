"""The data sets of Bu et al. (2021) and what stands in for them here, each under its name in ``CORPORA``."""

from __future__ import annotations

import csv
import io
import json
import lzma
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from research.training.data import CORPORA, DEV_SEED, Corpus, Example, hold_out
from research.training.scheme import CLASSES, HOTELS, NOT_MENTIONED, RESTAURANT, Scheme, asap, asap_columns
from voxpop.errors import ColumnError, EncodingError, InputError, OptionError

SEMEVAL = {"positive": 1, "neutral": 0, "negative": -1}
TEXTS = ("review", "reviewbody", "text")
ASAP_PARTS, ASAP_SAMPLES = ("train", "dev", "test"), ("train_sample", "dev_sample")
CHINESE_TEST = 0.2
HOTEL_SHARE = 0.1
HOTEL_FOLDS = 9


def opened(path: Path) -> TextIO:
    """A text file, xz-compressed or not."""
    found = next((each for each in (path, path.with_name(f"{path.name}.xz")) if each.is_file()), None)
    if found is None:
        raise InputError(f"There is no file {path} (nor {path.name}.xz). Name the folder of data sets with --data.")
    if found.suffix == ".xz":
        return io.TextIOWrapper(lzma.open(found), encoding="utf-8-sig", newline="")
    return found.open(encoding="utf-8-sig", newline="")


# --- RESTAURANT: SemEval-14, tailored as in the paper's Table 4


@CORPORA.register("restaurant")
def restaurant(data: Path) -> Corpus:
    folder = data / "semeval14"
    train, dev = hold_out(list(read_semeval(folder / "Restaurants_Train_v1.xml", RESTAURANT)))
    test = tuple(read_semeval(folder / "Restaurants_Test_Gold.xml", RESTAURANT))
    return Corpus("restaurant", RESTAURANT, train, dev, test)


def read_semeval(path: Path, scheme: Scheme) -> Iterator[Example]:
    """Sentences with their categories; a sentence with a "conflict" is left out, as the paper does."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.ElementTree import parse

    try:
        with opened(path) as lines:
            root = parse(lines).getroot()
    except (ParseError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not whole XML: {error}. A SemEval-14 restaurant file is expected.") from None
    for sentence in root.iter("sentence"):
        found = [(each.get("category"), each.get("polarity")) for each in sentence.iter("aspectCategory")]
        if not any(polarity == "conflict" for _, polarity in found):
            yield _sentence(path, sentence, dict.fromkeys(found), scheme)


def _sentence(path: Path, sentence: Any, found: Mapping[tuple[str, str], None], scheme: Scheme) -> Example:
    labels = dict.fromkeys(scheme.aspects, NOT_MENTIONED)
    name = str(sentence.get("id"))
    for category, polarity in found:
        if category not in labels or polarity not in SEMEVAL:
            raise InputError(f"{path.name}, sentence {name}: unknown category or polarity {category!r}, {polarity!r}. "
                             f"Known: {', '.join(labels)}; {', '.join(SEMEVAL)}, conflict.")  # fmt: skip
        labels[category] = SEMEVAL[polarity]
    return Example(name, sentence.findtext("text") or "", tuple(labels.values()), source="semeval14")


# --- ASAP and AI-Challenger: 18 labels a review


def read_asap(path: Path, *, source: str = "asap") -> list[Example]:
    """A CSV of ASAP in the header of its release or of its sample, or of AI-Challenger; stars where it has them."""
    try:
        with opened(path) as lines:
            reader = csv.DictReader(lines)
            header = [name.strip() for name in reader.fieldnames or ()]
            reader.fieldnames = header
            text, labels = asap_header(path, header)
            return [_review(path, row, number, text, labels, source) for number, row in enumerate(reader, start=2)]
    except UnicodeDecodeError as error:
        raise EncodingError(f"{path} is not in UTF-8: {error}. Save it in UTF-8.") from None
    except (OSError, EOFError, lzma.LZMAError, csv.Error) as error:
        raise InputError(f"{path} cannot be read as a CSV file: {error}.") from None


def asap_header(path: Path, header: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The text column and the 18 label columns."""
    text = next((name for name in TEXTS if name in header), None)
    if text is None:
        raise ColumnError(f"{path} has no column of reviews. Accepted names: {', '.join(TEXTS)}.")
    missing = {release: [name for name in names if name not in header] for release, names in asap_columns()}
    release = min(missing, key=lambda each: len(missing[each]))
    if missing[release]:
        raise ColumnError(f"{path} lacks label columns: {', '.join(missing[release])}. Expected are the 18 of ASAP, as "
                          "released (Location#Transportation, …) or as sampled (location_traffic, …).")  # fmt: skip
    return text, dict(asap_columns())[release]


def _review(path: Path, row: Mapping[str, str], line: int, text: str, columns: Sequence[str], source: str) -> Example:
    labels = tuple(_label(path, line, name, row[name]) for name in columns)
    name = row.get("id") or row.get("index") or f"{source}-{line}"
    if not (row[text] or "").strip():
        raise InputError(f"{path}, record {line - 1}: the review is empty.")
    return Example(name, row[text], labels, _stars(path, line, row.get("star")), source)


def _label(path: Path, line: int, column: str, value: str | None) -> int:
    try:
        label = float(value or str(NOT_MENTIONED))
    except ValueError:
        label = float("nan")
    if label not in (*CLASSES, NOT_MENTIONED):
        raise InputError(f"{path}, record {line - 1}, column {column}: {value!r} is no label. Accepted: 1, 0, -1, or "
                         "-2 (or nothing) where the aspect is not mentioned.")  # fmt: skip
    return int(label)


def _stars(path: Path, line: int, value: str | None) -> float | None:
    if value is None or not value.strip():
        return None
    try:
        stars = float(value)
    except ValueError:
        stars = float("nan")
    if not 1 <= stars <= 5:
        raise InputError(f"{path}, record {line - 1}: {value!r} is no star rating. Accepted: 1 to 5, or nothing.")
    return stars


@CORPORA.register("asap")
def full_asap(data: Path) -> Corpus:
    """The whole release: train.csv, dev.csv and test.csv in ``data`` itself or in its folder ``asap``."""
    folder = next((each for each in (data, data / "asap") if has_parts(each, ASAP_PARTS)), data / "asap")
    return Corpus("asap", asap(), *(tuple(read_asap(folder / f"{part}.csv")) for part in ASAP_PARTS))


def has_full_asap(data: Path) -> bool:
    return any(has_parts(folder, ASAP_PARTS) for folder in (data, data / "asap"))


def has_asap_zh(data: Path) -> bool:
    """Whether all that stands in for ASAP is here."""
    return has_parts(data / "asap", ASAP_SAMPLES) and has_parts(data / "aichallenger-zh", ("labelled",))


def has_parts(folder: Path, names: Sequence[str]) -> bool:
    return all(any((folder / f"{name}.csv{ending}").is_file() for ending in ("", ".xz")) for name in names)


@CORPORA.register("asap-zh")
def chinese(data: Path) -> Corpus:
    """What stands in for ASAP here: AI-Challenger's reviews, and ASAP's two samples, which alone have stars.

    A review found twice (with and without punctuation, or in both sets) counts once. A fifth of AI-Challenger and
    ASAP's dev sample are the test set.
    """
    samples = [read_asap(data / "asap" / f"{part}.csv") for part in ASAP_SAMPLES]
    seen = {bare(example.text) for sample in samples for example in sample}
    labelled: list[Example] = []
    for example in read_asap(data / "aichallenger-zh" / "labelled.csv", source="aichallenger"):
        if bare(example.text) not in seen:
            seen.add(bare(example.text))
            labelled.append(example)
    rest, test = hold_out(labelled, share=CHINESE_TEST)
    train, dev = hold_out([*rest, *samples[0]])
    return Corpus("asap-zh", asap(), train, dev, (*test, *samples[1]))


def bare(text: str) -> str:
    """A text without its punctuation and spaces, to recognise it by."""
    return re.sub(r"[\W_]+", "", text)


# --- hotels: aspect ratings and overall stars


@CORPORA.register("lara-hotels")
def hotels(data: Path) -> Corpus:
    """30,121 reviews whose writers gave stars to aspects as well: 1–2 negative, 3 neutral, 4–5 positive.

    No hotel is in two splits.
    """
    rest, test = hold_out(read_hotels(data), share=HOTEL_SHARE, key=_source)
    train, dev = hold_out(rest, share=HOTEL_SHARE, key=_source)
    return _hotels("lara-hotels", train, dev, test)


def hotel_fold(data: Path, fold: int) -> Corpus:
    """The same with other hotels as test: over all folds each is tested once, but for those of the dev set, which is
    the same in each. Fold 0 is the data set's own split."""
    if not 0 <= fold < HOTEL_FOLDS:
        raise OptionError(f"There is no fold {fold} of lara-hotels. Accepted: 0 to {HOTEL_FOLDS - 1}.")
    rest, first = hold_out(read_hotels(data), share=HOTEL_SHARE, key=_source)
    train, dev = hold_out(rest, share=HOTEL_SHARE, key=_source)
    names = sorted(set(map(_source, train)))
    random.Random(DEV_SEED).shuffle(names)
    tested = set(names[fold - 1 :: HOTEL_FOLDS - 1]) if fold else set(map(_source, first))
    others = [review for review in (*train, *first) if review.source not in tested]
    test = [review for review in (*train, *first) if review.source in tested]
    return _hotels(fold_name(fold), others, dev, test)


def fold_name(fold: int) -> str:
    return f"lara-hotels-fold-{fold}"


def _source(review: Example) -> str:
    return review.source


def _hotels(name: str, *parts: Sequence[Example]) -> Corpus:
    """Once split, a review's hotel is of no more interest."""
    return Corpus(name, HOTELS, *(tuple(replace(review, source="lara-hotels") for review in part) for part in parts))


def read_hotels(data: Path) -> list[Example]:
    """The hotel is the source of each."""
    path = data / "lara-hotels" / "reviews.jsonl"
    found: list[Example] = []
    with opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            try:
                found.append(_hotel(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path}, line {number}, is not a review of lara-hotels: {error!r}.") from None
    return found


def _hotel(row: Mapping[str, Any]) -> Example:
    rated = {name.removesuffix(" (e.g., internet access)"): stars for name, stars in row["ratings"].items()}
    grades = tuple(rated.get(aspect) for aspect in HOTELS.aspects)
    labels = tuple(map(polarity, grades))
    text = f"{row['title']}\n{row['text']}".strip()
    return Example(row["id"], text, labels, float(row["stars"]), str(row["hotel"]), grades=grades)


def polarity(stars: float | None) -> int:
    if stars is None:
        return NOT_MENTIONED
    return 1 if stars > 3 else -1 if stars < 3 else 0
