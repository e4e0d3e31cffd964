"""The Chinese example holds what its page says, no more and no less."""

from __future__ import annotations

import csv
import re
import unicodedata
from datetime import date
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from pathlib import Path
from statistics import mean, median

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "src" / "voxpop" / "examples"
FILE = FOLDER / "restaurant-zh.csv"
PAGE = (FOLDER / "restaurant-zh.md").read_text(encoding="utf-8")
HEADERS = ["编号", "评论时间", "评分", "用户名", "店名", "评论内容"]

Row = dict[str, str]


def read_rows() -> dict[str, Row]:
    with FILE.open(encoding="utf-8-sig", newline="") as stream:
        return {row["编号"]: row for row in csv.DictReader(stream, strict=True)}


ROWS = read_rows()
TEXTS = {key: row["评论内容"] for key, row in ROWS.items()}
PLANTED = {
    what: re.findall(r"YX\d{3}", ids)
    for what, ids in re.findall(r"^\| ([^|]+) \| ((?:YX\d{3}(?: = |, )?)+) \|", PAGE, re.MULTILINE)
}


def pairs(what: str) -> set[tuple[str, str]]:
    ids = PLANTED[what]
    return set(zip(ids[::2], ids[1::2], strict=True))


def where(pattern: str) -> list[str]:
    """The ids of the reviews whose text matches."""
    return [key for key, text in TEXTS.items() if re.search(pattern, text)]


def day(row: Row) -> date:
    year, month, day_of_month = map(int, re.findall(r"\d+", row["评论时间"]))
    return date(year, month, day_of_month)


def stars(*, since: str, until: str, weekend: bool | None = None) -> float:
    """The mean of the plainly written stars in [since, until)."""
    first, last = date.fromisoformat(since), date.fromisoformat(until)
    return mean(
        int(row["评分"])
        for row in ROWS.values()
        if row["评分"] in {"1", "2", "3", "4", "5"}
        and first <= day(row) < last
        and weekend in (None, day(row).weekday() >= 5)
    )


def grams(text: str) -> set[str]:
    return {text[at : at + 3] for at in range(len(text) - 2)}


def test_the_file_is_what_excel_saves() -> None:
    raw = FILE.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(raw.decode("utf-8-sig").splitlines(keepends=True), strict=True))
    assert lines[0] == HEADERS
    assert {len(line) for line in lines} == {len(HEADERS)}
    assert [line[0] for line in lines[1:]] == [f"YX{at:03d}" for at in range(1, len(lines))]
    assert f"\n{len(lines) - 1} Chinese reviews" in PAGE


def test_every_row_has_a_shop_a_user_and_a_text() -> None:
    assert {row["店名"] for row in ROWS.values()} == {"云栖小馆"}
    assert all(row["用户名"] and row["评论内容"].strip() for row in ROWS.values())


def test_the_page_names_only_rows_that_exist() -> None:
    assert len(PLANTED) == 21
    assert {key for ids in PLANTED.values() for key in ids} <= ROWS.keys()
    assert all(len(ids) == len(set(ids)) for ids in PLANTED.values())


def test_the_dates_run_from_january_2024_to_june_2025_in_order() -> None:
    dates = [day(row) for row in ROWS.values()]
    assert dates == sorted(dates)
    assert (dates[0].isoformat()[:7], dates[-1].isoformat()[:7]) == ("2024-01", "2025-06")
    iso = re.compile(r"\d{4}-\d\d-\d\d")
    assert [key for key, row in ROWS.items() if not iso.fullmatch(row["评论时间"])] == PLANTED["unusual dates"]


def test_the_duplicates_are_the_only_duplicates() -> None:
    assert len(pairs("exact duplicates")) == 3
    same = {(a, b) for a, b in combinations(TEXTS, 2) if TEXTS[a] == TEXTS[b]}
    assert same == pairs("exact duplicates")


def test_the_near_duplicates_are_the_only_near_duplicates() -> None:
    assert len(pairs("near duplicates")) == 4
    assert all(SequenceMatcher(None, TEXTS[a], TEXTS[b]).ratio() > 0.9 for a, b in pairs("near duplicates"))
    bags = {key: bag for key, text in TEXTS.items() if (bag := grams(text))}
    alike = {
        (a, b) for a, b in combinations(bags, 2) if 2 * len(bags[a] & bags[b]) > 0.5 * (len(bags[a]) + len(bags[b]))
    }
    assert alike == pairs("near duplicates") | pairs("exact duplicates")


def test_the_stars_are_plain_except_where_planted() -> None:
    odd = {key: row["评分"] for key, row in ROWS.items() if row["评分"] not in {"1", "2", "3", "4", "5"}}
    assert sorted(odd) == sorted(PLANTED["unusual stars"] + PLANTED["unreadable stars"] + PLANTED["no stars"])
    assert {odd[key] for key in PLANTED["unusual stars"]} == {"4星", "★★", "4/5", "五星", "★★★★"}
    assert {odd[key] for key in PLANTED["no stars"]} == {""}
    assert [odd[key] for key in PLANTED["unreadable stars"]] == ["一般般吧"]


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("adverts", r"haoping_demo|shuadan_demo"),
        ("personal data", r"1[3-9]\d{9}|@|我的微信号"),
        ("markup", r"<script>alert\(1\)</script>"),
        ("line breaks", r"[\r\n]"),
        ("competitors", r"柳岸人家|半亩塘"),
        ("Japanese only", r"[ぁ-ゖァ-ヺ]"),
        ("English only", r"(?:[A-Za-z]+ ){5}"),
        ("mixed widths", r"[０-９]"),
        ("misspellings", r"服物员|上才|决对|切意|船说"),
    ],
)
def test_a_plant_is_found_in_its_rows_alone(what: str, pattern: str) -> None:
    assert where(pattern) == PLANTED[what]


def test_texts_without_a_chinese_word_are_the_planted_ones() -> None:
    planted = [*PLANTED["English only"], *PLANTED["emoji only"], *PLANTED["punctuation only"]]
    assert sorted(key for key, text in TEXTS.items() if not re.search(r"[一-鿿]", text)) == sorted(planted)
    assert not any(c.isalnum() for key in PLANTED["emoji only"] for c in TEXTS[key])
    assert all(unicodedata.category(c).startswith("P") for key in PLANTED["punctuation only"] for c in TEXTS[key])


def test_contacts_are_invented_ones() -> None:
    everything = "\n".join(TEXTS.values())
    assert re.findall(r"\d{8,}", everything) == ["13800000000"]
    assert set(re.findall(r"@([\w.]+)", everything)) == {"example.com"}


def test_six_rows_have_stars_that_contradict_the_text() -> None:
    praise, complaint = PLANTED["praise with one star"], PLANTED["complaint with five stars"]
    assert (len(praise), len(complaint)) == (3, 3)
    assert {ROWS[key]["评分"] for key in praise} == {"1"}
    assert {ROWS[key]["评分"] for key in complaint} == {"5"}
    assert all(re.search("好吃|无可挑剔", TEXTS[key]) for key in praise)
    assert all(re.search("再也不来|难吃|气死", TEXTS[key]) for key in complaint)


def test_lengths_and_stars_look_like_a_real_export() -> None:
    lengths = [len(text) for text in TEXTS.values()]
    assert 38 <= median(lengths) <= 50
    assert min(lengths) < 5
    assert 200 < max(lengths) < 400
    assert min(len(TEXTS[key]) for key in PLANTED["long"]) > 150
    assert 3.75 <= stars(since="2024-01-01", until="2025-07-01") <= 4.0


def test_the_means_on_the_page_are_the_means_of_the_file() -> None:
    told = [float(value) for value in re.findall(r"\| (\d\.\d) \|$", PAGE, re.MULTILINE)]
    turns = ["2024-01-01", "2024-06-01", "2024-10-01", "2025-01-01", "2025-03-01", "2025-07-01"]
    found = [stars(since=a, until=b) for a, b in pairwise(turns)]
    assert told == [round(value, 1) for value in found]


def test_summer_weekends_are_bad_until_the_second_kitchen() -> None:
    summer = {"since": "2024-06-01", "until": "2024-10-01"}
    assert stars(**summer, weekend=True) < stars(**summer, weekend=False) - 1.5
    assert stars(since="2024-10-01", until="2025-01-01", weekend=True) > stars(**summer, weekend=True) + 1.5


def test_the_price_and_the_new_dish_come_when_the_page_says() -> None:
    assert min(day(ROWS[key]) for key in where("虾仁煲")) >= date(2025, 3, 1)
    assert len(where("虾仁煲")) >= 40
    rise = [day(ROWS[key]) for key in where("涨到|涨价|涨了")]
    assert min(rise) >= date(2025, 1, 1)
    assert len(rise) >= 12
