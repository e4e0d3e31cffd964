"""voxpop doctor: is the installation sound, or a file, or the folder of a run, and what is to be done?"""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from importlib import metadata, util
from pathlib import Path

import typer

import voxpop
from voxpop import assets
from voxpop.cli import console
from voxpop.run_facts import LIBRARIES
from voxpop.store.health import HealthCheck, check_file, check_run

SIGNS = {"good": "[green]ok[/green]  ", "note": "[yellow]note[/yellow]", "problem": "[red]BAD[/red] "}
LEAST_MEMORY, LEAST_DISK = 2e9, 1e9  # bytes that a run should find
EXTRAS = {
    "serve": "fastapi", "ray": "ray", "pandas": "pandas", "plot": "matplotlib", "sklearn": "sklearn",
    "spacy": "spacy", "mcp": "mcp",
}  # fmt: skip


def doctor(path: Path | None = None, *, json: bool = False) -> None:
    """Check the installation: versions, processors, memory, room on the disk, weights; or a file, or a run.

    Says what was found and what to do about it; the exit code is 1 if something is wrong.

    Example: voxpop doctor cafe.voxpop
    """
    if path is None:
        checks = list(check_installation())
    elif path.is_dir():
        checks = list(check_run(path))
    else:
        checks = list(check_file(path))
    if json:
        console.print_json([asdict(check) for check in checks])
    else:
        for check in checks:
            advice = f"\n      {check.advice}" if check.advice else ""
            console.out.print(SIGNS[check.state], end=" ", highlight=False)
            console.print_line(f"{check.name}: {check.found}{advice}")
    if any(check.state == "problem" for check in checks):
        raise typer.Exit(1)


def check_installation() -> Iterator[HealthCheck]:
    """Yield the state of the installation and of the machine."""
    libraries = ", ".join(f"{name} {metadata.version(name)}" for name in LIBRARIES)
    system = f"voxpop {voxpop.__version__}, Python {platform.python_version()} on {platform.system()}"
    yield HealthCheck("versions", "good", f"{system}; {libraries}")
    missing = [extra for extra, module in EXTRAS.items() if util.find_spec(module) is None]
    state = ", ".join(f"{extra} {'no' if extra in missing else 'yes'}" for extra in EXTRAS)
    yield HealthCheck("extras", "good", state, f"Add: pip install 'voxpop[{','.join(missing)}]'" if missing else "")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    yield HealthCheck("processors", "good", f"{cores} can be used")
    memory = free_memory()
    if memory is not None:
        is_enough, state = memory >= LEAST_MEMORY, f"{memory / 1e9:.1f} GB free"
        advice = "" if is_enough else "Close other programs, or use fewer processes: --workers 1."
        yield HealthCheck("memory", "good" if is_enough else "problem", state, advice)
    for name, place in (("temporary folder", Path(tempfile.gettempdir())), ("this folder", Path.cwd())):
        yield check_folder(name, place)
    checked = assets.verify()
    for asset, error in checked:
        if error is not None:
            yield HealthCheck("weights", "problem", f"{asset.name}: {error}", "Install voxpop again.")
    if not any(error for _, error in checked):
        sums = ", ".join(f"{asset.name} {asset.checksum[:8]}" for asset, _ in checked)
        yield HealthCheck("weights", "good", f"{len(checked)} verified by their checksums (SHA-256): {sums}")


def check_folder(name: str, place: Path) -> HealthCheck:
    """Return whether a folder can be written, with room for an analysis."""
    free = shutil.disk_usage(place).free
    state = f"{place}, {free / 1e9:.1f} GB free"
    if not os.access(place, os.W_OK):
        return HealthCheck(name, "problem", f"{state}, and it cannot be written", "Choose another one, or TMPDIR.")
    if free < LEAST_DISK:
        return HealthCheck(name, "problem", state, "Make room: an analysis is about three times as large as its texts.")
    return HealthCheck(name, "good", state)


def free_memory() -> int | None:
    """Return the bytes of memory that can be had; None where the system does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    kilobytes = {name: int(value.split()[0]) for name, _, value in (line.partition(":") for line in lines)}
    return 1024 * kilobytes["MemAvailable"] if "MemAvailable" in kilobytes else None
