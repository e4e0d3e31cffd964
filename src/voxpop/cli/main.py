"""Wiring: the commands, and what happens to errors."""

from __future__ import annotations

import io
import os
import signal
import sys
from importlib import import_module
from types import FrameType
from typing import Annotated

import typer

import voxpop
from voxpop.cli.console import complain
from voxpop.errors import VoxpopError
from voxpop.files import WRITTEN

COMMANDS = (
    "analyze", "aspects", "audit", "report", "summarize", "check", "compare", "serve", "edits",
    "train", "evaluate", "demo", "models",
)  # fmt: skip

STOPPED = (130, 143)  # by Ctrl-C, by the system

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
    app.command(name)(getattr(import_module(f"voxpop.cli.{name}"), name))


def stopped() -> str:
    """What a command that was stopped has written."""
    done = ", ".join(map(str, WRITTEN[-3:]))
    return f"Stopped before the end. {f'Already written: {done}.' if done else 'Nothing was written.'}"


def main() -> None:
    """Run, and turn what goes wrong into a sentence and an exit code; VOXPOP_DEBUG=1 shows the traceback."""
    debug = bool(os.environ.get("VOXPOP_DEBUG"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    told: list[int] = []

    def terminate(number: int, frame: object) -> None:
        """Leave by an exception, so that drafts and workers are cleared away."""
        told.append(number)
        sys.exit(143)

    def interrupt(number: int, frame: FrameType | None) -> None:
        told.append(number)
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGTERM, terminate)
    signal.signal(signal.SIGINT, interrupt)
    try:
        app()
    except VoxpopError as error:
        if debug:
            raise
        complain(str(error))
        sys.exit(1)
    except SystemExit as leaving:
        if leaving.code in STOPPED:
            complain(stopped())
        raise
    except Exception as error:
        if debug:
            raise
        if told or "interrupted" in str(error):  # a signal amid an import or DuckDB comes out as an error of theirs
            complain(stopped())
            sys.exit(143 if signal.SIGTERM in told else 130)
        complain(
            f"voxpop tripped over a mistake of its own ({type(error).__name__}: {error}). "
            "Please report it, with what VOXPOP_DEBUG=1 prints before the same command."
        )
        sys.exit(70)
