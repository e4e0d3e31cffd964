"""Names of products in a review: the product's own, and those of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from operator import itemgetter

from voxpop.entities.product_titles import ParsedTitle, is_common, parse_product
from voxpop.lang import language
from voxpop.lang.memo import Memo
from voxpop.lang.product_words import brands
from voxpop.lang.scripts import SPACED, begins_east_asian
from voxpop.types import NameMention, Product, Sentence

NEVER, INSIDE, SURE = range(3)  # how a word is written like a name: INSIDE counts not at the start, nor amid capitals
_WORD_AND_TAG = itemgetter(2, 3, 4)  # of a token: its text, lemma and tag
WORD = 100  # characters before a name among which the word before it begins


def find_names(text: str, sentences: Sequence[Sentence], *, lang: str, product: Product | None) -> list[NameMention]:
    """Names of the product and of others in a text, in their order, none overlapping."""
    known = parse_product(product or Product(), lang)
    own = _own(text, sentences, known, lang)
    taken = {place for name in own for place in range(name.start, name.end)}
    rest = [name for sentence in sentences for name in _others(text, sentence, lang) if name.start not in taken]
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


def is_surely_name(words: str, lang: str) -> bool:
    """Return whether words that are written like a name can be nothing else: a listed brand, or no common words."""
    return tuple(words.lower().split()) in brands() or not is_common(words, lang)


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
    return behind.isdigit() or (behind.isupper() and not begins_east_asian(behind))


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
    return not (begins_east_asian(left) or begins_east_asian(right))


def _named(text: str, start: int, starts: set[int], lang: str) -> bool:
    """Whether a common word is a name here: capitalised inside a sentence. Chinese shows no such thing: it is."""
    letter = text[start]
    if begins_east_asian(letter):
        return True
    before = text[max(0, start - WORD) : start].lower().rsplit(None, 1)[-1:]
    return (
        letter.isupper()
        and start not in starts
        and not language(lang).product_names.INDEFINITE_ARTICLES.intersection(before)
    )


def _others(text: str, sentence: Sentence, lang: str) -> Iterable[NameMention]:
    """Yield the runs of words that are written like names, with the numbers behind them."""
    tokens = sentence.tokens
    likely = list(map(name_kinds(lang).__getitem__, map(_WORD_AND_TAG, tokens)))
    if not any(likely):
        return
    shouting = sum(token.text.isupper() for token in tokens) > len(tokens) // 2
    done = 0
    for first in [place for place, kind in enumerate(likely) if kind]:
        if first < done:
            continue
        last = first
        while last < len(tokens) and (last == first or tokens[last].start <= tokens[last - 1].end + 1):
            is_number = last > first and tokens[last].text.isalnum() and tokens[last].text[0].isdigit()
            is_joint = last > first and tokens[last].text == "&"
            is_name = likely[last] == SURE or (likely[last] == INSIDE and last > 0 and not shouting)
            if not (is_number or is_joint or is_name):
                break
            last += 1
        last -= last > first and tokens[last - 1].text == "&"
        if last > first:
            start, end = tokens[first].start, tokens[last - 1].end
            yield NameMention(start, end, "other", text[start:end])
        done = last + 1


@cache
def name_kinds(lang: str) -> Memo[tuple[str, str, str], int]:
    """Return whether words, by their text, lemma and tag, are written like names: NEVER, INSIDE or SURE."""
    return Memo(partial(_name_kind, lang=lang))


def _name_kind(word_and_tag: tuple[str, str, str], *, lang: str) -> int:
    """Return whether a word is written like a name: a listed brand, a noun that is no common word, or a capital.

    A common word may be a name only by its capital inside a sentence that is not written in capitals.
    """
    word, lemma, tag = word_and_tag
    if not word[0].isalpha() or word.lower() in language(lang).stop_words:
        return NEVER
    brand = brands().get((word.lower(),))
    if begins_east_asian(word):
        is_noun = tag == "PROPN" and len(word) > 1 and not is_common(word, lang)
        return SURE if brand is not None or is_noun else NEVER
    if brand is not None and not brand.common:
        return SURE
    has_capital = word != word.lower()
    if not language(lang).script.IS_SPACED:
        has_mark = has_capital or not word.isalpha()
        return SURE if has_mark and not any(is_common(word, code) for code in (lang, *SPACED)) else NEVER
    if not has_capital:
        return NEVER
    return INSIDE if is_common(word, lang) or is_common(lemma, lang) else SURE
