"""Every page, by machine: accessible and legible in light and dark, valid HTML, small, deaf to injections."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
from voxpop.types import Review

from .conftest import Visit

pytestmark = pytest.mark.slow
Begin = Callable[..., Visit]
OF_FILE = (
    "", "/reviews", "/review?id={review}", "/aspect?id={aspect}", "/audit", "/drivers", "/segments", "/trends",
    "/ledger", "/compare", "/check", "/edit", "/trust", "/quality",
)  # fmt: skip
PATHS = (
    *(f"/files/hotel{path}" for path in OF_FILE),
    f"/files/{quote('餐馆')}", "/", "/upload", "/api", "/nowhere", "/login",
)  # fmt: skip
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
SHIFT = """() => new Promise((done) => {
  let shift = 0;
  const add = (list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; };
  new PerformanceObserver(add).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(shift), 200);
})"""
LARGEST = 300_000  # bytes of a page with what it loads
CORPUS = [
    "<script>document.title='pwned'</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    "javascript:alert(1)",
    "</title><script>alert(1)</script>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "<a href='javascript:alert(1)'>x</a>",
    "--><b onclick=alert(1)>",
    "<style>@import 'http://evil.example'</style>",
    "\u202e<script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
]


def fill(base: str, path: str) -> str:
    """An address with a review and an aspect that are there."""
    if "{" not in path:
        return path
    return path.format(review="MH-0001" if "hotel" in path else "1", aspect="en:room")


@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [
        ("en", "desktop", "light"),
        ("en", "phone", "light"),
        ("zh", "desktop", "light"),
        ("zh", "phone", "light"),
        ("en", "desktop", "dark"),
    ],
)
def test_pages_are_accessible_and_nothing_on_them_moves(
    visit: Begin, served: str, language: str, size: str, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    here = visit(color_scheme=scheme, viewport=SIZES[size])
    chosen = {"type": "tag", "values": TAGS} if scheme == "light" else {"type": "rule", "values": ["color-contrast"]}
    found = []
    here.page.goto(f"/?ui={language}")
    for path in PATHS:
        here.page.goto(fill(served, path))
        if here.page.locator("[data-again]").count():
            here.page.locator("[data-again]").wait_for(state="detached")
        shift = here.page.evaluate(SHIFT)
        found += [f"serious shift of {shift:.3f} at {path}"] if shift > 0.001 else []
        result = axe.run(here.page, options={"runOnly": chosen})
        for one in result.response["violations"]:
            nodes = " ".join(node["html"][:120] for node in one["nodes"][:2])
            found.append(f"{one['impact']} {one['id']} at {path}: {nodes}")
    here.problems.clear()  # the status of /nowhere
    assert not [one for one in found if one.startswith(("serious", "critical"))], "\n".join(found)


def test_pages_are_valid_html(served: str) -> None:
    html5lib = pytest.importorskip("html5lib")
    for path in PATHS:
        if path in ("/nowhere", "/"):
            continue
        with urlopen(served + fill(served, path), timeout=300) as answer:
            page = answer.read().decode()
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(page)
        errors = [(place, code, values) for place, code, values in parser.errors]
        assert not errors, (path, errors[:3])
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), (path, [id for id in ids if ids.count(id) > 1][:3])
        targets = set(re.findall(r'\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"', page))
        assert targets <= set(ids), (path, targets - set(ids))


def test_pages_are_small_and_load_nothing_from_elsewhere(visit: Begin, served: str) -> None:
    here = visit()
    loaded: list[tuple[str, int]] = []
    here.page.on("response", lambda answer: loaded.append((answer.url, int(answer.headers.get("content-length", 0)))))
    for path in PATHS[:-1]:
        loaded.clear()
        here.page.goto(fill(served, path), wait_until="networkidle")
        assert all(url.startswith((served, "data:", "blob:")) for url, _ in loaded), loaded
        assert sum(size for _, size in loaded) < LARGEST, path
    here.problems.clear()


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A file that holds the corpus wherever a review, a header or a file name can put it."""
    home = tmp_path_factory.mktemp("hostile")
    reviews = [
        Review(id=f"{bad} {n}", text=f"The room was clean. {bad} The {bad} breakfast was awful.", stars=1 + n % 5,
               date=date(2024, 1 + n % 12, 1), lang="en", product=CORPUS[n % 3], source=f"{bad}.csv", row=n)
        for n, bad in enumerate(CORPUS * 4)
    ]  # fmt: skip
    settings = Settings(fast=True, curation=Curation.off(), product=CORPUS[0])
    name = "<img src=x onerror=alert(1)>.voxpop"
    analyze(reviews, output=home / name, settings=settings, workers=1).close()
    command = [sys.executable, "-m", "voxpop", "serve", str(home / name), "--port", "0", "--folder", str(home / "up")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    assert running.stdout is not None
    place = re.search(r"http://127\.0\.0\.1:\d+", running.stdout.readline())
    assert place
    yield place[0]
    running.terminate()
    running.communicate(timeout=300)
    shutil.rmtree(home, ignore_errors=True)


def test_what_reviews_inject_is_only_text(browser: object, hostile: str, tmp_path: Path) -> None:
    here = Visit(browser, hostile)
    page = here.page
    page.goto("/")
    slug = page.url.split("/files/")[1]
    links = ["", "/reviews", "/audit", "/ledger", "/compare", "/edit", "/trust", "/quality", "/report.html"]
    links += [f"/review?id={quote(f'{bad} {n}')}" for n, bad in enumerate(CORPUS)]
    links += [
        "/aspect?id=en:room",
        f"/reviews?q={quote(CORPUS[0])}",
        f"/reviews?product={quote(CORPUS[0])}&sort=newest",
    ]
    for link in links[:8] + links[9:]:
        page.goto(f"/files/{slug}{link}")
        assert page.title() != "pwned"
        assert (
            page.locator("main [onerror], main [onload], main [onclick], main iframe, main script:not([src])").count()
            == 0
        ), link
        assert page.locator("a[href^='javascript']").count() == 0
    bad = CORPUS[1].replace('"', '""')
    (tmp_path / "x.csv").write_text(f'"{bad}",stars\n' + f'"Clean room. {bad}",5\n' * 4, encoding="utf-8")
    page.goto("/upload")
    page.locator("input[type=file]").set_input_files(
        {"name": f"{CORPUS[1]}.csv", "mimeType": "text/csv", "buffer": (tmp_path / "x.csv").read_bytes()}
    )
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**/upload/*")
    assert page.locator("main [onerror]").count() == 0
    here.context.close()
    assert not [problem for problem in here.problems if "404" not in problem]
