"""The table of one language: open aspects, categories, or categories with their aspects under them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from voxpop.aggregate.tally import Key, Tally, Texts, rank
from voxpop.types import Aspect, Opinion, Span

MEMBERS = 8  # what people name most often, shown beside a category
KEPT = 5000  # names counted for each category, so that memory stays flat
SHARE = 0.1  # of an aspect's reviews with any category must fall into this one for it to stand there


class AspectRow(NamedTuple):
    """A row with those under it."""

    aspect: Aspect
    under: tuple[Aspect, ...] = ()


class AspectCounter:
    """What a language's opinions come to. ``groups`` names the terms of every open aspect."""

    def __init__(self, groups: Mapping[str, Sequence[str]]) -> None:
        self.groups = groups
        self.terms = Tally(lambda opinion: opinion.aspect or None)
        self.categories = Tally(lambda opinion: opinion.category)
        self.pairs = Tally(_pair)
        self.sorted = Tally(lambda opinion: opinion.aspect or None if opinion.category else None)
        self.members: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, opinions: Sequence[Opinion]) -> None:
        """Add opinions in which those of one review stand together; ``aspect`` is empty for those on none."""
        for tally in (self.terms, self.categories, self.pairs, self.sorted):
            tally.add(opinions)
        for opinion in opinions:
            if opinion.category and (opinion.aspect or opinion.evidence != Span(opinion.start, opinion.end)):
                self.members[opinion.category][opinion.aspect or opinion.text.lower()] += 1
        for category, names in self.members.items():
            if len(names) > 4 * KEPT:
                self.members[category] = Counter(dict(names.most_common(KEPT)))

    def table(
        self, by: str, *, lang: str, texts: Texts, fewest: int, fewest_judged: int = 0, fewest_of_category: int = 0
    ) -> list[AspectRow]:
        """The rows that enough reviews speak of, with at least ``fewest_judged`` opinions for or against, most first.

        A category needs ``fewest_of_category`` reviews: a scheme may know of more than a file is about.
        """
        if by == "terms":
            rows = [AspectRow(aspect) for aspect in self.terms.aspects(self.groups, lang=lang, texts=texts)]
        else:
            names = map(str, self.categories.reviews())
            rows = [self._category(name, lang, texts, fewest if by == "tree" else None) for name in names]
            fewest = max(fewest, fewest_of_category)
        rows = [row for row in rows if row.aspect.reviews >= fewest]
        return sorted((row for row in rows if judged(row.aspect) >= fewest_judged), key=lambda row: rank(row.aspect))

    def _category(self, name: str, lang: str, texts: Texts, fewest: int | None) -> AspectRow:
        """A category; with ``fewest``, also the aspects under it that so many reviews speak of."""
        members = [member for member, _ in self.members[name].most_common(MEMBERS)]
        id = f"{lang}>{name}"
        row = self.categories.aspect(name, members, id=id, name=name, lang=lang, texts=texts, category=name)
        if fewest is None:
            return AspectRow(row)
        under = [
            self.pairs.aspect((name, aspect), self.groups[aspect], id=f"{id}>{aspect}", name=aspect, lang=lang,
                              texts=texts, category=name, parent=id)
            for aspect in self._under(name, fewest)
        ]  # fmt: skip
        return AspectRow(row, tuple(sorted(under, key=rank)))

    def _under(self, category: str, fewest: int) -> list[str]:
        pairs, alone = self.pairs.reviews(), self.sorted.reviews()
        return [
            name for name in self.groups
            if pairs.get((category, name), 0) >= max(fewest, SHARE * alone.get(name, 0))
        ]  # fmt: skip


def judged(aspect: Aspect) -> int:
    """How many opinions praise or blame it."""
    return aspect.positive + aspect.negative


def _pair(opinion: Opinion) -> Key | None:
    return (opinion.category, opinion.aspect) if opinion.category and opinion.aspect else None
