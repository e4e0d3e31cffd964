"""Which column is the text, the stars, the date, the product and the id: by name first, then by what it holds.

The version and the country are recognised by name; like all other columns, they are kept under their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from voxpop.errors import ColumnError, NoTextError
from voxpop.ingest.cells import is_missing, is_unknown
from voxpop.ingest.dates import read_date
from voxpop.ingest.headers import is_value
from voxpop.ingest.star_ratings import VERDICTS, read_answer, read_stars
from voxpop.ingest.tables import HINTED, NAMES, is_part, is_person, plain, role_of
from voxpop.lang import languages, normalize
from voxpop.lang.scripts import UNSPACED_LETTERS
from voxpop.settings import Columns

ROLES = ("text", "stars", "date", "product", "id")  # what a review has a field for
KEPT_ROLES = ("version", "country")  # what segments are often made by
FEWEST_TITLES = 5  # rows from which a title that repeats is taken for that of a product
_NUMBER = re.compile(r"\s*\d+(?:\.\d+)?\s*")
_DIGIT = re.compile(r"\d")
_SPACED = re.compile(r"\S\s\S")
_UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]")
Cells = Mapping[str, Any]


def find_columns(sample: Sequence[Cells], user_columns: Columns, *, source: str, named: bool = True) -> dict[str, str]:
    """Return a column for each role that the table has; the text must be found, anything else may be missing."""
    values = _values(sample)
    asked = {role: getattr(user_columns, role) for role in ROLES} | {"text": next(iter(user_columns.texts), None)}
    chosen = {role: _named_column(name, list(values), role, source) for role, name in asked.items() if name}
    wanted = [role for role in (*ROLES, *KEPT_ROLES) if asked.get(role) is None]  # "": the user says there is none
    for role in wanted:
        free = {name: cells for name, cells in values.items() if name not in chosen.values()}
        if (column := _by_name(role, free)) is not None:
            chosen[role] = column
    if "text" not in chosen:
        chosen["text"] = _text_by_content(values, chosen.values(), source, len(sample))
    for role, looks_so in CONTENT.items():
        free = {n: cells for n, cells in values.items() if n not in chosen.values() and role_of(n) is None}
        fitting = [name for name, cells in free.items() if looks_so(cells, named)]
        if role not in chosen and role in wanted and fitting:
            chosen[role] = fitting[0]
    if "stars" not in chosen and "stars" in wanted:
        verdicts = [n for n, cells in values.items() if n not in chosen.values() and _are_verdicts(cells)]
        if len(verdicts) == 1:  # of several, each judges something else
            chosen["stars"] = verdicts[0]
    return {role: chosen[role] for role in (*ROLES, *KEPT_ROLES) if role in chosen}


def text_columns(chosen: Mapping[str, str], sample: Sequence[Cells], user_columns: Columns, source: str) -> list[str]:
    """Return the columns that are joined to the text: those that the user named, or those that belong together.

    The title of the review comes first; parts such as pros and cons stand in the order of the table.
    """
    values = _values(sample)
    if user_columns.text:
        return list(dict.fromkeys(_named_column(name, list(values), "text", source) for name in user_columns.texts))
    main = chosen["text"]
    free = [name for name in values if name not in chosen.values() and values[name] and _fits_text(values[name])]
    parts = [name for name in free if is_part(name) and (role_of(name) == "part" or _prose(values[name]))]
    is_text = role_of(main) != "title"
    titles = [name for name in free if is_text and role_of(name) == "title" and _are_titles(values[name], values[main])]
    return titles[:1] + sorted([main, *parts], key=list(values).index)


def other_texts(chosen: Mapping[str, str], texts: Collection[str], sample: Sequence[Cells]) -> list[str]:
    """Return other columns of free text, where no name tells which one is the review, as in a survey."""
    if role_of(chosen["text"]) == "text":
        return []
    values = {name: cells for name, cells in _values(sample).items() if name not in (*chosen.values(), *texts)}
    return [name for name, cells in values.items() if _prose(cells) and role_of(name) is None and not is_person(name)]


def _are_titles(values: Sequence[Any], texts: Sequence[Any]) -> bool:
    """Whether cells title the reviews beside them: they are shorter, mostly different, and no titles of products."""
    varied = len(values) < FEWEST_TITLES or 2 * len(set(map(str, values))) > len(values)
    products = sum(any(lang.titles.is_title(str(value)) for lang in languages()) for value in values)
    return varied and 4 * products < len(values) and _mean_length(values) <= _mean_length(texts)


def _named_column(name: str, names: Sequence[str], role: str, source: str) -> str:
    """Return the column the user named, by its exact name, in another case, or by its number."""
    if name in names:
        return name
    same = [column for column in names if plain(column) == plain(name) != ""]
    if len(same) == 1:
        return same[0]
    if name.isdecimal() and len(name) < 10 and 1 <= int(name) <= len(names):
        return names[int(name) - 1]
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise ColumnError(f"{source} has no column {name!r} for the {role}.{hint} Its columns: {_listed(names)}.")


def _by_name(role: str, free: Mapping[str, Sequence[Any]]) -> str | None:
    """Return the column whose name says that it has a role, and whose cells do not speak against it."""
    ranks = {name: rank for rank, name in enumerate(NAMES[role])}
    if role == "id":
        ranks[""] = len(ranks)  # pandas writes its row numbers under an empty name
    known = sorted((name for name in free if plain(name) in ranks), key=lambda name: ranks[plain(name)])
    others = [name for name in free if role in HINTED and role_of(name) is None and not is_person(name)]
    hinted = [name for name in others if HINTED[role].search(normalize(name).lower())]
    good = [name for name in known + hinted if not free[name] or FITS.get(role, _fits_label)(free[name])]
    good = [name for name in good if plain(name) not in NAMES["person"] or _are_repeated(free[name])]
    if role == "text" and len(good) > 1:  # a "comment" of one word beside a long "body" is not the review
        lengths = {name: _mean_length(free[name]) for name in good}
        good = [name for name in good if 3 * lengths[name] >= max(lengths.values())]
    return good[0] if good else None


def _text_by_content(values: Mapping[str, Sequence[Any]], taken: Collection[str], source: str, rows: int) -> str:
    """Return the column of the longest free text; a title only where there is nothing else."""
    titles = [name for name in values if role_of(name) == "title"]
    free = [name for name in values if name not in (*taken, *titles) and not is_person(name)]
    for candidates in (free, titles):
        best = max(candidates, key=lambda name: _prose(values[name]), default=None)
        if best is not None and _prose(values[best]) > 0:
            return best
    for name in free:  # nothing but emoji, say
        if role_of(name) == "text" and any(isinstance(cell, str) and not is_value(cell) for cell in values[name]):
            return name
    has_text = any(map(str.isalpha, "".join(str(cell) for cells in values.values() for cell in cells)))
    numbers = "" if has_text else f" None of its first {rows:,} rows holds any words, only numbers or marks."
    raise (ColumnError if has_text else NoTextError)(
        f"No column of {source} looks like the text of reviews. Its columns: {_listed(list(values))}. Name the right"
        f" one with --text-column NAME.{numbers}"
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:40])
    return shown + (f" and {len(names) - 40} more" if len(names) > 40 else "") if names else "none"


def _values(sample: Sequence[Cells]) -> dict[str, list[Any]]:
    """Return the cells of each column that hold something."""
    names = dict.fromkeys(name for cells in sample for name in cells)
    return {name: [value for cells in sample if not is_missing(value := cells.get(name))] for name in names}


def names_people(name: str, sample: Sequence[Cells]) -> bool:
    """Whether a column names people: by its name, unless that may be a product's and its cells repeat as those do."""
    return is_person(name) and not (plain(name) in NAMES["product"] and _are_repeated(_values(sample).get(name, [])))


def _mean_length(values: Sequence[Any]) -> float:
    return sum(len(str(value)) for value in values) / (len(values) or 1)


# What the cells of a column may be. Each gets some cells that are not empty.


def _prose(values: Sequence[Any]) -> float:
    """Return the mean length of the cells if they are free text (several words, mostly different), else 0."""
    texts = [value for value in values if isinstance(value, str)]
    if not texts or len(texts) < len(values) * 0.8:
        return 0.0
    worded = sum(bool(_SPACED.search(text) or _UNSPACED.search(text)) and "://" not in text[:9] for text in texts)
    varied = len(set(texts)) / len(texts)
    dated = sum(read_date(text) is not None or read_stars(text) is not None for text in texts[:50])
    if worded < len(texts) * 0.5 or (varied < 0.3 and len(texts) > 10) or dated * 2 > min(50, len(texts)):
        return 0.0
    return _mean_length(texts)


def _fits_text(values: Sequence[Any]) -> bool:
    """Not numbers, dates or codes under a promising name: "reviews" may count them, "subject" may be an id."""
    texts = [value for value in values if isinstance(value, str) and any(map(str.isalpha, value))]
    codes = sum(
        " " not in text and text.isascii() and (len(text) > 15 or _DIGIT.search(text) is not None) for text in texts
    )
    return len(texts) * 2 > len(values) and codes * 2 < len(texts)


def _fits_stars(values: Sequence[Any]) -> bool:
    values = [value for value in values if not is_unknown(value)]
    understood = [rating for value in values if (rating := read_answer(value))]
    plain_numbers = {rating.value for rating in understood if rating.out_of is None}
    if plain_numbers and min(plain_numbers) < 0 and not plain_numbers <= VERDICTS:
        return False
    yes_no = plain_numbers == {0.0, 1.0} and len(understood) > 4
    share = any(0 < number < 1 for number in plain_numbers) and max(plain_numbers) <= 1
    return len(understood) * 2 >= len(values) and not yes_no and not share


def _are_verdicts(values: Sequence[Any]) -> bool:
    """Only −1, 1 and perhaps 0, of which −1 and 1 both occur."""
    numbers = {rating.value if (rating := read_stars(value)) and rating.out_of is None else 9 for value in values}
    return {-1.0, 1.0} <= numbers <= VERDICTS


def _fits_date(values: Sequence[Any]) -> bool:
    values = [value for value in values if not is_unknown(value)]
    return sum(read_date(value) is not None for value in values) * 2 >= len(values)


def _fits_label(values: Sequence[Any]) -> bool:
    return max(len(str(value)) for value in values) <= 500


def _fits_id(values: Sequence[Any]) -> bool:
    """A name for each row: mostly different values, none of them long."""
    return len(set(map(str, values))) * 2 > len(values) and max(len(str(value)) for value in values) <= 200


def _are_repeated(values: Sequence[Any]) -> bool:
    """Whether most names stand in several rows, as those of hotels do and those of people do not."""
    counts = Counter(map(str, values))
    return 3 * len(counts) <= len(values) and 2 * sum(n == 1 for n in counts.values()) < len(counts)


def _looks_like_stars(values: Sequence[Any], named: bool) -> bool:
    ratings = [read_stars(value) for value in values]
    if not ratings or not all(ratings):
        return False
    if all(rating.out_of for rating in ratings if rating):
        return True
    numbers = {rating.value for rating in ratings if rating}
    return not named and numbers <= {1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5} and (len(values) < 20 or len(numbers) > 2)


def _looks_like_dates(values: Sequence[Any], named: bool) -> bool:
    """Not numbers alone, which may be anything."""
    numbers = (isinstance(value, int | float) or _NUMBER.fullmatch(str(value)) for value in values)
    return bool(values) and not any(numbers) and all(read_date(value) is not None for value in values)


FITS: dict[str, Callable[[Sequence[Any]], bool]] = {
    "text": _fits_text, "stars": _fits_stars, "date": _fits_date, "id": _fits_id,
}  # fmt: skip
CONTENT: dict[str, Callable[[Sequence[Any], bool], bool]] = {"stars": _looks_like_stars, "date": _looks_like_dates}
