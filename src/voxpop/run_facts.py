"""The facts that someone needs to repeat a run. They are stored in the file."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

import voxpop
from voxpop.assets import assets, find
from voxpop.extract.custom_categories import CustomHeads
from voxpop.extract.domains import Domain, domain_facts
from voxpop.extract.opinion_model import weights_name
from voxpop.ingest import FileChoice
from voxpop.ingest.boilerplate import boilerplate_facts
from voxpop.ingest.sources import checksum
from voxpop.lang import LANGUAGES
from voxpop.lang.data import data_checksum
from voxpop.settings import Settings
from voxpop.types import BoilerplatePhrase

LIBRARIES = ("duckdb", "numpy", "onnxruntime", "pyarrow", "tokenizers")  # results depend on their versions


def run_facts(
    settings: Settings,
    choices: Sequence[FileChoice],
    counts: dict[str, int],
    langs: Sequence[str],
    boilerplate: Counter[BoilerplatePhrase],
    domains: Mapping[str, Domain],
) -> dict[str, Any]:
    """Return versions, models, settings, sources, counts of curation, rows with each stamp or label, and domains."""
    models = {lang: model_facts(lang, settings) for lang in langs}
    return {
        "version": voxpop.__version__,
        "versions": versions(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "engine": ", ".join(sorted({model["engine"] for model in models.values()})),
        "engines": models,
        "settings": asdict(settings),
        "sources": [asdict(choice) for choice in choices],
        "curation": counts,
        "boilerplate": boilerplate_facts(boilerplate),
        "domain": domain_facts({lang: domains[lang] for lang in langs if lang in domains}),
    }


def model_facts(lang: str, settings: Settings) -> dict[str, str]:
    """Return the model that reads the reviews of a language, its weights, and the user's categories.

    ``data`` is a checksum of all that this reading goes by: weights, files beside them, tagger, vectors, word tables.
    """
    asset, other = find(weights_name(lang, fast=settings.fast)), weights_name(lang, fast=not settings.fast)
    facts = {"engine": "fast" if settings.fast else "reader", "weights": asset.name, "sha256": asset.sha256}
    used = [each.checksum for each in assets() if each.language == lang and each.name != other]
    facts["data"] = sha256(" ".join([*used, data_checksum(lang)]).encode()).hexdigest()
    custom = CustomHeads.load(Path(settings.categories)) if settings.categories else None
    return {**facts, "categories": ", ".join(custom.categories)} if custom and custom.lang == lang else facts


def versions() -> dict[str, str]:
    """Return what else a result depends on: Python, libraries, and the weights by checksum."""
    libraries = {name: metadata.version(name) for name in LIBRARIES}
    weights = {asset.name: asset.checksum[:8] for asset in assets()}
    return {"Python": platform.python_version(), **libraries, **weights}


def dependencies(settings: Settings) -> dict[str, Any]:
    """Return what else the reading of reviews depends on: voxpop, libraries, weights, and the user's categories."""
    found: dict[str, Any] = {"the version of voxpop": voxpop.__version__}
    found["the version of a library or of weights"] = versions()
    found["the word tables"] = {lang: data_checksum(lang) for lang in LANGUAGES}
    return {**found, "the categories": checksum(Path(settings.categories))} if settings.categories else found
