"""From terms to aspects: words that name one thing stand together under a readable name.

Inflections are always one ("room", "rooms"). A compound goes with its head ("customer service" with "service"), or
with its first word where the head only measures it ("sound quality" with "sound"). What then lies close enough in the
states of the reader, or in word vectors, joins the most prominent term it resembles ("scent", "fragrance"), unless the
model puts the two into different categories. Of one category, one may be short for the other ("prof", "professor"), and
what means the category itself is one ("price", "cost"). The first names of staff are no aspects: what is said of them
is on the staff. The aspects are chosen one after the other, the most prominent first, each less welcome the more it
resembles one already chosen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from voxpop.aspects.corpus import Corpus, Key, Targets, TermReading
from voxpop.aspects.likeness import SYNONYM, Likeness, category_words
from voxpop.lang import Language
from voxpop.types import AspectGroup, Term

NO_CATEGORIES: Mapping[str, str] = {}
CONSIDERED = 15  # terms looked at for each aspect asked for
PER_SENTENCES = 5000  # a term needs one sentence for each of so many
OVERLAP = 0.5  # how much an aspect just like a chosen one loses
SHORTEST = 3  # letters of an abbreviation; where words are not spaced, one character is enough
PEOPLE = "staff"  # the category whose proper nouns are names of people
KINDS = "food"  # the category whose terms are kinds of one thing, alike though they are not one
NAME = 0.7  # how much proper nouns lose: cities and makers are rarely aspects


@dataclass(slots=True)
class _Family:
    """Terms that belong together, the most prominent lemma first."""

    keys: list[Key]
    leading: tuple[Term, ...]
    terms: list[Term]
    score: float

    @property
    def support(self) -> int:
        return sum(term.support for term in self.leading)

    def take(self, other: _Family) -> None:
        self.keys += other.keys
        self.terms += other.terms
        self.score += other.score

    def group(self) -> AspectGroup:
        """Named as people write the leading term most often."""
        order = sorted(self.terms, key=lambda term: (-term.support, term.text))
        name = max(self.leading, key=lambda term: (term.support, term.text))
        return AspectGroup(name.text, tuple(term.text for term in order))


def group(
    terms: Sequence[Term],
    corpus: Corpus | Targets,
    lang: Language,
    *,
    similarity: float | None = None,
    top: int = 20,
    category_of: Mapping[str, str] = NO_CATEGORIES,
    like: Likeness | None = None,
    kind: str | None = None,
) -> list[AspectGroup]:
    """The ``top`` aspects that the terms name, most prominent first.

    ``similarity`` is how alike two terms must be, from 0 (everything is one aspect) to 1 (only inflections and
    compounds are joined); None is that of ``like``, by default of word vectors, and then ``category_of`` a term counts,
    and what a ``kind`` of product calls its categories.
    """
    like = like or Likeness(lang)
    people = lang.topic_names.CATEGORY_NAMES[PEOPLE]
    of_people = {term.text for term in terms if people in lang.topic_names.with_general(category_of.get(term.text))}
    families = _compounds(_inflections(_supported(terms, corpus, top), corpus, of_people), lang)
    if similarity is None:
        families = _synonyms(families, like, like.threshold, category_of, lang, kind)
    else:
        families = _synonyms(families, like, similarity, NO_CATEGORIES, lang)
    return [family.group() for family in _different(families, like, top)]


def _supported(terms: Sequence[Term], corpus: Corpus | Targets, top: int) -> list[Term]:
    least = max(1, len(corpus) // PER_SENTENCES)
    return [term for term in terms if term.support >= least][: top * CONSIDERED]


def _inflections(terms: Sequence[Term], corpus: Corpus | Targets, of_people: Collection[str]) -> list[_Family]:
    """Return the forms of each term together, without names of people."""
    read = corpus.readings({term.text for term in terms})
    forms: dict[Key, list[Term]] = {}
    spelled: dict[str, Key] = {}  # "check-in", "check in" and "checkin" are one
    named: defaultdict[Key, float] = defaultdict(float)
    for term in terms:
        reading = read.get(term.text, TermReading())
        if term.text in of_people and reading.share_of_names() > 0.5:
            continue
        key = reading.key(term.text)
        key = spelled.setdefault("".join(key).replace("-", ""), key)
        forms.setdefault(key, []).append(term)
        named[key] += term.score * reading.share_of_names()
    families = [
        _Family([key], tuple(own), own, sum(term.score for term in own) - NAME * named[key])
        for key, own in forms.items()
    ]
    return sorted(families, key=lambda family: (-family.score, family.keys))


def _compounds(families: list[_Family], lang: Language) -> list[_Family]:
    """Shorter terms take in the compounds made with them."""
    home = {family.keys[0]: family for family in families}
    attributes = lang.aspect_hints.ATTRIBUTES
    joined: set[Key] = set()
    for key in sorted(home, key=lambda key: (-len(key), key)):
        if len(key) > 1:
            head, first = home.get(key[1:]) or home.get(key[-1:]), home.get(key[:-1]) or home.get(key[:1])
            measured = key[-1] in attributes and first is not None
            if taker := first if measured or head is None else head:
                if not measured and home[key].support > taker.support:
                    taker.leading = home[key].leading  # "desk" is mostly said as "front desk"
                taker.take(home[key])
                joined.add(key)
    remaining = [family for key, family in home.items() if key not in joined]
    return sorted(remaining, key=lambda family: (-family.score, family.keys))


def _synonyms(
    families: list[_Family],
    like: Likeness,
    threshold: float,
    category_of: Mapping[str, str],
    lang: Language,
    kind: str | None = None,
) -> list[_Family]:
    """Each family joins the earlier, more prominent one that it resembles most, if it resembles any enough."""
    leaders: list[_Family] = []
    meant: list[str | None] = []  # the category that each of them means
    for family in families:
        category, near = _category(family, category_of), []
        own = meant_category(family.group(), lang, kind) if category_of else None
        for place, leader in enumerate(leaders):
            alike, other = like(family.keys[0], leader.keys[0]), _category(leader, category_of)
            if own is not None and own == meant[place]:
                alike = 1.0
            elif category_of and alike < SYNONYM:
                alike = _within(category, other, alike, threshold, lang, family, leader)
            near.append((alike, -place))
        best, place = max(near, default=(-1.0, 0))
        if best >= threshold:
            leaders[-place].take(family)
            meant[-place] = meant[-place] or own
        else:
            leaders.append(family)
            meant.append(own)
    return leaders


def _within(
    category: str | None, other: str | None, alike: float, threshold: float, lang: Language, a: _Family, b: _Family
) -> float:
    """Return how alike two families are, given their categories: not at all if these differ.

    Where one is unknown, or its terms are kinds of one thing, or their heads differ, they must be twice as near.
    """
    if category is not None and other is not None:
        if category != other:
            return 0.0
        if _is_short_for(a, b, lang):
            return 1.0
        if category != lang.topic_names.CATEGORY_NAMES[KINDS] and _may_share_head(a, b, lang):
            return alike
    return alike if 1 - alike <= (1 - threshold) / 2 else 0.0


def meant_category(group: AspectGroup, lang: Language, kind: str | None = None) -> str | None:
    """Return the category that a term of a group means by itself, for a kind of product."""
    meant, stem = _meant_by(lang, kind), lang.stems.stem
    forms = (stem(lang.normalize(term).lower()) for term in (group.name, *group.terms))
    return next((meant[form] for form in forms if form in meant), None)


@cache
def _meant_by(lang: Language, kind: str | None) -> dict[str, str]:
    """Return the category that each of its words means, by the stem of the word."""
    overall, stem = lang.topic_names.OVERALL_NAMES, lang.stems.stem
    words = category_words(lang, kind).items()
    return {stem(word): name for name, own in words for word in own if name not in overall}


def _category(family: _Family, category_of: Mapping[str, str]) -> str | None:
    return next((category_of[term.text] for term in family.leading if term.text in category_of), None)


def _may_share_head(a: _Family, b: _Family, lang: Language) -> bool:
    """Whether two names may be of one kind of thing: where words are not spaced, their last characters are the same."""
    return lang.script.IS_SPACED or a.keys[0][-1][-1] == b.keys[0][-1][-1]


def _is_short_for(a: _Family, b: _Family, lang: Language) -> bool:
    """Whether one name begins the other, or, where words are not spaced, also ends it."""
    short, long = sorted((lang.joiner.join(family.keys[0]) for family in (a, b)), key=len)
    if not lang.script.IS_SPACED:
        return len(short) == 1 and (long.startswith(short) or long.endswith(short))
    return len(short) >= SHORTEST and " " not in long and long.startswith(short)


def _different(families: list[_Family], like: Likeness, top: int) -> list[_Family]:
    """The most prominent families with the least overlap."""
    left = sorted(families, key=lambda family: (-family.score, family.keys))[: 3 * top]
    overlap = [0.0] * len(left)
    chosen: list[_Family] = []
    while left and len(chosen) < top:
        values = [family.score * (1 - OVERLAP * shared) for family, shared in zip(left, overlap, strict=True)]
        best = max(range(len(left)), key=lambda place: (values[place], -place))
        chosen.append(left.pop(best))
        overlap.pop(best)
        overlap = [max(old, like(f.keys[0], chosen[-1].keys[0])) for f, old in zip(left, overlap, strict=True)]
    return chosen
