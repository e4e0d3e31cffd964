"""The words that pairs are made with, by language: wordings, nouns for categories, names, and opposites."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from voxpop.check.antonyms import opposites

ARTICLE = re.compile(r"(the|a|an|this|that|these|those|my|our|your|their|his|her|its|some|any|all|no)\b", re.IGNORECASE)
SINGULAR = re.compile(r"(ss|us|is|news|value for money)$")


@dataclass(frozen=True, slots=True)
class PairWords:
    """A language's wordings and how a thing is named in them."""

    lang: str
    raw: Mapping[str, Any]
    antonyms: Mapping[str, Sequence[str]]

    def nouns(self, category: str) -> Sequence[str]:
        found: Sequence[str] = self.raw["nouns"].get(category, ())
        return found

    def put(self, wording: str, thing: str, draw: Random, *, opinion: str = "") -> str:
        """A wording with the thing and the opinion words in their places."""
        if self.lang == "zh":
            return wording.format(a=thing, o=opinion)
        named = thing if ARTICLE.match(thing) else f"the {thing}"
        last = thing.split()[-1].lower()
        plural = last.endswith("s") and not SINGULAR.search(last)
        be = draw.choice(("are", "were") if plural else ("is", "was"))
        return wording.format(a=named, A=named[0].upper() + named[1:], o=opinion, be=be)

    def join(self, first: str, second: str, wording: str) -> str:
        """Two hypotheses as one sentence."""
        ends = ".。"
        second, upper = second.rstrip(ends), second.rstrip(ends)
        inner = first if wording.startswith("{x}") else first[0].lower() + first[1:]
        lower = second[0].lower() + second[1:] if not second.startswith("I ") else second
        return wording.format(x=inner.rstrip(ends), y=lower, Y=upper)


@cache
def words(lang: str) -> PairWords:
    raw = tomllib.loads((Path(__file__).parent / f"pairs-{lang}.toml").read_text(encoding="utf-8"))
    return PairWords(lang, raw, opposites(lang))
