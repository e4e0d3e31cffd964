"""Sentences with gold aspect terms, from the sets of ``--data``: each as texts and the terms by how often tagged."""

from __future__ import annotations

import json
import lzma
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from defusedxml import ElementTree

# What the annotators of Hu and Liu's products tagged as the product itself, which paper 004 does not call an aspect.
WHOLES = {
    "Apex_AD2600_Progressive_scan_DVD player": "player,dvd player,dvd,dvd players,product,apex,unit,machine",
    "Canon_G3": "camera,g3,canon,product,canon g3,powershot",
    "Creative_Labs_Nomad_Jukebox_Zen_Xtra_40GB": "player,mp3 player,product,unit,zen,nomad,zen xtra,creative,jukebox",
    "Nikon_coolpix_4300": "camera,nikon,product",
    "Nokia_6610": "phone,nokia,product,6610,cell phone",
    "Canon_PowerShot_SD500": "camera,sd500,canon,cameras,compact",
    "Canon_S100": "camera,s100,cameras,canon,compact,product",
    "Diaper_Champ": "diaper champ,champ,diaper pail,product,pail,item,diaper genie",
    "Hitachi_router": "router,routers,machine,hitachi,product,tool",
    "Linksys_Router": "router,product,linksys,wrt54g,routers",
    "MicroMP3": "player,zen micro,micro,product,zen,players",
    "Nokia_6600": "phone,nokia,6600,product,phones",
    "ipod": "ipod,product,player,apple",
    "norton": "product,norton,products,symantec,program,software,norton internet security,antivirus",
}
MEMD_WHOLES = {
    "books": "book,books,novel,read",
    "clothing": "shoes,shoe,tights,sandals,sandal,boots,boot,product,shirt,sweatshirt,dance tights",
    "hotel": "",
}
PRONOUNS = {"they", "them", "it", "this", "these", "those", "one", "ones", "i", "you", "he", "she", "we", "this one"}


class GoldSet(NamedTuple):
    """Texts to learn from and how often people tagged each term in them, in lower case."""

    name: str
    texts: list[str]
    counts: Counter[str]

    @property
    def gold(self) -> list[str]:
        """Terms tagged more than once, most frequent first (the paper's note 7)."""
        kept = [term for term, count in self.counts.items() if count > 1]
        return sorted(kept, key=lambda term: (-self.counts[term], term))


def semeval14(data: Path, domain: str) -> GoldSet:
    """Train and test sentences; for restaurants the second release of the training half."""
    train = {"restaurants": "Restaurants_Train_v2", "laptops": "Laptops_Train"}[domain]
    texts, counts = [], Counter[str]()
    for name in (train, f"{domain.capitalize()}_Test_Gold"):
        with lzma.open(data / "semeval14" / f"{name}.xml.xz") as file:
            for sentence in ElementTree.parse(file).getroot().iter("sentence"):
                texts.append(sentence.findtext("text") or "")
                counts.update(term.get("term").lower() for term in sentence.iter("aspectTerm"))
    return GoldSet(domain, texts, counts)


def memd(data: Path, domain: str, *, wholes: bool) -> GoldSet:
    """Explicit aspect terms of the quadruples, each place once.

    MEMD tags the thing itself too ("book", "place", "they"). Without ``wholes``, terms that stand mostly for the whole
    (category Book#General and the like) are left out, and so are pronouns.
    """
    texts, counts, categories = [], Counter[str](), defaultdict[str, Counter[str]](Counter)
    for part in ("train", "dev", "test"):
        for line in _lines(data / "memd" / f"{domain}_{part}.jsonl"):
            item = json.loads(line)
            texts.append(item["raw_words"])
            places = {(q["aspect"]["from"], " ".join(q["aspect"]["term"]).lower()) for q in item["quadruples"]}
            counts.update(term for start, term in places if start >= 0)
            for q in item["quadruples"]:
                categories[" ".join(q["aspect"]["term"]).lower()][q["category"]] += 1
    if not wholes:
        general = {f"{whole}#General" for whole in ("Book", "Clothing", "Shoes", "Bottom", "Top", "Hotel", "Socks")}
        named = PRONOUNS | set(MEMD_WHOLES[domain].split(","))
        counts = Counter({
            term: count for term, count in counts.items()
            if term not in named and categories[term].most_common(1)[0][0] not in general
        })  # fmt: skip
    return GoldSet(f"memd {domain}", texts, counts)


def hu_liu(data: Path) -> list[GoldSet]:
    """One set a product, without the product's own names."""
    sets = []
    for name in ("product_reviews_1.zip", "product_reviews_2.zip"):
        with zipfile.ZipFile(data / "hu-liu" / name) as archive:
            for file in sorted(archive.namelist()):
                if file.endswith(".txt") and "README" not in file:
                    sets.append(_product(Path(file).stem, archive.read(file).decode("latin-1")))
    return sets


def _product(name: str, content: str) -> GoldSet:
    texts, counts, wholes = [], Counter[str](), WHOLES[name].split(",")
    for line in content.splitlines():
        tagged, mark, text = line.partition("##")
        if mark:
            texts.append(text)
            terms = (term.strip().lower() for term in re.findall(r"([^,\[\]]+?)\s*\[[+-]?\d?\]", tagged))
            counts.update(term for term in terms if term not in wholes)
    return GoldSet(name, texts, counts)


def _lines(path: Path) -> Iterator[str]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from file
    else:
        with lzma.open(path.with_suffix(path.suffix + ".xz"), "rt", encoding="utf-8") as file:
            yield from file
