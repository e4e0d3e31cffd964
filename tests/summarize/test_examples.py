"""The bundled examples: every number of their summaries counted again from key points, opinions and reviews."""

from __future__ import annotations

import pytest

from voxpop import examples
from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
from voxpop.summarize import AUDIENCES, SummaryOptions

from .test_summary import check_clauses


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_clause_is_counted_and_quoted(lang: str) -> None:
    with analyze(examples.path(lang), lang=lang, settings=Settings(fast=True), workers=1) as analysis:
        reviews = {review.id: review for review in analysis.reviews}
        points = {(point.kind, point.text): point for point in analysis.key_points}
        complained: dict[str, set[str]] = {}
        for opinion in analysis.opinions:
            if opinion.polarity < 0 and opinion.about in ("main", "part_of_main"):
                complained.setdefault(opinion.aspect, set()).add(opinion.review_id)
        for audience in AUDIENCES:
            (summary,) = analysis.summaries(SummaryOptions(audience=audience), lang=lang)
            assert len(summary.sentences) >= 2
            for claim in summary.claims:
                quoted = {quote.review_id for quote in claim.quotes}
                for quote in (*claim.quotes, *claim.against):
                    assert reviews[quote.review_id].text[quote.start : quote.end] == quote.text
                if claim.kind in ("worse", "improved"):
                    days = {id: day for id in complained[claim.aspect] if (day := reviews[id].date)}
                    since = {id for id, day in days.items() if claim.first and day >= claim.first}
                    assert quoted == since
                    assert (claim.supporting, claim.earlier) == (len(since), len(days) - len(since))
                elif claim.kind != "differs":
                    point = points[claim.kind, claim.word or ""]
                    assert quoted == {quote.review_id for quote in point.quotes}
                    assert (claim.supporting, claim.of) == (point.reviews, len(reviews))
            if not {claim.kind for claim in summary.claims} & {"worse", "improved"}:
                check_clauses(summary)


def test_a_table_of_rivals_has_no_summary_of_the_product() -> None:
    texts = ["The screen is great.", "The screen is great. The iPod has a bad screen.", "A great screen, truly"] * 4
    for about, told in (("main", True), ("competing", False)):
        settings = Settings(lang="en", product="Zen Micro", about=about, curation=Curation.off())
        with analyze(texts, settings=settings, workers=1) as analysis:
            assert any(one["text"] for one in analysis.document()["summaries"]) is told
