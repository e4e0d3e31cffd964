"""What reviews speak of, after the guideline examples of paper 003 in our own words, and in Chinese."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.entities import Discourse, resolve_mentions
from voxpop.entities.mention_resolution import RuleDecider, assemble, decide_types, prepare_scene, reading_order
from voxpop.entities.mentions import ABOUTS
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import Product


def read(text: str, name: str | None = None, *, lang: str = "en") -> Discourse:
    """By rules alone, the floor."""
    product = Product(name) if name else None
    scene = prepare_scene(text, language(lang).parse([text])[0], lang=lang, product=product)
    return assemble(text, scene, *decide_types(scene, RuleDecider()))


def learned(text: str, name: str | None = None, *, lang: str = "en", states: bool = False) -> Discourse:
    """As the product does, by words or with the reader's states."""
    (heard,) = extractor(lang, "auto").extract([text], language(lang).parse([text]), states=states)
    product = Product(name) if name else None
    return resolve_mentions(text, heard.sentences, lang=lang, product=product, terms=heard.terms, reading=heard.reading)


def about(discourse: Discourse) -> dict[str, str]:
    """The type of each mention, the last where words come twice."""
    return {mention.text: mention.about for mention in discourse.mentions}


def test_the_product_by_name_by_this_and_by_it() -> None:
    found = about(read("I love this product so much. It has a sharp lens. The 90D is great.", "Canon EOS 90D camera"))
    assert found["this product"] == found["It"] == found["The 90D"] == "main"
    assert found["a sharp lens"] == "part_of_main"


def test_a_rival_and_its_parts() -> None:
    text = "I bought a Flip and it worked great. Sadly the Flip used AA batteries but at least the video was in focus."
    read_ = read(text, "Creative Labs Vado Pocket Video Camcorder (Pink) OLD MODEL")
    found = about(read_)
    assert found["a Flip"] == found["it"] == found["the Flip"] == "competing"
    assert found["the video"] == "part_of_competing"
    flips = [mention for mention in read_.mentions if mention.about == "competing"]
    assert len({mention.cluster for mention in flips}) == 1
    assert {mention.entity for mention in flips} == {"Flip"}
    video = next(mention for mention in read_.mentions if mention.text == "the video")
    assert video.part_of == flips[0].cluster


def test_what_was_had_before() -> None:
    found = about(read("The keyboard of my old macbook was easier to type on than this one.", "Surface Laptop 11-inch"))
    assert found["my old macbook"] == "competing"
    assert found["The keyboard"] == "part_of_competing"
    assert found["this one"] == "main"


def test_what_the_product_is_used_with() -> None:
    found = about(read("I used my HDMI cable to connect it to a laptop.", "Samsung monitor"))
    assert found["my HDMI cable"] == found["a laptop"] == "interacting"
    assert found["it"] == "main"


def test_the_class_in_general() -> None:
    text = "I was looking for a small portable speaker for some time."
    assert about(read(text, "Sony speaker"))["a small portable speaker"] == "generic"


def test_people_are_no_mentions() -> None:
    found = read("My husband and I gave it to her. He loves its color.", "Sony TV")
    assert [mention.text for mention in found.mentions] == ["it", "its", "its color"]


def test_an_opinion_without_a_mention_is_about_its_clause() -> None:
    text = "I bought a Flip and loved how quickly everything happened."
    start = text.index("quickly")
    assert read(text, "Vado camcorder").about(start, start + 7) == ("competing", "Flip")


def test_chinese() -> None:
    found = about(read("这款手机的屏幕很大，比我之前用的小米好多了。", "华为P30 手机", lang="zh"))
    assert found == {"这款手机": "main", "屏幕": "part_of_main", "小米": "competing"}


def test_the_owner_behind_of_is_decided_first() -> None:
    text = "The keyboard of the laptop broke."
    scene = prepare_scene(text, language("en").parse([text])[0], lang="en", product=None)
    assert [scene.candidates[k].head for k in reading_order(scene.candidates)] == ["laptop", "keyboard"]


@pytest.mark.parametrize("states", [False, True])
def test_the_classifier_knows_names_and_owners(states: bool) -> None:
    text = "The Vado is great. Its screen is sharper than the Nikon, and the lens of the Nikon is slow."
    found = about(learned(text, "Creative Labs Vado Pocket Video Camcorder", states=states))
    assert found["The Vado"] == "main"
    assert found["Its screen"] == "part_of_main"
    assert found["the Nikon"] == "competing"
    assert found["the lens"] == "part_of_competing"


def test_a_branch_beside_the_classifier_can_turn_a_weak_verdict() -> None:
    text = "I plugged my thing into the wall."
    (heard,) = extractor("en", "auto").extract([text], language("en").parse([text]), states=True)
    assert heard.reading is not None
    sure = np.zeros((len(heard.reading.spans), len(ABOUTS)), np.float32)
    sure[:, ABOUTS.index("generic")] = 1.0
    by = {
        scores is None: resolve_mentions(
            text, heard.sentences, lang="en", product=None, reading=heard.reading, scores=scores
        )
        for scores in (None, SimpleNamespace(types=sure))
    }
    both = [[mention.confidence for mention in found.mentions] for found in by.values()]
    assert both[0] != both[1]


def test_unsaid_subjects_in_chinese() -> None:
    discourse = read("这款手机不错。很好用，值得买！我觉得好看。", "华为P30 手机", lang="zh")
    unsaid = [mention for mention in discourse.mentions if mention.kind == "zero"]
    assert [mention.start for mention in unsaid] == [7, 11]
    assert all(mention.text == "" and mention.cluster == 0 and mention.about == "main" for mention in unsaid)


def test_no_product_no_mentions_no_text() -> None:
    assert read("").mentions == ()
    assert read("").about(0, 0) == ("main", None)
    assert about(read("This camera is great."))["This camera"] == "main"


PIECES = [
    "the Vado", "Vado's", "it", "my old", "one", "camera", "比", "小米", "手机", "的屏幕", "\r\n", "😀", "e\u0301", "İ",
    ". ", "than", "of the", "Sony", "SD500", "(", "-", "’s", "ﬁ",
]  # fmt: skip
NAMES = ["Vado", "İstanbul One", "小米 手机", "It", "😀 1"]


@settings(max_examples=60, deadline=None)
@given(
    text=st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=25).map(" ".join),
    lang=st.sampled_from(["en", "zh"]),
    name=st.none() | st.sampled_from(NAMES) | st.text(max_size=8).filter(lambda name: any(map(str.isalnum, name))),
)
def test_every_mention_is_its_own_quote(text: str, lang: str, name: str | None) -> None:
    sentences = language(lang).parse([text])[0]
    discourse = resolve_mentions(text, sentences, lang=lang, product=Product(name) if name is not None else None)
    for mention in discourse.mentions:
        assert text[mention.start : mention.end] == mention.text
        assert mention.part_of is None or mention.about.startswith("part_of_")
        assert (mention.about == "main") == (mention.cluster == 0)
    assert [m.start for m in discourse.mentions] == sorted(m.start for m in discourse.mentions)
    assert discourse.about(0, len(text))[0]
