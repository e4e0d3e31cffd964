"""Whether the first rows of the aspect table hold the themes that matter, in domains kept out of all training.

For each domain of ``research/data/themes.toml`` texts of ``wild-texts`` are analysed as a user would, and the themes are
counted for which one of the first 20 rows stands. ``research/data/themes.md`` says how the themes were chosen.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import voxpop
from research import datasets
from research.commands import Json, run_command
from voxpop.cli import console
from voxpop.errors import InputError, choose
from voxpop.lang import LANGUAGES, language
from voxpop.types import Aspect

THEMES = Path(__file__).resolve().parents[1] / "data" / "themes.toml"
ROWS = 20  # of the table, from the top
TERMS = 5  # of a row
_WORD = re.compile(r"\w+")
_POSSESSIVE = re.compile(r"['’]s\b")


@dataclass(frozen=True, slots=True)
class Theme:
    """Something that matters to the business, and the words under which a row of the table is about it."""

    name: str
    definition: str
    words: tuple[str, ...]
    share: int  # of 100 texts, about so many speak of it
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """The first row that stands for a theme: its number from 1, its name, its reviews, and the term that does."""

    row: int
    name: str
    reviews: int
    term: str


@dataclass(frozen=True, slots=True)
class DomainScore:
    """The themes of one domain, each with its hit or None."""

    lang: str
    domain: str
    texts: int
    rows: tuple[tuple[str, ...], ...]  # of each its name and its first terms
    hits: Mapping[str, Hit | None]

    @property
    def found(self) -> int:
        return sum(hit is not None for hit in self.hits.values())

    @property
    def missing(self) -> list[str]:
        return [theme for theme, hit in self.hits.items() if hit is None]


def read_themes(path: Path = THEMES) -> dict[str, dict[str, list[Theme]]]:
    """Return the themes by language and domain."""
    tables = tomllib.loads(path.read_text("utf-8"))
    return {
        lang: {domain: [_theme(entry) for entry in entries] for domain, entries in domains.items()}
        for lang, domains in tables.items()
    }


def _theme(entry: dict[str, Any]) -> Theme:
    lists = {"words": tuple(entry["words"]), "categories": tuple(entry.get("categories", ()))}
    return Theme(**{**entry, **lists})


@cache
def split_words(text: str, lang: str) -> tuple[str, ...]:
    """Return the words of a term: English ones in lower case and the singular, Chinese ones as voxpop segments them."""
    if lang == "en":
        words = _WORD.findall(_POSSESSIVE.sub("", text.lower()))
        return tuple(language("en").lemmas.lemma(word, "NOUN") for word in words)
    (sentences,) = language(lang).parse([text])
    return tuple(token.text.lower() for sentence in sentences for token in sentence.tokens)


def theme_of_name(name: str, themes: Sequence[Theme], lang: str) -> Theme | None:
    """Return the theme that the name of a row stands for: of the words in it, the last, and of those the longest."""
    places = [
        (-end, start, theme) for theme in themes for word in theme.words for start, end in _places(word, name, lang)
    ]
    return min(places, key=lambda place: place[:2])[2] if places else None


def theme_of_term(term: str, themes: Sequence[Theme], lang: str) -> Theme | None:
    """Return the theme that another term of a row stands for: the term as a whole must be one of its words."""
    words = split_words(term, lang)
    return next((theme for theme in themes if words in {split_words(word, lang) for word in theme.words}), None)


def _places(word: str, term: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield from which to which character of the split term a word stands in it, between borders of words."""
    joiner = language(lang).parser.joiner
    wanted = joiner.join(split_words(word, lang))
    parts = split_words(term, lang)
    text = joiner.join(parts)
    starts, ends, position = [], set(), 0
    for part in parts:
        starts.append(position)
        ends.add(position + len(part))
        position += len(part) + len(joiner)
    for start in starts:
        if text.startswith(wanted, start) and start + len(wanted) in ends:
            yield start, start + len(wanted)


def find_themes(rows: Sequence[Aspect], themes: Sequence[Theme], lang: str) -> dict[str, Hit | None]:
    """Return for each theme the first of the first 20 rows that stands for it."""
    hits: dict[str, Hit | None] = {theme.name: None for theme in themes}
    for number, row in enumerate(rows[:ROWS], start=1):
        if row.category is not None and row.category == row.name:  # the row of a category
            for theme in themes:
                if row.category in theme.categories:
                    hits[theme.name] = hits[theme.name] or Hit(number, row.name, row.reviews, row.category)
        found = [(row.name, theme_of_name(row.name, themes, lang))]
        found += [(term, theme_of_term(term, themes, lang)) for term in row.terms[:TERMS]]
        for term, stands_for in found:
            if stands_for:
                hits[stands_for.name] = hits[stands_for.name] or Hit(number, row.name, row.reviews, term)
    return hits


def read_texts(data: Path, lang: str, domain: str, limit: int) -> list[str]:
    """Return the first texts of a domain; the file is shuffled."""
    path = data / "wild-texts" / f"{lang}.jsonl.xz"
    if not path.is_file():
        raise InputError(
            f"The data set 'wild-texts' is absent from {data}: {path.name}. Name its folder with --data DIR."
        )
    with datasets.unpacked(path) as stream:
        texts = [entry["text"] for entry in map(json.loads, stream) if entry["domain"] == domain]
    return texts[:limit]


def score_domain(
    texts: Sequence[str], themes: Sequence[Theme], *, lang: str, domain: str, fast: bool = False
) -> DomainScore:
    """Analyse texts with voxpop's defaults and look for the themes in the table."""
    with voxpop.analyze(list(texts), fast=fast) as analysis:
        rows = list(analysis.aspects)[:ROWS]
    hits = find_themes(rows, themes, lang)
    shown = tuple((row.name, *row.terms[:TERMS]) for row in rows)
    return DomainScore(lang=lang, domain=domain, texts=len(texts), rows=shown, hits=hits)


# --- the command


def measure_themes(
    domains: Annotated[list[str] | None, typer.Argument(metavar="[DOMAIN...]", help="Domains. Default: all.")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="Only this language: en or zh.")] = None,
    data: Annotated[Path | None, typer.Option("--data", help="Folder of the data sets. Default: VOXPOP_DATA.")] = None,
    texts: Annotated[int, typer.Option("--texts", min=1, help="At most so many texts of a domain.")] = 400,
    json: Json = False,
) -> None:
    """Count the themes that matter in the first 20 rows of the table, for domains kept out of training.

    Example: python -m research.evaluation.themes "dating app" hospital --data ~/data
    """
    themes = read_themes()
    languages = [choose("language", lang, themes)] if lang else list(themes)
    known = {domain for code in languages for domain in themes[code]}
    chosen = {choose("domain", domain, known) for domain in domains or ()} or known
    home = datasets.folder(data)
    scores = []
    for code in languages:
        for domain in (domain for domain in themes[code] if domain in chosen):
            console.print_note(f"{domain} …")
            sample = read_texts(home, code, domain, texts)
            scores.append(score_domain(sample, themes[code][domain], lang=code, domain=domain))
    if json:
        console.print_json([{**asdict(score), "found": score.found, "themes": len(score.hits)} for score in scores])
    else:
        console.out.print(score_table(scores))


def score_table(scores: Sequence[DomainScore]) -> Table:
    """Return a table with a line for each domain and one for each language."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("domain", "texts", "rows", "found", "themes", "share", "without a row"):
        table.add_column(name, justify="left" if name in ("domain", "without a row") else "right")
    for code in dict.fromkeys(score.lang for score in scores):
        of_language = [score for score in scores if score.lang == code]
        for score in of_language:
            table.add_row(
                score.domain, str(score.texts), str(len(score.rows)), *_shares([score]), ", ".join(score.missing)
            )
        table.add_row(f"[bold]{LANGUAGES[code]}[/]", "", "", *_shares(of_language), "")
    return table


def _shares(scores: Sequence[DomainScore]) -> tuple[str, str, str]:
    found, themes = sum(score.found for score in scores), sum(len(score.hits) for score in scores)
    return str(found), str(themes), f"{found / themes:.0%}"


if __name__ == "__main__":
    run_command(measure_themes, name="python -m research.evaluation.themes")
