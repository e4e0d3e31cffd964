from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from research.papers.boxplot import Box, box_plots

SVG = "{http://www.w3.org/2000/svg}"


def test_a_box_of_hand_worked_numbers() -> None:
    box = Box.of(np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.99]))
    assert (round(box.first, 3), round(box.median, 3), round(box.third, 3)) == (0.225, 0.35, 0.475)
    assert (box.low, box.high) == (0.1, 0.5)
    assert box.outliers == (0.99,)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_a_box_is_in_order_and_loses_no_value(values: list[float]) -> None:
    box = Box.of(np.array(values))
    assert min(values) <= box.low <= box.high <= max(values)
    assert box.first <= box.median <= box.third
    assert {value for value in values if not box.low <= value <= box.high} <= set(box.outliers)


def test_the_drawing_is_svg_with_a_box_per_series() -> None:
    values = np.linspace(0, 1, 11)
    panels = {"None": {"R-1": {"a<b": values, "c": values / 2}}, "Stemming": {"R-1": {"a<b": values}}}
    root = ElementTree.fromstring(box_plots(panels, title="Scores & more"))
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "Scores & more"
    boxes = [rect for rect in root.iter(f"{SVG}rect") if rect.get("fill-opacity")]
    assert len(boxes) == 3
    assert {"a<b", "c", "None", "Stemming", "R-1"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_higher_values_stand_higher() -> None:
    panels = {"p": {"g": {"low": np.full(3, 0.2), "high": np.full(3, 0.8)}}}
    root = ElementTree.fromstring(box_plots(panels, title="t"))
    low, high = (float(rect.get("y", "0")) for rect in root.iter(f"{SVG}rect") if rect.get("fill-opacity"))
    assert high < low
