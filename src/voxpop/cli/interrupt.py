"""Ctrl-C and SIGTERM end a command at once, wherever it is: also amid an import, or a long call into a library.

A thread waits for the signal, removes unfinished files, says what was written and ends the process. Nothing is raised
in the main thread, where a library could swallow it or turn it into an error of its own. Worker processes end
themselves when this one does.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread, main_thread
from threading import enumerate as enumerate_threads
from types import FrameType
from typing import NoReturn

SHOW_CURSOR = "\r\x1b[2K\x1b[?25h"  # on a terminal: a progress bar goes, and the cursor that it hid comes back


def end_on_signals() -> None:
    """From now on, a signal to end ends the process within moments."""
    if os.name != "posix":  # pragma: no cover  (there Python raises KeyboardInterrupt)
        return
    wake_up, written_by_system = os.pipe()
    os.set_blocking(written_by_system, False)
    signal.set_wakeup_fd(written_by_system, warn_on_full_buffer=False)
    Thread(target=wait_for_signal, args=(wake_up,), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, do_nothing)


def raise_on_signals() -> None:
    """From now on, a signal to end raises an exception in the main thread: for a server that ends in its own way."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, raise_exit)


def end_despite_threads() -> None:
    """End the process at once where a thread is still busy, such as one that makes a page that nobody waits for."""
    if any(thread is not main_thread() and not thread.daemon for thread in enumerate_threads()):
        end_writing()
        sys.stdout.flush()
        os._exit(0)


def do_nothing(number: int, frame: FrameType | None) -> None:
    """The thread does it; there must be a handler for the system to wake it up."""


def raise_exit(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def wait_for_signal(wake_up: int) -> None:
    """Wait until the system writes the number of a signal that is ours to handle."""
    while number := os.read(wake_up, 1)[0]:
        if signal.getsignal(number) is do_nothing:
            leave(number)


def leave(number: int) -> NoReturn:
    """Remove unfinished files, say what was written, and end the process."""
    try:
        message = stop_message([str(path) for path in end_writing()])
        if getattr(sys.modules.get("voxpop.atomic_files"), "UNFINISHED", ()):
            message += " The same command goes on from here."
        with suppress(OSError):
            os.write(2, f"{SHOW_CURSOR if os.isatty(2) else ''}{message}\n".encode())
    finally:
        os._exit(128 + number)


def end_writing() -> list[Path]:
    """Remove unfinished files and return what was written: nothing before the module that writes was imported."""
    remove: Callable[[], list[Path]] = getattr(sys.modules.get("voxpop.atomic_files"), "end_writing", list)
    return remove()


def stop_message(written: list[str]) -> str:
    """Say what a command that was stopped has written."""
    return f"Stopped before the end. {'Written: ' + ', '.join(written) + '.' if written else 'Nothing was written.'}"
