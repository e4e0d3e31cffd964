"""What the commands of research share: a function becomes a command, and an error of ours a sentence on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, ParamSpec

import typer

from voxpop.errors import VoxpopError

P = ParamSpec("P")
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def run_command(command: Callable[..., None], *, name: str) -> None:
    """Run ``command`` with the arguments of the command line; ``name`` is what the help calls it."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False,
                      context_settings={"help_option_names": ["-h", "--help"]})  # fmt: skip
    app.command(no_args_is_help=False)(command)
    try:
        app(prog_name=name)
    except VoxpopError as error:
        from voxpop.cli.console import print_error  # needs more than a machine for training has

        print_error(str(error))
        raise SystemExit(1) from None


def says_errors(main: Callable[P, None]) -> Callable[P, int]:
    """``main`` as a command, with its exit status: what voxpop raises on purpose is a line on stderr and status 2."""

    @wraps(main)
    def command(*args: P.args, **options: P.kwargs) -> int:
        try:
            main(*args, **options)
        except VoxpopError as error:
            sys.stderr.write(f"{error}\n")
            return 2
        return 0

    return command
