"""ASAP: Chinese restaurant reviews with stars and 18 aspect labels, in the sample's and the release's headers."""

from __future__ import annotations

from dataclasses import replace

from voxpop.errors import InputError
from voxpop.ingest.delimited import read_delimited
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable
from voxpop.settings import Settings

HEADERS = (("index", "reviewbody", "star"), ("id", "review", "star"))
ASPECTS = ("location", "service", "price", "environment", "ambience", "dish", "food")


def is_asap(first: str) -> bool:
    """Whether the first line of a file is one of ASAP's two headers."""
    names = [name.strip().strip('"').lower() for name in first.split(",")]
    labels = names[3:]
    return tuple(names[:3]) in HEADERS and len(labels) >= 10 and all(name.startswith(ASPECTS) for name in labels)


@READERS.register("asap")
def read_asap(stream: Stream, settings: Settings) -> OpenTable:
    first = stream.head.decode("utf-8-sig", errors="replace").split("\n", 1)[0].strip()
    if not is_asap(first):
        raise InputError(f"{stream.name} does not begin with ASAP's header (id,review,star,Location#Transportation,…).")
    names = [name.strip().strip('"') for name in first.split(",")]
    return replace(read_delimited(stream, settings), columns={"id": names[0], "text": names[1], "stars": names[2]})
