"""voxpop watch: what is new or worse since the last look."""

from __future__ import annotations

import json as json_text
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import typer

from voxpop.aggregate.alerts import LEVEL, Movement
from voxpop.aggregate.change_points import ChangePoint
from voxpop.cli import console
from voxpop.document import look_entry, trends_entry
from voxpop.errors import OptionError, OutputError
from voxpop.schema import SCHEMA
from voxpop.store import Store
from voxpop.store.change import changing
from voxpop.store.time_series import FEWEST, Look, Trends, day_of, find_trends, key_of, look, remember_look

ALARM = 3  # exit code
TIMEOUT = 20  # seconds
TOLD = 12  # change points shown


def watch(
    file: Path, *, since: str | None = None, level: float = LEVEL, webhook: str | None = None, json: bool = False
) -> None:
    """Report what is new or worse since the last check: more complaints, new key points, lower stars.

    The reviews since the last check, at least a week and at least 20 reviews, are compared with those of the year
    before. The exit code is 3 if something is worse that was not reported before, so that a script can react. A check
    without --since is stored in the file. The end of the output shows since when shares have changed in the whole
    file. docs/watch.md explains the tests.

    Example: voxpop watch cafe.voxpop --webhook https://example.org/hook
    """
    if webhook is not None and (urlsplit(webhook).scheme not in ("http", "https") or not urlsplit(webhook).netloc):
        raise OptionError(f"--webhook takes an address such as https://example.org/hook, not {webhook!r}.")
    with closing(Store.open(file)) as store, console.spinner("Looking"):
        trends = find_trends(store)
        seen = look(store, day_of(store, since) if since else None, level=level)
        names = {row.id: row.name for row in store.aspects}
    entry = {"schema": SCHEMA, **look_entry(seen), "trends": trends_entry(trends, names)}
    if json:
        console.print_json(entry)
    else:
        show_look(seen)
        show_changes(trends, names)
    if webhook and seen.alarms:
        send(webhook, entry)
    if since is None and seen.has_enough:
        with changing(file) as writable:
            remember_look(writable, seen)
    if seen.alarms:
        raise typer.Exit(ALARM)


def show_look(seen: Look) -> None:
    """Print what moved."""
    reviews, before = (console.counted(n, "review") for n in (seen.reviews, seen.reviews_before))
    console.print_line(f"{seen.since} to {seen.until}: {reviews}, held against {before} since {seen.before}")
    for movement in seen.movements:
        sign = "+" if movement.is_new else "▲" if movement.rises else "▼"
        news = " (told at the last look)" if key_of(movement) in seen.told and movement.is_worse else ""
        console.print_line(f"  {sign} {movement_words(movement, seen.name_of(movement.id))}{news}")
    if not seen.has_enough:
        console.print_line(f"  Too few to say anything: it takes {FEWEST} reviews now and {FEWEST} before.")
    elif not seen.alarms:
        console.print_line("  Nothing is new or worse beyond what chance explains.")


def movement_words(movement: Movement, name: str) -> str:
    """Return what moved in words."""
    before = f"before {movement.before_share:.0%} ({movement.before:,})"
    shares = f"{movement.now_share:.0%} of the reviews ({movement.now:,}), {before}"
    if movement.kind == "low stars":
        return f"one or two stars: {shares}"
    if movement.id.startswith("point:"):
        return f"{console.shortened(name, 60)}: {shares}{', new' if movement.is_new else ''}"
    return f"{movement.kind} of {name}: {shares}"


def show_changes(trends: Trends, names: dict[str, str]) -> None:
    """Print since when something changed."""
    marks = {mark.day: mark.text for mark in trends.marks}
    if trends.changes:
        console.print_line(f"\nOver the whole time, by {trends.unit}:")
    for point in trends.changes[:TOLD]:
        day = trends.periods[point.place]
        mark = next((f" ({text})" for marked, text in marks.items() if is_in(marked, trends, point)), "")
        what = "one or two stars" if point.kind == "low stars" else f"{point.kind} of {names[point.id]}"
        console.print_line(f"  since {day}{mark}: {what} {point.before:.0%} → {point.after:.0%} of the reviews")
    if (more := len(trends.changes) - TOLD) > 0:
        console.print_line(f"  … and {console.counted(more, 'earlier change')}: --json lists all.")


def is_in(day: Any, trends: Trends, point: ChangePoint) -> bool:
    """Whether a day lies in the period in which something changed, or in the one before."""
    following = trends.periods[point.place + 1 : point.place + 2] or (day,)
    return bool(trends.periods[point.place - 1] <= day <= following[0])


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirect: what is sent is for one address."""

    def redirect_request(self, *args: object, **names: object) -> None:
        """Return no request: it is not followed."""


def send(url: str, entry: dict[str, Any]) -> None:
    """Send the result to a webhook."""
    body = json_text.dumps(entry, ensure_ascii=False).encode()
    request = Request(url, data=body, headers={"Content-Type": "application/json", "User-Agent": "voxpop"})
    try:
        build_opener(_NoRedirect).open(request, timeout=TIMEOUT).close()
    except OSError as error:
        raise OutputError(f"The webhook did not take it: {error}. The look is not remembered; try again.") from None
