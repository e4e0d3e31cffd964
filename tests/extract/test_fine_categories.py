"""Finer categories: given to opinions in reviews of restaurants, in a language that names such, and to no others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from voxpop.analysis import analyze
from voxpop.check.check import Checker
from voxpop.errors import AssetError
from voxpop.extract.extractors import extractor
from voxpop.extract.fine_categories import KIND, fine_categories, fine_names
from voxpop.extract.opinion_model import opinion_model
from voxpop.lang import LANGUAGES, language

from .fake import FakeModel

STATEMENTS = {
    "排了一个小时的队才有位子。": "排队",
    "服务员态度很好。": "服务态度",
    "上菜太慢了。": "上菜速度",
    "停车很方便。": "停车",
    "交通便利。": "交通",
    "分量很足，两个人吃不完。": "分量",
    "性价比很高。": "性价比",
    "店里很吵。": "噪音",
    "味道不错。": "味道",
    "价格有点贵。": "价格",
    "值得推荐。": "总体",
}


def categories(texts: list[str], *, kind: str | None, fast: bool = False, lang: str = "zh") -> list[set[str | None]]:
    """Return the categories of the opinions in each text."""
    extracted = extractor(lang, fast=fast, kind=kind).extract(texts, language(lang).parse(texts))
    return [{term.category for term in one.terms if term.judgement.polarity is not None} for one in extracted]


@pytest.mark.parametrize("fast", [False, True])
def test_an_opinion_in_a_review_of_a_restaurant_has_its_finer_category(fast: bool) -> None:
    assert categories([*STATEMENTS], kind=KIND, fast=fast) == [{name} for name in STATEMENTS.values()]


@pytest.mark.parametrize("kind", [None, "hotel"])
def test_elsewhere_there_are_only_the_general_ones(kind: str | None) -> None:
    general = set(language("zh").topic_names.CATEGORY_NAMES.values())
    assert set().union(*categories([*STATEMENTS], kind=kind)) <= general


def test_a_language_without_finer_categories_has_none_for_restaurants() -> None:
    texts = ["We queued for an hour.", "Parking is easy.", "The waiter was rude."]
    assert fine_categories("en", opinion_model("en")) is None
    assert categories(texts, kind=KIND, lang="en") == categories(texts, kind=None, lang="en")


def test_the_weight_of_a_category_is_divided_and_none_is_lost() -> None:
    model, texts = opinion_model("zh"), ["排队太久，服务员很热情，停车不方便。"]
    parsed = language("zh").parse(texts)
    with_finer, plain = extractor("zh", kind=KIND), extractor("zh")
    divided, whole = (one._read(texts, parsed)[0].opinions for one in (with_finer, plain))  # type: ignore[attr-defined]
    known = len(model.categories)
    assert len(divided) == len(whole) > 2
    for ours, theirs in zip(divided, whole, strict=True):
        assert ours.decoded.category.sum() == pytest.approx(theirs.decoded.category.sum(), abs=1e-5)
        assert (ours.decoded.category[:known] <= theirs.decoded.category + 1e-6).all()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_names_are_unique_and_those_of_categories_that_there_are(lang: str) -> None:
    names = language(lang).topic_names
    assert set(names.FINE_CATEGORY_NAMES) <= set(opinion_model(lang).categories)
    assert len({*fine_names(lang).values(), *names.CATEGORY_NAMES.values()}) == len(fine_names(lang)) + len(
        names.CATEGORY_NAMES
    )
    for finer in names.FINE_CATEGORY_NAMES.values():
        assert finer.items() <= fine_names(lang).items()


def test_a_finer_category_knows_what_it_is_part_of() -> None:
    names = language("zh").topic_names
    assert names.with_general("排队") == {"排队", "服务"}
    assert names.with_general("味道") == {"味道"}
    assert names.with_general(None) == {""}


def test_damaged_files_and_those_of_another_reader_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model = FakeModel(Path("somewhere"))
    monkeypatch.setattr(model, "fine", b"no arrays")
    with pytest.raises(AssetError, match=r"cannot be read: somewhere.fine\.safetensors"):
        fine_categories("zh", model)  # type: ignore[arg-type]
    monkeypatch.setattr(opinion_model("zh"), "width", 7)
    with pytest.raises(AssetError, match="Make them again"):
        fine_categories("zh", opinion_model("zh"))


def test_the_rows_of_an_analysis_count_the_finer_categories() -> None:
    with analyze([*STATEMENTS], lang="zh", domain=KIND, by="categories") as analysis:
        rows = {row.name: row.mentions for row in analysis.aspects}
        opinions = [opinion.category for opinion in analysis.opinions]
    assert {"排队", "服务态度", "停车", "分量", "味道"} <= set(rows)
    assert rows == {name: opinions.count(name) for name in rows}
    assert np.isin(opinions, [*STATEMENTS.values()]).all()


def test_what_is_said_of_a_finer_category_counts_for_the_general_one_in_a_check() -> None:
    texts = ["排了一个小时的队。", "店员爱理不理的。", "服务很差。"]
    with analyze(texts, lang="zh", domain=KIND) as analysis:
        checked = Checker(list(analysis.reviews), opinions=list(analysis.opinions)).check("服务很差。")
    assert (checked.verdict, checked.supporting) == ("supported", 3)
