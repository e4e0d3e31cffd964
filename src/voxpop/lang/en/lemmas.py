"""Base forms of English words in lower case: a small table of irregular forms, and rules for the rest."""

from __future__ import annotations

import re

from voxpop.lang.data import read_rows
from voxpop.lang.memo import Memo

_VOWELS = frozenset("aeiou")
_BEFORE_SILENT_E = (
    "at", "ir", "ur", "ag", "in", "id", "ud", "ad", "od", "ut", "ot", "il", "ul", "om", "um", "ap", "ok", "ik", "ib",
    "ar", "or", "am", "ak",
)  # fmt: skip
_REGULAR = frozenset({"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV"})
_MODALS = {
    "'ll": "will", "wo": "will", "ca": "can", "'d": "would", "'ve": "have", "'re": "be", "'m": "be", "m": "be",
    "re": "be", "ve": "have", "ll": "will", "ai": "be",
}  # fmt: skip
_COMPARATIVE = re.compile(r"(?:([bdgmnprt])\1|([a-z])i?)(?:er|est)$")
_IRREGULAR = {(form, tag): base for tag, form, base in read_rows("en", "irregular_lemmas.txt")}


def lemma(word: str, tag: str) -> str:
    """Return the base form of a word with this tag: ``lemma("Batteries", "NOUN")`` is "battery"."""
    return LEMMAS[word, tag]


def _lemma(key: tuple[str, str]) -> str:
    word, tag = key
    form = word.lower().replace("’", "'")
    if tag == "PART" and form in ("n't", "nt"):
        return "not"
    if tag == "AUX" and form in _MODALS:
        return _MODALS[form]
    return _IRREGULAR.get((form, tag)) or regular_lemma(form, tag)


LEMMAS = Memo(_lemma)  # by word and tag


def regular_lemma(form: str, tag: str) -> str:
    """Return the base form of a lower-case word by the rules alone."""
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
    """Undo the change that an ending made: "stopp" is "stop", "hop" is "hope", "manag" is "manage", "clean" stays."""
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
    return stem + "e" if short or stem.endswith(_BEFORE_SILENT_E) else stem


def base_forms(word: str) -> tuple[str, ...]:
    """Return what a comparative or superlative may be of: "clean" for "cleaner", "comfy" for "comfiest"."""
    match = _COMPARATIVE.search(word)
    if not match:
        return ()
    stem = word[: match.start()]
    if match[1]:
        return stem + match[1], stem + match[1] * 2
    plain = word[: match.end(2)]
    return (plain + "y",) if word[match.end(2)] == "i" else (plain, plain + "e")
