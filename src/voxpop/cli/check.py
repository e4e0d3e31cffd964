"""voxpop check: is this summary so?"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import typer
from rich.text import Text

from voxpop.analysis import open as open_analysis
from voxpop.check import CheckedSentence
from voxpop.cli import console
from voxpop.errors import InputError
from voxpop.ingest.encoding import find_encoding
from voxpop.ingest.streams import Stream

MARKS = {"supported": ("✓", "green"), "contradicted": ("✗", "red"), "unmentioned": ("?", "yellow")}
QUOTE = 160  # characters of a quote shown
FILES = (".txt", ".md", ".text", ".markdown")


def check(
    summary: str,
    *,
    against: Path,
    product: str | None = None,
    quotes: int = 2,
    strict: bool = False,
    json: bool = False,
) -> None:
    """Check a summary sentence by sentence against the reviews: supported, contradicted, or not mentioned.

    A sentence must be about the right aspect of the right product, have the right sign, and claim the right number
    of people. Quotes show why. docs/factuality.md explains how it is decided and how often it is right.

    Example: voxpop check "Most guests love the rooms." --against hotel.voxpop
    """
    text = read_summary(summary)
    with open_analysis(against) as analysis, console.spinner("Checking"):
        sentences = analysis.check(text, product=product)
        checked = analysis.checked_summary(sentences)
    if json:
        console.print_json(checked)
    else:
        show_verdicts(sentences, quotes=quotes)
    if strict and any(sentence.verdict != "supported" for sentence in sentences):
        raise typer.Exit(3)


def read_summary(summary: str) -> str:
    """What was typed, or what stands in the file of that name."""
    if summary == "-":
        if sys.stdin is None:
            raise InputError("There is no standard input to read from: it is closed. Name a file instead of -.")
        return decoded("standard input", sys.stdin.buffer.read())
    path = Path(summary)
    try:
        named = path.is_file()
    except (OSError, ValueError):  # too long or too odd for a name: a text
        named = False
    if named:
        return decoded(summary, path.read_bytes())
    if path.suffix.lower() in FILES and len(summary.split()) == 1:
        raise InputError(
            f"There is no file {summary}. Give a file, - for standard input, or the text in quotation marks."
        )
    return summary


def decoded(name: str, data: bytes) -> str:
    encoding = find_encoding(Stream.of(name, BytesIO(data)))
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not text: byte {error.start} cannot be read as {encoding}.") from None


def show_verdicts(sentences: Sequence[CheckedSentence], *, quotes: int) -> None:
    if not sentences:
        console.print_note("The summary is empty: there is nothing to check.")
        return
    for sentence in sentences:
        mark, colour = MARKS[sentence.verdict]
        console.print_line(Text(f"{mark} ", style=f"bold {colour}").append(sentence.text, style="not bold default"))
        console.print_line(Text(f"  {sentence.verdict}: {sentence.reason}", style="grey50"))
        for quote in sentence.quotes[:quotes]:
            console.print_line(Text(f"  {quote.review_id}: {console.shortened(quote.text, QUOTE)}", style="italic"))
    counts = Counter[str](sentence.verdict for sentence in sentences)
    parts = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in MARKS)
    console.out.print(f"\n{console.counted(len(sentences), 'sentence')}: {parts}.", highlight=False)
