"""The bundled examples: every number of their summaries counted again from opinions and reviews."""

from __future__ import annotations

import pytest

from voxpop import examples
from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
from voxpop.summarize import AUDIENCES, SummaryOptions
from voxpop.summarize.findings import is_overall

from .test_summary import check_clauses


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_clause_is_counted_and_quoted(lang: str) -> None:
    with analyze(examples.path(lang), lang=lang, settings=Settings(fast=True), workers=1) as analysis:
        reviews = {review.id: review for review in analysis.reviews}
        speaking: dict[tuple[str, int], set[str]] = {}
        for opinion in analysis.opinions:
            if opinion.polarity and opinion.about in ("main", "part_of_main"):
                topic = opinion.aspect or opinion.category or ""
                speaking.setdefault((topic, 1 if opinion.polarity > 0 else -1), set()).add(opinion.review_id)
        for audience in AUDIENCES:
            (summary,) = analysis.summaries(SummaryOptions(audience=audience), lang=lang)
            assert len(summary.sentences) >= 2
            check_clauses(summary)
            for claim in summary.claims:
                quoted = {quote.review_id for quote in claim.quotes}
                for quote in (*claim.quotes, *claim.against):
                    assert reviews[quote.review_id].text[quote.start : quote.end] == quote.text
                if claim.kind in ("worse", "improved"):
                    days = {id: day for id in speaking[claim.aspect, -1] if (day := reviews[id].date)}
                    since = {id for id, day in days.items() if claim.first and day >= claim.first}
                    assert quoted == since
                    assert (claim.supporting, claim.earlier) == (len(since), len(days) - len(since))
                elif claim.kind != "differs":
                    sign = 1 if claim.kind == "praise" else -1
                    supporting, opposing = (speaking.get((claim.aspect, side), set()) for side in (sign, -sign))
                    assert quoted == supporting
                    of = supporting | opposing if is_overall(claim.aspect, lang) else reviews
                    assert (claim.supporting, claim.of) == (len(supporting), len(of))
                    assert {quote.review_id for quote in claim.against} == opposing - supporting
                    assert claim.opposing == len(opposing - supporting)


def test_a_table_of_rivals_has_no_summary_of_the_product() -> None:
    texts = ["The screen is great.", "The screen is great. The iPod has a bad screen.", "A great screen, truly"] * 4
    for about, told in (("main", True), ("competing", False)):
        settings = Settings(lang="en", product="Zen Micro", about=about, curation=Curation.off())
        with analyze(texts, settings=settings, workers=1) as analysis:
            assert any(one["text"] for one in analysis.document()["summaries"]) is told
