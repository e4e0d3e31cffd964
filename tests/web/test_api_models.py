"""The API's models have the document's fields, all of them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import pytest
from pydantic import ValidationError

from voxpop import schema as shape
from voxpop.web.api_models import model


class Leaf(TypedDict):
    n: int


class Tree(TypedDict):
    schema: str
    leaves: list[Leaf]
    by_name: dict[str, Leaf | None]
    more: NotRequired[list[Tree]]


def test_a_typed_dictionary_becomes_a_model() -> None:
    given = {"schema": "x", "leaves": [{"n": 1}], "by_name": {"a": None, "b": {"n": 2}}}
    found = model(Tree)(**given)  # type: ignore[arg-type]
    assert found.model_dump(by_alias=True, exclude_unset=True) == given
    with pytest.raises(ValidationError):
        model(Tree)(schema="x", leaves=[{"n": "many"}], by_name={})
    with pytest.raises(ValidationError):
        model(Tree)(leaves=[], by_name={})


def test_the_document_is_described_whole() -> None:
    fields = model(shape.Document).model_json_schema()["properties"]
    assert set(fields) == set(shape.Document.__annotations__)
