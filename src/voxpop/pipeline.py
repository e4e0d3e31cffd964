"""The whole path of an analysis, from a source of reviews to the finished file, read from top to bottom.

    check the settings       checks_before_run.py
    read                     ingest/reading.py, columns.py, encoding.py, star_ratings.py, dates.py …
    curate                   ingest/curate.py: duplicates.py, text_quality.py, quality_filter.py, mask.py …
    cut into shards          store/run_folder.py: the reviews wait in files, a worker reads one after the other
    find boilerplate         ingest/boilerplate_finder.py: stamps and templates that repeat over the rows;
                             boilerplate.py blanks them before a text is parsed
    detect the domain        extract/domains.py: the kind of product, and the categories that can occur
    parse                    lang/<code>/parser.py: sentences, tokens, tags of a language
    find names               entities/names.py: names of the product and of others
    extract                  extract/opinion_model.py runs the model of the language, full or small (--fast);
                             extract/opinion_decoding.py and opinion_extractor.py make opinions of its scores
    resolve                  entities/review_mentions.py: whose product each mention and comparison is of
    pack                     part_files.py: what was extracted from a shard is a Parquet file, the part
    collect                  store/draft.py: the parts, in order, are the tables of the file
    keep rivals              entities/rivals.py: names that the file as a whole treats as other products
    fit star intervals       store/draft.py (fit_star_intervals): as wide as the file's own stars ask for, if it has
                             enough; extract/predicted_stars.py has the rule of the quantile
    learn the aspects        aspects/freq.py counts targets; prominent.py, hu_liu.py … learn from noun phrases;
                             grouping.py puts near-synonyms together
    select opinions          aggregate/select_opinions.py: no word of a review counts twice
    choose and count rows    aggregate/aspect_table.py, store/counting.py: the one definition of a count; the intervals
                             of rows are in aggregate/share.py
    apply the user's edits   store/edit_log.py does and undoes them; aggregate/operations.py says what each changes
    find key points          aggregate/key_points.py: statements that say the same
    fill pages               store/page_tables.py: what the pages of the app show, counted once
    record the run           run_facts.py: versions, weights, settings
    summarize                summarize/findings.py, examples.py, summary.py; the words are
                             lang/<code>/data/summary_wording.toml
    commit                   store/draft.py: written beside the destination, which it replaces when it is complete

From parse to pack each review stands alone: workers do it (``part_extraction.py``), a shard at a time. They also do
what stands alone in other steps, whose results come back in order (``Engine.map_in_order``): checks of rows
(``ingest/row_checks.py``), the selection of opinions, and the comparison of statements with the labels of key points.
``shards.py`` deals out the shards and halves those that kill a worker; ``engines/local.py`` starts processes for them,
``engines/ray_cluster.py`` actors of a cluster. A run that was killed goes on with the shards that have no part yet
(``store/run_folder.py``). ``voxpop.types`` lists the data classes that travel along the path; ``analysis.py`` calls
``run``, and ``file_updates.py`` the same steps for a file that takes in more reviews. ``check/`` checks sentences
against a finished file: ``statements.py`` reads them, ``opinion_table.py`` counts both sides, ``verdicts.py`` decides.
A term is what reviews name; an aspect group holds terms that mean the same; a category is one of some twenty kinds of
things that any product has; a row of the table is a group or a category.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, islice
from math import ceil
from pathlib import Path
from types import MappingProxyType
from typing import Any

from voxpop.aggregate.adopt import adopt
from voxpop.aggregate.aspect_table import Least, in_order, possible_rows, rows_with_enough
from voxpop.aggregate.damage import damage, first_rows
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.select_opinions import AspectOfTerm, means_product, select_in_texts
from voxpop.aggregate.table_edits import TableEdits
from voxpop.aggregate.table_edits_file import load
from voxpop.aspects import METHODS, TAGGED, Corpus, Targets, group, tagged
from voxpop.aspects.grouping import PER_SENTENCES, meant_category
from voxpop.checks_before_run import check_settings
from voxpop.entities.product_titles import is_number, parse_product
from voxpop.entities.rivals import Rivals, add_names
from voxpop.extract.domains import Domain, DomainDetector, given_domains
from voxpop.extract.fine_categories import fine_names
from voxpop.extract.opinion_extractor import OVERALL
from voxpop.extract.reader_likeness import ReaderLikeness
from voxpop.garbage import seldom_collected
from voxpop.ingest import Curator, FileChoice, check_content, read_reviews
from voxpop.ingest.boilerplate import Boilerplate
from voxpop.ingest.boilerplate_finder import BoilerplateFinder
from voxpop.lang import DEFAULT, language
from voxpop.part_extraction import extract_part
from voxpop.part_files import PartSummary
from voxpop.run_facts import run_facts
from voxpop.settings import Settings
from voxpop.shards import BATCH_SIZE, Engine, Progress, extract_all
from voxpop.store import edit_log, put_claims
from voxpop.store.draft import Draft
from voxpop.store.key_point_tables import find_key_points
from voxpop.store.run_folder import RunFolder, RunPlan
from voxpop.summarize import SummaryOptions, summaries
from voxpop.timings import stage
from voxpop.types import Aspect, AspectGroup, NameUse, Product, Rejected, Review, Spellings, Term

PRODUCT_SHARE = 0.25  # a term of which so much is said on the whole means the product itself, and is no aspect of it
PRODUCT_SPREAD = 4.0  # so does one whose opinions fall into so many categories, as if they were of equal size
JUDGED_OFTEN = 12  # opinions with a category, from which that is known of a term
CATEGORY_SHARE = 0.01  # the share of the reviews that must speak of a category for it to be a row


@seldom_collected()
def run(
    source: Any,
    settings: Settings,
    *,
    engine: Engine,
    folder: RunFolder,
    store: Draft,
    progress: Progress,
    on_choice: Callable[[FileChoice], None],
    on_domains: Callable[[Mapping[str, Domain]], None],
) -> None:
    """Analyse a source of reviews into a store.

    ``on_choice`` is told how each file is read, ``on_domains`` what kind of product the reviews are of, by language.
    """
    check_settings(settings)
    user_aspects = load(settings.aspects) if settings.aspects else TableEdits()
    plan = folder.plan
    if plan is None:
        plan = read_all(source, settings, folder, engine=engine, progress=progress, on_choice=on_choice)
        folder.save(plan)
    else:
        for choice in plan.choices:
            on_choice(choice)
    on_domains(plan.domains)
    extract_missing(plan, settings, folder, engine=engine, progress=progress)
    who = Path(settings.aspects).name if settings.aspects else None
    finish(plan, settings, folder, store, user_aspects=user_aspects, who=who, engine=engine, progress=progress)


# Read, curate, and find what only all rows together tell.


def read_all(
    source: Any,
    settings: Settings,
    folder: RunFolder,
    *,
    engine: Engine,
    progress: Progress,
    on_choice: Callable[[FileChoice], None],
) -> RunPlan:
    """Read and curate all rows into the folder."""
    choices: list[FileChoice] = []

    def note(choice: FileChoice) -> None:
        choices.append(choice)
        on_choice(choice)

    curator = Curator(settings, map_in_order=engine.map_in_order)
    with closing(curator(read_reviews(source, settings=settings, on_choice=note))) as curated:
        rows = check_content(curated, settings)
        return keep_all(rows, settings, folder, choices=choices, counts=curator.counts, progress=progress)


def keep_all(
    rows: Iterable[Review | Rejected],
    settings: Settings,
    folder: RunFolder,
    *,
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
        if number % BATCH_SIZE == 0:
            progress("count", number, None)
        yield row


# Extract and resolve: each review by itself, so that any worker can do it.


def extract_missing(
    plan: RunPlan, settings: Settings, folder: RunFolder, *, engine: Engine, progress: Progress
) -> None:
    """Have all reviews extracted that are in no part yet."""
    extract_all(
        folder.missing(),
        partial(extract_part, settings=settings, boilerplate=plan.boilerplate, domains=plan.domains),
        engine=engine,
        reviews=plan.reviews,
        isolated=folder.was_interrupted,
        progress=progress,
    )


# Collect, learn, select, count, summarize: over all reviews.


def finish(
    plan: RunPlan,
    settings: Settings,
    folder: RunFolder,
    store: Draft,
    *,
    user_aspects: TableEdits,
    who: str | None,
    read_by: Mapping[str, Any] = MappingProxyType({}),
    engine: Engine,
    progress: Progress,
) -> None:
    """Put the parts of a run into a store and decide what all its reviews together tell.

    The store may hold reviews of earlier runs, and ``read_by`` the facts on what read them. ``who`` names the file of
    the user's aspects.
    """
    with stage("collect"):
        counts = collect(folder, store)
        store.put_reading(counts, plan)
        star_intervals = store.fit_star_intervals()
        keep_rivals(counts, settings, store)
    with stage("learn"):
        options: dict[str, Any] = {"plan": plan, "store": store, "engine": engine, "progress": progress}
        aspects = learn_and_count(counts, user_aspects, settings, **options)
        store.add_aspects(aspects)
    facts = run_facts(settings, plan.choices, dict(plan.counts), store.languages(), counts.boilerplate, plan.domains)
    models = {**facts["engines"], **read_by.get("engines", {})}
    store.put({**facts, **read_by, "engines": models, "star_intervals": star_intervals})
    if who is not None:
        edit_log.apply(store, user_aspects, who=who)
    with stage("key points"):
        for lang in store.languages():
            find_key_points(store, lang, fast=settings.fast, map_in_order=engine.map_in_order)
        store.fill_pages()
    with stage("summary"):
        told = store.with_more_memory(lambda: list(summaries(store, SummaryOptions())))
        put_claims(store, [claim for summary in told for claim in summary.claims])
    with stage("commit"):
        store.commit()


def collect(folder: RunFolder, store: Draft) -> PartSummary:
    """Put the parts into the store, one after the other, and return what is counted over all reviews."""
    counts = store.counts()
    known = Counter(counts.boilerplate) if store.reads_again else None
    for rejected in folder.rejected():
        store.add_rejected(rejected)
    for part in store.in_transactions(folder.parts()):
        store.add_part(part)
        store.add_rejected(part.rejected)
        counts.update(part.summary)
    if known is not None:
        counts.boilerplate = known
    return counts


def keep_rivals(counts: PartSummary, settings: Settings, store: Draft) -> None:
    """Forget the names of other products that the reviews, taken together, do not treat as rivals."""
    titles = product_titles(settings, store)
    ((lang, _),) = counts.reviews.most_common(1) or [(DEFAULT, 0)]
    names: dict[str, NameUse] = {}
    for found in counts.names.values():
        add_names(names, found)
    store.keep_rivals(Rivals(names, titles, lang=lang))


def product_titles(settings: Settings, store: Draft) -> list[str]:
    """Return the names of the products that the reviews are of, as far as the settings or a column tell them."""
    return [name for name in (settings.product, *settings.aliases, *store.products()) if name and not is_number(name)]


def learn_and_count(
    counts: PartSummary,
    user_aspects: TableEdits,
    settings: Settings,
    *,
    plan: RunPlan,
    store: Draft,
    engine: Engine,
    progress: Progress,
) -> list[Aspect]:
    """Learn the aspects, store the opinions on them, and return the rows of the table.

    All opinions are stored, whomever they are about. The rows count those about the side that the settings choose.
    """
    reviews, kinds = counts.reviews, {lang: each.kind for lang, each in plan.domains.items() if each.names_rows}
    fewest = 2 if reviews.total() >= 20 else 1  # among many reviews, one alone makes no aspect
    groups_of: dict[str, dict[str, tuple[str, ...]]] = {}
    of_category: dict[str, dict[str, str]] = {}
    for lang in store.languages():
        corpus = read_corpus(lang, settings, store, plan.boilerplate)
        progress("learn", len(corpus), None)
        of_product = store.terms_of_product(
            lang=lang, overall=language(lang).topic_names.CATEGORY_NAMES[OVERALL], share=PRODUCT_SHARE, least=2
        )
        names = (parse_product(Product(title), lang) for title in product_titles(settings, store))
        of_product |= {alias for name in names for alias, is_common in name.aliases if not is_common}
        judged = store.categories_of_terms(lang=lang)
        of_product |= spread_terms(judged, lang)
        kind = kinds.get(lang)
        learned = learn(corpus, lang, settings, kind=kind, of_product=of_product, judged=judged)
        if (spellings := counts.spellings.get(lang)) and spellings.forms:
            learned = as_reviews_write(learned, corpus, spellings, reviews=reviews[lang])
        adopted = with_user_aspects(learned, user_aspects, lang)
        groups, of_category[lang] = with_categories(adopted, lang, settings, kind=kind)
        groups_of[lang] = {group.name: group.terms for group in groups}
        select(groups, of_category[lang], of_product, lang, store, engine)
    store.drop_rare_aspects(fewest=fewest, of_category=of_category)
    rows = [
        row
        for lang, groups_by_name in groups_of.items()
        for row in chosen_rows(groups_by_name, lang, settings, store, fewest=fewest, reviews=reviews[lang])
    ]
    kept = rows_to_show(rows, settings, store, always=user_aspects.ids(), reviews=reviews.total())
    return in_order([row for row in store.fill_rows(kept, about=settings.about) if row is not None])


def rows_to_show(
    rows: Sequence[Aspect], settings: Settings, store: Draft, *, always: Sequence[str], reviews: int
) -> list[Aspect]:
    """Return the rows that the table has room for, with those under them: what is spoken of most, and what hurts most.

    The rows with the ids ``always`` stay in any case.
    """
    counts, stars = store.count_rows(rows, about=settings.about), store.ratings()
    numbers = {row.id: counts.get(place, OpinionCounts()) for place, row in enumerate(rows)}
    tops = [row for row in rows if row.parent is None]
    tops.sort(key=lambda row: (-numbers[row.id].reviews, -numbers[row.id].mentions))
    first = first_rows(tops, lambda row: damage(numbers[row.id], reviews=reviews, stars=stars), top=settings.top)
    shown = {row.id for row in first} | set(always)
    return [row for row in rows if (row.parent or row.id) in shown]


def read_corpus(lang: str, settings: Settings, store: Draft, boilerplate: Boilerplate) -> Corpus | Targets:
    """Return what the method of finding aspects learns from: the targets, or the noun phrases of the reviews."""
    if settings.method == TAGGED:
        return store.with_more_memory(lambda: store.targets(lang, per_sentences=PER_SENTENCES))
    here, corpus = language(lang), Corpus()
    step = 1 + store.count("reviews") // corpus.capacity  # of more reviews than it has room for, one in so many
    texts = (boilerplate.read(each.text).text for each in islice(store.reviews, 0, None, step) if each.lang == lang)
    while batch := list(islice(texts, BATCH_SIZE)):
        corpus.add(chain.from_iterable(here.parse(batch)), here)
    return corpus


def learn(
    corpus: Corpus | Targets,
    lang: str,
    settings: Settings,
    *,
    kind: str | None,
    of_product: Collection[str],
    judged: Mapping[str, Counter[str]],
) -> list[AspectGroup]:
    """Learn which terms name aspects, and which of them name the same one; not the product, or a kind of it."""
    here, names = language(lang), language(lang).topic_names.PRODUCT_NAMES
    terms = [
        term
        for term in find_terms(corpus, lang, settings)
        if term.text not in names and not means_product(term.text, of_product, lang)
    ]
    category_of = {
        term: category
        for term, counts in judged.items()
        for category, number in counts.most_common(1)
        if term and number >= max(2, 0.5 * counts.total())
    }
    like = ReaderLikeness(lang, fast=settings.fast)
    similarity, top = settings.similarity, settings.top
    groups = group(terms, corpus, here, similarity=similarity, top=top, category_of=category_of, like=like, kind=kind)
    return list(rename(groups, judged, lang, kind=kind))


def rename(
    groups: Sequence[AspectGroup], judged: Mapping[str, Counter[str]], lang: str, *, kind: str | None = None
) -> Iterator[AspectGroup]:
    """Yield the groups; a group that means a category has the name of its row where few opinions use its own words.

    Few are less than a quarter of the opinions of that category, or half if the name holds its own ("refunds").
    """
    names, fine = {learned.name for learned in groups}, set(fine_names(lang).values())
    topics, stem = language(lang).topic_names, language(lang).stems.stem
    row_names, row_words = topics.row_names(kind), topics.row_words(kind)
    for learned in groups:
        category = meant_category(learned, language(lang), kind)
        if category is not None and row_names[category] not in names and learned.name not in fine:
            spoken = sum(judged[term][category] for term in learned.terms if term in judged)
            held = stem(learned.name) in map(stem, row_words.get(category, ()))
            if (2 if held else 4) * spoken < sum(counts[category] for counts in judged.values()):
                learned = AspectGroup(row_names[category], learned.terms)
        yield learned


def spread_terms(judged: Mapping[str, Counter[str]], lang: str) -> set[str]:
    """Return the terms, in all their forms, of which so many different things are said as only of a product.

    A battery is praised and blamed for a few things, a phone for everything. ``judged`` counts the categories of terms.
    """
    forms: defaultdict[str, set[str]] = defaultdict(set)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for term, own in judged.items():
        lemma = language(lang).lemmas.lemma(term, "NOUN")
        forms[lemma] |= {term, lemma}
        counts[lemma].update(own)
    found: set[str] = set()
    for lemma, own in counts.items():
        number, squares = own.total(), sum(n * n for n in own.values())
        if lemma and number >= JUDGED_OFTEN and number**2 >= PRODUCT_SPREAD * squares:
            found |= forms[lemma]
    return found


def find_terms(corpus: Corpus | Targets, lang: str, settings: Settings) -> list[Term]:
    """Return the terms that the method of the settings finds; that of the model counts its targets."""
    here = language(lang)
    return tagged(corpus, here) if isinstance(corpus, Targets) else METHODS[settings.method](corpus, here)


def as_reviews_write(
    groups: Sequence[AspectGroup], corpus: Corpus | Targets, spellings: Spellings, *, reviews: int
) -> list[AspectGroup]:
    """Return the groups with every form of their terms, named in the characters that most of the reviews use."""
    own = {term for group in groups for term in group.terms}
    readings = corpus.readings(own)

    def forms(term: str) -> list[str]:
        counts = spellings.forms.get(term, Counter[str]())
        others = [form for form, _ in counts.most_common()]
        is_more_frequent = term in readings and readings[term].forms.total() > counts.total()
        as_listed = [term] if is_more_frequent or not others else []
        return [*others, *as_listed] if 2 * spellings.reviews > reviews else [*as_listed, *others]

    return [AspectGroup(forms(group.name)[0], tuple(chain.from_iterable(map(forms, group.terms)))) for group in groups]


def with_user_aspects(groups: Sequence[AspectGroup], user_aspects: TableEdits, lang: str) -> list[AspectGroup]:
    """Return the groups with the user's own aspects among them."""
    if not len(user_aspects):
        return list(groups)
    adopted = adopt({group.name: group.terms for group in groups}, user_aspects, lang=lang)
    return [AspectGroup(name, terms) for name, terms in adopted.items()]


def with_categories(
    groups: Sequence[AspectGroup], lang: str, settings: Settings, *, kind: str | None = None
) -> tuple[list[AspectGroup], dict[str, str]]:
    """Return the groups with one for each category, and the group that opinions of each category count for.

    "Charged me twice" is on billing though it does not say so: what the model puts into a category counts for its row
    where no term of it is an aspect. A group that means a category ("bill" for "billing") is the row of that category,
    under its own name. Otherwise the row has the name that fits the kind of product ("side effects" of a medicine).
    What is said of the product as a whole is on no aspect.
    """
    if settings.by != "terms" or settings.categories:
        return list(groups), {}
    here = language(lang)
    topics = here.topic_names
    fine = set(fine_names(lang).values())
    row_names = topics.row_names(kind) | {name: name for name in fine}
    del row_names[topics.CATEGORY_NAMES[OVERALL]]
    by_stem = {here.stems.stem(name.lower()): category for category, name in row_names.items()}
    group_of: dict[str, str] = {}
    for learned in groups:
        own, *forms = (here.stems.stem(here.normalize(term).lower()) for term in (learned.name, *learned.terms))
        finer = (category for form in forms if (category := by_stem.get(form)) in fine)
        for category in filter(None, (meant_category(learned, here, kind), by_stem.get(own), *finer)):
            group_of.setdefault(category, learned.name)
    of_category = {category: group_of.get(category, name) for category, name in row_names.items()}
    rows = [AspectGroup(name, ()) for category, name in row_names.items() if category not in group_of]
    return [*groups, *rows], of_category


def select(
    groups: Sequence[AspectGroup],
    of_category: Mapping[str, str],
    of_product: Collection[str],
    lang: str,
    store: Draft,
    engine: Engine,
) -> None:
    """Select the mentions that are opinions on the aspects or on a category, and store them."""
    group_of = {term: group.name for group in groups for term in group.terms}
    chosen = partial(select_in_texts, aspect_of=AspectOfTerm(group_of, lang, of_product), of_category=of_category)
    with closing(engine.map_in_order(chosen, store.mentions_in(lang))) as selected:
        for opinions in store.in_transactions(selected):
            store.add_opinions(opinions)


def chosen_rows(
    groups: Mapping[str, Sequence[str]],
    lang: str,
    settings: Settings,
    store: Draft,
    *,
    fewest: int,
    reviews: int,
) -> list[Aspect]:
    """Return the rows of a language."""
    rows = possible_rows(settings.by, lang, groups, store.categories(lang) if settings.by != "terms" else ())
    least = Least(reviews=fewest, of_category=0 if settings.categories else ceil(CATEGORY_SHARE * reviews))
    return rows_with_enough(rows, store.count_rows(rows, about=settings.about), least)
