"""Sentences with what they are known to say: which thing, in which words, good or bad. Pairs are made from these.

The splits are those of the reader's samples (``models/reader``), so nothing that is tested there is learnt here.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from research.training.corpora import opened
from research.training.samples.chinese import asap_zh, zh_triplets
from research.training.samples.english import triplets
from research.training.samples.leakage import bare, without_leaks
from research.training.samples.sample import SPLITS, Sample
from research.training.samples.semeval import laptops14, laptops16, mams, restaurants14, restaurants16, sentences
from research.training.samples.tokenised import ASTE, MEMD, POLARITY, detokenise, memd, read_triplets
from voxpop.types import NOWHERE, Span

VAGUE = frozenset({"miscellaneous", "other", "general", "Food#Recommend"})
SPANNED = ("aspect", "opinion")
DOMAINS = ("laptop", "books", "clothing", "hotel", "phones", "cameras")  # any other is about restaurants
LONGEST = {"en": 700, "zh": 400}  # characters of a premise


@dataclass(frozen=True, slots=True)
class Fact:
    """Something said: a thing by the words used for it or by its category, felt to be good (1) or bad (−1)."""

    polarity: int
    aspect: Span = NOWHERE
    opinion: Span = NOWHERE
    category: str | None = None


@dataclass(frozen=True, slots=True)
class KnownSentence:
    """A text with its facts. ``closed``: every category it speaks of is in ``categories``, so others are not told."""

    id: str
    text: str
    split: str
    source: str
    facts: tuple[Fact, ...]
    categories: frozenset[str]
    closed: bool

    @property
    def domain(self) -> str:
        return (
            "laptop"
            if "14lap" in self.source
            else next((name for name in DOMAINS if name in self.source), "restaurant")
        )


def told(lang: str, data: Path) -> list[KnownSentence]:
    """Every usable text of a language, once."""
    found = {"en": english, "zh": chinese}[lang](data)
    seen: set[str] = set()
    kept = []
    for each in found:
        key = bare(each.text)
        if each.facts and key not in seen and len(each.text) <= LONGEST[lang]:
            seen.add(key)
            kept.append(each)
    return kept


# --- English: ASTE and MEMD pair things with opinion words; MAMS and SemEval have things or categories alone


def english(data: Path) -> Iterator[KnownSentence]:
    semeval = [*restaurants14(data), *laptops14(data), *restaurants16(data), *laptops16(data)]
    samples, _ = without_leaks([*semeval, *mams(data), *memd(data), *triplets(data, semeval)])
    linked = paired(data)
    for name in ("memd", "aste", "mams-acsa", "semeval16", "mams-atsa", "semeval14", "semeval15"):  # the richest first
        yield from (from_sample(sample, linked) for sample in samples if sample.source.startswith(name))


def paired(data: Path) -> Mapping[str, list[Fact]]:
    """Facts with both spans, by the bare text of their sentence."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for domain in MEMD:
        for split in SPLITS:
            with opened(data / "memd" / f"{domain}_{split}.jsonl") as lines:
                for row in map(json.loads, lines):
                    text, spans = detokenise(row["raw_words"].split())
                    for each in row["quadruples"]:
                        aspect, opinion = (_span(spans, each[key]["from"], each[key]["to"]) for key in SPANNED)
                        found[bare(text)].append(Fact(POLARITY[each["sentiment"]], aspect, opinion))
    for part in ASTE:
        for split in SPLITS:
            for _, tokens, known in read_triplets(data / "aste" / f"{part}_{split}.txt"):
                text, spans = detokenise(tokens)
                for *two, polarity in known:
                    aspect, opinion = (_span(spans, each[0], each[-1] + 1) for each in two)
                    found[bare(text)].append(Fact(POLARITY[str(polarity)], aspect, opinion))
    return found


def _span(spans: list[tuple[int, int]], start: int, end: int) -> Span:
    return Span(spans[start][0], spans[end - 1][1]) if start >= 0 else NOWHERE


def from_sample(sample: Sample, linked: Mapping[str, list[Fact]]) -> KnownSentence:
    """A sample's terms, categories and, where another set knows them, opinion words."""
    labels = next(iter((sample.labels or {}).values()), {})
    facts = [Fact(polarity, category=name) for name, polarity in labels.items() if polarity and name not in VAGUE]
    spans = linked.get(bare(sample.text), []) if sample.source.startswith(("memd", "aste")) else []
    facts += [each for each in spans if each.polarity and each.aspect != NOWHERE]
    if not spans:
        facts += [Fact(polarity, Span(start, end)) for start, end, polarity in sample.terms or () if polarity]
    return KnownSentence(sample.id, sample.text, sample.split, sample.source, agreed(facts, sample.text), frozenset(labels),
                closed=sample.labels is not None)  # fmt: skip


def agreed(facts: Iterable[Fact], text: str) -> tuple[Fact, ...]:
    """Facts, without those on a thing that is called both good and bad."""
    known = list(dict.fromkeys(facts))
    sides: dict[str, set[int]] = defaultdict(set)
    for fact in known:
        sides[text[slice(*fact.aspect)].lower() or str(fact.category)].add(fact.polarity)
    return tuple(fact for fact in known if len(sides[text[slice(*fact.aspect)].lower() or str(fact.category)]) == 1)


# --- Chinese: triplets, reviews with ASAP's categories, SemEval-16's phones and cameras


def chinese(data: Path) -> Iterator[KnownSentence]:
    samples, _ = without_leaks([*asap_zh(data), *zh_triplets(data)])
    linked = chinese_pairs(data)
    for sample in samples:
        yield from_sample(sample, linked) if sample.labels else _triplets(sample, linked)
    for domain in ("phones", "cameras"):
        for split in ("train", "test"):
            yield from gadgets(data, domain, split)


def chinese_pairs(data: Path) -> Mapping[str, list[Fact]]:
    found: dict[str, list[Fact]] = defaultdict(list)
    for split in SPLITS:
        for _, tokens, known in read_triplets(data / "zh-triplets" / f"{split}.txt"):
            starts = [0, *accumulate(map(len, tokens))]
            spans = list(pairwise(starts))
            for *two, polarity in known:
                aspect, opinion = (_span(spans, each[0], each[1] + 1) for each in two)
                found[bare("".join(tokens))].append(Fact(POLARITY[str(polarity)], aspect, opinion))
    return found


def _triplets(sample: Sample, linked: Mapping[str, list[Fact]]) -> KnownSentence:
    facts = [each for each in linked.get(bare(sample.text), []) if each.polarity and each.aspect != NOWHERE]
    return KnownSentence(
        sample.id, sample.text, sample.split, sample.source, agreed(facts, sample.text), frozenset(), closed=False
    )


def gadgets(data: Path, domain: str, split: str) -> Iterator[KnownSentence]:
    """SemEval-16's Chinese reviews. A tenth of the training reviews, by number, is held out."""
    source = f"semeval16-zh-{domain}"
    for each in sentences(data / "semeval16" / f"zh_{domain}_{split}.xml"):
        part = "dev" if split == "train" and int(each.id.split(":")[0]) % 10 == 0 else split
        named = {_gadget(name): polarity for name, polarity in each.categories}
        facts = [Fact(polarity, category=name) for name, polarity in named.items() if polarity]
        yield KnownSentence(
            f"{source}-{split}-{each.id}", each.text, part, source, agreed(facts, each.text), frozenset(named), True
        )


def _gadget(name: str) -> str:
    """The part that is spoken of; of the device as a whole, what is said of it."""
    entity, attribute = name.lower().split("#")
    return (entity if attribute == "general" else attribute) if entity in ("phone", "camera") else entity
