from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from research.training.data import Example
from research.training.reader.figures import Found, Knobs, felt, measure
from research.training.reader.oracle import oracle
from research.training.scheme import NOT_MENTIONED
from research.training.scores import Prediction, score
from voxpop.errors import InputError
from voxpop.types import ReaderOutput, Span

SETS = {"se14": ["food", "service", "price"], "mams": ["food", "place"]}
KNOBS = Knobs.of({"sets": SETS})
LESS_IS_MORE = {"MAE", "MAE of the mean", "RMSE of the mean", "calibration error", "its width in stars"}


@dataclass(frozen=True)
class Made:
    """A sample, as ``research.training.reader.samples`` makes them."""

    text: str = "the food was good"
    source: str = "x"
    terms: Sequence[Sequence[int | None]] | None = None
    opinions: Sequence[Sequence[int]] | None = None
    labels: Mapping[str, Mapping[str, int | None]] | None = None
    stars: Sequence[float] | None = None


def drawn(count: int = 80, *, seed: int = 0) -> list[Made]:
    dice = random.Random(seed)
    return [_one(dice) for _ in range(count)]


def _one(dice: random.Random) -> Made:
    words = ["".join(dice.choices("abcdef", k=dice.randint(2, 6))) for _ in range(8)]
    starts = [sum(len(word) + 1 for word in words[:i]) for i in range(8)]
    spans = [[starts[i], starts[i] + len(words[i])] for i in sorted(dice.sample(range(8), 3))]
    star = dice.randint(1, 5)
    labels = {name: {c: dice.choice((1, 0, -1)) for c in kept if dice.random() < 0.6} for name, kept in SETS.items()}
    return Made(" ".join(words), dice.choice("pq"), [[*span, dice.choice((1, 0, -1))] for span in spans[:2]],
                [spans[2]], labels, (star, star))  # fmt: skip


def read(samples: Sequence[Made]) -> list[ReaderOutput]:
    return [oracle(sample, SETS) for sample in samples]


def figures(found: Sequence[Found]) -> dict[tuple[str, str], float]:
    return {(one.task, one.figure): one.value for one in found}


def test_who_knows_the_answers_is_perfect() -> None:
    samples = drawn()
    found = measure(samples, read(samples), KNOBS)
    assert set(found) == {"p", "q", "all of se14", "all of mams"}
    both = [one.score.n for name in ("p", "q", "all of se14") for one in found[name] if "found: se14" in one.task]
    assert both[0] + both[4] == both[8] == len(samples)
    for source in (found["p"], found["q"]):
        tasks = {one.task for one in source}
        assert tasks == {"categories given: se14", "categories given: mams", "categories found: se14",
                         "categories found: mams", "terms", "terms given", "terms with polarity", "opinion words",
                         "stars"}  # fmt: skip
        for one in source:
            if one.figure not in LESS_IS_MORE:
                assert one.value == pytest.approx(1.0), one[:2]
    exact = figures(found["p"])
    assert exact["stars", "MAE"] == 0.0
    assert exact["stars", "MAE of the mean"] < 0.11  # .96 and four times .01
    assert exact["stars", "its width in stars"] == 1.0


def test_answers_to_other_questions_are_bad() -> None:
    samples = drawn()
    readings = read(drawn(seed=1))
    readings = [reading if len(reading.spans) >= len(sample.text) else read([sample])[0]._replace(
        polarity=reading.polarity, presence=reading.presence, stars=reading.stars, tags=np.roll(
            read([sample])[0].tags, 7, axis=0)) for sample, reading in zip(samples, readings, strict=True)]  # fmt: skip
    found = figures(measure([replace(sample, source="x") for sample in samples], readings, KNOBS)["x"])
    assert found["categories given: se14", "macro-F1"] < 0.5
    assert found["categories found: se14", "F1 with polarity"] < 0.5
    assert found["terms", "F1"] < 0.3
    assert found["opinion words", "F1"] < 0.3
    assert found["terms with polarity", "F1"] < 0.2
    assert found["stars", "MAE"] > 1.0
    assert found["stars", "80% interval covers"] < 0.5
    assert found["stars", "calibration error"] > 0.5


def test_flipped_polarity_leaves_detection_alone() -> None:
    samples = [replace(sample, source="x") for sample in drawn()]
    readings = [reading._replace(polarity=reading.polarity[:, ::-1]) for reading in read(samples)]
    found = figures(measure(samples, readings, KNOBS)["x"])
    assert found["categories found: se14", "F1"] == 1.0
    assert found["categories given: se14", "macro-F1"] == pytest.approx(1 / 3)
    assert found["categories found: se14", "F1 with polarity"] < 0.5


@pytest.mark.parametrize("seed", range(3))
def test_with_the_category_given_figures_are_those_of_tables_5_and_6(seed: int) -> None:
    samples = [replace(sample, source="x") for sample in drawn(seed=seed)]
    readings = read(drawn(seed=seed + 10))
    names = SETS["se14"]
    examples, predictions = [], []
    for i, (sample, reading) in enumerate(zip(samples, readings, strict=True)):
        gold = (sample.labels or {})["se14"]
        labels = tuple(gold.get(name, NOT_MENTIONED) for name in names)
        said = tuple((1, 0, -1)[int(reading.polarity[j].argmax())] for j in range(len(names)))
        stars = float((reading.stars.cumsum() < 0.5).sum() + 1)
        examples.append(Example(str(i), sample.text, labels, float((sample.stars or (1,))[0])))  # type: ignore[arg-type]
        predictions.append(Prediction(str(i), said, stars))
    theirs = score(examples, predictions)
    unspanned = [replace(sample, terms=None, opinions=None) for sample in samples]
    ours = figures(measure(unspanned, readings, KNOBS)["x"])
    assert ours["categories given: se14", "macro-F1"] == pytest.approx(theirs["macro_f1"])
    assert ours["categories given: se14", "accuracy"] == pytest.approx(theirs["accuracy"])
    assert ours["stars", "MAE"] == pytest.approx(theirs["mae"], abs=1e-6)
    assert ours["stars", "accuracy"] == pytest.approx(theirs["star_accuracy"])


def test_conflicts_have_no_polarity() -> None:
    labels: dict[str, dict[str, int | None]] = {"se14": {"food": None, "price": 1}, "mams": {"food": None, "place": 1}}
    samples = [Made(labels=labels, terms=[[4, 8, None], [13, 17, 1]])]
    found = measure(samples, read(samples), KNOBS)["x"]
    counted = {(one.task, one.figure): one.score.items.sum(axis=0).tolist() for one in found}
    assert ("categories given: se14", "accuracy") not in counted  # Bu et al. (2021) leaves such sentences out
    assert counted["categories given: mams", "accuracy"] == [1, 1]
    assert counted["categories found: se14", "F1"] == [2, 2, 2]
    assert counted["categories found: se14", "F1 with polarity"] == [1, 1, 1]
    assert counted["terms", "F1"] == [2, 2, 2]
    assert counted["terms given", "accuracy"] == [1, 1]
    assert counted["terms with polarity", "F1"] == [1, 1, 1]


def test_what_is_not_annotated_is_not_measured_but_nothing_found_is() -> None:
    nothing: dict[str, Any] = {"labels": {"se14": {}}, "terms": []}
    samples = [Made(**nothing), Made(labels={"se14": {"food": 1}}, terms=[[4, 8, 1]]), Made()]
    readings = read(samples)
    readings[0] = readings[1]  # speaks of food, where nobody did
    found = figures(measure(samples, readings, KNOBS)["x"])
    assert found["categories found: se14", "precision"] == 0.5
    assert found["terms", "precision"] == 0.5
    assert not any(task.startswith(("stars", "opinion")) or "mams" in task for task, _ in found)


def test_thresholds_of_the_config_count() -> None:
    samples = [Made(labels={"se14": {"food": 1}}, terms=[[4, 8, 1]])]
    readings = [oracle(sample, SETS) for sample in samples]
    readings[0].presence[0] = 0.4
    readings[0].tags[4:8, 0] = 0.7
    readings[0].tags[4:8, 1:3] *= 0.3

    def at(present: float, term: float) -> tuple[float, float]:
        knobs = Knobs.of({"sets": SETS, "present": {"se14": present}, "term": term})
        found = figures(measure(samples, readings, knobs)["x"])
        return found["categories found: se14", "F1"], found["terms", "F1"]

    assert at(0.5, 0.5) == (0.0, 0.0)
    assert at(0.35, 0.25) == (1.0, 1.0)


def test_a_set_without_neutral_labels_has_two_classes() -> None:
    samples = [Made(labels={"mams": {"food": sign}}) for sign in (1, -1, 1)]
    assert figures(measure(samples, read(samples), KNOBS)["x"])["categories given: mams", "macro-F1"] == 1.0


def test_samples_of_another_scheme_are_refused() -> None:
    sample = Made(labels={"se14": {"wifi": 1}})
    with pytest.raises(InputError, match=r"does not know: wifi\. It knows: food, service, price"):
        measure([sample], read([sample]), KNOBS)


def test_the_sentences_that_paper_001_leaves_out_are_in_the_official_terms() -> None:
    samples = [Made(source="semeval14-restaurants", labels={"se14": {"food": 1}}, terms=[[4, 8, 1]]),
               Made(source="semeval14-restaurants-terms", terms=[[4, 8, 1]])]  # fmt: skip
    found = measure(samples, read(samples), KNOBS)
    counts = {one.task: one.score.n for one in found["semeval14-restaurants"]}
    assert (counts["terms"], counts["categories given: se14"]) == (2, 1)


def test_a_term_is_felt_as_the_mean_of_its_pieces() -> None:
    reading = read([Made("food bad", terms=[[0, 4, 1], [5, 8, -1]])])[0]
    reading.tags[0:4, 6:9], reading.tags[5:8, 6:9] = (1, 0, 0), (0, 0, 1)
    assert felt(reading, Span(0, 4)).tolist() == [1, 0, 0]
    assert felt(reading, Span(3, 8)) == pytest.approx([1.33 / 5, 0.33 / 5, 3.33 / 5], abs=0.01)
    assert felt(reading, Span(50, 60)) == pytest.approx([1 / 3] * 3)


def test_every_figure_has_an_interval() -> None:
    samples = [replace(sample, source="x") for sample in drawn()]
    for one in measure(samples, read(samples), KNOBS)["x"]:
        interval = one.score.interval(one.key, resamples=20)
        assert interval.low <= one.value + 1e-9 <= interval.high + 2e-9


def test_what_is_wanted_is_measured_under_that_name() -> None:
    path = Path(__file__).resolve().parents[3] / "experiments" / "reader" / "wanted.tsv"
    with path.open(encoding="utf-8", newline="") as lines:
        wanted = {(row["task"], row["figure"]) for row in csv.DictReader(lines, delimiter="\t")}
    sets = {name: ["food"] for name in ("se14", "mams", "general", "asap")}
    labels = {name: {"food": 1} for name in sets}
    samples = [Made(terms=[[4, 8, 1]], opinions=[[13, 17]], labels=labels, stars=stars) for stars in ((4, 4), (4, 5))]
    found = measure(samples, [oracle(sample, sets) for sample in samples], Knobs.of({"sets": sets}))["x"]
    assert wanted <= {one[:2] for one in found}
