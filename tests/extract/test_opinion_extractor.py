"""What the scores of the model become: terms, opinions, categories, evidence, comparisons, exact to the character."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.extract.opinion_decoding import TokenScores, decode_opinions
from voxpop.extract.opinion_extractor import OpinionExtractor, surest, with_categories
from voxpop.extract.opinion_model import TextScores
from voxpop.extract.void_words import is_void
from voxpop.lang import language
from voxpop.types import ExtractedComparison, ExtractedTerm, Extraction, NameMention, Span

from .fake import NAMELESS, TARGETS, FakeModel


def extract(
    text: str, lang: str = "en", names: Sequence[NameMention] = (), model: FakeModel | None = None
) -> Extraction:
    reads = OpinionExtractor(lang, model or FakeModel())
    (extraction,) = reads.extract([text], language(lang).parse([text]), [names])
    return extraction


def by_text(text: str, lang: str = "en", names: Sequence[NameMention] = ()) -> dict[str, ExtractedTerm]:
    return {text[term.start : term.end]: term for term in extract(text, lang, names).terms}


def quoted(text: str, term: ExtractedTerm) -> tuple[list[str], str]:
    return [text[start:end] for start, end in term.judgement.opinion_words], text[slice(*term.judgement.evidence)]


def test_targets_are_judged_with_their_own_opinions() -> None:
    text = "The soup was great but the waiter was rude."
    terms = by_text(text)
    assert (terms["soup"].judgement.polarity, terms["waiter"].judgement.polarity) == (1.0, -1.0)
    assert quoted(text, terms["soup"]) == (["great"], "The soup was great")
    assert quoted(text, terms["waiter"]) == (["rude"], "but the waiter was rude")
    assert (terms["soup"].category, terms["waiter"].category) == ("food", "service")
    assert terms["soup"].judgement.confidence > 0.9


def test_the_confidence_is_that_opinion_and_category_are_right() -> None:
    scores = FakeModel().read("The soup was great.")
    sure = scores.windows[0].category.copy()

    class Doubtful(FakeModel):
        def read(self, text: str, *, hidden: bool = False) -> TextScores:
            return scores

    def soup(share: float) -> ExtractedTerm:
        scores.windows[0].category[:] = share * sure + (1 - share) * np.roll(sure, 1, axis=1)
        (found,) = extract("The soup was great.", model=Doubtful()).terms
        return found

    most, some, doubtful = soup(1.0), soup(0.75), soup(0.51)
    assert (most.category, some.category) == ("food", "food")
    assert some.judgement.confidence == pytest.approx(0.75 * most.judgement.confidence)
    assert doubtful.category is None
    assert doubtful.judgement.confidence == most.judgement.confidence  # there is no category to be wrong


def test_several_opinions_on_one_target_are_weighed_against_each_other() -> None:
    text = "The soup was great and cold."
    scores = FakeModel().read(text)
    window = scores.windows[0]
    window.links[1, :] = 1.0  # "soup", of both opinions

    class Linked(FakeModel):
        def read(self, text: str, *, hidden: bool = False) -> TextScores:
            return scores

    (soup,) = (term for term in extract(text, model=Linked()).terms if term.term == "soup")
    assert soup.judgement.polarity == 0.0
    assert quoted(text, soup) == (["great", "cold"], "The soup was great and cold")


def test_a_target_without_an_opinion_is_neutral_and_another_phrase_is_no_term() -> None:
    terms = by_text("My husband had the soup.")
    assert terms["soup"].judgement.polarity == 0.0
    assert "husband" not in terms


def test_a_target_has_the_lemmas_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "food", ["Dishes", "Anna"])
    terms = by_text("The Dishes were great and Anna was rude.")
    assert [(term.term, term.lemmas, term.is_name) for term in terms.values() if term.term] == [
        ("dishes", ("dish",), False), ("anna", ("anna",), True),
    ]  # fmt: skip


def test_targets_that_are_no_noun_phrases_are_terms_too() -> None:
    (works,) = (term for term in extract("It works great.").terms if term.term == "works")
    assert works.judgement.polarity == 1.0


def test_an_opinion_without_a_name_is_quoted_from_its_words() -> None:
    text = "The soup was great. In the end we paid far too much, honestly."
    (nameless,) = (term for term in extract(text).terms if not term.term)
    assert (nameless.category, nameless.judgement.polarity) == ("price", -1.0)
    assert text[nameless.start : nameless.end] == text[slice(*nameless.judgement.evidence)] == "paid"


@pytest.mark.parametrize(
    ("text", "lang", "polarity"), [("The soup 😍", "en", 1), ("The soup 👎", "en", -1), ("味道👎", "zh", -1)]
)
def test_an_emoji_is_an_opinion_at_its_place(text: str, lang: str, polarity: int) -> None:
    (term,) = (term for term in extract(text, lang).terms if term.term)
    assert term.judgement.polarity == polarity
    assert quoted(text, term)[0] == [text[-1]]


def test_an_emoji_alone_is_an_opinion_without_a_name() -> None:
    (term,) = extract("🤮").terms
    assert (term.start, term.end, term.term, term.judgement.polarity, term.about) == (0, 1, "", -1.0, "main")


def test_a_target_of_marks_alone_does_not_take_its_opinion_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "food", ["🍜", "…"])
    for text in ("🍜 great", "… great"):
        (opinion,) = (term for term in extract(text).terms if term.judgement.polarity)
        assert quoted(text, opinion)[0] == ["great"]


def test_chinese_targets_may_be_cut_otherwise_than_words() -> None:
    text = "味道好，服务员冷淡，性价比高。"
    terms = by_text(text, "zh")
    assert terms["味道"].judgement.polarity == 1.0
    assert quoted(text, terms["味道"]) == (["好"], "味道好")
    assert terms["性价比"].category == "价格"
    assert [term.term for term in extract(text, "zh").terms if term.term] == ["味道", "服务员", "性价比"]


def test_a_chinese_target_may_end_inside_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "service", ["服务员态度"])
    monkeypatch.setattr("tests.extract.fake.BAD", ["恶劣"])
    text = "服务员态度恶劣。"
    assert [token.text for token in language("zh").parse([text])[0][0].tokens][1] == "态度恶劣"
    extraction = extract(text, "zh")
    (tagged,) = (term for term in extraction.terms if term.term)
    assert (text[tagged.start : tagged.end], tagged.term, tagged.judgement.polarity) == (
        "服务员态度",
        "服务员态度",
        -1.0,
    )


def test_chinese_opinions_are_quoted_in_whole_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMELESS, "望", "overall")
    text = "用了一整天感到失望。"
    (term,) = (term for term in extract(text, "zh").terms if not term.term)
    assert text[term.start : term.end] == "失望"
    monkeypatch.setattr("tests.extract.fake.BAD", ["恶劣"])
    assert language("zh").parse(["态度恶劣。"])[0][0].tokens[0].text == "态度恶劣"
    monkeypatch.setitem(TARGETS, "service", ["态度"])
    (attitude,) = (term for term in extract("态度恶劣。", "zh").terms if term.term)
    assert quoted("态度恶劣。", attitude)[0] == ["恶劣"]  # not the target with it


def test_a_term_of_traditional_characters_is_that_of_simplified_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "service", ["服務員態度", "服务员态度"])
    terms = [[term.term for term in extract(text, "zh").terms if term.term]
             for text in ("服務員態度惡劣。", "服务员态度恶劣。")]  # fmt: skip
    assert terms == [["服务员态度"]] * 2


def test_categories_are_called_as_the_language_calls_them() -> None:
    assert by_text("The soup was great.")["soup"].category == "food"
    assert by_text("汤很好。", "zh")["汤"].category == "味道"


def test_what_is_said_of_the_whole_is_no_part() -> None:
    text = "The restaurant was great and the soup was cold."
    terms = by_text(text)
    assert (terms["restaurant"].about, terms["soup"].about) == ("main", "part_of_main")


def test_a_name_is_as_likely_a_rivals_as_the_model_reads_it() -> None:
    text = "The Lumina is great. The Nikon has a weak battery. Canon."
    names = [NameMention(4, 10, "main", "Lumina"), NameMention(25, 30, "other", "Nikon"),
             NameMention(51, 56, "other", "Canon")]  # fmt: skip
    extraction = extract(text, names=names)
    terms = {term.term: term.about for term in extraction.terms}
    assert (terms["lumina"], terms["nikon"], terms["battery"]) == ("main", "competing", "part_of_competing")
    nikon, canon = extraction.names
    assert (text[nikon.start : nikon.end], text[canon.start : canon.end]) == ("Nikon", "Canon")
    assert nikon.chance > 0.9 > 0.1 > canon.chance


def test_a_comparison_has_its_words_its_direction_and_its_rival() -> None:
    text = "It is fine. The screen is sharper than the Nikon, honestly."
    start = text.index("Nikon")
    (compared,) = extract(text, names=[NameMention(start, start + 5, "other", "Nikon")]).comparisons
    assert text[slice(*compared.sentence)] == "The screen is sharper than the Nikon, honestly."
    assert text[slice(*compared.words)] == "sharper than"
    assert compared.preference == "better"
    assert compared.rival is not None
    assert text[slice(*compared.rival)] == "Nikon"
    assert compared.confidence > 0.9


def test_a_verdict_of_a_sentence_counts_once() -> None:
    first, second, third = (
        ExtractedComparison(Span(start, start + 9), Span(start, start + 3), "better", None, sure)
        for start, sure in ((0, 0.3), (0, 0.6), (10, 0.2))
    )
    assert surest([first, second, third]) == (second, third)


def test_a_comparison_with_nothing_or_with_the_product_itself_is_not_sure() -> None:
    assert not extract("The screen is slower than before.").comparisons
    text = "The screen is slower than the Nikon."
    start = text.index("Nikon")
    assert extract(text).comparisons
    assert not extract(text, names=[NameMention(start, start + 5, "main", "Nikon")]).comparisons


def test_a_verdict_on_which_the_heads_disagree_is_not_given() -> None:
    class Doubter(FakeModel):
        def read(self, text: str, *, hidden: bool = False) -> TextScores:
            scores = super().read(text, hidden=hidden)
            scores.windows[0].polarity[:] = np.eye(5)[4]  # praise of the product: not worse
            return scores

    assert not extract("The screen is slower than the Nikon.", model=Doubter()).comparisons


def test_stars_come_with_an_interval() -> None:
    good, bad = extract("Great soup.").predicted_stars, extract("Cold soup.").predicted_stars
    assert good is not None
    assert bad is not None
    assert bad.high < good.low <= good.stars <= good.high == 5


def test_nothing_comes_of_nothing() -> None:
    extraction = extract("")
    assert (list(extraction.sentences), list(extraction.terms), extraction.predicted_stars) == ([], [], None)


def test_other_scores_of_categories_are_those_of_the_windows() -> None:
    one, other = (FakeModel().read(text).windows[0] for text in ("great soup", "rude"))
    scores = FakeModel().read("")._replace(windows=(one, other))
    size = len(one.spans) + len(other.spans)
    first, second = with_categories(scores, np.arange(size, dtype=np.float32)[:, None])
    assert first.category[:, 0].tolist() == [0, 1, 2]
    assert second.category[:, 0].tolist() == [3]
    assert first.spans is one.spans


words = st.sampled_from(
    ["soup", "great", "rude", "staff", "paid", "the", "😍", "👨‍👩‍👧", "，", ". ", " ", "味道", "好", "性价比", "\n",
     "Nikon", "better than", "不如", "餐廳", "Ｓｏｕｐ", "é", "e\u0301", "İ", "\ud83d", "\x00", "\r\n", "…"]
)  # fmt: skip
wild = st.one_of(
    st.text(st.characters(), max_size=60), st.lists(words, max_size=14).map("".join),
    st.lists(words, max_size=14).map(" ".join),
)  # fmt: skip


def check_spans(extraction: Extraction, text: str) -> None:
    """Every span lies in the text; evidence holds what it is evidence of."""
    for term in extraction.terms:
        evidence = term.judgement.evidence
        assert 0 <= evidence.start <= term.start < term.end <= evidence.end <= len(text)
        for start, end in term.judgement.opinion_words:
            assert evidence.start <= start < end <= evidence.end
    for compared in extraction.comparisons:
        assert 0 <= compared.sentence.start < compared.sentence.end <= len(text)
        for span in filter(None, (compared.words, compared.rival)):
            assert 0 <= span.start < span.end <= len(text)


@settings(max_examples=150, deadline=None)
@given(wild, st.sampled_from(["en", "zh"]))
def test_every_span_is_exact(text: str, lang: str) -> None:
    check_spans(extract(text, lang), text)


class Noise(FakeModel):
    """Scores that are drawn at random: spans begin and end where they like."""

    def read(self, text: str, *, hidden: bool = False) -> TextScores:
        scores = super().read(text)
        draw = np.random.default_rng(len(text))

        def tags() -> np.ndarray:
            return draw.dirichlet([0.5, 0.3, 0.4], len(spans)).astype(np.float32)

        (window,), (compared,) = scores.windows, scores.comparisons
        spans = window.spans
        links = draw.random((len(spans), len(spans))).astype(np.float32)
        noise = TokenScores(spans, tags(), tags(), window.polarity, window.category, window.about, window.fact, links)
        return scores._replace(windows=(noise,), comparisons=(compared._replace(words=tags(), rival=tags()),))


@settings(max_examples=150, deadline=None)
@given(wild, st.sampled_from(["en", "zh"]))
def test_whatever_the_model_says_spans_are_in_the_text_and_no_opinion_is_lost(text: str, lang: str) -> None:
    extraction = extract(text, lang, model=Noise())
    check_spans(extraction, text)
    if extraction.sentences:
        decoded = decode_opinions(Noise().read(text).windows[0], text)
        kept = {span for term in extraction.terms for span in term.judgement.opinion_words}
        every = {opinion.words for opinion in decoded if opinion.words}
        assert kept <= every or lang == "zh"  # whose opinions are made whole words
        assert all(any(low <= start and end <= high for start, end in every) for low, high in kept)
        tokens = [token for sentence in extraction.sentences for token in sentence.tokens]
        lost = [(start, end) for start, end in every if not any(low <= start and end <= high for low, high in kept)]
        for start, end in lost:  # only what says nothing by itself
            assert is_void([token for token in tokens if token.start < end and start < token.end], lang=lang)


def test_words_that_say_nothing_are_no_opinion_unless_they_are_on_something() -> None:
    class Void(FakeModel):
        """Takes "so" for praise."""

        def read(self, text: str, *, hidden: bool = False) -> TextScores:
            return super().read(text.replace("so", "😍 "), hidden=hidden)

    for text, expected in (("It is so.", 0), ("The soup is so.", 1)):
        assert len(extract(text, "en", model=Void()).terms) == expected
