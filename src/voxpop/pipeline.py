"""The main path, on one page: reviews in, aspects with sentiment and proof out.

    read → curate → examine (parse, phrases, sentiment, what each is about; one part at a time, on as many workers as
           there are)
         → learn (which phrases name aspects, and which of them the same one)
         → decide (which mentions are opinions on those aspects) → tally → the table

Who runs the loop (``Runner``) and who keeps the results (``Keeper``) are handed in; ``voxpop.analysis`` wires them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, islice
from math import ceil
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

from voxpop.aggregate import Counts, Row
from voxpop.aggregate.adopt import adopt
from voxpop.aggregate.settle import opinion, settle
from voxpop.aggregate.sheet import Sheet
from voxpop.aggregate.sheet_file import load
from voxpop.aspects import METHODS, TAGGED, Corpus, Group, Line, Method, compact, group, prominent, tagged
from voxpop.entities.mentions import Product
from voxpop.entities.product_inference import infer_product
from voxpop.entities.product_titles import is_number
from voxpop.entities.resolve import ResolvedReview, resolve_reviews
from voxpop.errors import OptionError, choose
from voxpop.extract import Extraction
from voxpop.extract.custom_categories import CustomHeads
from voxpop.extract.extractors import check_weights, engine_name, extractor
from voxpop.lang import LANGUAGES, language
from voxpop.parts import OPINIONS, Part, comparison_table, mention_table, sentence_table
from voxpop.settings import SIDES, Settings
from voxpop.types import Aspect, Opinion, Rejected, Review

PART = 256  # reviews examined at a time
ITSELF = 0.8  # the share of its mentions from which on a term stands for the product itself
RARE = 0.01  # the share of the reviews that a category of the reader must be spoken of in
Progress = Callable[[str, int], None]  # stage, how many done so far


class Runner(Protocol):
    def map(self, work: Callable[[list[Review]], Part], parts: Iterable[list[Review]]) -> Iterator[Part]:
        """Do the work on each part and give the results in order."""


class Keeper(Protocol):
    def add_part(
        self, reviews: Sequence[Review], sentences: pa.Table, mentions: pa.Table, comparisons: pa.Table
    ) -> None: ...
    def add_rejected(self, rejected: Sequence[Rejected]) -> None: ...
    def add_opinions(self, opinions: pa.Table) -> None: ...
    def keep_opinions_on(self, known: Iterable[tuple[str, str]]) -> None: ...
    def add_aspects(self, aspects: Sequence[Aspect]) -> None: ...
    def mentions_of(self, terms: Iterable[str], *, lang: str) -> Iterator[list[dict[str, Any]]]: ...
    def terms_of_product(self, *, lang: str, share: float, least: int) -> set[str]: ...
    def texts(self, ids: Iterable[str]) -> dict[str, str]: ...


def run(
    items: Iterable[Review | Rejected], settings: Settings, *, runner: Runner, keeper: Keeper, progress: Progress
) -> None:
    """Analyse curated reviews into a keeper."""
    check(settings)
    sheet = load(settings.aspects) if settings.aspects else Sheet()
    corpora: dict[str, Corpus] = {}
    voices: Counter[str] = Counter()
    done = 0
    for part in runner.map(partial(examine, settings=settings), parts(items, keeper, size=part_size(settings))):
        keeper.add_part(part.reviews, part.sentences, part.mentions, part.comparisons)
        for lang, lines in part.lines.items():
            corpora.setdefault(lang, Corpus()).extend(lines)
        voices.update(review.lang or "en" for review in part.reviews)
        done += len(part.reviews)
        progress("read", done)
    fewest = 2 if done >= 20 else 1  # one voice among many is no aspect
    rows: list[Row] = []
    known: list[tuple[str, str]] = []
    for lang, corpus in corpora.items():
        progress("learn", len(corpus))
        product = keeper.terms_of_product(lang=lang, share=ITSELF, least=3)
        groups = known_again(learn(corpus, lang, settings, product=product), sheet, lang)
        counts = Counts({group.name: group.terms for group in groups})
        named: Counter[str] = Counter()
        for opinions in decide(groups, lang, keeper):
            counts.add([one for one in opinions if one.about in SIDES[settings.about]])
            named.update(name for _, name in {(one.review_id, one.aspect) for one in opinions if one.aspect})
        rows += table(counts, lang, settings, keeper, fewest=fewest, voices=voices[lang])
        known += [(lang, name) for name, reviews in named.items() if reviews >= fewest]
    rows = sorted(rows, key=lambda row: -row.aspect.reviews)
    rows = [row for place, row in enumerate(rows) if place < settings.top or row.aspect.id in sheet.ids()]
    aspects = [aspect for row in rows for aspect in (row.aspect, *row.under)]
    keeper.keep_opinions_on(known)
    keeper.add_aspects(aspects)


def table(counts: Counts, lang: str, settings: Settings, keeper: Keeper, *, fewest: int, voices: int) -> list[Row]:
    """The rows of a language, by category only where the reader read; what it finds no feelings about is no row."""
    read = engine_name(lang, settings.sentiment) == "reader"
    felt = fewest if read and fewest > 1 else 0
    rare = 0 if settings.categories else ceil(RARE * voices)
    by = settings.by if read else "terms"
    return counts.table(by, lang=lang, texts=keeper.texts, fewest=fewest, felt=felt, rare=rare)


def check(settings: Settings) -> None:
    """Find a wrong name before hours of work, not after."""
    choose("aspect method", settings.method, (*METHODS, TAGGED))
    if settings.aspects is not None:
        load(settings.aspects)
    if settings.categories is not None:
        heads = CustomHeads.load(Path(settings.categories))
        if settings.lang not in ("auto", heads.lang):
            raise OptionError(f"The categories in {settings.categories} are for {LANGUAGES[heads.lang]} reviews.")
        settings = replace(settings, lang=heads.lang)
    if settings.sentiment == "reader":
        check_weights(languages(settings))
    if uses_reader(settings):
        return
    asked = {"--categories": settings.categories is not None, f"--by {settings.by}": settings.by != "terms",
             "--method model": settings.method == TAGGED}  # fmt: skip
    for option in (option for option, given in asked.items() if given):
        raise OptionError(
            f"{option} needs the reader. The lexicon was asked for, or there are no weights for "
            f"{' and '.join(LANGUAGES[lang] for lang in languages(settings))}: voxpop models lists what there is."
        )


def languages(settings: Settings) -> list[str]:
    """Those that the reviews may be in."""
    return list(LANGUAGES) if settings.lang == "auto" else [settings.lang]


def uses_reader(settings: Settings) -> bool:
    return "reader" in {engine_name(lang, settings.sentiment) for lang in languages(settings)}


def part_size(settings: Settings) -> int:
    """Small parts where each takes long, so that all cores have work and readings do not pile up."""
    return PART // 4 if uses_reader(settings) else PART


def parts(items: Iterable[Review | Rejected], keeper: Keeper, *, size: int = PART) -> Iterator[list[Review]]:
    """Reviews some at a time; the rejected go straight to the keeper."""
    reviews: list[Review] = []
    rejected: list[Rejected] = []
    for item in items:
        if isinstance(item, Review):
            reviews.append(item)
        else:
            rejected.append(item)
        if len(reviews) == size:
            yield reviews
            reviews = []
        if len(rejected) == PART:
            keeper.add_rejected(rejected)
            rejected = []
    keeper.add_rejected(rejected)
    if reviews:
        yield reviews


def batches(reviews: Iterable[Review]) -> Iterator[list[Review]]:
    stream = iter(reviews)
    while batch := list(islice(stream, PART)):
        yield batch


def examine(reviews: list[Review], *, settings: Settings) -> Part:
    """Sentences, noun phrases and what is said of each. Needs no other review, so any worker can do it."""
    heard: list[Extraction] = [Extraction((), ())] * len(reviews)
    understood: list[ResolvedReview] = [ResolvedReview()] * len(reviews)
    by_language: dict[str, list[int]] = {}
    for place, review in enumerate(reviews):
        by_language.setdefault(review.lang or "en", []).append(place)
    lines: dict[str, list[Line]] = {}
    for lang, places in by_language.items():
        texts = [reviews[place].text for place in places]
        products = [product(reviews[place], settings) for place in places]
        results = extract(texts, lang, settings, states=True)
        inferred = infer_product((result.sentences for result in results), lang=lang)
        meant = resolve_reviews(texts, results, lang=lang, products=products, inferred=inferred)
        lines[lang] = [line for result in results for line in lines_of(result)]
        for place, result, meaning in zip(places, results, meant, strict=True):
            heard[place], understood[place] = result, meaning
    rated = [predicted(review, result) for review, result in zip(reviews, heard, strict=True)]
    return Part(rated, sentence_table(heard), mention_table(heard, understood), comparison_table(understood), lines)


def extract(texts: Sequence[str], lang: str, settings: Settings, *, states: bool = False) -> list[Extraction]:
    """Parsed, and judged by the engine that is chosen for the language."""
    engine = extractor(lang, settings.sentiment, settings.categories)
    return engine.extract(texts, language(lang).parse(texts), states=states)


def product(review: Review, settings: Settings) -> Product:
    """What a review is of: the product that all are of, or the one that its row names, unless it only numbers it.

    Where neither is told, what people call it will do.
    """
    own = review.product if review.product and not is_number(review.product) else None
    return Product(settings.product or own or next(iter(settings.aliases), None), settings.aliases)


def lines_of(heard: Extraction) -> Iterator[Line]:
    """What the aspect methods learn from."""
    for place, sentence in enumerate(heard.sentences):
        yield compact(sentence, heard.tagged_phrases[place] if heard.tagged_phrases else ())


def predicted(review: Review, heard: Extraction) -> Review:
    """The review with the stars that its text deserves."""
    if heard.rating is None:
        return review
    stars, low, high, chances = heard.rating
    return replace(review, predicted_stars=stars, predicted_low=low, predicted_high=high, star_probabilities=chances)


def method(lang: str, settings: Settings) -> Method:
    """How aspects are found: by one of the methods that need no weights, or by what the reader tagged, if it read."""
    if settings.method == TAGGED:
        return tagged if engine_name(lang, settings.sentiment) == "reader" else prominent
    return METHODS[settings.method]


def learn(corpus: Corpus, lang: str, settings: Settings, *, product: Container[str] = ()) -> list[Group]:
    """Which terms name aspects, and which of them the same one; the product itself is no aspect of it."""
    terms = [term for term in method(lang, settings)(corpus, language(lang)) if term.text not in product]
    return group(terms, corpus, language(lang), similarity=settings.similarity, top=settings.top)


def known_again(groups: Sequence[Group], sheet: Sheet, lang: str) -> list[Group]:
    """The groups with the user's own aspects among them."""
    if not len(sheet):
        return list(groups)
    adopted = adopt({group.name: group.terms for group in groups}, sheet, lang=lang)
    return [Group(name, terms) for name, terms in adopted.items()]


def gather(items: Iterable[Review | Rejected], settings: Settings, *, progress: Progress) -> dict[str, Corpus]:
    """The corpora alone, by language, for those who only want the aspects."""
    corpora: dict[str, Corpus] = {}
    done = 0
    for reviews in batches(item for item in items if isinstance(item, Review)):
        by_language: dict[str, list[str]] = {}
        for review in reviews:
            by_language.setdefault(review.lang or "en", []).append(review.text)
        for lang, texts in by_language.items():
            corpora.setdefault(lang, Corpus()).extend(lines_for(texts, lang, settings))
        done += len(reviews)
        progress("read", done)
    return corpora


def lines_for(texts: Sequence[str], lang: str, settings: Settings) -> Iterator[Line]:
    """The lines of some texts, with the reader's terms only where the method asks for them."""
    if settings.method == TAGGED:
        for heard in extract(texts, lang, settings):
            yield from lines_of(heard)
    else:
        for sentences in language(lang).parse(texts):
            yield from map(compact, sentences)


def listing(corpus: Corpus, lang: str, settings: Settings, *, grouped: bool) -> list[dict[str, Any]]:
    """The aspects of a corpus, best first, as groups or each term by itself, and how many sentences hold each."""
    terms = method(lang, settings)(corpus, language(lang))
    if grouped:
        groups = group(terms, corpus, language(lang), similarity=settings.similarity, top=settings.top)
    else:
        groups = [Group(term.text, (term.text,)) for term in terms[: settings.top]]
    score = {term.text: term.score for term in terms}
    support = corpus.support([found.terms for found in groups])
    return [
        {
            "name": found.name,
            "terms": list(found.terms),
            "support": held,
            "score": max(score[text] for text in found.terms),
        }
        for found, held in zip(groups, support, strict=True)
    ]


def decide(groups: Sequence[Group], lang: str, keeper: Keeper) -> Iterator[list[Opinion]]:
    """Mentions of aspect terms become opinions, and so do others that speak of a category."""
    aspect_of = {term: group.name for group in groups for term in group.terms}
    for rows in keeper.mentions_of(aspect_of, lang=lang):
        for row in rows:
            row["aspect"], row["polarity"] = aspect_of.get(row["term"]), row["polarity"] or 0.0
        kept = [row for _, said in groupby(rows, key=lambda row: row["review"]) for row in settle(list(said))]
        keeper.add_opinions(pa.Table.from_pylist(kept, schema=OPINIONS))
        yield [opinion(row) for row in kept]
