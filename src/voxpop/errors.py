"""Everything voxpop raises on purpose. Each message says what was wrong, where, what is accepted and what to do.

VoxpopError
├── InputError          the user's file, folder or text cannot be used
│   ├── ColumnError     no column fits, or the one asked for is not there
│   ├── ContentError    most rows are no reviews, or in a language that voxpop does not read
│   │   └── NoTextError no column holds any text (a ColumnError, too)
│   └── EncodingError   the bytes are not text in the encoding given or found
├── OptionError         an argument or setting has a value that is not accepted
├── OutputError         the result cannot be written
├── StoreError          a .voxpop file is foreign, damaged, in use or from a newer version
├── AssetError          weights or data shipped with or given to voxpop are missing or were changed
├── WorkerError         a worker process could not be started, or the work failed
│   └── WorkerDeath     a worker process was killed
├── MeasureError        the files handed to a measure do not fit it or each other
└── MissingExtra        an optional part is not installed
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class VoxpopError(Exception):
    """The root: catch this to catch every error that voxpop raises on purpose."""


class InputError(VoxpopError):
    """The user's file, folder or text cannot be used."""


class ColumnError(InputError):
    """No column fits, or the one asked for is not there."""


class ContentError(InputError):
    """Most rows are no reviews, or in a language that voxpop does not read."""


class NoTextError(ColumnError, ContentError):
    """No column holds any text: the table is one of numbers."""


class EncodingError(InputError):
    """The bytes are not text in the encoding given or found."""


class OptionError(VoxpopError):
    """An argument or setting has a value that is not accepted."""


class OutputError(VoxpopError):
    """The result cannot be written."""


class StoreError(VoxpopError):
    """A .voxpop file is foreign, damaged, in use or from a newer version."""


class AssetError(VoxpopError):
    """Weights or data shipped with or given to voxpop are missing or were changed."""


class WorkerError(VoxpopError):
    """A worker process could not be started, or the work failed."""


class WorkerDeath(WorkerError):
    """A worker process was killed."""


class MeasureError(VoxpopError):
    """The files handed to a measure do not fit it or each other."""


class MissingExtra(VoxpopError):
    """An optional part is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs a part that is not installed: pip install 'voxpop[{extra}]'")


def choose(kind: str, value: str, accepted: Iterable[str]) -> str:
    """``value`` if it is one of ``accepted``; otherwise an OptionError that lists them and guesses what was meant."""
    options = sorted(accepted)
    if value in options:
        return value
    raise OptionError(f"Unknown {kind} {value!r}.{did_you_mean(value, options)} Accepted: {', '.join(options)}.")


def did_you_mean(value: str, options: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return a sentence with the option that is most like a value, and a space before it; empty where none is."""
    close = get_close_matches(value, list(options), n=1, cutoff=cutoff)
    return f" Did you mean {close[0]!r}?" if close else ""
