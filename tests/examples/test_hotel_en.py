"""The English example is what its page says it is."""

from __future__ import annotations

import csv
import re
from datetime import date, datetime
from difflib import SequenceMatcher
from statistics import mean, median

import pytest

from voxpop import examples
from voxpop.errors import OptionError

PAGE = (examples.path("en").parent / "README.md").read_text(encoding="utf-8")
with examples.path("en").open(encoding="utf-8", newline="") as file:
    HEADER, *FIELDS = csv.reader(file, strict=True)
ROWS = [dict(zip(HEADER, fields, strict=True)) for fields in FIELDS]
BY_ID = {row["review_id"]: row for row in ROWS}
PLANTED = {
    name: re.findall(r"MH-\d{4}(?: = MH-\d{4})?", ids)
    for name, ids in re.findall(r"^\| ([^|]+?) \| (MH-[^|]+) \|", PAGE, flags=re.MULTILINE)
}
COMPETITOR = re.compile(r"Gull & Anchor|Bellmare")


def texts(planted: str) -> list[str]:
    return [BY_ID[id_]["review"] for id_ in PLANTED[planted]]


def stars(planted: str) -> list[str]:
    return [BY_ID[id_]["stars"] for id_ in PLANTED[planted]]


def pairs(planted: str) -> list[tuple[str, str]]:
    couples = [couple.split(" = ") for couple in PLANTED[planted]]
    return [(BY_ID[first]["review"], BY_ID[second]["review"]) for first, second in couples]


def ids_where(pattern: str) -> list[str]:
    return [row["review_id"] for row in ROWS if re.search(pattern, row["review"])]


def day(row: dict[str, str]) -> date:
    for form in ("%Y-%m-%d", "%d/%m/%Y", "%B %d, %Y"):
        try:
            return datetime.strptime(row["date"], form).date()
        except ValueError:
            continue
    raise AssertionError(row["date"])


def period(first: str, last: str) -> list[dict[str, str]]:
    return [row for row in ROWS if first <= day(row).isoformat()[:7] <= last]


def mean_stars(rows: list[dict[str, str]]) -> float:
    return mean(int(row["stars"]) for row in rows if row["stars"].isdigit())


def share(rows: list[dict[str, str]], pattern: str) -> float:
    return mean(bool(re.search(pattern, row["review"], flags=re.IGNORECASE)) for row in rows)


def test_the_examples_are_found_by_name():
    assert set(examples.examples()) == {"en", "zh"}
    assert all(examples.path(name).is_file() for name in examples.examples())
    with pytest.raises(OptionError, match="Accepted: en, zh"):
        examples.path("fr")


def test_shape():
    assert HEADER == ["review_id", "date", "stars", "guest", "product", "review"]
    assert len(ROWS) == len(BY_ID) == 301
    assert f"{len(ROWS)} English reviews" in PAGE
    assert {row["product"] for row in ROWS} == {"The Marlow Harbour Hotel"}
    assert all(re.fullmatch(r"[\w-]+ [A-Z]", row["guest"]) for row in ROWS)
    assert all(row["review"].strip() for row in ROWS)


def test_dates_are_in_range_and_in_order():
    days = [day(row) for row in ROWS]
    assert days == sorted(days)
    assert date(2024, 1, 1) <= days[0]
    assert days[-1] <= date(2025, 6, 30)
    odd = [row["review_id"] for row in ROWS if not re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])]
    assert odd == PLANTED["unusual dates"]


def test_stars():
    odd = {row["review_id"] for row in ROWS if row["stars"] not in {"1", "2", "3", "4", "5"}}
    assert odd == {*PLANTED["unusual stars"], *PLANTED["unreadable stars"], *PLANTED["no stars"]}
    assert stars("unusual stars") == ["5 stars", "★★★", "five", "4/5", "8/10", "4 stars"]
    assert stars("unreadable stars") == ["n/a-ish"]
    assert set(stars("no stars")) == {""}
    assert 3.8 <= mean_stars(ROWS) <= 4.0


def test_lengths():
    lengths = [len(row["review"].split()) for row in ROWS]
    assert median(lengths) == 47
    assert min(lengths) <= 2
    assert max(lengths) <= 200
    assert [row["review_id"] for row, words in zip(ROWS, lengths, strict=True) if words >= 150] == PLANTED["long"]


def test_duplicates():
    assert len(pairs("exact duplicates")) == 3
    assert all(first == second for first, second in pairs("exact duplicates"))
    assert len({row["review"] for row in ROWS}) == len(ROWS) - 3


def test_near_duplicates_are_near_but_not_the_same():
    assert len(pairs("near duplicates")) == 4
    for first, second in pairs("near duplicates"):
        assert first != second
        assert SequenceMatcher(None, first, second, autojunk=False).ratio() > 0.9


def test_no_other_two_reviews_are_near():
    words = {row["review_id"]: set(re.findall(r"\w+", row["review"].lower())) for row in ROWS}
    ids = list(words)
    near = {
        (a, b)
        for i, a in enumerate(ids)
        for b in ids[i + 1 :]
        if len(words[a] & words[b]) > 0.5 * len(words[a] | words[b])
    }
    named = {tuple(pair.split(" = ")) for pair in PLANTED["exact duplicates"] + PLANTED["near duplicates"]}
    assert near - named == {("MH-0025", "MH-0192")}  # the copy of a review is near to what the review is near to


def test_praise_and_complaint_against_the_stars():
    assert stars("praise with one star") == ["1"] * 3
    assert all(re.search("wonderful|Perfect|best", text) for text in texts("praise with one star"))
    assert stars("complaint with five stars") == ["5"] * 3
    assert all(re.search("awful|Dreadful|Terrible", text) for text in texts("complaint with five stars"))


def test_competitors_are_all_listed():
    listed = {*PLANTED["competitor praised"], *PLANTED["competitor blamed"], *PLANTED["competitor compared"]}
    assert listed == {row["review_id"] for row in ROWS if COMPETITOR.search(row["review"])}
    assert len(listed) == 12


@pytest.mark.parametrize(
    ("planted", "pattern"),
    [
        ("markup", r"<script>alert\(\"hi\"\)</script>"),
        ("formula", r"^=HYPERLINK\("),
        ("line breaks", r"\n"),
        ("adverts", r"www\.[\w-]+\.example\.com"),
        ("personal data", r"[\w.]+@example\.com|\b555-01\d\d\b|(?<!\w)@\w+"),
        ("Spanish only", r"habitación"),
        ("keyboard mash", r"^[a-z]{7} [a-z]{7} [a-z]{8} [a-z]{7} [a-z]{7}$"),
        ("emoji only", r"^[^\w\s]+$"),
        ("joined emoji", "\N{ZERO WIDTH JOINER}"),
        ("capitals", r"^[^a-z]*[A-Z]{4}[^a-z]*$"),
        ("misspellings", r"realy|recomend|anoying|Definately|Beautifull|freindly|gorgous|could of"),
        ("missing spaces", r"[a-z][.,][A-Za-z]{3}"),
    ],
)
def test_planted_rows_are_there_and_nowhere_else(planted: str, pattern: str):
    # Web and mail addresses have full stops without spaces too, and are planted under names of their own.
    addresses = {*PLANTED["adverts"], *PLANTED["personal data"], *PLANTED["formula"]} - set(PLANTED[planted])
    assert [id_ for id_ in ids_where(pattern) if id_ not in addresses] == PLANTED[planted]


def test_characters_beyond_ascii():
    everything = "".join(row["review"] for row in ROWS)
    for wanted in ("😍", "👍🏽", "👎", "café", "naïve", "“", "’", "£"):
        assert wanted in everything


def test_every_listed_id_exists():
    listed = {id_ for ids in PLANTED.values() for pair in ids for id_ in pair.split(" = ")}
    assert listed == set(re.findall(r"MH-\d{4}", PAGE))
    assert listed <= set(BY_ID)


def test_mean_stars_of_the_story():
    months = [("2024-01", "2024-05"), ("2024-06", "2024-08"), ("2024-09", "2024-10")]
    months += [("2024-11", "2025-01"), ("2025-02", "2025-04"), ("2025-05", "2025-06")]
    on_page = re.findall(r"\| (\d\.\d) \|$", PAGE, flags=re.MULTILINE)
    assert [f"{mean_stars(period(*ends)):.1f}" for ends in months] == on_page


def test_the_story_is_in_the_words():
    before, after = period("2024-01", "2024-08"), period("2024-10", "2025-06")
    poor = r"breakfast[^.!?]*(poor|cold|bad|sad|dire|grim|weak|rubbish|dry|gross|terrible|disappoint|insult)"
    praise = "superb|excellent|delicious|best|great|fantastic|splendid|lovely|good|glorious|triumph|terrific"
    great = rf"({praise})[^.!?]* breakfast|breakfast[^.!?]*({praise})"
    assert share(before, poor) > 3 * share(after, poor)
    assert share(after, great) > 3 * share(before, great)
    slow = r"(wi-?fi|internet)[^.!?]*(slow|useless|bad|poor|weak|worst|patchy|lottery|drop)"
    fast = r"(wi-?fi|internet)[^.!?]*(fast|quick|perfect|strong|superb|solid|great)|fast(est)? (wi-?fi|internet)"
    assert share(period("2024-01", "2024-10"), slow) > 5 * share(period("2024-12", "2025-06"), slow)
    assert share(period("2024-12", "2025-06"), fast) > 5 * share(period("2024-01", "2024-10"), fast)
    works = r"drill|hammer|renovat|building (work|site)|construction|the works"
    assert share(period("2025-02", "2025-04"), works) > 0.6
    assert share(period("2024-01", "2025-01"), works) == 0
    assert share(period("2024-01", "2025-04"), "rooftop") == 0
    assert share(period("2025-05", "2025-06"), "roof") > 0.5


def test_slow_check_in_belongs_to_summer():
    queue = r"queue|\bline\b|check(ed)?[ -]in[^.]*(slow|took|long|\d+ min)"
    summer = period("2024-06", "2024-08") + period("2025-06", "2025-06")
    winter = period("2024-10", "2025-01")
    assert share(summer, queue) > 5 * share(winter, queue)
