"""What the words of a text stand for: names, nouns and pronouns, each with the number of the thing that it means.

Names are the product's or another's. A noun that says what the product is ("the camera") is the product, other nouns
are what they are called. A pronoun means the product that its sentence named last, else the product under review;
where nobody said what that is called, the product that was named last at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

from research.factuality.references import references
from voxpop.check.parsed_texts import ParsedText, parse_texts, sure_names
from voxpop.entities.names import names_in_texts
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import OURS, About, Extraction, NameMention, Product, Sentence, Token

PRODUCT = 0  # the number of the product under review


class ThingMention(NamedTuple):
    """Words that stand for a thing. Those with the same number stand for the same thing."""

    start: int
    end: int
    text: str
    kind: Literal["noun", "name", "pronoun"]
    thing: int
    about: About


@dataclass(frozen=True, slots=True)
class ThingMentions:
    """The mentions of one text in their order."""

    all: tuple[ThingMention, ...] = ()

    def at(self, start: int, end: int) -> ThingMention | None:
        """Return the mention that shares most with these characters, at least half, and has least beside them."""
        best, score = None, (0, 0)
        for mention in self.all:
            shared = min(end, mention.end) - max(start, mention.start)
            if 0 < shared >= (end - start) / 2 and (fit := (shared, shared - (mention.end - mention.start))) > score:
                best, score = mention, fit
        return best


@dataclass(frozen=True, slots=True)
class ResolvedText(ParsedText):
    """A parsed text with what its words stand for."""

    mentions: ThingMentions = ThingMentions()


def resolve_texts(
    texts: Sequence[str], lang: str, *, product: Product | None = None, fast: bool = False, opinions: bool = True
) -> list[ResolvedText]:
    """Parse texts and find their mentions; without ``opinions``, no model reads them."""
    if opinions:
        parsed = parse_texts(texts, lang, product=product, fast=fast)
    else:
        rows = zip(texts, language(lang).parse(texts), strict=True)
        parsed = [ParsedText("", text, lang, tuple(sentences), (), (), product) for text, sentences in rows]
    sentences = [one.sentences for one in parsed]
    names = names_in_texts(texts, sentences, lang=lang, products=[product or Product()] * len(texts))
    if opinions:
        extractions = extractor(lang, fast=fast).extract(texts, sentences, names)
    else:
        extractions = [Extraction(list(own), []) for own in sentences]
    resolved = []
    for one, extraction, own in zip(parsed, extractions, names, strict=True):
        mentions = find_mentions(one.text, extraction, sure_names(own, lang), lang=lang, product=product)
        resolved.append(ResolvedText(*(getattr(one, field.name) for field in fields(one)), mentions))
    return resolved


def find_mentions(
    text: str, extraction: Extraction, names: Sequence[NameMention], *, lang: str, product: Product | None
) -> ThingMentions:
    """Return the mentions of a text in which these names of products stand."""
    things: dict[str, int] = {}
    named = [_name_mention(text, name, things, lang) for name in names]
    nouns = list(_nouns(text, extraction, ThingMentions(tuple(named)), things, lang, product))
    is_named = bool(product and (product.name or product.aliases))
    pronouns = [
        mention
        for sentence in extraction.sentences
        for mention in _pronouns(sentence, named, lang, is_product_named=is_named)
    ]
    return ThingMentions(tuple(sorted([*named, *nouns, *pronouns])))


def _name_mention(text: str, name: NameMention, things: dict[str, int], lang: str) -> ThingMention:
    """Return the mention that a name is; names with the same first word are of the same thing."""
    words = text[name.start : name.end]
    if name.role == "main":
        return ThingMention(name.start, name.end, words, "name", PRODUCT, "main")
    first = references(lang).split_name(words)[:1] or (words,)
    thing = things.setdefault(first[0], len(things) + 1)
    about: About = "competing" if name.role == "other" else "main"
    return ThingMention(name.start, name.end, words, "name", thing, about)


def _nouns(
    text: str,
    extraction: Extraction,
    names: ThingMentions,
    things: dict[str, int],
    lang: str,
    product: Product | None,
) -> Iterator[ThingMention]:
    """Yield the noun phrases that are no names; those that end in the same noun stand for the same thing."""
    judged = {term[:2]: term.about for term in extraction.terms if term.about not in OURS}
    for sentence in extraction.sentences:
        for phrase in language(lang).parser.noun_phrases(sentence):
            start, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
            if names.at(start, end) is not None:
                continue
            noun = sentence.tokens[phrase.last - 1]
            is_product = phrase.last - phrase.first == 1 and _is_in_title(noun, product, lang)
            thing = PRODUCT if is_product else things.setdefault(noun.lemma, len(things) + 1)
            about: About = "main" if is_product else judged.get((start, end), "part_of_main")
            yield ThingMention(start, end, text[start:end], "noun", thing, about)


def _is_in_title(noun: Token, product: Product | None, lang: str) -> bool:
    """Whether a common noun stands in the name of the product, and so says what it is."""
    if noun.tag != "NOUN" or product is None or not product.name:
        return False
    title, word = language(lang).normalize(product.name).lower(), noun.text.lower()
    return word in (title.split() if language(lang).script.IS_SPACED else title)


def _pronouns(
    sentence: Sentence, names: Sequence[ThingMention], lang: str, *, is_product_named: bool
) -> Iterator[ThingMention]:
    """Yield the pronouns of a sentence, each with the product that it means."""
    refers = references(lang)
    for token in sentence.tokens:
        if token.text.lower() not in refers.pronouns:
            continue
        before = [name for name in names if name.end <= token.start]
        if is_product_named and re.match(refers.pointing_near, token.text):
            before = []
        elif re.match(refers.pointing_away, token.text):
            before = [name for name in before if name.thing != PRODUCT]
        elif is_product_named:
            before = [name for name in before if name.start >= sentence.start]
        thing, about = before[-1][4:] if before else (PRODUCT, "main")
        yield ThingMention(token.start, token.end, token.text, "pronoun", thing, about)
