"""SemEval-14, 15 and 16: a review is a ``Review`` element or, where the file only has sentences, a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from voxpop.errors import InputError
from voxpop.ingest.streams import Stream
from voxpop.ingest.tables import READERS, OpenTable, TableRow
from voxpop.settings import Settings


@READERS.register("semeval")
def read_semeval(stream: Stream, settings: Settings) -> OpenTable:
    """Read a file of SemEval."""
    return OpenTable(_rows(stream), columns={"id": "id", "text": "text"})


def _rows(stream: Stream) -> Iterator[TableRow]:
    try:
        for number, element in enumerate(_reviews(stream), start=1):
            sentences = [text.text for text in element.iter("text") if text.text]
            yield TableRow(number, {"id": element.get("rid") or element.get("id"), "text": joined(sentences)})
    except DefusedXmlException:
        raise InputError(
            f"{stream.name} defines entities, which voxpop does not expand because they can fill the memory. Remove its"
            " DOCTYPE."
        ) from None
    except (ParseError, ValueError, LookupError) as error:
        raise InputError(f"{stream.name} is not whole XML: {error}. A SemEval-14, 15 or 16 file is expected.") from None


def _reviews(stream: Stream) -> Iterator[Any]:
    """Yield the elements that are reviews, one at a time; what was read is let go."""
    inside = False
    root: Any = None
    for event, element in iterparse(stream.data, events=("start", "end"), forbid_dtd=False):
        root = element if root is None else root
        if event == "start":
            inside = inside or element.tag == "Review"
        elif element.tag == "Review" or (element.tag == "sentence" and not inside):
            yield element
            inside = False
            root.clear()


def joined(sentences: list[str]) -> str:
    """Return sentences as one text: with a space after an alphabet's, without one after Chinese."""
    parts = [sentence if sentence[-1] > "\u2e7f" else f"{sentence} " for sentence in sentences[:-1]]
    return "".join([*parts, *sentences[-1:]])
