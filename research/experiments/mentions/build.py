"""The annotated reviews of voxpop as one file a language: texts and pass 1 from markup, pass 2, and what was settled.

    python -m research.experiments.mentions.build

``evaluation/`` beside this script holds pass 1 (``en*.txt``, ``zh*.txt``), pass 2 (``second.jsonl.xz``: id, and type,
cluster and whole of each span) and what was settled otherwise than in pass 1 (``settled.tsv``). ``--references`` is a
folder with ``references-en.txt`` and ``references-zh.txt``, outside the repository since they hold public texts.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from research import datasets
from research.papers.base import DATA
from research.papers.kobayashi2022_coref.annotated import LANGS, Annotated, MentionLabel, labels, quoted, to_json
from research.papers.kobayashi2022_coref.markup import read_markup
from voxpop.errors import InputError

HOME = Path(__file__).parent / "evaluation"
OUT = DATA / "mentions"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--references", type=Path, help="folder of the marked references")
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    second = read_second(HOME / "second.jsonl.xz")
    settled = read_settled(HOME / "settled.tsv")
    OUT.mkdir(exist_ok=True)
    for lang in LANGS:
        marked = [one for path in sorted(HOME.glob(f"{lang}*.txt"))
                  for one in read_markup(path.read_text("utf-8"), lang=lang, name=path.name)]  # fmt: skip
        rows = [to_json(merge(one, second, settled)) for one in marked]
        (OUT / f"{lang}.jsonl.xz").write_bytes(lzma.compress(lines(rows).encode("utf-8"), preset=9))
    if given.references:
        write_references(given.references, datasets.folder(given.data), second, settled)


def write_references(folder: Path, data: Path, second: dict[str, list[list[object]]],
                     settled: dict[tuple[str, int], MentionLabel]) -> None:  # fmt: skip
    rows = []
    for lang in LANGS:
        path = folder / f"references-{lang}.txt"
        for one in read_markup(path.read_text("utf-8"), lang=lang, name=path.name):
            if quoted(one.id, data) != one.text:
                raise InputError(f"{one.id} is not the text of the data set: {quoted(one.id, data)!r}.")
            rows.append(to_json(merge(one, second, settled), text=False))
    (OUT / "references.jsonl").write_text(lines(rows), "utf-8")


def merge(
    one: Annotated, second: dict[str, list[list[object]]], settled: dict[tuple[str, int], MentionLabel]
) -> Annotated:
    """With pass 2, and the settled label wherever the two differ in a way that was looked at."""
    given = second.get(one.id, [])
    if given and len(given) != len(one.spans):
        raise InputError(f"Pass 2 of {one.id} has {len(given)} labels for {len(one.spans)} spans.")
    final = [settled.get((one.id, place), label) for place, label in enumerate(one.first)]
    return replace(one, second=labels(given, where=one.id), settled=tuple(final))


def read_second(path: Path) -> dict[str, list[list[object]]]:
    rows = [json.loads(line) for line in lzma.decompress(path.read_bytes()).decode("utf-8").splitlines()]
    return {row["id"]: row["labels"] for row in rows}


def read_settled(path: Path) -> dict[tuple[str, int], MentionLabel]:
    found: dict[tuple[str, int], MentionLabel] = {}
    for line in path.read_text("utf-8").splitlines()[1:]:
        name, place, about, cluster, part_of = line.split("\t")
        found[name, int(place)] = labels([[about, int(cluster), int(part_of) if part_of else None]], where=line)[0]
    return found


def lines(rows: Iterable[object]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


if __name__ == "__main__":
    main()
