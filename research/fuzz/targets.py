"""What is fuzzed: each target reads one input made by chance, asserts what is promised, and returns the input's size.

A VoxpopError is an answer; any other exception, a promise that is broken, or a second for 10,000 characters is not.
"""

from __future__ import annotations

import asyncio
import hmac
import io
import json
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import numpy as np
import pyarrow.parquet as pq

import voxpop
from research.fuzz.inputs import (
    as_arrow,
    cell,
    corpus,
    database,
    example_texts,
    file,
    mutated,
    mutated_text,
    rows,
    text,
)
from research.fuzz.work_targets import annotation, uploads
from voxpop.aggregate import table_edits_file
from voxpop.aggregate.edited_layout import layout
from voxpop.aggregate.operations import OPERATIONS, operate
from voxpop.aggregate.table_edits import TableEdits
from voxpop.check import split
from voxpop.check.quantity import SideCounts, split_quantity
from voxpop.errors import VoxpopError
from voxpop.extract.opinion_decoding import Thresholds, TokenScores, decode_windows, token_row
from voxpop.ingest.boilerplate import tokens, units
from voxpop.ingest.boilerplate_finder import find_boilerplate
from voxpop.ingest.cells import clean, kept_value
from voxpop.ingest.columns import find_columns
from voxpop.ingest.content import check_content
from voxpop.ingest.curate import Curator
from voxpop.ingest.dates import country_beside_date, find_order, read_date
from voxpop.ingest.encoding import characters, find_encoding, lines
from voxpop.ingest.headers import find_header
from voxpop.ingest.mask import mask
from voxpop.ingest.reading import preview, read_reviews
from voxpop.ingest.sources import SourceFile
from voxpop.ingest.star_ratings import find_scale, read_stars, to_five
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import is_person, scale_in_name
from voxpop.lang import LANGUAGES, detect, language, languages, normalize
from voxpop.part_extraction import extract_part
from voxpop.part_files import pack, read_part, rejected_table, review_of, review_table, write_part
from voxpop.settings import Columns, Curation, Settings
from voxpop.shards import extract_shard
from voxpop.store.health import check_run
from voxpop.store.run_folder import RunFolder, RunPlan
from voxpop.types import Aspect, Rejected, Review
from voxpop.web.app import ServerOptions, create_app
from voxpop.web.security import VISITOR

SEEN_BY_MODEL = 10  # times as much time a character is allowed where a model reads
PAGE = 10_000  # characters that a page or a file counts as
VALUES = ("id", "q", "stars", "since", "until", "page", "aspect", "side", "by", "order", "lang", "with", "product",
          "category", "kind", "n", "period", "sort", "file", "a", "b")  # fmt: skip
TYPES = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/csv", "")
PAGES = ("", "/aspect", "/reviews", "/review", "/trends", "/summary", "/check", "/compare", "/audit", "/edit",
         "/quality", "/drivers", "/segments", "/ledger", "/rejected", "/export", "/trust", "/edit/aspects.toml")  # fmt: skip
CHANGES = [
    *((f"/api/v1/files/{{file}}/{page}", ["POST"]) for page in ("check", "edits", "edits", "edits", "audit", "trust")),
    *((f"/files/{{file}}/{page}", ["POST"]) for page in ("check", "edit", "edit", "audit", "trust", "trends")),
    ("/login", ["POST"]), ("/api/v1/analyze", ["POST"]), ("/upload/{id}", ["POST"]), ("/jobs/{id}/cancel", ["POST"]),
]  # fmt: skip
USUAL = {"{file}": ("served",), "{kind}": ("csv", "xlsx", "json"), "{id}": ("1", "en:room"), "{project}": ("1",)}
KEY: dict[str, Any] = {"settings": {}, "the input": []}  # of a run
LONG = (10_000, 100_000, 1_000_000)
LEAST = 1.0  # seconds, below which time is not compared
GROWTH = 4.0  # times ten that a text ten times as long may take


class Target(NamedTuple):
    """A function that runs one case, and its share of the processor time."""

    case: Callable[[Random, Path], int]
    share: float


def readers(chance: Random, folder: Path) -> int:
    """Read a file with its settings guessed or given, and curate its reviews."""
    name, data = file(chance)
    settings = chance.choice(SETTINGS) if chance.random() < 0.2 else Settings()
    if chance.random() < 0.05:
        preview(in_memory(name, data), settings=settings)
    else:
        check_rows(in_memory(name, data), settings, curate=chance.random() < 0.3)
    return len(data)


def sources(chance: Random, folder: Path) -> int:
    """Read what is no single file: a list, an Arrow table, a folder, a database."""
    table, settings = rows(chance), Settings()
    source: Any = [chance.choice((row, row, str(row), None, next(iter(row.values())))) for row in table]
    match chance.randrange(4):
        case 0:
            source = as_arrow(table)
        case 1:
            source = folder / "several"
            shutil.rmtree(source, ignore_errors=True)
            for place in range(chance.randint(0, 3)):
                name, data = file(chance)
                (source / f"d{place}").mkdir(parents=True)
                (source / f"d{place}" / name).write_bytes(data)
        case 2:
            source, settings = folder / "x.sqlite", Settings(query=chance.choice(corpus("queries")))
            data = database(table)
            source.write_bytes(mutated(data, chance) if chance.random() < 0.7 else data)
    check_rows(source, settings, curate=False)
    return PAGE


def check_rows(source: Any, settings: Settings, *, curate: bool) -> None:
    """Read a source: each row is a review that can be stored, or has a reason why not."""
    items = list(read_reviews(source, settings=settings))
    reviews = {row.id: row for row in items if isinstance(row, Review)}
    assert len(reviews) == sum(isinstance(row, Review) for row in items)
    for row in reviews.values():
        assert row.text.strip()
        assert row.stars is None or 1 <= row.stars <= 5
        assert all(0 <= part.start <= part.end <= len(row.text) for part in row.sections)
    assert all(row.reason for row in items if isinstance(row, Rejected))
    assert [review_of(row) for row in review_table([*reviews.values()]).to_pylist()] == [*reviews.values()]
    if curate:
        curated = list(check_content(Curator(settings)(items), settings, may_be_empty=True))
        assert len(curated) == len(items)
        kept = [row for row in curated if isinstance(row, Review)]
        assert all(row.lang and len(row.text) == len(reviews[row.id].text) for row in kept)
        rejected_table([row for row in curated if isinstance(row, Rejected)])


def in_memory(name: str, data: bytes) -> SourceFile:
    return SourceFile(name, None, data=io.BytesIO(data), most_unpacked=10_000_000)


SETTINGS = (
    *(Settings(encoding=name) for name in ("utf-8", "utf-16", "gb18030", "big5", "latin-1", "utf-7", "rot13", "cp037")),
    *(Settings(format=name) for name in ("csv", "tsv", "json", "jsonl", "txt", "xlsx", "parquet")),
    *(Settings(sheet=name) for name in ("1", "Sheet", "99")),
    *(Settings(columns=Columns(text=name)) for name in ("text", "text (2)", "column 1", ("title", "pros"), "no")),
    Settings(columns=Columns(stars="", date="id", id="text", product="stars")), Settings(limit=2),
    Settings(curation=Curation.off()), Settings(curation=Curation.paper()), Settings(lang="zh", fast=True),
    Settings(query="SELECT 1"),
)  # fmt: skip


def encodings(chance: Random, folder: Path) -> int:
    """Find an encoding and read lines: nothing of the decoded text is lost, and UTF-8 comes back as it was."""
    written = text(chance)
    codec = chance.choice(("utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030", "big5", "cp1252", "shift_jis"))
    data = written.encode(codec, "ignore")
    damaged = mutated(data, chance) if chance.random() < 0.6 else data
    encoding = find_encoding(Stream.of("x", io.BytesIO(damaged)))
    read = "".join(line.text for line in lines(Stream.of("x", io.BytesIO(damaged)), encoding))
    assert read == damaged.decode(encoding, "voxpop.mark")
    if damaged is data and codec.startswith("utf") and not written.startswith(("\0", "\ufeff")):  # no mark of another
        assert read == written.encode("utf-8", "ignore").decode()
    wanted = chance.choice(("utf-8", "gb18030", "utf-16", "cp1252"))
    characters(stream := Stream.of("x", io.BytesIO(damaged)), find_encoding(stream, wanted=wanted)).read()
    return len(damaged)


def cells(chance: Random, folder: Path) -> int:
    """Read one cell as stars, date, label and text."""
    value = cell(chance)
    stars, day = read_stars(value), read_date(value, day_first=chance.random() < 0.5)
    if stars is not None:
        scale = find_scale([stars, read_stars(cell(chance))])
        five = to_five(stars, scale or 5)
        assert five is None or 1 <= five <= 5
    assert day is None or day.isoformat()
    find_order([value, cell(chance)])
    country_beside_date(value)
    kept = kept_value(value)
    assert kept is None or kept.encode()
    written = str(value)
    covered, _ = mask(cleaned := clean(written))
    assert len(covered) == len(cleaned)
    assert "\0" not in cleaned
    scale_in_name(written)
    is_person(written)
    return len(written)


def columns(chance: Random, folder: Path) -> int:
    """Find out which column is which, and whether there is a header."""
    table = rows(chance)
    values = [list(row.values()) for row in table] or [[]]
    names, _ = find_header(values, Columns())
    assert len(set(names)) == len(names) == len(values[0])
    if table:
        found = find_columns(table, Columns(), source="x", named=chance.random() < 0.8)
        assert set(found.values()) <= {name for row in table for name in row}
    return sum(len(str(value)) for row in values for value in row)


def sentences(chance: Random, folder: Path) -> int:
    """Split a text into sentences in each language: in order, apart, and only space between them."""
    written = text(chance)
    for each in languages():
        last = 0
        for start, end in each.sentences(written):
            assert last <= start < end <= len(written)
            assert not written[last:start].strip()
            last = end
        assert not written[last:].strip()
    assert all(sentence.strip() for sentence in split(written))
    return len(written)


def text_rules(chance: Random, folder: Path) -> int:
    """Find the language, the personal data, the units and the boilerplate of texts."""
    texts = [text(chance)] * chance.randint(1, 2) + [text(chance)[:80] for _ in range(chance.randint(0, 3))]
    for written in texts:
        assert len(normalize(written)) == len(written)
        assert len(mask(written)[0]) == len(written)
        detect(written)
        parts = tokens(written)
        assert "".join("".join(written[start:end] for start, end, _ in parts).split()) == "".join(written.split())
        assert sum(unit.last - unit.first for unit in units(written, parts)) == len(parts)
    if chance.random() < 0.2:
        found = find_boilerplate(texts * 9)
        assert all(len(found.read(written).text) == len(written) for written in texts)
    return sum(map(len, texts))


def parse(chance: Random, folder: Path) -> int:
    """Parse a text in each language: tokens stand in order within their sentence."""
    written = text(chance)[:1000]
    for each in languages():
        for sentence in each.parse([written])[0]:
            last = sentence.start
            for token in sentence.tokens:
                assert last <= token.start <= token.end <= sentence.end <= len(written)
                last = token.end
    return len(written)


def spans(chance: Random, folder: Path) -> int:
    """Decode random scores of random tokens of a text, in one window or several."""
    written = [text(chance)[:300] or "x" for _ in range(chance.randint(1, 3))]
    numbers = np.random.default_rng(chance.randrange(1 << 32))
    windows = [scores_of(one, numbers, chance) for one in written]
    thresholds = Thresholds(*(chance.choice((0.0, 0.3, 0.5, 1.0)) for _ in range(5)))
    thresholds = thresholds if chance.random() < 0.3 else Thresholds()
    decoded = decode_windows(windows, token_row([window.spans for window in windows], written), thresholds)
    assert len(decoded) == len(windows)
    for one, window, opinions in zip(written, windows, decoded, strict=True):
        starts, ends = set(window.spans[:, 0].tolist()), set(window.spans[:, 1].tolist())
        for opinion in opinions:
            places = [place for place in (opinion.target, opinion.words) if place]
            assert places
            assert all(start in starts and end in ends and 0 <= start < end <= len(one) for start, end in places)
            assert -1.001 <= opinion.polarity <= 1.001
            assert -0.001 <= opinion.confidence <= 1.001
            assert len(opinion.category) == window.category.shape[1]
    return sum(map(len, written))


def scores_of(written: str, numbers: np.random.Generator, chance: Random) -> TokenScores:
    cuts = sorted({0, len(written), *(chance.randrange(len(written)) for _ in range(chance.randint(0, 60)))})
    places = [(start, end) for start, end in pairwise(cuts) if chance.random() < 0.95]
    count, sharp = len(places), chance.choice((0.05, 1.0, 30.0))

    def shares(width: int) -> Any:
        made = numbers.dirichlet([sharp] * width, count).astype(np.float32)
        return made if chance.random() < 0.95 else np.eye(width, dtype=np.float32)[numbers.integers(width, size=count)]

    return TokenScores(
        spans=np.array(places, np.int32).reshape(-1, 2), target=shares(3), evidence=shares(3), polarity=shares(5),
        category=shares(7), about=shares(5), fact=numbers.random(count, np.float32),
        links=numbers.random((count, count), np.float32) ** np.float32(chance.choice((0.1, 1, 9))),
    )  # fmt: skip


def edits(chance: Random, folder: Path) -> int:
    """Edit a table by chance: what can be done leaves a sheet that can be written, read and laid out again."""
    aspects, sheet = found_aspects(chance.randrange(20)), TableEdits()
    ids, size = [aspect.id for aspect in aspects], 0
    for _ in range(chance.randint(1, 6)):
        now = layout(aspects, sheet)
        known = [*ids, *now.slots, *now.into]
        some = {
            "id": pick(known, chance), "into": pick(known, chance), "name": cell(chance), "lang": chance.choice(("en", "zh", "x")),
            "ids": [pick(known, chance) for _ in range(chance.randint(0, 3))], "place": chance.choice((None, 0, 1, -1, 9)),
            "terms": chance.sample([term for aspect in aspects for term in aspect.terms], chance.randint(0, 3)),
            "parent": pick(known, chance),
        }  # fmt: skip
        kind = chance.choice(list(OPERATIONS))
        wanted = [name for name in OPERATIONS[kind].__annotations__ if name in some]
        size += len(str(some))
        try:
            sheet = operate(sheet, now, kind, {name: typed(name, some[name]) for name in wanted})
        except VoxpopError:
            continue
    written = table_edits_file.write(sheet)
    again = table_edits_file.read(written.encode(), where="x")
    assert table_edits_file.write(again) == written
    assert layout(aspects, again).places() == layout(aspects, sheet).places()
    if chance.random() < 0.3:
        table_edits_file.read(mutated(written.encode(), chance), where="x")
    return size


def typed(name: str, value: Any) -> Any:
    """Return an argument with the type that the command line and the API make sure of."""
    return str(value) if name == "name" else value


def pick(known: Sequence[str], chance: Random) -> str:
    return chance.choice(known) if chance.random() < 0.9 else str(cell(chance))


@cache
def found_aspects(seed: int) -> list[Aspect]:
    chance = Random(seed)
    names = dict.fromkeys(
        chance.sample(["room", "staff", "bath", "pool", "bed", "wi-fi", "x y", "房间", "é", "a:b"], 6)
    )
    lang, kind = chance.choice(("en", "zh")), chance.choice((":", ":", ">"))
    return [
        Aspect(f"{lang}{kind}{name}", name, (name, f"{name}s", "thing")[: chance.randint(1, 3)], 9, 9, 3, 3, 3, 0.0, -1.0,
               1.0, lang, category=name if kind == ">" else None)
        for name in names
    ]  # fmt: skip


def part_files(chance: Random, folder: Path) -> int:
    """Write reviews as a part of a run and read them again; damaged bytes are an error, or the same reviews."""
    table = [text(chance)[:200].encode("utf-8", "ignore").decode() for _ in range(chance.randint(0, 4))]
    reviews = [Review(id=str(place), text=one, extra={"a": one[:9]}) for place, one in enumerate(table)]
    assert [review_of(row) for row in review_table(reviews).to_pylist()] == reviews
    path, data = folder / "part.parquet", good_part(folder)
    path.write_bytes(mutated(data, chance))
    read_part(path)
    return len(data)


@cache
def good_part(folder: Path) -> bytes:
    extracted = extract_part([Review(id="1", text="The room was clean.", lang="en")], settings=Settings(fast=True))
    write_part(path := folder / "good.parquet", pack(extracted), shard={"shard": 0})
    assert pq.read_metadata(path).num_rows == 1
    return path.read_bytes()


def run_folders(chance: Random, folder: Path) -> int:
    """Go on with a run of which a file is damaged or gone: it starts anew, or does what is missing and loses nothing."""
    path = folder / "out.run"
    shutil.rmtree(path, ignore_errors=True)
    for name, data in interrupted_run(folder).items():
        path.mkdir(exist_ok=True)
        (path / name).write_bytes(data)
    victim = chance.choice(sorted(path.iterdir()))
    data = victim.read_bytes()
    match chance.randrange(4):
        case 0:
            victim.unlink()
        case 1:
            victim.write_bytes(data[: chance.randrange(len(data))])
        case 2:
            victim.write_bytes(chance.choice(sorted(path.iterdir())).read_bytes())
        case _:
            victim.write_bytes(mutated(data, chance))
    list(check_run(path))
    run = RunFolder(path, KEY, resume=chance.choice((None, True)))
    try:
        if run.plan is None:
            assert [file.name for file in path.iterdir()] == []
            return len(data)
        assert len([row for batch in run.rejected() for row in batch]) == 1
        for task in run.missing():
            assert len(task.reviews()) == len(task)
    finally:
        run.close(keep=True)
    return len(data)


@cache
def interrupted_run(folder: Path) -> dict[str, bytes]:
    """Return the files of a run of which one part is done."""
    run = RunFolder(folder / "made.run", KEY)
    reviews = [Review(id=str(place), text=one, lang="en") for place, one in enumerate(example_texts()[:70])]
    count = run.keep([*reviews, Rejected(step="row", reason="x")])
    run.save(RunPlan(count))
    done = run.tasks()[0]
    extract_shard(done, extract=partial(extract_part, settings=Settings(fast=True)))
    run.close(keep=True)
    return {path.name: path.read_bytes() for path in (folder / "made.run").iterdir()}


def store(chance: Random, folder: Path) -> int:
    """Open a damaged file and read all of it."""
    data = good_file(folder).read_bytes()
    damaged = folder / f"{chance.randrange(10**9)}.voxpop"
    damaged.write_bytes(mutated(data, chance) if chance.random() < 0.5 else zeroed(data, chance))
    try:
        with voxpop.open(damaged) as analysis:
            list(analysis.opinions)
            list(analysis.reviews)
    finally:
        damaged.unlink()
    return len(data)


def zeroed(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes(min(4096, len(data) - at)) + data[at + 4096 :]


@cache
def good_file(folder: Path) -> Path:
    """Return a small analysis in both languages, with stars, dates and groups."""
    good = folder / "good.voxpop"
    reviews = [
        Review(id=str(place), text=one, stars=float(place % 5 + 1), extra={"group": "ab"[place % 2]})
        for place, one in enumerate([*example_texts()[:25], *example_texts()[-25:]])
    ]
    voxpop.analyze(reviews, output=good, fast=True).close()
    return good


def quantities(chance: Random, folder: Path) -> int:
    """Read how many say so in a sentence, and the sentences of a summary, as the checker does first."""
    written = text(chance)[:500]
    for lang in LANGUAGES:
        quantity = split_quantity(written, lang).quantity
        if quantity:
            counts = SideCounts(*(chance.choice((0, 1, 3, 20, 500)) for _ in range(4)))
            assert not (quantity.holds(counts) and quantity.count is not None and quantity.is_refuted_by(counts))
    assert all(sentence.strip() for sentence in split(written))
    return len(written)


def checker(chance: Random, folder: Path) -> int:
    """Check a sentence against a file."""
    own = chance.choice(corpus("texts")) if chance.random() < 0.5 else chance.choice(example_texts())
    sentence = mutated_text(own[:200], chance)
    checked = opened_checker(folder).check(sentence)
    assert checked.text == sentence
    assert checked.verdict in ("supported", "contradicted", "unmentioned")
    return SEEN_BY_MODEL * len(sentence)


@cache
def opened_checker(folder: Path) -> Any:
    from voxpop.check import Checker

    with voxpop.open(good_file(folder)) as analysis:
        return Checker(list(analysis.reviews), opinions=list(analysis.opinions), fast=True)


def analysis(chance: Random, folder: Path) -> int:
    """Analyse a few texts from end to end: every span lies in its text."""
    lang = chance.choice(list(LANGUAGES))
    reviews = [
        Review(id=str(place), text=text(chance).encode("utf-8", "ignore").decode() or "x", lang=lang)
        for place in range(3)
    ]
    with voxpop.analyze(reviews, fast=True, lang=lang) as made:
        texts = {review.id: review.text for review in made.reviews}
        for opinion in made.opinions:
            assert opinion.text == texts[opinion.review_id][opinion.start : opinion.end]
            assert -1 <= opinion.polarity <= 1
    return PAGE * 5 + SEEN_BY_MODEL * sum(len(review.text) for review in reviews)


def requests(chance: Random, folder: Path) -> int:
    """Ask the app for its addresses with hostile values and bodies: it must answer, and never with a failure."""
    served = app(folder)
    path, methods = chance.choice(served.addresses if chance.random() < 0.6 else CHANGES)
    for name, usual in USUAL.items():
        if name in path:
            odd = quote(text(chance)[:50], errors="replace")
            path = path.replace(name, chance.choice(usual) if chance.random() < 0.9 else odd)
    query = "&".join(
        f"{chance.choice(VALUES)}={quote(str(cell(chance))[:80], errors='replace')}"
        for _ in range(chance.randint(0, 3))
    )
    body, kind = chance.choice(corpus("bodies")), chance.choice(TYPES)
    if isinstance(body, dict) and body and chance.random() < 0.4:
        body = body | {
            chance.choice([*body, *VALUES]): chance.choice((cell(chance), [cell(chance)], {"a": cell(chance)}))
        }
    form = isinstance(body, str)
    data = (body if form else json.dumps(body)).replace("ID", chance.choice(served.ids)).encode("utf-8", "replace")
    if chance.random() < 0.8:
        kind = TYPES[1] if form else TYPES[0]
    if chance.random() < 0.4:
        data = mutated(data, chance)
    if form and kind == TYPES[1]:
        data = b"csrf=%s&%s" % (served.token.encode(), data)
    status = served.ask(chance.choice(methods), path, query, data, kind)
    assert status < 500, (status, path, query, data)
    return PAGE


class ServedApp:
    """The app over one small file, asked in this process without a socket. No work on uploads is begun."""

    def __init__(self, folder: Path) -> None:
        path = Path(shutil.copy(good_file(folder), folder / "served.voxpop"))
        with voxpop.open(path) as analysis:
            self.ids = [aspect.id for aspect in analysis.aspects][:6]
        made = create_app([path], ServerOptions(folder=folder / "uploads"))
        made.state.jobs.begin = lambda job: None
        self.token = hmac.new(made.state.secret, b"me", "sha256").hexdigest()
        self.app, self.loop = made, asyncio.new_event_loop()
        paths = made.openapi()["paths"]
        self.addresses = [
            (path, [verb.upper() for verb in verbs]) for path, verbs in paths.items() if "analyze" not in path
        ]
        self.addresses += [(f"/files/{{file}}{page}", ["GET", "GET", "POST"]) for page in PAGES]
        self.addresses += [
            (path, ["GET", "POST"]) for path in ("/", "/login", "/upload/{id}", "/jobs/{id}", "/metrics")
        ]
        self.lifespan = made.router.lifespan_context(made)
        self.loop.run_until_complete(self.lifespan.__aenter__())

    def ask(self, method: str, path: str, query: str, body: bytes, kind: str) -> int:
        """Return the status of an answer."""
        sent: list[int] = []
        headers = [
            (b"host", b"localhost"),
            (b"cookie", f"{VISITOR}=me".encode()),
            (b"content-type", kind.encode()),
            (b"content-length", b"%d" % len(body)),
        ]
        scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
                 "path": unquote(path), "raw_path": path.encode(), "query_string": query.encode(), "headers": headers,
                 "client": ("127.0.0.1", 1), "server": ("localhost", 80), "root_path": "", "state": {}}  # fmt: skip
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if not messages:
                await asyncio.sleep(3600)  # nothing more is sent
            return messages.pop()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                sent.append(message["status"])

        self.loop.run_until_complete(self.app(scope, receive, send))
        return sent[0]


@cache
def app(folder: Path) -> ServedApp:
    return ServedApp(folder)


def long_texts(chance: Random, folder: Path) -> int:
    """Say a piece again and again, up to a million characters: the time of what reads it grows with its length."""
    piece = text(chance)[: chance.choice((1, 3, 20, 200))] or "x"
    rule = chance.choice(list(RULES))
    times = list[float]()
    for size in LONG:
        written = (piece * (size // len(piece) + 1))[:size]
        begun = time.process_time()
        RULES[rule](written)
        times.append(time.process_time() - begun)
        assert not grows_too_fast(times), f"{rule}: {times} s for {piece!r}"
    return LONG[-1]


def grows_too_fast(times: Sequence[float]) -> bool:
    """Whether the last of some texts, each ten times as long as the one before, took more than it should."""
    return len(times) > 1 and times[-1] > LEAST and times[-1] > 10 * GROWTH * times[-2]


def read_line(written: str) -> None:
    data = f"text,stars\n{written.encode('utf-8', 'replace').decode()},5\n".encode()
    with suppress(VoxpopError):  # a line of half a million characters is refused
        list(read_reviews(in_memory("x.csv", data)))


RULES: dict[str, Callable[[str], Any]] = {
    **{f"sentences {code}": language(code).sentences for code in LANGUAGES},
    "split": split, "mask": mask, "clean": clean, "tokens": lambda written: list(units(written, tokens(written))),
    "detect": detect, "normalize": normalize, "quantity": lambda written: split_quantity(written, "en"),
    "csv": read_line, "boilerplate": lambda written: find_boilerplate([written[: len(written) // 20]] * 30).read(written),
    "curate": lambda written: list(Curator(Settings(curation=replace(Curation(), max_chars=0)))(
        [Review(id="1", text=written), Rejected(step="row", reason="x", text=written)])),
}  # fmt: skip

TARGETS: dict[str, Target] = {
    "readers": Target(readers, 24), "sources": Target(sources, 2), "encodings": Target(encodings, 12),
    "cells": Target(cells, 7), "columns": Target(columns, 6), "sentences": Target(sentences, 12),
    "text_rules": Target(text_rules, 4), "parse": Target(parse, 2), "spans": Target(spans, 8), "edits": Target(edits, 5),
    "part_files": Target(part_files, 2), "run_folders": Target(run_folders, 2), "quantities": Target(quantities, 6),
    "checker": Target(checker, 2), "requests": Target(requests, 6), "store": Target(store, 1),
    "analysis": Target(analysis, 1), "long_texts": Target(long_texts, 2), "annotation": Target(annotation, 4),
    "uploads": Target(uploads, 4),
}  # fmt: skip
