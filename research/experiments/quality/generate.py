"""Adverts, filler and noise by families of templates of our own, each family for training, development or test only.

A file of templates: ``@list: a|b|c``; ``# family kind split`` and below it a template a line, in which ``{a|b}`` is a
choice and ``<list>`` a word of a list. What is random beyond that (keys hit at random, numbers, addresses) is here.
"""

from __future__ import annotations

import base64
import random
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

HOME = Path(__file__).parent
SPLITS = ("train", "dev", "test")
_CHOICE = re.compile(r"\{([^{}]*)\}")
_SLOT = re.compile(r"<([\w:-]+)>")
_SYLLABLES = ("ba", "la", "ma", "na", "po", "tu", "ki", "xo", "re", "sha", "zu", "du", "wo", "fi")
_WORDS = ("best", "home", "city", "star", "blue", "quick", "smart", "happy", "green", "gold", "super", "daily", "mega",
          "royal", "fresh", "easy", "pro", "top", "my", "the", "new", "big", "world", "sun", "moon", "fit", "style",
          "trend", "house", "life", "tech", "auto", "beauty", "garden", "kids", "pet", "book", "game")  # fmt: skip
_NUMBERS = {
    "phone": ("555-####", "(###) 555-####", "+00 ### ######", "##########", "0### ######"),
    "mobile": ("13#########", "15#########", "18#########", "0##-########", "1## #### ####"),
    "qq": ("######", "########", "##########"),
}
_ENDINGS = ("com", "net", "shop", "xyz", "example", "top", "info", "cn")
_SHORT = {
    "en": ("good", "nice", "ok", "great", "cool", "yes", "bad", "very good", "nice one", "so good", "five stars",
           "thank you", "i like", "top"),
    "zh": ("好", "很好", "不错", "可以", "好评", "满意", "五星", "喜欢", "棒", "行", "赞", "还行", "非常好", "挺好的",
           "默认", "无"),
}  # fmt: skip


@dataclass(frozen=True)
class Family:
    name: str
    kind: str  # advert, noise, or review: honest texts that speak of offers and the like
    split: str
    write: Callable[[random.Random], str]


@dataclass
class _File:
    lists: dict[str, list[str]] = field(default_factory=dict)
    families: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)


def families(lang: str) -> list[Family]:
    """All families of a language."""
    file = _parse((HOME / f"templates-{lang}.txt").read_text("utf-8"))
    written = [
        Family(name, kind, split, partial(_written, lines, file.lists, kind))
        for (name, kind, split), lines in file.families.items()
    ]
    made = [Family(f"{lang}-{name}", "noise", split, write) for name, (split, write) in _noise(lang).items()]
    return [*written, *made, Family(f"{lang}-short", "review", "train", partial(_short, lang=lang))]


def drawn(lang: str, split: str, *, each: int, seed: int = 0) -> Iterator[tuple[str, str, str]]:
    """(family, kind, text), ``each`` different ones of every family of a split, or as many as it can write."""
    for family in families(lang):
        if family.split == split:
            draw = random.Random(f"{seed} {family.name}")
            texts = dict.fromkeys(family.write(draw) for _ in range(2 * each))
            yield from ((family.name, family.kind, text) for text in list(texts)[:each])


def _parse(text: str) -> _File:
    file, lines = _File(), []
    for line in text.splitlines():
        if line.startswith("@"):
            name, words = line[1:].split(": ", 1)
            file.lists[name] = words.split("|")
        elif re.fullmatch(r"# \S+ \S+ \S+", line):
            name, kind, split = line[2:].split()
            lines = file.families.setdefault((name, kind, split), [])
        elif line:
            lines.append(line)
    return file


def _written(lines: list[str], lists: dict[str, list[str]], kind: str, draw: random.Random) -> str:
    return _decorated(_filled(draw.choice(lines), lists, draw), kind, draw)


def _filled(template: str, lists: dict[str, list[str]], draw: random.Random) -> str:
    for _ in range(50):
        if match := _CHOICE.search(template):
            new = draw.choice(match[1].split("|"))
        elif match := next((m for m in _SLOT.finditer(template) if m[1] in lists or _special(m[1], draw)), None):
            new = draw.choice(lists[match[1]]) if match[1] in lists else _special(match[1], draw)
        else:
            break
        template = template[: match.start()] + new + template[match.end() :]
    return template.strip()


def _special(name: str, draw: random.Random) -> str:
    """A made-up number, address or account; nothing for another name."""
    if name.startswith("n:"):
        low, high = name[2:].split("-")
        return str(draw.randint(int(low), int(high)))
    if name == "code":
        return "".join(draw.choices(string.ascii_uppercase + string.digits, k=draw.randint(4, 8)))
    if name == "account":
        return draw.choice(["", "", "@", " "]) + _digits(_name(draw) + draw.choice(["###", "_##", "", "######"]), draw)
    if name == "email":
        return f"{_name(draw)}{draw.randint(10, 99)}@{draw.choice(['mail', 'post', 'shop'])}.{draw.choice(_ENDINGS)}"
    if name == "url":
        home = (
            draw.choice(["http://", "https://", "www.", ""]) + _name(draw) + draw.choice(["", "-shop", "24", "online"])
        )
        return _digits(f"{home}.{draw.choice(_ENDINGS)}" + draw.choice(["", "/###", "/go"]), draw)
    return _digits(draw.choice(_NUMBERS[name]), draw) if name in _NUMBERS else ""


def _name(draw: random.Random) -> str:
    return "".join(draw.choice(draw.choice((_SYLLABLES, _WORDS, _WORDS))) for _ in range(draw.randint(2, 3)))


def _digits(shape: str, draw: random.Random) -> str:
    return "".join(draw.choice(string.digits) if mark == "#" else mark for mark in shape)


def _decorated(text: str, kind: str, draw: random.Random) -> str:
    """Sometimes in capitals, with emoji, with blanks or marks between."""
    chance = draw.random()
    if kind == "advert" and chance < 0.06:
        return text.upper()
    if chance < 0.12:
        return text.lower()
    if kind == "advert" and chance < 0.2:
        return f"{draw.choice('🔥💰✅👉🎁⭐')}{text}{draw.choice('🔥💰✅👇🎁⭐') * draw.randint(0, 3)}"
    return text


def _noise(lang: str) -> dict[str, tuple[str, Callable[[random.Random], str]]]:
    """Families that no template can write."""
    common = {"marks": ("train", _marks), "repeats": ("train", partial(_repeats, lang=lang)),
              "mojibake": ("test", partial(_mojibake, lang=lang))}  # fmt: skip
    if lang == "zh":
        return {**common, "characters": ("train", _characters)}
    return {**common, "rows": ("train", _rows), "letters": ("train", _letters),
            "stutter": ("dev", _stutter), "bytes": ("test", _bytes)}  # fmt: skip


def _letters(draw: random.Random) -> str:
    words = ("".join(draw.choices(string.ascii_lowercase, k=draw.randint(3, 10))) for _ in range(draw.randint(2, 12)))
    return " ".join(words)


def _marks(draw: random.Random) -> str:
    pool = draw.choice(["!?.", "。，！", "~-=", "*#@", "123456", "._ "])
    return "".join(draw.choices(pool + draw.choice("abkox"), k=draw.randint(8, 60)))


def _stutter(draw: random.Random) -> str:
    return " ".join(draw.choice(_SYLLABLES) * draw.randint(3, 8) for _ in range(draw.randint(2, 6)))


def _bytes(draw: random.Random) -> str:
    raw = draw.randbytes(draw.randint(9, 60))
    return draw.choice([raw.hex(), base64.b64encode(raw).decode(), " ".join(f"{b:02X}" for b in raw)])


def _repeats(draw: random.Random, *, lang: str) -> str:
    unit, joint = (
        draw.choice(_SHORT[lang]),
        draw.choice(["", "，", "。", " "] if lang == "zh" else [" ", ", ", ". ", "! "]),
    )
    other = draw.choice(_SHORT[lang])
    return joint.join(draw.choice([unit, unit, other]) for _ in range(draw.randint(8, 30)))


def _short(draw: random.Random, *, lang: str) -> str:
    """The same words said once to four times: that is a review still."""
    unit, joint = draw.choice(_SHORT[lang]), draw.choice(["", "，", " "] if lang == "zh" else [" ", ", ", "! "])
    tail = draw.choice(["", ".", "!", "!!!!", "。", "。。。。。。。", "！！！！", "~~~", "👍"])
    return joint.join([unit] * draw.choice([1, 1, 2, 3, 4])) + tail


def _rows(draw: random.Random) -> str:
    rows = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "lkjhgfdsa", "poiuytrewq")
    pick = lambda row: row[(at := draw.randint(0, len(row) - 4)) : at + draw.randint(3, 7)]  # noqa: E731
    return draw.choice(["", " "]).join(pick(draw.choice(rows)) for _ in range(draw.randint(2, 9)))


def _characters(draw: random.Random) -> str:
    """Characters of the first level of GB 2312, none of them chosen."""
    pairs = (bytes((draw.randint(0xB0, 0xD6), draw.randint(0xA1, 0xFE))) for _ in range(draw.randint(8, 40)))
    return b"".join(pairs).decode("gb2312")


def _mojibake(draw: random.Random, *, lang: str) -> str:
    """Text read in the wrong encoding."""
    words = (
        "味道不错服务态度一般价格有点贵环境很好下次再来推荐朋友"
        if lang == "zh"
        else "crème brûlée café naïve jalapeño — “señor” déjà vu "
    )
    text = "".join(draw.choices(words, k=draw.randint(12, 50)))
    wrong = "gbk" if lang == "zh" else "cp1252"
    return text.encode("utf-8").decode(wrong, "replace")
