"""The command that repeats an analysis. Its files are named beside it: a page may be read far from them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from voxpop.schema import Run
from voxpop.settings import CURATION_STEPS, Curation

PLAIN = (
    "product", "domain", "about", "lang", "method", "top", "similarity", "by", "categories", "aspects", "segment",
    "limit", "encoding", "format", "sheet", "query",
)  # fmt: skip
DEFAULTS = (None, "auto", "model", "terms", "main")


def command(run: Run) -> str | None:
    """Return None when the analysis was not made from files, or with settings that only Python can express."""
    settings = run["settings"]
    curated = curation(settings.get("curation") or {})
    if not run["sources"] or curated is None:
        return None
    values = {name: settings.get(name) for name in PLAIN}
    values |= {f"{role}-column": column for role, column in (settings.get("columns") or {}).items()}
    texts = values.pop("text-column", None)
    repeated = {"--alias": settings.get("aliases"), "--text-column": [texts] if isinstance(texts, str) else texts}
    many = [part for option, given in repeated.items() for value in given or () for part in (option, value)]
    named = ["--database", "INPUT"] if settings.get("query") else ["INPUT"]
    options = [part for name, value in values.items() if value not in DEFAULTS for part in (f"--{name}", str(value))]
    options += ["--fast"] if settings.get("fast") else []
    return shlex.join(["voxpop", "analyze", *named, *options, *many, *curated])


def curation(steps: Mapping[str, Any]) -> list[str] | None:
    """Return the options that ask for these curation steps, None when none do."""
    for preset, options in ((Curation(), []), (Curation.paper(), ["--curate", "paper"])):
        wanted = asdict(preset) | dict(steps)
        off = [step for step, names in CURATION_STEPS.items() if not any(wanted[name] for name in names)]
        skipped = {name for step in off for name in CURATION_STEPS[step]}
        if all(field.name in skipped or wanted[field.name] == getattr(preset, field.name) for field in fields(preset)):
            skips = [part for step in off for part in ("--skip", step)]
            return ["--curate", "off"] if len(off) == len(CURATION_STEPS) else options + skips
    return None
