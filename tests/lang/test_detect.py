from __future__ import annotations

import csv
import json
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.lang import detect


@pytest.mark.parametrize(
    "text",
    [
        "Great phone!!",
        "The 服务 was terrible",
        "We had the 小笼包 and the 麻辣烫 and they were both amazing",
        "ok",
        "gr8",
        "Good",
        "luv it",
        "Perfect",
        "Nice hotel 👍",
        "The café was très chic and the staff kind",
        "Loved the pad thai at Casa de la Luz",
        "meh",
        "Had the crème brûlée",
        "Die-hard fan of this place",
        "5 stars",
    ],
)
def test_english(text: str) -> None:
    assert detect(text) == "en"


@pytest.mark.parametrize(
    "text",
    [
        "好吃",
        "这个手机 battery 不行",
        "iPhone手机很好用 very good",
        "服務很好",
        "赞👍👍",
        "性价比高 666 nice",
        "味道 very good，环境 so so",
        "vivo X9 plus 64G 手机",
    ],
)
def test_chinese(text: str) -> None:
    assert detect(text) == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "La comida estaba muy buena y el servicio fue excelente",
        "Muy bueno",
        "Me encantó la habitación",
        "Le petit déjeuner était très bon mais la chambre trop petite",
        "Très bien",
        "Produit de mauvaise qualité",
        "Das Essen war sehr gut und die Bedienung freundlich",
        "Sehr gut",
        "Leider nicht zu empfehlen",
        "Het eten was heerlijk en de kamer was schoon",
        "Il cibo era ottimo e il personale gentile",
        "Molto buono",
        "A comida é muito boa e o atendimento excelente",
        "Não gostei do produto",
        "Maten var mycket god och personalen trevlig",
        "Bardzo dobra restauracja, polecam",
        "Yemekler çok güzel ama servis yavaş",
        "Makanannya enak dan pelayanan bagus",
        "Очень вкусно",
        "とても美味しいです",
        "料理が美味しかった",
        "음식이 맛있어요",
        "อาหารอร่อยมาก",
        "الطعام لذيذ",
        "खाना अच्छा था",
        "Đồ ăn rất ngon",
    ],
)
def test_other(text: str) -> None:
    assert detect(text) == "other"


@pytest.mark.parametrize("text", ["", "  \n", "👍👍", "10/10", "!!!", "⭐⭐⭐⭐⭐", ":)", "1234"])
def test_nothing_to_tell_from(text: str) -> None:
    assert detect(text) == ""


@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    assert detect(text) in ("en", "zh", "other", "")


def test_real_reviews_are_hardly_ever_taken_for_another_language(data_dir: Path) -> None:
    with lzma.open(data_dir / "yelp-10k" / "yelp.csv.xz", "rt", encoding="utf-8") as lines:
        english = [row["text"] for row in csv.DictReader(lines)]
    with lzma.open(data_dir / "zh-reviews" / "reviews.jsonl.xz", "rt", encoding="utf-8") as lines:
        chinese = [json.loads(line)["text"] for line, _ in zip(lines, range(20_000), strict=False)]
    for code, texts in (("en", english), ("zh", chinese)):
        wrong = sum(detect(text) != code for text in texts)
        assert wrong / len(texts) < 0.003
