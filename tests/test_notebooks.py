"""What a notebook shows: HTML of an analysis, its rows, its key points and its reviews; and charts by one call."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import html5lib
import pytest

import voxpop
from voxpop.errors import OptionError
from voxpop.html_display import marked, review_html
from voxpop.settings import Curation
from voxpop.types import Opinion, Review, Span

matplotlib = pytest.importorskip("matplotlib", reason="no matplotlib: pip install 'voxpop[plot]'")
matplotlib.use("agg")


def text_of(html: str) -> str:
    return "".join(html5lib.parseFragment(html, namespaceHTMLElements=False).itertext())


@pytest.fixture(scope="module")
def analysis() -> Iterator[voxpop.Analysis]:
    good, bad = (
        "The staff was friendly and the room was clean <3 & quiet.",
        "The staff was rude and the food was awful.",
    )
    reviews = [
        Review(
            id=f"r{n}",
            text=f"{good if n % 3 else bad} Visit number {n}.",
            stars=5 if n % 3 else 1,
            date=date(2024, 1, 1) + timedelta(days=5 * n),
        )
        for n in range(60)
    ]
    with voxpop.analyze(reviews, fast=True, lang="en", curation=Curation.off()) as made:
        yield made


def test_rows_are_indexed_and_sliced_like_a_list(analysis: voxpop.Analysis) -> None:
    whole = list(analysis.reviews)
    assert (analysis.reviews[0], analysis.reviews[-1], analysis.reviews[7]) == (whole[0], whole[-1], whole[7])
    for part in (slice(2, 9), slice(None, 5), slice(-4, None), slice(9, 2, -3), slice(5, 5), slice(0, 999, 7)):
        assert analysis.reviews[part] == whole[part]
        assert analysis.opinions[part] == list(analysis.opinions)[part]
    with pytest.raises(IndexError):
        analysis.reviews[60]


def test_an_analysis_shows_its_aspects_and_key_points(analysis: voxpop.Analysis) -> None:
    shown = text_of(analysis._repr_html_())
    assert "60 reviews" in shown
    for aspect in analysis.aspects:
        assert aspect.name in shown
    assert analysis.key_points[0].text in shown
    assert analysis.key_points[0].text in text_of(analysis.key_points._repr_html_())
    assert f"of {len(analysis.opinions):,} rows" in text_of(analysis.opinions._repr_html_())
    first = analysis.aspects[0]
    assert first.quotes[0].text in text_of(first._repr_html_())


def test_a_review_is_marked_and_keeps_every_character(analysis: voxpop.Analysis) -> None:
    review = next(review for review in analysis.reviews if "<3" in review.text)
    shown = analysis.marked(review.id)
    assert text_of(shown._repr_html_()) == review.text
    assert {one.review_id for one in shown.opinions} == {review.id}
    with pytest.raises(OptionError, match="no review 'nobody'"):
        analysis.marked("nobody")


def test_marks_that_overlap_lose_nothing() -> None:
    html = marked("a<b&c", [(Span(0, 3), "x:1"), (Span(2, 5), "y:2"), (Span(4, 99), "x:1")])
    assert text_of(html) == "a<b&c"
    assert html.count("<span") == 5  # the whole, and four pieces with styles
    neutral = Opinion("r", 0, 1, "a", "a", 0.0, evidence=Span(0, 5))
    assert "background" not in review_html("a<b&c", [neutral])


def test_charts_are_drawn_with_their_numbers(analysis: voxpop.Analysis) -> None:
    bars = analysis.plot.aspects(top=3)
    drawn = sum(patch.get_width() for patch in bars.patches)
    assert drawn == sum(aspect.mentions for aspect in analysis.aspects[:3])
    names = [label.get_text() for label in analysis.plot.drivers().get_yticklabels()]
    assert "staff" in names
    assert len(analysis.plot.trends("staff").lines) >= 2
    with pytest.raises(OptionError, match="no aspect 'wings'"):
        analysis.plot.trends("wings")
    matplotlib.pyplot.close("all")
