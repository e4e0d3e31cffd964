from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from voxpop.errors import OptionError
from voxpop.metrics.options import check_options, check_value


def measure(gold: str, *, depth: int | None = None, share: float = 0.5, tops: Sequence[int] = (5,),
            labels: Sequence[str | int] | None = None, stop: bool | str = False,
            alike: Callable[[str], float] | None = None) -> None:  # fmt: skip
    """Stands for a measure."""


@dataclass(kw_only=True)
class Settings:
    variants: tuple[str, ...] = ("1",)
    stem: bool = False


@pytest.mark.parametrize(
    ("name", "value"),
    [("depth", 3), ("share", 1), ("share", 0.2), ("tops", [1, 2]), ("tops", (1,)), ("tops", []), ("labels", ["a", 1]),
     ("stop", True), ("stop", "nltk")],
)  # fmt: skip
def test_values_of_the_declared_type_pass(name: str, value: Any) -> None:
    check_options("option", measure, {name: value})


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("depth", "3", "depth takes a whole number, not '3'"),
        ("depth", 3.0, "depth takes a whole number"),
        ("depth", True, "depth takes a whole number"),
        ("share", "x", "share takes a number"),
        ("share", False, "share takes a number"),
        ("tops", 5, "tops takes a list of whole numbers, such as"),
        ("tops", "5", "tops takes a list"),
        ("tops", ["5"], "tops takes a list"),
        ("labels", {"a": 1}, "labels takes a list of texts or whole numbers"),
        ("labels", [None], "labels takes a list"),
        ("stop", 1, "stop takes true or false or a text"),
        ("dept", 3, "Did you mean 'depth'"),
        ("gold", "x", "Unknown option 'gold'"),
        ("alike", "x", "Unknown option 'alike'"),  # a function cannot come from a command line
    ],
)
def test_other_values_are_told(name: str, value: Any, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        check_options("option", measure, {name: value})


def test_dataclasses_declare_options_too() -> None:
    check_options("option", Settings, {"variants": ["1", "L"], "stem": True})
    with pytest.raises(OptionError, match="variants takes a list of texts"):
        check_options("option", Settings, {"variants": [1, 2]})


def test_hidden_options_are_unknown() -> None:
    with pytest.raises(OptionError, match="Unknown option 'depth'"):
        check_options("option", measure, {"depth": 1}, hidden=["depth"])


def test_a_single_value() -> None:
    check_value("empty", True, bool)
    with pytest.raises(OptionError, match="empty takes true or false, not 1"):
        check_value("empty", 1, bool)
