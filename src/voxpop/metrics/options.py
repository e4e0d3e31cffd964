"""Settings of measures as they come from a command line or a file, checked against what the measure declares."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping
from collections.abc import Sequence as Ordered
from dataclasses import fields, is_dataclass
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
    return {name: hint for name, hint in _declared(declared).items() if name not in hidden and _words(hint)}


def check_value(name: str, value: Any, hint: Any) -> None:
    if not _fits(value, hint):
        raise OptionError(f"{name} takes {' or '.join(_words(hint))}, not {value!r}.")


def _declared(declared: Any) -> dict[str, Any]:
    hints = get_type_hints(declared)
    if is_dataclass(declared):
        return {field.name: hints[field.name] for field in fields(declared)}
    parameters = inspect.signature(declared).parameters.values()
    return {
        parameter.name: hints[parameter.name] for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY
    }


def _fits(value: Any, hint: Any) -> bool:
    if _choices(hint):
        return any(_fits(value, choice) for choice in _choices(hint))
    if _listed(hint):
        return isinstance(value, list | tuple) and all(_fits(entry, get_args(hint)[0]) for entry in value)
    if hint in (int, float):
        return isinstance(value, (int, float) if hint is float else int) and not isinstance(value, bool)
    return isinstance(hint, type) and isinstance(value, hint)


def _words(hint: Any) -> list[str]:
    """What is accepted, in words; nothing for types that no command line can give."""
    if _choices(hint):
        return [word for choice in _choices(hint) for word in _words(choice)]
    if _listed(hint):
        entry = get_args(hint)[0]
        inner = [PLURAL[choice] for choice in _choices(entry) or (entry,) if choice in PLURAL]
        example = '["a", "b"]' if "texts" in inner else "[5, 10]"
        return [f"a list of {' or '.join(inner)}, such as {example}"] if inner else []
    return [WORDS[hint]] if hint in WORDS else []


def _choices(hint: Any) -> tuple[Any, ...]:
    """The members of a union, less None, which is how an option is left unset."""
    if get_origin(hint) not in (Union, UnionType):
        return ()
    return tuple(choice for choice in get_args(hint) if choice is not NoneType)


def _listed(hint: Any) -> bool:
    return get_origin(hint) in (tuple, Ordered)
