"""Write the manual of all commands from the commands themselves: python docs/site/commands.py > docs/commands.md"""

from __future__ import annotations

from typing import Any

import typer

from voxpop.cli.app import COMMANDS, load_command

HEAD = """# Commands
Results go to standard output, everything else to standard error; colour and progress bars only to a terminal, and
without colour where `NO_COLOR` is set. `voxpop --install-completion` lets the shell complete commands and options.

| exit code | |
|---|---|
| 0 | Done. |
| 1 | An error, said in a sentence: also a file that is empty, or mostly no reviews or other languages. Without a word if the program that reads the output has gone, as in `voxpop report cafe.voxpop --json \\| head`. |
| 2 | A wrong call: an unknown command or option, or an argument is missing. |
| 3 | Something to act on: `voxpop watch` found something worse, `voxpop check --strict` a sentence that is not supported. |
| 70 | A bug of voxpop. `VOXPOP_DEBUG=1` before the same command shows the traceback. |
| 130, 143 | Stopped by Ctrl-C or a signal. |
"""  # noqa: E501


def manual() -> str:
    """Return the manual in Markdown."""
    parts = [part for name in COMMANDS for part in sections(name, load_command(name))]
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
