"""Settings of measures as they come from a command line or a file, checked against what the measure declares."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from voxpop.errors import OptionError, choose

WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}  # one, and several of a list
PLURALS = {int: "whole numbers", float: "numbers", str: "texts"}


def check_options(kind: str, declared: Any, options: Mapping[str, Any], *, hidden: Collection[str] = ()) -> None:
    """Every option must be one that ``declared``, a function or a dataclass, has by keyword, with a value of its type.

    Those ``hidden`` are filled from the files and not for the user to set.
    """
    accepted = settable(declared, hidden=hidden)
    for name, value in options.items():
        check_value(name, value, accepted[choose(kind, name, accepted)])


def settable(declared: Any, *, hidden: Collection[str] = ()) -> dict[str, Any]:
    """Return the options that a command line can set, with their types."""
    hints, parameters = get_type_hints(declared), inspect.signature(declared).parameters.values()
    names = [option.name for option in parameters if option.kind is option.KEYWORD_ONLY]
    return {name: hints[name] for name in names if name not in hidden and _accepted(hints[name])}


def check_value(name: str, value: Any, hint: Any) -> None:
    if not _fits(value, hint):
        raise OptionError(f"{name} takes {' or '.join(_accepted(hint))}, not {value!r}.")


def _fits(value: Any, hint: Any) -> bool:
    if isinstance(value, list | tuple):
        lists = [get_args(choice)[0] for choice in _choices(hint) if get_origin(choice) in (tuple, Sequence)]
        return any(all(_fits(entry, inner) for entry in value) for inner in lists)
    kinds = tuple(choice for choice in _choices(hint) if isinstance(choice, type))
    if isinstance(value, bool) or not kinds:
        return bool in kinds
    return isinstance(value, (*kinds, int) if float in kinds else kinds)


def _accepted(hint: Any) -> list[str]:
    """What is accepted, in words; nothing for types that no command line can give."""
    words = [WORDS[choice] for choice in _choices(hint) if choice in WORDS]
    for choice in _choices(hint):
        if get_origin(choice) in (tuple, Sequence):
            inner = [PLURALS[entry] for entry in _choices(get_args(choice)[0]) if entry in PLURALS]
            example = '["a", "b"]' if "texts" in inner else "[5, 10]"
            words += [f"a list of {' or '.join(inner)}, such as {example}"] if inner else []
    return words


def _choices(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union, less None, which is how an option is left unset; else the hint alone."""
    if get_origin(hint) not in (Union, UnionType):
        return (hint,)
    return tuple(choice for choice in get_args(hint) if choice is not NoneType)
