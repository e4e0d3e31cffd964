"""How the app starts other Python processes: they import nothing from the working directory and end with the app."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from voxpop.errors import VoxpopError

try:
    import fcntl
except ImportError:  # pragma: no cover  (Windows)
    fcntl = None  # type: ignore[assignment]


def start(module: str, *arguments: str, stdout: IO[bytes], stderr: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a module in a process group of its own, so that all of it can be ended.

    The process must call ``end_with_parent``: it notices by its standard input when this process is gone.
    """
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
        env={**os.environ, "PYTHONSAFEPATH": "1"},  # every interpreter that it starts is safe as well
    )


def end_with_parent() -> None:
    """End this process and its children as soon as the process that called ``start`` is gone, however it ended."""
    threading.Thread(target=_watch, args=(sys.stdin.fileno(),), daemon=True).start()


def _watch(pipe: int) -> None:
    while os.read(pipe, 1):
        pass
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process that ``start`` started, with all that it started itself."""
    if process.poll() is None:
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:  # pragma: no cover
                process.kill()


class AppProcesses:
    """The processes that work beside an app. Once it is leaving, they are ended and none is started any more."""

    def __init__(self) -> None:
        self.running: set[subprocess.Popen[bytes]] = set()
        self._leaving = False
        self._lock = threading.Lock()

    def run(self, module: str, *arguments: str, stdout: IO[bytes], stderr: IO[bytes]) -> int:
        """Run a module to its end in a process of its own, and return its status."""
        with self._lock:
            if self._leaving:
                raise VoxpopError("The app is closing, so this was not worked out. Start it again.")
            process = start(module, *arguments, stdout=stdout, stderr=stderr)
            self.running.add(process)
        with process:
            code = process.wait()
        self.running.discard(process)
        return code

    def stop(self) -> None:
        """End what runs."""
        with self._lock:
            self._leaving = True
            for process in self.running:
                kill(process)

    def allow(self) -> None:
        """Let processes be started again."""
        self._leaving = False


def try_lock(path: Path) -> IO[bytes] | None:
    """Take a lock that lasts until the file is closed or this process ends; None where another process holds it."""
    file = path.open("ab")
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file
