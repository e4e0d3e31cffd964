"""A product's title taken apart, before any review is read: what people call it, and who makes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from voxpop.aspects.vectors import general_vectors
from voxpop.lang import LANGUAGES, language
from voxpop.lang.product_words import brands, product_words
from voxpop.lang.punctuation import COLONS, COMMAS, IN_TITLE_BRACKETS, SEMICOLONS
from voxpop.lang.scripts import UNSPACED, begins_east_asian
from voxpop.types import Product

COMMON = 30_000  # a word that is more frequent than this many others is no sure name
MAX_TITLE_WORDS = 24  # words of a title that are read
MAX_BRAND_WORDS = 4  # words of a brand or of what follows it
_ASIDE = re.compile(IN_TITLE_BRACKETS)
_TAIL_WORDS = "|".join(word for code in LANGUAGES for word in language(code).product_names.TITLE_TAIL)
_TAIL = re.compile(rf"\s+(?:{_TAIL_WORDS}|-|–|—)\s.*|[{COMMAS}{SEMICOLONS}{COLONS}|/].*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’&-][^\W_]+)*")
is_measure = re.compile(
    r"\d+(?:\.\d+)?(?:x|p|k|mm|cm|m|ft|in|gb|mb|tb|kb|g|kg|lb|lbs|oz|ml|l|w|v|mah|hz|khz|mhz|ghz|mp|fps|dpi|am|pm|st|nd|"
    r"rd|th|hr|hrs|min|mins|yr|yrs|pcs|pc|inch|bit|core|way|star|stars|year|day|ish)|mp[34]|h26[45]|usb\d?|"
    r"[34]g|5g|ac\d?|ipx?\d+|[23]d|\d+x\d+|[xsml]{1,3}|\dxl|\d{4}s|c\d?|b2b|p2p|o2|co2|mpeg\d|\d+in\d|win\d+|no\d+",
    re.IGNORECASE,
).fullmatch
_NUMBER = re.compile(
    r"\d{5,}|B0[A-Z\d]{8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,}"
    r"|(?!.*(?:^|[-_])(?:[A-Z][a-z]{2,}|[A-Z]{2,}|[a-z]{3,})(?:[-_]|$))(?=.*[a-z])(?=.*[A-Z])[\w-]{22}",
    re.ASCII,
).fullmatch


class ParsedTitle(NamedTuple):
    """All that can be told from a product's name before reading a review."""

    name: str | None
    aliases: tuple[tuple[str, bool], ...]  # letters and digits alone, longest first; and whether a common word
    makers: frozenset[str]  # the brand in all its spellings, letters and digits alone


@lru_cache(maxsize=1024)
def parse_product(product: Product, lang: str) -> ParsedTitle:
    """Return the names of a product and of its maker. Kept, since a file has few products and many reviews."""
    shown, product = product.name, _normalized(product, lang)
    aliases: dict[str, bool] = {}
    brand = None
    for name in filter(None, (product.name, *product.aliases)):
        if name != product.name and _is_noun(name, lang) and not _is_line(name):
            continue  # "camera" says what it is, and names no one camera
        title = _Title(name, lang)
        for alias in title.aliases():
            known = alias.lower() in product_words(lang).classes and not (alias == name and _is_line(name))
            if not known and (len(alias) > 1 or alias == name):
                aliases.setdefault(letters_and_digits(alias), is_common(alias, lang))
        brand = brand or title.brand
    if brand is not None:
        maker = letters_and_digits(brand)
        models = {alias.removeprefix(maker): common for alias, common in aliases.items() if alias.startswith(maker)}
        for spelling in _spelled(brand):  # others may call the Xiaomi 13 by its name in their script
            aliases.setdefault(letters_and_digits(spelling), is_common(spelling, lang))
            for model, common in models.items():
                aliases.setdefault(letters_and_digits(spelling) + model, common)
    aliases.pop("", None)
    order = sorted(aliases.items(), key=lambda alias: -len(alias[0]))
    makers = frozenset(map(letters_and_digits, _spelled(brand))) if brand is not None else frozenset()
    return ParsedTitle(shown, tuple(order), makers)


def _normalized(product: Product, lang: str) -> Product:
    """Return a product with its names in the characters of the word lists, as reviews are read."""
    normalize = language(lang).normalize
    return Product(product.name and normalize(product.name), tuple(map(normalize, product.aliases)))


def letters_and_digits(text: str) -> str:
    """Letters and digits alone, lower-case: "SD-500" and "sd 500" are one name."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


class _Title:
    """A product's title taken apart: brand, model, and the noun that says what it is."""

    def __init__(self, title: str, lang: str) -> None:
        self.lang = lang
        self.full = title.strip()
        self.short = _TAIL.sub("", _ASIDE.sub(" ", title)).strip() or self.full
        self.words = split_title(self.short, lang)
        lowered = [word.lower() for word in self.words]
        self.brand, self.behind = _brand_at(lowered)
        if self.brand is None and len(lowered) > 1 and self._may_be_a_brand(lowered[0]):
            self.brand, self.behind = lowered[0], 1
        first, last, classes = self._class(lowered)
        self.noun = first
        lines = [line for word in lowered if (line := brands().get((word,))) and line.kind]
        self.foreign = any(line.kind not in classes for line in lines)
        if self.foreign and not self.behind:
            self.brand = None  # what an "iPhone 13 Case" is for is not its maker
        self.model = self.words[self.behind : first] if first >= self.behind and first else self.words[last:]

    def _may_be_a_brand(self, word: str) -> bool:
        return self.words[0][0].isupper() and not _is_listed(word, self.lang)

    def _tells(self, word: str) -> bool:
        """Return whether a word of the title may stand for the whole: no measure, no number, no word for a class."""
        return len(word) > 1 and not word.isdigit() and not is_measure(word) and not _is_listed(word.lower(), self.lang)

    def _class(self, lowered: list[str]) -> tuple[int, int, frozenset[str]]:
        """Where the noun stands that says what the product is, the last such word or two, and the classes it names."""
        singular = language(self.lang).product_names.singular
        for lang in dict.fromkeys((self.lang, *LANGUAGES)):
            table, space = product_words(lang).classes, language(lang).joiner
            for last in range(len(lowered), 0, -1):
                for first in (last - 2, last - 1):
                    noun = space.join(lowered[max(first, 0) : last])
                    if classes := table.get(noun) or table.get(singular(noun)):
                        return max(first, 0), last, classes
        return self._unlisted_class(lowered)

    def _unlisted_class(self, lowered: list[str]) -> tuple[int, int, frozenset[str]]:
        """A line of products says what it is; else the last word of the title does, if it is a word at all."""
        size = len(lowered)
        for word in lowered:
            if (brand := brands().get((word,))) and brand.kind:
                return size, size, frozenset({brand.kind})
        single = language(self.lang).product_names.singular(lowered[-1]) if lowered else ""
        is_word = is_common(single, self.lang) or single != lowered[-1] if lowered else False
        if size > 1 and single.isalpha() and (is_word or single in general_vectors(self.lang)):
            return size - 1, size, frozenset()
        return size, size, frozenset()

    def aliases(self) -> Iterable[str]:
        """Every way to call it, from the whole title to one telling word; of "iPhone 13 Case" none without the noun."""
        yield self.full
        yield self.short
        size = len(self.words)
        ends = range(size, 0, -1) if language(self.lang).script.IS_SPACED else (size, self.noun)
        bare = 1 if size > 2 and _is_listed(self.words[0].lower(), self.lang) else 0  # "The …", "Amazon …"
        for first in {0, self.behind, bare}:
            for last in ends:
                if last - first > 1 and not (self.foreign and last <= self.noun):
                    yield " ".join(self.words[first:last])
        if not self.foreign:
            yield from (word for word in self.model if self._tells(word))


def split_title(title: str, lang: str) -> list[str]:
    """Return the words of a title; one in a script without spaces is segmented."""
    if language(lang).script.IS_SPACED and not begins_east_asian(max(title, default="")):
        return _WORD.findall(title)[:MAX_TITLE_WORDS]
    segmenter = language(next(code for code in (lang, *UNSPACED) if code in UNSPACED))
    tokens = [token for sentence in segmenter.parse([title])[0] for token in sentence.tokens]
    return [token.text for token in tokens if token.text[0].isalnum()][:MAX_TITLE_WORDS]


def _brand_at(lowered: Sequence[str]) -> tuple[str | None, int]:
    """The brand that a title begins with, and how many of its words that is; Chinese words may be cut inside it."""
    for size in range(min(MAX_BRAND_WORDS, len(lowered)), 0, -1):
        found = brands().get(tuple(lowered[:size]))
        if found is not None:
            return " ".join(lowered[:size]), size if found.kind is None else 0
        if begins_east_asian(together := "".join(lowered[:size])) and (together,) in brands():
            return together, size
    return None, 0


def _spelled(brand: str) -> list[str]:
    """Return a maker's name as given, then as it is spelled elsewhere, in any script."""
    line = brands().get(tuple(brand.split()))
    same = [" ".join(key) for key, other in brands().items() if line and not line.kind and other.name == line.name]
    return list(dict.fromkeys([brand, *same]))


def is_number(name: str) -> bool:
    """Whether a product is only numbered, as in most tables ("B00004TZTO"), or has no letter: no one calls it so."""
    return _NUMBER(name.strip()) is not None or not any(letter.isalnum() for letter in name)


@lru_cache(maxsize=20_000)
def is_common(name: str, lang: str) -> bool:
    """Return whether a word, or several, need not be a name where they stand: "One", "It", "pool alarm"."""
    word = name.lower()
    if language(lang).script.IS_SPACED and " " in word:
        return all(is_common(part, lang) for part in word.split() if not part.isdigit())
    if (brand := brands().get((word,))) is not None:  # "canon" is a word, too, but hardly in reviews
        return brand.common
    return _is_listed(word, lang) or (general_vectors(lang).rank(word) or COMMON) < COMMON


@lru_cache(maxsize=20_000)
def _is_listed(word: str, lang: str) -> bool:
    """Return whether our lists know a word as something else than a name."""
    known = product_words(lang)
    return word in language(lang).stop_words or word in known.classes or word in known.plain


def _is_noun(alias: str, lang: str) -> bool:
    """Return whether an alias is no name but says what the thing is: no capitals or digits, or the word for a class."""
    if alias.lower() in product_words(lang).classes:
        return True
    return (
        language(lang).script.IS_SPACED and alias == alias.lower() and alias.replace(" ", "").replace("-", "").isalpha()
    )


def _is_line(alias: str) -> bool:
    """Return whether an alias is a line of products, written as a name: "iPod", not "ipod"."""
    line = brands().get(tuple(alias.lower().split()))
    return line is not None and line.kind is not None and alias != alias.lower()
