"""You and them, counted by hand."""

from __future__ import annotations

from voxpop.aggregate.ledger import Cell, SaidOfSides, ledger, normalize_name
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.types import Aspect, Comparison, Span

TEXT = "The battery of the Nikon lasts. It is sharper than the Nikon."


def compared(review: str, verdict: int | None, entity: str | None, aspect: Span | None = None) -> Comparison:
    words = "better" if verdict == 1 else "worse" if verdict == -1 else "equal"
    return Comparison(review, 32, 61, TEXT[32:61], words, None, Span(51, 60), aspect, Span(38, 45), verdict, entity)  # type: ignore[arg-type]


def row(name: str, *terms: str) -> Aspect:
    return Aspect(f"en:{name}", name, (name, *terms), 1, 1, 1, 0, 0, 1.0, 0.0, 1.0, "en")


NOTHING = SaidOfSides({}, {}, {}, {})


def test_comparisons_are_counted_by_rival_and_aspect() -> None:
    found = ledger(
        [row("sharpness", "sharper")],
        NOTHING,
        [
            compared("1", 1, "the Nikon", Span(38, 45)),
            compared("2", 1, "nikon"),
            compared("3", -1, "Nikon"),
            compared("4", 0, None),
            compared("5", None, "Sony"),
        ],
    )
    nikon, unnamed = found.rivals
    assert (nikon.match.better, nikon.match.worse, nikon.match.equal) == (2, 1, 0)
    assert (unnamed.name, unnamed.match.equal) == (None, 1)
    assert [quote.polarity for quote in nikon.match.quotes] == [1, 1, -1]
    assert {quote.text for quote in nikon.match.quotes} == {"It is sharper than the Nikon."}
    assert found.lines[0].match.better == 1
    assert (found.total.match.better, found.total.match.worse, found.total.match.equal) == (2, 1, 1)


def test_where_no_one_speaks_of_others_there_is_nothing() -> None:
    ours = {"main": Cell(OpinionCounts(mentions=1), ())}
    assert not ledger([row("battery")], SaidOfSides({("en:battery", "main"): ours["main"]}, ours, {}, {}), [])
    assert not ledger([], NOTHING, [])


def test_names_are_one_however_they_are_written() -> None:
    assert normalize_name("the Canon SD-500") == normalize_name("canon sd500") == "canonsd500"
    assert normalize_name("小米") == "小米"
    assert normalize_name("The") == "the"
    assert normalize_name(None) == ""
