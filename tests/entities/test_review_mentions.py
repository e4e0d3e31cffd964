"""Whose product each mention and comparison is of, by a fake model that knows a few words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.entities.names import names_in_texts
from voxpop.entities.review_mentions import resolved_review
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import TextScores
from voxpop.lang import language
from voxpop.types import (
    ExtractedTerm,
    Extraction,
    Judgement,
    Mention,
    NameReading,
    Product,
    ResolvedReview,
    Review,
    Span,
)

from ..extract.fake import FakeModel, mark

CAMERA = Product("Lumina C5 camera")
PHONE = Product("星帆X2手机")


def read(text: str, product: Product = CAMERA, *, lang: str = "en", model: FakeModel | None = None) -> ResolvedReview:
    """As an analysis does: the names, then the opinions, then whose they are."""
    parsed = language(lang).parse([text])
    names = names_in_texts([text], parsed, lang=lang, products=[product])
    extractions = OpinionExtractor(lang, model or FakeModel()).extract([text], parsed, names)
    return resolved_review(Review(id="1", text=text), extractions[0], product)


def by_text(resolved: ResolvedReview) -> dict[str, Mention]:
    return {mention.text: mention for mention in resolved.mentions}


def test_opinions_on_the_product_carry_its_name_and_those_on_another_its() -> None:
    found = by_text(read("The screen of the Lumina is bright. My old Nikon had a weak battery."))
    assert (found["screen"].about, found["screen"].entity) == ("part_of_main", "Lumina C5 camera")
    assert (found["Nikon"].about, found["Nikon"].entity) == ("competing", "Nikon")
    assert (found["battery"].about, found["battery"].entity) == ("part_of_competing", "Nikon")


def test_of_several_rivals_the_nearest_before_is_meant() -> None:
    found = by_text(read("The Nikon is great. The Sony has a weak battery."))
    assert (found["Nikon"].entity, found["battery"].entity) == ("Nikon", "Sony")


def test_an_opinion_without_a_name_is_about_someone_too() -> None:
    ours, theirs = (
        next(mention for mention in read(text).mentions if not mention.term)
        for text in ("In the end we paid a lot.", "For the Nikon we paid a lot.")
    )
    assert (ours.text, ours.about, ours.entity, ours.polarity) == ("paid", "part_of_main", "Lumina C5 camera", -1.0)
    assert (theirs.text, theirs.about, theirs.entity) == ("paid", "part_of_competing", "Nikon")


def test_what_is_said_does_not_depend_on_whether_the_product_is_named() -> None:
    text = "The screen of the Lumina is bright. My old Nikon had a weak battery."
    abouts = [
        {mention.text: mention.about for mention in read(text, product).mentions} for product in (CAMERA, Product())
    ]
    assert [about["battery"] for about in abouts] == ["part_of_competing"] * 2
    assert [about["screen"] for about in abouts] == ["part_of_main"] * 2


@pytest.mark.parametrize(
    ("text", "preference", "verdict"),
    [("The screen is sharper than the Nikon.", "better", 1), ("The screen is worse than the Nikon.", "worse", -1)],
)
def test_a_comparison_has_its_verdict_its_rival_and_its_words(text: str, preference: str, verdict: int) -> None:
    (compared,) = read(text).comparisons
    assert (compared.preference, compared.verdict, compared.entity) == (preference, verdict, "Nikon")
    assert (compared.text, compared.review_id) == (text, "1")
    assert compared.opinion is not None
    assert text[slice(*compared.opinion)] in ("sharper than", "worse than")
    assert compared.object is not None
    assert text[slice(*compared.object)] == "Nikon"
    assert compared.confidence > 0.9


def test_the_aspect_of_a_comparison_is_the_target_that_its_words_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.extract.fake.GOOD", ["sharper"])
    text = "The screen is sharper than the Nikon."
    (compared,) = read(text).comparisons
    assert compared.aspect is not None
    assert text[slice(*compared.aspect)] == "screen"


def test_a_comparison_with_nothing_is_none() -> None:
    assert not read("The screen is slower than before.").comparisons


class RivalModel(FakeModel):
    """Takes some words for a rival that are no name."""

    def __init__(self, rival: str) -> None:
        super().__init__()
        self.rival = rival

    def read(self, text: str, *, hidden: bool = False) -> TextScores:
        scores = super().read(text, hidden=hidden)
        start = text.index(self.rival)
        mark(scores.comparisons[0].rival, scores.windows[0].spans.tolist(), (start, start + len(self.rival)))
        return scores


@pytest.mark.parametrize(
    ("lang", "text", "rival"),
    [("zh", "屏幕不如楼下的好。", "楼下"), ("en", "The screen is slower than the one downstairs.", "one downstairs")],
)
def test_words_for_a_rival_that_are_no_name_give_it_none(lang: str, text: str, rival: str) -> None:
    (compared,) = read(text, Product(), lang=lang, model=RivalModel(rival)).comparisons
    assert compared.object is not None
    assert text[slice(*compared.object)] == rival
    assert (compared.entity, compared.verdict) == (None, -1)


def test_chinese() -> None:
    (compared,) = read("星帆的屏幕不如华为。", PHONE, lang="zh").comparisons
    assert (compared.preference, compared.verdict, compared.entity) == ("worse", -1, "华为")
    found = by_text(read("星帆的屏幕好。华为的电池差。", PHONE, lang="zh"))
    assert (found["屏幕"].about, found["屏幕"].entity) == ("part_of_main", "星帆X2手机")
    assert (found["电池"].about, found["电池"].entity) == ("part_of_competing", "华为")


def test_names_are_written_as_the_review_writes_them() -> None:
    found = by_text(read("華為的電池差。星帆的屏幕好。", PHONE, lang="zh"))
    assert found["屏幕"].entity == "星帆X2手机"  # as the user wrote it
    (compared,) = read("星帆的屏幕不如華為。", PHONE, lang="zh").comparisons
    assert compared.entity == "華為"


def test_nothing_to_resolve() -> None:
    assert read("") == ResolvedReview(Review(id="1", text=""), [], ())


PIECES = ("better than", "the Nikon", "Lumina", "soup", "great", "rude", "paid", ",", ". ", "不如", "华为", "華為",
          "屏幕", "好", "Ｎｉｋｏｎ", "🙂", "\r\n", "e\u0301", "İ", "\ud83d")  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=14), st.sampled_from(["en", "zh"]))
def test_every_span_is_the_quote_it_claims_to_be(parts: list[str], lang: str) -> None:
    text = " ".join(parts)
    resolved = read(text, lang=lang)
    for mention in resolved.mentions:
        assert mention.text == text[mention.start : mention.end] != ""
        assert 0 <= mention.evidence.start <= mention.start < mention.end <= mention.evidence.end <= len(text)
    for compared in resolved.comparisons:
        assert compared.text == text[compared.start : compared.end] != ""
        for span in filter(None, (compared.object, compared.aspect, compared.opinion)):
            assert 0 <= span.start < span.end <= len(text)


@pytest.mark.parametrize(
    ("is_sure", "names", "about", "entity"),
    [
        (True, (), "part_of_competing", None),
        (False, (), "other", None),  # neither the product's nor a rival's
        (False, (NameReading(3, 8, 0.9),), "part_of_competing", "Nikon"),
        (False, (NameReading(3, 8, 0.1),), "other", None),  # the name is hardly a rival's
        (False, (NameReading(24, 28, 0.9),), "other", None),  # the name comes later
    ],
)
def test_a_rival_that_nobody_names_must_be_sure(
    is_sure: bool, names: tuple[NameReading, ...], about: str, entity: str | None
) -> None:
    review = Review(id="1", text="My Nikon: weak battery. Sony.")
    said = Judgement(-1.0, (Span(10, 14),), Span(0, 23), 0.9)
    term = ExtractedTerm(15, 22, "battery", said, None, "part_of_competing", is_sure)
    (mention,) = resolved_review(review, Extraction([], [term], names=names), CAMERA).mentions
    assert (mention.about, mention.entity) == (about, entity)
