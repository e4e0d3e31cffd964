"""Make a file of very many reviews without reading them: ``python -m research.scale.replicate base.voxpop.run 1000000 out.voxpop``.

The parts of a run (``voxpop analyze --keep-parts``) are repeated under new ids and days until there are enough reviews;
then the file is made from them as ``voxpop analyze`` makes it. Time and memory are those of the driver alone. From a
.voxpop file instead of a run, the tables are repeated by SQL, for measuring the app (``research.scale.app``); its
aspects, key points and claims are those of the base, with as many more reviews behind them.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from voxpop import timings
from voxpop.aggregate.table_edits import TableEdits
from voxpop.engines import LocalEngine
from voxpop.part_files import PLACE, Part, PartSummary, join, read_part, write_part
from voxpop.pipeline import finish
from voxpop.settings import stored_settings
from voxpop.store import Draft
from voxpop.store.change import changing
from voxpop.store.page_tables import fill_page_tables
from voxpop.store.run_folder import RunFolder, plan_from, read_manifest
from voxpop.store.segment_counts import SEGMENTS, count_segments

TABLES = ("sentences", "mentions", "opinions", "comparisons", "statements", "key_point_statements")
NUMBERS = ("mentions", "reviews", "positive", "neutral", "negative")


def copied(base: Part, number: int, rows: int) -> Part:
    """Return the first rows of a part with other ids and days."""
    table = base.rows.slice(0, rows)
    ids = pc.binary_join_element_wise(table["id"], f"copy{number}", "-")
    days = pc.subtract(table["date"], pa.scalar(timedelta(days=number % 365))).cast(pa.date32())
    changed = {"id": ids, "date": days, PLACE: pa.array(range(len(table)), pa.int32())}
    for name, column in changed.items():
        table = table.set_column(table.schema.get_field_index(name), name, column)
    return Part(table, base.summary)


def fill(folder: RunFolder, base: Path, *, reviews: int) -> None:
    """Write the parts of a run of so many reviews."""
    whole = join([replace(read_part(path), rejected=()) for path in sorted(base.glob("part-*.parquet"))])
    tasks = folder.tasks()
    size = len(tasks[0])
    pieces = [whole.rows.slice(first, size) for first in range(0, len(whole.rows) - size + 1, size)]
    empty, share = PartSummary(), len(pieces) * size
    for number, task in enumerate(tasks):
        # What is counted over all reviews stands in the parts of each round's first piece.
        summary = whole.summary if number % len(pieces) == 0 else empty
        part = copied(Part(pieces[number % len(pieces)], summary), number // len(pieces), len(task))
        write_part(task.target, part, shard=task.facts())
    print(f"{len(tasks)} parts, {reviews:,} reviews; every {share:,}th text is the same", flush=True)


def multiply(base: Path, reviews: int, output: Path) -> None:
    """Repeat the tables of a file until it has so many reviews."""
    shutil.copyfile(base, output)
    with duckdb.connect(str(output)) as file:
        ((own,),) = file.execute("SELECT max(seq) + 1 FROM reviews").fetchall()
        for copy in range(1, reviews // own):
            file.execute(
                f"""INSERT INTO reviews SELECT * REPLACE (seq + {copy * own} AS seq, id || '-copy{copy}' AS id,
                date - {copy % 365} AS date) FROM reviews WHERE seq < {own}"""
            )
            for table in TABLES:
                file.execute(
                    f"INSERT INTO {table} SELECT * REPLACE (review + {copy * own} AS review) FROM {table} WHERE review < {own}"
                )
        numbers = ", ".join(f"{name} = {name} * {reviews // own}" for name in NUMBERS)
        file.execute(f"UPDATE aspects SET {numbers}; CHECKPOINT")
    with changing(output) as store:
        fill_page_tables(store._connection, store.side)
        store.put({SEGMENTS: count_segments(store)})
        count = store.count("reviews")
    print(
        f"{count:,} reviews, {output.stat().st_size / 1e6:,.0f} MB; the pages took the most memory: {memory():,.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("reviews", type=int)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    if options.base.is_file():
        multiply(options.base, options.reviews, options.output)
        return
    manifest = read_manifest(options.base)
    assert manifest is not None
    plan, settings = replace(plan_from(manifest), reviews=options.reviews), stored_settings(manifest["key"]["settings"])
    folder = RunFolder()
    folder.keep([])
    folder.save(plan)
    fill(folder, options.base, reviews=options.reviews)
    draft, begun = Draft(options.output, overwrite=True), time.monotonic()

    def tell(stage: str, done: int, of: int | None) -> None:
        print(f"{time.monotonic() - begun:8.0f} s {memory():6.0f} MB  {stage} {done:,}", flush=True)

    timings.take()
    finish(plan, settings, folder, draft, user_aspects=TableEdits(), who=None, engine=LocalEngine(), progress=tell)
    draft.close()
    folder.close()
    for stage, seconds in timings.take().items():
        print(f"{stage:>12} {seconds:8.1f} s of the processor")
    print(f"peak {memory():,.0f} MB, {time.monotonic() - begun:,.0f} s, {options.output.stat().st_size / 1e6:,.0f} MB")


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


if __name__ == "__main__":
    main()
