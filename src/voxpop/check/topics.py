"""Whether two texts speak of the same thing: by its words, by word vectors, or by category."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from voxpop.aspects.likeness import Likeness
from voxpop.lang import language
from voxpop.types import Opinion

Key = tuple[str, ...]
ALIKE = {"en": 0.86, "zh": 0.93}  # below, vectors put together what is merely of a kind: "lift" and "check-in"
VAGUE = frozenset({"general", "overall", "other", "推荐程度", "miscellaneous", ""})
WHOLE = {
    "en": frozenset({"product", "place", "item", "thing", "purchase", "hotel", "restaurant", "stay", "it", "everything",
                     "experience", "overall"}),
    "zh": frozenset({"产品", "店", "餐厅", "酒店", "东西", "商品", "这家店", "整体", "总体", "体验", "饭店", "店家"}),
}  # fmt: skip
RIVAL = frozenset({"competing", "part_of_competing"})


class Topics:
    """Compares what opinions of one language are about."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._like = Likeness(language(lang))
        self._keys: dict[str, Key] = {}
        self._same = cache(self._compare)

    def learn(self, names: Iterable[str]) -> None:
        """Parse names ahead, all at once."""
        new = sorted({name.lower() for name in names} - self._keys.keys())
        stop = language(self.lang).stop_words
        for name, parsed in zip(new, language(self.lang).parse(new), strict=True):
            tokens = [token for sentence in parsed for token in sentence.tokens]
            words = tuple(token.lemma for token in tokens if token.lemma not in stop and token.text[0].isalnum())
            self._keys[name] = words

    def key(self, name: str) -> Key:
        if name.lower() not in self._keys:
            self.learn([name])
        return self._keys[name.lower()]

    def same(self, one: str, other: str) -> bool:
        """Whether two names are of one thing: "battery" and "battery life", "price" and "cost"."""
        a, b = self.key(one), self.key(other)
        return bool(a and b) and self._same(min(a, b), max(a, b))

    def _compare(self, a: Key, b: Key) -> bool:
        if set(a) <= set(b) or set(b) <= set(a):
            return True
        if self.lang == "zh" and ("".join(a) in "".join(b) or "".join(b) in "".join(a)):
            return True
        return self._like(a, b) >= ALIKE[self.lang]

    def whole(self, opinion: Opinion) -> bool:
        """Whether it is about the product or place as such; what names a thing is about that, whatever its category."""
        named = {opinion.aspect.lower(), opinion.text.lower()}
        return (
            not named.isdisjoint(WHOLE[self.lang])
            or opinion.about == "main"
            or (_implicit(opinion) and (opinion.category or "") in VAGUE - {""})
        )

    def match(self, claim: Opinion, said: Opinion) -> bool:
        """Whether what a review says is about what a claim is about."""
        if any(self.same(one, other) for one in _names(claim) for other in _names(said)):
            return True
        if self.whole(claim):
            return self.whole(said)
        category = said.category or ""
        if category in VAGUE:
            return False
        if _implicit(claim):
            return claim.category == category
        return self.same(claim.text, language(self.lang).topic_names.PLAIN_NAMES.get(category, category))


def _implicit(opinion: Opinion) -> bool:
    """Whether it names no thing, only what sort of thing it is about."""
    return not opinion.aspect or opinion.aspect == opinion.category


def _names(opinion: Opinion) -> set[str]:
    return set() if _implicit(opinion) else {opinion.text, opinion.aspect}


def of_rival(opinion: Opinion) -> bool:
    return opinion.about in RIVAL


def same_side(claim: Opinion, said: Opinion) -> bool:
    """Whether neither is about a rival of the product, or both are about the same one."""
    if claim.entity and said.entity and (of_rival(claim) or of_rival(said)):
        one, other = claim.entity.lower(), said.entity.lower()
        return one in other or other in one
    return of_rival(claim) == of_rival(said)


@cache
def topics(lang: str) -> Topics:
    return Topics(lang)
