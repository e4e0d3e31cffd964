"""Notes on the tables of ``python -m research.papers rouge``: where they differ from Tay et al. (2019), and possible reasons."""

from __future__ import annotations

from collections.abc import Mapping

from voxpop.metrics.score_table import Cell, Table

STANDING = (
    "Table 3 comes out exactly when a word is a run of letters, digits and apostrophes.",
    "The paper's tool was probably the Java ROUGE 2.0, whose ROUGE-L of that time matched sets of words greedily. Ours "
    "is the longest common subsequence of the whole text, so R-L may differ for that reason alone.",
    "The stop list is not named in the paper. The worked examples of Tables 4 and 10 rule out the list of ROUGE-1.5.5; "
    "the NLTK list gives all but one of them, and that one too if it held \"however\".",
    "The same examples show how aspect terms were masked: a mask counts as a word but matches nothing, not even "
    "another mask. We mask every form of the words in the topic's name and follow the paper's footnote for two topics; "
    "the paper does not list its terms.",
    "A candidate of another aspect comes here from a topic with another aspect name, so that \"rooms\" of one hotel is "
    "never the other aspect for \"rooms\" of another. The paper does not say whether it allowed that.",
    "Ties count as failures in Tables 5 and 11, as in the paper. Stop-word removal makes many ties, so a share below "
    "one half there does not mean that ROUGE prefers the wrong summary; the last columns show the ties.",
    "Synonyms and antonyms come from WordNet 3.1 where the paper used Wiktionary. With adjectives related through a "
    "cluster the coverage is greater than the paper's, without it smaller; both are reported. Words are put in as base "
    "forms. Many pairs are poor English (as are the paper's): the experiment is about matching words, not about style.",
    "SentiWordNet decides which words bear sentiment. Table 6 fits best when the first sense decides, so that is the "
    "rule; parts of speech come from voxpop's tagger, the paper's from NLTK.",
    "The polarity labels are ours: two language-model sessions read all summaries independently, the second shuffled "
    "and blind to the first, and a third reading settled the differences. Of the paper's labels one is known and was "
    "adopted against both readings: buttons_amazon_kindle/2 is positive there.",
    "Intervals in Tables 5 and 9 say what another draw of triplets could have given; in Table 11, where all triplets "
    "are used, what other topics could have given.",
)  # fmt: skip


def notes(tables: Mapping[str, Table]) -> tuple[str, ...]:
    compared = [_coverage(name, table) for name, table in tables.items() if "paper within" in table.columns]
    return (*compared, _half(tables["Table 11"]), *STANDING)


def _coverage(name: str, table: Table) -> str:
    known = [verdict for verdict in _column(table, "paper within") if verdict is not None]
    return f"{name}: {known.count('yes')} of the paper's {len(known)} figures lie within our interval."


def _half(table: Table) -> str:
    """The paper's claim that the same polarity is scored higher in less than half of the triplets, put to the test."""
    rows = [row for row, printed in zip(table.rows, _column(table, "paper"), strict=True) if printed is not None]
    above, low, high = (table.columns.index(name) for name in ("ours", "low", "high"))
    over = sum(float(row[above] or 0) > 0.5 for row in rows)
    clear = sum(not float(row[low] or 0) <= 0.5 <= float(row[high] or 0) for row in rows)
    return (f"Table 11: the paper prints no share above one half; ours is above it in {over} of {len(rows)} rows, and "
            f"in {clear} of them the interval excludes one half. Where it includes it, ROUGE cannot be told from a "
            "coin, which supports the paper's conclusion, but not a preference for the wrong polarity.")  # fmt: skip


def _column(table: Table, name: str) -> list[Cell]:
    return [row[table.columns.index(name)] for row in table.rows]
