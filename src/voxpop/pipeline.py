"""The main path, on one page: reviews in, aspects with sentiment and proof out.

    read → curate → examine (parse, phrases, sentiment; one part at a time, on as many workers as there are)
         → learn (which phrases name aspects, and which of them the same one)
         → decide (which mentions are opinions on those aspects) → tally → the table

Who runs the loop (``Runner``) and who keeps the results (``Keeper``) are handed in; ``voxpop.analysis`` wires them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Protocol

import pyarrow as pa

from voxpop.aggregate import Tally
from voxpop.aspects import METHODS, Corpus, Group, Line, compact, group
from voxpop.errors import choose
from voxpop.sentiment.lexicon import engine
from voxpop.settings import Settings
from voxpop.text import language
from voxpop.types import Aspect, Opinion, Rejected, Review, Sentence, Span

PART = 256  # reviews examined at a time
Progress = Callable[[str, int], None]  # stage, how many done so far

SENTENCES = pa.schema({"review": pa.int64(), "start": pa.int32(), "end": pa.int32()})
MENTIONS = pa.schema({
    "review": pa.int64(), "start": pa.int32(), "end": pa.int32(), "term": pa.string(), "polarity": pa.float32(),
    "opinion_words": pa.list_(pa.int32()), "evidence_start": pa.int32(), "evidence_end": pa.int32(),
    "confidence": pa.float32(), "about": pa.string(),
})  # fmt: skip
OPINIONS = pa.schema([
    *(MENTIONS.field(name) for name in MENTIONS.names if name != "term"),
    pa.field("text", pa.string()), pa.field("aspect", pa.string()), pa.field("category", pa.string()),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """What could be found in some reviews without knowing the others; ``review`` columns count within the part."""

    reviews: Sequence[Review]
    sentences: pa.Table
    mentions: pa.Table
    lines: Mapping[str, Sequence[Line]]  # by language, for the aspect methods to learn from


class Runner(Protocol):
    def map(self, work: Callable[[list[Review]], Part], parts: Iterable[list[Review]]) -> Iterator[Part]:
        """Do the work on each part and give the results in order."""


class Keeper(Protocol):
    def add_part(self, reviews: Sequence[Review], sentences: pa.Table, mentions: pa.Table) -> None: ...
    def add_rejected(self, rejected: Sequence[Rejected]) -> None: ...
    def add_opinions(self, opinions: pa.Table) -> None: ...
    def add_aspects(self, aspects: Sequence[Aspect]) -> None: ...
    def mentions_of(self, terms: Iterable[str], *, lang: str) -> Iterator[list[dict[str, Any]]]: ...
    def texts(self, ids: Iterable[str]) -> dict[str, str]: ...


def run(
    items: Iterable[Review | Rejected], settings: Settings, *, runner: Runner, keeper: Keeper, progress: Progress
) -> None:
    """Analyse curated reviews into a keeper."""
    check(settings)
    corpora: dict[str, Corpus] = {}
    done = 0
    for part in runner.map(partial(examine, sentiment="lexicon"), parts(items, keeper)):
        keeper.add_part(part.reviews, part.sentences, part.mentions)
        for lang, lines in part.lines.items():
            corpora.setdefault(lang, Corpus()).extend(lines)
        done += len(part.reviews)
        progress("read", done)
    aspects: list[Aspect] = []
    for lang, corpus in corpora.items():
        progress("learn", len(corpus))
        groups = learn(corpus, lang, settings)
        tally = Tally()
        for opinions in decide(groups, lang, keeper):
            tally.add(opinions)
        terms = {group.name: group.terms for group in groups}
        aspects += tally.aspects(terms, lang=lang, texts=keeper.texts)
    fewest = 2 if done >= 20 else 1  # one voice among many is no aspect
    aspects = [aspect for aspect in aspects if aspect.reviews >= fewest]
    keeper.add_aspects(sorted(aspects, key=lambda aspect: -aspect.reviews)[: settings.top])


def check(settings: Settings) -> None:
    """Find a wrong name before hours of work, not after."""
    choose("aspect method", settings.method, METHODS)


def parts(items: Iterable[Review | Rejected], keeper: Keeper) -> Iterator[list[Review]]:
    """Reviews some at a time; the rejected go straight to the keeper."""
    reviews: list[Review] = []
    rejected: list[Rejected] = []
    for item in items:
        if isinstance(item, Review):
            reviews.append(item)
        else:
            rejected.append(item)
        if len(reviews) == PART:
            yield reviews
            reviews = []
        if len(rejected) == PART:
            keeper.add_rejected(rejected)
            rejected = []
    keeper.add_rejected(rejected)
    if reviews:
        yield reviews


def examine(reviews: list[Review], *, sentiment: str) -> Part:
    """Sentences, noun phrases and what is said of each. Needs no other review, so any worker can do it."""
    parsed: list[tuple[Sentence, ...]] = [()] * len(reviews)
    by_language: dict[str, list[int]] = {}
    for place, review in enumerate(reviews):
        by_language.setdefault(review.lang or "en", []).append(place)
    lines: dict[str, list[Line]] = {}
    for lang, places in by_language.items():
        results = language(lang).parse([reviews[place].text for place in places])
        lines[lang] = [compact(sentence) for sentences in results for sentence in sentences]
        for place, sentences in zip(places, results, strict=True):
            parsed[place] = sentences
    return Part(reviews, sentence_table(parsed), mention_table(reviews, parsed, sentiment=sentiment), lines)


def sentence_table(parsed: Sequence[Sequence[Sentence]]) -> pa.Table:
    rows = [(place, sentence.start, sentence.end) for place, sentences in enumerate(parsed) for sentence in sentences]
    return columns(rows, SENTENCES)


def mention_table(reviews: Sequence[Review], parsed: Sequence[Sequence[Sentence]], *, sentiment: str) -> pa.Table:
    rows: list[tuple[Any, ...]] = []
    for place, (review, sentences) in enumerate(zip(reviews, parsed, strict=True)):
        reader = engine(review.lang or "en", sentiment)
        for sentence in sentences:
            for phrase, judgement in zip(sentence.phrases, reader.judge(sentence), strict=True):
                start, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
                words = [offset for span in judgement.opinion_words for offset in span]
                rows.append((place, start, end, phrase.term, judgement.polarity, words, *judgement.evidence,
                             judgement.confidence, "main"))  # fmt: skip
    return columns(rows, MENTIONS)


def columns(rows: Sequence[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    turned = zip(*rows, strict=True) if rows else ([] for _ in schema)
    return pa.table([pa.array(column, field.type) for column, field in zip(turned, schema, strict=True)], schema=schema)


def learn(corpus: Corpus, lang: str, settings: Settings) -> list[Group]:
    """Which terms name aspects, and which of them the same one."""
    terms = METHODS[settings.method](corpus, language(lang))
    return group(terms, corpus, language(lang), similarity=settings.similarity, top=settings.top)


def gather(items: Iterable[Review | Rejected], *, progress: Progress) -> dict[str, Corpus]:
    """The corpora alone, by language, for those who only want the aspects."""
    corpora: dict[str, Corpus] = {}
    for done, review in enumerate((item for item in items if isinstance(item, Review)), start=1):
        lang = review.lang or "en"
        corpora.setdefault(lang, Corpus()).add(language(lang).parse([review.text])[0])
        progress("read", done)
    return corpora


def listing(corpus: Corpus, lang: str, settings: Settings, *, grouped: bool) -> list[dict[str, Any]]:
    """The aspects of a corpus, best first, as groups or each term by itself, and how many sentences hold each."""
    terms = METHODS[settings.method](corpus, language(lang))
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
    """Mentions of aspect terms become opinions; of overlapping ones the leftmost, then the longest."""
    aspect_of = {term: group.name for group in groups for term in group.terms}
    for rows in keeper.mentions_of(aspect_of, lang=lang):
        kept = [row for _, said in groupby(rows, key=lambda row: row["review"]) for row in apart(said)]
        for row in kept:
            row["aspect"], row["category"], row["polarity"] = aspect_of[row["term"]], None, row["polarity"] or 0.0
        keeper.add_opinions(pa.Table.from_pylist(kept, schema=OPINIONS))
        yield [opinion(row) for row in kept]


def apart(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Those that do not overlap an earlier one; rows come by start, longest first."""
    reached = 0
    for row in rows:
        if row["start"] >= reached:
            reached = row["end"]
            yield row


def opinion(row: Mapping[str, Any]) -> Opinion:
    words = row["opinion_words"]
    return Opinion(
        review_id=row["review_id"],
        start=row["start"],
        end=row["end"],
        text=row["text"],
        aspect=row["aspect"],
        polarity=row["polarity"],
        opinion_words=tuple(Span(words[i], words[i + 1]) for i in range(0, len(words), 2)),
        evidence=Span(row["evidence_start"], row["evidence_end"]),
        about=row["about"],
        confidence=row["confidence"],
    )
