from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.papers.plots import bar_plots, box, box_plots, line_plots
from research.tests.papers.drawn import boxes, lines

SVG = "{http://www.w3.org/2000/svg}"


def texts(root: ElementTree.Element) -> set[str | None]:
    return {text.text for text in root.iter(f"{SVG}text")}


def test_a_box_of_hand_worked_numbers() -> None:
    found = box(np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.99]))
    assert found == pytest.approx({"low": 0.1, "first": 0.225, "median": 0.35, "third": 0.475, "high": 0.5})


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_a_box_is_in_order(values: list[float]) -> None:
    found = box(np.array(values))
    assert min(values) <= found["low"] <= found["high"] <= max(values)
    assert found["first"] <= found["median"] <= found["third"]


def test_boxes_are_svg_with_a_box_per_series_and_the_same_at_each_run() -> None:
    values = np.linspace(0, 1, 11)
    panels = {"None": {"R-1": {"a<b": values, "c": values / 2}}, "Stemming": {"R-1": {"a<b": values}}}
    drawn = box_plots(panels, title="Scores & more")
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert boxes(root) == 3
    assert {"a<b", "c", "None", "Stemming", "R-1"} <= texts(root)
    assert "Scores &amp; more" in drawn
    assert box_plots(panels, title="Scores & more") == drawn


def test_bars_have_the_names_of_groups_and_series() -> None:
    bars = {"food": {"a<b": 0.5, "c": 1.0}, "味道": {"c": 0.25}}
    root = ElementTree.fromstring(bar_plots({"one": bars}, title="t & u"))
    assert {"food", "味道", "a<b", "c", "one"} <= texts(root)


def test_lines_have_the_names_of_axes_and_one_path_per_series() -> None:
    rising = np.array([[0, 0], [0.5, 0.25], [1, 1]])
    panels = {"one": {"a<b": rising, "c": rising[:2]}, "two": {"c": rising, "none": np.zeros((0, 2))}}
    root = ElementTree.fromstring(line_plots(panels, title="t & u", x="recall", y="p"))
    assert lines(root) == 3
    assert {"a<b", "c", "one", "two", "recall", "p"} <= texts(root)
