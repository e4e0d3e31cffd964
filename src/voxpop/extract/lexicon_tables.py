"""The sentiment lexicon of a language, read once: its words, their values and the roles they play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntFlag
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

from voxpop.lang import LANGUAGES, language
from voxpop.lang.data import read_lines, read_toml
from voxpop.lang.emoji import emoji_values
from voxpop.lang.memo import Memo


class Role(IntFlag):
    """What an expression does to the opinions around it. One expression may play several roles."""

    OPINION = 1
    NEGATOR = 2
    ABSENCE = 4  # says that the thing after it is not there
    BOOSTER = 8
    DAMPER = 16
    EXCESS = 32  # "too": whatever follows is too much of it
    WISH = 64  # what follows is wanted, expected or past, so not the case
    CONTRAST = 128  # starts a clause that turns against the one before
    CLAUSE = 256  # starts a clause
    JOIN = 512
    VERSUS = 1024  # what follows is what the thing is compared with
    LINK = 2048  # small words that keep an opinion and its thing close
    STOP = 4096  # punctuation that ends a clause
    PAUSE = 8192  # punctuation inside one
    DIRECT = 16384  # ties a description to the noun after it
    BLOCK = 32768  # looks like something else and is nothing
    ANAPHOR = 131072  # stands for a thing named before ("it")
    TIE = 65536  # ties a noun to the noun before it ("of")


class LexiconEntry(NamedTuple):
    """An expression of the tables. Roles are plain integers here, for speed."""

    text: str
    roles: int
    value: float = 0.0
    kind: str = ""
    weight: float = 1.0  # how much a booster or damper multiplies


Trie: TypeAlias = dict[str, Any]  # word or character: the trie below it; "" : the entry that ends here

_LONG = re.compile(r"([^\W\d_])\1{2,}")  # "sooo", "goooood": each stretched letter stands once or twice
_NOT_ADJECTIVES = ("NOUN", "PROPN", "VERB", "AUX")
_WEIGHTS = {"booster": 1.3, "damper": 0.7}


class LookedUpWord(NamedTuple):
    """A word in the trie: the forms that lead further, and where it leads from the root."""

    node: Trie | None
    forms: tuple[str, ...]
    alone: LexiconEntry | None  # where no longer expression begins with the word
    is_loud: bool  # it is stretched
    is_upper: bool  # a word in capitals
    is_unfit: tuple[bool, bool]  # used as something else than what the tables mean: as first word, inside a sentence


@dataclass(frozen=True)
class LexiconTables:
    """The expressions of a language, and how they are looked up."""

    trie: Trie
    by_character: bool
    shouts: bool  # whether capitals mean emphasis

    @cached_property
    def words(self) -> Memo[tuple[str, str, str], LookedUpWord]:
        """How each word is looked up, by its text, lemma and tag."""
        return Memo(self._look_up)

    def _look_up(self, word: tuple[str, str, str]) -> LookedUpWord:
        """Look up a word as written, or else by its lemma; punctuation and ":)))" also by how they begin."""
        text, lemma, tag = word
        low = text.lower()
        forms = [text, low, lemma]
        if not text[0].isalnum():
            forms += [text[:2], text[0]] if tag == "PUNCT" or not text.isascii() else [text[:2]]
        node, is_loud = step(self.trie, forms), False
        if node is None and len(low) >= 4 and _LONG.search(low):
            node = step(self.trie, [_LONG.sub(r"\1", low), _LONG.sub(r"\1\1", low)])
            is_loud = node is not None
        alone = node[""] if node and node.keys() == {""} else None
        own = node.get("") if node and not is_loud else None
        is_unfit = (_is_unfit(text, tag, own, inside=False), _is_unfit(text, tag, own, inside=True))
        return LookedUpWord(
            node, tuple(dict.fromkeys(forms)), alone, is_loud, len(text) > 2 and text.isupper(), is_unfit
        )


def _is_unfit(text: str, tag: str, entry: LexiconEntry | None, *, inside: bool) -> bool:
    """Return whether a word is used as something else than what the tables mean ("means", "specials", "help desk")."""
    if entry is None:
        return False
    if entry.kind == "adj" and tag in _NOT_ADJECTIVES and text.lower() != entry.text:
        return True
    if tag == "PROPN":  # taggers call many a rare word a name; only a capital inside a sentence is believed
        return inside and text[0].isupper() and bool(entry.kind) and entry.kind not in ("emoji", "idiom")
    return (entry.kind == "noun" and tag == "VERB") or (entry.kind == "verb" and tag in ("NOUN", "ADP"))


def step(node: Trie, forms: Iterable[str]) -> Trie | None:
    """Go down the trie by the first of the forms that leads further."""
    for form in forms:
        if form in node:
            below: Trie = node[form]
            return below
    return None


@cache
def lexicon_tables(code: str) -> LexiconTables:
    """Return the tables of the language with this code."""
    raw = _table(code)
    by_character = raw["unit"] == "character"
    trie: Trie = {}
    for entry in (_foreign_entries(code) | _entries(code, raw)).values():
        node = trie
        for part in entry.text if by_character else entry.text.split():
            node = node.setdefault(part, {})
        node[""] = entry
    return LexiconTables(trie, by_character, raw["case"])


def _table(code: str) -> dict[str, Any]:
    """Return the table of a language, with the negators that all packages share."""
    raw = read_toml(code, "sentiment_rules.toml")
    raw["roles"]["negator"] = language(code).negation.NEGATORS
    return raw


def _foreign_entries(code: str) -> dict[str, LexiconEntry]:
    """Return the single words of the other languages, which writers mix in: "very good" in a Chinese review."""
    foreign: dict[str, LexiconEntry] = {}
    for other in LANGUAGES:
        if other != code:
            entries = _entries(other, _table(other)).values()
            words = [entry for entry in entries if entry.text.isalpha() and entry.kind != "state"]
            for entry in words:
                for text in (entry.text, entry.text.capitalize(), entry.text.upper()):
                    foreign.setdefault(text, entry._replace(text=text))
    return foreign


def _entries(code: str, raw: Mapping[str, Any]) -> dict[str, LexiconEntry]:
    entries = {entry.text: entry for entry in _words(code)}
    for word, value in raw["ambiguous"].items():
        kind = entries[word].kind if word in entries else "adj"
        entries[word] = LexiconEntry(word, int(Role.OPINION), value, kind)
    for word in raw["roles"]["block"]:
        entries[word] = LexiconEntry(word, int(Role.BLOCK))
    for word, value in raw["idioms"].items():
        entries[word] = LexiconEntry(word, int(Role.OPINION), value, "idiom")
    for name, words in raw["roles"].items():
        for word in words if name != "block" else ():
            old = entries.get(word, LexiconEntry(word, 0))
            weight = raw["weights"].get(word, _WEIGHTS.get(name, old.weight))
            entries[word] = old._replace(roles=int(old.roles | Role[name.upper()]), weight=weight)
    return entries


def _words(code: str) -> Iterator[LexiconEntry]:
    """Yield the opinion words of a language, then emoji."""
    for line in read_lines(code, "sentiment_words.tsv"):
        word, value, kind = line.split("\t")
        yield LexiconEntry(word, int(Role.OPINION), float(value), kind)
    for symbol, feeling in emoji_values().items():
        yield LexiconEntry(symbol, int(Role.OPINION), feeling, "emoji")
