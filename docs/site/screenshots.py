"""Take the pictures of the documentation anew: python docs/site/screenshots.py

The bundled reviews of the hotel and the app are analysed, and Chromium looks at the web app. The pictures are put into
docs/images with 128 colours, which makes them small.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import voxpop
from voxpop import examples

IMAGES = Path(__file__).resolve().parents[1] / "images"
SHOTS = {  # picture: page of the web app, height
    "overview": ("files/hotel", 1180),
    "aspect": ("files/hotel/aspect?id=en:breakfast", 900),
    "drivers": ("files/app/drivers", 900),
    "trends": ("files/app/trends?from=30d", 900),
}


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        examples.copy_all(folder)
        voxpop.analyze(folder / "hotel-en.csv", output=folder / "hotel.voxpop").close()
        reviews = [folder / "app-en.csv", folder / "app-new-en.csv"]
        options = {"product": "Larkrun", "domain": "mobile-app"}
        voxpop.analyze(reviews, output=folder / "app.voxpop", **options).close()
        command = [sys.executable, "-m", "voxpop", "serve", "hotel.voxpop", "app.voxpop", "--port", "0"]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8") as server:
            assert server.stdout is not None
            address = re.search(r"http://\S+/", server.stdout.readline())
            assert address is not None
            try:
                take(address[0])
            finally:
                server.terminate()


def take(address: str) -> None:
    """Take all pictures from the app at an address."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (path, height) in SHOTS.items():
            page = browser.new_page(viewport={"width": 1440, "height": height}, locale="en-GB")
            page.goto(address + path, timeout=120_000)
            page.locator("[data-again]").wait_for(state="detached", timeout=120_000)
            page.reload()  # without the room that was kept for what came later
            page.wait_for_timeout(1500)  # charts and fonts
            picture = Image.open(io.BytesIO(page.screenshot()))
            picture.convert("RGB").quantize(128).save(IMAGES / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
