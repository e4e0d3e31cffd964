"""How aspects, key points, reviews and tables look in a notebook: small HTML with its styles inside, offline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from html import escape
from itertools import pairwise
from typing import Any

from voxpop.types import Aspect, KeyPoint, Opinion, Quote, Span, side_of

SHOWN_QUOTES = 5
COLOURS = {"positive": "#ea8f3c", "neutral": "#b5b0a6", "negative": "#6ba4e6"}  # those of the web app
UNDERLINED = "text-decoration:underline;text-underline-offset:.2em"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are HTML already."""
    heads = "".join(f'<th style="text-align:left">{escape(name)}</th>' for name in head)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def marked(text: str, marks: Sequence[tuple[Span, str]]) -> str:
    """Return a text with spans in styles, all of them where spans overlap. No character is lost."""
    edges = sorted({0, len(text), *(min(max(edge, 0), len(text)) for span, _ in marks for edge in span)})
    pieces = []
    for start, end in pairwise(edges):
        styles = ";".join(dict.fromkeys(style for span, style in marks if span[0] <= start and end <= span[1]))
        piece = escape(text[start:end])
        pieces.append(f'<span style="{styles}">{piece}</span>' if styles else piece)
    return f'<span style="white-space:pre-wrap">{"".join(pieces)}</span>'


def tint(polarity: float) -> str:
    """Return the style of words that praise or blame; the words of the aspect itself are underlined."""
    return f"background:{COLOURS[side_of(polarity)]}55"


def quote_html(quote: Quote) -> str:
    """Return a quote with the words of its aspect and its verdict marked."""
    inside = [(span, tint(quote.polarity)) for span in quote.opinion_words]
    if (quote.aspect_words.start, quote.aspect_words.end) != (quote.start, quote.end):
        inside.append((quote.aspect_words, UNDERLINED))
    return marked(quote.text, [(Span(s.start - quote.start, s.end - quote.start), style) for s, style in inside])


def quotes_html(quotes: Sequence[Quote]) -> str:
    """Return the first quotes as a list, and how many more there are."""
    items = "".join(f"<li>{quote_html(quote)}</li>" for quote in quotes[:SHOWN_QUOTES])
    more = f"<li>… {len(quotes) - SHOWN_QUOTES:,} more</li>" if len(quotes) > SHOWN_QUOTES else ""
    return f"<ul>{items}{more}</ul>"


def review_html(text: str, opinions: Sequence[Opinion]) -> str:
    """Return a review with the words of its opinions marked: the aspect underlined, the verdict in its colour."""
    marks: list[tuple[Span, str]] = []
    for opinion in opinions:
        words = opinion.opinion_words or ((opinion.evidence,) if opinion.polarity else ())
        marks += [(span, tint(opinion.polarity)) for span in words]
        if opinion.opinion_words or not opinion.polarity:
            marks.append((Span(opinion.start, opinion.end), UNDERLINED))
    return marked(text, marks)


def bar(aspect: Aspect) -> str:
    """Return praise, neutral mentions and complaints as one bar."""
    share = 100 / max(aspect.mentions, 1)
    parts = [
        f'<span title="{count:,} {side}" style="background:{colour};width:{share * count:.1f}%"></span>'
        for side, colour in COLOURS.items()
        if (count := getattr(aspect, side))
    ]
    return f'<span style="display:flex;width:9em;height:.8em">{"".join(parts)}</span>'


def aspects_html(aspects: Sequence[Aspect]) -> str:
    """Return the table of aspects."""
    head = ("aspect", "mentions", "reviews", "positive", "negative", "", "mean")
    rows = [
        (
            escape(aspect.name),
            f"{aspect.mentions:,}",
            f"{aspect.reviews:,}",
            f"{aspect.positive:,}",
            f"{aspect.negative:,}",
            bar(aspect),
            f"{aspect.mean:+.2f} ({aspect.low:+.2f} … {aspect.high:+.2f})",
        )
        for aspect in aspects
    ]
    return table(head, rows)


def aspect_html(aspect: Aspect) -> str:
    """Return one aspect with its quotes."""
    return aspects_html([aspect]) + quotes_html(aspect.quotes)


def key_points_html(points: Sequence[KeyPoint]) -> str:
    """Return key points with the share of reviews that say each, and one quote."""
    rows = [
        (
            point.kind,
            escape(point.text),
            f"{point.reviews:,} of {point.of:,}",
            escape(point.aspect or point.category or ""),
            quote_html(point.quotes[0]) if point.quotes else "",
        )
        for point in points
    ]
    return table(("kind", "key point", "reviews", "on", "quote"), rows)


def rows_html(rows: Sequence[Any], total: int) -> str:
    """Return the first rows of a table, and how many there are."""
    if rows and isinstance(rows[0], Aspect):
        shown = aspects_html(rows)
    elif rows and is_dataclass(rows[0]):
        names = [field.name for field in fields(rows[0])]
        shown = table(names, [[escape(cell(getattr(row, name))) for name in names] for row in rows])
    else:
        shown = ""
    return f"{shown}<p>{len(rows):,} of {total:,} rows</p>"


def cell(value: Any) -> str:
    """Return a value as a short text."""
    if isinstance(value, Span):
        return f"{value.start}–{value.end}"
    if isinstance(value, tuple):
        return ", ".join(map(cell, value))
    text = "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
