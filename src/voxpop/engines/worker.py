"""A worker process: it reads the work, then tasks, from its standard input, and writes each result to its output.

Messages are pickled bytes that hold a pickle themselves, so that a broken pipe can be told from contents that cannot be
loaded. The worker ends as soon as its input is closed, even amid a task: then the process that started it has no use
for the result, or has itself ended.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib.abc import MetaPathFinder
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from voxpop.errors import VoxpopError
from voxpop.garbage import seldom_collected

Outcome = tuple[Any, Exception | None]  # a result, or what went wrong


class WithoutPandas(MetaPathFinder):
    """Says that pandas is not installed. PyArrow loads it with its first array, for .2 s, and no worker needs it."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("Workers do without pandas.", name=name)


@seldom_collected()
def main() -> None:
    """Work until the input ends."""
    sys.meta_path.insert(0, WithoutPandas())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = private_output()
    messages: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=read_ahead, args=(sys.stdin.buffer, messages), daemon=True).start()
    pickled_work = messages.get()
    work: Callable[[Any], Any] | None = None
    while True:
        message = messages.get()
        try:
            work = work or pickle.loads(pickled_work)
            outcome: Outcome = work(pickle.loads(message)), None
        except Exception as error:
            outcome = None, portable(error)
        try:
            pickle.dump(pickle.dumps(outcome, protocol=pickle.HIGHEST_PROTOCOL), output)
            output.flush()
        except OSError:  # nobody reads it
            os._exit(1)


def read_ahead(stream: IO[bytes], messages: SimpleQueue[bytes]) -> None:
    """Take in messages as they come, so that the sender never waits for the work; end the process with the stream."""
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            messages.put(pickle.load(stream))
    os._exit(0)


def private_output() -> IO[bytes]:
    """Return the standard output for results alone; what libraries print goes to standard error from now on."""
    output = os.fdopen(os.dup(1), "wb")
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output


def portable(error: Exception) -> Exception:
    """Return an error that the other process can unpickle, with the traceback of this one as a note."""
    error.add_note("In a worker process:\n" + "".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        kind = VoxpopError if isinstance(error, VoxpopError) else RuntimeError
        stand_in = kind(str(error) if kind is VoxpopError else f"{type(error).__name__}: {error}")
        stand_in.add_note(error.__notes__[-1])
        return stand_in
    return error
