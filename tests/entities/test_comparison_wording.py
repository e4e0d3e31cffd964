"""How a sentence is worded: its runs, what they say by hand, and the tables that come with voxpop."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop import assets
from voxpop.entities.comparison_cues import match_cues, possible_cues
from voxpop.entities.comparison_wording import FILE, ComparisonWording, comparison_wording, parse, wording_units
from voxpop.entities.comparisons import BARE, CLEAR, WORDED, BranchComparisons
from voxpop.entities.scorer import SUSPICION
from voxpop.errors import AssetError
from voxpop.types import ReaderOutput, Sentence

TOY = ComparisonWording("en", -0.5, {"better": (2.0, 3.0), "better than": (1.0, 4.0), ".": (-1.0, 1.0)})


def test_runs_of_words_and_of_characters() -> None:
    assert wording_units("Isn't it? It is.", "en") == [
        "isn", "'", "t", "it", "?", "is", ".", "isn '", "' t", "t it", "it ?", "? it", "it is", "is .",
    ]  # fmt: skip
    assert wording_units("A比 B好\u3000A比", "zh") == ["a", "比", "b", "好", "a比", "比b", "b好", "好a"]


def test_odds_by_hand() -> None:
    assert TOY.odds("Better than that.") == pytest.approx(-0.5 + (2 * 3 + 1 * 4 - 1 * 1) / 26**0.5)
    assert TOY.odds("Better, better, BETTER") == pytest.approx(-0.5 + 2.0)  # each run counts once
    assert TOY.odds("Nothing known") == TOY.odds("") == -0.5


def test_a_chinese_word_with_a_cue_in_it_is_no_cue() -> None:
    assert "比" not in wording_units("性价比很高，味道比较好", "zh")
    assert "比" in wording_units("比那家好，性价比也高", "zh")
    found = comparison_wording("zh")
    assert found is not None
    assert found.odds("性价比高。") < found.odds("比那家好。") - 3


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "text", ["", " \t\r\n\u3000\u2028", "\ud800\udfff \ud83d", "a\tb\\\"'\x00\x85", "\u0130\ufeff"]
)
def test_odd_texts(text: str, lang: str) -> None:
    shipped = comparison_wording(lang)
    assert shipped is not None
    assert np.isfinite(shipped.odds(text))


@pytest.mark.parametrize(
    ("lang", "piece"), [("en", "a "), ("en", "better than "), ("zh", "比"), ("zh", "它比那个好。")]
)
def test_a_long_text_takes_no_longer_than_its_length(lang: str, piece: str) -> None:
    shipped = comparison_wording(lang)
    assert shipped is not None
    begun = perf_counter()
    assert np.isfinite(shipped.odds((piece * 100_000)[:100_000]))
    assert perf_counter() - begun < 2


@given(st.text(), st.sampled_from(["en", "zh"]))
def test_no_run_breaks_the_file(text: str, lang: str) -> None:
    found = wording_units(text, lang)
    assert len(set(found)) == len(found)
    assert not any(set(run) & set("\t\n\r") for run in found)
    kept = ComparisonWording(lang, 0.25, dict.fromkeys(found, (-1.5, 2.125)))
    assert parse(kept.to_bytes(), lang, Path(FILE)) == kept


@pytest.mark.parametrize("data", [
    b"", b"bias\n", b"0.5\nbetter\t1\n", b"0.5\nbetter\t1\t2\t3\n", b"0.5\nbetter\tmuch\t2\n", b"0.5\n\n",
    b"0.5\nbetter\tnan\t2\n", b"inf\n", b"0.5\n\xff\t1\t2\n",
])  # fmt: skip
def test_a_damaged_file_is_named(data: bytes) -> None:
    with pytest.raises(AssetError, match=r"some/words\.tsv"):
        parse(data, "en", Path("some") / FILE)


def test_a_changed_file_is_refused_and_a_missing_one_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "compares-en"
    home.mkdir()
    for file in ("model.onnx", "config.json", "card.md"):
        (home / file).write_bytes(b"{}")
    assets.add("compares-en", language="en", licence="CC0", folder=tmp_path)
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    fresh = comparison_wording.__wrapped__
    assert fresh("en") is None  # an asset without a table
    assert fresh("zh") is None  # no asset
    (home / FILE).write_bytes(TOY.to_bytes())
    assert assets.add("compares-en", language="en", licence="CC0", folder=tmp_path).version == 2
    assert fresh("en") == TOY
    (home / FILE).write_bytes(b"0\n")
    with pytest.raises(AssetError, match=r"changed: the checksum of .*words\.tsv"):
        fresh("en")


@pytest.mark.parametrize(
    ("lang", "compares", "not_so"),
    [
        ("en", "This camera is better than my old Canon.", "I bought it in May."),
        ("zh", "这款车的油耗比卡罗拉低。", "我是三月份提的车。"),
    ],
)
def test_the_tables_that_come_with_voxpop(lang: str, compares: str, not_so: str) -> None:
    shipped = comparison_wording(lang)
    assert shipped is not None
    assert shipped.odds(compares) > 0 > shipped.odds(not_so)
    assert len(shipped.to_bytes()) < 500_000


class Same:
    """A branch that gives every sentence one chance."""

    elements = np.zeros((1, 9), np.float32)

    def __init__(self, chance: float) -> None:
        self.chance = chance

    def comparison(self, pieces: slice, *, cued: bool) -> float:
        return self.chance

    def preference(self, pieces: slice, *, cued: bool) -> np.ndarray:
        return np.full(4, 0.25, np.float32)


def log_odds(text: str, chance: float, *, lang: str = "en") -> float:
    """Of the whole text, as ``BranchComparisons`` has it."""
    none = np.empty(0, np.float32)
    reading = ReaderOutput(np.array([[0, len(text)]], np.int32), none, none, none, none, none)
    whole = Sentence(0, len(text), ())
    found = BranchComparisons(text, reading, Same(chance), lang=lang).chance(
        whole, match_cues(text, whole, possible_cues(text, lang))
    )
    return float(np.log(found / (1 - found)))


@pytest.mark.parametrize(("text", "cue"), [
    ("This camera is better than my old Canon.", CLEAR), ("It is a better one.", BARE), ("I bought it in May.", 0.0),
])  # fmt: skip
def test_a_sentence_is_likelier_by_its_wording_where_there_is_a_suspicion(text: str, cue: float) -> None:
    shipped = comparison_wording("en")
    assert shipped is not None
    for chance in (SUSPICION, 0.5, 0.9):
        expected = np.log(chance / (1 - chance)) + cue + WORDED * shipped.odds(text)
        assert log_odds(text, chance) == pytest.approx(expected)
    below = SUSPICION * 0.99
    assert log_odds(text, below) == pytest.approx(np.log(below / (1 - below)) + cue)


def test_without_a_table_the_branch_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.entities.comparisons.comparison_wording", lambda lang: None)
    assert log_odds("I bought it in May.", 0.5) == pytest.approx(0.0)
