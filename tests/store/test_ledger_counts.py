"""What is said of each side is counted from the opinions of the file, each number with its quotes."""

from __future__ import annotations

from voxpop.aggregate.aspect_table import empty_row
from voxpop.aggregate.table_edits import Key
from voxpop.store import Draft
from voxpop.store.ledger_counts import ledger_of
from voxpop.types import About, Opinion, Review, Span

from .opinion_rows import opinion_rows

TEXT = "The battery of the Nikon lasts. It is sharper than the Nikon."


def said(review: int, about: About, polarity: float, *, aspect: str = "battery", category: str | None = None,
         entity: str | None = None, at: int = 4) -> Opinion:  # fmt: skip
    return Opinion(
        str(review), at, at + 7, TEXT[at : at + 7], aspect, polarity, category, (), Span(0, 30), about, 1.0, entity
    )


def filled(*opinions: Opinion, rows: list[Key]) -> Draft:
    draft = Draft()
    draft.add_reviews([Review(id=str(n), text=TEXT, lang="en") for n in range(4)])
    draft.add_opinions(opinion_rows({n: [each for each in opinions if each.review_id == str(n)] for n in range(4)}))
    draft.add_aspects([row for row in draft.fill_rows([empty_row(key) for key in rows], about="all") if row])
    draft.put({"settings": {"about": "main"}})
    return draft


def test_each_side_has_its_own_numbers() -> None:
    draft = filled(
        said(1, "part_of_main", 0.5),
        said(1, "part_of_competing", 0.9, entity="the Nikon", at=12),
        said(2, "other", -0.5),
        said(2, "part_of_competing", -0.2, at=12),
        said(3, "generic", 0.0, aspect="menu"),
        said(3, "part_of_competing", 0.4, entity="nikon", at=12),
        rows=[Key("en", "battery", None), Key("en", "menu", None)],
    )
    found = ledger_of(draft)
    battery, menu = found.lines
    assert {side: (cell.counts.positive, cell.counts.negative) for side, cell in battery.cells.items()} == {
        "main": (1, 0), "competing": (2, 1),
    }  # fmt: skip
    assert menu.cells["generic"].counts.neutral == menu.cells["generic"].counts.mentions == 1
    assert found.total.cells["competing"].counts.reviews == 3
    assert [(rival.name, rival.cell.counts.mentions if rival.cell else 0) for rival in found.rivals] == [
        ("the Nikon", 2),
        (None, 1),
    ]
    quotes = battery.cells["competing"].quotes
    assert [quote.polarity > 0 for quote in quotes] == [True, True, False]
    assert all(quote.text == TEXT[quote.start : quote.end] for quote in quotes)


def test_by_category_the_rows_are_categories() -> None:
    draft = filled(said(1, "competing", 0.5, category="power"), rows=[Key("en", None, "power")])
    (line,) = ledger_of(draft).lines
    assert line.cells["competing"].counts.positive == 1
