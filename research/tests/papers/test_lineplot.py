from __future__ import annotations

from xml.etree import ElementTree

import numpy as np

from research.papers.lineplot import line_plots

SVG = "{http://www.w3.org/2000/svg}"


def points(line: ElementTree.Element) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in line.get("points", "").split())
    return [(float(x), float(y)) for x, y in pairs]


def test_the_drawing_is_svg_with_a_line_per_series() -> None:
    rising = np.array([[0, 0], [0.5, 0.25], [1, 1]])
    drawn = line_plots(
        {"one": {"a<b": rising, "c": rising[:2]}, "two": {"c": rising}}, title="t & u", x="recall", y="p"
    )
    root = ElementTree.fromstring(drawn)
    assert root.findtext(f"{SVG}title") == "t & u"
    lines = list(root.iter(f"{SVG}polyline"))
    assert [len(points(line)) for line in lines] == [3, 2, 3]
    assert {"a<b", "c", "one", "two", "recall", "p"} <= {text.text for text in root.iter(f"{SVG}text")}
    assert lines[0].get("stroke") != lines[1].get("stroke")
    assert lines[1].get("stroke") == lines[2].get("stroke"), "a series keeps its colour in every panel"


def test_more_stands_further_right_and_higher_and_the_ends_meet_the_axes() -> None:
    lines = {"s": np.array([[0, 0], [50, 20], [200, 100]])}
    root = ElementTree.fromstring(line_plots({"": lines}, title="t", x="m", y="%", right=200, top=100))
    (x0, y0), (x1, y1), (x2, y2) = points(next(root.iter(f"{SVG}polyline")))
    assert x0 < x1 < x2
    assert y0 > y1 > y2
    grid = [float(line.get("y1", "nan")) for line in root.iter(f"{SVG}line") if line.get("stroke") == "#ddd"]
    assert (max(grid), min(grid)) == (y0, y2)
    assert {"0", "40", "200", "100"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_a_series_without_points_draws_nothing() -> None:
    root = ElementTree.fromstring(line_plots({"p": {"s": np.zeros((0, 2))}}, title="t", x="x", y="y"))
    assert not list(root.iter(f"{SVG}polyline"))
