"""voxpop watch: what is new or worse since the last look."""

from __future__ import annotations

import json as json_text
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import typer

from voxpop.aggregate.alerts import LEVEL
from voxpop.cli import console
from voxpop.document import look_entry, trends_entry
from voxpop.errors import OptionError, OutputError
from voxpop.schema import SCHEMA
from voxpop.store import Store
from voxpop.store.change import changing
from voxpop.store.time_series import Trends, WatchResult, day_of, find_trends, look, remember_look
from voxpop.web.labels import DEFAULT_LABELS
from voxpop.web.views.trends_view import change_sentence, look_sentence, movement_sentence

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


def show_look(seen: WatchResult) -> None:
    """Print what moved."""
    entry = look_entry(seen)
    console.print_line(look_sentence(entry, DEFAULT_LABELS))
    for movement in entry["movements"]:
        sign = "+" if movement["is_new"] else "▲" if movement["now_share"] > movement["before_share"] else "▼"
        news = " (told at the last look)" if movement["told_before"] and movement["is_worse"] else ""
        console.print_line(f"  {sign} {movement_sentence(movement, DEFAULT_LABELS)}{news}")
    if not seen.alarms:
        console.print_line(f"  {DEFAULT_LABELS('look_none' if seen.has_enough else 'look_few')}")


def show_changes(trends: Trends, names: dict[str, str]) -> None:
    """Print since when something changed."""
    entry = trends_entry(trends, names)
    if entry["changes"]:
        console.print_line(f"\nOver the whole time, by {entry['unit']}:")
    for change in entry["changes"][:TOLD]:
        console.print_line(f"  {change_sentence(change, entry, DEFAULT_LABELS)}")
    if (more := len(entry["changes"]) - TOLD) > 0:
        console.print_line(f"  … and {console.counted(more, 'earlier change')}: --json lists all.")


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
