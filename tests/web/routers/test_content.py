"""Numbers on the pages are those of the analysis, and every one leads to the words it was counted from."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from voxpop.aggregate.star_summary import nearest_star
from voxpop.analysis import Analysis, analyze
from voxpop.analysis import open as open_analysis
from voxpop.settings import SIDES, Curation, Settings
from voxpop.types import Opinion
from voxpop.web.app import create_app
from voxpop.web.views.public_paths import public_document

from ..html_tree import Page

API = "/api/v1/files/hotel"


@pytest.fixture(scope="module")
def analysis(folder: Path) -> Iterator[Analysis]:
    with open_analysis(folder / "hotel.voxpop") as found:
        yield found


def get(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(f"{API}{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def counted(analysis: Analysis, name: str) -> list[Opinion]:
    return [one for one in analysis.opinions if one.aspect == name and one.about in SIDES["main"]]


def test_the_overview_is_the_document(client: TestClient, analysis: Analysis) -> None:
    found, document = get(client, ""), public_document(analysis.document(evidence=0))
    for part in ("schema", "run", "counts", "stars"):
        assert found[part] == json.loads(json.dumps(document[part])), part  # type: ignore[literal-required]
    assert [row["id"] for row in found["aspects"]] == [aspect.id for aspect in analysis.aspects]
    for ours, theirs in zip(found["aspects"], document["aspects"], strict=True):
        assert {**ours, "evidence": []} == json.loads(json.dumps({**theirs, "evidence": []}))


def test_boxes_and_rows_are_on_the_page(client: TestClient, analysis: Analysis) -> None:
    page = Page(client.get("/files/hotel").text)
    for aspect in analysis.aspects:
        assert aspect.name in page.text
        assert f"/files/hotel/aspect?id={aspect.id.replace(':', '%3A').replace(' ', '+')}" in page.links


def test_an_aspect_counts_what_the_analysis_counts(client: TestClient, analysis: Analysis) -> None:
    for aspect in analysis.aspects:
        found = get(client, "/aspect", id=aspect.id, n=200, fold="no")
        sums = found["chosen"]
        for name in ("mentions", "reviews", "positive", "neutral", "negative"):
            assert sums[name] == getattr(aspect, name), (aspect.id, name)
        for name in ("mean", "low", "high"):
            assert sums[name] == pytest.approx(getattr(aspect, name), abs=1e-6)
        for side in ("positive", "neutral", "negative"):
            assert len(found[side]) == sums[side]


def test_quotes_are_true(client: TestClient, analysis: Analysis) -> None:
    texts = {review.id: review.text for review in analysis.reviews}
    found = get(client, "/aspect", id="en:room", n=200, fold="no")
    assert found["positive"]
    for side in ("positive", "neutral", "negative"):
        for voice in found[side]:
            quote = voice["quote"]
            text = texts[quote["review_id"]]
            assert text[quote["start"] : quote["end"]] == quote["text"]
            assert text[quote["context_start"] :].startswith(quote["context"])
            first, last = quote["aspect_words"]
            assert quote["start"] <= first <= last <= quote["end"]


def test_similar_quotes_are_folded_and_can_be_unfolded(client: TestClient) -> None:
    folded = get(client, "/aspect", id="en:room", n=200)
    assert sum(1 + voice["alike"] for voice in folded["positive"]) == folded["chosen"]["positive"]
    most = max(folded["positive"], key=lambda voice: voice["alike"])
    assert most["alike"] > 0
    alike = get(client, "/aspect", id="en:room", n=200, fold="no", words=most["words"])
    assert len(alike["positive"]) == most["alike"] + 1
    assert {voice["words"] for voice in alike["positive"]} == {most["words"]}


def test_filters_choose(client: TestClient, analysis: Analysis) -> None:
    reviews = {review.id: review for review in analysis.reviews}
    said = counted(analysis, "room")
    by_stars = [one for one in said if nearest_star(reviews[one.review_id].stars or 5) in (1, 2)]
    assert by_stars
    assert get(client, "/aspect", id="en:room", stars=[1, 2])["chosen"]["mentions"] == len(by_stars)
    since, until = date(2024, 2, 1), date(2024, 3, 31)
    dated = [one for one in said if since <= (reviews[one.review_id].date or date.min) <= until]
    assert dated
    assert get(client, "/aspect", id="en:room", since=since, until=until)["chosen"]["mentions"] == len(dated)
    everything = [one for one in analysis.opinions if one.aspect == "room"]
    assert get(client, "/aspect", id="en:room", about="all")["chosen"]["mentions"] == len(everything)


def test_terms_and_months_add_up(client: TestClient) -> None:
    found = get(client, "/aspect", id="en:room")
    months = found["by_month"]
    assert sum(month["positive"] for month in months) == found["chosen"]["positive"]
    assert sum(n for _, n in found["terms"]) == found["chosen"]["mentions"]
    term = found["terms"][0]
    assert get(client, "/aspect", id="en:room", term=term[0])["chosen"]["mentions"] == term[1]


def test_reviews_are_searched_sorted_and_paged(client: TestClient, analysis: Analysis) -> None:
    everyone = list(analysis.reviews)
    wanted = [review.id for review in everyone if "breakfast" in review.text.lower()]
    found = get(client, "/reviews", q="Breakfast", sort="oldest")
    assert found["total"] == len(wanted)
    dates = [review["date"] for review in found["reviews"]]
    assert dates == sorted(dates)
    paged = [get(client, "/reviews", page=page)["reviews"] for page in range(1, found["pages"] + 10) if page <= 10]
    assert sorted(review["id"] for page in paged for review in page) == sorted(review.id for review in everyone)
    assert get(client, "/reviews", q="breakfast terrible nowhere")["total"] == 0
    gaps = get(client, "/reviews", sort="gap")["reviews"]
    first = [abs(review["stars"] - review["predicted_stars"]) for review in gaps if review["stars"]]
    assert first == sorted(first, reverse=True)


def test_reviews_of_an_aspect(client: TestClient, analysis: Analysis) -> None:
    said = counted(analysis, "room")
    found = get(client, "/reviews", aspect="en:room", side="negative")
    assert found["total"] == len({one.review_id for one in said if one.polarity < 0})
    page = Page(client.get("/files/hotel/reviews", params={"q": "breakfast"}).text)
    assert {mark.lower() for mark in page.marks} == {"breakfast"}


def test_one_review_is_marked_and_whole(client: TestClient, analysis: Analysis) -> None:
    review = next(iter(analysis.reviews))
    said = [one for one in analysis.opinions if one.review_id == review.id]
    found = get(client, "/review", id=review.id)
    assert found["text"] == review.text
    assert [(one["start"], one["end"]) for one in found["opinions"]] == [(one.start, one.end) for one in said]
    page = Page(client.get("/files/hotel/review", params={"id": review.id}).text)
    assert " ".join(review.text.split()) in page.text
    explicit = [one.text for one in said if one.evidence != (one.start, one.end)]
    assert set(explicit) & set(page.marks)


def test_heat_lies_where_the_reader_looked(client: TestClient, analysis: Analysis) -> None:
    review = next(iter(analysis.reviews))
    maps = get(client, "/review/heat", id=review.id)
    assert maps
    for one in maps:
        assert "".join(text for text, _ in one["text"]) == review.text
        assert sum(share for _, share in one["text"]) == pytest.approx(1, abs=0.05)


def test_the_audit_page_lists_what_the_audit_lists(client: TestClient, analysis: Analysis) -> None:
    for precision in (0.4, 0.8):
        expected = analysis.audit(precision=precision)
        found = get(client, "/audit", precision=precision)
        assert found["listed"] == len(expected.mismatches)
        assert found["share"] == pytest.approx(expected.share)
        assert found["audited"] == expected.audited
        ours = {one["review_id"]: (one["reason"], one["probability"]) for one in found["mismatches"]}
        theirs = {one.review_id: (one.reason, one.probability) for one in expected.mismatches[:20]}
        assert ours.keys() == theirs.keys()
        for id, (reason, probability) in ours.items():
            assert (reason, pytest.approx(probability)) == theirs[id]


def audited(path: Path, *, domain: str | None = None) -> Path:
    """An analysis with one review, b, whose stars are wrong."""
    rows = ["id,stars,text", "a,5,The room was clean.", "b,5,The room was filthy and the staff were rude. Awful bed."]
    path.with_suffix(".csv").write_text("\n".join(rows), encoding="utf-8")
    settings = Settings(curation=Curation.off(), domain=domain)
    analyze(path.with_suffix(".csv"), output=path, settings=settings, workers=1).close()
    return path


def test_reviews_of_the_audit_are_settled_and_assigned(tmp_path: Path) -> None:
    path = audited(tmp_path / "hotel.voxpop")
    with TestClient(create_app([path]), base_url="http://localhost") as client:
        where, choice = "/files/hotel/audit", {"precision": 0.5, "ui": "en"}
        token = re.findall('name="csrf" value="(.*?)"', client.get(where, params=choice).text)[0]
        form = {"csrf": token, "review": "b", "verdict": "agree", "assignee": "Mara", "back": "precision=0.5"}
        answer = client.post(where, data=form, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/files/hotel/audit?precision=0.5")
        refused = client.post(where, data={**form, "csrf": "wrong"})
        assert refused.status_code == 403
        api = f"/api/v1{where}"
        (found,) = client.get(api, params={**choice, "state": "settled"}).json()["mismatches"]
        assert (found["review_id"], found["verdict"], found["assignee"]) == ("b", "agree", "Mara")
        assert client.get(api, params={**choice, "state": "open"}).json()["mismatches"] == []
        kept = client.post(api, json=[{"review_id": "b", "verdict": "unclear"}])
        assert kept.status_code == 200
        assert client.get(api, params=choice).json()["settled"] == 1
        (row,) = client.get("/files/hotel/export/audit.json", params=choice).json()
        assert (row["verdict"], row["assignee"]) == ("unclear", "Mara")
        assert client.post(api, json=[{"review_id": "nobody", "verdict": "agree"}]).status_code == 422


def test_the_audit_says_which_kind_it_does_not_read(tmp_path: Path) -> None:
    path = audited(tmp_path / "film.voxpop", domain="film")
    with TestClient(create_app([path]), base_url="http://localhost") as client:
        assert "are not audited" in client.get("/files/film/audit", params={"ui": "en"}).text


def test_without_stars_there_is_nothing_to_audit(client: TestClient) -> None:
    assert "nothing to compare" in Page(client.get("/files/plain/audit").text).text


def test_every_clause_of_the_summary_has_its_page(client: TestClient) -> None:
    found = get(client, "/summary")["summaries"][0]
    assert found["sentences"]
    for place, claim in enumerate(found["claims"]):
        page = Page(client.get("/files/hotel/summary", params={"claim": place}).text)
        assert claim["text"] in page.text


def test_comparing_halves_of_the_time(client: TestClient) -> None:
    found = get(client, "/compare")
    assert found["a"]["reviews"] + found["b"]["reviews"] == get(client, "")["counts"]["reviews"]
    for difference in found["differences"]:
        assert difference["p"] <= 0.05
        assert difference["text"].endswith(".")
    other = client.get(f"{API}/compare", params={"with": "plain"}).json()
    assert other["b"]["label"] == "plain"


def test_quality_tells_what_was_dropped(client: TestClient, analysis: Analysis) -> None:
    found = get(client, "/quality")
    assert found["rejected"]["total"] == len(analysis.rejected)
    assert len(get(client, "/rejected")) == len(analysis.rejected)
    step = found["rejected"]["by_step"][0]
    assert len(get(client, "/rejected", step=step["step"])) == step["count"]
    assert {"reader-en"} <= {card["name"] for card in found["cards"]}


def exported(client: TestClient, name: str, **query: Any) -> list[dict[str, str]]:
    answer = client.get(f"/files/hotel/export/{name}.csv", params=query)
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def test_exports_are_what_the_pages_show(client: TestClient, analysis: Analysis) -> None:
    assert [row["id"] for row in exported(client, "aspects")] == [aspect.id for aspect in analysis.aspects]
    sums = get(client, "/aspect", id="en:room", stars=[1, 2])["chosen"]
    assert len(exported(client, "opinions", id="en:room", stars=[1, 2])) == sums["mentions"]
    total = get(client, "/reviews", q="breakfast")["total"]
    assert len(exported(client, "reviews", q="breakfast")) == total
    assert len(exported(client, "audit", precision=0.4)) == get(client, "/audit", precision=0.4)["listed"]
    assert len(exported(client, "rejected")) == len(analysis.rejected)
    assert exported(client, "ledger")
    assert exported(client, "compare")


def test_charts_are_drawings_of_their_own(client: TestClient) -> None:
    for path in ("months.svg", "trend.svg?id=en:room"):
        answer = client.get(f"/files/hotel/charts/{path}")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "script-src" not in answer.headers["content-security-policy"]
        assert answer.text.count("<rect") > 2


def test_the_report_and_the_document_can_be_taken_away(client: TestClient, analysis: Analysis) -> None:
    answer = client.get("/files/hotel/report.html")
    assert "attachment" in answer.headers["content-disposition"]
    assert "The Marlow Harbour Hotel" in answer.text
    assert get(client, "/document") == json.loads(json.dumps(public_document(analysis.document())))


def test_the_rows_stand_in_the_order_asked_for(client: TestClient) -> None:
    rows = get(client, "", order="damage")["aspects"]
    losses = [(-(row["damage"]["loss"] or 0), -row["damage"]["complaints"]) for row in rows]
    assert losses == sorted(losses)
    assert get(client, "")["order"] == "mentions"
    names = re.findall('<th role="rowheader".*?data-value="(.*?)"', client.get("/files/hotel?order=damage").text)
    assert names == [row["name"] for row in rows]
    assert client.get("/files/hotel?order=size").status_code == 422


def test_every_column_of_a_chart_can_be_reached_by_keyboard(client: TestClient) -> None:
    """By a link in "The numbers" below it."""
    for path in ("/files/hotel", "/files/hotel/aspect?id=en:room"):
        columns, _, numbers = client.get(path).text.partition("<summary>The numbers</summary>")
        links = set(re.findall(r'<a href="([^"]*since=[^"]*)" tabindex="-1"', columns))
        assert links
        assert links <= set(re.findall(r'<th scope="row"><a href="([^"]*)">', numbers))
