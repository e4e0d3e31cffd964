"""The commands together, and what happens to errors. A command is imported when it is called."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import voxpop
from voxpop.cli.interrupt import stop_message
from voxpop.errors import VoxpopError

PANELS = {
    "Begin": {
        "demo": "Analyse 300 bundled reviews, to see what comes out.",
        "analyze": "Find aspects and opinions in reviews, with proof.",
        "append": "Add new reviews to an analysis.",
    },
    "Look": {
        "serve": "Open analyses in a browser.",
        "report": "Write an analysis as one HTML page, or as JSON.",
        "summarize": "Summarise what customers say, with counts and quotes.",
        "export": "Write reviews, opinions or aspects as CSV, Excel, JSON or Parquet.",
        "mcp": "Serve analyses to a language model.",
    },
    "Ask": {
        "drivers": "What moves the stars?",
        "segments": "How do groups of reviews differ?",
        "compare": "What differs between two files, products or periods?",
        "watch": "What is new or worse since the last check?",
        "audit": "Which reviews have stars that do not fit the text?",
        "check": "Is this summary supported by the reviews?",
        "aspects": "Which aspects do people mention, without sentiment?",
    },
    "Make it yours": {
        "edit": "Merge, rename, hide or add rows of the table; mark days.",
        "edits": "List what was edited, or use it for other analyses.",
        "annotate": "Run a labelling project with several annotators.",
        "train": "Train categories of your own on labelled reviews.",
        "evaluate": "Compute a measure on files: gold against predictions.",
    },
    "Installation": {
        "models": "List the weights, check them, print their cards.",
        "doctor": "Check the installation, a file or a run, and say what to do.",
    },
}
COMMANDS = tuple(name for commands in PANELS.values() for name in commands)
INTERRUPTED = 130
HELP = {"help_option_names": ["-h", "--help"]}


class LazyCommands(TyperGroup):
    """Lists the commands as ``PANELS`` has them, so that no command is imported but the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that was called, with its name and its arguments."""
        if args[0] not in COMMANDS and os.path.exists(args[0]):
            verb = "serve" if args[0].endswith(".voxpop") else "analyze"
            ctx.fail(f"{args[0]!r} is a file, not a command. Did you mean: voxpop {verb} {args[0]}")
        name, _, rest = super().resolve_command(ctx, args)
        return name, load_command(str(name)), rest


def load_command(name: str) -> Any:
    """Import a command; a module with ``SUBCOMMANDS`` is a group of them, and its docstring their help."""
    from voxpop.cli.options import as_command

    module = import_module(f"voxpop.cli.{name}")
    functions = getattr(module, "SUBCOMMANDS", None) or {name: getattr(module, name)}
    loaded = typer.Typer(add_completion=False, no_args_is_help=len(functions) > 1, context_settings=HELP)
    if len(functions) > 1:
        loaded.callback(help=module.__doc__)(lambda: None)
    for part, function in functions.items():
        loaded.command(part)(as_command(function, name, part))
    command = typer.main.get_command(loaded)
    command.name = name
    return command


app = typer.Typer(
    name="voxpop",
    cls=LazyCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=HELP,
    epilog="Exit codes: 0 success, 1 error, 2 wrong usage, 3 a result that needs attention (watch, check --strict), "
    "130 stopped. NO_COLOR=1 prints without colour.",
)
for panel, summaries in PANELS.items():
    for command_name, summary in summaries.items():
        app.command(command_name, help=summary, rich_help_panel=panel)(lambda: None)


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"voxpop {voxpop.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """What customers think, aspect by aspect, with proof.

    Examples:

    voxpop demo

    voxpop analyze reviews.csv

    voxpop serve reviews.voxpop
    """


def run() -> None:
    """Run the command. What goes wrong becomes a sentence and an exit code; VOXPOP_DEBUG=1 shows the traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app(prog_name="voxpop")
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED:  # pragma: no cover  (Windows: elsewhere, interrupt.py ends the process)
            fail(stop_message([]), INTERRUPTED)
        flush_output(leaving.code)
        raise
    except Exception as error:
        if os.environ.get("VOXPOP_DEBUG"):
            raise
        flush_output(0)
        fail(*explanation(error))


def fail(message: str, code: int) -> None:
    """Print an error and leave."""
    from voxpop.cli.console import print_error

    print_error(message)
    sys.exit(code)


def explanation(error: Exception) -> tuple[str, int]:
    """Return a sentence and an exit code for an error."""
    if isinstance(error, VoxpopError):
        return str(error), 1
    if isinstance(error, MemoryError):
        return "There is not enough memory. Close other programs, or use fewer processes: --workers 1.", 1
    if isinstance(error, OSError) and error.errno is not None:
        from voxpop.atomic_files import reason, shortened

        place = f"{shortened(error.filename)}: " if error.filename else ""
        return f"The system refused: {place}{reason(error)}.{written()}", 1
    return (
        f"voxpop has a bug ({type(error).__name__}: {error}). "
        "Please report it, with what VOXPOP_DEBUG=1 prints before the same command.",
        70,
    )


def flush_output(code: Any) -> None:
    """Write out what waits for standard output. A disk may be full; a reader that has gone needs no message."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the interpreter would complain again when it ends
        if isinstance(error, BrokenPipeError):
            sys.exit(code or 1)
        if not code:
            from voxpop.atomic_files import reason

            fail(f"Cannot write to standard output: {reason(error)}.{written()}", 1)


def written() -> str:
    """Say what the command had written before it failed."""
    from voxpop.atomic_files import written_files

    return f" Written: {', '.join(map(str, files))}." if (files := written_files()) else ""
