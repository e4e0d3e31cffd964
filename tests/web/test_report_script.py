"""The page in a real browser: our script runs under the page's own policy, and every number opens its quotes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest

from voxpop.web.report import render

from .documents import build, tree
from .html_tree import Element, read

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--window-size=1280,900", "--dump-dom",
]  # fmt: skip

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")]

Browse = Callable[..., Element]


@pytest.fixture
def browse(tmp_path: Path) -> Browse:
    """Opens a page and gives back what the browser made of it, after a script of ours where one is given."""

    def run(page: str, *, script: str = "", policy: bool = True, fragment: str = "") -> Element:
        if not policy:
            page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
        page = page.replace("</body>", f"<script>{script}</script></body>") if script else page
        path = tmp_path / "page.html"
        path.write_text(page, "utf-8")
        command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", f"{path.as_uri()}{fragment}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
        return read(done.stdout)

    return run


def result(page: Element) -> Any:
    return json.loads(str(page.one("body").attrs["data-result"]))


def test_our_script_runs_and_no_other(browse: Browse) -> None:
    page = browse(render(build(scale=2)), script="document.body.dataset.result = 1")
    assert "js" in page.one("html").classes
    assert len(page.one("table", css="aspects").one("thead").all("button")) == 7
    assert "data-result" not in page.one("body").attrs


def test_every_number_opens_the_quotes_behind_it(browse: Browse) -> None:
    script = """
      const drawer = document.getElementById("drawer");
      const seen = [...document.querySelectorAll("main a[data-total]")].map((link) => {
        link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        const shown = drawer.open ? drawer.querySelectorAll(".evidence > li").length : -1;
        const sides = [...new Set([...drawer.querySelectorAll(".evidence > li")].map((item) => item.className))];
        const note = drawer.querySelector(".note").textContent;
        return [link.getAttribute("href"), Number(link.dataset.total), shown, sides, note];
      });
      document.body.dataset.result = JSON.stringify(seen);
    """
    document = build(scale=8)  # small enough for every opinion to be on the page
    seen = result(browse(render(document), script=script, policy=False))
    assert len(seen) > 8 * len(document["aspects"])
    for href, total, shown, sides, note in seen:
        assert shown == total, (href, note)
        assert f"Showing {total} of {total}" in note
        side = href.split("-")[2] if href.count("-") == 2 else None
        assert side is None or sides == [side]


def test_a_capped_number_says_so(browse: Browse) -> None:
    script = """
      document.querySelector("table.aspects tbody td a").click();
      document.body.dataset.result = JSON.stringify(document.querySelector("#drawer .note").textContent);
    """
    found = result(browse(render(build()), script=script, policy=False))
    assert found == "Showing 60 of 200 opinions. All are in the .voxpop file."


def test_reviews_are_shown_once_each(browse: Browse) -> None:
    document = build(scale=2)
    first = document["aspects"][0]
    for place, quote in enumerate(first["evidence"]):
        quote["review_id"] = "the only one"
        for name in ("start", "end", "context_start"):
            quote[name] += 1000 * place
    first["quotes"], first["reviews"] = [], 1
    script = """
      document.querySelector("table.aspects [data-by=review]").click();
      const items = [...document.querySelectorAll("#drawer .evidence > li")];
      document.body.dataset.result = JSON.stringify(items.map((item) => item.querySelectorAll(".say").length));
    """
    assert result(browse(render(document), script=script, policy=False)) == [len(first["evidence"])]


def test_the_table_sorts_over_all_rows_and_keeps_the_later_ones_folded(browse: Browse) -> None:
    script = """
      const table = document.querySelector("table.aspects");
      const fold = document.querySelector(".unfold");
      const named = (rows) => [...rows].map((row) => row.cells[0].dataset.value);
      const seen = () => named([...table.querySelectorAll("tbody tr")].filter((row) => row.checkVisibility()));
      const all = () => named(table.querySelectorAll("tbody tr"));
      const press = (place) => { table.querySelectorAll("thead button")[place].click(); return [all(), seen()]; };
      const orders = [press(5), press(5), press(0)];
      const sorted = [...table.querySelectorAll("th[aria-sort]")].map((head) => head.getAttribute("aria-sort"));
      fold.querySelector("summary").click();
      document.body.dataset.result = JSON.stringify([orders, sorted, seen(), press(5)[1]]);
    """
    document = build()
    orders, sorted_now, unfolded, unfolded_by_mean = result(browse(render(document), script=script, policy=False))
    by_mean = [row["name"] for row in sorted(document["aspects"], key=lambda row: row["mean"])]
    by_name = sorted(row["name"] for row in document["aspects"])
    assert len(by_name) > 8
    assert orders == [[names, names[:8]] for names in (by_mean[::-1], by_mean, by_name)]
    assert sorted_now == ["ascending"]
    assert unfolded == by_name
    assert unfolded_by_mean == by_mean[::-1]


def test_a_link_to_a_side_opens_it(browse: Browse) -> None:
    page = browse(render(build(scale=2)), fragment="#aspect-1-negative")
    opened = [details.attrs["id"] for details in page.all("details", css="side") if "open" in details.attrs]
    assert opened == ["aspect-1-negative"]


@pytest.mark.parametrize("fragment", ["", "#aspect-1-negative"])
def test_without_our_script_a_link_still_shows_its_quotes(browse: Browse, fragment: str) -> None:
    page = re.sub(r"<script>.*?</script>", "", render(build(scale=2)), flags=re.DOTALL)
    script = """
      addEventListener("load", () => {
        const seen = (item) => item.checkVisibility({ contentVisibilityAuto: true });
        const items = [...document.querySelectorAll(".side .evidence > li")].filter(seen);
        const sides = new Set(items.map((item) => "#" + item.closest("details").id));
        document.body.dataset.result = JSON.stringify([...sides]);
      });
    """
    seen = result(browse(page, script=script, policy=False, fragment=fragment))
    assert seen == ([fragment] if fragment else [])


@pytest.mark.parametrize("width", [375, 700, 1280])
def test_nothing_sticks_out_to_the_side(browse: Browse, width: int) -> None:
    # A frame, because a window of the browser cannot be as narrow as a phone.
    frame = f'<iframe width="{width}" height="900" srcdoc="{escape(render(crowded()))}"></iframe>'
    script = """
      addEventListener("load", () => {
        const inside = document.querySelector("iframe").contentWindow;
        const page = inside.document.documentElement;
        const drawer = inside.document.getElementById("drawer");
        const widths = [inside.innerWidth, page.scrollWidth - page.clientWidth];
        inside.document.querySelector("a.box").click();
        widths.push(drawer.open, drawer.scrollWidth - drawer.clientWidth);
        document.body.dataset.result = JSON.stringify(widths);
      });
    """
    page = f"<!DOCTYPE html><html><head></head><body>{frame}</body></html>"
    seen = result(browse(page, script=script))
    assert seen == [width, 0, True, 0]


def crowded() -> dict[str, Any]:
    """A document with names, words and numbers longer than anyone would wish."""
    document = build(scale=4)
    endless = "Donaudampfschifffahrtsgesellschaft" * 4
    document["run"] |= {"product": endless, "sources": [f"/a/{endless}/{endless}.csv"], "settings": {endless: endless}}
    for found in document["aspects"]:
        found |= {"name": endless, "terms": [endless, f"{endless}s"], "mentions": 12_345_678, "reviews": 12_345_678}
        for quote in found["evidence"]:
            quote |= {"review_id": endless, "context": quote["context"] + endless, "product": endless}
    document["stars"]["histogram"] = {"5": 12_345_678}
    document["rejected"]["by_step"][0] |= {"step": endless, "count": 12_345_678}
    return document


def test_what_stands_under_a_category_stays_there_when_sorted(browse: Browse) -> None:
    document = tree()
    script = """
      const table = document.querySelector("table.aspects");
      const rows = () => [...table.querySelectorAll("tbody tr")];
      const order = () => rows().map((row) => [row.className, row.cells[0].dataset.value]);
      const click = () => { table.tHead.rows[0].cells[0].querySelector("button").click(); return order(); };
      document.body.dataset.result = JSON.stringify([click(), click()]);
    """
    for down, order in enumerate(result(browse(render(document), script=script, policy=False))):
        heads = [name for css, name in order if not css]
        assert heads == sorted((row["name"] for row in document["aspects"]), reverse=bool(down))
        place = order.index(["", "place"])
        names = sorted((row["name"] for row in document["aspects"][0]["aspects"]), reverse=bool(down))
        assert order[place + 1 : place + 4] == [["under", name] for name in names]
