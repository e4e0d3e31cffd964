"""One self-contained page of an analysis: it loads nothing, and the text of a review is only ever text."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, cast

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from voxpop.errors import InputError
from voxpop.schema import SCHEMA, Document
from voxpop.web.report import charts, ledger, summary, view
from voxpop.web.report.command import command
from voxpop.web.report.words import words

# Characters that HTML cannot carry, each shown as one visible sign, so that offsets stay true.
_UNPRINTABLE = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r"}
_UNPRINTABLE |= dict.fromkeys([*range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], 0xFFFD)


def render(document: Mapping[str, Any]) -> str:
    """The page for a document of schema ``voxpop/1``, in the interface language of its main language."""
    if document.get("schema") != SCHEMA:
        raise InputError(
            f"This is a document of schema {document.get('schema')!r}; the report reads {SCHEMA!r}. "
            "Make it again with this version of voxpop: voxpop analyze INPUT --json"
        )
    doc = cast(Document, document)
    spoken = words(next(iter(doc["run"]["languages"]), "en"))
    style, script = _file("style.css"), _file("script.js")
    return _template().render(
        doc=doc,
        w=spoken,
        rows=view.rows(doc, spoken),
        book=ledger.book(doc, spoken),
        summaries=summary.told(doc, spoken),
        months=charts.star_columns(doc["stars"]["by_month"]),
        ticks=charts.ticks,
        star_text=view.star_text,
        settings=list(view.flat_settings(doc["run"]["settings"], spoken)),
        command=command(doc["run"]),
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
    )


def _policy(style: str, script: str) -> str:
    """Nothing may load, and of inline code only ours may run: it is known by its hash."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True,
        finalize=printable,
        loader=FunctionLoader(_file),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("template.html.j2")


def printable(value: object) -> object:
    return value.translate(_UNPRINTABLE) if isinstance(value, str) else value


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


__all__ = ["Document", "render"]
