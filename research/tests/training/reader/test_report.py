from __future__ import annotations

import numpy as np
import pytest

from research.training.reader.figures import Found
from research.training.reader.report import headlines, rows, table, to_json
from voxpop.metrics.measure import make_score, means


def found(figure: str, *values: float) -> Found:
    return Found("stars", figure, make_score("x", np.array(values)[:, None], means("value"), "x", columns=["x"],
                                             main="value"), "value")  # fmt: skip


def test_one_reader_has_an_interval_and_several_a_deviation() -> None:
    (alone,) = rows([{"yelp": [found("accuracy", 1, 0, 1, 1)]}], resamples=200)
    assert (alone.mean, alone.sd, alone.n) == (0.75, None, 4)
    assert alone.low is not None
    assert alone.high is not None
    assert alone.low < 0.75 < alone.high
    (three,) = rows([{"yelp": [found("accuracy", *values)]} for values in ((1, 1), (1, 0), (0, 0))], resamples=200)
    assert (three.mean, three.values, three.low) == (0.5, (1.0, 0.5, 0.0), None)
    assert three.sd == pytest.approx(0.5)


def test_figures_that_one_of_them_lacks_are_left_out() -> None:
    both = [{"yelp": [found("accuracy", 1), found("MAE", 0)]}, {"yelp": [found("MAE", 1)]}]
    assert [row.figure for row in rows(both)] == ["MAE"]


def test_shares_are_shown_in_per_cent_and_stars_as_they_are() -> None:
    ours = rows([{"yelp": [found("accuracy", 0.8), found("MAE", 0.4)]}])
    theirs = rows([{"yelp": [found("accuracy", 0.75)]}])
    shown = table(ours, others=theirs)
    cells = [dict(zip(shown.columns, row, strict=True)) for row in shown.rows]
    assert [cell["value"] for cell in cells] == pytest.approx([80.0, 0.4])
    assert cells[0]["difference"] == pytest.approx(5.0)
    assert cells[1]["difference"] is None
    assert "difference" not in table(ours).columns
    assert to_json(ours)[0]["values"] == (0.8,)


def test_headlines_keep_the_order_and_leave_out_what_was_not_measured() -> None:
    ours = rows([{"yelp": [found("accuracy", 1, 0.5), found("MAE", 0.4)]}, {"yelp": [found("accuracy", 0.5, 0.5),
                                                                                     found("MAE", 0.6)]}])  # fmt: skip
    wanted = [{"source": "yelp", "task": "stars", "figure": figure, "must": must}
              for figure, must in (("MAE", "0.45"), ("accuracy", ""), ("kappa", ""))]  # fmt: skip
    shown = headlines(ours, wanted)
    assert shown.columns == ("figure", "reader", "must")
    assert shown.rows == (("yelp, stars, MAE", "0.500 ± 0.141", "0.45"), ("yelp, stars, accuracy", "62.5 ± 17.7", None))
    (alone,) = headlines(rows([{"yelp": [found("accuracy", 1, 1)]}], resamples=10), wanted).rows
    assert alone[1] == "100.0 (100.0–100.0)"
