"""Files without reviews, and files in other languages, are told from those with a few such rows."""

from __future__ import annotations

from pathlib import Path

import pytest

import voxpop
from voxpop.errors import ColumnError, ContentError, NoTextError
from voxpop.ingest import Curator, check_content
from voxpop.settings import Curation, Settings
from voxpop.types import Rejected, Review

ENGLISH = ["The soup was great.", "The room was clean.", "Service was slow.", "I love it here.", "The bed is too soft."]
OTHERS = {
    "Japanese": ["とても美味しい料理でした", "接客が良かったです", "値段が高い", "二度と行かない", "きれいな部屋"],
    "Korean": ["정말 맛있어요", "서비스가 별로예요", "가격이 비싸요", "방이 깨끗해요", "직원이 친절해요"],
    "Russian": ["Очень вкусно и недорого", "Персонал вежливый", "Номер был грязный", "Больше не приду", "Отлично"],
    "Spanish": ["La comida estaba muy buena", "El servicio es malo", "El precio es muy alto", "No lo recomiendo nada",
                "La habitación muy limpia"],
    "German": ["Das Zimmer war sehr schön", "Das Essen ist nicht gut", "Der Preis ist zu hoch", "Leider nicht so gut",
               "Wir waren sehr zufrieden"],
}  # fmt: skip
NO_REVIEWS = {
    "numbers": [f"{n}.5 {n} {2 * n}.25" for n in range(5)],
    "web addresses": [f"https://example.com/{n}" for n in range(5)],
    "lines of a log": [f"2024-03-01 12:00:0{n} INFO job {n} done" for n in range(5)],
    "lines of program code": [f"value_{n} = compute(first[{n}], second={{}})" for n in range(5)],
    "titles of products": [
        "SAMSUNG Galaxy F12 (Celestial Black, 64 GB)",
        "Hindware Clarissa Wall Mounted Chimney 60 cm",
        "Xiaomi 11i Hypercharge 5G (Purple Mist, 128 GB)",
        "小米 3匹 新一级能效 变频冷暖 智能自清洁空调 KFR-72LW",
        "荣耀20S 3200万人像超级夜景 4800万超广角AI三摄 蝶羽蓝",
    ],
}


def run(texts: list[str], settings: Settings | None = None) -> list[Review | Rejected]:
    settings = settings or Settings()
    reviews = (Review(id=str(n), text=text, source="a.csv", row=n) for n, text in enumerate(texts, 1))
    return list(check_content(Curator(settings)(reviews), settings))


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_mostly_in_another_language(name: str) -> None:
    with pytest.raises(ContentError, match=rf"a\.csv: 5 of 9 rows .*\(5 {name}\).*English and Chinese"):
        run([*OTHERS[name], *ENGLISH[:4]])
    rows = run([*OTHERS[name][:4], *ENGLISH])
    assert [row.step for row in rows if isinstance(row, Rejected)] == ["language"] * 4


@pytest.mark.parametrize("kind", NO_REVIEWS)
def test_a_file_of_mostly_no_reviews(kind: str) -> None:
    with pytest.raises(ContentError, match=rf"a\.csv: 5 of 9 rows are no reviews \(5 {kind}\).*customers"):
        run([*NO_REVIEWS[kind], *ENGLISH[:4]])
    rejected = [row for row in run([*NO_REVIEWS[kind][:4], *ENGLISH]) if isinstance(row, Rejected)]
    assert len(rejected) == (0 if kind == "titles of products" else 4)
    assert all(row.step == "quality" and row.reason.startswith("It ") for row in rejected)


def test_both_together() -> None:
    with pytest.raises(ContentError, match=r"6 of 11 rows are no reviews"):
        run([*OTHERS["Korean"][:3], *NO_REVIEWS["web addresses"][:3], *ENGLISH])


def test_short_reactions_are_reviews_and_empty_rows_say_nothing() -> None:
    assert len(run(["👍👍", "❤️", "!!!", "...", "aaaaaaaa", "🎉", *ENGLISH[:3]])) == 9


def test_few_rows_must_all_be_of_the_kind() -> None:
    assert len(run([*OTHERS["German"][:2], ENGLISH[0]])) == 3
    with pytest.raises(ContentError):
        run(OTHERS["German"][:2])


def test_steps_that_are_off_find_nothing() -> None:
    off = Settings(curation=Curation.off())
    assert len(run(OTHERS["Japanese"], off)) == len(run(NO_REVIEWS["titles of products"], off)) == 5


def test_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="5 of 5 rows"):
        voxpop.analyze(OTHERS["Russian"], output=tmp_path / "a.voxpop", workers=1)
    assert not list(tmp_path.iterdir())


def test_a_table_of_numbers(tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text("a,b\n" + "".join(f"{n},{n * n}.5\n" for n in range(20)), "utf-8")
    with pytest.raises(NoTextError, match="None of its first 20 rows holds any words") as caught:
        voxpop.analyze(path, workers=1)
    assert isinstance(caught.value, ColumnError)
    assert isinstance(caught.value, ContentError)


def test_cantonese_is_counted() -> None:
    texts = ["呢間餐廳嘅嘢食好好味", "但係服務態度好差，等咗好耐", "價格很貴"]
    with voxpop.analyze(texts, fast=True, workers=1) as analysis:
        assert analysis.document()["counts"]["dialects"] == {"Cantonese": 2}
    with voxpop.analyze(texts[2:], fast=True, workers=1) as analysis:
        assert analysis.document()["counts"]["dialects"] == {}
