"""Passages out to annotators and back: ``python -m research.annotation.batches write|check|add …``.

``write ITEMS FOLDER NAME`` cuts a file of passages (JSON lines with ``lang``, ``domain``, ``source``, ``sha256``, ``span``,
``text``, and ``asks_stars`` where the annotator should say what the text deserves) into batches of fifty:
``NAME-001.txt`` is what an annotator reads, ``NAME-001.json`` what it was made from. The annotator writes
``NAME-001.out`` in the notation of ``research/data/GUIDELINE.md``. ``check FOLDER BATCH …`` lists what cannot be read, and
``add FOLDER BATCH …`` puts the batches into the corpus.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from research.annotation.corpus import DATA, OPINIONS, write_corpus
from research.annotation.notation import Annotation, parse, plain
from research.training.opinions.texts import rows

SIZE = 50
OURS = "voxpop"  # the source of texts that were written for the corpus


def write_batches(items: Sequence[dict[str, Any]], folder: Path, name: str) -> list[str]:
    """Write passages as batches and return the names of these."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for number, first in enumerate(range(0, len(items), SIZE), start=1):
        batch, part = f"{name}-{number:03d}", items[first : first + SIZE]
        (folder / f"{batch}.json").write_text(json.dumps(part, ensure_ascii=False), "utf-8")
        passages = (
            f"@{place} [{item['domain']}]{' ★?' if item.get('asks_stars') else ''}\n{plain(item['text'])}\n"
            for place, item in enumerate(part, start=1)
        )
        (folder / f"{batch}.txt").write_text("\n".join(passages), "utf-8")
        names.append(batch)
    return names


def read_batch(folder: Path, batch: str) -> tuple[list[dict[str, Any]], dict[int, Annotation], list[str]]:
    """Return the passages of a batch, their annotations by number, and what is wrong with these."""
    items: list[dict[str, Any]] = json.loads((folder / f"{batch}.json").read_text("utf-8"))
    texts = {place: str(item["text"]) for place, item in enumerate(items, start=1)}
    found, errors = parse((folder / f"{batch}.out").read_text("utf-8").splitlines(), texts)
    errors += [
        f"@{place}: what the text deserves in stars is missing"
        for place, item in enumerate(items, start=1)
        if item.get("asks_stars") and place in found and found[place]["stars"] is None
    ]
    return items, found, errors


def record(item: dict[str, Any], annotation: Annotation) -> dict[str, Any]:
    """Return a line of the corpus; the text itself only where it is ours."""
    kept = {key: item[key] for key in ("lang", "domain", "source", "sha256", "span")}
    made = {"id": f"{item['lang']}-{item['sha256'][:12]}", **kept, "annotator": "first", **annotation}
    return {**made, "text": item["text"]} if item["source"] == OURS else made


def add(folder: Path, batches: Sequence[str], corpus: Path = DATA) -> int:
    """Put annotated batches into the corpus and return how many passages were new; raise where one has errors."""
    new: dict[str, list[dict[str, Any]]] = {}
    for batch in batches:
        items, found, errors = read_batch(folder, batch)
        if errors:
            raise SystemExit(f"{batch} has {len(errors)} errors; the first is: {errors[0]}")
        for place, item in enumerate(items, start=1):
            new.setdefault(item["lang"], []).append(record(item, found[place]))
    count = 0
    for lang, records in new.items():
        path = corpus / f"{OPINIONS}-{lang}.jsonl.xz"
        known: dict[tuple[str, int], dict[str, Any]] = {}
        for old in rows(path) if path.exists() else ():
            known[str(old["id"]), old["span"][0]] = old  # type: ignore[index]
        before = len(known)
        known |= {(made["id"], made["span"][0]): made for made in records}
        count += len(known) - before
        write_corpus(path, list(known.values()))
    return count


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.annotation.batches", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="cut a file of passages into batches")
    writing.add_argument("items", type=Path)
    writing.add_argument("folder", type=Path)
    writing.add_argument("name")
    for name, what in (("check", "list what cannot be read"), ("add", "put batches into the corpus")):
        command = commands.add_parser(name, help=what)
        command.add_argument("folder", type=Path)
        command.add_argument("batches", nargs="+")
    given = parser.parse_args()
    if given.command == "write":
        print(*write_batches(list(rows(given.items)), given.folder, given.name), sep="\n")
    elif given.command == "add":
        print(f"{add(given.folder, given.batches)} new passages")
    else:
        for batch in given.batches:
            _, found, errors = read_batch(given.folder, batch)
            opinions = sum(len(annotation["opinions"]) for annotation in found.values())
            print(*errors, f"{batch}: {len(errors)} errors, {opinions} opinions", sep="\n")


if __name__ == "__main__":
    main()
