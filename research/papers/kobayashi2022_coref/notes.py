"""Notes on the tables of ``python -m research.papers coref``: where they differ from Kobayashi and Malon (2022), and possible reasons."""

from __future__ import annotations

from collections.abc import Mapping

from research.papers.kobayashi2022_coref import published as paper
from voxpop.metrics.score_table import Cell, Table

STANDING = (
    "The paper's 498 annotated reviews cannot be had. The reviews here were written for voxpop in its style, and are "
    "shorter; sentences of hu-liu, yelp-10k and coqe are added by reference. No figure here is on the paper's set, so "
    "the paper's stand beside ours for orientation only.",
    "The reviews and the first reading are by one language model; the second reading is by another session that saw "
    "spans, but neither labels nor clusters; the first settled what differed. They are not crowd workers, and who "
    "writes a review knows what it is about: kappa here says how clear the scheme is, not how well a crowd agrees.",
    "Tables 1 to 3 are of all reviews; everything that a system is judged by is of the test part, split by product.",
    "voxpop gives a type to what an opinion is about and to names of products, not to every noun and pronoun, so the "
    "types are judged where it gives one; the share of such mentions stands beside. A mention of ours stands for the "
    "annotated one that it shares most with.",
    "The paper's Table 5, coreference of all mentions by type, is left out: voxpop resolves no pronouns any more. What "
    "is left of it is whether mentions of one name are one thing.",
    "In Table 3 the paper's author read each substitution. Here the annotated clusters say whether a replacement "
    "within a type is of the same thing, and those across types were read by us for being true all the same; what a "
    "thing is said to be (a great buy) is never replaced.",
)


def notes(tables: Mapping[str, Table]) -> tuple[str, ...]:
    return (
        *_agreement(tables["Agreement"]),
        _types(tables["Mention types"]),
        *STANDING,
    )


def _agreement(table: Table) -> tuple[str, ...]:
    found = [row for row in table.rows if row[0] == "all"]
    if not found:
        return ("There is only one reading as yet: no agreement can be told.",)
    kappa = float(found[0][table.columns.index("kappa")] or 0)
    relation = "at least" if kappa >= paper.KAPPA else "below"
    return (f"Kappa of the two readings is {kappa:.3f}, {relation} the paper's {paper.KAPPA:.3f}.",)


def _types(table: Table) -> str:
    parts = [f"{name} {_number(four):.3f} and {_number(nine):.3f}" for name, system, four, nine in _columns(table)
             if system == "voxpop"]  # fmt: skip
    return f"Macro-F1 over the four product types and over all nine, voxpop: {'; '.join(parts)}."


def _columns(table: Table) -> list[tuple[Cell, Cell, Cell, Cell]]:
    four, nine = table.columns.index("macro-F1 of 4"), table.columns.index("macro-F1 of 9")
    return [(row[0], row[1], row[four], row[nine]) for row in table.rows]


def _number(cell: Cell) -> float:
    return float(cell or 0)
