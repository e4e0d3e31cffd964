"""The whole path of an analysis, from a source of reviews to the finished file, read from top to bottom.

    check the settings       checks_before_run.py
    read                     ingest/reading.py, columns.py, encoding.py, star_ratings.py, dates.py …
    curate                   ingest/curate.py: duplicates.py, adverts.py, text_quality.py, mask.py …
    cut into shards          store/run_folder.py: the reviews wait in files, a worker reads one after the other
    find boilerplate         ingest/boilerplate_finder.py: stamps and templates that repeat over the rows
    detect the domain        extract/domains.py: the kind of product, and the categories that can occur
    parse                    lang/<code>/parser.py: sentences, tokens, tags, noun phrases of a language
    find names               entities/names.py: names of the product and of others
    extract                  extract/opinion_extractor.py: by the model of the language, full or small (--fast)
    resolve                  entities/review_mentions.py: whose product each mention and comparison is of
    pack                     part_files.py: what was extracted from a shard is a Parquet file, the part
    collect                  store/draft.py: the parts, in order, are the tables of the file
    fit star intervals       extract/predicted_stars.py: as wide as the file's own stars ask for, if it has enough
    learn the aspects        aspects/prominent.py, freq.py, hu_liu.py …; grouping.py puts near-synonyms together
    select opinions          aggregate/select_opinions.py: no word of a review counts twice
    choose and count rows    aggregate/aspect_table.py, store/counting.py: the one definition of a count
    find key points          aggregate/key_points.py: statements that say the same
    record the run           run_facts.py: versions, weights, settings
    summarize                summarize/findings.py, summary.py; the words are lang/<code>/data/summary_wording.toml
    commit                   store/draft.py: written beside the destination, which it replaces when it is complete

From parse to pack each review stands alone: workers (``engines/``) do it, a shard at a time. A run that was killed goes
on with the shards that have no part yet. ``voxpop.types`` lists the data classes that travel along the path. The engine
that runs the workers, the folder of the run and the store that keeps the results are passed in (``voxpop.analysis``
chooses them), so that this module depends on none of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from itertools import chain
from math import ceil
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple, Protocol

from voxpop import timings
from voxpop.aggregate.adopt import adopt
from voxpop.aggregate.aspect_table import Least, in_order, possible_rows, rows_with_enough
from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.damage import damage, first_rows
from voxpop.aggregate.key_points import StatementGroup, Statements, group_statements
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.select_opinions import select_opinions
from voxpop.aggregate.sheet import Sheet
from voxpop.aggregate.sheet_file import load
from voxpop.arrow_tables import comparison_table, mention_table, sentence_table, statement_table
from voxpop.aspects import AUTO, METHODS, TAGGED, Corpus, Method, compact, group, tagged
from voxpop.checks_before_run import check_settings
from voxpop.entities.names import names_in_texts
from voxpop.entities.product_titles import is_number
from voxpop.entities.review_mentions import resolved_review
from voxpop.entities.rivals import Rivals, add_names, count_names
from voxpop.errors import VoxpopError, WorkerDeath, WorkerError
from voxpop.extract.domains import Domain, DomainDetector, given_domains
from voxpop.extract.extractors import extractor
from voxpop.extract.form_labels import ignore_labels
from voxpop.extract.opinion_extractor import OVERALL
from voxpop.garbage import seldom_collected
from voxpop.ingest import Curator, FileChoice, check_content, read_reviews
from voxpop.ingest.boilerplate import Boilerplate, MarkedText
from voxpop.ingest.boilerplate_finder import BoilerplateFinder
from voxpop.ingest.known_rows import KnownRows
from voxpop.lang import DEFAULT, language
from voxpop.part_files import Part, PartSummary, join, learning_sentences, pack, read_part, read_shard, write_part
from voxpop.run_facts import run_facts
from voxpop.settings import Settings
from voxpop.summarize import SummaryOptions, summaries
from voxpop.summarize.findings import SummarySource
from voxpop.timings import stage
from voxpop.types import (
    Aspect,
    AspectGroup,
    Claim,
    CompactSentence,
    ExtractedPart,
    Extraction,
    NameUse,
    Product,
    Rejected,
    ResolvedReview,
    Review,
    ReviewMentions,
    ReviewOpinions,
    Spellings,
)

PART = 64  # reviews that are extracted at a time: few, so that memory stays small
FIRST_NEWS = 4 * PART  # reviews; if shards are larger, the first one is read in pieces
MOST_DEATHS = 8  # of workers, one after the other: then it is not for a review that they die
HANG = 900.0  # seconds for some reviews that are extracted at a time
EXIT_HUNG = 75
WORKER = "VOXPOP_WORKER"  # set in the environment of workers
FEW_FAILURES, FAILED_SHARE = 3, 0.01  # reviews that may be set aside because reading them failed
PRODUCT_SHARE = 0.3  # a term of which so much is said on the whole means the product itself, and is no aspect of it
CATEGORY_SHARE = 0.01  # the share of the reviews that must speak of a category for it to be a row
NO_BOILERPLATE = Boilerplate()
NO_DOMAINS: Mapping[str, Domain] = {}
Progress = Callable[[str, int, int | None], None]  # the stage, how many reviews or sentences are done, and of how many


@dataclass(frozen=True, slots=True)
class ShardTask:
    """Some reviews that a worker is to read, and where the part goes that it makes of them."""

    shard: int
    source: Path  # the file of the reviews
    start: int  # the reviews [start:stop] of that file
    stop: int
    first: int  # the place of the first of them in the shard
    target: Path

    def halves(self) -> list[ShardTask]:
        """Return two tasks for this one, cut where the reviews are cut that are extracted together."""
        size = self.stop - self.start
        middle = self.start + (size // 2 if size <= PART else PART * ceil(size / PART / 2))
        first, last = replace(self, stop=middle), replace(self, start=middle, first=self.first + middle - self.start)
        return [task.piece() for task in (first, last)]

    def small_pieces(self) -> list[ShardTask]:
        """Return tasks of no more reviews than are extracted together."""
        if self.stop - self.start <= PART:
            return [self]
        return [piece for half in self.halves() for piece in half.small_pieces()]

    def piece(self) -> ShardTask:
        """Return the task with a target of its own."""
        name = f".part-{self.shard:05}.{self.start}-{self.stop}.tmp"
        return replace(self, target=self.target.with_name(name))


class ShardResult(NamedTuple):
    """What came of a task: how many reviews were read, how many of them in vain, and the seconds of each stage."""

    read: int
    unread: int
    seconds: Mapping[str, float]


Outcome = ShardResult | Exception


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What is known when all rows are read and curated, and every worker needs."""

    reviews: int
    boilerplate: Boilerplate = NO_BOILERPLATE
    domains: Mapping[str, Domain] = field(default_factory=dict)
    choices: Sequence[FileChoice] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # of curation


class Engine(Protocol):
    """Runs the work on the shards: in worker processes of this machine, or on a cluster (``engines/``)."""

    def map(
        self, work: Callable[[ShardTask], Outcome], tasks: Iterable[ShardTask], *, isolated: bool = False
    ) -> Iterator[tuple[ShardTask, Outcome]]:
        """Do the work on each task and yield the outcomes as they come; a worker that died is a WorkerDeath.

        ``isolated`` work is never done in this process.
        """


@dataclass(frozen=True, slots=True)
class EarlierRun:
    """An analysis that takes in more reviews: what it knew of its own, and which rows it has."""

    plan: RunPlan
    sources: Sequence[str]  # the files that it was made from
    rows: Callable[[], Iterator[Review | Rejected]]
    since: date | None = None  # rows of before are passed over

    def since_only(self, rows: Iterable[Review | Rejected]) -> Iterator[Review | Rejected]:
        """Yield the rows that are not of before, or tell no date."""
        for row in rows:
            if self.since is None or isinstance(row, Rejected) or row.date is None or row.date >= self.since:
                yield row


class Run(Protocol):
    """The files of a run: ``RunFolder`` in ``store/run_folder.py``."""

    plan: RunPlan | None  # None until all rows are read
    was_interrupted: bool

    def keep(self, rows: Iterable[Review | Rejected]) -> int: ...
    def save(self, plan: RunPlan) -> None: ...
    def missing(self) -> list[ShardTask]: ...
    def rejected(self) -> Iterator[list[Rejected]]: ...
    def parts(self) -> Iterator[Part]: ...


class AnalysisStore(SummarySource, Protocol):
    """Keeps the results: ``Draft`` in ``store/draft.py``."""

    def add_rejected(self, rejected: Sequence[Rejected]) -> None: ...
    def add_part(self, part: Part) -> None: ...
    def corpora(self) -> Corpora: ...
    def put_corpora(self, corpora: Corpora, plan: RunPlan) -> None: ...
    def fit_star_intervals(self) -> dict[str, dict[str, Any]]: ...
    def products(self) -> Sequence[str]: ...
    def keep_rivals(self, rivals: Rivals) -> None: ...
    def terms_of_product(self, *, lang: str, overall: str, share: float, least: int) -> set[str]: ...
    def categories_of_terms(self, *, lang: str) -> dict[str, str]: ...
    def mentions_of(self, terms: Iterable[str], *, lang: str) -> Iterator[list[ReviewMentions]]: ...
    def add_opinions(self, opinions: Sequence[ReviewOpinions]) -> None: ...
    def drop_rare_aspects(self, *, fewest: int) -> None: ...
    def categories(self, lang: str) -> list[str]: ...
    def count_rows(self, rows: Sequence[Aspect], *, about: str) -> Mapping[int, OpinionCounts]: ...
    def fill_rows(self, rows: Sequence[Aspect], *, about: str) -> Sequence[Aspect | None]: ...
    def ratings(self) -> StarSums: ...
    def add_aspects(self, aspects: Sequence[Aspect]) -> None: ...
    def apply_user_aspects(self, sheet: Sheet, *, who: str) -> None: ...
    def statements(self, lang: str) -> Statements: ...
    def add_key_points(self, groups: Iterable[StatementGroup], lang: str) -> None: ...
    def add_claims(self, claims: Sequence[Claim]) -> None: ...
    def put(self, facts: Mapping[str, Any]) -> None: ...
    def commit(self) -> None: ...


@dataclass(slots=True)
class Corpora:
    """What stays in memory of all reviews: counts over them, and sentences of each language to learn aspects from."""

    counts: PartSummary = field(default_factory=PartSummary)
    sentences: dict[str, Corpus] = field(default_factory=dict)

    def add(self, part: Part) -> None:
        """Add the reviews of a part."""
        langs = [lang or DEFAULT for lang in part.rows["lang"].to_pylist()]
        sentences = learning_sentences(part.table("learning_sentences"))
        self.add_counts(part.summary, ((langs[review], key, sentence) for review, key, sentence in sentences))

    def add_counts(self, counts: PartSummary, sentences: Iterable[tuple[str, int, CompactSentence]]) -> None:
        """Add counts, and sentences with their languages and keys."""
        self.counts.update(counts)
        for lang, key, sentence in sentences:
            self.sentences.setdefault(lang, Corpus()).add_line(sentence, key)
        for lang, corpus in self.sentences.items():
            corpus.seen = self.counts.sentences[lang]


@seldom_collected()
def run(
    source: Any,
    settings: Settings,
    *,
    engine: Engine,
    folder: Run,
    store: AnalysisStore,
    progress: Progress | None = None,
    on_choice: Callable[[FileChoice], None] | None = None,
    on_domains: Callable[[Mapping[str, Domain]], None] | None = None,
) -> None:
    """Analyse a source of reviews into a store.

    ``on_choice`` is told how each file is read, ``on_domains`` what kind of product the reviews are of, by language.
    """
    check_settings(settings)
    user_aspects = load(settings.aspects) if settings.aspects else Sheet()
    progress = progress or (lambda stage, done, total: None)
    on_choice = on_choice or (lambda choice: None)
    if folder.plan is None:
        folder.save(read_all(source, settings, folder, progress=progress, on_choice=on_choice))
    else:
        for choice in folder.plan.choices:
            on_choice(choice)
    plan = folder.plan or RunPlan(0)
    if on_domains is not None:
        on_domains(plan.domains)
    extract_all(plan, settings, engine=engine, folder=folder, progress=progress)
    who = Path(settings.aspects).name if settings.aspects else None
    finish(plan, settings, user_aspects, folder=folder, store=store, who=who, progress=progress)


def finish(
    plan: RunPlan,
    settings: Settings,
    user_aspects: Sheet,
    *,
    folder: Run,
    store: AnalysisStore,
    who: str | None,
    progress: Progress,
) -> None:
    """Put the parts of a run into a store and decide what all its reviews together tell.

    The store may hold reviews of before. ``who`` has the user's aspects applied.
    """
    with stage("collect"):
        corpora = collect(folder, store)
        store.put_corpora(corpora, plan)
        star_intervals = store.fit_star_intervals()
        keep_rivals(corpora, settings, store)
    with stage("learn"):
        aspects = learn_and_count(corpora, user_aspects, settings, store=store, progress=progress)
        store.add_aspects(aspects)
    counts, boilerplate = dict(plan.counts), corpora.counts.boilerplate
    facts = run_facts(settings, plan.choices, counts, store.languages(), boilerplate, plan.domains)
    store.put({**facts, "star_intervals": star_intervals})
    if who is not None:
        store.apply_user_aspects(user_aspects, who=who)
    with stage("key points"):
        for lang in store.languages():
            store.add_key_points(group_statements(store.statements(lang), lang, fast=settings.fast), lang)
    with stage("summary"):
        store.add_claims([claim for summary in summaries(store, SummaryOptions()) for claim in summary.claims])
    with stage("commit"):
        store.commit()


def read_all(
    source: Any,
    settings: Settings,
    folder: Run,
    *,
    earlier: EarlierRun | None = None,
    progress: Progress,
    on_choice: Callable[[FileChoice], None],
) -> RunPlan:
    """Read and curate all rows into the folder, and find out what only all of them together tell.

    If reviews were read ``earlier``, those are known, and what they told holds for the new ones.
    """
    choices: list[FileChoice] = []

    def note(choice: FileChoice) -> None:
        choices.append(choice)
        on_choice(choice)

    curator, known = Curator(settings), None
    if earlier is not None:
        known = KnownRows.of(earlier.sources)
        for row in earlier.rows():
            known.add(row)
            curator.remember(row)
    rows = read_reviews(source, settings=settings, on_choice=note, known=known)
    if earlier is None:
        return keep_all(check_content(curator(rows), settings), settings, folder, choices, curator.counts, progress)
    rows = curator(earlier.since_only(rows))
    new = check_content(known.only_new(rows) if known else rows, settings, may_be_empty=True)
    reviews = folder.keep(counted(new, progress))
    counts = Counter(earlier.plan.counts) + curator.counts
    return replace(earlier.plan, reviews=reviews, choices=[*earlier.plan.choices, *choices], counts=counts)


def keep_all(
    rows: Iterable[Review | Rejected],
    settings: Settings,
    folder: Run,
    choices: Sequence[FileChoice],
    counts: Mapping[str, int],
    progress: Progress,
) -> RunPlan:
    """Keep curated rows in the folder, and find the boilerplate and the kind of product of all of them."""
    finder, finds = BoilerplateFinder(), settings.curation.boilerplate
    detector, detects = DomainDetector(settings), settings.domain is None
    rows = finder.watch(rows) if finds else rows
    rows = detector.watch(rows) if detects else rows
    with stage("ingest"):
        reviews = folder.keep(counted(rows, progress))
    with stage("boilerplate"):
        boilerplate = finder.find()
        domains = detector.find(boilerplate) if detects else given_domains(settings)
    return RunPlan(reviews, boilerplate, domains, choices, dict(counts))


def counted(rows: Iterable[Review | Rejected], progress: Progress) -> Iterator[Review | Rejected]:
    """Yield the rows, and tell how many have passed."""
    for number, row in enumerate(rows):
        if number % PART == 0:
            progress("count", number, None)
        yield row


# Extract and resolve: each review by itself, so that any worker can do it.


def extract_all(plan: RunPlan, settings: Settings, *, engine: Engine, folder: Run, progress: Progress) -> None:
    """Have all shards that have no part yet extracted.

    A worker that dies costs its shard, which is read again. If it dies of the same shard twice, the shard is cut in
    two, again and again, until the review is found that kills it; that one is set aside.
    """
    work = partial(
        extract_shard,
        settings=settings,
        boilerplate=plan.boilerplate,
        domains=plan.domains,
        share=min(1.0, Corpus().capacity / max(1, plan.reviews)),
    )
    tasks = folder.missing()
    done, failed, deaths = plan.reviews - sum(task.stop - task.start for task in tasks), 0, 0
    pieces: dict[int, list[ShardTask]] = {}  # of shards that were cut
    whole = {task.shard: task for task in tasks}
    if tasks and tasks[0].stop - tasks[0].start > FIRST_NEWS:  # so that progress shows within seconds
        pieces[tasks[0].shard] = tasks[0].small_pieces()
        tasks = [*pieces[tasks[0].shard], *tasks[1:]]
    tried: set[ShardTask] = set()
    progress("read", done, plan.reviews)
    while tasks:
        again: list[ShardTask] = []
        for task, outcome in engine.map(work, tasks, isolated=folder.was_interrupted):
            if isinstance(outcome, WorkerDeath):
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise outcome
                if task not in tried and (task == whole[task.shard] or task.stop - task.start == 1):
                    tried.add(task)
                    again.append(task)
                    continue
                if task.stop - task.start > 1:
                    halves = task.halves()
                    pieces[task.shard] = [each for each in pieces.get(task.shard, []) if each != task] + halves
                    again += halves
                    continue
                outcome = set_aside(task, outcome)
            if isinstance(outcome, Exception):
                raise outcome
            timings.add(outcome.seconds)
            done, failed, deaths = done + outcome.read, failed + outcome.unread, 0
            if failed > max(FEW_FAILURES, FAILED_SHARE * plan.reviews):
                raise WorkerError(failure_message(task, failed, done))
            progress("read", done, plan.reviews)
        tasks = again
    for shard, cut in pieces.items():
        ordered = sorted(cut, key=lambda each: each.start)
        write_part(whole[shard].target, join([read_part(each.target) for each in ordered]), shard=facts(whole[shard]))
        for each in ordered:
            each.target.unlink()


def extract_shard(
    task: ShardTask,
    *,
    settings: Settings,
    boilerplate: Boilerplate = NO_BOILERPLATE,
    domains: Mapping[str, Domain] = NO_DOMAINS,
    share: float = 1.0,
) -> ShardResult:
    """Extract the reviews of a shard, and write its part."""
    reviews = read_shard(task.source, task.start, task.stop)
    work = partial(extract_part, settings=settings, boilerplate=boilerplate, domains=domains)
    parts: list[Part] = []
    for start in range(0, len(reviews), PART):
        batch = reviews[start : start + PART]
        with ended_if_it_hangs():
            parts += extract_tolerantly(batch, work, first=task.first + start, share=share)
    with stage("pack"):
        part = join(parts)
        write_part(task.target, part, shard=facts(task))
    return ShardResult(len(reviews), len(part.rejected), timings.take())


@contextmanager
def ended_if_it_hangs(seconds: float = HANG) -> Iterator[None]:
    """End this process if the block takes too long, so that a review that hangs costs no more than one that kills.

    Only workers do so (``WORKER`` is set in their environment).
    """
    if WORKER not in os.environ:
        yield
        return
    timer = Timer(seconds, os._exit, [EXIT_HUNG])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def extract_tolerantly(
    reviews: list[Review], work: Callable[[list[Review]], ExtractedPart], *, first: int, share: float
) -> list[Part]:
    """Extract some reviews; one whose reading fails is set aside, and the others are read without it."""
    try:
        extracted = work(reviews)
        with stage("pack"):
            return [pack(extracted, places=range(first, first + len(reviews)), share=share)]
    except VoxpopError:
        raise
    except Exception as error:
        if len(reviews) == 1:
            return [failure(reviews[0], f"Reading it failed ({type(error).__name__}: {error!s:.200}).")]
        half = len(reviews) // 2
        return [
            *extract_tolerantly(reviews[:half], work, first=first, share=share),
            *extract_tolerantly(reviews[half:], work, first=first + half, share=share),
        ]


def set_aside(task: ShardTask, death: WorkerDeath) -> ShardResult:
    """Write the part of one review that kills its worker."""
    (review,) = read_shard(task.source, task.start, task.stop)
    write_part(task.target, failure(review, f"Reading it ended its worker twice. {death}"), shard=facts(task))
    return ShardResult(1, 1, {})


def failure(review: Review, reason: str) -> Part:
    """Return a part without reviews that tells why one was set aside."""
    source, row = review.source, review.row
    rejected = Rejected(step="analysis", reason=reason, source=source, row=row, id=review.id, text=review.text)
    return replace(join([]), rejected=[rejected])


def failure_message(task: ShardTask, failed: int, done: int) -> str:
    """Return what is said when so many reviews fail that it cannot be for the reviews."""
    reasons = [row.reason for row in read_part(task.target).rejected]
    return (
        f"Reading failed for {failed:,} of {done:,} reviews, so the run was stopped. {' '.join(reasons[-1:])} "
        "Please report it; voxpop doctor checks the installation."
    )


def facts(task: ShardTask) -> dict[str, int]:
    """Return what a part says about the shard that it is made from."""
    return {"shard": task.shard, "start": task.first, "stop": task.first + task.stop - task.start}


def collect(folder: Run, store: AnalysisStore) -> Corpora:
    """Put the parts into the store, one after the other, and return what the aspects are learned from."""
    corpora = store.corpora()
    for rejected in folder.rejected():
        store.add_rejected(rejected)
    for part in folder.parts():
        store.add_part(part)
        store.add_rejected(part.rejected)
        corpora.add(part)
    return corpora


def extract_part(
    reviews: list[Review],
    *,
    settings: Settings,
    boilerplate: Boilerplate = NO_BOILERPLATE,
    domains: Mapping[str, Domain] = NO_DOMAINS,
) -> ExtractedPart:
    """Extract some reviews. What repeats over the rows of the file (``boilerplate``) is not read.

    ``domains`` holds what is known of the kind of product of each language.
    """
    marked = [boilerplate.read(review.text) for review in reviews]
    extractions: list[Extraction] = [Extraction((), ())] * len(reviews)
    resolved: list[ResolvedReview] = [ResolvedReview()] * len(reviews)
    sentences: dict[str, list[CompactSentence]] = {}
    spellings: dict[str, Spellings] = {}
    names: dict[str, NameUse] = {}
    for lang, places in places_by_language(reviews).items():
        ours = [reviews[place] for place in places]
        named = [product_of(review, settings) for review in ours]
        texts = [marked[place] for place in places]
        extracted = extract_marked(texts, lang, settings, named, domains.get(lang))
        with stage("resolve"):
            about = [resolved_review(*each) for each in zip(ours, extracted, named, strict=True)]
            add_names(names, count_names([review.text for review in ours], extracted))
            sentences[lang] = [sentence for extraction in extracted for sentence in compact_sentences(extraction)]
            spellings[lang] = spellings_of([review.text for review in ours], about, lang)
        for place, extraction, review in zip(places, extracted, about, strict=True):
            extractions[place], resolved[place] = extraction, review
    with stage("pack"):
        return ExtractedPart(
            [with_predicted_stars(*pair) for pair in zip(reviews, extractions, strict=True)],
            sentence_table([extraction.sentences for extraction in extractions]),
            mention_table([review.mentions for review in resolved]),
            comparison_table([review.comparisons for review in resolved]),
            statement_table([extraction.statements for extraction in extractions]),
            sentences,
            spellings,
            Counter(phrase for text in marked for phrase in text.phrases),
            names,
        )


def extract_marked(
    texts: Sequence[MarkedText],
    lang: str,
    settings: Settings,
    products: Sequence[Product],
    domain: Domain | None = None,
) -> list[Extraction]:
    """Extract from texts without boilerplate; labels of forms are no opinions."""
    read = [text.text for text in texts]
    with stage("parse"):
        parsed = language(lang).parse(read)
    with stage("names"):
        names = names_in_texts(read, parsed, lang=lang, products=products)
    allowed = None if domain is None else domain.categories
    reader = extractor(lang, fast=settings.fast, categories=settings.categories, allowed=allowed)
    with stage("decode"):
        extracted = reader.extract(read, parsed, names)
    return [
        ignore_labels(extraction, text.text, labels=text.labels, empty_labels=text.empty_labels)
        for extraction, text in zip(extracted, texts, strict=True)
    ]


def spellings_of(texts: Sequence[str], resolved: Sequence[ResolvedReview], lang: str) -> Spellings:
    """Return how some reviews write the terms of their mentions, where they do not as the word lists would."""
    spellings = Spellings()
    for text, review in zip(texts, resolved, strict=True):
        spellings.reviews += language(lang).variants.is_variant(text)
        for mention in review.mentions:
            form = mention.text.lower()
            if mention.term and form != mention.term and language(lang).normalize(form) == mention.term:
                spellings.add(mention.term, form)
    return spellings


def places_by_language(reviews: Sequence[Review]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, review in enumerate(reviews):
        places.setdefault(review.lang or DEFAULT, []).append(place)
    return places


def extract(texts: Sequence[str], lang: str, settings: Settings) -> list[Extraction]:
    """Parse texts and extract their opinions."""
    reader = extractor(lang, fast=settings.fast, categories=settings.categories)
    return reader.extract(texts, language(lang).parse(texts))


def product_of(review: Review, settings: Settings) -> Product:
    """Return the product of a review: that of all reviews, or that of its row unless it is a mere number.

    Without either, an alias is as good as a name.
    """
    own = review.product if review.product and not is_number(review.product) else None
    return Product(settings.product or own or next(iter(settings.aliases), None), settings.aliases)


def compact_sentences(extraction: Extraction) -> Iterator[CompactSentence]:
    """Yield the sentences of a review as the aspect methods learn from them."""
    for place, sentence in enumerate(extraction.sentences):
        yield compact(sentence, extraction.tagged_phrases[place] if extraction.tagged_phrases else ())


def with_predicted_stars(review: Review, extraction: Extraction) -> Review:
    """Return the review with the stars that its text deserves."""
    if extraction.rating is None:
        return review
    stars, low, high, chances = extraction.rating
    return replace(review, predicted_stars=stars, predicted_low=low, predicted_high=high, star_probabilities=chances)


# Learn, select, count: over all reviews of a language.


def keep_rivals(corpora: Corpora, settings: Settings, store: AnalysisStore) -> None:
    """Forget the names of other products that the reviews, taken together, do not treat as rivals."""
    titles = [name for name in (settings.product, *settings.aliases, *store.products()) if name and not is_number(name)]
    ((lang, _),) = corpora.counts.reviews.most_common(1) or [(DEFAULT, 0)]
    store.keep_rivals(Rivals(corpora.counts.names, titles, lang=lang))


def learn_and_count(
    corpora: Corpora, user_aspects: Sheet, settings: Settings, *, store: AnalysisStore, progress: Progress
) -> list[Aspect]:
    """Learn the aspects, store the opinions on them, and return the rows of the table.

    All opinions are stored, whomever they are about. The rows count those about the side that the settings choose.
    """
    reviews = corpora.counts.reviews
    fewest = 2 if reviews.total() >= 20 else 1  # among many reviews, one alone makes no aspect
    groups_of: dict[str, dict[str, tuple[str, ...]]] = {}
    for lang, corpus in corpora.sentences.items():
        progress("learn", len(corpus), None)
        of_product = store.terms_of_product(
            lang=lang, overall=language(lang).topic_names.CATEGORY_NAMES[OVERALL], share=PRODUCT_SHARE, least=2
        )
        learned = learn(corpus, lang, settings, of_product=of_product, category_of=store.categories_of_terms(lang=lang))
        if (spellings := corpora.counts.spellings.get(lang)) and spellings.forms:
            learned = as_reviews_write(learned, corpus, spellings, reviews=reviews[lang])
        adopted = with_user_aspects(learned, user_aspects, lang)
        groups, of_category = with_categories(adopted, lang, settings)
        groups_of[lang] = {group.name: group.terms for group in groups}
        select(groups, of_category, lang, store)
    store.drop_rare_aspects(fewest=fewest)
    rows = [
        row
        for lang, groups_by_name in groups_of.items()
        for row in chosen_rows(groups_by_name, lang, settings, store, fewest=fewest, reviews=reviews[lang])
    ]
    kept = rows_to_show(rows, settings, store, always=user_aspects.ids(), reviews=reviews.total())
    return in_order([row for row in store.fill_rows(kept, about=settings.about) if row is not None])


def rows_to_show(
    rows: Sequence[Aspect], settings: Settings, store: AnalysisStore, *, always: Sequence[str], reviews: int
) -> list[Aspect]:
    """Return the rows that the table has room for, with those under them: what is spoken of most, and what hurts most.

    The rows with the ids ``always`` stay in any case.
    """
    counts, stars = store.count_rows(rows, about=settings.about), store.ratings()
    numbers = {row.id: counts.get(place, OpinionCounts()) for place, row in enumerate(rows)}
    tops = sorted((row for row in rows if row.parent is None), key=lambda row: -numbers[row.id].reviews)
    first = first_rows(tops, lambda row: damage(numbers[row.id], reviews=reviews, stars=stars), top=settings.top)
    shown = {row.id for row in first} | set(always)
    return [row for row in rows if (row.parent or row.id) in shown]


def learn(
    corpus: Corpus, lang: str, settings: Settings, *, of_product: Collection[str], category_of: Mapping[str, str]
) -> list[AspectGroup]:
    """Learn which terms name aspects, and which of them name the same one; not the product, or a kind of it."""
    terms = [
        term
        for term in aspect_method(lang, settings)(corpus, language(lang))
        if not means_product(term.text, of_product, lang)
    ]
    return group(
        terms, corpus, language(lang), similarity=settings.similarity, top=settings.top, category_of=category_of
    )


def means_product(term: str, of_product: Collection[str], lang: str) -> bool:
    """Whether a term is one of those that mean the product, another form of it, or a compound with it as its head."""
    if not language(lang).script.IS_SPACED:
        return term.endswith(tuple(of_product))
    head = term.rpartition(" ")[2]
    return term in of_product or head in of_product or language(lang).lemmas.lemma(head, "NOUN") in of_product


def aspect_method(lang: str, settings: Settings) -> Method:
    """Return the method that finds aspects; terms that the model tagged can be asked for only where it read."""
    if settings.method in (AUTO, TAGGED):
        return tagged
    return METHODS[settings.method]


def as_reviews_write(
    groups: Sequence[AspectGroup], corpus: Corpus, spellings: Spellings, *, reviews: int
) -> list[AspectGroup]:
    """Return the groups with every form of their terms, named in the characters that most of the reviews use."""
    own = {term for group in groups for term in group.terms}
    mentions = Counter(phrase.term for sentence in corpus for phrase in sentence.phrases if phrase.term in own)

    def forms(term: str) -> list[str]:
        counts = spellings.forms.get(term, Counter[str]())
        others = [form for form, _ in counts.most_common()]
        as_listed = [term] if mentions[term] > counts.total() or not others else []
        return [*others, *as_listed] if 2 * spellings.reviews > reviews else [*as_listed, *others]

    return [AspectGroup(forms(group.name)[0], tuple(chain.from_iterable(map(forms, group.terms)))) for group in groups]


def with_user_aspects(groups: Sequence[AspectGroup], user_aspects: Sheet, lang: str) -> list[AspectGroup]:
    """Return the groups with the user's own aspects among them."""
    if not len(user_aspects):
        return list(groups)
    adopted = adopt({group.name: group.terms for group in groups}, user_aspects, lang=lang)
    return [AspectGroup(name, terms) for name, terms in adopted.items()]


def with_categories(
    groups: Sequence[AspectGroup], lang: str, settings: Settings
) -> tuple[list[AspectGroup], dict[str, str]]:
    """Return the groups with one for each category, and the group that opinions of each category count for.

    "Charged me twice" is on billing though it does not say so: what the model puts into a category counts for its row
    where no term of it is an aspect. A group that has the name of a category among its terms is the row of that
    category, under the name that the reviews use. What is said of the product as a whole is on no aspect.
    """
    if settings.by != "terms" or settings.categories:
        return list(groups), {}
    names, lemma = language(lang).topic_names.CATEGORY_NAMES, language(lang).lemmas.lemma
    left = {lemma(name.lower(), "NOUN"): name for category, name in names.items() if category != OVERALL}
    group_of: dict[str, str] = {}
    for learned in groups:
        keys = (lemma(term.lower(), "NOUN") for term in (learned.name, *learned.terms))
        if category := next((left.pop(key) for key in keys if key in left), None):
            group_of[category] = learned.name
    group_of.update({name: name for name in left.values()})
    return [*groups, *(AspectGroup(name, ()) for name in left.values())], group_of


def select(groups: Sequence[AspectGroup], of_category: Mapping[str, str], lang: str, store: AnalysisStore) -> None:
    """Select the mentions that are opinions on the aspects or on a category, and store them."""
    normalize = language(lang).normalize
    aspect_of = {normalize(term): group.name for group in groups for term in group.terms}
    for reviews in store.mentions_of(aspect_of, lang=lang):
        store.add_opinions([
            ReviewOpinions(review.seq, select_opinions(review.mentions, aspect_of, of_category)) for review in reviews
        ])  # fmt: skip


def chosen_rows(
    groups: Mapping[str, Sequence[str]],
    lang: str,
    settings: Settings,
    store: AnalysisStore,
    *,
    fewest: int,
    reviews: int,
) -> list[Aspect]:
    """Return the rows of a language."""
    rows = possible_rows(settings.by, lang, groups, store.categories(lang) if settings.by != "terms" else ())
    least = Least(
        reviews=fewest,
        judged=fewest if fewest > 1 else 0,
        of_category=0 if settings.categories else ceil(CATEGORY_SHARE * reviews),
    )
    return rows_with_enough(rows, store.count_rows(rows, about=settings.about), least)
