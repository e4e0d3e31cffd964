"""Which rows the table of one language has: open aspects, categories, or categories with their aspects under them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.table_edits import Key
from voxpop.errors import OptionError, did_you_mean
from voxpop.types import Aspect

MEMBERS = 8  # what people name most often, shown beside a category
SHARE = 0.1  # of what is said of an aspect in any category must fall into this one for it to stand there


@dataclass(frozen=True, slots=True, kw_only=True)
class Least:
    """What a row needs: reviews that speak of it, more of them where it is a category."""

    reviews: int = 1
    of_category: int = 0


def empty_row(key: Key, terms: Sequence[str] = (), **facts: str | None) -> Aspect:
    """Return a row that is not counted yet; ``facts`` are fields of the row that its key does not tell."""
    parent = Key(key.lang, None, key.category).id if key.kind == "both" else None
    fields = {"id": key.id, "name": key.name, "category": key.category, "parent": parent, **facts}
    return Aspect(terms=tuple(terms), lang=key.lang, **OpinionCounts().row_numbers(), **fields)  # type: ignore[arg-type]


def possible_rows(by: str, lang: str, groups: Mapping[str, Sequence[str]], categories: Sequence[str]) -> list[Aspect]:
    """Return every row that the table could have; ``groups`` names the terms of every open aspect."""
    if by == "terms":
        return [empty_row(Key(lang, name, None), terms) for name, terms in groups.items()]
    rows = [empty_row(Key(lang, None, category)) for category in categories]
    if by == "tree":
        rows += [empty_row(Key(lang, name, top), terms) for top in categories for name, terms in groups.items()]
    return rows


def rows_with_enough(rows: Sequence[Aspect], counts: Mapping[int, OpinionCounts], least: Least) -> list[Aspect]:
    """Return the rows that are spoken of enough; one within a category also needs a share of its aspect's reviews."""
    in_all: Counter[str] = Counter()
    for place, n in counts.items():
        if rows[place].parent is not None:
            in_all[rows[place].name] += n.reviews
    chosen: list[Aspect] = []
    for place, row in enumerate(rows):
        n = counts.get(place, OpinionCounts())
        is_category = row.category is not None and row.parent is None
        needed = max(least.reviews, least.of_category) if is_category else least.reviews
        if n.reviews >= max(1, needed, SHARE * in_all[row.name] if row.parent else 0):
            chosen.append(row)
    ids = {row.id for row in chosen}
    return [row for row in chosen if row.parent is None or row.parent in ids]


def rank(aspect: Aspect) -> tuple[int, int, str]:
    """Most mentions first: the number that the table shows."""
    return -aspect.mentions, -aspect.reviews, aspect.name


def find_id(name: str, names: Mapping[str, str], terms: Mapping[str, str] = {}) -> str:
    """Return the id of a row that is given by its id, its name (``names`` has them by id) or one of its terms."""
    if name in names:
        return name
    wanted = name.strip().casefold()
    ids = [id for id, other in names.items() if other.casefold() == wanted]
    if len(ids) == 1:
        return ids[0]
    if ids:
        raise OptionError(f"Several rows are called {name!r}. Give the id of one: {', '.join(ids)}.")
    if wanted in terms:
        return terms[wanted]
    hint = did_you_mean(name, [*names.values(), *names])
    raise OptionError(f"There is no row {name!r}.{hint} There are: {', '.join(names.values()) or 'none'}.")


def in_order(rows: Sequence[Aspect], key: Callable[[Aspect], tuple[Any, ...]] = rank) -> list[Aspect]:
    """Return rows by rank, or by another key, each followed by those under it."""
    ranked = sorted(rows, key=key)
    tops = [row for row in ranked if row.parent is None]
    return [row for above in tops for row in (above, *(row for row in ranked if row.parent == above.id))]
