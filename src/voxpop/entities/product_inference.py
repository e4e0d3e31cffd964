"""What the reviews are of, where no one says: the class of product that they point at most ("this camera").

It is inferred once, from a sample of all reviews that does not depend on their order.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from heapq import heappush, heappushpop
from tempfile import SpooledTemporaryFile

from voxpop.lang import DEFAULT, language
from voxpop.lang.entity_words import EntityWords, entity_words
from voxpop.settings import Settings
from voxpop.types import Product, Rejected, Review, Sentence, Token

SAMPLE = 400  # reviews of each language that the product is inferred from
MEMORY = 64_000_000  # bytes of waiting reviews that are kept in memory; beyond, they go to a private temporary file
Row = Review | Rejected
SHARE = 20  # one review in so many must point at the class


class ProductInference:
    """Counts the nouns that reviews of one language point at. Counts of parts can be merged in any order."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.reviews = 0
        self.nouns: Counter[str] = Counter()

    def add(self, sentences: Sequence[Sentence]) -> None:
        """Count one parsed review."""
        self.reviews += 1
        lists = entity_words(self.lang)
        for sentence in sentences:
            self.nouns.update(pointed_nouns(sentence.tokens, lists))

    def merge(self, other: ProductInference) -> None:
        """Add the counts of other reviews of the same language."""
        self.reviews += other.reviews
        self.nouns.update(other.nouns)

    def product(self) -> Product | None:
        """Return the class of the product, or None where too few reviews point at one.

        Its name is not guessed: the name that stands most often may be a rival's.
        """
        if not self.nouns:
            return None
        noun, count = min(self.nouns.items(), key=lambda item: (-item[1], item[0]))
        return Product(kind=noun) if count * SHARE >= self.reviews else None


def infer_product(reviews: Iterable[Sequence[Sentence]], *, lang: str) -> Product | None:
    """Return the class of product that some parsed reviews are of. The order of the reviews does not matter."""
    inference = ProductInference(lang)
    for sentences in reviews:
        inference.add(sentences)
    return inference.product()


def pointed_nouns(tokens: Sequence[Token], lists: EntityWords) -> Iterator[str]:
    """Yield the nouns for classes of products that stand behind "this" and the like."""
    for place, token in enumerate(tokens):
        if token.lemma in lists.pointing:
            noun = next(
                (behind.lemma for behind in tokens[place + 1 : place + 4] if behind.lemma in lists.classes), None
            )
            if noun is not None:
                yield noun


def infer_products(
    rows: Iterable[Row], settings: Settings, *, wait: bool = False
) -> tuple[Iterator[Row], Mapping[str, Product]]:
    """Return the same rows, and the inferred product of each language.

    If the settings name the product, there is nothing to infer, and the rows are read first only with ``wait``.
    """
    is_named = bool(settings.product or settings.aliases)
    if is_named and not wait:
        return iter(rows), {}
    waiting, samples = WaitingRows(), dict[str, TextSample]()
    for row in rows:
        waiting.append(row)
        if isinstance(row, Review) and not is_named:
            samples.setdefault(row.lang or DEFAULT, TextSample()).add(row.text)
    inferred = {
        lang: infer_product(language(lang).parse(sample.texts()), lang=lang) for lang, sample in samples.items()
    }
    return iter(waiting), {lang: product for lang, product in inferred.items() if product is not None}


class TextSample:
    """The ``SAMPLE`` texts with the smallest hashes: the same whatever order they come in."""

    def __init__(self, size: int = SAMPLE) -> None:
        self._size = size
        self._heap: list[tuple[int, str]] = []  # the largest hash, negated, is at the top

    def add(self, text: str) -> None:
        hashed = int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
        if len(self._heap) < self._size:
            heappush(self._heap, (-hashed, text))
        else:
            heappushpop(self._heap, (-hashed, text))

    def product(self, lang: str) -> Product | None:
        return infer_product(language(lang).parse(self.texts()), lang=lang)

    def texts(self) -> list[str]:
        return [text for _, text in sorted(self._heap, reverse=True)]


class WaitingRows:
    """Rows in the order in which they were appended, with little memory however many there are."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=MEMORY)  # noqa: SIM115 (closed after the last row was read)

    def __del__(self) -> None:
        self._file.close()

    def append(self, row: Row) -> None:
        pickle.dump(row, self._file, protocol=pickle.HIGHEST_PROTOCOL)

    def __iter__(self) -> Iterator[Row]:
        end = self._file.tell()
        self._file.seek(0)
        with self._file:
            while self._file.tell() < end:
                row: Row = pickle.load(self._file)
                yield row
