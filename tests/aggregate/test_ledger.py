"""You and them, counted by hand."""

from __future__ import annotations

from collections.abc import Iterable

from voxpop.aggregate.ledger import ledger, squash
from voxpop.types import About, Aspect, Comparison, Opinion, Span

TEXT = "The battery of the Nikon lasts. It is sharper than the Nikon."


def said(review: str, about: About, polarity: float, *, aspect: str = "battery", entity: str | None = None) -> Opinion:
    return Opinion(review, 4, 11, "battery", aspect, polarity, evidence=Span(0, 30), about=about, entity=entity)


def compared(review: str, verdict: int | None, entity: str | None, aspect: Span | None = None) -> Comparison:
    words = "better" if verdict == 1 else "worse" if verdict == -1 else "equal"
    return Comparison(review, 32, 61, TEXT[32:61], words, None, Span(51, 60), aspect, Span(38, 45), verdict, entity)  # type: ignore[arg-type]


def row(name: str, *terms: str) -> Aspect:
    return Aspect(f"en:{name}", name, (name, *terms), 1, 1, 1, 0, 0, 1.0, 0.0, 1.0, "en")


def texts(ids: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(ids, TEXT)


def test_each_side_has_its_own_numbers() -> None:
    opinions = [
        said("1", "part_of_main", 0.5),
        said("1", "part_of_competing", 0.9, entity="Nikon"),
        said("2", "other", -0.5),
        said("2", "part_of_competing", -0.2),
        said("3", "generic", 0.0, aspect="menu"),
    ]
    found = ledger([row("battery"), row("menu")], opinions, [], texts=texts)
    (battery, menu) = found.lines
    assert {side: (cell.counts.positive, cell.counts.negative) for side, cell in battery.cells.items()} == {
        "main": (1, 0), "competing": (1, 1),
    }  # fmt: skip
    assert menu.cells["generic"].counts.neutral == menu.cells["generic"].counts.mentions == 1
    assert found.total.cells["competing"].counts.reviews == 2
    assert [(rival.name, rival.cell.counts.mentions if rival.cell else 0) for rival in found.rivals] == [
        ("Nikon", 1),
        (None, 1),
    ]
    assert all(quote.text == TEXT[quote.start : quote.end] for quote in battery.cells["competing"].quotes)


def test_comparisons_are_counted_by_rival_and_aspect() -> None:
    found = ledger(
        [row("sharpness", "sharper")],
        [],
        [
            compared("1", 1, "the Nikon", Span(38, 45)),
            compared("2", 1, "nikon"),
            compared("3", -1, "Nikon"),
            compared("4", 0, None),
            compared("5", None, "Sony"),
        ],
        texts=texts,
    )
    nikon, unnamed = found.rivals
    assert (nikon.match.better, nikon.match.worse, nikon.match.equal) == (2, 1, 0)
    assert (unnamed.name, unnamed.match.equal) == (None, 1)
    assert [quote.polarity for quote in nikon.match.quotes] == [1, 1, -1]
    assert {quote.text for quote in nikon.match.quotes} == {"It is sharper than the Nikon."}
    assert found.lines[0].match.better == 1
    assert (found.total.match.better, found.total.match.worse, found.total.match.equal) == (2, 1, 1)


def test_where_no_one_speaks_of_others_there_is_nothing() -> None:
    assert not ledger([row("battery")], [said("1", "main", 1.0)], [], texts=texts)
    assert not ledger([], [], [], texts=texts)


def test_by_category_the_rows_are_categories() -> None:
    above = Aspect("en>power", "power", ("battery",), 1, 1, 1, 0, 0, 1.0, 0.0, 1.0, "en", category="power")
    one = Opinion("1", 4, 11, "battery", "battery", 0.5, category="power", about="competing")
    (line,) = ledger([above], [one], [], texts=texts).lines
    assert line.cells["competing"].counts.positive == 1


def test_names_are_one_however_they_are_written() -> None:
    assert squash("the Canon SD-500") == squash("canon sd500") == "canonsd500"
    assert squash("小米") == "小米"
    assert squash("The") == "the"
    assert squash(None) == ""
