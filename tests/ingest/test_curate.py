from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import OptionError
from voxpop.ingest import Curator, read_reviews, row_batches
from voxpop.settings import Curation, Settings
from voxpop.types import Rejected, Review

GOOD = "The staff were friendly and the room was clean and quiet."


LONG = (
    "Breakfast was rich and fresh every day, with local cheese, good coffee and a view of the old harbour below us. "
    * 2
)


def curated(*texts: str, lang: Any = "auto", **steps: Any) -> tuple[list[Review | Rejected], Curator]:
    curator = Curator(Settings(lang=lang, curation=Curation(**steps)))
    reviews = [Review(id=str(n), text=text, row=n, source="x.csv") for n, text in enumerate(texts, start=1)]
    return list(curator(reviews)), curator


def steps_of(items: list[Review | Rejected]) -> list[str]:
    return [item.step if isinstance(item, Rejected) else "kept" for item in items]


@pytest.mark.parametrize(
    ("text", "step", "off"),
    [
        ("x", "length", {"min_chars": 0}),
        (GOOD * 500, "length", {"max_chars": 0}),
        ("👍👍👍 100", "quality", {"low_quality": False}),
        ("Click here for a promo code: http://deals.example/x", "advert", {"adverts": False}),
    ],
)
def test_each_step_says_no_and_can_be_turned_off(text: str, step: str, off: dict[str, Any]) -> None:
    items, curator = curated(text)
    assert steps_of(items) == [step]
    assert curator.counts[f"dropped {step}"] == 1
    assert isinstance(items[0], Rejected)
    assert items[0].reason.endswith(".")
    assert steps_of(curated(text, **off)[0]) == ["kept"]


def test_personal_data_is_covered_counted_and_can_be_left() -> None:
    text = "Mail me at jane@example.com or call 480-312-2669, great hotel."
    items, curator = curated(text)
    assert isinstance(items[0], Review)
    assert len(items[0].text) == len(text)
    assert "jane" not in items[0].text
    assert (curator.counts["masked email"], curator.counts["masked phone"], curator.counts["kept"]) == (1, 1, 1)
    assert curated(text, mask=False)[0][0].text == text


def test_personal_data_is_covered_in_what_is_dropped_too() -> None:
    items, _ = curated("x@example.com " + GOOD, "x@example.com " + GOOD)
    earlier = Rejected(step="stars", reason="No.", text="call 480-312-2669")
    items += list(Curator(Settings())([earlier]))
    assert steps_of(items) == ["kept", "duplicate", "stars"]
    assert not any(secret in repr(items) for secret in ("example.com", "312"))


def test_languages_are_found_or_forced() -> None:
    items, curator = curated(
        GOOD, "这家店的味道非常好", "La comida estaba muy buena y el servicio también", "Очень вкусно и недорого"
    )
    assert [item.lang for item in items if isinstance(item, Review)] == ["en", "zh"]
    assert curator.counts["dropped language"] == 2
    forced, _ = curated(GOOD, "这家店的味道非常好", lang="zh")
    assert steps_of(forced) == ["script", "kept"]
    assert steps_of(curated(GOOD, lang="zh", script_share=0)[0]) == ["kept"]


def test_other_languages_can_be_kept() -> None:
    texts = ("La comida estaba muy buena y el servicio también", "とても美味しい料理でした", GOOD, "味道很好")
    items, curator = curated(*texts, language=False, script_share=0)
    assert [item.lang for item in items if isinstance(item, Review)] == ["en", "zh", "en", "zh"]
    assert curator.counts["kept"] == 4
    forced, _ = curated(texts[0], lang="zh", language=False, script_share=0)
    assert [item.lang for item in forced if isinstance(item, Review)] == ["zh"]


FOREIGN = "La chambre était très belle mais le personnel impoli", "Das Zimmer war sehr schön, aber das Personal nicht"


@pytest.mark.parametrize("lang", ["auto", "en"])
def test_a_language_given_does_not_open_the_door_to_others(lang: str) -> None:
    own = (GOOD, "ok", "The 服务 was terrible", "Loved the crème brûlée", "10/10 👍 luv it")
    items, curator = curated(*FOREIGN, *own, lang=lang)
    assert steps_of(items) == ["language", "language", *["kept"] * 5]
    assert isinstance(items[0], Rejected)
    assert items[0].reason == "It is in another language; voxpop reads English and Chinese."
    assert curator.counts["foreign"] == 0
    assert steps_of(curated("とても美味しい料理でした", "味道不错", lang="zh")[0]) == ["language", "kept"]


@pytest.mark.parametrize("lang", ["auto", "en"])
def test_other_languages_that_are_kept_are_counted(lang: str) -> None:
    _, curator = curated(*FOREIGN, GOOD, "10/10 👍", lang=lang, language=False, low_quality=False)
    assert (curator.counts["kept"], curator.counts["foreign"]) == (4, 2)


@pytest.mark.parametrize(
    ("given_lang", "lang"), [("en-US", "en"), ("EN", "en"), ("zh-CN", "zh"), ("zh_Hant_TW", "zh"), ("", "zh")]
)
def test_a_language_tag_may_name_a_country(given_lang: str, lang: str) -> None:
    (item,) = Curator(Settings())([Review(id="1", text="Really 非常 good 好吃", lang=given_lang)])
    assert isinstance(item, Review)
    assert item.lang == lang


def test_another_language_tag_is_another_language() -> None:
    items = list(Curator(Settings())([Review(id="1", text=GOOD, lang="fr-FR")]))
    assert steps_of(items) == ["language"]


@pytest.mark.parametrize("steps", [{"near_duplicates": 90}, {"script_share": 1.5}, {"script_share": float("nan")}])
def test_a_share_is_between_zero_and_one(steps: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="must lie between 0 and 1"):
        Settings(curation=Curation(**steps))


@pytest.mark.parametrize("order", list(permutations(["味道很好", "100%", "环境不错", "Great!"])))
def test_a_text_that_shows_no_language_takes_the_commonest_in_any_order(order: tuple[str, ...]) -> None:
    items, _ = curated(*order, low_quality=False)
    langs = {item.text: item.lang for item in items if isinstance(item, Review)}
    assert langs == {"味道很好": "zh", "100%": "zh", "环境不错": "zh", "Great!": "en"}


def test_a_text_that_shows_no_language_is_english_if_none_does() -> None:
    items, _ = curated("100%", low_quality=False)
    assert [item.lang for item in items if isinstance(item, Review)] == ["en"]


def test_duplicates_of_long_texts_only() -> None:
    items, _ = curated(GOOD, GOOD.upper(), "Great!", "Great!", "好吃", "好吃", LONG, LONG + "!!! Really.")
    assert steps_of(items) == ["kept", "duplicate", "kept", "kept", "kept", "kept", "kept", "near duplicate"]
    assert isinstance(items[1], Rejected)
    assert items[1].reason == "The same text stands in row 1."
    assert steps_of(curated(GOOD, GOOD, duplicates=False, near_duplicates=0)[0]) == ["kept", "kept"]


@pytest.mark.parametrize("together", [1, 2, 5])
def test_how_many_are_looked_up_together_changes_nothing(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        GOOD,
        "x",
        LONG,
        "👍",
        GOOD.upper(),
        "Great!",
        LONG + "!!! Really.",
        "好吃",
        LONG + " Oh really.",
        GOOD,
        "👍",
    ]
    expected, one = curated(*texts, low_quality=False)
    monkeypatch.setattr(row_batches, "TOGETHER", together)
    found, other = curated(*texts, low_quality=False)
    assert found == expected
    assert other.counts == one.counts
    assert steps_of(found).count("duplicate") == 2
    assert steps_of(found).count("near duplicate") == 2


def test_everything_can_be_off() -> None:
    curator = Curator(Settings(curation=Curation.off()))
    texts = ["x", "!!!", "aaaaaa", GOOD, GOOD, "Write to a@example.com", "Очень вкусно и недорого"]
    items = list(curator(Review(id=str(n), text=text) for n, text in enumerate(texts)))
    kept = {item.id: item.text for item in items if isinstance(item, Review)}
    assert [kept[str(n)] for n in range(len(texts))] == texts


@given(st.lists(st.text(max_size=200)))
def test_nothing_is_lost_and_no_length_changes(texts: list[str]) -> None:
    curator = Curator(Settings())
    items = list(curator(Review(id=str(n), text=text) for n, text in enumerate(texts)))
    items.sort(key=lambda item: int(item.id or -1))
    assert [item.id for item in items] == [str(n) for n in range(len(texts))]
    assert [len(item.text or "") for item in items] == [len(text) for text in texts]
    assert curator.counts["kept"] + sum(n for k, n in curator.counts.items() if k.startswith("dropped")) == len(texts)
    assert all(item.lang in ("en", "zh") for item in items if isinstance(item, Review))


def test_hardly_any_real_review_is_set_aside(data_dir: Path) -> None:
    curator = Curator(Settings())
    assert sum(1 for _ in curator(read_reviews(data_dir / "yelp-10k" / "yelp.csv.xz"))) == 10_000
    assert curator.counts["kept"] > 9_980


def test_long_hostile_texts_are_curated(tmp_path: Path, read: Callable[..., Any]) -> None:
    texts = [
        piece * (400_000 // len(piece))
        for piece in ("a", "ab ", "1 ", "好", "a@b.", "w.", "+1 (2) ", "http://", "q" * 7 + " ")
    ]
    assert len(curated(*texts)[0]) == len(texts)
