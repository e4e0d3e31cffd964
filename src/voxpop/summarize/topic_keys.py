"""Keys of the topics that a summary counts by: the aspect of an opinion, or its category where it has none."""

from __future__ import annotations

from functools import cache

from voxpop.lang import language
from voxpop.summarize.meanings import meaning_table
from voxpop.types import Opinion

OVERALL = "="  # the product or place as a whole
NOTHING = frozenset({"other"})


def topic_of(opinion: Opinion, lang: str, *, by: str = "terms") -> tuple[str, str] | None:
    """Return the key of the topic of an opinion and the name that was used; None for an opinion without a topic."""
    name = opinion.category if by == "categories" else opinion.aspect
    return (topic_key(name, lang), plain_name(name, lang)) if name and name not in NOTHING else None


def names_topic(opinion: Opinion, wanted: str, lang: str) -> bool:
    """Whether the words of an opinion on a category speak of it, and not of an aspect with another name."""
    return opinion.aspect == opinion.category or topic_key(opinion.aspect, lang) == wanted


@cache
def topic_key(name: str, lang: str) -> str:
    """Return the key of a name: one for "room" and "rooms"."""
    name = language(lang).normalize(name)
    if name in language(lang).topic_names.OVERALL_NAMES:
        return OVERALL
    name = plain_name(name, lang)
    tokens = [token for sentence in language(lang).parse([name])[0] for token in sentence.tokens]
    words = [token.text.lower() for token in tokens]
    return language(lang).joiner.join([*words[:-1], language(lang).lemmas.lemma(words[-1], "NOUN")]) if words else name


@cache
def plain_name(name: str, lang: str) -> str:
    """Return a name as one would say it, without praise or blame: "price" for "great price"."""
    name = language(lang).topic_names.PLAIN_NAMES.get(language(lang).normalize(name), name)
    if not language(lang).script.IS_SPACED:
        return name
    words = name.split(" ")
    while len(words) > 1 and (match := meaning_table(lang).get(words[0].lower())) and match.meaning.vague:
        words = words[1:]
    return " ".join(words)
