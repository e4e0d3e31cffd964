"""Every knob of an analysis in one frozen object, written into the .voxpop file so that a run can be repeated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from voxpop.errors import OptionError, choose
from voxpop.lang import LANGUAGES
from voxpop.lang.product_kinds import KINDS
from voxpop.types import OURS, RIVALS, About, check_product_names

TABLES = ("terms", "categories", "tree")
SIDES: dict[str, tuple[About, ...]] = {  # what the table counts opinions on
    "main": OURS,
    "competing": RIVALS,
    "interacting": ("interacting", "part_of_interacting"),
    "generic": ("generic", "part_of_generic"),
}
SIDES["all"] = (*(about for side in SIDES.values() for about in side), "other")  # other: neither product nor rival
ANY_DOMAIN = "any"  # every category can occur
SHARES = ("script_share", "near_duplicates")  # bounds of curation that are parts of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which column of the input is which; None means: find it by name and content; empty: there is none.

    Several columns of text are joined in the order given.
    """

    text: str | tuple[str, ...] | None = None
    stars: str | None = None
    date: str | None = None
    product: str | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        if self.text is not None and not isinstance(self.text, str):  # a list does as well, and one is not several
            object.__setattr__(self, "text", tuple(self.text) if len(self.text) > 1 else next(iter(self.text), None))

    @property
    def texts(self) -> tuple[str, ...]:
        """The columns of text that the user named."""
        return (self.text,) if isinstance(self.text, str) else self.text or ()

    @property
    def given(self) -> set[str]:
        """The columns that the user named."""
        return {name for name in (*self.texts, self.stars, self.date, self.product, self.id) if name}


@dataclass(frozen=True, slots=True, kw_only=True)
class Curation:
    """Which rows are worth analysing (ASAP, section 3.1). Every step can be turned off with False or 0."""

    mask: bool = True  # e-mail addresses, phone numbers, handles, ID-like numbers
    min_chars: int = 2
    max_chars: int = 20_000
    language: bool = True  # English and Chinese only; without it, another one counts as that whose script it shares
    script_share: float = 0.3  # of the letters, how many must be of the language's script
    duplicates: bool = True
    near_duplicates: float = 0.9  # Jaccard similarity of character shingles; 0 turns it off
    low_quality: bool = True
    adverts: bool = True
    boilerplate: bool = True  # stamps and templates that repeat over the rows are not read

    @classmethod
    def paper(cls) -> Curation:
        """Return the bounds with which ASAP was built."""
        return curation_from("paper")

    @classmethod
    def off(cls) -> Curation:
        """Return no curation."""
        return curation_from("off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to analyse. ``voxpop analyze --help`` says the same in words."""

    lang: str = "auto"  # or a code of LANGUAGES; reviews in none of these are set aside all the same
    product: str | None = None
    aliases: tuple[str, ...] = ()  # what else people call the product
    domain: str | None = None  # the kind of product, of KINDS, or ANY_DOMAIN; None: detected
    method: str = "model"  # how aspects are found: by the terms that the model tagged, or a method of aspects.METHODS
    top: int = 20  # aspects in the table
    similarity: float | None = None  # how alike terms must be to stand for one aspect; None: the language's own
    fast: bool = False  # read by the small model of the language: more than twice as fast, less exact
    by: str = "terms"  # what the rows of the table are: terms, categories, or a tree of categories and terms
    about: str = "main"  # whose opinions the table counts: a side of SIDES; the file keeps all
    categories: str | None = None  # a folder that voxpop train wrote; None: the reader's own categories
    aspects: str | None = None  # a file of aspects that voxpop edits wrote: the user's own, applied to these reviews
    segment: str | None = None  # a column whose groups are compared in the document and the report
    limit: int | None = None  # rows to read
    encoding: str | None = None  # None: found out
    format: str | None = None  # None: by file name and content
    sheet: str | None = None  # of a workbook, by name or number; None: the fullest and all with its columns
    query: str | None = None  # an SQL query: the input is then a database, and its rows are the reviews
    columns: Columns = field(default_factory=Columns)
    curation: Curation = field(default_factory=Curation)

    def __post_init__(self) -> None:
        names = (self.aliases,) if isinstance(self.aliases, str) else tuple(self.aliases)
        object.__setattr__(self, "aliases", names)  # a list does as well
        try:
            json.dumps(asdict(self), ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            given = error.object[max(0, error.start - 20) : error.end]
            raise OptionError(f"An option holds bytes that are no text in UTF-8: …{given!r}.") from None
        check_product_names(self.product, self.aliases)
        choose("language", self.lang, ("auto", *LANGUAGES))
        if self.domain is not None:
            choose("domain", self.domain, (*KINDS, ANY_DOMAIN))
        choose("table", self.by, TABLES)
        choose("side", self.about, SIDES)
        if self.top < 1:
            raise OptionError(f"top must be at least 1, not {self.top}.")
        if self.similarity is not None and not 0 <= self.similarity <= 1:
            raise OptionError(f"similarity must lie between 0 and 1, not {self.similarity}.")
        if self.limit is not None and self.limit < 1:
            raise OptionError(f"limit must be at least 1, not {self.limit}.")
        for bound in fields(self.curation):
            value = getattr(self.curation, bound.name)
            if bound.name in SHARES and not 0 <= value <= 1:
                raise OptionError(f"curation.{bound.name} must lie between 0 and 1, not {value}.")
            if value < 0:
                raise OptionError(f"curation.{bound.name} cannot be {value}.")


CURATION_STEPS: dict[str, dict[str, Any]] = {  # what leaving out a step changes
    "mask": {"mask": False},
    "length": {"min_chars": 0, "max_chars": 0},
    "language": {"language": False},
    "script": {"script_share": 0.0},
    "duplicates": {"duplicates": False},
    "near-duplicates": {"near_duplicates": 0.0},
    "low-quality": {"low_quality": False},
    "adverts": {"adverts": False},
    "boilerplate": {"boilerplate": False},
}
CURATION_PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "paper": {"min_chars": 50, "max_chars": 1000},
    "off": {name: value for step in CURATION_STEPS.values() for name, value in step.items()},
}


def stored_settings(stored: Mapping[str, Any]) -> Settings:
    """Return the settings that a file was made with; what an older voxpop did not know has its default."""
    values = {setting.name: stored[setting.name] for setting in fields(Settings) if setting.name in stored}
    if values.get("method") == "auto":  # the name of "model" until version 0.2
        values["method"] = "model"
    for name, kind in (("columns", Columns), ("curation", Curation)):
        given, names = stored.get(name) or {}, {part.name for part in fields(kind)}
        values[name] = kind(**{part: value for part, value in given.items() if part in names})
    return Settings(**values)


def settings_from(options: Mapping[str, Any]) -> Settings:
    """Return the settings that plain options stand for, as a command line, a form or a stored order holds them.

    The names are those of ``Settings``. Besides, ``columns`` may be a mapping from roles to column names and
    ``text_column``, ``stars_column`` … name one column each; ``curate`` is a preset of curation, and ``skip`` lists
    steps to leave out. None means that an option was not given. An unknown name raises an OptionError.
    """
    roles = tuple(column.name for column in fields(Columns))
    names = {setting.name for setting in fields(Settings)} | {f"{role}_column" for role in roles} | {"curate", "skip"}
    values = {choose("option", name, names): value for name, value in options.items() if value is not None}
    columns = values.pop("columns", {})
    if not isinstance(columns, Columns):
        columns = Columns(**{choose("column", role, roles): name for role, name in columns.items()})
    one_by_one = {role: values.pop(f"{role}_column") for role in roles if f"{role}_column" in values}
    preset, steps = values.pop("curate", None), values.pop("skip", ())
    if preset is not None or steps:
        values["curation"] = curation_from(preset or "default", steps)
    if values.get("categories") is not None:
        values.setdefault("by", "categories")
    for name in ("categories", "aspects"):  # paths
        if name in values:
            values[name] = str(values[name])
    return Settings(columns=replace(columns, **one_by_one), **values)


def curation_from(preset: str, skip: Iterable[str] = ()) -> Curation:
    """Return a preset of curation without the steps to skip."""
    changes = dict(CURATION_PRESETS[choose("curation", preset, CURATION_PRESETS)])
    for step in skip:
        changes |= CURATION_STEPS[choose("curation step", step, CURATION_STEPS)]
    return Curation(**changes)
