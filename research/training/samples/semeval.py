"""SemEval-14, -15 and -16 and MAMS. They share reviews, so a sentence is put into the same split wherever it occurs."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from research.training.corpora import SEMEVAL, opened, restaurant
from research.training.data import hold_out
from research.training.samples.label_sets import general_name
from research.training.samples.leakage import bare
from research.training.samples.sample import SPLITS, Sample, Term
from research.training.samples.tokenised import categories, merged
from research.training.scheme import NOT_MENTIONED, RESTAURANT
from voxpop.errors import InputError

POLARITY: Mapping[str, int | None] = {**SEMEVAL, "conflict": None}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of any of these sets, with its terms, and its categories as they are called there."""

    id: str
    text: str
    terms: tuple[Term, ...]
    categories: tuple[tuple[str, int | None], ...]
    annotated: bool  # false where it is marked as out of scope


def sentences(path: Path) -> list[Sentence]:
    """The sentences of a file that have a text."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.ElementTree import parse

    try:
        with opened(path) as lines:
            found = list(parse(lines).getroot().iter("sentence"))
    except (ParseError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not whole XML: {error}. A file of SemEval or MAMS is expected.") from None
    return [_sentence(path, str(number), each) for number, each in enumerate(found, start=1)
            if (each.findtext("text") or "").strip()]  # fmt: skip


def _sentence(path: Path, number: str, element: Any) -> Sentence:
    name = element.get("id", number)
    opinions = [*element.iter("aspectTerm"), *element.iter("aspectCategory"), *element.iter("Opinion")]
    try:
        read = [(each, POLARITY[each.get("polarity")]) for each in opinions]
        targets = [((int(each.get("from")), int(each.get("to"))), polarity) for each, polarity in read
                   if each.get("term", each.get("target", "NULL")) != "NULL"]  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}, sentence {name}, cannot be read: {error!r}. A term or target has its place in from "
                         f"and to; polarities are {', '.join(POLARITY)}.") from None  # fmt: skip
    named = tuple((each.get("category"), polarity) for each, polarity in read if each.get("category") is not None)
    return Sentence(name, element.findtext("text"), merged(targets), named, element.get("OutOfScope") is None)


def follow(
    samples: Iterable[Sample], leaders: Iterable[Sample], *, key: Callable[[Sample], str] | None = None
) -> list[Sample]:
    """Training samples, dev where a leader's dev has the sentence; of those that no leader has, a tenth is dev."""
    splits = {bare(leader.text): leader.split for leader in leaders if leader.split != "test"}
    known, new = list[Sample](), list[Sample]()
    for sample in samples:
        (known if bare(sample.text) in splits else new).append(sample)
    train, dev = hold_out(new, key=key)
    return [*(replace(each, split=splits[bare(each.text)]) for each in known), *train, *into("dev", dev)]


def into(split: str, samples: Iterable[Sample]) -> list[Sample]:
    return [replace(sample, split=split) for sample in samples]


# --- SemEval-14


def restaurants14(data: Path) -> Iterator[Sample]:
    """The tailored corpus of Bu et al. (2021) with its terms; the sentences that it leaves out keep their terms alone."""
    chosen = {(split == "test", each.id): (split, each.labels) for split, found in restaurant(data).splits.items()
              for each in found}  # fmt: skip
    for file, test in (("Restaurants_Train_v1", False), ("Restaurants_Test_Gold", True)):
        for each in sentences(data / "semeval14" / f"{file}.xml"):
            split, labels = chosen.get((test, each.id), ("test" if test else "train", None))
            source = "semeval14-restaurants" if labels is not None else "semeval14-restaurants-terms"
            named = None if labels is None else {"se14": _mentioned(labels)}
            yield Sample(f"{source}-{each.id}", each.text, source, split, terms=each.terms, labels=named)


def _mentioned(labels: Sequence[int]) -> dict[str, int | None]:
    named = zip(RESTAURANT.aspects, labels, strict=True)
    return {name: label for name, label in named if label != NOT_MENTIONED}


def laptops14(data: Path) -> list[Sample]:
    """Terms only. Half of its sentences are in SemEval-16 too, and follow that."""
    train, test = (list(_laptops14(data, file, split)) for file, split in
                   (("Laptops_Train", "train"), ("Laptops_Test_Gold", "test")))  # fmt: skip
    return [*follow(train, laptops16(data)), *test]


def _laptops14(data: Path, file: str, split: str) -> Iterator[Sample]:
    source = "semeval14-laptops"
    for each in sentences(data / "semeval14" / f"{file}.xml"):
        yield Sample(f"{source}-{each.id}", each.text, source, split, terms=each.terms)


# --- SemEval-16, whose training set is the whole of SemEval-15, its test set included: only 16's test is a test here


def restaurants16(data: Path) -> list[Sample]:
    return _entities(data, "restaurants", leaders=restaurants14(data))


def laptops16(data: Path) -> list[Sample]:
    return _entities(data, "laptops", leaders=())


def _entities(data: Path, domain: str, *, leaders: Iterable[Sample]) -> list[Sample]:
    """SemEval-16, and under its own name what SemEval-15 has beyond that. Dev is held out by review."""
    train, test = (list(_opinions(data, "16", domain, part)) for part in ("train", "test"))
    seen = {bare(sample.text) for sample in (*train, *test)}
    older = [each for part in ("train", "test") for each in _opinions(data, "15", domain, part)]
    train += into("train", (each for each in older if bare(each.text) not in seen))
    return [*follow(train, leaders, key=lambda sample: sample.id.rpartition(":")[0]), *test]


def _opinions(data: Path, year: str, domain: str, split: str) -> Iterator[Sample]:
    """Sentences with categories of the general scheme, and with their targets, which laptops do not have."""
    source = f"semeval{year}-{domain}"
    for each in sentences(data / f"semeval{year}" / f"{domain}_{split}.xml"):
        if each.annotated:
            named = ((general_name(f"semeval-{domain}", name), polarity) for name, polarity in each.categories)
            targets = each.terms if domain == "restaurants" else None
            labels = {"general": categories(named)}
            yield Sample(f"{source}-{each.id}", each.text, source, split, terms=targets, labels=labels)


# --- MAMS


def mams(data: Path) -> list[Sample]:
    """Categories (acsa) and terms (atsa). Most sentences of one are in the other: acsa's dev set is that of both."""
    acsa = [each for split in SPLITS for each in _mams(data, "acsa", split)]
    dev = {bare(each.text) for each in acsa if each.split == "dev"}
    atsa = [each for split in ("train", "dev") for each in _mams(data, "atsa", split)]
    atsa = [replace(each, split="dev" if bare(each.text) in dev else "train") for each in atsa]
    return [*acsa, *atsa, *_mams(data, "atsa", "test")]


def _mams(data: Path, kind: str, split: str) -> Iterator[Sample]:
    source, file = f"mams-{kind}", f"{kind}_{'val' if split == 'dev' else split}.xml"
    for each in sentences(data / "mams" / file):
        terms = each.terms if kind == "atsa" else None
        labels = {"mams": categories(each.categories)} if kind == "acsa" else None
        yield Sample(f"{source}-{split}-{each.id}", each.text, source, split, terms=terms, labels=labels)
