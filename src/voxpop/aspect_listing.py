"""Lists of aspects alone, without sentiment: what ``voxpop aspects`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from voxpop.aspects import TAGGED, Corpus, Targets, group
from voxpop.lang import language
from voxpop.part_extraction import extract, places_by_language
from voxpop.pipeline import find_terms
from voxpop.settings import Settings
from voxpop.shards import BATCH_SIZE, Progress
from voxpop.types import AspectGroup, Rejected, Review


@dataclass(frozen=True, slots=True)
class ListedAspect:
    """An aspect, its terms, how often they are read, and the score of its method."""

    name: str
    terms: list[str]
    support: int
    score: float


def read_corpora(
    rows: Iterable[Review | Rejected], settings: Settings, *, progress: Progress
) -> dict[str, Corpus | Targets]:
    """Return what the aspects of the reviews are learned from, by language."""
    corpora: dict[str, Corpus | Targets] = {}
    done = 0
    for reviews in _batches(row for row in rows if isinstance(row, Review)):
        for lang, places in places_by_language(reviews).items():
            texts = [reviews[place].text for place in places]
            corpus = corpora.setdefault(lang, Targets() if settings.method == TAGGED else Corpus())
            if isinstance(corpus, Corpus):
                corpus.add(chain.from_iterable(language(lang).parse(texts)), language(lang))
                continue
            for extraction in extract(texts, lang, settings):
                corpus.seen += len(extraction.sentences)
                for term in extraction.terms:
                    if term.term:
                        corpus.add(term.term, term.lemmas, names=term.is_name)
        done += len(reviews)
        progress("read", done, None)
    return corpora


def list_aspects(corpus: Corpus | Targets, lang: str, settings: Settings, *, grouped: bool) -> list[ListedAspect]:
    """Return the aspects of a corpus, best first, as groups or each term by itself."""
    terms = find_terms(corpus, lang, settings)
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
