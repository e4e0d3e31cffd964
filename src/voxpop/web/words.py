"""The words of the app: those of the report, and its own in ``strings.toml`` and ``strings_upload.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from voxpop.web.report.words import DEFAULT, Words
from voxpop.web.report.words import words as of_report

LANGUAGES = ("en", "zh")
TABLES = ("strings.toml", "strings_upload.toml")


@cache
def words(code: str) -> Words:
    """The interface in a language, or in English where there is no table for it."""
    tables = [tomllib.loads(files(__package__).joinpath(name).read_text("utf-8")) for name in TABLES]
    code = code if code in tables[0] else DEFAULT
    return Words(code, {**of_report(code).table, **tables[0][code], **tables[1][code]})
