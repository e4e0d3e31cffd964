"""Hostile input until the time is up: ``python -m research.fuzz --minutes 10 --seed 1 [--target readers]``.

A case is bad if it raises anything but a VoxpopError, breaks a promise (a span that is not in its text, rows that are
neither read nor rejected), or takes more than a second for 10,000 characters. The input of a bad case is kept in
``--keep``. The same seed gives the same cases.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import voxpop
from voxpop import read_reviews
from voxpop.check import split
from voxpop.errors import VoxpopError
from voxpop.examples import examples
from voxpop.lang import language, languages
from voxpop.part_extraction import extract_part
from voxpop.settings import Settings
from voxpop.types import Review

SLOW, PER = 1.0, 10_000  # seconds, for so many characters
NAMES = ("x.csv", "x.tsv", "x.json", "x.jsonl", "x.txt", "x.xml", "x.xlsx", "x.parquet", "x.csv.gz", "x.zip")
STRANGE = ("\0", "\ufeff", "\u202e", "👩‍👩‍👧", "ﷺ", "\ud800", "é", "e\u0301", "\r", "\x1f", "\u2028", "，", "。", "”", "'", '"',
           "\t", "((((", "!!!!", "…", "http://a.b/c?d=e", "#@$%", "１２", "\N{ZERO WIDTH SPACE}")  # fmt: skip
NAMES_OF_VALUES = (
    "id",
    "q",
    "stars",
    "since",
    "until",
    "page",
    "aspect",
    "side",
    "by",
    "order",
    "lang",
    "with",
    "product",
)
BODIES = (
    b'{"text": "The room was clean."}',
    b'{"kind": "rename", "args": {"id": "en:room", "name": "x"}}',
    b"text=x&who=y",
    b"[]",
)
Case = Callable[[random.Random, Path], int]  # returns how many characters or bytes it read


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return data with bytes changed, left out, doubled or cut off."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(made) + 1)
        match chance.randrange(4):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del made[at : at + chance.randint(1, 50)]
            case 2:
                made[at:at] = made[at : at + chance.randint(1, 50)] * chance.randint(1, 9)
            case _:
                made = made[: max(1, at)] if chance.random() < 0.2 else made
    return bytes(made)


@cache
def words_of_examples() -> list[str]:
    return [word for example in examples().values() for word in example.path.read_text("utf-8").split()[:400]]


def hostile_text(chance: random.Random) -> str:
    """Return words of the examples among strange characters."""
    words = words_of_examples()
    pieces = [
        chance.choice(STRANGE) if chance.random() < 0.3 else chance.choice(words) for _ in range(chance.randint(1, 60))
    ]
    return chance.choice((" ", "", "\n")).join(pieces) * chance.choice((1, 1, 1, 5))


def readers(chance: random.Random, folder: Path) -> int:
    source = chance.choice(list(examples().values())).path.read_bytes()[: chance.randint(100, 6000)]
    path = folder / chance.choice(NAMES)
    path.write_bytes(mutated(source, chance))
    for row in read_reviews(path):
        if isinstance(row, Review):
            assert row.text.strip()
            assert row.stars is None or 1 <= row.stars <= 5
    return len(source)


def spans(chance: random.Random, folder: Path) -> int:
    text = hostile_text(chance)
    for each in languages():
        for sentence in each.parse([text])[0]:
            for token in sentence.tokens:
                assert 0 <= sentence.start <= token.start <= token.end <= sentence.end <= len(text)
    return len(text)


def extraction(chance: random.Random, folder: Path) -> int:
    text = hostile_text(chance)
    lang = chance.choice(list(examples()))
    part = extract_part([Review(id="x", text=text, lang=lang)], settings=Settings(fast=True))
    for mention in part.mentions.to_pylist():
        assert 0 <= mention["start"] <= mention["end"] <= len(text)
        assert mention["polarity"] is None or -1 <= mention["polarity"] <= 1
    return 10 * len(text)  # a model reads it


def good_file(folder: Path) -> Path:
    """Return a small analysis."""
    good = folder / "good.voxpop"
    if not good.exists():
        voxpop.analyze(["The room was clean.", "The staff were rude."], output=good, fast=True).close()
    return good


def store(chance: random.Random, folder: Path) -> int:
    data = good_file(folder).read_bytes()
    damaged = folder / f"{chance.randrange(10**9)}.voxpop"
    damaged.write_bytes(mutated(data, chance))
    try:
        with voxpop.open(damaged) as analysis:
            list(analysis.opinions)
            list(analysis.reviews)
    finally:
        damaged.unlink()
    return len(data)


def sentences(chance: random.Random, folder: Path) -> int:
    text = hostile_text(chance)
    for sentence in split(text):
        assert sentence.strip()
    language("en").parse([text])
    return len(text)


def requests(chance: random.Random, folder: Path) -> int:
    """Ask the app for its addresses with hostile values and bodies: it must answer, and never with a failure."""
    client, addresses = app(folder)
    path, methods = chance.choice(addresses)
    for name in ("{file}", "{id}", "{project}", "{kind}", "{name}", "{number}"):
        path = path.replace(
            name, chance.choice(("good", quote(hostile_text(chance)[:50], errors="replace"), "1", "csv"))
        )
    values = {chance.choice(NAMES_OF_VALUES): hostile_text(chance)[:80].encode("utf-8", "replace").decode()}
    body = mutated(chance.choice(BODIES), chance)
    kind = {"content-type": chance.choice(("application/json", "application/x-www-form-urlencoded", "text/csv"))}
    answer = client.request(chance.choice(methods), path, params=values, content=body, headers=kind)
    assert answer.status_code < 500, (path, values, body)
    return PER  # a page is made of many queries


@cache
def app(folder: Path) -> tuple[Any, list[tuple[str, list[str]]]]:
    """Return a client of the app with one small file, and its addresses with their methods."""
    from fastapi.testclient import TestClient

    from voxpop.web.app import ServerOptions, create_app

    made = create_app([good_file(folder)], ServerOptions(folder=folder / "uploads"))
    addresses = [(f"/api/v1{path}", [verb.upper() for verb in verbs]) for path, verbs in paths_of(made).items()]
    pages = ("", "/aspect", "/reviews", "/trends", "/summary", "/check", "/compare", "/audit", "/edit", "/quality")
    pages_of_file = [(f"/files/{{file}}{page}", ["GET", "POST"]) for page in pages]
    client = TestClient(made, base_url="http://localhost", raise_server_exceptions=False)
    return client.__enter__(), [*addresses, *pages_of_file]


def paths_of(made: Any) -> dict[str, Any]:
    """Return the addresses of the API with their methods, as its description has them."""
    found = dict(made.openapi()["paths"])
    return {path.removeprefix("/api/v1"): verbs for path, verbs in found.items()}


TARGETS: dict[str, Case] = {
    "readers": readers, "spans": spans, "extraction": extraction, "store": store, "sentences": sentences,
    "requests": requests,
}  # fmt: skip
OFTEN = {"spans": 40, "sentences": 40, "readers": 8}  # cheap ones run so many times for each of the others


def run(
    targets: list[str], seed: int, keep: Path, *, minutes: float = math.inf, most: float = math.inf, slow: float = SLOW
) -> int:
    """Run cases until the time is up or so many are done, and return how many were bad."""
    end, cases, bad, number = time.monotonic() + 60 * minutes, Counter[str](), Counter[str](), 0
    order = [target for target in targets for _ in range(OFTEN.get(target, 1))]
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end and number < most:
            target = order[number % len(order)]
            own = f"{target}-{seed}-{number}"
            begun, problem = time.process_time(), ""
            try:
                size = TARGETS[target](random.Random(own), Path(folder))
                if cases[target] and time.process_time() - begun > slow * max(1.0, size / PER):
                    problem = f"slow: {time.process_time() - begun:.1f} s for {size:,} characters"
            except VoxpopError:
                pass
            except Exception:
                problem = traceback.format_exc()
            if problem:
                bad[target] += 1
                keep.mkdir(exist_ok=True, parents=True)
                (keep / f"{own}.txt").write_text(problem, encoding="utf-8", errors="backslashreplace")
            cases[target] += 1
            number += 1
    for target in targets:
        print(f"{target:12} {cases[target]:>9,} cases, {bad[target]:,} bad")
    return bad.total()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--keep", type=Path, default=Path("fuzz-cases"))
    options = parser.parse_args()
    sys.exit(run(options.target or list(TARGETS), options.seed, options.keep, minutes=options.minutes) > 0)


if __name__ == "__main__":
    main()
