"""Pairs of a premise, a hypothesis, and how the one stands to the other: what the entailment model learns from.

``python -m research.training.entailment.pairs --data DIR --out DIR`` writes pairs-en.jsonl.xz and pairs-zh.jsonl.xz.

Sources and their terms:

- our annotated corpus (``research/data``; our annotation, CC BY 4.0): code writes what a passage says in other words, its
  opposite, another aspect, another number, and which of two products is better ("worded", "edited", "compared");
- reviews that we wrote, with marked mentions ("replaced"): a mention is replaced by a name of the same thing or of another;
- small reviews from patterns ("stories");
- English only: MED (Apache-2.0).

Earlier versions also learned from sets that are left out now: their terms forbid commercial use or ask for research (SICK,
OCNLI, SemEval), ask that what is made of them carries the same terms (Breaking-NLI, FEVER-symmetric: CC BY-SA, while the
weights are CC BY 4.0), or are not stated for the data (MoNLI, counterfactual SNLI and IMDB, MEMD, COQE, AI-Challenger). The
repositories of ASTE and of the Chinese triplets have MIT terms, but their texts and labels are partly those of others. MAMS
(Apache-2.0) could be used; our own corpus has more kinds of products.

Nothing of reviewnli, opinsummeval, copycat or the domains that are kept for tests is learned from.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from research.training.corpora import opened
from research.training.entailment.edited import Editing, pairs_of
from research.training.entailment.facts import OVERALL, KnownSentence, known_sentences
from research.training.entailment.prepared import LABELS, SPLITS
from research.training.entailment.products import Stories, compared
from research.training.entailment.public_sets import med
from research.training.entailment.replaced import replaced_mentions
from research.training.entailment.worded import UNFIT, Wording, parts, premises
from research.training.entailment.words import PairWords, words
from research.training.samples.leakage import bare, overlapping
from research.training.samples.sample import write_lines
from voxpop.errors import says_errors
from voxpop.lang import language
from voxpop.types import NOWHERE

LANGUAGES = ("en", "zh")
#: The most training pairs of each kind.
MOST = {
    "en": {"worded": 70_000, "edited": 24_000, "stories": 12_000, "replaced": 24_000},
    "zh": {"worded": 55_000, "edited": 20_000, "stories": 10_000, "replaced": 20_000},
}
FEW = 12  # things or categories of a domain
HELD = 3_000  # the most pairs of each kind that are kept for dev
STORIES = {"train": 6_000, "dev": 600}
SEED = 20261117


@dataclass(frozen=True, slots=True)
class EntailmentPair:
    """A premise and a hypothesis with their label."""

    premise: str
    hypothesis: str
    label: str
    split: str
    source: str


def pairs(lang: str, data: Path) -> list[EntailmentPair]:
    """Return all pairs of a language: each once, without leaks, generated ones in balance."""
    draw, known = Random(SEED), words(lang)
    found = [EntailmentPair(*row, "med") for row in med(data) if row[2] in LABELS] if lang == "en" else []
    for kind, some in generated(known_sentences(lang, data), known, draw).items():
        found += balanced(some, MOST[lang].get(kind, len(some)), draw)
    return unleaked(distinct(found), data)


def generated(texts: Sequence[KnownSentence], known: PairWords, draw: Random) -> dict[str, list[EntailmentPair]]:
    """Return the pairs that code makes, by kind."""
    pool = pools(texts, known.lang)
    return {
        "worded": list(worded(texts, known, pool, draw)),
        "edited": list(edited(texts, known, pool, draw)),
        "stories": list(stories(texts, known, draw)),
        "compared": [
            EntailmentPair(*pair, text.split, "compared") for text in texts for pair in compared(text, known, draw)
        ],
        "replaced": [
            EntailmentPair(*pair, split, "replaced") for split, _, pair in replaced_mentions(known.lang, draw)
        ],
    }


def worded(
    texts: Sequence[KnownSentence], known: PairWords, pool: Mapping[str, list[str]], draw: Random
) -> Iterator[EntailmentPair]:
    """Yield hypotheses in our own words."""
    fits = adjectives(texts) if known.lang == "en" else short_opinion
    wording = Wording(known, pool, fits, draw)
    for text in premises(texts, known.lang, draw, rounds=4):
        for said in wording.hypotheses(text):
            yield EntailmentPair(text.text, said.text, said.label, text.split, "worded")


def edited(
    texts: Sequence[KnownSentence], known: PairWords, pool: Mapping[str, list[str]], draw: Random
) -> Iterator[EntailmentPair]:
    """Yield hypotheses that are a clause of the text, as it stands or changed."""
    editing = Editing(known, pool, draw)
    for text in premises(texts, known.lang, draw, rounds=1):
        for edit in editing.edits(text):
            for pair in pairs_of(edit, draw):
                yield EntailmentPair(*pair, text.split, f"edited-{edit.kind}")


def stories(texts: Sequence[KnownSentence], known: PairWords, draw: Random) -> Iterator[EntailmentPair]:
    """Yield stories with names that the other split does not have."""
    names = list(known.raw["entities"]["names"])
    draw.shuffle(names)
    cut = len(names) // 6
    for split, own in (("dev", names[:cut]), ("train", names[cut:])):
        short = [text.text for text in texts if text.split == split and len(text.text) < 120]
        telling = Stories(known, short, draw, own)
        for _ in range(STORIES[split]):
            for pair in telling.tell():
                yield EntailmentPair(*pair, split, "stories")


def pools(texts: Sequence[KnownSentence], lang: str) -> dict[str, list[str]]:
    """Return the things and the categories that each domain speaks of, without the product as a whole.

    A domain that speaks of few has those of all domains.
    """
    domains: dict[str, set[str]] = defaultdict(set)
    spoken: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        categories = text.categories - {OVERALL}
        named = {text.text[slice(*fact.aspect)] for fact in text.facts
                 if fact.aspect != NOWHERE and fact.category != OVERALL}  # fmt: skip
        named |= {noun for name in categories for noun in words(lang).nouns(name)}
        domains[text.domain] |= categories
        spoken[text.domain] |= {
            name for name in named if parts(name, lang) and len(name) < 24 and name.lower() not in UNFIT
        }
    every, things = set().union(*domains.values()), set().union(*spoken.values())
    return {
        **{f"categories-{domain}": sorted(own if len(own) >= FEW else every) for domain, own in domains.items()},
        **{domain: sorted(own if len(own) >= FEW else things) for domain, own in spoken.items()},
    }


def adjectives(texts: Sequence[KnownSentence]) -> Callable[[str], bool]:
    """Return whether opinion words can follow "is": the tagger saw an adjective at their end, mostly."""
    seen: dict[str, list[bool]] = defaultdict(list)
    for text, sentences in zip(texts, language("en").parse([text.text for text in texts]), strict=True):
        tags = {token.end: token.tag for sentence in sentences for token in sentence.tokens}
        for fact in text.facts:
            if fact.opinion != NOWHERE:
                seen[text.text[slice(*fact.opinion)]].append(tags.get(fact.opinion.end) == "ADJ")
    fit = {words for words, votes in seen.items() if sum(votes) > len(votes) / 2 and len(words.split()) <= 3}
    return fit.__contains__


def short_opinion(opinion: str) -> bool:
    """Return whether Chinese opinion words can follow the name of a thing, and be denied."""
    return len(opinion) <= 6 and "，" not in opinion and opinion[0] not in "不没无未"


# --- what is kept


def distinct(found: Iterable[EntailmentPair]) -> list[EntailmentPair]:
    """Return each pair once, and those that stand under two labels not at all. A dev pair wins over a training pair."""
    labels: dict[tuple[str, str], set[str]] = defaultdict(set)
    kept: dict[tuple[str, str], EntailmentPair] = {}
    for pair in sorted(found, key=lambda pair: -SPLITS.index(pair.split)):
        key = bare(pair.premise), bare(pair.hypothesis)
        labels[key].add(pair.label)
        kept.setdefault(key, pair)
    return [pair for key, pair in kept.items() if len(labels[key]) == 1 and all(key)]


def balanced(found: Sequence[EntailmentPair], most: int, draw: Random) -> list[EntailmentPair]:
    """Return as many of each label in each split, and no more than asked for."""
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
    """Return the pairs without premises that are tested elsewhere and, for training, that are in dev."""
    held = list(tested(data))
    dev = without([pair for pair in found if pair.split == "dev"], held)
    ours = [pair.premise for pair in dev if pair.source != "stories"]
    return [*without([pair for pair in found if pair.split == "train"], [*held, *ours]), *dev]


def without(found: Sequence[EntailmentPair], held: Iterable[str]) -> list[EntailmentPair]:
    """Return the pairs whose premise is no held text, none lies in it and it lies in none."""
    texts = sorted({pair.premise for pair in found if pair.source != "stories"})
    gone = {texts[at] for at in overlapping(texts, sorted(set(held)))}
    return [pair for pair in found if pair.premise not in gone]


def tested(data: Path) -> Iterator[str]:
    """Yield the texts of the sets that the checker is measured on."""
    for part in ("dev", "test"):
        with opened(data / "copycat" / f"{part}.csv") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                yield from (row[name] for name in row if name.startswith(("rev", "summ")) and row[name])
    with opened(data / "opinsummeval" / "first_half.jsonl") as lines:
        for case in map(json.loads, lines):
            yield from case["reviews"]


def table(found: Sequence[EntailmentPair]) -> Iterator[str]:
    """Yield how many pairs there are, by source, split and label."""
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
    parser = argparse.ArgumentParser(
        prog="python -m research.training.entailment.pairs", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    for lang in LANGUAGES:
        found = pairs(lang, given.data)
        write_lines(map(asdict, found), given.out / f"pairs-{lang}.jsonl.xz")
        for line in table(found):
            sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    raise SystemExit(main())
