"""Kobayashi and Malon (2022) again: what do reviews speak of, the product or another one? On reviews that we wrote and read twice.

voxpop's model says what an opinion is about; it resolves no pronouns and ties no part to its whole. So the types are
judged where it reads an opinion or a name, coreference is judged for names alone, and the paper's Table 5 (clusters of
all mentions) and the ties of parts to their wholes have no table here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from research.papers.base import REPRODUCTIONS, Report
from research.papers.kobayashi2022_coref import annotated
from research.papers.kobayashi2022_coref import published as paper
from research.papers.kobayashi2022_coref.agreement import agreement_table, confusion_table
from research.papers.kobayashi2022_coref.annotated import PRODUCTS, TYPES, Annotated
from research.papers.kobayashi2022_coref.mixed_polarity import mixed_table
from research.papers.kobayashi2022_coref.notes import notes
from research.papers.kobayashi2022_coref.substitution import KINDS, generated, sample
from research.papers.kobayashi2022_coref.system import ReviewAnswer, answers, by_keyword, majority
from research.papers.kobayashi2022_coref.type_scores import Typed
from voxpop.lang import language
from voxpop.metrics.coref import coref
from voxpop.metrics.measure import SEED, Scores
from voxpop.metrics.score_table import Cell, Table

DRAWS = 200
NAMES = {"en": "English", "zh": "Chinese", "references": "public sentences"}

Sets = Mapping[str, Sequence[Annotated]]


@REPRODUCTIONS.register("coref")
def run(data: Path, *, seed: int = SEED, draws: int = DRAWS, split: str = "test") -> Report:
    """``data`` holds the folders ``hu-liu``, ``yelp-10k`` and ``coqe``; our own reviews come with voxpop.

    Systems are judged on the test part; ``split`` "dev" is for those who build them.
    """
    sets = {"en": annotated.reviews("en"), "zh": annotated.reviews("zh"), "references": annotated.references(data)}
    heldout = {name: [one for one in given if one.split == split] for name, given in sets.items()}
    dev = [one for given in sets.values() for one in given if one.split == "dev"]
    read = {name: answers(given) for name, given in heldout.items()}
    tables = {
        "Table 1": size_table(sets),
        "Table 2": types_table(sets),
        "Agreement": agreement_table(sets, draws=draws, seed=seed),
        "Table 6": confusion_table([one for given in sets.values() for one in given]),
        "Table 3": substitution_table(sets),
        "Mention types": systems_table(read, dev, draws=draws, seed=seed),
        "Mention types, each": each_table(read),
        "Coreference of names": names_table(read),
        "Section 3.2, mixed sentiment": mixed_table(data, seed=seed, draws=draws),
    }
    return Report(
        name="coref",
        title="Kobayashi and Malon (2022): coreference and bridging in product reviews",
        tables=tables,
        notes=notes(tables),
        settings={"seed": seed, "draws": draws, "split": f"{split}, by product"},
    )


def size_table(sets: Sets) -> Table:
    rows: list[tuple[Cell, ...]] = []
    counted = {name: _sizes(given) for name, given in sets.items()}
    for what, printed in paper.TABLE_1.items():
        rows.append((what, *(found[what] for found in counted.values()), printed))
    rows.append(("of them in test", *(sum(one.split == "test" for one in given) for given in sets.values()), None))
    rows.append(("without a competing product", *map(_without_rivals, sets.values()), None))
    return Table(("", *(NAMES[name] for name in sets), "paper"), tuple(rows), "Tokens by voxpop's own tokenizers.")


def _sizes(given: Sequence[Annotated]) -> dict[str, int]:
    sentences = tokens = 0
    for lang in dict.fromkeys(one.lang for one in given):
        for parsed in language(lang).parse([one.text for one in given if one.lang == lang]):
            sentences += len(parsed)
            tokens += sum(len(sentence.tokens) for sentence in parsed)
    mentions = sum(len(one.spans) for one in given)
    return {"documents": len(given), "sentences": sentences, "tokens": tokens, "mentions": mentions}


def _without_rivals(given: Sequence[Annotated]) -> int:
    return sum(not any("competing" in label.about for label in one.settled) for one in given)


def types_table(sets: Sets) -> Table:
    counts = {name: Counter(label.about for one in given for label in one.settled) for name, given in sets.items()}
    printed = {about: count - paper.TITLES * (about == "main") for about, count in paper.TABLE_2.items()}
    rows = []
    for about in paper.TABLE_2:
        shares = [(found[about], found[about] / found.total()) for found in counts.values()]
        rows.append((about, *(cell for pair in shares for cell in pair), printed[about] / sum(printed.values())))
    columns = [cell for name in sets for cell in (NAMES[name], f"share, {NAMES[name]}")]
    return Table(
        ("type", *columns, "paper's share"), tuple(rows), "Settled labels; the paper's without product titles."
    )


def substitution_table(sets: Sets) -> Table:
    """Of what is made by types alone, the share that clusters and reading bear out."""
    written = [one for name in ("en", "zh") for one in sets[name]]
    everything = [(made.substitution, made.verified) for made in generated(written)]
    drawn = [(made.substitution, made.verified) for made in sample(written)]
    rows: list[tuple[Cell, ...]] = []
    for original in KINDS:
        for replacement in KINDS:
            pair = (original, replacement)
            found = [ok for one, ok in everything if (one.original, one.replacement) == pair]
            few = [ok for one, ok in drawn if (one.original, one.replacement) == pair]
            expected = "consistent" if original == replacement else "inconsistent"
            rows.append((original, replacement, expected, len(found), _share(found), len(few), _share(few),
                         paper.TABLE_3[pair]))  # fmt: skip
    caption = (
        "Substitutions that are as expected. All: at most one a review and pair of types, English and Chinese. Drawn: "
        "one expected to be consistent and one not of each review, as many as the paper's procedure makes."
    )
    columns = ("original", "replacement", "expected", "all", "verified", "drawn", "drawn verified", "paper")
    return Table(columns, tuple(rows), caption)


def _share(verdicts: Sequence[bool]) -> float | None:
    return sum(verdicts) / len(verdicts) if verdicts else None


def systems_table(
    read: Mapping[str, Sequence[ReviewAnswer]], dev: Sequence[Annotated], *, draws: int, seed: int
) -> Table:
    most = majority(dev)
    rows: list[tuple[Cell, ...]] = []
    for name, given in read.items():
        gold = [one.gold for one in given]
        share = sum(map(len, gold)) / max(1, sum(len(one.review.spans) for one in given))
        systems = {
            f"majority ({most})": [[most] * len(labels) for labels in gold],
            "keywords": [one.read(by_keyword(one.review)) for one in given],
            "voxpop": [one.types for one in given],
        }
        for system, pred in systems.items():
            typed = Typed.of(gold, pred)
            four = (typed.macro(PRODUCTS), *typed.interval(PRODUCTS, draws=draws, seed=seed))
            nine = (typed.macro(), *typed.interval(draws=draws, seed=seed))
            rows.append((NAMES[name], system, typed.mentions, share, typed.accuracy, *four, *nine))
    figures = [f"{figure} of {size}" for size in (4, 9) for figure in ("macro-F1", "low", "high")]
    columns = ("set", "system", "mentions", "share of all", "accuracy", *figures)
    caption = (
        "Of 4: main, competing, interacting, generic. Annotated mentions at which voxpop reads an opinion or a name of "
        "a product, for all systems the same ones. 95 % intervals over reviews."
    )
    return Table(columns, tuple(rows), caption)


def each_table(read: Mapping[str, Sequence[ReviewAnswer]]) -> Table:
    typed = {name: Typed.of([one.gold for one in given], [one.types for one in given]) for name, given in read.items()}
    f1 = {name: one.f1() for name, one in typed.items()}
    counts = {name: one.counts.sum(axis=0)[:, 2] for name, one in typed.items()}
    rows = [
        (about, *(cell for name in read for cell in (int(counts[name][i]), f1[name][about])))
        for i, about in enumerate(TYPES)
    ]
    columns = [cell for name in read for cell in (NAMES[name], f"F1, {NAMES[name]}")]
    return Table(("type", *columns), tuple(rows), "The same mentions, and voxpop's F1.")


def names_table(read: Mapping[str, Sequence[ReviewAnswer]]) -> Table:
    """Coreference as far as names tell."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("en", "zh"):
        clusters = [both for one in read[name] if (both := one.named_clusters())[0]]
        mentions = sum(len(cluster) for gold, _ in clusters for cluster in gold)
        scores = coref([gold for gold, _ in clusters], [pred for _, pred in clusters])
        rows.append((NAMES[name], len(clusters), mentions, *_figures(scores)))
    columns = [f"{measure} {figure}" for measure in ("MUC", "B³", "CEAF") for figure in ("P", "R", "F1")]
    caption = "Annotated mentions at which voxpop finds a name of a product: are those of one name one thing?"
    return Table(("set", "reviews", "mentions", *columns, "CoNLL"), tuple(rows), caption, digits=1)


def _figures(scores: Scores) -> list[float]:
    values = [
        scores[name].values[figure] for name in ("muc", "b3", "ceafe") for figure in ("precision", "recall", "f1")
    ]
    return [100 * value for value in (*values, scores["conll"].value)]
