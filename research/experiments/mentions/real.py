"""What it changes on real reviews: hu-liu's products, counted with everything and with what is about the product.

``python -m research.experiments.mentions.real --data DIR [--out DIR]`` prints for each product how many opinions are about other
things, the aspects whose mean moves most, and the rivals; with --out the .voxpop files and pages are kept.
"""

from __future__ import annotations

import argparse
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import voxpop
from research import datasets
from voxpop import Analysis
from voxpop.settings import Curation, Settings
from voxpop.types import Review

PRODUCTS = {
    "Canon_G3": "Canon PowerShot G3",
    "Nikon_coolpix_4300": "Nikon Coolpix 4300",
    "Creative_Labs_Nomad_Jukebox_Zen_Xtra_40GB": "Creative Nomad Jukebox Zen Xtra",
    "MicroMP3": "Creative Zen Micro",
    "Nokia_6610": "Nokia 6610",
    "Linksys_Router": "Linksys Router",
}
SHOWN = 5


def reviews(data: Path, product: str) -> Iterator[str]:
    """The texts of a product's reviews; a title begins each, marks of aspects stand before ## and are left out."""
    folder = datasets.find("hu-liu", data)
    for archive in ("product_reviews_1.zip", "product_reviews_2.zip"):
        with zipfile.ZipFile(folder / archive) as packed:
            for name in packed.namelist():
                if Path(name).stem == product and not name.startswith("__"):
                    yield from split(packed.read(name).decode("latin-1"))


def split(text: str) -> Iterator[str]:
    held: list[str] = []
    for line in text.splitlines():
        if line.startswith("[t]"):
            yield " ".join(held)
            held = []
        elif "##" in line:
            held.append(re.sub(r"\s+", " ", line.split("##", 1)[1]).strip())
    yield " ".join(held)


def analysed(texts: list[str], product: str, *, about: str, output: Path) -> Analysis:
    settings = Settings(about=about, curation=Curation(near_duplicates=0), lang="en")
    rows = [Review(id=str(number), text=text) for number, text in enumerate(texts, 1)]
    return voxpop.analyze(rows, product=product, settings=settings, output=output, overwrite=True, workers=1)


def show(stem: str, product: str, data: Path, out: Path) -> None:
    texts = [text for text in reviews(data, stem) if text]
    with analysed(texts, product, about="main", output=out / f"{stem}.voxpop") as ours:
        with analysed(texts, product, about="all", output=out / f"{stem}-all.voxpop") as whole:
            before = {aspect.name: aspect for aspect in whole.aspects}
        ledger = ours.ledger()
        counts = {side: cell.counts.mentions for side, cell in ledger.total.cells.items()}
        print(f"\n{product}: {len(ours.reviews)} reviews, opinions {counts}")
        moved = [(aspect, before[aspect.name]) for aspect in ours.aspects if aspect.name in before]
        moved.sort(key=lambda pair: -abs(pair[0].mean - pair[1].mean))
        for now, then in moved[:SHOWN]:
            print(f"  {now.name:20} {then.mentions:4} → {now.mentions:4} mentions, {then.mean:+.2f} → {now.mean:+.2f}")
        for rival in [rival for rival in ledger.rivals if rival.name][:SHOWN]:
            said, match = rival.cell, rival.match
            praise = f"{said.counts.positive} good, {said.counts.negative} bad" if said else "no opinion"
            print(f"  against {rival.name}: {praise}; better {match.better}, worse {match.worse}, level {match.equal}")
        ours.report(out / f"{stem}.html")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--product", choices=PRODUCTS, action="append")
    given = parser.parse_args()
    with TemporaryDirectory() as scratch:
        out = given.out or Path(scratch)
        out.mkdir(parents=True, exist_ok=True)
        for stem in given.product or PRODUCTS:
            show(stem, PRODUCTS[stem], datasets.folder(given.data), out)


if __name__ == "__main__":
    main()
