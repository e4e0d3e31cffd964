"""The commands together, and what happens to errors."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Annotated

import typer

import voxpop
from voxpop.atomic_files import reason, shortened, written_files
from voxpop.cli.console import print_error
from voxpop.cli.interrupt import stop_message
from voxpop.errors import VoxpopError

COMMANDS = (
    "analyze", "append", "aspects", "audit", "report", "summarize", "check", "drivers", "segments", "watch", "compare",
    "export", "serve", "edit", "edits", "train", "annotate", "evaluate", "demo", "models", "doctor", "mcp",
)  # fmt: skip

INTERRUPTED = 130

app = typer.Typer(
    name="voxpop",
    help="What customers think, aspect by aspect, with proof.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"voxpop {voxpop.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """What customers think, aspect by aspect, with proof.

    Start with [bold]voxpop demo[/bold], then [bold]voxpop analyze reviews.csv[/bold].
    """


for name in COMMANDS:
    module = import_module(f"voxpop.cli.{name}")
    if hasattr(module, "app"):
        app.add_typer(module.app, name=name)
    else:
        app.command(name)(getattr(module, name))


def run() -> None:
    """Run the command. What goes wrong becomes a sentence and an exit code; VOXPOP_DEBUG=1 shows the traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app()
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED:  # pragma: no cover  (Windows: elsewhere, interrupt.py ends the process)
            print_error(stop_message([]))
        problem = flush_output()
        if problem and not leaving.code:
            print_error(problem)
            sys.exit(1)
        raise
    except Exception as error:
        if os.environ.get("VOXPOP_DEBUG"):
            raise
        problem = flush_output()
        message, code = (problem, 1) if problem else explanation(error)
        print_error(message)
        sys.exit(code)


def explanation(error: Exception) -> tuple[str, int]:
    """Return a sentence and an exit code for an error."""
    if isinstance(error, VoxpopError):
        return str(error), 1
    if isinstance(error, MemoryError):
        return "There is not enough memory. Close other programs, or use fewer processes: --workers 1.", 1
    if isinstance(error, OSError) and error.errno is not None:
        place = f"{shortened(error.filename)}: " if error.filename else ""
        return f"The system refused: {place}{reason(error)}.{written()}", 1
    return (
        f"voxpop has a bug ({type(error).__name__}: {error}). "
        "Please report it, with what VOXPOP_DEBUG=1 prints before the same command.",
        70,
    )


def flush_output() -> str:
    """Write out what waits for standard output, and say so if that cannot be: to a full disk, for example."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the interpreter would print_error of it again when it ends
        return f"Cannot write to standard output: {reason(error)}.{written()}"
    return ""


def written() -> str:
    """Say what the command had written before it failed."""
    return f" Written: {', '.join(map(str, files))}." if (files := written_files()) else ""
