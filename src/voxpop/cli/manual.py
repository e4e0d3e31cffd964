"""Write the manual of all commands from the commands themselves: python -m voxpop.cli.manual > docs/commands.md"""

from __future__ import annotations

from typing import Any

import typer

from voxpop.cli.app import app

HEAD = """# Commands
Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 an error that is said in a
sentence (also a file that is empty, or mostly no reviews or other languages), 2 a wrong call, 130 stopped.
`VOXPOP_DEBUG=1` shows the traceback of an error.
"""


def manual() -> str:
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    parts = [part for name, command in commands.items() for part in sections(name, command)]
    return "\n".join([HEAD, *parts])


def sections(name: str, command: Any) -> list[str]:
    """Return the section of a command, or those of its subcommands."""
    inner = getattr(command, "commands", {})
    return [section(f"{name} {part}", one) for part, one in inner.items()] or [section(name, command)]


def section(name: str, command: Any) -> str:
    words = " ".join((command.help or "").split())
    text, _, example = words.partition("Example: ")
    lines = [f"## voxpop {name}", text.strip(), "", "```sh", example, "```", "", "| | |", "|---|---|"]
    return "\n".join([*lines, *map(row, command.params), ""])


def row(param: Any) -> str:
    argument = param.param_type_name == "argument"
    names = [param.metavar] if argument else [*param.opts, *param.secondary_opts]
    number = isinstance(param.default, str | int | float) and not isinstance(param.default, bool)
    default = f" Default: {param.default}." if number else ""
    return f"| {', '.join(f'`{name}`' for name in names)} | {param.help or ''}{default} |"


if __name__ == "__main__":
    typer.echo(manual(), nl=False)
