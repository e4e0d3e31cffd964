"""What every command shows in the same way: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from voxpop.pipeline import Progress as Report

if TYPE_CHECKING:
    from voxpop.ingest import Choice
    from voxpop.schema import Aspect, Document, Quote, Rival

out = Console()
err = Console(stderr=True)
FOR, AGAINST, NEUTRAL = "dark_orange", "dodger_blue1", "grey50"
WIDE = 110  # columns from which a terminal shows everything
STEPS = {
    "file": "unreadable files", "row": "broken rows", "truncated": "where a file ends too early",
    "encoding": "with broken characters", "text": "without text",
    "stars": "with unreadable stars", "date": "with unreadable dates", "id": "with an id seen before",
    "length": "too short or too long", "quality": "of low quality", "language": "in another language",
    "script": "in another script", "advert": "adverts", "duplicate": "duplicates", "near duplicate": "near duplicates",
}  # fmt: skip
RIVALS = 5  # rivals named in a terminal
OTHERS = {"competing": "rivals", "interacting": "what it is used with", "generic": "its kind"}
STAGES = {"read": "Reading reviews", "learn": "Finding aspects"}


def complain(message: str) -> None:
    err.print(f"[bold red]Error:[/bold red] {escape(message)}", soft_wrap=True, highlight=False)


def say(message: str) -> None:
    err.print(message, soft_wrap=True, highlight=False)


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def say_choice(choice: Choice) -> None:
    """Which columns were taken for what, so that a wrong guess is seen at once."""
    columns = ", ".join(
        f"{role} ← {name!r}" if name else f"{role} ← a column without a name" for role, name in choice.columns.items()
    )
    parts = [part for part in (choice.format, choice.encoding, columns, choice.star_scale, *choice.notes) if part]
    say(f"[bold]{escape(str(choice.source))}[/bold]: {escape('; '.join(map(str, parts)))}")


@contextmanager
def progress(total: int | None = None) -> Iterator[Report]:
    """A bar on standard error while something takes long; nothing where no one watches."""
    bar = Progress(
        SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(), console=err, transient=True, disable=not err.is_terminal,
    )  # fmt: skip
    with bar:
        tasks = {stage: bar.add_task(words, total=None, start=False, visible=False) for stage, words in STAGES.items()}
        bar.update(tasks["read"], total=total)

        def report(stage: str, done: int) -> None:
            bar.start_task(tasks[stage])
            bar.update(tasks[stage], completed=done, visible=True)

        yield report


@contextmanager
def waiting(message: str) -> Iterator[None]:
    """A spinner for work of unknown length."""
    with err.status(message):
        yield


def aspect_table(document: Document) -> Table:
    """The table of paper 004's Figure 1 in a terminal: aspects as groups of terms, how often, how people feel.

    A narrow terminal shows neither the other terms nor what people say.
    """
    wide = out.width >= WIDE
    bar = 24 if wide else 10
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0), expand=wide)
    table.add_column("aspect", no_wrap=True, min_width=20, max_width=out.width // 5 if wide else 20)
    for head in ("mentions", "good", "bad"):
        table.add_column(head, justify="right", no_wrap=True, min_width=5)
    table.add_column("", width=bar)
    table.add_column("feeling −1 … 1", no_wrap=True, min_width=20)
    if wide:
        table.add_column("people say", no_wrap=True, ratio=1)
    for aspect, depth in with_depth(document["aspects"]):
        row: list[str | Text] = [
            aspect_name("  " * depth + aspect["name"], aspect["terms"] if wide else []),
            f"{aspect['mentions']:,}",
            Text(f"{aspect['positive']:,}", style=FOR),
            Text(f"{aspect['negative']:,}", style=AGAINST),
            share_bar(aspect["positive"], aspect["neutral"], aspect["negative"], width=bar),
            feeling(aspect["mean"], aspect["low"], aspect["high"]),
        ]
        table.add_row(*row, *([saying(aspect["quotes"], good=aspect["mean"] >= 0)] if wide else []))
    return table


def with_depth(aspects: list[Aspect], depth: int = 0) -> Iterator[tuple[Aspect, int]]:
    """Rows in order, those of a tree after the one above them."""
    for aspect in aspects:
        yield aspect, depth
        yield from with_depth(aspect.get("aspects", []), depth + 1)


def aspect_name(name: str, terms: list[str]) -> Text:
    others = ", ".join(term for term in terms if term != name.strip())
    return Text(name, style="bold", overflow="ellipsis").append(
        f"  {others}" if others else "", style="not bold grey50"
    )


def feeling(mean: float, low: float, high: float) -> Text:
    """The mean and its interval, coloured where the interval leaves no doubt about the sign."""
    colour = FOR if low > 0 else AGAINST if high < 0 else NEUTRAL
    interval = f" [{signed(low)}, {signed(high)}]"
    return Text(signed(mean), style=f"bold {colour}").append(interval, style="not bold grey50")


def share_bar(positive: int, neutral: int, negative: int, *, width: int) -> Text:
    """Positive, neutral and negative as shares of one bar, never hiding a share that is there."""
    total = max(positive + neutral + negative, 1)
    good, bad = (max(round(width * n / total), 1 if n else 0) for n in (positive, negative))
    good = min(good, width - min(bad, 1))
    bad = min(bad, width - good)
    bar = Text("█" * good, style=FOR)
    return bar.append("░" * max(width - good - bad, 0), style=NEUTRAL).append("█" * bad, style=AGAINST)


def saying(quotes: list[Quote], *, good: bool) -> Text:
    """The first quote that fits the verdict."""
    fitting = [quote for quote in quotes if (quote["polarity"] > 0) == good]
    words = f"“{' '.join(fitting[0]['text'].split())}”" if fitting else ""
    return Text(words, style="italic", overflow="ellipsis", no_wrap=True)


def summary(document: Document) -> str:
    """One line about the run: what was read, kept and dropped."""
    counts, stars = document["counts"], document["stars"]
    parts = [some(counts["reviews"], "review"), some(counts["opinions"], "opinion")]
    if stars["mean"] is not None:
        parts.append(f"{stars['mean']:.2f} stars")
    if (predicted := stars.get("predicted_mean")) is not None:
        parts.append(
            f"{predicted:.2f} by their texts" if stars["mean"] is not None else f"{predicted:.2f} stars by their texts"
        )
    dropped = ", ".join(set_aside(step["step"], step["count"]) for step in document["rejected"]["by_step"])
    masked = ", ".join(f"{n:,} {kind}" for kind, n in document["masked"].items() if n)
    line = " · ".join(parts)
    if homeless := counts.get("in_no_category"):
        line += f"\n{some(homeless, 'more opinion')} for or against something in no category: --by terms shows them"
    if foreign := counts.get("foreign"):
        line += f"\nread all the same, but not understood: {some(foreign, 'review')} in another language"
    line += f"\nset aside: {counts['rejected']:,} ({dropped})" if dropped else ""
    return line + (f"\nmasked: {masked}" if masked else "")


def warn_of_truncation(document: Document) -> None:
    """Say that a file seems to be incomplete: the analysis is then of a part of the reviews only."""
    for step in document["rejected"]["by_step"]:
        if step["step"] == "truncated":
            for example in step["examples"]:
                err.print(f"[bold yellow]Warning:[/bold yellow] {escape(str(example['source']))}: "
                          f"{escape(example['reason'])}", soft_wrap=True, highlight=False)  # fmt: skip


def ledger(document: Document) -> list[str]:
    """You and them in a few lines; none where no one speaks of others."""
    found = document.get("ledger")
    if not found or not (found["rivals"] or set(found["total"]["sides"]) - {"main"}):
        return []
    named = [rival for rival in found["rivals"] if rival["name"]]
    lines = [escape(rival_line(rival)) for rival in ([*filter(several, named)] or named)[:RIVALS]]
    sides = found["total"]["sides"]
    others = " · ".join(
        f"{words} {sides[side]['mentions']:,}" for side, words in OTHERS.items() if side in sides
    )  # fmt: skip
    compared = found["total"]["compared"]
    outcome = f" · better than others {compared['better']:,}, worse {compared['worse']:,}"
    head = f"[bold]Other products[/bold]  opinions on {others}" if others else "[bold]Other products[/bold]"
    return [head + (outcome if compared["better"] or compared["worse"] else ""), *lines, ""]


def several(rival: Rival) -> bool:
    """Whether more than one place speaks of it."""
    said, compared = rival["said"], rival["compared"]
    return (said["mentions"] if said else 0) + len(compared["quotes"]) > 1


def rival_line(rival: Rival) -> str:
    said, compared = rival["said"], rival["compared"]
    parts = [f"{said['positive']:,} good, {said['negative']:,} bad"] if said else []
    if compared["better"] or compared["worse"] or compared["equal"]:
        parts.append(f"you are better {compared['better']:,}, worse {compared['worse']:,}, level {compared['equal']:,}")
    return f"  {rival['name']}: {'; '.join(parts)}"


def some(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def set_aside(step: str, n: int) -> str:
    """ "3 duplicates", "1 duplicate", "2 in another language"."""
    words = STEPS.get(step, step)
    noun = words.split()[0] not in ("with", "without", "of", "in", "too")
    return f"{n:,} {words.removesuffix('s') if noun and n == 1 else words}"


def signed(value: float) -> str:
    """Two digits and a sign, but never −0.00."""
    return f"{round(value, 2) + 0.0:+.2f}"
