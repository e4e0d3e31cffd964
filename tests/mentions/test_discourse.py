"""What reviews speak of, after the guideline examples of paper 003 in our own words, and in Chinese."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.mentions import Discourse, Product, resolve
from voxpop.text import language


def read(text: str, name: str | None = None, *aliases: str, lang: str = "en") -> Discourse:
    product = Product(name, aliases) if name or aliases else None
    return resolve(text, language(lang).parse([text])[0], lang=lang, product=product)


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


PIECES = [
    "the Vado", "Vado's", "it", "my old", "one", "camera", "比", "小米", "手机", "的屏幕", "\r\n", "😀", "e\u0301", "İ",
    ". ", "than", "of the", "Sony", "SD500", "(", "-", "’s", "ﬁ",
]  # fmt: skip
NAMES = ["Vado", "İstanbul One", "小米 手机", "It", "😀", ""]


@settings(max_examples=60, deadline=None)
@given(
    text=st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=25).map(" ".join),
    lang=st.sampled_from(["en", "zh"]),
    name=st.none() | st.sampled_from(NAMES) | st.text(max_size=8),
)
def test_every_mention_is_its_own_quote(text: str, lang: str, name: str | None) -> None:
    discourse = read(text, name, lang=lang)
    for mention in discourse.mentions:
        assert text[mention.start : mention.end] == mention.text
        assert mention.part_of is None or mention.about.startswith("part_of_")
        assert (mention.about == "main") == (mention.cluster == 0)
    assert [m.start for m in discourse.mentions] == sorted(m.start for m in discourse.mentions)
    assert discourse.about(0, len(text))[0]
