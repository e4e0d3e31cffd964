"""Intervals and tests: exact on toys, quick on ten thousand items, and never between unlike scores."""

from __future__ import annotations

import json

import numpy as np
import pytest

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics import compare
from voxpop.metrics.measure import Aggregate, Array, Score, differences, means, overlap, sign
from voxpop.metrics.rouge import rouge


def scored(values: list[float], **parts: object) -> Score:
    items = np.array(values, dtype=float)[:, None]
    return Score("toy", items, means("value"), sign("toy", **parts), main="value")


class Median(Aggregate):
    """A figure that is no function of sums, to exercise the loops of the base class."""

    def __call__(self, items: Array) -> dict[str, float]:
        return {"value": float(np.median(items))}


def test_randomisation_is_exact_on_a_toy_and_counts_ties() -> None:
    verdict = scored([1, 0, 0]).versus(scored([0, 0, 1]))
    assert (verdict.p, verdict.exact, verdict.rounds) == (1.0, True, 8)
    assert scored([1, 1, 1]).versus(scored([0, 0, 0])).p == 2 / 8


def test_sampled_randomisation_agrees_with_the_exact_one() -> None:
    draw = np.random.default_rng(3)
    first, second = scored(list(draw.random(12))), scored(list(draw.random(12) - 0.2))
    exact = first.versus(second, rounds=5000)
    sampled = first.versus(second, rounds=4000)
    assert exact.exact
    assert not sampled.exact
    assert sampled.p == pytest.approx(exact.p, abs=0.03)
    assert sampled.p >= 1 / 4001


def test_strata_change_places_together() -> None:
    first, second = scored([1, 1, 1, 1]), scored([0, 0, 0, 0])
    assert first.versus(second).p == 2 / 16
    assert first.versus(second, groups=["a", "a", "b", "b"]).p == 2 / 4
    with pytest.raises(MeasureError, match="2 strata were given for 4"):
        first.versus(second, groups=["a", "b"])


def test_exact_tests_of_few_strata_and_many_items_go_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = scored([1.0] * 40), scored([0.0] * 40)
    groups = [i % 5 for i in range(40)]
    whole = first.versus(second, groups=groups)
    monkeypatch.setattr("voxpop.metrics.significance.CELLS", 120)
    assert first.versus(second, groups=groups) == whole
    assert whole.p == 2 / 32


def test_identical_systems_never_differ() -> None:
    same = scored([0.1, 0.5, 0.9] * 20)
    assert same.versus(same).p == 1.0
    assert same.versus(same, test="bootstrap").p == 1.0


def test_clear_differences_are_found_and_seeds_repeat() -> None:
    draw = np.random.default_rng(5)
    low = draw.random(200)
    first, second = scored(list(low + 0.2)), scored(list(low + draw.normal(0, 0.1, 200)))
    for test in ("randomisation", "bootstrap"):
        verdict = first.versus(second, test=test, rounds=2000)
        assert verdict.p < 0.01
        assert verdict == first.versus(second, test=test, rounds=2000)


def test_interval_covers_the_mean_and_matches_theory() -> None:
    values = np.random.default_rng(9).normal(0.5, 0.1, 2000)
    interval = scored(list(values)).interval(resamples=2000)
    half = 1.96 * values.std() / np.sqrt(2000)
    assert interval.low == pytest.approx(values.mean() - half, abs=half / 5)
    assert interval.high == pytest.approx(values.mean() + half, abs=half / 5)
    assert (interval.seed, interval.resamples) == (12345, 2000)


def test_loop_and_matrix_paths_agree() -> None:
    items = np.random.default_rng(2).random((30, 3))
    fast = overlap()

    class Slow(Aggregate):
        def __call__(self, items: Array) -> dict[str, float]:
            return fast(items)

    counts = np.random.default_rng(4).multinomial(30, np.full(30, 1 / 30), size=20).astype(float)
    mask = counts > 0
    for name, values in fast.resampled(items, counts).items():
        assert values == pytest.approx(Slow().resampled(items, counts)[name])
        assert fast.swapped(items, items[::-1], mask)[name] == pytest.approx(
            Slow().swapped(items, items[::-1], mask)[name]
        )


def test_any_aggregate_gets_intervals() -> None:
    items = np.arange(21.0)[:, None]
    score = Score("median", items, Median(), sign("median"), main="value")
    interval = score.interval(resamples=200)
    assert interval.low < 10 < interval.high


def test_a_thousand_resamples_of_ten_thousand_items() -> None:
    draw = np.random.default_rng(1)
    score = Score("f", draw.random((10_000, 3)), overlap(), sign("f"))
    interval = score.interval(resamples=1000)
    assert interval.high - interval.low < 0.05


def test_unlike_scores_refuse_to_be_compared() -> None:
    plain, stemmed = rouge(["a b"], ["a"])["rouge1"], rouge(["a b"], ["a"], stem=True)["rouge1"]
    with pytest.raises(MeasureError, match="stem no against porter"):
        plain.versus(stemmed)
    with pytest.raises(MeasureError, match="measure rouge1 against rouge2"):
        compare({"a": plain, "b": rouge(["a b"], ["a"])["rouge2"]})
    with pytest.raises(MeasureError, match="3 items against 2"):
        scored([1, 2, 3]).versus(scored([1, 2]))
    assert differences("x|a:1|v:1", "x|v:1|b:2") == ["a 1 against unset", "b unset against 2"]


def test_comparison_prints_and_exports() -> None:
    table = compare({"ours_1": scored([1, 1, 0, 1]), "theirs": scored([0, 0, 0, 1])}, resamples=100)
    assert table.columns == ("system", "value", "low", "high", "vs ours_1", "p")
    assert "ours_1" in str(table)
    assert "seed 12345" in str(table)
    assert r"ours\_1 & 0.750" in table.latex()
    assert table.latex().count(r"\\") == 3
    assert "| theirs | 0.250 |" in table.markdown()
    assert json.loads(json.dumps(table.to_json()))["rows"][1]["p"] == pytest.approx(0.5)


def test_wrong_settings() -> None:
    toy = scored([1, 0])
    with pytest.raises(OptionError, match="no figure 'f2'"):
        toy.interval("f2")
    with pytest.raises(OptionError, match="level"):
        toy.interval(level=95)
    with pytest.raises(OptionError, match="Unknown test 't'"):
        toy.versus(toy, test="t")
    with pytest.raises(OptionError, match="baseline"):
        compare({"a": toy}, baseline="b")
    with pytest.raises(MeasureError, match="not a number"):
        scored([float("nan")])
