"""Lists of aspects alone, without sentiment: what ``voxpop aspects`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, starmap

from voxpop.aspects import TAGGED, Corpus, compact, group
from voxpop.lang import language
from voxpop.part_extraction import extract, places_by_language, tagged_sentences
from voxpop.pipeline import aspect_method
from voxpop.settings import Settings
from voxpop.shards import BATCH_SIZE, Progress
from voxpop.types import AspectGroup, CompactSentence, Rejected, Review


@dataclass(frozen=True, slots=True)
class ListedAspect:
    """An aspect, its terms, how many sentences hold one of them, and the score of its method."""

    name: str
    terms: list[str]
    support: int
    score: float


def read_corpora(rows: Iterable[Review | Rejected], settings: Settings, *, progress: Progress) -> dict[str, Corpus]:
    """Return the sentences of the reviews that aspects are learned from, by language."""
    corpora: dict[str, Corpus] = {}
    done = 0
    for reviews in _batches(row for row in rows if isinstance(row, Review)):
        for lang, places in places_by_language(reviews).items():
            texts = [reviews[place].text for place in places]
            corpora.setdefault(lang, Corpus()).extend(_sentences(texts, lang, settings))
        done += len(reviews)
        progress("read", done, None)
    return corpora


def list_aspects(corpus: Corpus, lang: str, settings: Settings, *, grouped: bool) -> list[ListedAspect]:
    """Return the aspects of a corpus, best first, as groups or each term by itself."""
    terms = aspect_method(lang, settings)(corpus, language(lang))
    if grouped:
        groups = group(terms, corpus, language(lang), similarity=settings.similarity, top=settings.top)
    else:
        groups = [AspectGroup(term.text, (term.text,)) for term in terms[: settings.top]]
    score = {term.text: term.score for term in terms}
    supports = corpus.support([aspect.terms for aspect in groups])
    return [
        ListedAspect(aspect.name, list(aspect.terms), support, max(score[text] for text in aspect.terms))
        for aspect, support in zip(groups, supports, strict=True)
    ]


def _batches(reviews: Iterable[Review]) -> Iterator[list[Review]]:
    stream = iter(reviews)
    while batch := list(islice(stream, BATCH_SIZE)):
        yield batch


def _sentences(texts: Sequence[str], lang: str, settings: Settings) -> Iterator[CompactSentence]:
    """Yield the sentences of some texts, with the terms of the model only where the method asks for them."""
    if settings.method == TAGGED:
        for extraction in extract(texts, lang, settings):
            yield from starmap(compact, tagged_sentences(extraction))
    else:
        for sentences in language(lang).parse(texts):
            yield from map(compact, sentences)
