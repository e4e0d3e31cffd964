"""Every number of opinions that a person can see equals the rows that it leads to, on files of three kinds."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from fastapi.testclient import TestClient
from rich.console import Console

from voxpop.aggregate.key_points import FEWEST
from voxpop.aggregate.ledger import QUOTES
from voxpop.analysis import Analysis, analyze
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.lang import language
from voxpop.settings import SIDES, Curation, Settings
from voxpop.store.rated_reviews import FEWEST_GIVEN
from voxpop.types import Opinion, Review, side_of
from voxpop.web.app import create_app
from voxpop.web.links import last_day
from voxpop.web.query import last_page
from voxpop.web.report import report_page
from voxpop.web.routers.summary import PAGE_QUOTES
from voxpop.web.views.chart_shapes import SIDES as POLARITIES

from .html_tree import Element, read

ABOUT_CAMERAS = [
    ("The battery of the Kano X2 is weak, the battery of the Nikon D90 lasts much longer.", 2),
    ("Great pictures, sharper than those of my old Nikon D90. The battery is weak.", 4),
    ("The screen is bright and the menu is easy. Delivery was slow.", 4),
    ("The menu is confusing and the battery died after an hour.", 1),
    ("I love the pictures. The lens of the Canon is better, though.", 4),
    ("The screen broke after a week and the support never answered.", 1),
]
# Two rows are categories; "flash" and "strap" are named once, so what is said of them counts for the category.
OF_CATEGORIES = [
    ("It keeps crashing and freezes all the time.", 1),
    ("Froze twice and stopped working.", 1),
    ("The flash stopped working after a day.", 2),
    ("It crashed again. Too expensive for that.", 1),
    ("The strap is overpriced.", 2),
    ("It costs far too much.", 2),
    ("Way too expensive.", 2),
]

OPPOSITE = {"positive": "negative", "negative": "positive"}


@dataclass(frozen=True)
class Walk:
    """One file: its analysis, and the app that shows it."""

    client: TestClient
    slug: str
    analysis: Analysis

    def page(self, path: str = "") -> Element:
        return read(self.client.get(f"/files/{quote(self.slug)}{path}").text)

    def api(self, path: str = "", **query: Any) -> Any:
        answer = self.client.get(f"/api/v1/files/{quote(self.slug)}{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def behind(self, link: str) -> int:
        """How many rows stand behind a number: opinions on the page of an aspect, reviews in their list."""
        address = urlsplit(link)
        query = {name: values if len(values) > 1 else values[0] for name, values in parse_qs(address.query).items()}
        if address.path.endswith("/reviews"):
            return int(self.api("/reviews", **query)["total"])
        found = self.api("/aspect", **query, n=200, fold="no")
        return sum(len(found[side]) for side in ([address.fragment] if address.fragment else POLARITIES))


@pytest.fixture(scope="module")
def third(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with rivals, dates, and terms that are named once."""
    path = tmp_path_factory.mktemp("rivals") / "camera.voxpop"
    days = [f"2024-{month:02}-{day:02}" for month in (1, 3, 5, 7, 9, 11) for day in (3, 8, 13, 18, 23, 28)]
    rows = [(*ABOUT_CAMERAS[n % len(ABOUT_CAMERAS)], day) for n, day in enumerate(days)]
    rows += [(*said, days[-1]) for said in OF_CATEGORIES]
    table = path.with_suffix(".csv")
    lines = ["text,stars,date", *(f'"{text} No. {n}",{stars},{day}' for n, (text, stars, day) in enumerate(rows))]
    table.write_text("\n".join(lines), encoding="utf-8")
    settings = Settings(product="Kano X2", curation=Curation.off())  # reviews that differ by a number stay
    analyze(table, settings=settings, output=path, workers=1).close()
    return path


@pytest.fixture(scope="module", params=["hotel", "餐馆", "camera"])
def walk(request: pytest.FixtureRequest, folder: Path, third: Path) -> Iterator[Walk]:
    path = third if request.param == "camera" else folder / f"{request.param}.voxpop"
    made = TestClient(create_app([path]), base_url="http://localhost", headers={"accept-language": "en"})
    with made as client, open_analysis(path) as analysis:
        yield Walk(client, request.param, analysis)


def opinions_of_rows(analysis: Analysis, about: tuple[str, ...] = SIDES["main"]) -> dict[str, list[Opinion]]:
    """The opinions behind each row, counted by hand: those that have its name."""
    rows: dict[str, list[Opinion]] = {row.id: [] for row in analysis.aspects}
    langs = {review.id: review.lang for review in analysis.reviews}
    for opinion in analysis.opinions:
        if opinion.about in about and (id := f"{langs[opinion.review_id]}:{opinion.aspect}") in rows:
            rows[id].append(opinion)
    return rows


def sides(opinions: list[Opinion]) -> dict[str, int]:
    counts = Counter(side_of(opinion.polarity) for opinion in opinions)
    return {side: counts[side] for side in POLARITIES}


def speakers(opinions: list[Opinion], side: str) -> set[str]:
    """The reviews on one side."""
    return {opinion.review_id for opinion in opinions if side_of(opinion.polarity) == side}


def complainers(opinions: list[Opinion]) -> set[str]:
    return speakers(opinions, "negative")


def test_the_document_counts_the_opinions(walk: Walk) -> None:
    document, rows = walk.analysis.document(), opinions_of_rows(walk.analysis)
    reviews: dict[str, Review] = {review.id: review for review in walk.analysis.reviews}
    assert [entry["id"] for entry in document["aspects"]] == list(rows)
    assert document["counts"]["opinions"] == sum(map(len, rows.values()))
    for entry in document["aspects"]:
        opinions = rows[entry["id"]]
        assert opinions
        assert all(opinion.opinion_words or opinion.evidence.end > opinion.evidence.start for opinion in opinions)
        assert entry["mentions"] == len(opinions)
        assert entry["reviews"] == len({opinion.review_id for opinion in opinions})
        assert {side: entry[side] for side in POLARITIES} == sides(opinions)  # type: ignore[literal-required]
        assert entry["damage"]["complaints"] == len(complainers(opinions))
        months = Counter(f"{day:%Y-%m}" for opinion in opinions if (day := reviews[opinion.review_id].date))
        assert {m["month"]: m["positive"] + m["neutral"] + m["negative"] for m in entry["by_month"]} == months
        assert len(entry["evidence"]) == entry["mentions"] or entry["mentions"] > 60


def test_the_overview_shows_them_and_each_number_leads_to_its_rows(walk: Walk) -> None:
    rows, table = opinions_of_rows(walk.analysis), walk.page().one("table", css="aspects")
    assert walk.api()["counts"] == json.loads(json.dumps(walk.analysis.document(evidence=0)["counts"]))
    for line, (id, opinions) in zip(table.all("tr")[1:], rows.items(), strict=True):
        mentions, reviews, polarities, damage, *_ = line.all("td")
        assert mentions.attrs["data-value"] == str(len(opinions)), id
        assert reviews.attrs["data-value"] == str(len({opinion.review_id for opinion in opinions}))
        links = [link for cell in (mentions, reviews, polarities, damage) for link in cell.all("a")]
        assert len(links) >= 3
        for link in links:
            assert number(link) == walk.behind(str(link.attrs["href"])), (id, link.attrs["href"])
        assert sum(number(link) for link in polarities.all("a")) == len(opinions)


def test_the_boxes_lead_to_pages_that_say_the_same(walk: Walk) -> None:
    rows, overview = opinions_of_rows(walk.analysis), walk.page()
    for box in overview.all("a", css="box"):
        address = urlsplit(str(box.attrs["href"]))
        (id,) = parse_qs(address.query)["id"]
        shown = int(box.one("b").text.replace(",", ""))
        page = read(walk.client.get(str(box.attrs["href"])).text)
        if "positive" in box.classes:
            assert shown == sides(rows[id])["positive"] == walk.behind(str(box.attrs["href"]))
        else:
            complaints = next(link for link in page.all("a") if "side=negative" in str(link.attrs["href"]))
            assert shown == len(complainers(rows[id])) == number(complaints)
            assert shown == walk.behind(str(complaints.attrs["href"]))


def test_aspect_pages_and_exports_have_as_many_rows(walk: Walk) -> None:
    numbers = {row["id"]: row for row in walk.client.get(f"/files/{quote(walk.slug)}/export/aspects.json").json()}
    for id, opinions in opinions_of_rows(walk.analysis).items():
        assert numbers[id]["mentions"] == len(opinions)
        found = walk.api("/aspect", id=id, n=200, fold="no")
        assert {side: len(found[side]) for side in POLARITIES} == sides(opinions)
        assert found["chosen"]["mentions"] == len(opinions)
        folded = walk.api("/aspect", id=id, n=200)
        assert sum(1 + voice["alike"] for side in POLARITIES for voice in folded[side]) == len(opinions)
        taken = walk.api("/export/opinions.json", id=id)
        assert sorted((row["review"], row["start"]) for row in taken) == sorted(
            (opinion.review_id, opinion.start) for opinion in opinions
        )
        for month in found["by_month"]:
            period = {"since": f"{month['month']}-01", "until": last_day(month["month"])}
            within = walk.api("/aspect", id=id, **period)["chosen"]
            assert {side: within[side] for side in POLARITIES} == {side: month[side] for side in POLARITIES}


def test_the_ledger_counts_the_same_opinions(walk: Walk) -> None:
    book = walk.api("/ledger")["ledger"]
    while book is None:
        book = walk.api("/ledger")["ledger"]
    everything = list(walk.analysis.opinions)
    for side, cell in book["total"]["sides"].items():
        assert cell["mentions"] == sum(opinion.about in SIDES[side] for opinion in everything)
    table = {row["id"]: row for row in walk.analysis.document(evidence=0)["aspects"]}
    for line in book["aspects"]:
        for side, cell in line["sides"].items():
            opinions = opinions_of_rows(walk.analysis, SIDES[side])[line["id"]]
            assert {name: cell[name] for name in POLARITIES} == sides(opinions), (line["id"], side)
            assert len(cell["quotes"]) == sum(min(QUOTES, cell[name]) for name in ("positive", "negative"))
        if "main" in line["sides"]:
            assert line["sides"]["main"]["mentions"] == table[line["id"]]["mentions"]
    for rival in book["rivals"]:
        compared = rival["compared"]
        assert len(compared["quotes"]) == sum(min(QUOTES, compared[name]) for name in ("better", "worse", "equal"))
    grid = walk.page("/ledger").all("table", css="book")
    for link in [link for table in grid for cell in table.all("td") for link in cell.all("a")]:
        if "/aspect?" in str(link.attrs["href"]):
            side = "positive" if "positive" in link.classes else "negative"
            assert number(link) == walk.behind(f"{link.attrs['href']}#{side}")


def test_the_report_and_the_terminal_say_the_same(walk: Walk) -> None:
    rows, document = opinions_of_rows(walk.analysis), walk.analysis.document()
    page = read(report_page(walk.analysis._store))
    table = page.one("table", css="aspects").all("tr")[1:]
    assert [line.all("td")[0].attrs["data-value"] for line in table] == [str(len(found)) for found in rows.values()]
    out = Console(file=io.StringIO(), width=100)
    out.print(console.aspect_table(document))
    printed = out.file.getvalue().splitlines()[1:]  # type: ignore[attr-defined]
    for line, (id, opinions) in zip(printed, rows.items(), strict=True):
        counts = sides(opinions)
        shown = re.findall(r"[\d,]+", line.split("█")[0].split("░")[0].removeprefix(id.partition(":")[2]))
        assert [int(n.replace(",", "")) for n in shown[:3]] == [len(opinions), counts["positive"], counts["negative"]]


def test_key_points_and_clauses_of_the_summary_count_the_reviews_behind_them(walk: Walk) -> None:
    """The statements of a key point are those of opinions of the table, one quote of each review."""
    spans: dict[str, list[Opinion]] = {}
    for opinion in walk.analysis.opinions:
        if opinion.about in SIDES["main"]:
            spans.setdefault(opinion.review_id, []).append(opinion)
    assert walk.api("/summary")["summaries"]  # it waits until they are written, which the overview does not
    overview = walk.page()
    (section,) = (one for one in overview.all("section") if one.attrs.get("id") == "points")
    for link in section.all("a"):
        id = int(parse_qs(urlsplit(str(link.attrs["href"])).query)["id"][0])
        point = walk.api("/key_point", id=id)
        reviews = {quote["review_id"] for quote in point["quotes"]}
        pages = range(1, last_page(len(reviews), PAGE_QUOTES) + 1)
        shown = [read(walk.client.get(f"{link.attrs['href']}&page={page}").text) for page in pages]
        assert len(reviews) == sum(len(page.all("p", css="say")) for page in shown) == point["reviews"]
        signs = {one.polarity > 0 for q in point["quotes"] for one in spans[q["review_id"]] if one.start < q["end"]}
        assert (point["kind"] == "praise") in signs
    (summary,) = walk.analysis.document()["summaries"]
    rows = opinions_of_rows(walk.analysis)
    everything = [opinion for own in spans.values() for opinion in own]
    links = overview.one("p", css="summary").all("a")
    clauses = [clause for line in summary["sentences"] for clause in line["clauses"] if clause["claims"]]
    assert [link.text for link in links] == [clause["text"] for clause in clauses]
    for link, clause in zip(links, clauses, strict=True):
        (place,) = clause["claims"]
        claim = summary["claims"][place]
        page = read(walk.client.get(str(link.attrs["href"])).text)
        assert len(page.all("p", css="say")) == len(claim["quotes"]) + len(claim["against"])
        assert len({quote["review_id"] for quote in claim["quotes"]}) == claim["supporting"]
        assert str(claim["supporting"]) in clause["text"]
        if claim["kind"] in ("praise", "complaint"):
            own = rows.get(f"{summary['lang']}:{claim['aspect']}")  # None for what has no row, as the whole
            own = own or [opinion for opinion in everything if opinion.aspect == claim["aspect"]]
            side = "positive" if claim["kind"] == "praise" else "negative"
            assert {quote["review_id"] for quote in claim["quotes"]} == speakers(own, side), claim["text"]
            assert claim["opposing"] == len(speakers(own, OPPOSITE[side]) - speakers(own, side))
            judging = speakers(own, side) | speakers(own, OPPOSITE[side])
            is_whole = claim["aspect"] in language(summary["lang"]).topic_names.OVERALL_NAMES
            assert claim["of"] == len(judging if is_whole else walk.analysis.reviews)


def test_what_hurts_most_has_the_numbers_of_the_summary(walk: Walk) -> None:
    rows, document = opinions_of_rows(walk.analysis), walk.analysis.document()
    names = {row.name: row.id for row in walk.analysis.aspects}
    (line,) = filter(None, console.damage_lines(document))
    printed = re.findall(r"([^·:]+) \(([\d,]+) reviews?[,)]", line)
    assert printed
    for name, n in printed:
        assert int(n.replace(",", "")) == len(complainers(rows[names[name.strip()]])), name
    (summary,) = document["summaries"]
    complaints = [claim for claim in summary["claims"] if claim["kind"] == "complaint" and claim["aspect"] in names]
    assert complaints
    damages = {row["name"]: row["damage"] for row in document["aspects"]}
    for claim in complaints:
        assert claim["supporting"] == damages[claim["aspect"]]["complaints"], claim["text"]
        assert claim["share"] == pytest.approx(damages[claim["aspect"]]["share"], abs=0.0001)


def test_drivers_and_segments_count_the_reviews_with_stars(walk: Walk) -> None:
    rows, stars = opinions_of_rows(walk.analysis), {review.id: review.stars for review in walk.analysis.reviews}
    given = {id for id, value in stars.items() if value is not None}
    assert len(given) >= FEWEST_GIVEN
    drivers = walk.api("/drivers")["drivers"]
    assert drivers["aspects"]
    assert (drivers["stars"], drivers["reviews"]) == ("given", len(given))
    for driver in drivers["aspects"]:
        sides_of = {side: speakers(rows[driver["id"]], side) & given for side in OPPOSITE}
        assert driver["reviews"] == len(set.union(*sides_of.values()))
        for name, side in (("complaints", "negative"), ("praise", "positive")):
            assert driver[name] is None or driver[name]["reviews"] == len(sides_of[side]), driver["id"]
    if walk.slug == "camera":
        return  # too few reviews for groups
    segments = walk.api("/segments", by="stars")["segments"]
    assert sum(segment["reviews"] for segment in segments["segments"]) == len(given)
    totals: Counter[tuple[str, str]] = Counter()
    for segment in segments["segments"]:
        for numbers in segment["aspects"]:
            totals.update({(numbers["id"], name): numbers[name] for name in ("mentions", "reviews", *POLARITIES)})
    for id, opinions in rows.items():
        rated = [opinion for opinion in opinions if opinion.review_id in given]
        counts = {"mentions": len(rated), "reviews": len({one.review_id for one in rated}), **sides(rated)}
        assert {name: totals[id, name] for name in counts} == counts, id


def test_key_points_of_an_aspect_count_reviews_on_it(walk: Walk) -> None:
    found = 0
    for id, opinions in opinions_of_rows(walk.analysis).items():
        reviews = {opinion.review_id for opinion in opinions}
        for point in walk.api("/aspect", id=id)["key_points"]:
            quotes = walk.api("/key_point", id=point["id"])["quotes"]
            on_it = {quote["review_id"] for quote in quotes} & reviews
            assert FEWEST <= point["reviews"] <= len(on_it), (id, point["text"])
            found += 1
    assert found


def test_changes_and_comparisons_rest_on_the_reviews_of_their_periods(walk: Walk) -> None:
    changes = walk.api()["changes"]
    if changes is None:
        return
    period = {"since": changes["since"], "until": changes["until"]}
    assert walk.api("/reviews", **period)["total"] == changes["reviews"]
    for difference in changes["differences"]:
        if difference["kind"] == "attention":
            total = walk.api("/reviews", aspect=difference["id"], **period)["total"]
            assert total == difference["b_reviews"]


def number(link: Element) -> int:
    """The number in the text of a link."""
    found = re.search(r"[\d,]+", link.text)
    assert found, link.text
    return int(found[0].replace(",", ""))
