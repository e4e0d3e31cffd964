"""What texts say of which things: opinions of reviews and of summary sentences, read by the same extractor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from voxpop.check.referents import Referents, referents
from voxpop.entities import Discourse
from voxpop.entities.owners import OpinionOwners
from voxpop.entities.product_inference import infer_product
from voxpop.entities.resolve import Resolution, has_scorer, resolve_reviews
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import ExtractedTerm, Extraction, Opinion, Product, Sentence

FELT = 0.05  # the size of polarity from which something is for or against


@dataclass(frozen=True, slots=True)
class View:
    """A text as the checker sees it."""

    id: str
    text: str
    lang: str
    sentences: tuple[Sentence, ...]
    opinions: tuple[Opinion, ...]
    discourse: Discourse
    product: Product | None = None
    referents: Callable[[], Referents | None] | None = field(default=None, repr=False, compare=False)

    def named(self, name: str) -> View:
        """The same view of a text with another id."""
        if name == self.id:
            return self
        return replace(self, id=name, opinions=tuple(replace(one, review_id=name) for one in self.opinions))


def views(
    texts: Sequence[str],
    lang: str,
    *,
    ids: Sequence[str] | None = None,
    product: Product | None = None,
    sentiment: str = "auto",
) -> list[View]:
    """Each text parsed, heard, and its mentions resolved."""
    heard = extractor(lang, sentiment).extract(texts, language(lang).parse(texts), states=has_scorer(lang))
    inferred = infer_product((one.sentences for one in heard), lang=lang)
    meant = resolve_reviews(texts, heard, lang=lang, products=[product] * len(texts), inferred=inferred)
    names = ids or [str(number) for number in range(1, len(texts) + 1)]
    together = zip(names, texts, heard, meant, strict=True)
    return [_view(*one, lang=lang, product=product) for one in together]


def _view(name: str, text: str, heard: Extraction, meant: Resolution, *, lang: str, product: Product | None) -> View:
    opinions = tuple(_opinion(name, text, said, meant.owners) for said in settled(heard.terms))
    chances = None if heard.reading is None else partial(referents, text, lang, product)
    return View(name, text, lang, tuple(heard.sentences), opinions, meant.discourse, product, chances)


def settled(said: Sequence[ExtractedTerm]) -> list[ExtractedTerm]:
    """What is felt for or against, each place once: a tagged term before other phrases, longer before shorter."""
    felt = [one for one in said if one.judgement.polarity is not None and abs(one.judgement.polarity) >= FELT]
    kept: list[ExtractedTerm] = []
    for one in sorted(felt, key=lambda one: (not one.tagged, not one.term, one.start - one.end)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept)


def _opinion(name: str, text: str, said: ExtractedTerm, owners: OpinionOwners) -> Opinion:
    about, entity = owners.about(owners.at(said.start, said.end), said.start, said.end)
    judged = said.judgement
    return Opinion(
        review_id=name,
        start=said.start,
        end=said.end,
        text=text[said.start : said.end],
        aspect=said.term or said.category or "",
        polarity=judged.polarity or 0.0,
        category=said.category,
        opinion_words=judged.opinion_words,
        evidence=judged.evidence,
        about=about,
        confidence=judged.confidence,
        entity=entity,
    )
