from __future__ import annotations

from xml.etree import ElementTree

from research.papers.barplot import bar_plots

SVG = "{http://www.w3.org/2000/svg}"


def test_a_bar_for_every_value_as_high_as_it_says() -> None:
    drawn = bar_plots({"one": {"food": {"a<b": 0.5, "c": 1.0}, "a name too long": {"c": 0.25}}}, title="t & u")
    root = ElementTree.fromstring(drawn)
    bars = {bar.findtext(f"{SVG}title"): bar for bar in root.iter(f"{SVG}rect") if bar.find(f"{SVG}title") is not None}
    assert set(bars) == {"food, a<b: 0.500", "food, c: 1.000", "a name too long, c: 0.250"}
    tall = {name: float(bar.get("height", "0")) for name, bar in bars.items()}
    assert tall["food, c: 1.000"] == 2 * tall["food, a<b: 0.500"] == 4 * tall["a name too long, c: 0.250"]
    assert bars["food, c: 1.000"].get("fill") == bars["a name too long, c: 0.250"].get("fill")
    assert {"food", "a<b", "c", "one"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_many_groups_have_their_names_on_the_side() -> None:
    drawn = bar_plots({"one": {f"category {i}": {"a": 0.5} for i in range(18)}}, title="t")
    names = [text for text in ElementTree.fromstring(drawn).iter(f"{SVG}text") if (text.text or "").startswith("cat")]
    assert len(names) == 18
    assert all("rotate" in name.get("transform", "") for name in names)
