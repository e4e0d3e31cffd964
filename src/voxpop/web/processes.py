"""How the app starts other Python processes: none of them imports modules from the working directory."""

from __future__ import annotations

import os
import sys


def python(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of ours in an interpreter of its own."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment() -> dict[str, str]:
    """Return the environment of such a process; it makes every interpreter started further down safe as well."""
    return {**os.environ, "PYTHONSAFEPATH": "1"}
