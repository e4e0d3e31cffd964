"""The bundled examples: every verdict of their summaries counted again from the opinions, every quote looked up."""

from __future__ import annotations

from collections import defaultdict

import pytest

from voxpop import examples
from voxpop.analysis import analyze
from voxpop.settings import Settings
from voxpop.summarize import AUDIENCES, SummaryOptions
from voxpop.summarize.topic_counts import drop_repeated_words
from voxpop.summarize.topic_keys import topic_key
from voxpop.types import Opinion


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_clause_is_counted_and_quoted(lang: str) -> None:
    with analyze(examples.path(lang), lang=lang, settings=Settings(fast=True), workers=1) as analysis:
        signs: dict[str, dict[str, set[bool]]] = defaultdict(lambda: defaultdict(set))
        by_review: dict[str, list[Opinion]] = defaultdict(list)
        for opinion in analysis.opinions:
            if opinion.polarity and opinion.about in ("main", "part_of_main"):
                by_review[opinion.review_id].append(opinion)
        for review, opinions in by_review.items():
            for opinion in drop_repeated_words(opinions):
                signs[topic_key(opinion.aspect, lang)][review].add(opinion.polarity > 0)
        texts = {review.id: review.text for review in analysis.reviews}
        seen = 0
        for audience in AUDIENCES:
            (summary,) = analysis.summaries(
                SummaryOptions(audience=audience, per_aspect=audience == "general"), lang=lang
            )
            assert len(summary.sentences) >= 4
            for clause in (claims for line in (*summary.sentences, *summary.bullets) for _, claims in line.clauses):
                (claim,) = (summary.claims[place] for place in clause)
                quoted = {quote.review_id for quote in claim.quotes}
                assert len(quoted) >= 2
                assert all(texts[q.review_id][q.start : q.end] == q.text for q in (*claim.quotes, *claim.against))
                voices = list(signs[topic_key(claim.aspect, lang)].values())
                if claim.kind in ("praise", "blame", "mixed"):
                    sides = voices.count({True}), voices.count({False})
                    expected = sides if claim.kind != "blame" else sides[::-1]
                    assert (claim.supporting, claim.opposing, claim.of) == (*expected, len(voices)), claim.text
                    seen += 1
        assert seen > 30
