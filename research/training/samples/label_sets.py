"""The label sets of the samples: "general" for English, SemEval-14's five, MAMS's eight, ASAP's eighteen.

"general" is our own scheme for hotels, restaurants, laptops, clothing and books (``data/general_categories.tsv``). The
entity#attribute categories of SemEval-15/16 and MEMD are mapped to it one by one (``data/general_mapping.tsv``): a
part wins over what is said of it (DISPLAY#QUALITY is display) unless that is its price or its cleanliness.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import cache

from research.training.scheme import DATA, RESTAURANT, asap
from voxpop.errors import InputError

MAMS = ("food", "service", "staff", "price", "ambience", "menu", "place", "miscellaneous")


def _rows(name: str) -> Iterator[Mapping[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t")


@cache
def general_rows() -> tuple[Mapping[str, str], ...]:
    """Our categories: name, group, definition."""
    return tuple(_rows("general_categories.tsv"))


@cache
def label_sets() -> Mapping[str, tuple[str, ...]]:
    """The categories of every label set, in their order."""
    general = tuple(row["name"] for row in general_rows())
    return {"general": general, "se14": RESTAURANT.aspects, "mams": MAMS, "asap": asap().aspects}


@cache
def _mapping() -> Mapping[tuple[str, str], str]:
    return {(row["set"], row["original"]): row["name"] for row in _rows("general_mapping.tsv")}


def general_name(origin: str, category: str) -> str:
    """Our category for one of a set: ``general_name("memd-hotel", "Rooms#Cleanliness")`` is "cleanliness"."""
    try:
        return _mapping()[origin, category]
    except KeyError:
        raise InputError(f"The category {category!r} of {origin} has no place in the general scheme. Add a line to "
                         "training/data/general_mapping.tsv.") from None  # fmt: skip
