"""Names of products in a review: the product's own, given or made from its long title, and those of others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from voxpop.aspects.vectors import GENERAL, vectors
from voxpop.errors import OptionError
from voxpop.mentions.base import Product
from voxpop.mentions.words import Brand, Classes, brands, words
from voxpop.text import language
from voxpop.types import Sentence, Token

COMMON = 30_000  # a word that is more frequent than this many others is no sure name
LONGEST = 4  # words of a brand or of what follows it
_ASIDE = re.compile(r"[(（\[【][^)）\]】]*[)）\]】]?")
_TAIL = re.compile(r"\s+(?:with|for|by|in|from|featuring|w/|-|–|—)\s.*|[,，;；|/:：].*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’&-][^\W_]+)*")
_MODEL = re.compile(r"(?=[^\W_]*[a-z])(?=[^\W_]*\d)[^\W_]{2,}(?:-[^\W_]+)*", re.IGNORECASE).fullmatch
_MEASURE = re.compile(
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


class Name(NamedTuple):
    """A product's name in a text. ``entity`` is the name as people would say it, ``kinds`` what sort of thing it is."""

    start: int
    end: int
    role: Literal["main", "other"]
    entity: str
    kinds: Classes = frozenset()
    maker: bool = False  # a brand with nothing behind it, which may be the company
    listed: bool = True  # in our lists, like a model number, or written as given; else only written as a name


class Known(NamedTuple):
    """All that can be told from a product's name before reading a review."""

    name: str | None
    aliases: tuple[tuple[str, bool], ...]  # letters and digits alone, longest first; and whether a common word
    kinds: Classes  # what it is: "camera"
    nouns: frozenset[str]  # words of the name that say so
    brand: str | None
    plural: bool


def check(name: str | None, aliases: Iterable[str] = ()) -> Product:
    """A product from what a user typed; an OptionError where a name has nothing that could stand in a review."""
    given = [name, *aliases] if name is not None else list(aliases)
    for one in given:
        if not any(letter.isalnum() for letter in one):
            raise OptionError(
                f"The product name {one!r} has no letters or digits. Give it as it stands in the reviews."
            )
    return Product(name, tuple(dict.fromkeys(aliases)))


def spot(text: str, sentences: Sequence[Sentence], *, lang: str, product: Product | None) -> list[Name]:
    """Names of the product and of others in a text, in their order, none overlapping."""
    known = know(product or Product(), lang)
    own = _own(text, sentences, known)
    taken = {place for name in own for place in range(name.start, name.end)}
    rest = [name for sentence in sentences for name in _others(text, sentence, known, lang) if name.start not in taken]
    return sorted([*own, *(name for name in rest if name.end - 1 not in taken)])


@lru_cache(maxsize=1024)
def know(product: Product, lang: str) -> Known:
    """The aliases, class and brand of a product. Kept, since a file has few products and many reviews."""
    aliases: dict[str, bool] = {}
    kinds: set[str] = set()
    nouns: set[str] = set()
    brand = None
    plural = False
    for name in filter(None, (product.name, *product.aliases, product.kind)):
        title = _Title(name, lang)
        if name == product.kind or (name != product.name and _is_noun(name, lang) and not _is_line(name)):
            nouns.update(title.nouns or (name.lower(),))  # "camera" says what it is, and names no one camera
            kinds.update(title.kinds)
            continue
        for alias in title.aliases():
            known = alias.lower() in words(lang).classes and not (alias == name and _is_line(name))
            if not known and (len(alias) > 1 or alias == name):
                aliases.setdefault(squash(alias), _is_common(alias, lang))
        if not kinds:
            kinds, plural = set(title.kinds), title.plural
            nouns.update(title.nouns)
        brand = brand or title.brand
    if brand is not None:
        aliases.setdefault(squash(brand), _is_common(brand, lang))
        for other in _spelled(brand):  # 小米13 is what others call the Xiaomi 13
            for alias, common in list(aliases.items()):
                if alias.startswith(squash(brand)):
                    rest = alias.removeprefix(squash(brand))
                    aliases.setdefault(squash(other) + rest, common if rest else _is_common(other, lang))
    aliases.pop("", None)
    order = sorted(aliases.items(), key=lambda alias: -len(alias[0]))
    return Known(product.name, tuple(order), frozenset(kinds), frozenset(nouns), brand, plural)


def squash(text: str) -> str:
    """Letters and digits alone, lower-case: "SD-500" and "sd 500" are one name."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


class _Title:
    """A product's title taken apart: brand, model, and the noun that says what it is."""

    def __init__(self, title: str, lang: str) -> None:
        self.lang = lang
        self.full = title.strip()
        self.short = _TAIL.sub("", _ASIDE.sub(" ", title)).strip() or self.full
        plain = lang == "en" and max(self.short, default="") < "\u2e80"
        self.words = _WORD.findall(self.short)[:24] if plain else _cut(self.short)
        lowered = [word.lower() for word in self.words]
        self.kinds: Classes = frozenset()
        self.nouns: tuple[str, ...] = ()
        self.plural = False
        self.brand, self.behind = _brand_at(lowered)
        if self.brand is None and len(lowered) > 1 and self._may_be_a_brand(lowered[0]):
            self.brand, self.behind = lowered[0], 1
        first, last = self._class(lowered)
        self.noun = first
        self.foreign = any(
            (line := brands().get((word,))) and line.kind and line.kind not in self.kinds for word in lowered
        )
        self.model = self.words[self.behind : first] if first >= self.behind and first else self.words[last:]

    def _may_be_a_brand(self, word: str) -> bool:
        known = words(self.lang)
        listed = (language(self.lang).stop_words, known.plain, known.classes, known.sellers, known.relatives)
        return self.words[0][0].isupper() and not any(word in group for group in listed)

    def _tells(self, word: str) -> bool:
        """Whether a word of the title may stand for the whole: no measure, no number, no word for a class."""
        return len(word) > 1 and not word.isdigit() and not _MEASURE(word) and not _is_listed(word.lower(), self.lang)

    def _class(self, lowered: list[str]) -> tuple[int, int]:
        """Where the noun stands that says what the product is: the last such word or two of the title."""
        for lang in dict.fromkeys((self.lang, "en", "zh")):
            table, space = words(lang).classes, " " if lang == "en" else ""
            for last in range(len(lowered), 0, -1):
                for first in (last - 2, last - 1):
                    noun = space.join(lowered[max(first, 0) : last])
                    single = _singular(noun)
                    kinds = table.get(noun) or table.get(single)
                    if kinds:
                        self.kinds, self.plural = kinds, lang == "en" and noun != single
                        self.nouns = tuple({single, noun, lowered[last - 1], _singular(lowered[last - 1])})
                        return max(first, 0), last
        return self._unlisted_class(lowered)

    def _unlisted_class(self, lowered: list[str]) -> tuple[int, int]:
        """A line of products says what it is; else the last word of the title does, if it is a word at all."""
        size = len(lowered)
        for word in lowered:
            if (brand := brands().get((word,))) and brand.kind:
                self.kinds = frozenset({brand.kind})
                return size, size
        single = _singular(lowered[-1]) if lowered else ""
        is_word = _is_common(single, self.lang) or single != lowered[-1] if lowered else False
        if size > 1 and single.isalpha() and (is_word or single in vectors(GENERAL[self.lang])):
            self.nouns = tuple({lowered[-1], single})
            self.plural = len(self.nouns) > 1
            return size - 1, size
        return size, size

    def aliases(self) -> Iterable[str]:
        """Every way to call it, from the whole title to one telling word; of "iPhone 13 Case" none without the noun."""
        yield self.full
        yield self.short
        size = len(self.words)
        ends = range(size, 0, -1) if self.lang == "en" else (size, self.noun)
        bare = 1 if size > 2 and _is_listed(self.words[0].lower(), self.lang) else 0  # "The …", "Amazon …"
        for first in {0, self.behind, bare}:
            for last in ends:
                if last - first > 1 and not (self.foreign and last <= self.noun):
                    yield " ".join(self.words[first:last])
        if not self.foreign:
            yield from (word for word in self.model if self._tells(word))


def _cut(title: str) -> list[str]:
    """A title with Chinese in it, by the Chinese words."""
    return [token.text for sentence in language("zh").parse([title])[0] for token in sentence.tokens
            if token.text[0].isalnum()][:24]  # fmt: skip


def _brand_at(lowered: Sequence[str]) -> tuple[str | None, int]:
    """The brand that a title begins with, and how many of its words that is; Chinese words may be cut inside it."""
    for size in range(min(LONGEST, len(lowered)), 0, -1):
        found = brands().get(tuple(lowered[:size]))
        if found is not None:
            return " ".join(lowered[:size]), size if found.kind is None else 0
        if (together := "".join(lowered[:size])) >= "\u2e80" and (together,) in brands():
            return together, size
    return None, 0


@lru_cache(maxsize=1024)
def _spelled(brand: str) -> tuple[str, ...]:
    """The other spellings of a maker's name, in any script."""
    line = brands().get(tuple(brand.split()))
    if line is None or line.kind is not None:
        return ()
    return tuple(" ".join(key) for key, other in brands().items() if other.name == line.name and " ".join(key) != brand)


def is_number(name: str) -> bool:
    """Whether a product is only numbered, as in most tables of reviews ("B00004TZTO"): no one calls it so."""
    return _NUMBER(name.strip()) is not None


@lru_cache(maxsize=20_000)
def _is_common(name: str, lang: str) -> bool:
    """A word, or several, that need not be a name where they stand: "One", "It", 小米, "pool alarm"."""
    word = name.lower()
    if lang == "en" and " " in word:
        return all(_is_common(part, lang) for part in word.split() if not part.isdigit())
    if (brand := brands().get((word,))) is not None:  # "canon" is a word, too, but hardly in reviews
        return brand.common
    return _is_listed(word, lang) or (vectors(GENERAL[lang]).rank(word) or COMMON) < COMMON


@lru_cache(maxsize=20_000)
def _is_listed(word: str, lang: str) -> bool:
    """A word that our lists know as something else than a name."""
    known = words(lang)
    return (
        word in language(lang).stop_words
        or any(word in group for group in (known.vague, known.other_nouns, known.parts, known.accessories, known.many,
                                           known.other, known.personal, known.companions, known.work_parts,
                                           known.venue_parts, known.sellers, known.acquiring, known.using))
        or word in known.classes
        or word in known.plain
    )  # fmt: skip


def _is_noun(alias: str, lang: str) -> bool:
    """An alias that is no name but says what the thing is: no capitals, no digits, or the word for a class."""
    if alias.lower() in words(lang).classes:
        return True
    return lang == "en" and alias == alias.lower() and alias.replace(" ", "").replace("-", "").isalpha()


def _is_line(alias: str) -> bool:
    """A line of products that people call by its own name, written as one: "iPod", not "ipod"."""
    line = brands().get(tuple(alias.lower().split()))
    return line is not None and line.kind is not None and alias != alias.lower()


def _singular(noun: str) -> str:
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 3 else noun


def _own(text: str, sentences: Sequence[Sentence], known: Known) -> list[Name]:
    """Where the product's own names stand; letters and digits are compared, and words begin and end there."""
    if not known.aliases:
        return []
    places = [place for place, letter in enumerate(text) if letter.isalnum()]
    flat = "".join(_lower(text[place]) for place in places)
    starts = {sentence.start for sentence in sentences}
    makers = {squash(spelling) for spelling in (known.brand or "", *_spelled(known.brand or ""))}
    found: list[Name] = []
    taken: set[int] = set()
    for alias, common in known.aliases:
        at = flat.find(alias)
        while at >= 0:
            start, end = places[at], places[at + len(alias) - 1] + 1
            end += text[end : end + 1] == "s" and not text[end + 1 : end + 2].isalnum()
            if (
                start not in taken
                and not (alias in makers and _goes_on(text, end))
                and _stands_alone(text, start, end)
                and not (common and not _named(text, start, starts))
            ):
                entity = known.name or text[start:end]
                written = not text[start].islower() or any(letter.isdigit() for letter in alias)
                found.append(Name(start, end, "main", entity, known.kinds, alias in makers, written))
                taken.update(range(start, end))
            at = flat.find(alias, at + 1)
    return found


def _goes_on(text: str, end: int) -> bool:
    """Whether a model stands behind a brand, so that it may be another product of the same make."""
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


def _named(text: str, start: int, starts: set[int]) -> bool:
    """Whether a common word is a name here: capitalised inside a sentence. Chinese shows no such thing: it is."""
    letter = text[start]
    if letter >= "\u2e80":
        return True
    return letter.isupper() and start not in starts and text[:start].lower().rsplit(None, 1)[-1:] not in (["a"], ["an"])


def _others(text: str, sentence: Sentence, known: Known, lang: str) -> Iterable[Name]:
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
        found = _brand(tokens, i)
        listed = found is not None or _is_model(tokens[i], lang)
        if not listed and (shouting or not _looks_like_a_name(tokens, i, lang)):
            i += 1
            continue
        size, brand = found or (1, None)
        last = _behind(tokens, i + size, shouting=shouting)
        start, end = tokens[i].start, tokens[last - 1].end
        maker = found is not None and last == i + size
        yield Name(start, end, "other", text[start:end], _kinds(brand), maker, listed)
        i = last


def _kinds(brand: Brand | None) -> Classes:
    return frozenset({brand.kind}) if brand is not None and brand.kind else frozenset()


def _brand(tokens: Sequence[Token], i: int) -> tuple[int, Brand] | None:
    """A brand or a line of products that begins at a word, and how many words it has."""
    table = brands()
    first = tokens[i].text.lower()
    if first[0] >= "\u2e80" and first[0] in _firsts():
        return _cut_brand(tokens, i)
    if first not in _firsts():
        return None
    for size in range(min(LONGEST, len(tokens) - i), 0, -1):
        key = tuple(token.text.lower() for token in tokens[i : i + size])
        brand = table.get(key) or (table.get((first[:-1],)) if size == 1 and first.endswith("s") else None)
        if brand is not None and (not brand.common or size > 1 or _used_as_name(tokens, i)):
            return size, brand
    return None


def _cut_brand(tokens: Sequence[Token], i: int) -> tuple[int, Brand] | None:
    """The same in Chinese, where a name may have been cut into words."""
    for size in range(min(LONGEST, len(tokens) - i), 0, -1):
        brand = brands().get(("".join(token.text for token in tokens[i : i + size]).lower(),))
        if brand is not None and (not brand.common or size > 1 or _used_as_name(tokens, i)):
            return size, brand
    return None


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
    """A capital where none need be, or a name by its tag; among Chinese, Latin letters that are no English word."""
    token = tokens[i]
    word = token.text
    if not word[0].isalpha() or word[0] >= "\u2e80" or len(word) < 3 or _is_common(word, lang):
        return False
    if lang == "zh":
        return token.tag == "NOUN" and not (word.islower() or word.isupper() or _is_common(word, "en"))
    return word[0].isupper() and (token.tag == "PROPN" or i > 0) and not _is_common(token.lemma, lang)


def _is_model(token: Token, lang: str) -> bool:
    """A model number: letters and digits in one word that is no measure, with a capital or long enough."""
    word = token.text
    if not _MODEL(word) or _MEASURE(word) or len(word) < 3 - (lang == "zh"):
        return False
    return word != word.lower() or len(word) > 3


def _behind(tokens: Sequence[Token], i: int, *, shouting: bool) -> int:
    """Where the model behind a brand ends: names, numbers and words with digits."""
    last = i
    while last < len(tokens) and last < i + LONGEST:
        token = tokens[last]
        word = token.text
        capital = word[0].isupper() and not shouting and token.tag in ("PROPN", "NOUN", "NUM", "ADJ", "X", "DET")
        number = token.tag == "NUM" and word[0].isdigit() and not _MEASURE(word) and word[0] < "\u2e80"
        if not (capital or number or (_MODEL(word) and not _MEASURE(word))) or token.start > tokens[last - 1].end + 1:
            break
        last += 1
    return last


def infer(reviews: Iterable[Sequence[Sentence]], *, lang: str) -> Product | None:
    """The product that some reviews are of, where no one says: the class of thing that they point at most.

    "this camera", 这款手机. Its name is not guessed: the name that stands most may be a rival's.
    """
    known = words(lang)
    pointed: Counter[str] = Counter()
    count = 0
    for sentences in reviews:
        count += 1
        for sentence in sentences:
            pointed.update(_pointed(sentence.tokens, known.pointing, known.classes))
    if not pointed:
        return None
    noun, times = pointed.most_common(1)[0]
    return Product(kind=noun) if times * 20 >= count else None


def _pointed(tokens: Sequence[Token], pointing: frozenset[str], classes: dict[str, Classes]) -> Iterable[str]:
    for i, token in enumerate(tokens):
        if token.lemma in pointing:
            for behind in tokens[i + 1 : i + 4]:
                if behind.lemma in classes:
                    yield behind.lemma
                    break
