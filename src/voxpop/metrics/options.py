"""Settings of measures as they come from a command line or a file, checked against what the measure declares."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from voxpop.errors import OptionError, choose

WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
PLURAL = {int: "whole numbers", float: "numbers", str: "texts"}


def check_options(kind: str, declared: Any, options: Mapping[str, Any], *, hidden: Collection[str] = ()) -> None:
    """Every option must be one that ``declared``, a function or a dataclass, has by keyword, with a value of its type.

    Those ``hidden`` are filled from the files and not for the user to set.
    """
    accepted = settable(declared, hidden=hidden)
    for name, value in options.items():
        choose(kind, name, accepted)
        check_value(name, value, accepted[name])


def settable(declared: Any, *, hidden: Collection[str] = ()) -> dict[str, Any]:
    """The options that a command line can set, with their types."""
    hints = get_type_hints(declared)
    parameters = inspect.signature(declared).parameters.values()
    names = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY and one.name not in hidden]
    return {name: hints[name] for name in names if _accepted(hints[name])}


def check_value(name: str, value: Any, hint: Any) -> None:
    if not _fits(value, hint):
        raise OptionError(f"{name} takes {' or '.join(_accepted(hint))}, not {value!r}.")


def _fits(value: Any, hint: Any) -> bool:
    for choice in _choices(hint):
        if get_origin(choice) in (tuple, Sequence):
            if isinstance(value, list | tuple) and all(_fits(entry, get_args(choice)[0]) for entry in value):
                return True
        elif isinstance(value, bool) != (choice is bool):
            continue
        elif isinstance(value, (int, float) if choice is float else choice):
            return True
    return False


def _accepted(hint: Any) -> list[str]:
    """What is accepted, in words; nothing for types that no command line can give."""
    words = []
    for choice in _choices(hint):
        if get_origin(choice) in (tuple, Sequence):
            inner = [PLURAL[entry] for entry in _choices(get_args(choice)[0]) if entry in PLURAL]
            example = '["a", "b"]' if "texts" in inner else "[5, 10]"
            words += [f"a list of {' or '.join(inner)}, such as {example}"] if inner else []
        elif choice in WORDS:
            words.append(WORDS[choice])
    return words


def _choices(hint: Any) -> tuple[Any, ...]:
    """The members of a union, less None, which is how an option is left unset; else the hint alone."""
    if get_origin(hint) not in (Union, UnionType):
        return (hint,)
    return tuple(choice for choice in get_args(hint) if choice is not NoneType)
