"""What the branch that judges entailment learns from: a premise, a hypothesis, and how the one stands to the other.

``python -m research.training.branch.pairs --data DIR [--markup DIR] --out DIR`` writes pairs-en.jsonl.xz and
pairs-zh.jsonl.xz: the public inference sets and pairs made from annotated reviews; with ``--markup`` also from reviews
with marked mentions. Nothing of reviewnli, opinsummeval or a test split is learnt from.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from research.training.branch.pair_edited import Editing, pairs_of
from research.training.branch.pair_entities import Stories, compared
from research.training.branch.pair_facts import KnownSentence, told
from research.training.branch.pair_sets import Row, chinese_sets, english_sets
from research.training.branch.pair_swapped import swapped
from research.training.branch.pair_worded import Wording, parts, premises
from research.training.branch.pair_words import PairWords, words
from research.training.corpora import opened
from research.training.samples.leakage import bare, overlapping
from research.training.samples.sample import SPLITS, write_lines
from voxpop.errors import says_errors
from voxpop.lang import language
from voxpop.types import NOWHERE

LABELS = ("entailment", "neutral", "contradiction")
SETS: Mapping[str, Callable[[Path], Iterator[Row]]] = {"en": english_sets, "zh": chinese_sets}
MOST = {
    "en": {"worded": 60_000, "edited": 24_000, "stories": 15_000},
    "zh": {"worded": 45_000, "edited": 18_000, "stories": 10_000},
}
HELD = 6_000  # pairs of each kind kept for dev, and for test
SEED = 20261115


@dataclass(frozen=True, slots=True)
class EntailmentPair:
    id: str
    premise: str
    hypothesis: str
    label: str
    lang: str
    split: str
    source: str


def pairs(lang: str, data: Path, *, markup: Path | None = None) -> list[EntailmentPair]:
    """All pairs of a language: deduplicated, without leaks, generated ones in balance."""
    draw, known = Random(SEED), words(lang)
    texts = told(lang, data)
    found = [EntailmentPair(source, premise, hypothesis, label, lang, split, source)
             for source, split, premise, hypothesis, label in SETS[lang](data) if label in LABELS]  # fmt: skip
    made = generated(texts, data, known, draw)
    if markup is not None:
        made["swapped"] = [
            _pair("swapped", name, lang, split, pair) for split, name, pair in swapped(markup, lang, draw)
        ]
    for kind, some in made.items():
        found += balanced(some, MOST[lang].get(kind, len(some)), draw)
    kept = unleaked(distinct(found), data)
    return [replace(pair, id=f"{pair.id}-{number}") for number, pair in enumerate(kept)]


def generated(
    texts: Sequence[KnownSentence], data: Path, known: PairWords, draw: Random
) -> dict[str, list[EntailmentPair]]:
    pool = pools(texts, known.lang)
    made = {"worded": list(worded(texts, known, pool, draw)), "edited": list(edited(texts, known, pool, draw)),
            "stories": list(stories(texts, known, draw))}  # fmt: skip
    made["coqe"] = [_pair("coqe", name, known.lang, split, pair) for split, name, pair in compared(data, known, draw)]
    return made


def _pair(source: str, name: str, lang: str, split: str, found: tuple[str, str, str]) -> EntailmentPair:
    return EntailmentPair(f"{source}-{name}", *found, lang, split, source)


def worded(
    texts: Sequence[KnownSentence], known: PairWords, pool: Mapping[str, list[str]], draw: Random
) -> Iterator[EntailmentPair]:
    fits = adjectives(texts) if known.lang == "en" else lambda words: len(words) <= 6 and "，" not in words
    wording = Wording(known, pool, fits, draw)
    for text in premises(texts, known.lang, draw, rounds=2):
        for said in wording.hypotheses(text):
            yield _pair(f"worded-{text.domain}", text.id, known.lang, text.split, (text.text, said.text, said.label))


def edited(
    texts: Sequence[KnownSentence], known: PairWords, pool: Mapping[str, list[str]], draw: Random
) -> Iterator[EntailmentPair]:
    editing = Editing(known, pool, draw)
    for text in premises(texts, known.lang, draw, rounds=1):
        for edit in editing.edits(text):
            for pair in pairs_of(edit, draw):
                yield _pair(f"edited-{edit.kind}", text.id, known.lang, text.split, pair)


def stories(texts: Sequence[KnownSentence], known: PairWords, draw: Random) -> Iterator[EntailmentPair]:
    """Stories with names that no other split has."""
    names = list(known.raw["entities"]["names"])
    draw.shuffle(names)
    cut = len(names) // 6
    shares = {"dev": names[:cut], "test": names[cut : 2 * cut], "train": names[2 * cut :]}
    for split, own in shares.items():
        telling = Stories(
            known, [text.text for text in texts if text.split == split and len(text.text) < 120], draw, own
        )
        for number in range(6_000 if split == "train" else 600):
            for pair in telling.tell():
                yield _pair("stories", f"{split}-{number}", known.lang, split, pair)


def pools(texts: Sequence[KnownSentence], lang: str) -> dict[str, list[str]]:
    """Things and categories that each domain speaks of."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        found[f"categories-{text.domain}"].update(text.categories)
        found[text.domain].update(text.text[slice(*fact.aspect)] for fact in text.facts if fact.aspect != NOWHERE)
        found[text.domain].update(noun for name in text.categories for noun in words(lang).nouns(name))
    fit = {domain: [name for name in names if parts(name, lang) and len(name) < 24] for domain, names in found.items()}
    return {domain: sorted(names) for domain, names in fit.items()}


def adjectives(texts: Sequence[KnownSentence]) -> Callable[[str], bool]:
    """Whether opinion words can follow "is": the tagger saw an adjective at their end, mostly."""
    seen: dict[str, list[bool]] = defaultdict(list)
    for text, sentences in zip(texts, language("en").parse([text.text for text in texts]), strict=True):
        tags = {token.end: token.tag for sentence in sentences for token in sentence.tokens}
        for fact in text.facts:
            if fact.opinion != NOWHERE:
                seen[text.text[slice(*fact.opinion)]].append(tags.get(fact.opinion.end) == "ADJ")
    fit = {words for words, votes in seen.items() if sum(votes) > len(votes) / 2 and len(words.split()) <= 3}
    return fit.__contains__


# --- what is kept


def distinct(found: Iterable[EntailmentPair]) -> list[EntailmentPair]:
    """Each pair once; those that stand under two labels not at all. A test pair wins over others."""
    labels: dict[tuple[str, str], set[str]] = defaultdict(set)
    kept: dict[tuple[str, str], EntailmentPair] = {}
    for pair in sorted(found, key=lambda pair: -SPLITS.index(pair.split)):
        key = bare(pair.premise), bare(pair.hypothesis)
        labels[key].add(pair.label)
        kept.setdefault(key, pair)
    return [pair for key, pair in kept.items() if len(labels[key]) == 1 and all(key)]


def balanced(found: Sequence[EntailmentPair], most: int, draw: Random) -> list[EntailmentPair]:
    """As many of each label in each split, and no more than asked for."""
    kept = []
    for split in SPLITS:
        mine = [[pair for pair in found if (pair.split, pair.label) == (split, label)] for label in LABELS]
        present = [each for each in mine if each]
        limit = (most if split == "train" else HELD) // max(1, len(present))
        for each in present:
            draw.shuffle(each)
            kept += each[: min(limit, min(map(len, present)))]
    return kept


def unleaked(found: Sequence[EntailmentPair], data: Path) -> list[EntailmentPair]:
    """Without pairs to learn from or to choose by whose premise is tested elsewhere or, for training, in dev."""
    held = [*tested(data), *(pair.premise for pair in found if pair.split == "test" and pair.source != "stories")]
    dev = [pair for pair in found if pair.split == "dev"]
    dev = without(dev, held)
    train = without(
        [pair for pair in found if pair.split == "train"],
        [*held, *(pair.premise for pair in dev if pair.source != "stories")],
    )
    return [*train, *dev, *(pair for pair in found if pair.split == "test")]


def without(found: Sequence[EntailmentPair], held: Iterable[str]) -> list[EntailmentPair]:
    own = [pair for pair in found if pair.source.startswith(("worded", "edited"))]
    texts = sorted({pair.premise for pair in own})
    gone = {texts[at] for at in overlapping(texts, sorted(set(held)))}
    return [pair for pair in found if pair.premise not in gone]


def tested(data: Path) -> Iterator[str]:
    """Texts of the sets that the checker is measured on."""
    for part in ("dev", "test"):
        with opened(data / "copycat" / f"{part}.csv") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                yield from (row[name] for name in row if name.startswith(("rev", "summ")) and row[name])
    with opened(data / "opinsummeval" / "first_half.jsonl") as lines:
        for case in map(json.loads, lines):
            yield from case["reviews"]


def table(found: Sequence[EntailmentPair]) -> Iterator[str]:
    counts = Counter((pair.source, pair.split, pair.label) for pair in found)
    yield f"{'source':<22}{'split':<7}" + "".join(f"{label:>15}" for label in LABELS)
    for source in sorted({pair.source for pair in found}):
        for split in SPLITS:
            row = [counts[source, split, label] for label in LABELS]
            if any(row):
                yield f"{source:<22}{split:<7}" + "".join(f"{number:>15,}" for number in row)
    yield ", ".join(f"{split}: {number:,}" for split, number in Counter(pair.split for pair in found).items())


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.pairs", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--markup", type=Path, help="folder of reviews with marked mentions, en.txt and zh.txt")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    for lang in SETS:
        found = pairs(lang, given.data, markup=given.markup)
        write_lines(map(asdict, found), given.out / f"pairs-{lang}.jsonl.xz")
        for line in table(found):
            sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    raise SystemExit(main())
