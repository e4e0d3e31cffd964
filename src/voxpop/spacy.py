"""A component for spaCy: ``nlp.add_pipe("voxpop")``.

It sets ``doc._.opinions`` (``voxpop.Opinion``, with characters of the text), ``doc._.stars`` and ``span._.opinions``
(those inside a span, a sentence say). spaCy finds it by itself where voxpop is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from voxpop.errors import MissingExtra
from voxpop.read_texts import BATCH, ReadText, read_texts

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
except ImportError:
    raise MissingExtra("voxpop.spacy", "spacy") from None

Doc.set_extension("opinions", default=(), force=True)
Doc.set_extension("stars", default=None, force=True)
Span.set_extension("opinions", getter=lambda span: opinions_in(span), force=True)


def opinions_in(span: Any) -> list[Any]:
    """Return the opinions whose words lie in a span."""
    first, last = span.start_char, span.end_char
    return [opinion for opinion in span.doc._.opinions if first <= opinion.start and opinion.end <= last]


class OpinionComponent:
    """Reads the text of each document; its tokens are not looked at."""

    def __init__(self, lang: str, fast: bool) -> None:
        self.lang, self.fast = lang, fast

    def __call__(self, doc: Any) -> Any:
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Any], batch_size: int = BATCH) -> Iterator[Any]:
        """Read documents some at a time."""
        documents = iter(stream)
        while batch := list(islice(documents, batch_size)):
            for doc, read in zip(batch, self._read(batch), strict=True):
                doc._.opinions, doc._.stars = read.opinions, read.stars.stars if read.stars else None
                yield doc

    def _read(self, batch: list[Any]) -> list[ReadText]:
        return read_texts([doc.text for doc in batch], lang=self.lang, fast=self.fast)


def make_component(nlp: Any, name: str, lang: str, fast: bool) -> OpinionComponent:
    """Return the component, as spaCy asks for it."""
    del nlp, name
    return OpinionComponent(lang, fast)


Language.factory(
    "voxpop",
    default_config={"lang": "auto", "fast": False},
    assigns=["doc._.opinions", "doc._.stars"],
    func=make_component,
)
