"""Ends Ray on this machine when the program that started it is gone: Ray leaves processes behind when that is killed.

Run as a script by ``ray_cluster.py``, with the folder of that Ray. It waits for the end of its input, which is the end
of that program or of its use for Ray. Then it ends the processes of Ray that have the folder in their environment: all
that Ray starts inherit it, whenever and by whom they are started.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

FOLDER = "VOXPOP_RAY_FOLDER"  # the environment variable that holds the folder
PAUSE = 0.05  # seconds between two searches: Ray may start a process while others are being ended
ROUNDS = 200  # searches at most, where a process cannot be ended


def processes_with(variable: str, value: str) -> set[int]:
    """Return the processes that were started with a variable in their environment."""
    entry, found = f"{variable}={value}".encode(), set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if entry in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
    return found


def guard(folder: str) -> None:
    """Wait until the input ends, then end Ray and remove its folder."""
    sys.stdin.buffer.read()
    for _ in range(ROUNDS):
        processes = {process for process in processes_with(FOLDER, folder) - {os.getpid()} if is_of_ray(process)}
        if not processes:
            break
        for process in processes:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(PAUSE)
    shutil.rmtree(folder, ignore_errors=True)


def is_of_ray(process: int) -> bool:
    """Return whether a process is Ray's: others that the program starts meanwhile inherit its environment, too."""
    try:
        return b"ray" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


if __name__ == "__main__":
    guard(sys.argv[1])
