from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from research.papers import REPRODUCTIONS, Report
from research.papers.luo2018_prominent import reproduction as prominent
from research.papers.luo2018_prominent.reproduction import NamedAspects, ProminenceTrial
from research.papers.luo2018_prominent.sets import Reviews, is_restaurant, load
from voxpop.aspects import METHODS
from voxpop.errors import InputError
from voxpop.metrics.prominent_aspects import human_terms, table_1
from voxpop.metrics.score_table import Table
from voxpop.types import AspectGroup, Term

SETS = 7
TEXTS = ["The battery is great.", "The screen is bright.", "My laptop has a bad battery.", "The price was fine.",
         "This laptop is fast.", "The screens are good and the price is low."] * 5  # fmt: skip


@pytest.fixture(scope="session")
def prominent_report(data_dir: Path) -> Report:
    return prominent.run(data_dir, seed=7, draws=5, most=1000)


@pytest.fixture(scope="module")
def toy() -> ProminenceTrial:
    return prominent.trial(Reviews("laptop", "toy", TEXTS))


def column(table: Table, name: str) -> list[Any]:
    return [row[table.columns.index(name)] for row in table.rows]


def test_a_trial_has_five_aspects_at_most_from_every_method(toy: ProminenceTrial) -> None:
    assert set(toy.answers) == {*METHODS, prominent.GROUPED}
    assert all(len(answer.names) == len(answer.terms) <= 5 for answer in toy.answers.values())
    assert toy.sentences == 30
    assert {"battery", "price"} <= set(toy.answers["prominent"].names)
    assert "laptop" not in toy.answers["prominent"].names, "the thing itself is no aspect"


def test_a_group_answers_with_its_name_and_keeps_its_terms() -> None:
    answer = NamedAspects.of_groups(
        [AspectGroup("prices", ("prices", "price", "cost")), AspectGroup("food", ("food",))]
    )
    assert answer.names == ("prices", "food")
    assert answer.terms[0] == ("prices", "price", "cost")
    terms = [Term(letter, 1, 1.0) for letter in "abcdefg"]
    assert NamedAspects.of_terms(terms).names == tuple("abcde")


def test_accuracy_by_hand_and_of_wrong_answers() -> None:
    assert prominent.accuracy("restaurant", ["food", "price"], "hard") == pytest.approx(10 / 25)
    assert prominent.accuracy("restaurant", ["prices"], "hard") == 0
    assert prominent.accuracy("restaurant", ["the whole sentence"], "soft") == 0
    assert prominent.accuracy("restaurant", [], "hard") == 0
    assert prominent.accuracy("laptop", human_terms("laptop"), "hard") == 1


@pytest.mark.parametrize("product", table_1())
def test_the_best_five_are_the_best(product: str) -> None:
    counts = Counter(term.lower() for term in human_terms(product))
    most = max(sum(counts[term] for term in five) for five in combinations(counts, 5))
    assert prominent.best_five(product, "hard") == pytest.approx(most / 25)
    for kind in ("hard", "soft"):
        annotators = [prominent.accuracy(product, five, kind) for five in table_1()[product]]
        assert prominent.best_five(product, kind) >= max(annotators) - 1e-12


def test_people_reach_less_against_the_others_than_against_all() -> None:
    table = prominent.people_table()
    assert column(table, "product type") == list(table_1())
    for mean, others, best in zip(*(column(table, name) for name in ("mean", "against the others", "best five, hard")),
                                  strict=True):  # fmt: skip
        assert 0 < others < mean <= best <= 1


def test_chance_is_repeatable_and_below_one(toy: ProminenceTrial) -> None:
    first = prominent.chance(toy, "hard", seed=3, draws=20)
    assert first == prominent.chance(toy, "hard", seed=3, draws=20)
    assert 0 < first < 1


def test_aspects_are_printed_with_ticks(toy: ProminenceTrial) -> None:
    table = prominent.aspects_table(toy)
    rows = {str(row[0]): str(row[1]) for row in table.rows}
    assert "battery ✓" in rows["prominent"]
    assert rows["people"].startswith("price 4, battery 4")


def test_a_restaurant_is_known_by_two_of_its_words() -> None:
    assert is_restaurant("The waitress brought the menus.")
    assert not is_restaurant("Menus and a menu.")
    assert not is_restaurant("The food was good, and the price and the service were too.")


@pytest.mark.slow
def test_six_product_types_are_loaded_in_an_order_that_the_seed_decides(data_dir: Path) -> None:
    sets, again, other = (load(data_dir, seed=seed) for seed in (1, 1, 2))
    assert {reviews.product for reviews in sets} == set(table_1())
    assert len(sets) == SETS
    assert sets == again
    assert sets[0].texts != other[0].texts
    assert sorted(sets[0].texts) == sorted(other[0].texts)
    assert len(sets[0].texts) == 30121


@pytest.mark.slow
def test_every_method_is_scored_on_every_set(prominent_report: Report) -> None:
    hard, soft = (prominent_report.tables[f"{kind} accuracy"] for kind in ("Hard", "Soft"))
    for table in (hard, soft):
        assert set(METHODS) < set(table.columns)
        assert len(table.rows) == SETS + 1
        assert all(0 <= cell <= 1 for row in table.rows for cell in row[1:] if isinstance(cell, float))
    for lower, higher in zip(hard.rows, soft.rows, strict=True):
        pairs = list(zip(lower[1:-1], higher[1:-1], strict=True))
        assert all(float(a or 0) <= float(b or 0) + 1e-12 for a, b in pairs), "soft credits what hard does, and more"


@pytest.mark.slow
def test_our_method_beats_frequency_and_chance_on_the_mean(prominent_report: Report) -> None:
    table = prominent_report.tables["Hard accuracy"]
    means = dict(zip(table.columns, table.rows[-1], strict=True))
    assert means["best five"] > means["annotators"] > means["prominent"] > means["freq"] > means["chance"]


@pytest.mark.slow
def test_the_report_is_json_and_says_what_it_read(prominent_report: Report) -> None:
    found = json.loads(json.dumps(prominent_report.to_json(), allow_nan=False))
    assert found["settings"]["sentences at most"] == 1000
    assert sum(name.startswith("Aspects: ") for name in found["tables"]) == SETS
    assert any("1000 sentences" in note for note in found["notes"])


@pytest.mark.slow
def test_the_same_seed_gives_the_same_report(data_dir: Path, prominent_report: Report) -> None:
    assert "prominent" in REPRODUCTIONS
    assert prominent.run(data_dir, seed=7, draws=5, most=1000).to_json() == prominent_report.to_json()


def test_missing_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="hu-liu"):
        prominent.run(tmp_path)
