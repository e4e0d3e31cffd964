"""voxpop drivers: what moves the stars."""

from __future__ import annotations

from pathlib import Path

from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from voxpop.aggregate.drivers import MIN_REVIEWS, Drivers, Estimate, SideEffect
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.document import drivers_entry

NOTE = (
    "Complaint, praise: how many stars a review with one has more or less than others that agree with it on all other "
    "aspects. To win back: how far the mean of all stars would rise without the complaints. In brackets: 95 % "
    "intervals (bootstrap). These are differences between reviews, not proven causes."
)


def drivers(file: Path, *, top: int = 20, json: bool = False) -> None:
    """Estimate what moves the stars: what complaints about each aspect cost, and what praise brings.

    A regression separates aspects that are mentioned together. Without stars, those predicted from the texts are
    used, and the result says so. docs/drivers.md explains every number.

    Example: voxpop drivers cafe.voxpop
    """
    with open_analysis(file) as analysis, console.spinner("Drawing samples of the reviews"):
        result = analysis.drivers()
    console.print_document(drivers_entry(result)) if json else show_drivers(result, top=top)


def show_drivers(result: Drivers, *, top: int) -> None:
    if not result.reviews:
        console.print_line("No review has stars, given or predicted, so nothing can be said about what moves them.")
        return
    if not result.aspects:
        console.print_line(
            f"No aspect is judged often enough to say what it does to the stars: {MIN_REVIEWS} complaints or praises "
            f"are needed, in {console.counted(result.reviews, 'review')} with stars."
        )
        return
    console.out.print(driver_table(result, top=top))
    console.out.print()
    console.print_line(headline(result))
    console.print_note(NOTE)
    if result.too_few:
        console.print_note(f"Judged too seldom to say: {', '.join(result.too_few)}.")


def headline(result: Drivers) -> str:
    stars = "stars predicted from the texts, as none are given" if result.predicted else "stars"
    return (
        f"{console.counted(result.reviews, 'review')}, {result.mean:.2f} {stars}; complaints and praise explain "
        f"{result.explained:.0%} of their differences."
    )


def driver_table(result: Drivers, *, top: int) -> Table:
    """Return the drivers as a table; where not all fits, with the intervals of what can be won back alone."""
    table, unlimited = _driver_table(result, top=top, wide=True), console.out.options.update(max_width=1000)
    fits = Measurement.get(console.out, unlimited, table).maximum <= console.out.width
    return table if fits else _driver_table(result, top=top, wide=False)


def _driver_table(result: Drivers, *, top: int, wide: bool) -> Table:
    heads = ("to win back", "complaint", "praise", *(("without complaints", "share") if wide else ()), "kind")
    grid = console.table(Column("aspect", no_wrap=True, max_width=24), *heads)
    for driver in result.aspects[:top]:
        value, low, high = driver.share
        share = Text(f"{value:.0%}").append(f" [{low:.0%}, {high:.0%}]", style="grey50")
        plain = estimate_text(-driver.complaints.plain if driver.complaints else None)
        grid.add_row(
            Text(driver.name, style="bold", overflow="ellipsis"),
            estimate_text(driver.won_back, style="bold"),
            side_text(driver.complaints, wide),
            side_text(driver.praise, wide),
            *([plain, share] if wide else []),
            driver.kind if driver.kind != "unclear" else Text("–", style="grey50"),
        )
    return grid


def side_text(side: SideEffect | None, wide: bool) -> Text:
    text = estimate_text(side.effect if side else None, interval=wide)
    return text.append(f" {side.reviews:,}×", style="grey50") if side and wide else text


def estimate_text(estimate: Estimate | None, *, style: str = "", interval: bool = True) -> Text:
    """Return a number with its interval, coloured where the interval does not include 0."""
    if estimate is None:
        return Text("–", style="grey50")
    return console.mean_with_interval(*estimate, style=style, interval=interval)
