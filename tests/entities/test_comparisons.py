"""Comparisons by rules: where, in which direction, and against whom."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.entities import resolve_mentions
from voxpop.entities.comparison_cues import has_cue
from voxpop.entities.comparisons import DetectedComparison, find_comparisons
from voxpop.entities.resolve import Resolution, resolve_reviews
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import Product, ReaderOutput

CAMERA = Product("Lumina C5 camera")
PHONE = Product("星帆X2手机")


def compared(text: str, *, lang: str = "en", product: Product = CAMERA) -> list[DetectedComparison]:
    (heard,) = extractor(lang, "lexicon").extract([text], language(lang).parse([text]))
    return list(
        find_comparisons(text, heard, resolve_mentions(text, heard.sentences, lang=lang, product=product), lang=lang)
    )


@pytest.mark.parametrize(
    ("text", "preference", "verdict", "entity"),
    [
        ("The Lumina is sharper than the Nikon.", "better", 1, "Nikon"),
        ("The Lumina is much slower than my Nikon.", "worse", -1, "Nikon"),
        ("The Lumina is not as sharp as the Nikon.", "worse", -1, "Nikon"),
        ("The Lumina is just as reliable as the Nikon.", "equal", 0, "Nikon"),
        ("The Nikon is better than this camera.", "better", -1, "Nikon"),
        ("Compared to the Nikon, the pictures are clearer.", "better", 1, "Nikon"),
        ("The Lumina is less reliable than the Nikon.", "worse", -1, "Nikon"),
        ("I prefer the Lumina over the Nikon.", "better", 1, "Nikon"),
        ("The Lumina beats the Nikon.", "better", 1, "Nikon"),
    ],
)
def test_english(text: str, preference: str, verdict: int, entity: str) -> None:
    (found,) = compared(text)
    assert (found.preference, found.verdict, found.entity) == (preference, verdict, entity)


@pytest.mark.parametrize(
    ("text", "preference", "verdict"),
    [
        ("星帆的屏幕比华为清晰。", "better", 1),
        ("星帆的屏幕不如华为。", "worse", -1),
        ("星帆没有华为好用。", "worse", -1),
        ("星帆和华为差不多。", "equal", 0),
    ],
)
def test_chinese(text: str, preference: str, verdict: int) -> None:
    (found,) = compared(text, lang="zh", product=PHONE)
    assert (found.preference, found.verdict) == (preference, verdict)
    assert found.entity == "华为"


@pytest.mark.parametrize("text", [
    "I have had it for more than two years.", "It works as well as it should, at least for now.", "A great camera.",
    "I bought it rather than wait.", "Best Buy had it in stock.",
])  # fmt: skip
def test_what_is_no_comparison_with_another(text: str) -> None:
    assert [one for one in compared(text) if one.verdict is not None] == []


@pytest.mark.parametrize("text", ["性价比很高。", "比较好用。", "最近买的。", "比如屏幕。"])
def test_characters_that_only_look_like_one(text: str) -> None:
    assert compared(text, lang="zh", product=PHONE) == []


def test_the_part_that_is_compared_and_the_words_that_decide() -> None:
    text = "The battery of the Lumina is better than that of the Nikon."
    (found,) = compared(text)
    assert found.aspect is not None
    assert "battery" in text[slice(*found.aspect)]
    assert found.opinion is not None
    assert text[slice(*found.opinion)] == "better"


def test_others_among_themselves_say_nothing_of_the_product() -> None:
    (found,) = compared("The Nikon is sharper than the Sony.")
    assert found.verdict is None


def test_nothing_is_held_against_itself() -> None:
    found = compared("I had a Nikon. It is sharper than the Nikon.")
    assert all(one.verdict != -1 for one in found)


PLAYER = Product("Zen Micro")
MI = Product("小米13")
ENGINES = pytest.mark.parametrize("engine", ["lexicon", "auto"])


def understood(text: str, product: Product, *, engine: str = "auto") -> Resolution:
    """As the product does: the rules with the lexicon, the branches with the reader."""
    lang = "zh" if product is MI else "en"
    heard = extractor(lang, engine).extract([text], language(lang).parse([text]), states=engine == "auto")
    (found,) = resolve_reviews([text], heard, lang=lang, products=[product])
    return found


@ENGINES
@pytest.mark.parametrize(("text", "product", "verdict", "rival"), [
    ("The iPod's battery is worse than the Zen Micro's.", PLAYER, 1, "iPod"),
    ("The iPod's screen is not as sharp as the Zen Micro's.", PLAYER, 1, "iPod"),
    ("My brother's iPod has a worse screen than the Zen Micro.", PLAYER, 1, "iPod"),
    ("The iPod is better than this one.", PLAYER, -1, "iPod"),
    ("The iPod is not as good as the Zen Micro.", PLAYER, 1, "iPod"),
    ("The Zen Micro is not as good as the iPod.", PLAYER, -1, "iPod"),
    ("苹果的电池不如小米13", MI, 1, "苹果"),
    ("苹果没有小米13好用", MI, 1, "苹果"),
    ("苹果没有这款手机好用。", MI, 1, "苹果"),
    ("三星的屏幕不及小米13。", MI, 1, "三星"),
    ("华为拍照比小米13差很多。", MI, 1, "华为"),
    ("小米13的电池不如苹果。", MI, -1, "苹果"),
])  # fmt: skip
def test_a_rival_that_is_held_against_the_product(
    text: str, product: Product, verdict: int, rival: str, engine: str
) -> None:
    found = understood(text, product, engine=engine)
    assert [(one.verdict, one.entity) for one in found.comparisons] == [(verdict, rival)]
    assert [one.about for one in found.discourse.mentions if one.entity == rival and one.kind == "name"] == [
        "competing"
    ]


@ENGINES
@pytest.mark.parametrize(("text", "product", "verdict"), [
    ("The Zen Micro is no better than the iPod.", PLAYER, 0),
    ("The Zen Micro is not better than the iPod.", PLAYER, 0),
    ("The sound isn't any better than the iPod's.", PLAYER, 0),
    ("The sound is no worse than the iPod's.", PLAYER, 0),
    ("The Zen Micro isn't worse than the iPod.", PLAYER, 0),
    ("The radio is no clearer than the iPod's.", PLAYER, 0),
    ("The Zen Micro is better than the iPod.", PLAYER, 1),
    ("小米13不比苹果差。", MI, 0),
])  # fmt: skip
def test_what_is_no_better_is_level(text: str, product: Product, verdict: int, engine: str) -> None:
    assert [one.verdict for one in understood(text, product, engine=engine).comparisons] == [verdict]


def test_what_is_denied_to_be_good_is_worse_in_chinese() -> None:
    """As COQE's annotators take it: 不比…好 is worse, 不比…差 is level."""
    (found,) = understood("小米13不比苹果好。", MI, engine="lexicon").comparisons
    assert (found.preference, found.verdict) == ("worse", -1)


@ENGINES
@pytest.mark.parametrize(("text", "product", "told"), [
    ("The battery is better than the iPod's but the screen is worse than the iRiver's.", PLAYER,
     [("battery", "iPod", 1), ("screen", "iRiver", -1)]),
    ("The sound is better than the iPod's, and the battery is worse than the Nomad's.", PLAYER,
     [("sound", "iPod", 1), ("battery", "Nomad", -1)]),
    ("The Zen Micro is better than the iPod but worse than the iRiver.", PLAYER,
     [("", "iPod", 1), ("", "iRiver", -1)]),
    ("续航比苹果好，但是拍照比华为差。", MI, [("续航", "苹果", 1), ("拍照", "华为", -1)]),
    ("屏幕比三星好，续航也比苹果强。", MI, [("屏幕", "三星", 1), ("续航", "苹果", 1)]),
    ("华为的拍照比小米13好，但屏幕不如小米13。", MI, [("拍照", "华为", -1), ("屏幕", "华为", 1)]),
])  # fmt: skip
def test_two_comparisons_in_a_sentence(
    text: str, product: Product, told: list[tuple[str, str, int]], engine: str
) -> None:
    found = understood(text, product, engine=engine).comparisons
    assert [(one.entity, one.verdict) for one in found] == [(rival, verdict) for _, rival, verdict in told]
    for one, (aspect, _, _) in zip(found, told, strict=True):
        assert text[slice(*(one.aspect or (0, 0)))].lower().removeprefix("the ") == aspect


def test_a_second_comparison_without_a_subject_is_of_the_first_ones() -> None:
    """The iPod is held against the iRiver: that says nothing of the product."""
    first, second = understood("The iPod is better than the Zen Micro but worse than the iRiver.", PLAYER).comparisons
    assert (first.verdict, second.preference, second.verdict) == (-1, "worse", None)


@ENGINES
@pytest.mark.parametrize(("text", "thing", "rival"), [
    ("以前用的华为电池很差", "电池", "华为"),
    ("以前用过三星，屏幕很差。", "屏幕", "三星"),
    ("同事的OPPO拍照很好。", "拍照", "OPPO"),
    ("之前那部魅族做工粗糙。", "做工", "魅族"),
])  # fmt: skip
def test_what_is_said_of_another_alone_is_no_comparison(text: str, thing: str, rival: str, engine: str) -> None:
    found = understood(text, MI, engine=engine)
    start, end = text.index(thing), text.index(thing) + len(thing)
    assert found.comparisons == ()
    assert found.owners.about(found.owners.at(start, end), start, end) == ("part_of_competing", rival)


def test_without_a_name_what_seems_another_may_be_the_product() -> None:
    text = "以前用过三星，屏幕很差。"
    heard = extractor("zh", "auto").extract([text], language("zh").parse([text]), states=True)
    assert [len(resolve_reviews([text], heard, lang="zh", products=[product])[0].comparisons)
            for product in (MI, None)] == [0, 1]  # fmt: skip


PIECES = (
    "better",
    "than",
    "the Nikon",
    "Lumina",
    "not as",
    "as",
    "sharp",
    ",",
    ".",
    "比",
    "没有",
    "不如",
    "🙂",
    "\r\n",
    "é",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=14), st.sampled_from(["en", "zh"]))
def test_spans_lie_inside_the_text(parts: list[str], lang: str) -> None:
    text = " ".join(parts)
    for one in compared(text, lang=lang):
        assert 0 <= one.start < one.end <= len(text)
        for span in filter(None, (one.subject, one.object, one.aspect, one.opinion)):
            assert one.start <= span.start <= span.end <= one.end


class FakeScores:
    """A branch that takes sentences with an exclamation mark for comparisons, and capitals for what they name."""

    def __init__(self, reading: ReaderOutput, text: str) -> None:
        self.text, self.spans = text, reading.spans
        tags = [
            3 if text[start:end] == "Nikon" else 7 if text[start:end] == "smoother" else 0 for start, end in self.spans
        ]
        self.elements = np.eye(9, dtype=np.float32)[tags]

    def comparison(self, pieces: slice, *, cued: bool) -> float:
        first, last = self.spans[pieces][[0, -1]]
        return float("!" in self.text[first[0] : last[1]])

    def preference(self, pieces: slice, *, cued: bool) -> np.ndarray:
        return np.array([0.7, 0.1, 0.1, 0.1], np.float32)


def by_branch(text: str) -> list[DetectedComparison]:
    (heard,) = extractor("en", "lexicon").extract([text], language("en").parse([text]))
    spans = np.array([token[:2] for sentence in heard.sentences for token in sentence.tokens], np.int32)
    nothing = np.empty(0, np.float32)
    reading = ReaderOutput(spans, nothing, nothing, nothing, nothing, nothing)
    discourse = resolve_mentions(text, heard.sentences, lang="en", product=CAMERA)
    scores = FakeScores(reading, text)
    return list(find_comparisons(text, heard._replace(reading=reading), discourse, lang="en", scores=scores))


def test_the_branch_decides_where_there_is_one() -> None:
    text = "The Lumina is sharper than the Nikon. Pity, the Nikon feels smoother!"
    (found,) = by_branch(text)
    assert (found.preference, found.confidence) == ("worse", 0.7)
    assert found.object is not None
    assert "Nikon" in text[slice(*found.object)]
    assert text[slice(*(found.opinion or (0, 0)))] == "smoother"
    assert (found.verdict, found.entity) == (-1, "Nikon")


@pytest.mark.parametrize(("text", "lang", "may", "faintly"), [
    ("It is better than the Nikon.", "en", True, True),
    ("More than happy with it.", "en", False, False),  # a set phrase
    ("这款比小米好。", "zh", True, True),
    ("性价比很高，比较满意。", "zh", False, False),
    ("这是一个不一样的故事。", "zh", False, True),
    ("没有那么轻松。", "zh", False, True),
])  # fmt: skip
def test_what_is_a_reason_to_look_closer(text: str, lang: str, may: bool, faintly: bool) -> None:
    assert has_cue(text, lang=lang) == may
    assert has_cue(text, lang=lang, faint=True) == faintly
