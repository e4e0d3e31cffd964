from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import krippendorff
import numpy as np
import pytest
from nltk.metrics.agreement import AnnotationTask
from tests.annotate.simulation import (
    ERRORS,
    ROLES,
    SCHEME,
    adjudicated_and_voted,
    estimated_and_voted,
    simulate,
)

from voxpop.annotate.live_agreement import cells_of, label_posteriors, live_agreement
from voxpop.annotate.rounds import ProjectSettings
from voxpop.annotate.scheme import ABSENT, load_scheme

from .conftest import Make

pytestmark = pytest.mark.usefixtures("no_waiting")


def test_kappa_and_alpha_equal_reference_libraries(tmp_path: Path) -> None:
    simulation = simulate(tmp_path / "p", reviews=80, errors={"a": 0.1, "b": 0.3}, roles={})
    simulation.run(until="review")
    state = simulation.project.state
    figures = live_agreement(state)
    for name, row in [("", figures.overall), *((row.name, row) for row in figures.labels)]:
        cells = [c for one in state.items.values() for c in cells_of(SCHEME, one) if name in ("", c.name)]
        task = AnnotationTask([(who, place, value) for place, c in enumerate(cells) for who, value in sorted(c.values)])
        codes = [[SCHEME.classes.index(dict(c.values)[who]) for c in cells] for who in ("a", "b")]
        assert row.kappa is not None
        assert row.alpha is not None
        assert row.kappa.value == pytest.approx(task.kappa(), abs=0.02)  # ours pairs the first with the second answer
        by_person = next(one.agreement for one in figures.annotators if one.agreement.name == "a")
        if not name:
            assert by_person.kappa is not None
            assert by_person.kappa.value == pytest.approx(task.kappa())  # here the pairs are the same
        expected = krippendorff.alpha(reliability_data=codes, level_of_measurement="nominal")
        assert row.alpha.value == pytest.approx(expected)
        assert row.alpha.low < row.alpha.value < row.alpha.high


def test_intervals_cover_the_truth(tmp_path: Path) -> None:
    """Drawing reviews, not cells: of 40 repetitions about 95 % hold the agreement of endless reviews."""
    rates = {"a": 0.1, "b": 0.2}
    expected = 0.9 * 0.8 + 0.1 * 0.2 / 3
    held = 0
    for seed in range(40):
        simulation = simulate(tmp_path / str(seed), reviews=40, errors=rates, roles={}, seed=seed)
        simulation.run(until="review")
        percent = live_agreement(simulation.project.state).overall.percent
        assert percent is not None
        held += percent.low <= expected <= percent.high
    assert held >= 34


def test_reliability_without_gold_is_within_five_points(tmp_path: Path) -> None:
    simulation = simulate(tmp_path / "p", reviews=600, errors=ERRORS, roles=ROLES)
    simulation.run(until="adjudicate")
    reliability = {row.agreement.name: row.reliability for row in live_agreement(simulation.project.state).annotators}
    for who in "abcd":
        assert reliability[who] == pytest.approx(1 - ERRORS[who], abs=0.05)


def test_adjudicated_labels_beat_majority_vote(tmp_path: Path) -> None:
    """Against the vote of three annotators on every cell, which costs more work than two and a manager."""
    simulation = simulate(tmp_path / "p", reviews=300, errors=ERRORS, roles=ROLES)
    simulation.run()
    adjudicated, voted = adjudicated_and_voted(simulation)
    assert adjudicated > voted + 0.01
    assert adjudicated > 0.98


def test_estimated_labels_beat_majority_vote(tmp_path: Path) -> None:
    settings = ProjectSettings(overlap=3)
    simulation = simulate(tmp_path / "p", reviews=300, errors=ERRORS, roles=ROLES, settings=settings)
    simulation.run(until="adjudicate")
    estimated, voted = estimated_and_voted(simulation)
    assert estimated > voted


def test_posteriors_believe_the_reliable(tmp_path: Path) -> None:
    simulation = simulate(tmp_path / "p", reviews=300, errors={"a": 0.02, "b": 0.3, "c": 0.25}, roles={})
    simulation.run(until="review")
    posteriors = label_posteriors(simulation.project.state)
    right = []
    for id, truth in simulation.truth.items():
        one = simulation.project.state.items[id]
        for label in SCHEME.labels:
            values = {who: dict(given.answer).get(label, ABSENT) for who, given in one.labels.items()}
            assert sum(posteriors[id][label].values()) == pytest.approx(1, abs=0.001)
            if "a" in values and len(set(values.values())) == 2:
                best = max(posteriors[id][label], key=lambda value: posteriors[id][label][value])
                right.append(best == truth.get(label, ABSENT))
    assert np.mean(right) > 0.8


def test_who_drifts_is_flagged(tmp_path: Path) -> None:
    errors = {"a": 0.03, "b": 0.03, "m": 0.0, "x": 0.0}
    simulation = simulate(tmp_path / "p", reviews=80, errors=errors, roles=ROLES)
    rates = dict(errors)
    simulation.errors = rates
    for _ in range(60):
        for who in "ab":
            task = simulation.project.task(who)
            assert task is not None
            simulation.do(who, task)
    rates["b"] = 0.5
    simulation.run(until="check")
    flagged = {one.agreement.name: one.drifts for one in live_agreement(simulation.project.state).annotators}
    assert flagged == {"a": False, "b": True}


def test_spans_agree_exactly_or_by_overlap(make: Make) -> None:
    project = make("Good soup, slow waiter.", "Fine.", scheme=load_scheme("spans"))
    project.answer("a1", "r0", "label", [[5, 9, "positive"], [16, 22, "negative"]])
    project.answer("a2", "r0", "label", [[0, 9, "positive"], [16, 22, "negative"]])
    figures = live_agreement(project.state)
    overall = figures.overall
    assert overall.exact is not None
    assert overall.overlap is not None
    assert overall.exact.value == pytest.approx(0.5)
    assert overall.overlap.value == pytest.approx((4 / 9 + 1) / 2)
    assert overall.percent is not None
    assert overall.percent.value == pytest.approx(1 - 5 / 23)  # of the characters
    negative = next(row for row in figures.labels if row.name == "negative")
    assert negative.kappa is not None
    assert negative.kappa.value == 1


def test_alpha_of_spans_is_that_of_single_characters(make: Make) -> None:
    project = make("Good soup, slow waiter.", "Fine.", scheme=load_scheme("spans"))
    spans = ([[5, 9, "positive"], [16, 22, "negative"]], [[0, 9, "positive"], [16, 22, "neutral"]])
    for who, answer in zip(("a1", "a2"), spans, strict=True):
        project.answer(who, "r0", "label", answer)
        project.answer(who, "r1", "label", [[0, 4, "positive"]])
    codes = []
    for answer in spans:
        row = np.zeros(28)
        for start, end, name in (*answer, [23, 27, "positive"]):
            row[start:end] = 1 + project.scheme.labels.index(name)
        codes.append(row)
    alpha = live_agreement(project.state).overall.alpha
    assert alpha is not None
    assert alpha.value == pytest.approx(krippendorff.alpha(reliability_data=codes, level_of_measurement="nominal"))


@pytest.mark.parametrize("kind", ["categories", "spans"])
def test_a_label_that_nobody_used_has_no_agreement(make: Make, kind: str) -> None:
    labels = ["food", "service"]
    project = make("Good soup.", scheme=load_scheme(kind, labels=labels))
    for who in ("a1", "a2"):
        project.answer(who, "r0", "label", {"food": "positive"} if kind == "categories" else [[5, 9, "food"]])
    food, service = live_agreement(project.state).labels
    assert food.percent is not None
    assert (service.items, service.percent, service.kappa, service.alpha, service.exact) == (1, None, None, None, None)


def test_posteriors_of_spans_are_of_stretches_of_the_text(make: Make) -> None:
    """The soup is praised or blamed; a1 errs in 2 % of the reviews, a2 and a3 in 30 %, in pairs that change."""
    rates, sides, random = {"a1": 0.02, "a2": 0.3, "a3": 0.3}, ("positive", "negative"), Random(3)
    project = make(*["Such soup."] * 240, scheme=load_scheme("spans"))
    truth = {f"r{n}": random.choice(sides) for n in range(240)}
    for n, (id, side) in enumerate(truth.items()):
        wrong = sides[side == "positive"]
        for who in list(combinations(rates, 2))[n % 3]:
            project.answer(who, id, "label", [[5, 9, wrong if random.random() < rates[who] else side]])
    posteriors = label_posteriors(project.state)
    right = []
    for id, side in truth.items():
        (soup,) = posteriors[id]  # nobody marked the rest
        assert (soup["start"], soup["end"]) == (5, 9)
        assert sum(soup["chances"].values()) == pytest.approx(1, abs=0.001)
        if project.state.items[id].agreed() is None and "a1" in project.state.items[id].labels:
            right.append(max(soup["chances"], key=soup["chances"].__getitem__) == side)
    assert len(right) > 20
    assert np.mean(right) > 0.8  # a vote of two would be right in half of them


def test_a_project_without_pairs_has_no_figures(make: Make) -> None:
    figures = live_agreement(make("One.").state)
    assert (figures.overall.items, figures.overall.kappa, figures.annotators) == (0, None, ())
