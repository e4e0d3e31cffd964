"""One router per page. Each module has ``pages`` (HTML) and ``api`` (the same content as JSON)."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

ROUTERS = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
