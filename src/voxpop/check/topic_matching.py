"""Whether two opinions are about the same thing: by its words, by word vectors, or by category."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from voxpop.aspects.likeness import Likeness
from voxpop.lang import language
from voxpop.types import RIVALS, Opinion

Key = tuple[str, ...]


class TopicMatcher:
    """Compares what opinions of one language are about."""

    def __init__(self, lang: str) -> None:
        self._language, self._names = language(lang), language(lang).topic_names
        self._likeness = Likeness(language(lang))
        self._keys: dict[str, Key] = {}
        self._have_same_meaning = cache(self._compare)

    def learn(self, names: Iterable[str]) -> None:
        """Parse names ahead, all at once."""
        new = sorted({name.lower() for name in names} - self._keys.keys())
        stop = self._language.stop_words
        for name, parsed in zip(new, self._language.parse(new), strict=True):
            tokens = [token for sentence in parsed for token in sentence.tokens]
            words = tuple(token.lemma for token in tokens if token.lemma not in stop and token.text[0].isalnum())
            self._keys[name] = words

    def key(self, name: str) -> Key:
        """Return the content words of a name."""
        if name.lower() not in self._keys:
            self.learn([name])
        return self._keys[name.lower()]

    def is_same(self, name: str, other: str) -> bool:
        """Whether two names are of one thing: "battery" and "battery life", "price" and "cost"."""
        a, b = self.key(name), self.key(other)
        return bool(a and b) and self._have_same_meaning(min(a, b), max(a, b))

    def _compare(self, a: Key, b: Key) -> bool:
        if set(a) <= set(b) or set(b) <= set(a):
            return True
        if not self._language.script.IS_SPACED and ("".join(a) in "".join(b) or "".join(b) in "".join(a)):
            return True
        return self._likeness(a, b) >= self._names.SIMILARITY

    def is_overall(self, opinion: Opinion) -> bool:
        """Whether an opinion is about the product or place as such; one that names a thing is about that thing."""
        if not {opinion.aspect.lower(), opinion.text.lower()}.isdisjoint(self._names.PRODUCT_NAMES):
            return True
        has_vague_category = (opinion.category or "") in self._names.VAGUE_CATEGORIES - {""}
        return has_vague_category and (_is_implicit(opinion) or opinion.about == "main")

    def match(self, claimed: Opinion, opinion: Opinion) -> bool:
        """Whether an opinion of a review is about what a claimed opinion is about."""
        if any(self.is_same(name, other) for name in _names(claimed) for other in _names(opinion)):
            return True
        if self.is_overall(claimed):
            return self.is_overall(opinion)
        category = opinion.category or ""
        if category in self._names.VAGUE_CATEGORIES:
            return False
        if _is_implicit(claimed):
            return claimed.category == category
        return self.is_same(claimed.text, self._names.PLAIN_NAMES.get(category, category))


def _is_implicit(opinion: Opinion) -> bool:
    """Whether an opinion names no thing, only its category."""
    return not opinion.aspect or opinion.aspect == opinion.category


def _names(opinion: Opinion) -> set[str]:
    return set() if _is_implicit(opinion) else {opinion.text, opinion.aspect}


def is_about_rival(opinion: Opinion) -> bool:
    """Whether an opinion is about another product, or a part of it."""
    return opinion.about in RIVALS


def has_same_owner(claimed: Opinion, opinion: Opinion) -> bool:
    """Whether neither opinion is about a rival of the product, or both are about the same one."""
    if claimed.entity and opinion.entity and (is_about_rival(claimed) or is_about_rival(opinion)):
        wanted, entity = claimed.entity.lower(), opinion.entity.lower()
        return wanted in entity or entity in wanted
    return is_about_rival(claimed) == is_about_rival(opinion)


@cache
def topic_matcher(lang: str) -> TopicMatcher:
    """Return the matcher of a language, which remembers names."""
    return TopicMatcher(lang)
