"""Documents for the tests of the report: built by hand from sentences, with every offset computed from the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import Any

# aspect, its terms, and what people say: the sentence with the aspect in [] and the opinion in {}, and a polarity
ENGLISH: list[tuple[str, list[str], list[tuple[str, float]]]] = [
    ("rooms", ["room", "rooms", "bedroom", "suite"], [
        ("Our [room] was {spotlessly clean} and quiet.", 0.8),
        ("The [rooms] are {clean} and the beds were made every day.", 0.6),
        ("[Room] was {clean}, towels changed daily 😊", 0.6),
        ("The [suite] felt {tired}, with a carpet that has seen better years.", -0.5),
        ("We asked for a [room] on the top floor.", 0.0),
        ("Very {clean} [room]!! Would come back.", 0.7),
    ]),
    ("staff", ["staff", "receptionist", "team", "porter"], [
        ("The [staff] could not have been {friendlier}.", 0.9),
        ("{Friendly} [staff], they remembered our names.", 0.8),
        ("A {friendly} [team] that helps before you ask.", 0.8),
        ("The night [porter] was {rude} when we came in late.", -0.8),
    ]),
    ("breakfast", ["breakfast", "buffet", "morning coffee"], [
        ("[Breakfast] was {delicious}, above all the rye bread.", 0.8),
        ("{Delicious} [breakfast] with a view of the harbour.", 0.9),
        ("By nine the [buffet] was {picked over} and the coffee cold.", -0.6),
        ("[Breakfast] runs from seven to ten.", 0.0),
    ]),
    ("check-in", ["check-in", "check in", "queue", "front desk"], [
        ("[Check-in] was {slow}, forty minutes with two tired children.", -0.8),
        ("{Slow} [check in] and nobody said sorry.", -0.7),
        ("The [front desk] was {slow} but kind.", -0.3),
        ("[Check-in] took a minute, {painless}.", 0.6),
    ]),
    ("wifi", ["wifi", "internet", "wi-fi"], [
        ("The [wifi] {dropped} every hour, which made working impossible.", -0.7),
        ("[Internet] was {unreliable} on our floor.", -0.7),
        ("[Wi-Fi] {unreliable} in the evening.", -0.6),
        ("{Fast} [wifi] in the lobby.", 0.5),
    ]),
    ("price", ["price", "rate", "cost"], [
        ("Not cheap, but the [price] is {fair} for the harbour.", 0.4),
        ("The [rate] was {too high} for a weekday in February.", -0.6),
        ("We paid the usual [rate].", 0.0),
    ]),
    ("location", ["location", "neighbourhood", "walk to the ferry"], [
        ("{Perfect} [location], two minutes from the ferry.", 0.9),
        ("The [location] is {perfect} if you like the sea.", 0.9),
        ("A {lovely} [neighbourhood] with small bakeries.", 0.7),
    ]),
    ("noise", ["noise", "street noise", "walls"], [
        ("The [walls] are {thin}; we heard every word next door.", -0.7),
        ("{Terrible} [street noise] until two in the morning.", -0.9),
        ("[Walls] so {thin} that I know my neighbour's ringtone 🙃", -0.6),
    ]),
    ("pool", ["pool", "sauna"], [
        ("The [pool] is {small} but {warm}.", 0.2),
        ("[Sauna] was {closed} the whole week.", -0.5),
        ("Nice little [pool], {warm} even in March.", 0.6),
    ]),
    ("parking", ["parking", "garage"], [
        ("[Parking] costs extra.", 0.0),
        ("The [garage] is {cramped}.", -0.4),
    ]),
]  # fmt: skip

CHINESE: list[tuple[str, list[str], list[tuple[str, float]]]] = [
    ("味道", ["味道", "口味", "口感"], [
        ("[味道]{很好}，特别是那道红烧肉。", 0.8),
        ("这家的[味道]{很好}，下次还来😋", 0.8),
        ("[口味]{偏咸}，喝了好多水。", -0.5),
        ("[口感]{软糯}，老人也喜欢。", 0.7),
    ]),
    ("服务", ["服务", "服务员", "态度"], [
        ("[服务员]{很热情}，一直给我们加水。", 0.8),
        ("[服务]{很热情}，孩子也照顾到了。", 0.8),
        ("[态度]{冷淡}，叫了三次才过来。", -0.7),
    ]),
    ("排队", ["排队", "等位", "上菜"], [
        ("[排队]{太久}了，等了一个多小时！！", -0.8),
        ("周末[等位]{太久}。", -0.7),
        ("[上菜]{很快}。", 0.6),
    ]),
    ("环境", ["环境", "装修"], [
        ("[环境]{安静}，适合聊天。", 0.6),
        ("[装修]一般。", 0.0),
    ]),
    ("价格", ["价格", "性价比", "人均"], [
        ("[性价比]{高}，人均八十。", 0.7),
        ("[价格]{有点贵}。", -0.4),
        ("[人均]一百左右。", 0.0),
    ]),
]  # fmt: skip

BEFORE = {"en": "We stayed for three nights in spring. ", "zh": "和家人一起来的。"}
AFTER = {"en": " The rest of the trip went well.", "zh": "总体来说就是这样。"}


def quote(pattern: str, polarity: float, *, number: int = 1, lang: str = "en", dated: bool = True) -> dict[str, Any]:
    """A quote from a sentence in which [] marks the aspect and {} the opinions."""
    text, aspect, opinions, opened = BEFORE[lang], [0, 0], [], 0
    start = len(text)
    for char in pattern:
        if char in "[{":
            opened = len(text)
        elif char == "]":
            aspect = [opened, len(text)]
        elif char == "}":
            opinions.append([opened, len(text)])
        else:
            text += char
    end = len(text)
    text += AFTER[lang]
    return {
        "review_id": f"r{number}",
        "start": start,
        "end": end,
        "text": text[start:end],
        "polarity": polarity,
        "aspect_words": aspect,
        "opinion_words": opinions,
        "stars": float(min(5, max(1, round(3 + 2.4 * polarity)))),
        "date": f"{2024 + number % 17 // 12}-{number % 17 % 12 + 1:02}-{number % 28 + 1:02}" if dated else None,
        "product": None,
        "context": text,
        "context_start": 0,
    }


def aspect(
    name: str, terms: list[str], says: Sequence[tuple[str, float]], *, lang: str, times: int, dated: bool, cap: int = 60
) -> dict[str, Any]:
    """An aspect of which every sentence was said so many times, with counts, interval and months to match."""
    said = [says[(place * 7 + place // 3) % len(says)] for place in range(times)]
    quotes = [
        quote(text, value, number=place * 3 + 1, lang=lang, dated=dated) for place, (text, value) in enumerate(said)
    ]
    values = [value for _, value in said]
    center = mean(values)
    spread = 1.1 * max(0.2, max(values) - min(values)) / len(values) ** 0.5
    sides = Counter("positive" if value > 0 else "negative" if value < 0 else "neutral" for value in values)
    months: dict[str, Counter[str]] = {}
    for item in quotes if dated else []:
        side = "positive" if item["polarity"] > 0 else "negative" if item["polarity"] < 0 else "neutral"
        months.setdefault(item["date"][:7], Counter())[side] += 1
    firsts = {item["text"]: item for item in reversed(quotes)}
    return {
        "id": f"{lang}-{name}",
        "name": name,
        "lang": lang,
        "terms": terms,
        "mentions": times,
        "reviews": times,
        **{side: sides[side] for side in ("positive", "neutral", "negative")},
        "mean": center,
        "low": max(-1.0, center - spread),
        "high": min(1.0, center + spread),
        "damage": {
            "complaints": sides["negative"],
            "share": sides["negative"] / 312,
            "cost": 1.5,
            "loss": 1.5 * sides["negative"] / 312,
            "change": None,
            "change_errors": None,
        },
        "by_month": [
            {"month": month, **{side: sides[side] for side in ("positive", "neutral", "negative")}}
            for month, sides in sorted(months.items())
        ],
        "quotes": [item for item in firsts.values() if item["polarity"]][:4],
        "evidence": quotes[:cap],
    }


def build(lang: str = "en", *, dated: bool = True, starred: bool = True, scale: int = 40) -> dict[str, Any]:
    """A realistic document in English or Chinese."""
    said = {"en": ENGLISH, "zh": CHINESE}[lang]
    aspects = [
        aspect(name, terms, says, lang=lang, times=max(3, scale * 5 // (place + 1)), dated=dated)
        for place, (name, terms, says) in enumerate(said)
    ]
    if not starred:
        for item in aspects:
            for found in (*item["quotes"], *item["evidence"]):
                found["stars"] = None
    histogram = {"1": 21, "2": 18, "3": 34, "4": 96, "5": 143}
    months = [f"{2024 + n // 12}-{n % 12 + 1:02}" for n in range(17)]
    return {
        "schema": "voxpop/1",
        "run": {
            "version": "0.1.0",
            "versions": {"Python": "3.11.7", "duckdb": "2.0.0"},
            "created": "2026-11-15T12:00:00+00:00",
            "method": "prominent",
            "engine": "fast",
            "languages": [lang],
            "product": {"en": "Harbour View Hotel", "zh": "青禾小馆"}[lang],
            "sources": [{"en": "harbour reviews.csv", "zh": "青禾评论.xlsx"}[lang]],
            "settings": {
                "product": {"en": "Harbour View Hotel", "zh": "青禾小馆"}[lang],
                "lang": "auto",
                "method": "prominent",
                "top": 20,
                "limit": None,
                "curation": {"mask": True, "near_duplicates": 0.9},
            },
        },
        "counts": {
            "read": 330, "reviews": 312, "rejected": 18, "sentences": 1487,
            "opinions": sum(a["mentions"] for a in aspects),
        },
        "stars": {
            "mean": 4.03 if starred else None,
            "histogram": histogram if starred else dict.fromkeys("12345", 0),
            "by_month": [
                {"month": month, "reviews": 12 + place * 5 % 17, "mean": 3.6 + place * 3 % 7 / 9 if starred else None}
                for place, month in enumerate(months)
                if place != 6
            ]
            if dated
            else [],
        },
        "aspects": aspects,
        "rejected": {
            "total": 18,
            "by_step": [
                rejected("near duplicate", 11, "Almost the same as row 12.", "Great stay, lovely staff!"),
                rejected("advert", 4, "Looks like advertising.", "BEST PRICES call now"),
                rejected("length", 3, "Shorter than 2 characters.", "."),
            ],
        },
        "boilerplate": [
            {"text": "Verified stay |", "place": "opening", "rows": 31},
            {"text": "Cleanliness:", "place": "label", "rows": 12},
        ],
        "masked": {"email": 3, "phone": 1},
    }  # fmt: skip


def rejected(step: str, count: int, reason: str, text: str) -> dict[str, Any]:
    example = {"source": "harbour reviews.csv", "row": 88, "reason": reason, "text": text}
    return {"step": step, "count": count, "examples": [example]}


def empty(**changes: Any) -> dict[str, Any]:
    """A document in which nothing was found, with the parts given put in."""
    document = build()
    document["aspects"] = []
    document["counts"] = dict.fromkeys(document["counts"], 0)
    document["stars"] = {"mean": None, "histogram": dict.fromkeys("12345", 0), "by_month": []}
    document["rejected"] = {"total": 0, "by_step": []}
    document["boilerplate"] = []
    document["masked"] = {}
    return {**document, **changes}


def tree(lang: str = "en", *, scale: int = 4) -> dict[str, Any]:
    """A document by category, with the first aspects under the first category, and stars read from the texts."""
    document = build(lang, scale=scale)
    first, second, third, *others = document["aspects"]
    above = {**first, "id": f"{lang}>place", "name": "place", "category": "place", "aspects": [first, second, third]}
    for under in above["aspects"]:
        under.update(category="place", aspects=[])
    document["aspects"] = [above, *({**one, "category": one["name"], "aspects": []} for one in others)]
    document["stars"]["predicted_mean"] = 3.71
    document["run"] |= {"by": "tree", "engine": "reader"}
    for row in (above, *above["aspects"]):
        for found in (*row["quotes"], *row["evidence"]):
            found.update(predicted_stars=4.23, predicted_low=3.0, predicted_high=5.0)
    return document
