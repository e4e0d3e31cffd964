"""Notes on the tables of ``python -m research.papers ate``: where they differ from Pavlopoulos and Androutsopoulos (2014), and possible reasons."""

from __future__ import annotations

from collections.abc import Mapping

from research.papers.pavlopoulos2014_ate import published as paper
from voxpop.metrics.score_table import Cell, Table

STANDING = (
    "The paper's three sets were given out on request and cannot be had here. SemEval-14 was built on two of them: its "
    "restaurants and laptops (train and test together) hold more sentences and more tags a sentence, as the table of "
    "the sets shows. So figures do not compare one by one; the order of methods may.",
    "The hotel set is another one altogether: MEMD, which is mostly about rented homes, counts only explicit terms of "
    "opinion quadruples and tags the whole too (\"place\", \"apartment\"). \"Hotels\" is the set as tagged; in the "
    "other, terms that stand mostly for the whole are no gold terms.",
    "Words are tagged by voxpop's tagger, where the paper used the default tagger and a chunker of NLTK; vectors are "
    "GloVe's of 50 dimensions where the paper trained word2vec with 200 on Wikipedia, and a phrase of two words is the "
    "mean of its words, where the paper had vectors for phrases.",
    "Gold terms are those tagged more than once, as in the paper; equals stand in the order of the alphabet. Terms are "
    "compared in lower case as written: \"price\" and \"prices\" are two terms, on both sides.",
    "The paper does not say what its test exchanges. Over gold terms: two systems swap the places they gave a term. "
    "Over sentences: a term's score is spread over the sentences that hold it, sentences change sides, and both lists "
    "are ranked anew. The second finds much smaller differences, as the paper's test must have (30.11 against 30.54 is "
    "significant there); the first asks more, for a few frequent terms carry most of an AWP.",
    "In the paper H&L reaches much higher weighted recall than FREQ. Ours cannot: FREQ here names every noun and noun "
    "phrase, and H&L begins with the same candidates, prunes them and adds few. Probably the paper's FREQ named fewer, "
    "which would explain its low AWP: it returns \"the most frequent\" ones, and the text does not say how many.",
    "The interval of Table 2 can lie to one side of the figure: a resample loses gold terms that were tagged only a "
    "few times, so its gold list is shorter than the real one.",
    "The method \"prominent\" is ours. Its few constants were chosen on the products of Hu and Liu and on MEMD's books "
    "and clothing, on which no score is reported here; the methods of the paper have no constants of ours.",
    "Figure 2: electronics are the five products of Hu and Liu's first release, as tagged, the products' own names "
    "included.",
)  # fmt: skip


def notes(tables: Mapping[str, Table]) -> tuple[str, ...]:
    ours = _awp(tables["Table 2"])
    ranking = [_ranking(name, ours[name]) for name in paper.SETS]
    shared = _awp(tables["Table 2 at the recall that all reach"])
    return (*ranking, _signs(tables["Significance"]), _pruning(ours, shared), _best(ours), *STANDING)


def _awp(table: Table) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for name, method, value, *_ in table.rows:
        found.setdefault(str(name), {})[str(method)] = _number(value)
    return found


def _ranking(name: str, ours: Mapping[str, float]) -> str:
    here = sorted(paper.TABLE_2, key=lambda method: -ours[method])
    there = sorted(paper.TABLE_2, key=lambda method: -(paper.awp(method, name) or 0))
    if here == there:
        return f"Table 2, {name}: the paper's methods come out in the paper's order ({_order(here)})."
    return f"Table 2, {name}: the order differs. Ours: {_order(here)}; the paper's: {_order(there)}."


def _signs(table: Table) -> str:
    compared = [row for row in table.rows if row[-1] is not None]
    other = [f"{row[1]} on {row[0]} ({_number(row[2]):+.1f}, the paper {_number(row[5]):+.1f})"
             for row in compared if row[-1] == "no"]  # fmt: skip
    same = len(compared) - len(other)
    start = f"Of {len(compared)} differences that follow from the paper's Table 2, {same} have the same sign here"
    return f"{start}. The other way round: {'; '.join(other)}." if other else f"{start}."


def _pruning(ours: Mapping[str, Mapping[str, float]], shared: Mapping[str, Mapping[str, float]]) -> str:
    """The paper's finding that vectors help, put to the test with and without the price of lost recall."""
    found = []
    for plain in ("freq", "hl"):
        whole = [name for name in ours if ours[name][f"{plain}+w2v"] > ours[name][plain]]
        level = [name for name in shared if shared[name][f"{plain}+w2v"] > shared[name][plain]]
        found.append(f"{plain} gains AWP by it on {_listed(whole)}, and precision at the recall that all reach on "
                     f"{_listed(level)}")  # fmt: skip
    return ("Pruning by vectors takes gold terms too, and AWP charges for every level of recall that a list no longer "
            f"reaches: {'; '.join(found)}.")  # fmt: skip


def _listed(names: list[str]) -> str:
    return " and ".join(names) or "no set"


def _best(ours: Mapping[str, Mapping[str, float]]) -> str:
    best = [f"{max(found, key=lambda method: found[method])} on {name} ({max(found.values()):.2f})"
            for name, found in ours.items()]  # fmt: skip
    return f"Best of all here: {', '.join(best)}."


def _order(methods: list[str]) -> str:
    return " > ".join(methods)


def _number(cell: Cell) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0
