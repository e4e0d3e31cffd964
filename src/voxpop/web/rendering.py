"""Templates and static files, the same for the report and for the app."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import voxpop
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.types import side_of
from voxpop.web.views import chart_shapes
from voxpop.web.views.aspect_rows import on_side
from voxpop.web.views.marked_text import quote_pieces
from voxpop.web.views.overview_view import CHANGES
from voxpop.web.views.public_paths import file_name
from voxpop.web.views.trends_view import look_sentence, movement_sentence

UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# Characters that HTML cannot carry, each shown as one visible sign, so that offsets stay true.
SIGNS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r"}
SIGNS |= dict.fromkeys([*range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], 0xFFFD)


@cache
def templates() -> Environment:
    """Return the templates, with everything escaped that is not markup of ours."""
    environment = Environment(
        auto_reload=False,
        autoescape=True,
        loader=PackageLoader("voxpop.web"),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals |= {
        "CHANGES": CHANGES,
        "charts": chart_shapes,
        "default_language": DEFAULT,
        "joiner": joiner,
        "look_sentence": look_sentence,
        "movement_sentence": movement_sentence,
        "on_side": on_side,
        "pieces": quote_pieces,
        "sign": Markup('<i class="sign" aria-hidden="true"></i>'),
        "side_of": side_of,
        "star_text": star_text,
        "version": voxpop.__version__,
    }
    environment.filters["file_name"] = file_name
    return environment


def rendered(template: str, **content: Any) -> str:
    """Return a page, with what HTML cannot carry as visible signs; almost no text holds any of it."""
    page = templates().get_template(template).render(**content)
    return page.translate(SIGNS) if UNPRINTABLE.search(page) else page


def joiner(lang: str) -> str:
    """Return what stands between the sentences of a language."""
    return language(lang if lang in LANGUAGES else DEFAULT).joiner


def star_text(stars: float) -> str:
    """Return ★★★★☆ for whole stars, 3.5 ★ for others."""
    full = int(stars)
    return "★" * full + "☆" * (5 - full) if full == stars and 0 <= full <= 5 else f"{stars:.3g} ★"


@cache
def static_files() -> Mapping[str, tuple[bytes, str]]:
    """Return every static file: its bytes and a mark that changes with them."""
    folder = files(__package__).joinpath("static")
    contents = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    return {name: (data, sha256(data).hexdigest()[:10]) for name, data in contents.items()}


def static_text(name: str) -> str:
    """Return a static file as text, to be written into a page."""
    return static_files()[name][0].decode("utf-8")
