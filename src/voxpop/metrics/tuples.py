"""Triplets and quadruples: (aspect, opinion, polarity) and (aspect, category, opinion, polarity).

*Exact* wants every field right. *Partial* wants category and polarity right and shares out credit for the words of
aspect and opinion. Each field is also scored alone, and so is everything but the polarity: where that is high and
exact is low, the system finds what people speak of and mistakes how they feel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from operator import itemgetter

from voxpop.errors import choose
from voxpop.metrics.assignment import best_credit
from voxpop.metrics.measure import MEASURES, Scores, each, overlap_score, plain_text, same_length, sign

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
    choose("case", case, ("lower", "exact"))
    first = next((entry for item in (*gold, *pred) for entry in item), ())
    fields = next((names for names in FIELDS.values() if set(_names(first)) == set(names)), FIELDS[3])
    left, right = (
        each(side, items, partial(_filled, fields=fields, case=case))
        for side, items in (("gold", gold), ("predictions", pred))
    )
    views = {"exact": fields, "but_polarity": tuple(field for field in fields if field != "polarity")}
    views |= {field: (field,) for field in fields}
    matched = {}
    for name, shown in views.items():
        chosen = itemgetter(*(fields.index(field) for field in shown))
        pairs = [(Counter(map(chosen, a)), Counter(map(chosen, b))) for a, b in zip(left, right, strict=True)]
        matched[name] = [float((a & b).total()) for a, b in pairs]
    shared = partial(_credit, fields=fields)
    matched["partial"] = [best_credit(a, b, shared) for a, b in zip(left, right, strict=True)]
    scores: Scores = {}
    for name, credits in matched.items():
        rows = [(credit, float(len(b)), float(len(a))) for credit, a, b in zip(credits, left, right, strict=True)]
        credit = "words" if name == "partial" else "all"
        signature = sign(f"tuples_{name}", fields="+".join(fields), case=case, avg="micro", credit=credit)
        scores[name] = overlap_score(name, rows, signature, empty=1.0)
    return scores


def _filled(item: Iterable[Given], fields: tuple[str, ...], case: str) -> list[Filled]:
    filled: list[Filled] = []
    for entry in item:
        names = _names(entry)
        if set(names) not in map(set, FIELDS.values()):
            kinds = f"a triplet ({', '.join(FIELDS[3])}) nor a quadruple ({', '.join(FIELDS[4])})"
            raise ValueError(f"{entry!r} is neither {kinds}.")
        if set(names) != set(fields):
            raise ValueError(f"{entry!r} should hold {', '.join(fields)}.")
        values = entry if isinstance(entry, Mapping) else dict(zip(fields, entry, strict=True))
        filled.append(tuple(_normalize_value(values[field], case) for field in fields))
    return filled


def _names(entry: Given) -> tuple[str, ...]:
    if isinstance(entry, Mapping):
        return tuple(entry)
    return FIELDS.get(len(entry), ()) if isinstance(entry, list | tuple) else ()


def _normalize_value(value: str | None, case: str) -> str:
    text = " ".join(plain_text(value).split()) if value is not None else ""
    if not text or text.upper() == IMPLICIT:
        return IMPLICIT
    return text.lower() if case == "lower" else text


def _credit(gold: Filled, pred: Filled, fields: tuple[str, ...]) -> float:
    """Return the mean share of words over the worded fields; nothing unless the labels are right."""
    shares = []
    for field, a, b in zip(fields, gold, pred, strict=True):
        if field not in WORDED:
            if a != b:
                return 0.0
        else:
            left, right = Counter(a.split()), Counter(b.split())
            shares.append((left & right).total() / (left | right).total())
    return sum(shares) / len(shares)
