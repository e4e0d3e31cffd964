"""Names of products: made from long titles, common words, other scripts, and many of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from voxpop.entities.names import find_names, names_in_texts
from voxpop.entities.product_titles import is_number, letters_and_digits, parse_product
from voxpop.errors import OptionError
from voxpop.lang import language
from voxpop.settings import Settings
from voxpop.types import NameMention, Product

VADO = Product("Creative Labs Vado Pocket Video Camcorder (Pink) OLD MODEL (Discontinued by Manufacturer)")


def names(text: str, product: Product | None, lang: str = "en") -> list[tuple[str, str]]:
    found: list[NameMention] = find_names(text, language(lang).parse([text])[0], lang=lang, product=product)
    return [(text[one.start : one.end], one.role) for one in found]


def test_one_telling_word_of_a_long_title() -> None:
    assert names("Sadly the Vado was better in theory.", VADO) == [("Vado", "main")]
    assert parse_product(VADO, "en").makers == {"creativelabs", "creative", "创新"}


def test_spelling_of_model_numbers_does_not_matter() -> None:
    product = Product("Canon PowerShot SD500")
    assert names("my sd-500 and the SD 500", product) == [("sd-500", "main"), ("SD 500", "main")]


def test_what_a_case_is_for_is_not_its_name() -> None:
    found = names("The case fits my iPhone 13.", Product("Spigen Tough Armor Case for iPhone 13"))
    assert ("iPhone 13", "other") in found
    assert names("It fits my iPhone.", Product("iPhone 13 Case")) == [("iPhone", "other")]


def test_a_line_of_products_and_the_word_for_its_class_are_one_name() -> None:
    assert names("The iPhone 13 is light.", Product("Apple iPhone 13 phone")) == [("iPhone 13", "main")]
    assert names("iPhone 13很轻", Product("苹果 iPhone 13 手机"), "zh") == [("iPhone 13", "main")]


def test_an_ordinary_word_that_opens_a_title_is_no_brand() -> None:
    assert parse_product(Product("Work Sharp Knife Sharpener"), "en").makers == frozenset()


def test_a_make_in_small_letters_is_still_the_product() -> None:
    camera = Product("Canon PowerShot G3")
    assert names("i love my canon. the nikon was slow.", camera) == [("canon", "main"), ("nikon", "other")]
    assert names("an apple a day", Product("Apple iPad")) == []  # a make that is a word of every day is none here


def test_another_product_of_the_same_make() -> None:
    found = names("Better than the Sony XM5, and cheaper. The Sony is light.", Product("Sony WH-1000XM4 Headphones"))
    assert found == [("Sony XM5", "other"), ("Sony", "main")]


@pytest.mark.parametrize("name", ["It", "One"])
def test_a_common_word_is_a_name_only_where_it_is_written_as_one(name: str) -> None:
    text = f"{name} is long. I read {name} twice, and {name.lower()} scared me."
    assert names(text, Product(name)) == [(name, "main")]


def test_chinese_brands_and_names() -> None:
    assert names("小米比华为便宜", Product("小米"), "zh") == [("小米", "main"), ("华为", "other")]
    assert names("海底捞的服务好", Product("海底捞火锅(朝阳店)"), "zh") == [("海底捞", "main")]


def test_a_name_in_another_script() -> None:
    assert names("I love Сбербанк Онлайн a lot.", Product("Сбербанк Онлайн")) == [("Сбербанк Онлайн", "main")]
    assert names("我喜欢Flip这款", Product("Flip"), "zh")[0] == ("Flip", "main")


@pytest.mark.parametrize(
    ("product", "lang", "text", "wanted"),
    [
        ("Xiaomi 13", "zh", "小米13的屏幕很好，华为的差。", [("小米13", "main"), ("华为", "other")]),
        ("Xiaomi 13", "zh", "小米12不如它", [("小米12", "other")]),  # of the same make
        ("Xiaomi", "zh", "小米的电池不行", [("小米", "main")]),
        ("小米13", "zh", "Xiaomi 13 很好", [("Xiaomi 13", "main")]),
        ("华为P60", "en", "The Huawei P60 beats the Canon G3.", [("Huawei P60", "main"), ("Canon G3", "other")]),
    ],
)
def test_a_make_is_known_in_every_script(product: str, lang: str, text: str, wanted: list[tuple[str, str]]) -> None:
    assert names(text, Product(product), lang) == wanted


def test_an_alias_may_be_what_a_list_takes_for_another_product() -> None:
    text = "My iPod is terrible. The Zen Micro is not."
    assert names(text, Product("Zen Micro", ("iPod",))) == [("iPod", "main"), ("Zen Micro", "main")]
    assert names(text, Product("Zen Micro", ("ipod",)))[0] == ("iPod", "other")  # in small letters, a kind of thing


def test_hundreds_of_aliases() -> None:
    product = Product("Vado", tuple(f"NameMention{i} Model{i}x" for i in range(500)))
    text = "The name499 model499x broke, the Vado did not. " * 10
    sentences = language("en").parse([text])[0]
    parse_product(product, "en")
    found = find_names(text, sentences, lang="en", product=product)
    assert len(found) == 20


@pytest.mark.parametrize("name", ["", "  ", "!!!", "—"])
def test_a_name_without_letters_is_refused_and_called_what_it_is(name: str) -> None:
    both: list[Callable[..., object]] = [Product, lambda name, others=(): Settings(product=name, aliases=others)]
    for make in both:
        with pytest.raises(OptionError, match=f"^The product name {name!r} has no letters or digits"):
            make(name)
        with pytest.raises(OptionError, match=f"^The alias {name!r} has no letters or digits"):
            make("Vado", ("V1", name))
        with pytest.raises(OptionError, match=f"^The alias {name!r} has no letters or digits"):
            make(None, (name,))


def test_no_name_at_all() -> None:
    assert names("It works with my Sony.", None) == [("Sony", "other")]
    assert parse_product(Product(), "en").aliases == ()


def test_where_the_product_has_no_name_nobody_knows_whose_a_name_is() -> None:
    texts = ["The Sony is light."] * 3
    products = [Product(), Product("Sony"), Product(None, ("Nikon",))]
    found = names_in_texts(texts, language("en").parse(texts), lang="en", products=products)
    assert [[(name.entity, name.role) for name in names] for names in found] == [
        [("Sony", "unknown")], [("Sony", "main")], [("Sony", "other")],
    ]  # fmt: skip


def test_names_in_traditional_characters_keep_their_places() -> None:
    text = "這款比華為好。"
    ((name,),) = names_in_texts([text], language("zh").parse([text]), lang="zh", products=[Product("小米")])
    assert (text[name.start : name.end], name.role) == ("華為", "other")


def test_squash() -> None:
    assert letters_and_digits("SD-500 İx") == "sd500i̇x".replace("\u0307", "")


@pytest.mark.parametrize(
    "number", ["9yKzy9PApeiPPOUJEtnvkg", "B00004TZTO", "441178", "0b9f8a52-6f0e-4b44-9a7e-2f5b1c0d9e11", "***"]
)
def test_a_number_is_no_name(number: str) -> None:
    assert is_number(number)


@pytest.mark.parametrize(
    "name",
    [
        "Sony WH-1000XM5",
        "WH-1000XM5",
        "iPhone13",
        "Bose",
        "小米14",
        "GalaxyWatch6Classic",
        "B Bar",
        "1984",
        "Samsung-Galaxy-S21-Plus",
        "Creative_Zen_Micro_5GB",
    ],
)
def test_a_model_is_a_name(name: str) -> None:
    assert not is_number(name)
