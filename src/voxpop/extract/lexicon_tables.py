"""A language's sentiment tables, read once from ``data/``: its words, their values and the roles they play."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntFlag
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from voxpop.errors import AssetError
from voxpop.lang import LANGUAGES, language


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

_WEIGHTS = {"booster": 1.3, "damper": 0.7}


@dataclass(frozen=True, slots=True)
class LexiconTables:
    """Everything the engine knows of a language."""

    trie: Trie
    by_character: bool
    shouts: bool  # whether capitals mean emphasis
    topics: bool  # whether a thing named alone is what the clauses after it speak of
    names: bool  # whether a one-letter opinion inside a noun phrase is only part of a name
    context: Mapping[
        str, Mapping[str, float]
    ]  # opinion word: value for each group of things, False where it is never said of them
    groups: Mapping[str, frozenset[str]]

    def groups_of(self, term: str) -> list[str]:
        """The groups that a thing belongs to, judging by the words it is called."""
        if self.by_character:
            return [name for name, words in self.groups.items() if any(map(term.endswith, words))]
        parts = term.split()
        return [name for name, words in self.groups.items() if not words.isdisjoint(parts)]


@cache
def lexicon_tables(code: str) -> LexiconTables:
    """The tables of a language, by its code."""
    raw = _table(code)
    by_character = raw["unit"] == "character"
    trie: Trie = {}
    for entry in (_borrowed(code) | _entries(code, raw)).values():
        node = trie
        for part in entry.text if by_character else entry.text.split():
            node = node.setdefault(part, {})
        node[""] = entry
    groups = {name: frozenset(words) for name, words in raw["groups"].items()}
    return LexiconTables(trie, by_character, raw["case"], raw["topics"], raw["names"], raw["context"], groups)


def _table(code: str) -> dict[str, Any]:
    """Return the table of a language, with the negators that all packages share."""
    raw = tomllib.loads(_read(f"{code}.toml"))
    raw["roles"]["negator"] = language(code).negation.NEGATORS
    return raw


def _borrowed(code: str) -> dict[str, LexiconEntry]:
    """The single words of the other languages, which writers mix in: "very good" in Chinese, 好吃 in English."""
    found: dict[str, LexiconEntry] = {}
    for other in LANGUAGES:
        if other != code:
            entries = _entries(other, _table(other)).values()
            words = [entry for entry in entries if entry.text.isalpha() and entry.kind != "state"]
            for entry in words:
                for text in (entry.text, entry.text.capitalize(), entry.text.upper()):
                    found.setdefault(text, entry._replace(text=text))
    return found


def _entries(code: str, raw: Mapping[str, Any]) -> dict[str, LexiconEntry]:
    found: dict[str, LexiconEntry] = {}
    for word, value, kind in (*_rows(f"{code}.tsv"), *_rows("emoji.tsv")):
        found[word] = LexiconEntry(word, int(Role.OPINION), value, kind)
    for word, values in raw["context"].items():
        kind = found[word].kind if word in found else "adj"
        found[word] = LexiconEntry(word, int(Role.OPINION), values.get("default", 0.0), kind)
    for word in raw["roles"]["block"]:
        found[word] = LexiconEntry(word, int(Role.BLOCK))
    for word, value in raw["idioms"].items():
        found[word] = LexiconEntry(word, int(Role.OPINION), value, "idiom")
    for name, words in raw["roles"].items():
        for word in words if name != "block" else ():
            old = found.get(word, LexiconEntry(word, 0))
            weight = raw["weights"].get(word, _WEIGHTS.get(name, old.weight))
            found[word] = old._replace(roles=int(old.roles | Role[name.upper()]), weight=weight)
    return found


def emoji_values() -> Iterator[tuple[str, float]]:
    """Emoji and emoticons, and how one feels who writes them, in any language."""
    return ((word, value) for word, value, _ in _rows("emoji.tsv"))


def _rows(name: str) -> Iterator[tuple[str, float, str]]:
    for line in _read(name).splitlines():
        word, value, kind = line.split("\t")
        yield word, float(value), kind


def _read(name: str) -> str:
    file = files("voxpop.extract") / "data" / name
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise AssetError(f"The sentiment table {name} is not in this installation: reinstall voxpop.") from None
