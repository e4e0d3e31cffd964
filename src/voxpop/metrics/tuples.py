"""Triplets and quadruples: (aspect, opinion, polarity) and (aspect, category, opinion, polarity).

*Exact* wants every field right. *Partial* wants category and polarity right and shares out credit for the words of
aspect and opinion. Each field is also scored alone, and so is everything but the polarity: where that is high and
exact is low, the system finds what people speak of and mistakes how they feel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from voxpop.metrics.assignment import best_total
from voxpop.metrics.measure import MEASURES, ItemError, Score, Scores, accept, overlap_score, same_length, sign

FIELDS = {3: ("aspect", "opinion", "polarity"), 4: ("aspect", "category", "opinion", "polarity")}
WORDED = ("aspect", "opinion")  # fields that hold words of the text; the others hold one of a few labels
IMPLICIT = "NULL"  # how data sets write a field that the text leaves unsaid

Given = Sequence[str | None] | Mapping[str, str | None]
Filled = tuple[str, ...]


@MEASURES.register("tuples")
def tuples(gold: Sequence[Iterable[Given]], pred: Sequence[Iterable[Given]], *, case: str = "lower") -> Scores:
    """``tuples([[("room", "clean", "positive")]], [[("room", "clean", "negative")]])["exact"].value``

    One collection of tuples per text, as sequences in the order above or as mappings. None is "NULL", unsaid. A tuple
    counts as often as it is given: predicted twice where gold has it once, it is one right and one wrong. Where
    nothing is to be found and nothing was found the figures are 1.
    """
    same_length(gold, pred)
    accept("case", case, ("lower", "exact"))
    fields = _fields({"gold": gold, "predictions": pred})
    left, right = (
        [_filled(item, fields, case, number, name) for number, item in enumerate(side, start=1)]
        for side, name in ((gold, "gold"), (pred, "predictions"))
    )
    views = {"exact": fields, "but_polarity": tuple(field for field in fields if field != "polarity")}
    views |= {field: (field,) for field in fields}
    scores: Scores = {}
    for name, shown in views.items():
        places = [fields.index(field) for field in shown]
        rows = [_row(_view(a, places), _view(b, places)) for a, b in zip(left, right, strict=True)]
        scores[name] = _score(name, rows, fields, case, credit="all")
    rows = [(_partial(a, b, fields), float(len(b)), float(len(a))) for a, b in zip(left, right, strict=True)]
    scores["partial"] = _score("partial", rows, fields, case, credit="words")
    return scores


def _fields(sides: Mapping[str, Sequence[Iterable[Given]]]) -> tuple[str, ...]:
    """What the tuples hold, from the first of them: all must hold the same."""
    for side, items in sides.items():
        for number, item in enumerate(items, start=1):
            for entry in item:
                fields = next((names for names in FIELDS.values() if set(_names(entry)) == set(names)), None)
                if fields is None:
                    raise ItemError(
                        side,
                        number,
                        f"{entry!r} is neither a triplet ({', '.join(FIELDS[3])}) nor a "
                        f"quadruple ({', '.join(FIELDS[4])}).",
                    )
                return fields
    return FIELDS[3]


def _filled(item: Iterable[Given], fields: tuple[str, ...], case: str, number: int, side: str) -> list[Filled]:
    filled: list[Filled] = []
    for entry in item:
        if set(_names(entry)) != set(fields):
            raise ItemError(side, number, f"{entry!r} should hold {', '.join(fields)}.")
        values = entry if isinstance(entry, Mapping) else dict(zip(fields, entry, strict=True))
        filled.append(tuple(_plain(values[field], case) for field in fields))
    return filled


def _names(entry: Given) -> tuple[str, ...]:
    return tuple(entry) if isinstance(entry, Mapping) else FIELDS.get(len(entry), ())


def _plain(value: str | None, case: str) -> str:
    text = " ".join(value.split()) if value is not None else ""
    if not text or text.upper() == IMPLICIT:
        return IMPLICIT
    return text.lower() if case == "lower" else text


def _view(item: list[Filled], places: list[int]) -> Counter[Filled]:
    return Counter(tuple(filled[place] for place in places) for filled in item)


def _row(gold: Counter[Filled], pred: Counter[Filled]) -> tuple[float, float, float]:
    return float((gold & pred).total()), float(pred.total()), float(gold.total())


def _partial(gold: list[Filled], pred: list[Filled], fields: tuple[str, ...]) -> float:
    return best_total([{j: credit for j, b in enumerate(pred) if (credit := _credit(a, b, fields))} for a in gold])


def _credit(gold: Filled, pred: Filled, fields: tuple[str, ...]) -> float:
    """The mean share of words over the worded fields; nothing unless the labels are right."""
    shares = []
    for field, a, b in zip(fields, gold, pred, strict=True):
        if field not in WORDED:
            if a != b:
                return 0.0
        else:
            left, right = Counter(a.split()), Counter(b.split())
            shares.append((left & right).total() / (left | right).total())
    return sum(shares) / len(shares)


def _score(
    name: str, rows: Sequence[tuple[float, float, float]], fields: tuple[str, ...], case: str, **parts: Any
) -> Score:
    signature = sign(f"tuples_{name}", fields="+".join(fields), case=case, avg="micro", **parts)
    return overlap_score(name, rows, signature, empty=1.0)
