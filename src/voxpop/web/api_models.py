"""The document's types as the API's models, so that the two always agree."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel, Field, create_model


def one_of(*options: str) -> Any:
    """Return the type of a text that is one of some options, where they are known only when the program runs."""
    return Literal[options]


@cache
def model(shape: type) -> type[BaseModel]:
    """Return a pydantic model of a TypedDict: the same fields, those that are not required with None as default."""
    fields: dict[str, Any] = {}
    for name, kind in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(kind) is NotRequired
        kind = _translated(get_args(kind)[0] if optional else kind, shape)
        kind, default = (kind | None, None) if optional else (kind, ...)
        taken = hasattr(BaseModel, name)  # "schema" is a method of every model
        fields[f"{name}_" if taken else name] = (kind, Field(default, alias=name) if taken else default)
    return create_model(shape.__name__, **fields)


def _translated(kind: Any, within: type) -> Any:
    """Return a type with every TypedDict in it replaced; a type that holds itself stays a plain mapping there."""
    if kind is within:
        return dict[str, Any]
    if is_typeddict(kind):
        return model(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is None or not args:
        return kind
    inner = tuple(_translated(arg, within) for arg in args)
    if origin in (Union, UnionType):
        return Union[inner]  # noqa: UP007
    return origin[inner]
