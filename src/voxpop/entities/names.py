"""Names of products in a review: the product's own, and those of others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from voxpop.entities.product_titles import LONGEST, ParsedTitle, is_common, is_measure, parse_product
from voxpop.lang import language
from voxpop.lang.brands import brands
from voxpop.lang.mention_candidates import NameMention
from voxpop.lang.scripts import SPACED
from voxpop.types import Product, Sentence, Token

WORD = 100  # characters before a name among which the word before it begins
_MODEL = re.compile(r"(?=[^\W_]*[a-z])(?=[^\W_]*\d)[^\W_]{2,}(?:-[^\W_]+)*", re.IGNORECASE).fullmatch


def find_names(text: str, sentences: Sequence[Sentence], *, lang: str, product: Product | None) -> list[NameMention]:
    """Names of the product and of others in a text, in their order, none overlapping."""
    known = parse_product(product or Product(), lang)
    own = _own(text, sentences, known, lang)
    taken = {place for name in own for place in range(name.start, name.end)}
    rest = [name for sentence in sentences for name in _others(text, sentence, known, lang) if name.start not in taken]
    return sorted([*own, *(name for name in rest if name.end - 1 not in taken)])


def names_in_texts(
    texts: Sequence[str],
    parsed: Sequence[Sequence[Sentence]],
    *,
    lang: str,
    products: Sequence[Product],
) -> list[list[NameMention]]:
    """Return the names in each of some texts. Where the product of a text has no name, any name may be its own."""
    normalize = language(lang).normalize
    found = []
    for text, sentences, product in zip(texts, parsed, products, strict=True):
        known = bool(product.name or product.aliases)
        names = find_names(normalize(text), sentences, lang=lang, product=product)
        found.append(names if known else [name._replace(role="unknown") for name in names])
    return found


def _own(text: str, sentences: Sequence[Sentence], known: ParsedTitle, lang: str) -> list[NameMention]:
    """Where the product's own names stand; letters and digits are compared, and words begin and end there."""
    if not known.aliases:
        return []
    places = [place for place, letter in enumerate(text) if letter.isalnum()]
    flat = "".join(_lower(text[place]) for place in places)
    starts = {sentence.start for sentence in sentences}
    found: list[NameMention] = []
    taken: set[int] = set()
    for alias, common in known.aliases:
        at = flat.find(alias)
        while at >= 0:
            start, end = places[at], places[at + len(alias) - 1] + 1
            end += text[end : end + 1] == "s" and not text[end + 1 : end + 2].isalnum()
            if (
                start not in taken
                and not (alias in known.makers and _goes_on(text, end))
                and _stands_alone(text, start, end)
                and not (common and not _named(text, start, starts, lang))
            ):
                entity = known.name or text[start:end]
                found.append(NameMention(start, end, "main", entity))
                taken.update(range(start, end))
            at = flat.find(alias, at + 1)
    return found


def _goes_on(text: str, end: int) -> bool:
    """Return whether a model stands behind a brand, so that it may be another product of the same make."""
    behind = text[end : end + 2].removeprefix(" ")[:1]
    return behind.isdigit() or (behind.isupper() and behind < "\u2e80")


def _lower(letter: str) -> str:
    low = letter.lower()
    return low if len(low) == 1 else letter


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether words begin and end at these places; Chinese has no spaces, so that its characters may stand beside."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_joins(before, text[start]) or _joins(text[end - 1], after)) and "\n" not in text[start:end]


def _joins(left: str, right: str) -> bool:
    if not left or not right or not (left.isalnum() and right.isalnum()):
        return False
    return left < "\u2e80" and right < "\u2e80"


def _named(text: str, start: int, starts: set[int], lang: str) -> bool:
    """Whether a common word is a name here: capitalised inside a sentence. Chinese shows no such thing: it is."""
    letter = text[start]
    if letter >= "\u2e80":
        return True
    before = text[max(0, start - WORD) : start].lower().rsplit(None, 1)[-1:]
    return (
        letter.isupper()
        and start not in starts
        and not language(lang).product_names.INDEFINITE_ARTICLES.intersection(before)
    )


def _others(text: str, sentence: Sentence, known: ParsedTitle, lang: str) -> Iterable[NameMention]:
    """Brands with what follows them, lines of products, model numbers and unknown names that are used as products'."""
    tokens = sentence.tokens
    shouting = sum(token.text.isupper() for token in tokens) > len(tokens) // 2
    firsts = _firsts()
    i = 0
    while i < len(tokens):
        word = tokens[i].text
        if word.islower() and word.isalpha() and word not in firsts:  # as most words are: no name, and quickly seen
            i += 1
            continue
        size = _brand_size(tokens, i)
        listed = size > 0 or _is_model(tokens[i], lang)
        if not listed and (shouting or not _looks_like_a_name(tokens, i, lang)):
            i += 1
            continue
        last = _behind(tokens, i + (size or 1), shouting=shouting)
        start, end = tokens[i].start, tokens[last - 1].end
        yield NameMention(start, end, "other", text[start:end])
        i = last


def _brand_size(tokens: Sequence[Token], i: int) -> int:
    """Return how many words a brand or a line of products has that begins at a word; 0 if none does."""
    table = brands()
    first = tokens[i].text.lower()
    if first[0] >= "\u2e80" and first[0] in _firsts():
        return _cut_brand_size(tokens, i)
    if first not in _firsts():
        return 0
    for size in range(min(LONGEST, len(tokens) - i), 0, -1):
        key = tuple(token.text.lower() for token in tokens[i : i + size])
        brand = table.get(key) or (table.get((first[:-1],)) if size == 1 and first.endswith("s") else None)
        if brand is not None and (not brand.common or size > 1 or _used_as_name(tokens, i)):
            return size
    return 0


def _cut_brand_size(tokens: Sequence[Token], i: int) -> int:
    """Return the same in a script without spaces, where a name may have been cut into words."""
    for size in range(min(LONGEST, len(tokens) - i), 0, -1):
        brand = brands().get(("".join(token.text for token in tokens[i : i + size]).lower(),))
        if brand is not None and (not brand.common or size > 1 or _used_as_name(tokens, i)):
            return size
    return 0


@lru_cache(maxsize=1)
def _firsts() -> frozenset[str]:
    """First words of names, of Chinese ones the first character."""
    first = {key[0] for key in brands()}
    return frozenset(first | {word + "s" for word in first} | {word[0] for word in first if word[0] >= "\u2e80"})


def _used_as_name(tokens: Sequence[Token], i: int) -> bool:
    word = tokens[i].text
    if word[0] >= "\u2e80":
        return tokens[i].tag in ("NOUN", "PROPN")
    return i > 0 and word[0].isupper() and (not word.isupper() or len(word) < 4)


def _looks_like_a_name(tokens: Sequence[Token], i: int, lang: str) -> bool:
    """Return whether a word is written like a name: by a capital or its tag, or by letters of another script."""
    token = tokens[i]
    word = token.text
    if not word[0].isalpha() or word[0] >= "\u2e80" or len(word) < 3 or is_common(word, lang):
        return False
    if not language(lang).script.IS_SPACED:
        is_word = any(is_common(word, code) for code in SPACED)
        return token.tag == "NOUN" and not (word.islower() or word.isupper() or is_word)
    return word[0].isupper() and (token.tag == "PROPN" or i > 0) and not is_common(token.lemma, lang)


def _is_model(token: Token, lang: str) -> bool:
    """Return whether a word is a model number: letters and digits, no measure, with a capital or long enough."""
    word = token.text
    if not _MODEL(word) or is_measure(word) or len(word) < language(lang).product_names.SHORTEST_MODEL:
        return False
    return word != word.lower() or len(word) > 3


def _behind(tokens: Sequence[Token], i: int, *, shouting: bool) -> int:
    """Where the model behind a brand ends: names, numbers and words with digits."""
    last = i
    while last < len(tokens) and last < i + LONGEST:
        token = tokens[last]
        word = token.text
        capital = word[0].isupper() and not shouting and token.tag in ("PROPN", "NOUN", "NUM", "ADJ", "X", "DET")
        number = token.tag == "NUM" and word[0].isdigit() and not is_measure(word) and word[0] < "\u2e80"
        if not (capital or number or (_MODEL(word) and not is_measure(word))) or token.start > tokens[last - 1].end + 1:
            break
        last += 1
    return last
