"""What the reviews are of, where no one says: the class of product that they point at most ("this camera")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from voxpop.entities.mentions import Product
from voxpop.entities.words import EntityWords, words
from voxpop.types import Sentence, Token

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
        lists = words(self.lang)
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
