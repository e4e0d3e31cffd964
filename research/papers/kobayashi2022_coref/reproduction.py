"""Kobayashi and Malon (2022) again: what do reviews speak of, the product or another one? On reviews that we wrote and read twice."""

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
from voxpop.metrics.coref import coref, coref_by_type
from voxpop.metrics.measure import SEED, Scores
from voxpop.metrics.score_table import Cell, Table

DRAWS = 200
NAMES = {"en": "English", "zh": "Chinese", "references": "public sentences"}
COREF_TYPES = ("main", "competing", "generic", "interacting")

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
        "Table 5": coref_table(read, exact=False),
        "Table 5, exact spans": coref_table(read, exact=True),
        "Coreference, all clusters": clusters_table(read),
        "Bridging": bridging_table(read),
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
        gold = [[label.about for label in one.review.settled] for one in given]
        systems = {
            f"majority ({most})": [[most] * len(labels) for labels in gold],
            "keywords": [by_keyword(one.review) for one in given],
            "voxpop": [one.types for one in given],
        }
        for system, pred in systems.items():
            typed = Typed.of(gold, pred)
            four = (typed.macro(PRODUCTS), *typed.interval(PRODUCTS, draws=draws, seed=seed))
            nine = (typed.macro(), *typed.interval(draws=draws, seed=seed))
            rows.append((NAMES[name], system, typed.mentions, typed.accuracy, *four, *nine))
    figures = [f"{figure} of {size}" for size in (4, 9) for figure in ("macro-F1", "low", "high")]
    columns = ("set", "system", "mentions", "accuracy", *figures)
    caption = (
        "Of 4: main, competing, interacting, generic. The spans are given; one that voxpop does not "
        "find counts as other. 95 % intervals over reviews."
    )
    return Table(columns, tuple(rows), caption)


def each_table(read: Mapping[str, Sequence[ReviewAnswer]]) -> Table:
    typed = {name: _typed(given) for name, given in read.items()}
    f1 = {name: one.f1() for name, one in typed.items()}
    counts = {name: one.counts.sum(axis=0)[:, 2] for name, one in typed.items()}
    rows = [
        (about, *(cell for name in read for cell in (int(counts[name][i]), f1[name][about])))
        for i, about in enumerate(TYPES)
    ]
    columns = [cell for name in read for cell in (NAMES[name], f"F1, {NAMES[name]}")]
    return Table(("type", *columns), tuple(rows), "Mentions, and voxpop's F1.")


def _typed(given: Sequence[ReviewAnswer]) -> Typed:
    return Typed.of([[label.about for label in one.review.settled] for one in given], [one.types for one in given])


def coref_table(read: Mapping[str, Sequence[ReviewAnswer]], *, exact: bool) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in ("en", "zh"):
        gold = [_by_type(one.review) for one in read[name]]
        found = coref_by_type(gold, [one.clusters(exact=exact) for one in read[name]])
        for about in COREF_TYPES:
            if about in found:
                printed = paper.TABLE_5[about][-1] if name == "en" and about in paper.TABLE_5 else None
                rows.append((NAMES[name], about, found[about]["conll"].n, *_figures(found[about]),
                             printed))  # fmt: skip
    columns = [f"{measure} {figure}" for measure in ("MUC", "B³", "CEAF") for figure in ("P", "R", "F1")]
    how = "exactly the same spans" if exact else "our mentions stand for the annotated ones they share most with"
    caption = f"Section 5 of the paper, in reviews with two or more mentions of the type; {how}. Another set than its."
    return Table(("set", "type", "reviews", *columns, "mean F1", "paper"), tuple(rows), caption, digits=1)


def _figures(scores: Scores) -> list[float]:
    values = [
        scores[name].values[figure] for name in ("muc", "b3", "ceafe") for figure in ("precision", "recall", "f1")
    ]
    return [100 * value for value in (*values, scores["conll"].value)]


def _by_type(review: Annotated) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {about: [] for about in COREF_TYPES}
    for span, label in zip(review.spans, review.settled, strict=True):
        if label.about in found:
            found[label.about].append(span)
    return found


def clusters_table(read: Mapping[str, Sequence[ReviewAnswer]]) -> Table:
    """Coreference proper."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("en", "zh"):
        gold = [one.review.clusters() for one in read[name]]
        for what, singletons in (("kept", "keep"), ("dropped", "drop")):
            scores = coref(gold, [one.clusters(exact=False) for one in read[name]], singletons=singletons)
            rows.append((NAMES[name], what, len(gold), *_figures(scores)))
    columns = [f"{measure} {figure}" for measure in ("MUC", "B³", "CEAF") for figure in ("P", "R", "F1")]
    caption = "All clusters of all types, found and judged from the plain text."
    return Table(("set", "clusters of one", "reviews", *columns, "CoNLL"), tuple(rows), caption, digits=1)


def bridging_table(read: Mapping[str, Sequence[ReviewAnswer]]) -> Table:
    """Of the parts and attributes, how many are tied to what they belong to."""
    rows: list[tuple[Cell, ...]] = []
    for name, given in read.items():
        for about in (kind for kind in TYPES if kind.startswith("part_of")):
            ties = [tie for one in given for tie in _ties(one, about)]
            rows.append((NAMES[name], about, len(ties), _share(ties)))
    caption = (
        "Parts whose whole is mentioned (or is the product): the share that voxpop ties to a mention of that whole."
    )
    return Table(("set", "type", "parts", "right"), tuple(rows), caption)


def _ties(answer: ReviewAnswer, about: str) -> list[bool]:
    review = answer.review
    wholes = {one.cluster: {id(found) for found in _same(answer, one.cluster)} for one in review.settled}
    mentions = answer.discourse.mentions
    ties: list[bool] = []
    for label, found in zip(review.settled, answer.found, strict=True):
        if label.about != about or label.part_of is None:
            continue
        if found is None or found.part_of is None:
            ties.append(False)
        elif label.part_of == 0 or found.part_of == 0:
            ties.append(label.part_of == found.part_of)
        else:
            tied = {id(one) for one in mentions if one.cluster == found.part_of}
            ties.append(bool(tied & wholes[label.part_of]))
    return ties


def _same(answer: ReviewAnswer, cluster: int) -> list[object]:
    """Our mentions that stand for those of an annotated cluster."""
    pairs = zip(answer.review.settled, answer.found, strict=True)
    return [found for label, found in pairs if label.cluster == cluster and found is not None]
