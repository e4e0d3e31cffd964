"""Write the manual of all commands from the commands themselves: python docs/site/commands.py > docs/commands.md"""

from __future__ import annotations

from typing import Any

import typer

from voxpop.cli.app import COMMANDS, load_command

HEAD = """# Commands
Results go to standard output, everything else to standard error. Colour and progress bars appear only on a terminal; `NO_COLOR` turns
colour off. `voxpop --install-completion` installs shell completion.

| exit code | meaning |
|---|---|
| 0 | Success. |
| 1 | An error, with a message; also if the input is empty, or most of it is not reviews or is in other languages. No message if the reader of the output has closed the pipe. |
| 2 | Wrong usage: an unknown command or option, or a missing argument. |
| 3 | A result that needs attention: `voxpop watch` found something worse, or `voxpop check --strict` a sentence that is not supported. |
| 70 | A bug in voxpop. Set `VOXPOP_DEBUG=1` to see the traceback. |
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
