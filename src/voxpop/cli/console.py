"""How commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column, Table
from rich.text import Text

from voxpop.aggregate.damage import in_order_of
from voxpop.document import damage_of
from voxpop.lang import DEFAULT, LANGUAGES, languages
from voxpop.lang.product_kinds import kind_names
from voxpop.schema import SCHEMA
from voxpop.shards import Progress as Report
from voxpop.timings import STAGES as TIMED

if TYPE_CHECKING:
    from voxpop.extract.domains import Domain
    from voxpop.ingest import FileChoice
    from voxpop.schema import Aspect, Boilerplate, Damage, Document, Quote, Rival

out = Console()
err = Console(stderr=True)
FOR, AGAINST, NEUTRAL = "dark_orange", "dodger_blue1", "grey50"
WIDE = 110  # columns from which a terminal shows everything
STEPS = {
    "file": "unreadable files", "row": "broken rows", "truncated": "where a file ends too early",
    "encoding": "with broken characters", "text": "without text",
    "id": "with an id seen before",
    "length": "too short or too long", "quality": "of low quality", "language": "in another language",
    "analysis": "whose reading failed",
    "script": "in another script", "advert": "adverts", "duplicate": "duplicates", "near duplicate": "near duplicates",
}  # fmt: skip
HURTS = 5  # rows named as those that hurt most
RIVALS = 5  # rivals named in a terminal
BOILERPLATE, BOILERPLATE_WIDTH = 6, 60  # phrases that repeat over the rows: how many are shown, and how much of each
BOILERPLATE_VERBS = {"opening": "opens", "ending": "ends", "row": "is all of", "within": "stands in", "label": "labels"}
DIALECT_SHARE = 0.1  # of the reviews, from which a dialect is warned of
OTHERS = {"competing": "rivals", "interacting": "what it is used with", "generic": "its kind"}
OUTCOMES: tuple[Literal["better", "worse", "equal"], ...] = ("better", "worse", "equal")  # of comparisons
STAGES = {"count": "Looking through the rows", "read": "Reading reviews", "learn": "Finding aspects"}


def print_error(message: str) -> None:
    err.print(f"[bold red]Error:[/bold red] {escape(message)}", soft_wrap=True, highlight=False)


def print_warning(message: str) -> None:
    err.print(f"[bold yellow]Warning:[/bold yellow] {escape(message)}", soft_wrap=True, highlight=False)


def print_note(message: str) -> None:
    err.print(message, soft_wrap=True, highlight=False)


def print_line(line: str | Text) -> None:
    """Print a line of the result as it is: without markup, and without line breaks of its own."""
    out.print(line, highlight=False, markup=False, soft_wrap=True)


def print_text(text: str | Text) -> None:
    """Print running text, wrapped between words at the width of the terminal."""
    out.print(text, highlight=False, markup=False)


def table(*columns: str | Column, **options: Any) -> Table:
    """Return a table without lines; a column whose head begins with > stands right."""
    made = [
        Column(head.removeprefix(">"), justify="right" if head.startswith(">") else "left", no_wrap=True)
        if isinstance(head, str)
        else head
        for head in columns
    ]
    return Table(*made, box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0), **options)


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2, default=plain))


def print_document(entry: Mapping[str, Any]) -> None:
    """Print something about an analysis as JSON that names its schema (docs/schema.md)."""
    print_json({"schema": SCHEMA, **entry})


def plain(value: Any) -> Any:
    """Return a value that JSON does not know as one that it does: a moment in ISO's form, a path as text."""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


class ChoicePrinter:
    """Reports how each file was read; of files one after the other that are read alike, the first and how many more."""

    def __init__(self) -> None:
        self._last: FileChoice | None = None
        self._more = 0

    def __call__(self, choice: FileChoice) -> None:
        """Report a file."""
        if self._last == replace(choice, source=""):
            self._more += 1
            return
        self.finish()
        self._last = replace(choice, source="")
        print_choice(choice)

    def finish(self) -> None:
        """Report how many more files were read as the last one."""
        if self._more:
            print_note(f"{counted(self._more, 'more file')} read in the same way")
        self._more = 0


def print_choice(choice: FileChoice) -> None:
    """Report which columns were taken for what, so that a wrong guess is seen at once."""
    named = {role: repr(name) if name else "a column without a name" for role, name in choice.columns.items()}
    if len(choice.texts) > 1:
        named["text"] = " + ".join(map(repr, choice.texts))
    columns = ", ".join(f"{role} ← {name}" for role, name in named.items())
    unused = [name for name in choice.kept if name not in choice.columns.values()]
    others = f"kept with each review: {listed(unused)}" if unused else ""
    people = f"left out because they name people: {listed(choice.left_out)} (--skip mask keeps them)"
    lines = (choice.format, choice.encoding, columns, choice.star_scale, *choice.notes, others)
    parts = [part for part in (*lines, people if choice.left_out else "") if part]
    print_note(f"[bold]{escape(str(choice.source))}[/bold]: {escape('; '.join(map(str, parts)))}")


def listed(names: Sequence[str], *, most: int = 12) -> str:
    """Return the first names of a list in quotation marks, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(repr, names[:most])) + more


def print_domains(domains: Mapping[str, Domain]) -> None:
    """Report which kind of product the reviews are of, so that a wrong guess is seen at once."""
    if domains and all(domain.is_given for domain in domains.values()):  # in all languages the same
        domains = dict([next(iter(domains.items()))])
    for lang, domain in domains.items():
        of = f"{LANGUAGES[lang]} reviews read as" if len(domains) > 1 else "reads as"
        print_note(f"{of}: {domain_words(domain)}")


def domain_words(domain: Domain) -> str:
    """Return a kind of product with its probability: "mobile apps (87 % sure); --domain changes that"."""
    name = kind_names(DEFAULT)[domain.kind]
    if domain.is_given:
        return f"{name}, by --domain"
    if not domain.is_sure:
        return "no kind of product that it knows well; --domain names one"
    return f"{name} ({100 * domain.probability:.0f} % sure); --domain changes that"


@contextmanager
def progress(total: int | None = None) -> Iterator[Report]:
    """Show how many reviews are read, and the time that is left, if standard error is a terminal."""
    with progress_bars(STAGES, TextColumn("{task.completed:,.0f}"), RateColumn(), TimeRemainingColumn()) as report:
        yield lambda stage, done, of: report(stage, done, of or (total if stage == "read" else None))


class RateColumn(ProgressColumn):
    """How many are done in a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "")


@contextmanager
def progress_bars(stages: Mapping[str, str], *counters: ProgressColumn) -> Iterator[Report]:
    """Show a progress bar for each stage on standard error, if that is a terminal."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), *counters, TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not is_watched()) as bar:
        tasks = {stage: bar.add_task(words, total=None, start=False, visible=False) for stage, words in stages.items()}

        def report(stage: str, done: int, total: int | None) -> None:
            bar.start_task(tasks[stage])
            bar.update(tasks[stage], completed=done, total=total, visible=True)

        yield report


def is_watched() -> bool:
    """Whether someone sees standard error on a terminal; FORCE_COLOR asks for colours, not for progress bars."""
    return err.is_interactive and err.file.isatty()


def print_timings(seconds: Mapping[str, float], *, reviews: int) -> None:
    """Print the processor time of each stage, of all processes together."""
    grid = table("stage", ">seconds", ">ms a review")
    shown = {words: seconds[name] for name, words in TIMED.items() if name in seconds}
    for words, spent in (shown | {"all of them": sum(seconds.values())}).items():
        grid.add_row(words, f"{spent:.2f}", f"{1000 * spent / max(reviews, 1):.2f}")
    err.print("\nProcessor time, of all processes together:")
    err.print(grid)


@contextmanager
def spinner(message: str) -> Iterator[None]:
    """Show a spinner during work of unknown length, if standard error is a terminal."""
    with err.status(message) if is_watched() else nullcontext():
        yield


def aspect_table(document: Document) -> Table:
    """Return the aspects as a table: groups of terms, how often each is mentioned, how people feel about it.

    A narrow terminal shows neither the other terms, nor how many stars the complaints cost, nor a quote.
    """
    wide = out.width >= WIDE
    bar = 24 if out.width >= WIDE + 30 else 10
    costs = wide and any(aspect["damage"]["loss"] for aspect in document["aspects"])
    heads = ("mentions", "good", "bad", *(["stars"] if costs else []))
    grid = table(
        Column("aspect", no_wrap=True, min_width=20, max_width=out.width // 5 if wide else 20),
        *(Column(head, justify="right", no_wrap=True, min_width=5) for head in heads),
        Column("", width=bar),
        Column("feeling −1 … 1", no_wrap=True, min_width=20),
        *([Column("people say", no_wrap=True, ratio=1)] if wide else []),
        expand=wide,
    )
    for aspect, depth in rows_with_depth(document["aspects"]):
        row: list[str | Text] = [
            aspect_name("  " * depth + aspect["name"], aspect["terms"] if wide else []),
            f"{aspect['mentions']:,}",
            Text(f"{aspect['positive']:,}", style=FOR),
            Text(f"{aspect['negative']:,}", style=AGAINST),
            *([Text(f"−{aspect['damage']['loss'] or 0:.2f}", style=AGAINST)] if costs else []),
            share_bar(aspect["positive"], aspect["neutral"], aspect["negative"], width=bar),
            mean_with_interval(aspect["mean"], aspect["low"], aspect["high"]),
        ]
        grid.add_row(*row, *([fitting_quote(aspect["quotes"], good=aspect["mean"] >= 0)] if wide else []))
    return grid


def damage_lines(document: Document) -> list[str]:
    """Return a line with the rows whose complaints cost most; none if no two reviews complain of the same."""
    rows = in_order_of(document["aspects"], "damage", damage_of)
    parts = [
        f"{row['name']} ({counted(row['damage']['complaints'], 'review')}{stars_lost(row['damage'])})"
        for row in rows[:HURTS]
        if row["damage"]["complaints"] > 1
    ]
    of_texts = " (stars predicted from the texts)" if document["stars"]["mean"] is None else ""
    return ["", f"Hurts most{of_texts}: {' · '.join(parts)}"] if parts else []


def stars_lost(damage: Damage) -> str:
    """Return by how much complaints lower the mean of the stars, such as ", −0.12 stars"; empty where they do not."""
    loss = damage["loss"] or 0.0
    return f", −{loss:.2f} stars" if loss >= 0.005 else ""


def rows_with_depth(aspects: list[Aspect], depth: int = 0) -> Iterator[tuple[Aspect, int]]:
    """Yield the rows in order with their depth in the tree."""
    for aspect in aspects:
        yield aspect, depth
        yield from rows_with_depth(aspect.get("aspects", []), depth + 1)


def aspect_name(name: str, terms: list[str]) -> Text:
    others = ", ".join(term for term in terms if term != name.strip())
    return Text(name, style="bold", overflow="ellipsis").append(
        f"  {others}" if others else "", style="not bold grey50"
    )


def mean_with_interval(mean: float, low: float, high: float, *, style: str = "bold", interval: bool = True) -> Text:
    """Return the mean and its interval, coloured where the interval does not include 0."""
    colour = FOR if low > 0 else AGAINST if high < 0 else NEUTRAL
    text = Text(signed(mean), style=f"{style} {colour}")
    return text.append(f" [{signed(low)}, {signed(high)}]", style="not bold grey50") if interval else text


def share_bar(positive: int, neutral: int, negative: int, *, width: int) -> Text:
    """Return positive, neutral and negative as shares of one bar; a share above 0 is at least one character wide."""
    total = max(positive + neutral + negative, 1)
    good, bad = (max(round(width * n / total), 1 if n else 0) for n in (positive, negative))
    good = min(good, width - min(bad, 1))
    bad = min(bad, width - good)
    bar = Text("█" * good, style=FOR)
    return bar.append("░" * max(width - good - bad, 0), style=NEUTRAL).append("▒" * bad, style=AGAINST)


def fitting_quote(quotes: list[Quote], *, good: bool) -> Text:
    """Return the first quote with the polarity of the aspect's mean."""
    words = next((quote["text"] for quote in quotes if (quote["polarity"] > 0) == good), "")
    words = shortened(words, len(words)) if words else ""
    return Text(words, style="italic", overflow="ellipsis", no_wrap=True)


def run_summary(document: Document) -> str:
    """Return a few lines about the run: what was read, kept and dropped."""
    counts, stars = document["counts"], document["stars"]
    parts = [counted(counts["reviews"], "review"), counted(counts["opinions"], "opinion")]
    if stars["mean"] is not None:
        low, middle, high = (sum(stars["histogram"][star] for star in group) for group in ("12", "3", "45"))
        rated = low + middle + high
        of = "" if rated == counts["reviews"] else f"{rated:,} rated: "
        parts.append(f"{stars['mean']:.2f} stars ({of}{low:,} with 1–2, {middle:,} with 3, {high:,} with 4–5)")
    if (predicted := stars.get("predicted_mean")) is not None:
        parts.append(
            f"{predicted:.2f} predicted from the texts"
            if stars["mean"] is not None
            else f"{predicted:.2f} stars predicted from the texts"
        )
    dropped = ", ".join(rejected_count(step["step"], step["count"]) for step in document["rejected"]["by_step"])
    masked = ", ".join(f"{n:,} {kind}" for kind, n in document["masked"].items() if n)
    line = " · ".join(parts)
    if others := counts.get("in_no_category"):
        line += f"\n{counted(others, 'more opinion')} for or against something in no category: --by terms shows them"
    if foreign := counts.get("foreign"):
        line += f"\nread all the same, but not understood: {counted(foreign, 'review')} in another language"
    line += "".join(f"\n{boilerplate_line(phrase)}" for phrase in document.get("boilerplate", [])[:BOILERPLATE])
    if more := len(document.get("boilerplate", [])[BOILERPLATE:]):
        line += f"\n{counted(more, 'more phrase')} that repeat over the rows: --json lists them"
    for column, n in counts.get("unread", {}).items():
        line += f"\nnot understood: {counted(n, 'cell')} of column {column!r}, kept as given"
    line += f"\nset aside: {counts['rejected']:,} ({dropped})" if dropped else ""
    return line + (f"\nmasked: {masked}" if masked else "")


def boilerplate_line(phrase: Boilerplate) -> str:
    """Return a line about a phrase that repeats over the rows: “Verified purchase” opens 120 rows: not read."""
    read = "no opinion by itself" if phrase["place"] == "label" else "not read"
    text = shortened(phrase["text"], BOILERPLATE_WIDTH)
    return f"{text} {BOILERPLATE_VERBS[phrase['place']]} {counted(phrase['rows'], 'row')}: {read}"


def print_warnings(document: Document) -> None:
    """Say that a file seems to be incomplete, and that many reviews are in a dialect, which is read as its language."""
    for step in document["rejected"]["by_step"]:
        for example in step["examples"] if step["step"] == "truncated" else ():
            print_warning(f"{example['source']}: {example['reason']}")
    reviews = document["counts"]["reviews"]
    for dialect, count in document["counts"]["dialects"].items():
        if count >= DIALECT_SHARE * reviews:
            language = next(lang.name for lang in languages() if dialect in lang.variants.DIALECTS)
            share = f"{count:,} of {counted(reviews, 'review')} in {dialect}"
            print_warning(f"{share}: read as {language}, with less certainty.")


def other_products(document: Document) -> list[str]:
    """Return a few lines about competitors and other products; none if the reviews name none."""
    ledger = document.get("ledger")
    if not ledger or not (ledger["rivals"] or set(ledger["total"]["sides"]) - {"main"}):
        return []
    named = [rival for rival in ledger["rivals"] if rival["name"]]
    voices = [(rival["said"]["mentions"] if rival["said"] else 0) + len(rival["compared"]["quotes"]) for rival in named]
    repeated = [rival for rival, n in zip(named, voices, strict=True) if n > 1]
    lines = [escape(rival_line(rival)) for rival in (repeated or named)[:RIVALS]]
    sides = ledger["total"]["sides"]
    others = " · ".join(f"{words} {sides[side]['mentions']:,}" for side, words in OTHERS.items() if side in sides)
    compared = sum(ledger["total"]["compared"][outcome] for outcome in OUTCOMES)  # most are missed: no score is told
    parts = [*([f"opinions on {others}"] if others else []), *([counted(compared, "comparison")] if compared else [])]
    return [f"[bold]Other products[/bold]  {' · '.join(parts)}", *lines, ""]


def rival_line(rival: Rival) -> str:
    opinions, compared = rival["said"], rival["compared"]
    parts = [f"{opinions['positive']:,} good, {opinions['negative']:,} bad"] if opinions else []
    if outcomes := [f"{compared[outcome]:,} {outcome}" for outcome in OUTCOMES if compared[outcome]]:
        parts.append(f"you in comparisons: {', '.join(outcomes)}")
    return f"  {rival['name']}: {'; '.join(parts)}"


def counted(n: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def rejected_count(step: str, n: int) -> str:
    """Return a number of rejected rows in words: "3 duplicates", "1 duplicate", "2 in another language"."""
    words = STEPS.get(step, step)
    noun = words.split()[0] not in ("with", "without", "of", "in", "too")
    return f"{n:,} {words.removesuffix('s') if noun and n == 1 else words}"


def shortened(text: str, length: int) -> str:
    """Return a text as one line in quotation marks, cut where it is longer than ``length`` characters."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= length else line[: length - 1] + '…'}”"


def marked(text: str, spans: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
    """Return places of a text as JSON has them."""
    return [{"start": start, "end": end, "text": text[start:end]} for start, end in spans]


def quoted(text: str, spans: Iterable[tuple[int, int]], length: int) -> str:
    """Return places of a text in their order, each once, as one line; the whole text if there are none."""
    parts = dict.fromkeys(" ".join(text[start:end].split()) for start, end in spans)
    return shortened(" … ".join(parts) or text, length)


def signed(value: float) -> str:
    """Return a number with a sign and two digits, but never −0.00."""
    return f"{round(value, 2) + 0.0:+.2f}"
