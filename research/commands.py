"""What the commands of research share: a function becomes a command, and an error of ours a sentence on stderr."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from voxpop.cli.console import print_error
from voxpop.errors import VoxpopError

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def run_command(command: Callable[..., None], *, name: str) -> None:
    """Run ``command`` with the arguments of the command line; ``name`` is what the help calls it."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False,
                      context_settings={"help_option_names": ["-h", "--help"]})  # fmt: skip
    app.command(no_args_is_help=False)(command)
    try:
        app(prog_name=name)
    except VoxpopError as error:
        print_error(str(error))
        raise SystemExit(1) from None
