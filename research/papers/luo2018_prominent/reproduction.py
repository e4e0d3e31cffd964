"""Luo et al. (2018) again: are a method's five most prominent aspects those that people name for a kind of product?

The terms of five annotators are the paper's Table 1. What its own models scored is not printed in what we have of it,
so our figures stand beside what people themselves reach and beside chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from research.papers.base import REPRODUCTIONS, Report
from research.papers.luo2018_prominent import sets as prominent_sets
from research.papers.luo2018_prominent.notes import notes
from research.papers.luo2018_prominent.sets import Reviews
from research.papers.pavlopoulos2014_ate import sets as ate_sets
from research.papers.pavlopoulos2014_ate.reproduction import ORDER
from voxpop.aspects import METHODS, group
from voxpop.lang import language
from voxpop.metrics import MEASURES
from voxpop.metrics.measure import SEED
from voxpop.metrics.prominent_aspects import TOP, human_terms, table_1
from voxpop.metrics.score_table import Cell, Table
from voxpop.types import AspectGroup, Term

DRAWS = 200
MOST = 20_000  # sentences read for a product type
FREQUENT = 50  # nouns and noun phrases that chance draws from
GROUPED = "prominent, grouped"
SHOWN = 6  # terms of a group that are printed


@dataclass(frozen=True, slots=True)
class NamedAspects:
    """A method's five aspects: the names, which hard accuracy is about, and all terms that stand for each."""

    names: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]

    @classmethod
    def of_terms(cls, terms: Iterable[Term]) -> NamedAspects:
        names = tuple(term.text for term in terms)[:TOP]
        return cls(names, tuple((name,) for name in names))

    @classmethod
    def of_groups(cls, groups: Sequence[AspectGroup]) -> NamedAspects:
        return cls(tuple(found.name for found in groups), tuple(found.terms for found in groups))


@dataclass(frozen=True, slots=True)
class ProminenceTrial:
    """What every method answers for one set of reviews."""

    reviews: Reviews
    sentences: int
    frequent: tuple[str, ...]
    answers: Mapping[str, NamedAspects]

    @property
    def name(self) -> str:
        return f"{self.reviews.product} ({self.reviews.source})"


@REPRODUCTIONS.register("prominent")
def run(data: Path, *, seed: int = SEED, draws: int = DRAWS, most: int = MOST) -> Report:
    """``data`` holds the folders lara-hotels, hu-liu, semeval14 and yelp-10k; ``most`` sentences are read of each."""
    trials = [trial(reviews, most=most) for reviews in prominent_sets.load(data, seed=seed)]
    tables = {
        "Hard accuracy": accuracy_table(trials, "hard", seed=seed, draws=draws),
        "Soft accuracy": accuracy_table(trials, "soft", seed=seed, draws=draws),
        "Any term of a group": groups_table(trials),
        **{f"Aspects: {found.name}": aspects_table(found) for found in trials},
        "Table 1, what people reach": people_table(),
    }
    return Report(
        name="prominent",
        title="Luo et al. (2018): prominent aspects of six product types",
        tables=tables,
        notes=notes(tables, most=most),
        settings={"seed": seed, "draws": draws, "sentences at most": most, **signatures()},
    )


def trial(reviews: Reviews, *, most: int = MOST) -> ProminenceTrial:
    corpus, lang = ate_sets.learn(reviews.texts, most=most), language("en")
    lists = {name: METHODS[name](corpus, lang) for name in ORDER}
    answers = {name: NamedAspects.of_terms(terms) for name, terms in lists.items()}
    answers[GROUPED] = NamedAspects.of_groups(group(lists["prominent"], corpus, lang, top=TOP))
    return ProminenceTrial(reviews, len(corpus), tuple(term.text for term in lists["freq"][:FREQUENT]), answers)


def accuracy(product: str, aspects: Sequence[str], kind: str) -> float:
    """Of a list of names, each of which counts: ``kind`` is hard or soft."""
    return MEASURES["prominent"]([product], [list(aspects)], top=max(1, len(aspects)))[kind].value


def accuracy_table(trials: Sequence[ProminenceTrial], kind: str, *, seed: int, draws: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for found in trials:
        product = found.reviews.product
        ours = [accuracy(product, answer.names, kind) for answer in found.answers.values()]
        people = float(np.mean([accuracy(product, five, kind) for five in table_1()[product]]))
        guessed = chance(found, kind, seed=seed, draws=draws)
        rows.append((found.name, *ours, guessed, people, best_five(product, kind)))
    means = np.array([row[1:] for row in rows], dtype=np.float64).mean(axis=0)
    columns = ("product type", *trials[0].answers, "chance", "annotators", "best five")
    caption = f"The five aspects' {kind} accuracy against the 25 human terms; of groups, their names count."
    return Table(columns, (*rows, (f"mean of {len(rows)}", *means.tolist())), caption)


def best_five(product: str, kind: str) -> float:
    """The five human terms that reach most, chosen one by one."""
    terms, chosen = sorted({term.lower() for term in human_terms(product)}), list[str]()
    for _ in range(TOP):
        left = [term for term in terms if term not in chosen]
        chosen.append(max(left, key=lambda term: (accuracy(product, [*chosen, term], kind), term)))
    return accuracy(product, chosen, kind)


def chance(found: ProminenceTrial, kind: str, *, seed: int, draws: int) -> float:
    """The mean of five drawn from the most frequent nouns and noun phrases."""
    generator = np.random.default_rng(seed)
    drawn = [generator.permutation(len(found.frequent))[:TOP].tolist() for _ in range(draws)]
    product = found.reviews.product
    return float(np.mean([accuracy(product, [found.frequent[i] for i in five], kind) for five in drawn]))


def groups_table(trials: Sequence[ProminenceTrial]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for found in trials:
        answer = found.answers[GROUPED]
        every = [term for terms in answer.terms for term in terms]
        values = [accuracy(found.reviews.product, aspects, kind) for aspects in (answer.names, every)
                  for kind in ("hard", "soft")]  # fmt: skip
        rows.append((found.name, *values, len(every)))
    columns = ("product type", "hard, names", "soft, names", "hard, any term", "soft, any term", "terms in the groups")
    caption = f"{GROUPED}: a human term is met by the name of a group, or by any of the terms that stand in it."
    return Table(columns, tuple(rows), caption)


def aspects_table(found: ProminenceTrial) -> Table:
    counts = Counter(term.lower() for term in human_terms(found.reviews.product))
    rows: list[tuple[Cell, ...]] = [("people", ", ".join(f"{term} {n}" for term, n in counts.most_common()))]
    for method, answer in found.answers.items():
        rows.append((method, ", ".join(f"{name} ✓" if name in counts else name for name in answer.names)))
    for name, terms in zip(found.answers[GROUPED].names, found.answers[GROUPED].terms, strict=True):
        rows.append((f"group {name}", ", ".join(terms[:SHOWN]) + (", …" if len(terms) > SHOWN else "")))
    caption = f"{found.sentences} sentences. A tick marks a human term; people's terms with how many named them."
    return Table(("method", "aspects"), tuple(rows), caption)


def people_table() -> Table:
    rows: list[tuple[Cell, ...]] = []
    for product, answers in table_1().items():
        own = [accuracy(product, five, "hard") for five in answers]
        rest = [_against_others(answers, place) for place in range(len(answers))]
        rows.append((product, *own, float(np.mean(own)), float(np.mean(rest)), best_five(product, "hard"),
                     best_five(product, "soft")))  # fmt: skip
    columns = ("product type", *(f"annotator {place}" for place in range(1, TOP + 1)), "mean", "against the others",
               "best five, hard", "best five, soft")  # fmt: skip
    caption = "Hard accuracy of each annotator's five terms against all 25, which hold them; and against the other 20."
    return Table(columns, tuple(rows), caption)


def signatures() -> dict[str, str]:
    scores = MEASURES["prominent"](["hotel"], [["room"]], top=TOP)
    return {name: score.signature for name, score in scores.items()}


def _against_others(answers: Sequence[Sequence[str]], place: int) -> float:
    others = [term for i, five in enumerate(answers) if i != place for term in five]
    return MEASURES["prominent"]([others], [list(answers[place])])["hard"].value
