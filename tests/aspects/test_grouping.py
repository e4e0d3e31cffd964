import csv
import json
import lzma
from itertools import islice
from pathlib import Path

import pytest

from voxpop.aspects import Corpus, group, prominent
from voxpop.aspects.grouping import meant_category
from voxpop.aspects.likeness import Likeness
from voxpop.extract.reader_likeness import ReaderLikeness
from voxpop.lang import language
from voxpop.types import AspectGroup, Term

ABSURD = {
    "en": {"time", "thing", "people", "place", "lot", "day", "year", "way", "friend", "wife", "problem", "night"},
    "zh": {"朋友", "感觉", "东西", "时候", "时间", "问题", "人", "地方", "今天", "下次", "个人", "事情"},
}


def corpus(lang: str, texts: list[str]) -> Corpus:
    made = Corpus()
    for sentences in language(lang).parse(texts):
        made.add(sentences, language(lang))
    return made


def aspects(lang: str, texts: list[str], *, similarity: float | None = None, top: int = 20) -> list[AspectGroup]:
    learned = corpus(lang, texts)
    return group(prominent(learned, language(lang)), learned, language(lang), similarity=similarity, top=top)


def home(groups: list[AspectGroup], term: str) -> str | None:
    return next((group.name for group in groups if term in group.terms), None)


STAY = [
    "The room was clean. The rooms were small. The room is nice.", "The hotel room was dark.",
    "The price was fair. The cost was low. The prices are high. The price is good.", "Customer service was slow.",
    "The service was great. The service was friendly.", "The sound quality is bad. The sound is loud. Sound was poor.",
]  # fmt: skip


def test_one_word_two_words_or_a_hyphen_are_one() -> None:
    texts = ["The air con was loud.", "The air-con was broken.", "Check-in was slow.", "The checkin was quick."] * 3
    groups = aspects("en", texts)
    assert home(groups, "air con") == home(groups, "air-con")
    assert home(groups, "check-in") == home(groups, "checkin")


def test_inflections_compounds_and_synonyms_come_together() -> None:
    groups = aspects("en", STAY)
    assert home(groups, "rooms") == home(groups, "room") == "room"
    assert home(groups, "cost") == home(groups, "prices") == home(groups, "price") == "price"
    assert home(groups, "customer service") == "service"
    assert home(groups, "sound quality") == "sound"
    assert home(groups, "room") != home(groups, "price") != home(groups, "service")


def test_first_names_of_staff_are_no_aspects() -> None:
    learned = corpus("en", ["We asked for Daisy and Daisy was great.", "The waiter was rude and Dolby was loud."] * 3)
    terms = [Term(text, 6, 6.0) for text in ("daisy", "waiter", "dolby")]
    category_of = {"daisy": "staff", "waiter": "staff", "dolby": "quality"}
    names = {made.name for made in group(terms, learned, language("en"), category_of=category_of)}
    assert names == {"waiter", "dolby"}  # a common noun stays, and a name of what is no person


def test_the_threshold_can_be_turned() -> None:
    apart, together = aspects("en", STAY, similarity=1), aspects("en", STAY, similarity=0)
    assert home(apart, "cost") == "cost"
    assert home(apart, "rooms") == "room"
    assert len(together) == 1


def test_chinese_synonyms_come_together() -> None:
    groups = aspects(
        "zh", ["味道不错，味道很好。", "口味一般，价格便宜。", "价格贵。价钱贵。", "服务很好，服务热情。服务态度差。"]
    )
    assert home(groups, "口味") == home(groups, "味道") == "味道"
    assert home(groups, "价钱") == home(groups, "价格") == "价格"
    assert home(groups, "服务态度") == "服务"


def test_only_as_many_as_asked_for_and_no_term_twice() -> None:
    groups = aspects("en", STAY, top=2)
    assert len(groups) == 2
    terms = [term for group in aspects("en", STAY) for term in group.terms]
    assert len(terms) == len(set(terms))


def test_names_are_among_the_terms_and_terms_are_most_frequent_first() -> None:
    learned = corpus("en", STAY)
    found = prominent(learned, language("en"))
    support = {term.text: term.support for term in found}
    for made in group(found, learned, language("en")):
        assert made.name in made.terms
        assert [support[term] for term in made.terms] == sorted((support[t] for t in made.terms), reverse=True)


def test_nothing_comes_of_nothing() -> None:
    assert group([], Corpus(), language("en")) == []


def test_terms_the_corpus_does_not_hold_are_grouped_by_their_words() -> None:
    assert group([Term("zzz", 1, 1.0)], Corpus(), language("en")) == [AspectGroup("zzz", ("zzz",))]


def test_the_second_aspect_differs_from_the_first() -> None:
    # "ambiance" scores higher than "parking" but is nearly what "atmosphere" says
    terms = [Term("atmosphere", 9, 9.0), Term("decoration", 6, 6.0), Term("parking", 5, 5.0)]
    chosen = [made.name for made in group(terms, Corpus(), language("en"), similarity=0.95, top=2)]
    assert chosen == ["atmosphere", "parking"]


@pytest.mark.parametrize(
    ("lang", "alike", "apart"),
    [
        ("en", ["film movie", "luggage suitcase", "plane aircraft"], ["film luggage", "battery screen", "zzz qqq"]),
        ("zh", ["风景 景色", "外观 外形", "猫咪 猫猫"], ["风景 外观", "客服 屏幕"]),
    ],
)
def test_the_reader_knows_words_for_one_thing(lang: str, alike: list[str], apart: list[str]) -> None:
    like = ReaderLikeness(lang)

    def joined(pair: str) -> bool:
        terms = [Term(text, 9 - place, 9.0 - place) for place, text in enumerate(pair.split())]
        return len(group(terms, Corpus(), language(lang), like=like)) == 1

    assert [pair for pair in alike if not joined(pair)] == []
    assert [pair for pair in apart if joined(pair)] == []


def test_terms_of_other_categories_and_kinds_of_food_are_not_one_though_the_reader_finds_them_alike() -> None:
    like, terms = ReaderLikeness("en"), [Term("wine", 9, 9.0), Term("beer", 5, 5.0)]
    assert like(("wine",), ("beer",)) > like.threshold
    for category_of in ({"wine": "food", "beer": "food"}, {"wine": "price", "beer": "size"}):
        assert len(group(terms, Corpus(), language("en"), like=like, category_of=category_of)) == 2


def test_words_that_mean_one_category_are_one_row_also_where_another_took_one_of_them_in() -> None:
    terms = [Term("shipping", 9, 9.0), Term("delivery", 5, 5.0), Term("team", 4, 4.0), Term("employees", 3, 3.0)]
    made = group(terms, Corpus(), language("en"), category_of={"shipping": "delivery", "team": "service"})
    assert [set(aspect.terms) for aspect in made] == [{"shipping", "delivery"}, {"team", "employees"}]
    assert [meant_category(aspect, language("en")) for aspect in made] == ["delivery", "staff"]


def test_words_of_the_name_that_a_row_has_in_this_kind_of_product_are_that_row() -> None:
    terms = [Term("refund", 9, 9.0), Term("fees", 5, 5.0), Term("delivery", 4, 4.0)]
    made = group(terms, Corpus(), language("en"), category_of={"refund": "billing"}, kind="shop")
    assert [set(aspect.terms) for aspect in made] == [{"refund", "fees"}, {"delivery"}]
    assert meant_category(made[0], language("en"), "shop") == "billing"
    assert meant_category(AspectGroup("fees", ("fees",)), language("en")) == "price"


def test_chinese_words_with_different_heads_are_one_only_if_they_are_nearly_the_same_to_the_reader() -> None:
    like = ReaderLikeness("zh")
    pairs = [("厂家", "4s店", "服务"), ("发动机", "变速箱", "可靠性"), ("风景", "美景", "氛围")]
    assert all(like((a,), (b,)) > like.threshold for a, b, _ in pairs)
    made = [
        group([Term(a, 9, 9.0), Term(b, 5, 5.0)], Corpus(), language("zh"), like=like, category_of={a: name, b: name})
        for a, b, name in pairs
    ]
    assert list(map(len, made)) == [2, 2, 1]


@pytest.mark.parametrize("like", [Likeness(language("en")), ReaderLikeness("en")], ids=["vectors", "reader"])
def test_likeness_is_symmetric_and_in_range(like: Likeness) -> None:
    words = [("price",), ("cost",), ("room",), ("battery", "life"), ("zzz",)]
    for a in words:
        for b in words:
            assert like(a, b) == like(b, a)
            assert 0 <= like(a, b) <= 1


def _reviews(data: Path, name: str) -> list[str]:
    if name == "hotels":
        with lzma.open(data / "lara-hotels" / "reviews.jsonl.xz", "rt", encoding="utf-8") as file:
            return [json.loads(line)["text"] for line in islice(file, 400)]
    if name == "shops":
        with lzma.open(data / "yelp-10k" / "yelp.csv.xz", "rt", encoding="utf-8", newline="") as file:
            return [row["text"] for row in islice(csv.DictReader(file), 400)]
    with lzma.open(data / "aichallenger-zh" / "unlabelled.jsonl.xz", "rt", encoding="utf-8") as file:
        return [json.loads(line)["text"] for line in islice(file, 200)]


@pytest.mark.parametrize(
    ("name", "lang", "expected"),
    [
        ("hotels", "en", {"room", "staff", "location", "breakfast", "service", "price", "bathroom"}),
        ("shops", "en", {"food", "service", "staff", "price", "atmosphere"}),
        ("restaurants", "zh", {"味道", "环境", "服务", "价格", "服务员"}),
    ],
)
def test_a_merchant_would_agree(data_dir: Path, name: str, lang: str, expected: set[str]) -> None:
    groups = aspects(lang, _reviews(data_dir, name))
    assert len(groups) == 20
    assert {term for term in expected if home(groups, term) is None} == set()
    assert not ABSURD[lang] & {term for group in groups for term in group.terms}
    assert not {"hotel", "店", "餐厅"} & {group.name for group in groups}
