"""Which encoding a file is in, and lines of text out of its bytes without ever replacing one silently."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import NamedTuple

from voxpop.errors import EncodingError, OptionError
from voxpop.ingest.streams import Stream
from voxpop.lang import languages

MAX_LINE = 4_000_000  # characters; a longer line is no review and is set aside
NOT_ENCODINGS = ("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape")
UNREADABLE = "\udcff"  # stands for bytes that are not text; no decoder makes it otherwise
BOMS = [
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
]
MARKS = tuple(mark for mark, _ in BOMS)
_LANGUAGES = [lang.encodings for lang in languages()]
LEGACY = {name: words.COMMON_CHARACTERS for words in _LANGUAGES for name in words.LEGACY_ENCODINGS}


class TextLine(NamedTuple):
    """A decoded line: its number in the file, its text, and whether it was cut."""

    number: int
    text: str  # with its line end
    cut: bool = False  # longer than MAX_LINE; the rest was passed over


def is_unfinished(line: TextLine) -> bool:
    """Whether a line has no line end: it is the last of its file."""
    return not line.text.endswith(("\n", "\r"))


def find_encoding(stream: Stream, *, wanted: str | None = None) -> str:
    """The encoding asked for, if the beginning of the file is text in it; otherwise the likeliest."""
    if wanted is None:
        return guess(stream.head)
    name = _codec(wanted)
    if name in ("utf-16", "utf-32") and not stream.head.startswith(tuple(mark for mark, own in BOMS if own == name)):
        name = f"{name}-le"
    _check(stream, name)
    return "utf-8-sig" if name == "utf-8" else name  # a mark at the beginning is not text


def _codec(wanted: str) -> str:
    """Python's name of a text encoding; it also has codecs that turn text into something else."""
    try:
        codec = codecs.lookup(wanted)
        io.TextIOWrapper(io.BytesIO(), encoding=codec.name).close()
    except (LookupError, UnicodeError):
        codec = None
    if codec is None or codec.name in NOT_ENCODINGS:
        raise OptionError(
            f"Unknown encoding {wanted!r}. Accepted: utf-8, utf-16, gb18030, big5, cp1252, latin-1 and every other name"
            " Python knows."
        )
    return codec.name


def guess(head: bytes) -> str:
    """Byte-order mark, then UTF-8, then Chinese against Western by what comes out."""
    for bom, name in BOMS:
        if head.startswith(bom):
            return name
    text = _decoded(head, "utf-8")
    bad = text.count(UNREADABLE)
    # UTF-8 with a few damaged places, which rows are set aside for, rather than the whole file misread
    if not bad or sum(character > "\x7f" for character in text) > 21 * bad:
        return "utf-8"
    return _legacy(head)


def lines(stream: Stream, encoding: str) -> Iterator[TextLine]:
    """The lines of a file with their numbers. Bytes that are not text come out as ``UNREADABLE``."""
    text = io.TextIOWrapper(stream.data, encoding=encoding, errors="voxpop.mark", newline="")
    number = 0
    while line := text.readline(MAX_LINE):
        number += 1
        cut = len(line) >= MAX_LINE and not line.endswith(("\n", "\r"))
        rest = line
        while cut and rest and not rest.endswith(("\n", "\r")):
            rest = text.readline(MAX_LINE)
        yield TextLine(number, line, cut)


def characters(stream: Stream, encoding: str) -> io.TextIOWrapper:
    """The whole file as text to be read in pieces of any size."""
    return io.TextIOWrapper(stream.data, encoding=encoding, errors="voxpop.mark")


def _mark(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return UNREADABLE * (error.end - error.start), error.end


codecs.register_error("voxpop.mark", _mark)


def _check(stream: Stream, name: str) -> None:
    """The first bytes must be text in the encoding asked for."""
    try:
        codecs.getincrementaldecoder(name)().decode(stream.head)
    except UnicodeDecodeError as error:
        line = stream.head.count(b"\n", 0, error.start) + 1
        other = guess(stream.head)
        hint = (
            f"it looks like {other}: pass --encoding {other} or leave the option out" if other != name else "check it"
        )
        raise EncodingError(
            f"{stream.name} is not {name}: byte {error.start} (line {line}) is not text in that encoding; {hint}."
        ) from None


def _decoded(head: bytes, name: str) -> str:
    """Return the first bytes of a file as text; a character may be cut in two at their end."""
    return head.decode(name, errors="voxpop.mark").rstrip(UNREADABLE)


def _legacy(head: bytes) -> str:
    """GB18030, Big5 or a Western code page. Western letters stand alone among ASCII, Chinese bytes come in runs."""
    runs = re.findall(rb"[\x80-\xff][\x40-\xff]*", head)
    alone = sum(1 for run in re.findall(rb"[\x80-\xff]+", head) if len(run) == 1)
    scores = {}  # of the characters beyond ASCII that an encoding makes of the bytes, the share that is in everyday use
    for name, common in LEGACY.items():
        wide = [character for character in _decoded(head, name) if character > "\x7f"]
        scores[name] = sum(character in common for character in wide) / (len(wide) or 1)
    best = max(scores, key=scores.__getitem__)
    if runs and (scores[best] >= 0.2 or (scores[best] >= 0.05 and alone * 2 < len(runs))):
        return best
    return "latin-1" if UNREADABLE in head.decode("cp1252", errors="voxpop.mark") else "cp1252"
