"""The interface for Python: ``analyze`` makes an ``Analysis``, ``open`` reads one back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

from voxpop import file_updates, pipeline
from voxpop.aggregate.audit import PRECISION, Audit
from voxpop.aggregate.damage import Order
from voxpop.aggregate.drivers import Drivers
from voxpop.aggregate.ledger import Ledger
from voxpop.aggregate.segments import Segments
from voxpop.aggregate.table_edits_file import write
from voxpop.atomic_files import atomic_write, check_new
from voxpop.check import CheckedSentence, Checker, split
from voxpop.document import EVIDENCE, KEY_POINTS, build, checked_summary_entry, key_point_entries, summary_entry
from voxpop.engines import engine_named
from voxpop.errors import OptionError, OutputError, choose
from voxpop.extract.domains import Domain
from voxpop.html_display import aspects_html, key_points_html
from voxpop.ingest import FileChoice
from voxpop.plots import Plots
from voxpop.schema import CheckedSummary, Document
from voxpop.schema import KeyPoint as KeyPointEntry
from voxpop.schema import Summary as SummaryEntry
from voxpop.settings import Settings
from voxpop.shards import Progress, ignore
from voxpop.store import Draft, Rows, Store, copy, put_claims
from voxpop.store.audit_queue import Settlement, audit_file, settled
from voxpop.store.edit_log import Edit, history, layout_of, table_edits_of
from voxpop.store.ledger_counts import ledger_of
from voxpop.store.listing import Listing
from voxpop.store.rated_reviews import drivers_of
from voxpop.store.run_folder import open_run, run_key
from voxpop.store.segment_counts import segments_of
from voxpop.store.time_series import Trends, WatchResult, find_trends, look
from voxpop.summarize import Summary, SummaryOptions, summaries
from voxpop.types import (
    Aspect,
    Claim,
    Comparison,
    KeyPointList,
    MarkedReview,
    Mention,
    Opinion,
    Product,
    Rejected,
    Review,
)

PAGES = (".html", ".htm")
SHOWN_POINTS = 5  # key points of each kind in a notebook


def analyze(
    source: Any,
    *,
    product: str | None = None,
    lang: str | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    settings: Settings | None = None,
    workers: int | None = None,
    engine: str = "local",
    address: str | None = None,
    resume: bool | None = None,
    keep_parts: bool = False,
    parts: str | Path | None = None,
    progress: Progress = ignore,
    on_choice: Callable[[FileChoice], None] = ignore,
    on_domains: Callable[[Mapping[str, Domain]], None] = ignore,
    on_note: Callable[[str], None] = ignore,
    **options: Any,
) -> Analysis:
    """Read reviews and find out what people think, aspect by aspect.

    ``source`` is a path, several, a folder, a DataFrame (pandas, polars, Arrow), or a list of strings or reviews.
    With ``output`` the analysis is a .voxpop file; without, it lives in memory until ``save``. Everything else that
    can be chosen is in ``Settings``, passed as ``settings`` or one by one: ``analyze(path, by="categories")``.

    A call that was interrupted has left a folder beside ``output``; the same call goes on with it, or with
    ``resume=False`` starts anew. ``keep_parts`` leaves its Parquet files; with the ``engine`` "ray" they are made on a
    cluster, and ``parts`` is a folder or fsspec address for them that its machines share (docs/scale.md). ``on_note``
    is told of runs that go on.
    """
    settings = settings or Settings()
    for name in options:
        choose("option", name, sorted(field.name for field in fields(Settings)))
    named = settings.product if product is None else product
    settings = replace(settings, product=named, lang=lang or settings.lang, **options)
    if output is None and (resume or keep_parts or parts):
        raise OptionError("Without an output there is no run to resume and no place for parts. Give an output.")
    draft = Draft(output, overwrite=overwrite)
    try:
        place, key = (Path(output), run_key(source, settings)) if output is not None else (None, None)
        with open_run(place, key, parts=parts, resume=resume, keep_parts=keep_parts, say=on_note) as folder:
            pipeline.run(
                source,
                settings,
                engine=engine_named(engine, workers, address=address),
                folder=folder,
                store=draft,
                progress=progress,
                on_choice=on_choice,
                on_domains=on_domains,
            )
    except BaseException:
        draft.close()
        raise
    return Analysis(draft)


def open(path: str | Path) -> Analysis:
    """Read a .voxpop file."""
    return Analysis(Store.open(path))


def check_page(path: str | Path, *, overwrite: bool) -> Path:
    """Return the path of a page if it can be written, so that a wrong one is an error before the work."""
    path = Path(path)
    if path.is_dir() or not path.parent.is_dir():
        raise OutputError(f"Cannot write the page {path}: there is no such folder, or it is one. Name a file to write.")
    check_new(path, overwrite=overwrite)
    if path.exists() and path.suffix.lower() not in PAGES:
        raise OutputError(f"{path} is no HTML page, so it is not replaced. Name a file that ends in .html.")
    return path


def claims_in_memory(store: Store, summaries: Sequence[Summary]) -> Rows[Claim]:
    """Return the claims of summaries as rows, without a file."""
    claims = [claim for summary in summaries for claim in summary.claims]
    draft = Draft()
    ids = {quote.review_id for claim in claims for quote in (*claim.quotes, *claim.against)}
    draft.add_reviews(list(store.reviews_by_id(ids).values()))
    put_claims(draft, claims)
    return draft.claims


class Analysis:
    """What people think, aspect by aspect. Its tables are sized, iterable, and go to pandas or Arrow whole."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def reviews(self) -> Rows[Review]:
        """The reviews that were analysed, with the stars that their texts deserve."""
        return self._store.reviews

    @property
    def opinions(self) -> Rows[Opinion]:
        """The opinions that were counted, each with its words."""
        return self._store.opinions

    @property
    def aspects(self) -> Rows[Aspect]:
        """The rows of the table."""
        return self._store.aspects

    @property
    def mentions(self) -> Rows[Mention]:
        """The targets of opinions in the reviews, what is said of each, and what it is about."""
        return self._store.mentions

    @property
    def claims(self) -> Rows[Claim]:
        """The clauses of the summaries, with the evidence for and against each."""
        if self._store.count("edits") and not self._store.count("claims"):  # of before the edits there are none
            return claims_in_memory(self._store, summaries(self._store, SummaryOptions()))
        return self._store.claims

    @property
    def key_points(self) -> KeyPointList:
        """What exactly is said, as short statements with all reviews that say the same; most reviews first."""
        return KeyPointList(self._store.key_points())

    @property
    def comparisons(self) -> Rows[Comparison]:
        """The places where a review compares products."""
        return self._store.comparisons

    @property
    def rejected(self) -> Rows[Rejected]:
        """The rows that were set aside, each with its reason."""
        return self._store.rejected

    @property
    def plot(self) -> Plots:
        """Charts by one call: ``analysis.plot.drivers()``, ``aspects()``, ``trends("staff")``."""
        return Plots(self)

    @property
    def edits(self) -> list[Edit]:
        """The edits of the table, oldest first, with those that were undone."""
        return history(self._store)

    def user_aspects(self) -> str:
        """Return the edits as a file of aspects (TOML) that ``voxpop analyze --aspects`` applies to other reviews."""
        return write(table_edits_of(self._store))

    def unmentioned_aspects(self) -> list[str]:
        """Return the ids of edited aspects that these reviews do not mention."""
        return layout_of(self._store).waiting

    @property
    def path(self) -> Path | None:
        """The file, or None if the analysis is in memory."""
        return self._store.path

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write the analysis to a .voxpop file."""
        copy(self._store, path, overwrite=overwrite)

    def append(self, source: Any, *, since: date | None = None, **options: Any) -> None:
        """Take in more reviews: only they are read, and all that is counted is counted anew (``voxpop append``)."""
        if self.path is None:
            raise OptionError("An analysis in memory cannot take in reviews. Save it, or analyse with an output.")
        path = self.path
        self.close()
        file_updates.append(path, source, since=since, **options)
        self._store = Store.open(path)

    def audit(self, *, precision: float = PRECISION) -> Audit:
        """Return the reviews whose stars and text disagree; about ``precision`` of them really do."""
        result = audit_file(self._store, precision=precision)
        result.check()
        return result

    def settlements(self) -> dict[str, Settlement]:
        """Return what people decided about mismatches, and who is to decide, by the id of the review."""
        return settled(self._store)

    def reviews_by_id(self, ids: Iterable[str]) -> dict[str, Review]:
        """Return some of the reviews, by their ids."""
        return self._store.reviews_by_id(ids)

    def marked(self, review_id: str) -> MarkedReview:
        """Return a review with its counted opinions, which a notebook shows with their words marked."""
        with Listing.over(self._store) as listing:
            read = listing.review(review_id)
        if read is None:
            raise OptionError(f"There is no review {review_id!r} in this analysis. Ids are those of analysis.reviews.")
        return MarkedReview(read[0], tuple(read[1]))

    def checker(self, *, product: str | None = None) -> Checker:
        """Return what checks sentences against these reviews; it holds them all in memory."""
        settings = self._store.fact("settings", {})
        aliases = tuple(settings.get("aliases") or ())
        named = next((name for name in (product, settings.get("product"), *aliases) if name is not None), None)
        described = Product(named, aliases) if named is not None else None
        reviews, opinions, comparisons = list(self.reviews), self.opinions, self.comparisons
        return Checker(reviews, opinions=opinions, comparisons=comparisons, product=described)

    def check(self, summary: str | Sequence[str], *, product: str | None = None) -> list[CheckedSentence]:
        """Return whether the reviews support each sentence of a summary."""
        sentences = split(summary) if isinstance(summary, str) else list(summary)
        checker = self.checker(product=product)
        return [checker.check(sentence) for sentence in sentences]

    def checked_summary(self, sentences: Sequence[CheckedSentence]) -> CheckedSummary:
        """Return checked sentences as plain data, in the schema that ``--json`` and the web API share."""
        return checked_summary_entry(self._store, sentences)

    def ledger(self) -> Ledger:
        """Return what is said about the product, its rivals, what it is used with, and its kind."""
        return ledger_of(self._store)

    def drivers(self) -> Drivers:
        """Return what each aspect does to the stars, given or else predicted from the texts."""
        return drivers_of(self._store)

    def segments(self, by: str | None) -> Segments:
        """Return how the reviews with each value of a column differ from the others; numbers and dates are binned."""
        return segments_of(self._store, by)

    def trends(self) -> Trends:
        """Return the shares of complaints and praise over time, and since when they have changed."""
        return find_trends(self._store)

    def watch(self, since: date | None = None) -> WatchResult:
        """Return what moved since a day; without one, since the last look of ``voxpop watch``, a week at least."""
        return look(self._store, since)

    def summarize(self, *, lang: str | None = None, **options: Any) -> Summary:
        """Return a summary in which each clause has its evidence, in the main language of the reviews or in ``lang``.

        Options are those of ``SummaryOptions``: audience, words, min_quotes, aspect.
        """
        main = lang or next(iter(self._store.languages()), None)
        return self.summaries(SummaryOptions(**options), lang=main)[0]

    def summaries(self, options: SummaryOptions | None = None, *, lang: str | None = None) -> list[Summary]:
        """Return a summary for each language of the reviews, most reviews first, or for one language."""
        return summaries(self._store, options or SummaryOptions(), lang=lang)

    def summary_entries(self, summaries: Sequence[Summary]) -> list[SummaryEntry]:
        """Return summaries as plain data, in the schema that ``--json``, the report and the web API share."""
        return [summary_entry(self._store, summary) for summary in summaries]

    def key_point_entries(self) -> list[KeyPointEntry]:
        """Return the key points of most reviews as plain data, in the schema of ``--json`` and the web API."""
        return key_point_entries(self._store, self._store.key_points(limit=KEY_POINTS, quotes=EVIDENCE))

    def report(self, path: str | Path, *, overwrite: bool = True, order: Order = "mentions") -> Path:
        """Write one self-contained HTML page."""
        from voxpop.web.report import report_page  # here, so that reading a file does not load the web layer

        path = check_page(path, overwrite=overwrite)
        atomic_write(path, report_page(self._store, order=order))
        return path

    def document(self, *, evidence: int = EVIDENCE, order: Order = "mentions", whole: bool = True) -> Document:
        """Return the whole result as plain data, in the schema that ``--json``, the report and the web API share.

        The rows stand by mentions, by damage (complaints and what they cost in stars) or by change. Not ``whole``, the
        document has no drivers, key points or segments, and takes half the time.
        """
        return build(self._store, evidence=evidence, order=order, whole=whole)

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        where = self.path or "in memory"
        return f"<Analysis of {len(self.reviews):,} reviews, {len(self.aspects)} aspects, {where}>"

    def _repr_html_(self) -> str:
        points = key_points_html(self._store.key_points(limit=SHOWN_POINTS, quotes=1))
        return f"<p>{escape(repr(self))}</p>{aspects_html(list(self.aspects))}{points}"
