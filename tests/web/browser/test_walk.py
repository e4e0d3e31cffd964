"""What people do, in a real browser: upload, click down to the words, edit, check, take away."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from .conftest import Visit

pytestmark = pytest.mark.slow
PAINTED = """new Promise((done) => new PerformanceObserver((list) => { for (const one of list.getEntries())
    if (one.name === "first-contentful-paint") done(one.startTime); }).observe({type: "paint", buffered: true}))"""
Begin = Callable[..., Visit]
CSV = "comment,rating,when\n" + "".join(
    f'"The room {n} was clean, but the breakfast was awful. The staff was friendly.",{n % 5 + 1},2024-0{n % 9 + 1}-11\n'
    for n in range(40)
)


def test_from_the_upload_to_the_overview(visit: Begin, tmp_path: Path) -> None:
    here = visit()
    page = here.page
    page.goto("/upload")
    here.shot("upload")
    (tmp_path / "Seaside Inn.csv").write_text(CSV, encoding="utf-8")
    page.get_by_label(re.compile("choose one")).set_input_files(tmp_path / "Seaside Inn.csv")
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**/upload/*")
    assert page.get_by_label("Text", exact=True).locator("option:checked").inner_text() == "comment"
    assert page.get_by_label("Stars", exact=True).locator("option:checked").inner_text() == "rating"
    assert page.get_by_text("The room 3 was clean").is_visible()
    page.get_by_label("Date", exact=True).select_option(label="none")
    assert page.locator("th", has_text="when").locator(".role").inner_text() == ""
    page.get_by_label("Date", exact=True).select_option(label="when")
    page.get_by_label("Name of the product or place").fill("Seaside Inn")
    page.get_by_label("Reading").select_option("true")
    here.shot("confirm")
    assert here.serious() == []
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/jobs/*")
    here.shot("job")
    assert here.serious() == []
    page.reload()
    page.wait_for_url("**/files/seaside-inn", timeout=90_000)
    assert page.get_by_role("heading", level=1).inner_text() == "Seaside Inn"
    assert page.locator(".box").count() >= 3
    here.shot("uploaded")


def test_a_file_that_is_dropped_and_is_none(visit: Begin) -> None:
    here = visit()
    page = here.page
    page.goto("/upload")
    drop = """() => { const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([127, 69, 76, 70, 2, 1, 1, 0, 0, 0, 0, 0])], "tool.csv"));
        document.querySelector(".drop").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true})); }"""
    with page.expect_navigation():
        page.evaluate(drop)
    assert "is a program" in page.get_by_role("alert").inner_text()
    here.shot("refused")
    here.problems.clear()  # the browser notes the status 422 itself


def test_a_file_of_two_gigabytes_is_refused_before_it_is_sent(visit: Begin) -> None:
    page = visit().page
    page.goto("/upload")
    page.evaluate("""() => { const input = document.getElementById("file");
        Object.defineProperty(input, "files", {value: {length: 1, 0: {size: 2e9, name: "big.csv"}}}); }""")
    page.evaluate("document.querySelector('[data-upload]').dispatchEvent(new Event('submit', {cancelable: true}))")
    assert "at most 1.0 GB" in page.get_by_role("alert").inner_text()


def test_from_a_box_to_the_marked_words(visit: Begin) -> None:
    here = visit()
    page = here.page
    page.goto("/files/hotel")
    here.shot("overview")
    assert page.evaluate(PAINTED) < 1000
    box = page.locator(".box").first
    name = box.locator(".label").inner_text()
    box.click()
    page.wait_for_url("**/aspect?id=*")
    here.shot("aspect")
    assert page.get_by_role("heading", level=1).inner_text() in name
    assert page.locator(".evidence mark.a").first.is_visible()
    assert page.locator(".evidence mark.o").count() > 0
    quote_text = page.locator(".evidence mark.a").first.inner_text()
    page.locator(".evidence .by a").first.click()
    page.wait_for_url("**/review?id=*")
    assert quote_text in page.locator(".whole").inner_text()
    here.shot("review")


def test_merge_and_undo(visit: Begin) -> None:
    here = visit()
    page = here.page
    page.goto("/files/hotel/edit")
    rows = page.locator(".slots > .slot")
    before = rows.count()
    rows.nth(0).locator(".pick input").check()
    page.locator("#into").focus()
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("h")  # the focus is not among the rows: nothing is hidden
    assert page.locator(".last .soft").is_visible()
    assert rows.count() == before
    merged = rows.nth(1).locator(".pick b").inner_text()
    for place in (0, 1):
        rows.nth(place).locator(".pick input").check()
    here.shot("edit")
    page.get_by_role("button", name="Merge").click()
    page.wait_for_url("**/edit?at=*")
    assert page.locator(".slots > .slot").count() == before - 1
    assert merged in page.get_by_role("status").first.inner_text()
    page.goto("/files/hotel")
    assert page.locator("table.aspects .aspect", has_text=re.compile(f"^{re.escape(merged)}$")).count() == 0
    page.goto("/files/hotel/edit")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/edit?at=*")
    assert page.locator(".slots > .slot").count() == before


def test_the_trust_check_by_keyboard(visit: Begin) -> None:
    here = visit()
    page = here.page
    page.goto("/files/hotel/trust")
    here.shot("trust")
    page.keyboard.press("y")  # the focus is nowhere: nothing is answered
    assert page.locator(".progress span").first.inner_text().startswith("0 /")
    page.locator(".card:not([hidden]) input[type=radio]").first.focus()
    for key in "yyny":
        page.keyboard.press(key)
    page.get_by_role("button", name="Save the answers").click()
    page.wait_for_url("**/trust?saved=4")
    assert "3 of 4" in page.locator("main").inner_text()
    here.shot("trusted")
    page.goto("/files/hotel")
    assert page.locator(".trust-line").count() > 0
    here.shot("overview-trusted")


def test_what_is_on_the_screen_can_be_taken_away(visit: Begin) -> None:
    page = visit().page
    page.goto("/files/hotel/reviews?stars=1")
    count = int(re.findall(r"\d+", page.locator(".listhead").inner_text())[0])
    with page.expect_download() as found:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.reader(io.StringIO(found.value.path().read_text(encoding="utf-8-sig"))))
    assert len(rows) - 1 == count > 0
    page.goto("/files/hotel")
    with page.expect_download() as found:
        page.get_by_role("link", name="PNG").first.click()
    assert found.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as found:
        page.get_by_role("link", name="Download report").first.click()
    assert b"<!DOCTYPE html>" in found.value.path().read_bytes()[:200]


def test_chinese_reviews_in_a_chinese_interface(visit: Begin) -> None:
    here = visit()
    page = here.page
    page.goto(f"/files/{quote('餐馆')}")
    page.get_by_role("link", name="中文").click()
    page.wait_for_url("**ui=zh")
    assert page.locator("html").get_attribute("lang") == "zh-Hans" or page.locator("html").get_attribute("lang") == "zh"
    here.shot("overview-zh")
    page.locator(".box").first.click()
    page.wait_for_url("**/aspect?id=*")
    assert page.locator(".evidence mark.a").first.is_visible()
    here.shot("aspect-zh")
    for path in ("/upload", f"/files/{quote('餐馆')}/trust", f"/files/{quote('餐馆')}/edit"):
        page.goto(path)
        here.shot(f"{path.split('/')[-1]}-zh")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_everything_within_its_width(visit: Begin, scheme: str) -> None:
    here = visit(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, color_scheme=scheme)
    for path in (
        "",
        "/aspect?id=en:room",
        "/reviews",
        "/audit",
        "/drivers",
        "/segments",
        "/ledger",
        "/compare",
        "/edit",
        "/trust",
        "/quality",
    ):
        here.page.goto(f"/files/hotel{path}")
        wide = here.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        here.shot(f"phone-{scheme}-{path.strip('/').split('?')[0] or 'overview'}")
        assert wide <= 0, f"{path} is {wide} pixels too wide"


def test_everything_works_without_scripts(visit: Begin, tmp_path: Path) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/files/hotel")
    page.locator(".box").first.click()
    page.wait_for_url("**/aspect?id=*")
    assert page.locator(".evidence mark.a").first.is_visible()
    (tmp_path / "r.csv").write_text(CSV, encoding="utf-8")
    page.goto("/upload")
    page.get_by_label(re.compile("choose one")).set_input_files(tmp_path / "r.csv")
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**/upload/*")
    page.get_by_role("button", name="Discard").click()
    page.wait_for_url("**/upload")


def test_the_keyboard_reaches_the_content_first(visit: Begin) -> None:
    page = visit().page
    page.goto("/files/hotel")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")


@pytest.mark.parametrize("ui", ["en", "zh"])
def test_all_pages_of_a_file_are_in_sight_on_a_laptop(visit: Begin, ui: str) -> None:
    page = visit(viewport={"width": 1280, "height": 720}).page
    page.goto(f"/files/hotel?ui={ui}")
    hidden = page.evaluate(
        "(() => { const nav = document.querySelector('.bar nav'); return nav.scrollWidth - nav.clientWidth; })()"
    )
    assert hidden <= 0


def test_logging_in_with_a_token(browser: object, folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "voxpop", "serve", str(folder / "plain.voxpop"), "--port", "0"]
    command += [
        "--folder",
        str(tmp_path),
        "--token-viewer",
        "a-secret-to-look",
        "--token-editor",
        "Ann=a-secret-to-edit",
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        assert running.stdout is not None
        place = re.search(r"http://127\.0\.0\.1:\d+", running.stdout.readline())
        assert place
        here = Visit(browser, place[0])
        page = here.page
        page.goto("/files/plain/reviews?stars=5")
        assert "/login?next=" in page.url
        here.shot("login")
        assert here.serious() == []
        page.get_by_label("Token").fill("a-secret-to-edit")
        page.keyboard.press("Enter")
        page.wait_for_url("**/files/plain/reviews?stars=5")
        page.get_by_role("link", name="Ann").click()
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url("**/login")
        page.goto("/files/plain")
        assert "/login" in page.url
        assert here.problems == []
        here.context.close()
    finally:
        running.terminate()
        running.communicate(timeout=300)


def test_back_shows_the_filter_that_holds(visit: Begin) -> None:
    page = visit().page
    page.goto("/files/hotel/aspect?id=en:room")
    one = page.locator("input[name=stars][value='1']")
    one.check(force=True)
    page.wait_for_url("**stars=1**")
    assert one.is_checked()
    page.go_back()
    page.wait_for_url("**/aspect?id=en:room")
    page.locator("input[name=stars][value='1']:not(:checked)").wait_for(state="attached")
