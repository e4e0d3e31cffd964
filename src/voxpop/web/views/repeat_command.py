"""What to type to have an analysis again. Its files are named beside it: a page may be read far from them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from voxpop.schema import Run
from voxpop.settings import Curation

PLAIN = (
    "product",
    "about",
    "lang",
    "method",
    "top",
    "similarity",
    "sentiment",
    "by",
    "categories",
    "aspects",
    "limit",
    "encoding",
    "format",
)
USUAL = (None, "auto", "terms", "main")
SKIPS = {
    "mask": ("mask",),
    "length": ("min_chars", "max_chars"),
    "language": ("language",),
    "script": ("script_share",),
    "duplicates": ("duplicates",),
    "near-duplicates": ("near_duplicates",),
    "low-quality": ("low_quality",),
    "adverts": ("adverts",),
}


def command(run: Run) -> str | None:
    """None when the analysis was not made from files or with settings that only Python can express."""
    settings = run["settings"]
    curated = curation(settings.get("curation") or {})
    if not run["sources"] or curated is None:
        return None
    given = {name: settings.get(name) for name in PLAIN}
    given |= {f"{role}-column": column for role, column in (settings.get("columns") or {}).items()}
    aliases = [part for alias in settings.get("aliases") or () for part in ("--alias", alias)]
    options = [part for name, value in given.items() if value not in USUAL for part in (f"--{name}", str(value))]
    return shlex.join(["voxpop", "analyze", "INPUT", *options, *aliases, *curated])


def curation(steps: Mapping[str, Any]) -> list[str] | None:
    """The options that ask for these curation steps, None when none do."""
    for preset, options in ((Curation(), []), (Curation.paper(), ["--curate", "paper"])):
        wanted = asdict(preset) | dict(steps)
        off = [skip for skip, names in SKIPS.items() if not any(wanted[name] for name in names)]
        skipped = {name for skip in off for name in SKIPS[skip]}
        if all(field.name in skipped or wanted[field.name] == getattr(preset, field.name) for field in fields(preset)):
            return ["--curate", "off"] if len(off) == len(SKIPS) else options + [p for s in off for p in ("--skip", s)]
    return None
