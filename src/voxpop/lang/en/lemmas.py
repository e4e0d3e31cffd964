"""Lower-case base forms: a small table of what is irregular, and rules for the rest."""

from __future__ import annotations

from importlib.resources import files

from voxpop.lang.memo import Memo

_VOWELS = frozenset("aeiou")
_SILENT = (
    "at",
    "ir",
    "ur",
    "ag",
    "in",
    "id",
    "ud",
    "ad",
    "od",
    "ut",
    "ot",
    "il",
    "ul",
    "om",
    "um",
    "ap",
    "ok",
    "ik",
    "ib",
    "ar",
    "or",
    "am",
    "ak",
)  # endings before a silent e; fmt: skip
_REGULAR = frozenset({"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV"})
_MODALS = {"'ll": "will", "wo": "will", "ca": "can", "'d": "would", "'ve": "have", "'re": "be", "'m": "be", "m": "be",
           "re": "be", "ve": "have", "ll": "will", "ai": "be"}  # fmt: skip


def _read_table() -> dict[tuple[str, str], str]:
    """Lines of ``tag form lemma``."""
    lines = files(__package__).joinpath("irregular.txt").read_text("utf-8").splitlines()
    rows = (line.split() for line in lines if line and not line.startswith("#"))
    return {(form, tag): base for tag, form, base in rows}


_TABLE = _read_table()


def lemma(word: str, tag: str) -> str:
    """``lemma("Batteries", "NOUN")`` is "battery"."""
    return _LEMMAS[word, tag]


def _lemma(key: tuple[str, str]) -> str:
    word, tag = key
    form = word.lower().replace("’", "'")
    if tag == "PART" and form in ("n't", "nt"):
        return "not"
    if tag == "AUX" and form in _MODALS:
        return _MODALS[form]
    if key_base := _TABLE.get((form, tag)):
        return key_base
    return regular(form, tag)


_LEMMAS = Memo(_lemma)


def regular(form: str, tag: str) -> str:
    """What the rules alone make of a lower-case word."""
    if tag not in _REGULAR or len(form) < 4 or not form[-1].isalpha():
        return form
    if tag == "NOUN":
        return _singular(form)
    if tag in ("VERB", "AUX"):
        return _infinitive(form)
    return form


def _singular(form: str) -> str:
    if not form.endswith("s") or form.endswith(("ss", "us", "is")):
        return form
    if form.endswith("ies"):
        return form[:-3] + "y" if len(form) > 4 else form[:-1]
    if form.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return form[:-2]
    return form[:-1]


def _infinitive(form: str) -> str:
    if form.endswith("ing") and _has_vowel(form[:-3]):
        return _stem(form[:-3])
    if form.endswith("eed"):
        return form
    if form.endswith("ied"):
        return form[:-3] + "y"
    if form.endswith("ed") and _has_vowel(form[:-2]):
        return _stem(form[:-2])
    return _singular(form) if form.endswith("s") else form


def _has_vowel(stem: str) -> bool:
    return len(stem) > 1 and any(letter in _VOWELS or letter == "y" for letter in stem)


def _stem(stem: str) -> str:
    """Undo what an ending did: "stopp" is "stop", "hop" is "hope", "manag" is "manage", "clean" stays."""
    last, before = stem[-1], stem[-2]
    if last == before and last not in "lsfze":
        return stem[:-1]
    if last in "vuzc" or (last == "s" and before != "s") or (last == "g" and before in "dr") or stem.endswith("ang"):
        return stem + "e"
    if last == "l" and before not in _VOWELS and before not in "lrw":
        return stem + "e"  # handl, settl
    if last in _VOWELS or last in "wxyh" or before not in _VOWELS or (len(stem) > 2 and stem[-3] in _VOWELS):
        return stem
    short = sum(letter in _VOWELS for letter in stem) == 1  # one that kept its end would have doubled it
    return stem + "e" if short or stem.endswith(_SILENT) else stem
