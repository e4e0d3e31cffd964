"""How a function becomes a command: positional parameters are its arguments, keyword-only ones its options.

Types and defaults are those of the function; names and help come from ``options.toml``. A parameter ``settings`` stands
for the options that ``with_settings`` names, and gets what they say as ``Settings``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache, wraps
from importlib.resources import files
from inspect import Parameter, getdoc, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from voxpop.lang import LANGUAGES
from voxpop.lang.product_kinds import KINDS
from voxpop.settings import Settings, settings_from

CONSTANTS = {"CODES": " or ".join(LANGUAGES), "KINDS": ", ".join(KINDS)}
DEFAULTS = {"lang": "auto", "about": "main", "method": "model", "top": 20, "curate": "default", "fast": False}
TYPES: dict[str, Any] = {  # of options that are not as in ``Settings``
    "by": str | None, "categories": Path | None, "aspects": Path | None, "aliases": list[str] | None,
    "text_column": list[str] | None, "skip": list[str] | None, "curate": str,
}  # fmt: skip


@cache
def help_texts() -> dict[str, dict[str, Any]]:
    """Return the help of all options, by command; that of shared options is under "panels"."""
    text = files(__package__).joinpath("options.toml").read_text("utf-8")
    return tomllib.loads(text)


def as_command(function: Callable[..., None], command_name: str, part: str) -> Callable[..., None]:
    """Return a function in the form that Typer takes, with the help that ``options.toml`` has for it.

    The help of ``voxpop annotate train`` is under "annotate.train", and what that has not, under "annotate".
    """
    chosen: dict[str, Parameter] = getattr(function, "options", {})

    @wraps(function)
    def command(**given: Any) -> None:
        if chosen:
            given["settings"] = settings_from({name: given.pop(name) for name in chosen})
        function(**given)

    section = help_texts().get(command_name, {})
    own_help = {**section, **section.get(part, {})}
    constants = {**function.__globals__, **CONSTANTS}
    parameters = []
    for parameter in signature(function, eval_str=True).parameters.values():
        one_or_many = chosen.values() if parameter.name == "settings" else [parameter]
        parameters += [annotated(option, own_help, constants) for option in one_or_many]
    called: Any = command
    called.__doc__ = re.sub(r"(?<!\n)\n(?!\n)", " ", getdoc(function) or "")  # one line a paragraph
    called.__signature__ = signature(function).replace(parameters=parameters)
    called.__annotations__ = {option.name: option.annotation for option in parameters}
    return command


def with_settings(*names: str, **defaults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Name the options that the parameter ``settings`` of a command stands for, and defaults that are not the usual."""
    hints = get_type_hints(Settings)

    def parameter(name: str) -> Parameter:
        kind, default = TYPES.get(name) or hints.get(name, str | None), (DEFAULTS | defaults).get(name)
        return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        function.options = {name: parameter(name) for name in names}  # type: ignore[attr-defined]
        return function

    return decorate


def annotated(parameter: Parameter, own_help: dict[str, Any], constants: dict[str, Any]) -> Parameter:
    """Return a parameter with the argument or option that Typer makes of it."""
    name = parameter.name
    shared = {
        key: (panel, entry) for panel, entries in help_texts()["panels"].items() for key, entry in entries.items()
    }
    panel, entry = (None, own_help[name]) if name in own_help else shared[name]
    facts = {"help": entry} if isinstance(entry, str) else dict(entry)
    flags = facts.pop("flags", [f"--{name.replace('_', '-')}"])
    facts["help"] = facts["help"].format_map(constants)
    if parameter.kind is Parameter.KEYWORD_ONLY:
        made = typer.Option(*flags, rich_help_panel=panel if panel != "Options" else None, **facts)
    else:
        made = typer.Argument(**{"metavar": name.upper(), **facts})
    return parameter.replace(annotation=Annotated[parameter.annotation, made], kind=Parameter.KEYWORD_ONLY)
