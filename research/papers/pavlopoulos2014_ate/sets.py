"""Sentences in which people tagged aspect terms: SemEval-14, MEMD, and the products of Hu and Liu."""

from __future__ import annotations

import json
import lzma
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from defusedxml import ElementTree

from research import datasets
from voxpop.aspects import Corpus
from voxpop.lang import language

BATCH = 512
FIRST, SECOND = "product_reviews_1.zip", "product_reviews_2.zip"

# What the annotators of Hu and Liu's products tagged as the product itself, which Pavlopoulos and Androutsopoulos (2014) does not call an aspect.
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
# MEMD tags the thing itself too: by the category of these wholes, by these words, or by a pronoun.
MEMD_GENERAL = {f"{whole}#General" for whole in ("Book", "Clothing", "Shoes", "Bottom", "Top", "Hotel", "Socks")}
MEMD_WHOLES = {
    "books": "book,books,novel,read",
    "clothing": "shoes,shoe,tights,sandals,sandal,boots,boot,product,shirt,sweatshirt,dance tights",
}
PRONOUNS = {"they", "them", "it", "this", "these", "those", "one", "ones", "i", "you", "he", "she", "we", "this one"}

_TAG = re.compile(r"([^,\[\]]+?)\s*\[[+-]?\d?\]")


@dataclass(frozen=True)
class GoldSet:
    """Texts to learn from, and the terms that people tagged in each of them, in lower case."""

    name: str
    texts: list[str]
    tags: list[list[str]]

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(term for tags in self.tags for term in tags)

    @cached_property
    def gold(self) -> dict[str, int]:
        """Terms tagged more than once (the paper's note 7), most frequent first, equals by the alphabet."""
        kept = [(term, count) for term, count in self.counts.items() if count > 1]
        return dict(sorted(kept, key=lambda pair: (-pair[1], pair[0])))

    def only(self, keep: Callable[[str], bool]) -> GoldSet:
        """Without the tags of some terms; the texts stay."""
        return replace(self, tags=[[term for term in tags if keep(term)] for tags in self.tags])


def semeval14(data: Path, domain: str) -> GoldSet:
    """``domain`` is restaurants or laptops: train and test; for restaurants the second release of the train half."""
    home = datasets.find("semeval14", data)
    train = {"restaurants": "Restaurants_Train_v2", "laptops": "Laptops_Train"}[domain]
    texts, tags = [], []
    for name in (train, f"{domain.capitalize()}_Test_Gold"):
        with lzma.open(home / f"{name}.xml.xz") as file:
            for sentence in ElementTree.parse(file).getroot().iter("sentence"):
                texts.append(sentence.findtext("text") or "")
                tags.append([_plain(term.get("term")) for term in sentence.iter("aspectTerm")])
    return GoldSet(domain, texts, tags)


def memd(data: Path, domain: str, *, wholes: bool) -> GoldSet:
    """Explicit terms of the quadruples, each place once. Without ``wholes``, terms that stand mostly for the thing
    itself (category Hotel#General and the like) are left out, and so are pronouns."""
    texts, tags, categories = [], [], defaultdict[str, Counter[str]](Counter)
    for item in _memd_items(datasets.find("memd", data), domain):
        texts.append(str(item["raw_words"]))
        places = set()
        for quadruple in item["quadruples"]:
            aspect = quadruple["aspect"]
            term = _plain(" ".join(aspect["term"]))
            categories[term][quadruple["category"]] += 1
            if aspect["from"] >= 0:
                places.add((aspect["from"], term))
        tags.append([term for _, term in sorted(places)])
    found = GoldSet(f"memd {domain}", texts, tags)
    if wholes:
        return found
    named = PRONOUNS | set(MEMD_WHOLES.get(domain, "").split(","))
    return found.only(lambda term: term not in named and categories[term].most_common(1)[0][0] not in MEMD_GENERAL)


def hu_liu(data: Path, *, archives: Sequence[str] = (FIRST, SECOND), wholes: bool = False) -> list[GoldSet]:
    """One set a product; the product's own names count only with ``wholes``."""
    home, sets = datasets.find("hu-liu", data), []
    for name in archives:
        with zipfile.ZipFile(home / name) as archive:
            for file in sorted(archive.namelist()):
                if file.endswith(".txt") and "README" not in file:
                    found = _product(Path(file).stem, archive.read(file).decode("latin-1"))
                    sets.append(found if wholes else _without(found, WHOLES[found.name].split(",")))
    return sets


def joined(name: str, sets: Sequence[GoldSet]) -> GoldSet:
    return GoldSet(name, [text for s in sets for text in s.texts], [tags for s in sets for tags in s.tags])


def learn(texts: Sequence[str], *, most: int | None = None) -> Corpus:
    """The sentences of English texts, as aspect methods want them; after ``most`` sentences no text is begun."""
    corpus = Corpus()
    for start in range(0, len(texts), BATCH):
        for sentences in language("en").parse(texts[start : start + BATCH]):
            if most is not None and len(corpus) >= most:
                return corpus
            corpus.add(sentences, language("en"))
    return corpus


def _without(found: GoldSet, names: Collection[str]) -> GoldSet:
    return found.only(lambda term: term not in names)


def _product(name: str, content: str) -> GoldSet:
    texts, tags = [], []
    for line in content.splitlines():
        tagged, mark, text = line.partition("##")
        if mark:
            texts.append(text)
            tags.append([_plain(term) for term in _TAG.findall(tagged)])
    return GoldSet(name, texts, tags)


def _memd_items(home: Path, domain: str) -> Iterator[dict[str, Any]]:
    for part in ("train", "dev", "test"):
        path = home / f"{domain}_{part}.jsonl"
        opener = open if path.exists() else lzma.open
        with opener(path if path.exists() else path.with_suffix(".jsonl.xz"), "rt", encoding="utf-8") as file:
            yield from (json.loads(line) for line in file)


def _plain(term: str | None) -> str:
    return " ".join((term or "").lower().split())
