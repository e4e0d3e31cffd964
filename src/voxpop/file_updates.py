"""Updates of a .voxpop file: more reviews (``voxpop append``), or the same ones read by other weights (``--refresh``).

The steps are those of ``pipeline.py``; only what is new is read, and all that is counted is counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, replace
from datetime import date
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

import voxpop
from voxpop.checks_before_run import check_settings
from voxpop.engines import engine_named
from voxpop.errors import StoreError
from voxpop.ingest import Curator, FileChoice, check_content, read_reviews
from voxpop.ingest.known_rows import KnownRows
from voxpop.ingest.row_batches import row_batches
from voxpop.ingest.sources import checksum
from voxpop.lang import DEFAULT
from voxpop.part_files import names_by_language
from voxpop.pipeline import counted, extract_missing, finish, keep_all
from voxpop.run_facts import model_facts
from voxpop.settings import Columns, Curation, Settings, stored_settings
from voxpop.shards import Engine, Progress, ignore
from voxpop.store import Draft, Store
from voxpop.store.change import changing, sole_writer
from voxpop.store.draft import READING, TAKEN_OVER
from voxpop.store.edit_log import table_edits_of
from voxpop.store.run_folder import RunFolder, RunPlan, open_run, plan_from, run_key
from voxpop.store.store import is_old
from voxpop.types import Rejected, Review

TABLES_OF_USERS = ("run", "edits", "checks", "audit_queue")  # what people did stays when reviews are read again
TABLES_OF_REVIEWS = (
    *TABLES_OF_USERS, "reviews", "rejected", "sentences", "mentions", "comparisons", "statements",
)  # fmt: skip
AS_BEFORE = Settings()
READ_BY = ("version", "versions", "engines")  # facts on what read the reviews of a file
UNREAD: dict[str, Any] = dict.fromkeys(("predicted_stars", "predicted_low", "predicted_high", "star_probabilities"))


def append(
    path: Path,
    source: Any,
    *,
    since: date | None = None,
    reading: Settings = AS_BEFORE,
    workers: int | None = None,
    engine: str = "local",
    address: str | None = None,
    progress: Progress = ignore,
    on_choice: Callable[[FileChoice], None] = ignore,
    on_note: Callable[[str], None] = ignore,
) -> None:
    """Take more reviews into a .voxpop file: only they are read, and everything that is counted is counted anew.

    Reviews that the file has already are recognised, and rows dated before ``since`` are passed over. The settings,
    the kind of product and the boilerplate are those of the file; edits stay. What ``reading`` says of the columns,
    the encoding, the format, the sheet and the curation goes for the new rows alone.
    """
    runner = engine_named(engine, workers, address=address)
    with closing(Store.open(path)) as store:
        settings = earlier_settings(store)
        plan, read_by = earlier_plan(store), {name: store.fact(name, {}) for name in READ_BY}
        if not is_current(read_by, reading_now(store, settings)):
            on_note(
                f"The reviews in {path} were read by another voxpop or by other weights than the new ones are. "
                f"To read all of them alike: voxpop analyze --refresh {path}"
            )
        new = changed(settings, reading)
        key = run_key(source, new, **{"since": str(since), "the file": checksum(path)})
        with open_run(path, key, say=on_note) as folder:
            if folder.plan is None:
                listeners: dict[str, Any] = {"progress": progress, "on_choice": on_choice, "on_note": on_note}
                folder.save(read_new(source, new, folder, store, plan, engine=runner, since=since, **listeners))
            options: dict[str, Any] = {"keeps": TABLES_OF_REVIEWS, "read_by": read_by, "progress": progress}
            take_in(path, settings, folder, engine=runner, **options)


def read_new(
    source: Any,
    settings: Settings,
    folder: RunFolder,
    store: Store,
    plan: RunPlan,
    *,
    engine: Engine,
    since: date | None,
    progress: Progress,
    on_choice: Callable[[FileChoice], None],
    on_note: Callable[[str], None],
) -> RunPlan:
    """Read and curate the rows that the file in the store does not have; what its own rows told holds for them."""
    choices = list(plan.choices)
    curator, known = Curator(settings, map_in_order=engine.map_in_order), KnownRows(plan.choices)
    for rows_before in row_batches(chain[Review | Rejected](store.reviews, store.rejected)):
        known.add(rows_before)
        curator.remember(rows_before)

    def note(choice: FileChoice) -> None:
        choices.append(choice)
        on_choice(choice)

    days: Counter[str] = Counter()
    rows = read_reviews(source, settings=settings, on_choice=note, known=known)
    wanted = (row for row in rows if since is None or isinstance(row, Rejected) or is_since(row, since, days))
    with closing(curator(wanted)) as curated:
        new = check_content(known.only_new(curated), settings, may_be_empty=True)
        reviews = folder.keep(counted(new, progress))
    if since is not None:
        on_note(
            f"Rows dated before {since}, passed over: {days['before']:,}. Rows without a date, taken in all the same: "
            f"{days['undated']:,}."
        )
    return replace(plan, reviews=reviews, choices=choices, counts=Counter(plan.counts) + curator.counts)


def is_since(review: Review, first: date, days: Counter[str]) -> bool:
    """Return whether a review has no date, or one from a day on; ``days`` counts those that are undated or before."""
    days["undated"] += review.date is None
    is_before = review.date is not None and review.date < first
    days["before"] += is_before
    return not is_before


def changed(settings: Settings, reading: Settings) -> Settings:
    """Return settings with what others say of how files are read, where that is not the default."""
    return replace(
        settings,
        encoding=reading.encoding or settings.encoding,
        format=reading.format or settings.format,
        sheet=reading.sheet or settings.sheet,
        columns=replace(settings.columns, **differing(reading.columns, AS_BEFORE.columns)),
        curation=replace(settings.curation, **differing(reading.curation, AS_BEFORE.curation)),
    )


def differing(given: Columns | Curation, default: Columns | Curation) -> dict[str, Any]:
    """Return what differs from the default, by its name."""
    return {name: value for name, value in asdict(given).items() if value != getattr(default, name)}


def refresh(
    path: Path,
    *,
    workers: int | None = None,
    engine: str = "local",
    address: str | None = None,
    progress: Progress = ignore,
    on_note: Callable[[str], None] = ignore,
) -> None:
    """Read the reviews of a .voxpop file again if the weights or voxpop itself are other ones by now; edits stay.

    If only weights changed, only the reviews in their languages are read again.
    """
    runner = engine_named(engine, workers, address=address)
    with closing(Store.open(path)) as store:
        settings, facts = earlier_settings(store), store.facts()
        now = reading_now(store, settings)
        if is_current(facts, now) and READING in facts:
            with changing(path) if is_old(path) else nullcontext():
                on_note(f"{path} is up to date: nothing was read again.")
            return
        again = changed_languages(facts, now)
        if again:
            on_note(f"Only the weights for {', '.join(again)} changed: reviews in other languages are not read again.")
        reviews = (
            replace(review, **UNREAD) for review in store.reviews if not again or (review.lang or DEFAULT) in again
        )
        with open_run(path, run_key(path, settings), say=on_note) as folder:
            if folder.plan is None:
                options: dict[str, Any] = {"choices": [FileChoice(**choice) for choice in facts["sources"]]}
                options |= {"counts": facts["curation"], "progress": progress}
                rows = reviews if again else chain[Review | Rejected](store.rejected, reviews)
                plan = keep_all(rows, settings, folder, **options)
                if again:  # what repeats was found in all rows
                    earlier = earlier_plan(store)
                    plan = replace(plan, boilerplate=earlier.boilerplate, domains={**earlier.domains, **plan.domains})
                folder.save(plan)
            keeps = TABLES_OF_REVIEWS if again else TABLES_OF_USERS
            take_in(path, settings, folder, engine=runner, keeps=keeps, again=again, progress=progress)


def reading_now(store: Store, settings: Settings) -> dict[str, dict[str, str]]:
    """Return what would read the reviews of a file today, by language."""
    return {lang: model_facts(lang, settings) for lang in store.languages()}


def is_current(facts: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Return whether the reviews of a file were read by what would read them now."""
    return facts.get("version") == voxpop.__version__ and facts.get("engines") == now


def changed_languages(facts: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the languages whose weights alone changed; none where all did, or something that concerns all of them."""
    changed = [lang for lang in now if facts.get("engines", {}).get(lang) != now[lang]]
    is_separate = facts.get("version") == voxpop.__version__ and READING in facts
    is_separate = is_separate and names_by_language(facts[READING]["counts"])
    return changed if is_separate and len(changed) < len(now) else []


def take_in(
    path: Path,
    settings: Settings,
    folder: RunFolder,
    *,
    engine: Engine,
    keeps: Sequence[str],
    again: Sequence[str] = (),
    read_by: Mapping[str, Any] = MappingProxyType({}),
    progress: Progress,
) -> None:
    """Extract the reviews of a run, and put them into a file beside what it keeps. Nobody else changes it meanwhile.

    They take the place of the reviews in the languages ``again``; ``read_by`` are facts on what read the others.
    """
    check_settings(settings)
    plan = folder.plan
    if plan is None:
        return
    extract_missing(plan, settings, folder, engine=engine, progress=progress)
    with sole_writer(path):
        with closing(Store.open(path)) as store:
            edits = table_edits_of(store)
        with closing(Draft(path, overwrite=True, keeps=keeps)) as draft:
            draft.mark_edits_as_taken_over()
            if again:
                draft.forget(again)
            who = TAKEN_OVER if len(edits) else None
            options: dict[str, Any] = {"read_by": read_by, "engine": engine, "progress": progress}
            finish(plan, settings, folder, draft, user_aspects=edits, who=who, **options)


def earlier_settings(store: Store) -> Settings:
    """Return the settings of a file, for more of its kind."""
    return replace(stored_settings(store.fact("settings")), limit=None)


def earlier_plan(store: Store) -> RunPlan:
    """Return what the reading of a file went by."""
    facts = store.facts()
    if READING not in facts:
        raise StoreError(
            f"{store.path} was made by an older voxpop and cannot take in reviews. First read its own again: "
            f"voxpop analyze --refresh {store.path}"
        )
    plan = plan_from(facts[READING]["plan"])
    return replace(plan, choices=[FileChoice(**choice) for choice in facts["sources"]], counts=facts["curation"])
