"""The model at work on a tiny graph: any text has scores, long ones window by window, and damage is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import numpy_helper

from research.add_weights import add
from voxpop import assets
from voxpop.errors import AssetError
from voxpop.extract import opinion_model as module
from voxpop.extract.opinion_decoding import decode_opinions
from voxpop.extract.opinion_model import (
    OpinionModel,
    TextScores,
    category_presence,
    category_weights,
    has_opinion_model,
    open_opinion_model,
    opinion_model,
    saturates,
)

from .tiny import CONFIG, WIDTH, tiny

LONG = "The room was very good, but the staff was rude.\nWe liked the view! 😀 " * 30
FILES = ["model.onnx", "tokenizer.json", "config.json"]
DIFFICULT = [
    "é", "e\u0301", "\r\n", "\u200d", "👍🏽", "İ", "ß", "한", "ﬁ", "好", "餐廳", "Ｇｏｏｄ", " ", "\x00", "\t", "x",
    "\ud83d", "[SEP]",
]  # fmt: skip


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> OpinionModel:
    return tiny(tmp_path_factory.mktemp("tiny"))


def spans(scores: TextScores) -> np.ndarray:
    return np.concatenate([window.spans for window in scores.windows])


def pieces(scores: TextScores, text: str) -> list[str]:
    return [text[start:end] for start, end in spans(scores)]


def flat(scores: TextScores) -> list[np.ndarray]:
    """Every array of the scores, one after another."""
    windows = [getattr(window, name) for window in scores.windows for name in window.__slots__]
    compared = [array for window in scores.comparisons for array in window]
    return [*windows, *compared, scores.stars, scores.domains, scores.fine]


def same(one: TextScores, other: TextScores) -> bool:
    return all(np.array_equal(*pair) for pair in zip(flat(one), flat(other), strict=True))


def check(scores: TextScores, text: str) -> None:
    """Everything that scores promise."""
    starts, ends = spans(scores).T
    assert (starts >= 0).all()
    assert (starts <= ends).all()
    assert (ends <= len(text)).all()
    assert (np.diff(starts) >= 0).all()
    assert (np.diff(ends) >= 0).all()
    for window, compared in zip(scores.windows, scores.comparisons, strict=True):
        size = len(window.spans)
        assert size <= CONFIG["window"] - 2
        assert window.links.shape == (size, size)
        assert window.fact.shape == (size,)
        heads = {name: getattr(window, name) for name in ("target", "evidence", "polarity", "category", "about")}
        heads |= zip(("comparison", "direction", "rival"), compared, strict=True)
        for name, array in heads.items():
            assert array.shape == (size, CONFIG["heads"][name])
            np.testing.assert_allclose(array.sum(1), 1, atol=1e-5)
    np.testing.assert_allclose([scores.stars.sum(), scores.domains.sum()], 1, atol=1e-5)
    np.testing.assert_allclose(scores.fine[:, 1:].sum(1), 1, atol=1e-5)
    for array in flat(scores)[1:]:
        assert ((array >= 0) & (array <= 1 + 1e-6)).all() or array.dtype == np.int32


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(), max_size=200))
def test_any_text_has_scores_with_spans_inside_it(small: OpinionModel, text: str) -> None:
    check(small.read(text), text)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(DIFFICULT), max_size=80))
def test_difficult_characters_have_their_places(small: OpinionModel, parts: list[str]) -> None:
    text = "".join(parts)
    check(small.read(text), text)


def test_pieces_stand_where_they_are(small: OpinionModel) -> None:
    text = "The\r\nRÓOM 😀 was  good。"
    assert pieces(small.read(text), text) == ["The", "RÓOM", "😀", "was", "good", "。"]


def test_half_a_character_changes_no_place(small: OpinionModel) -> None:
    text = "good \ud83d room"
    assert pieces(small.read(text), text) == ["good", "room"]


@pytest.mark.parametrize(("wide", "plain"), [("ｇｏｏｄ　ｒｏｏｍ", "good room"), ("ＧＯＯＤ room!", "good room!")])
def test_full_width_letters_are_read_as_plain_ones(small: OpinionModel, wide: str, plain: str) -> None:
    assert same(small.read(wide), small.read(plain))


def test_traditional_characters_are_read_as_simplified_ones(tmp_path: Path) -> None:
    chinese = tiny(tmp_path, lang="zh")
    traditional, simplified = "這家店的房間乾淨，服務不差。", "这家店的房间干净，服务不差。"
    assert same(chinese.read(traditional), chinese.read(simplified))


@pytest.mark.parametrize("text", ["", " ", "\r\n\t", "\u200b\u200d"])
def test_nothing_to_read(small: OpinionModel, text: str) -> None:
    scores = small.read(text, hidden=True)
    check(scores, text)
    assert len(spans(scores)) == 0
    assert scores.hidden is not None
    assert scores.hidden.shape == (0, 2 * WIDTH)
    assert category_presence(scores).tolist() == [0] * len(small.categories)
    assert decode_opinions(scores.windows[0], text) == []


def test_company_changes_nothing(small: OpinionModel) -> None:
    """The same digits, whatever else is read before a text, or with it."""
    texts = ["Good.", LONG, "the staff was rude", "😀", "", "zzz " * 40]
    alone = [small.read(text) for text in texts]
    assert all(map(same, small.read_all(texts), alone))
    for text in [*texts[::-1], *texts * 2]:
        assert same(small.read(text), alone[texts.index(text)])


def test_hidden_states_come_when_asked_for(small: OpinionModel) -> None:
    plain, asked = small.read(LONG), small.read(LONG, hidden=True)
    assert plain.hidden is None
    assert asked.hidden is not None
    assert asked.hidden.shape == (len(spans(asked)), 2 * WIDTH)
    assert same(plain, asked)


def test_a_long_text_is_read_to_its_end_in_windows_of_whole_sentences(small: OpinionModel) -> None:
    text = LONG * 50
    assert len(text) > 100_000
    scores = small.read(text)
    check(scores, text)
    assert text[spans(scores)[-1, 0] :].strip() == "😀"
    assert len(spans(scores)) == 30 * 50 * len(spans(small.read(LONG[:69])))
    ends = {text[window.spans[-1, 1] - 1] for window in scores.windows}
    assert ends <= set(".!😀")


def test_a_text_as_a_whole_is_the_mean_of_its_windows_by_their_length(small: OpinionModel) -> None:
    text = "The room was very good and great. " * 5 + "the staff was rude. " * 4
    scores = small.read(text)
    assert len(scores.windows) == 2
    parts = [small.read(text[window.spans[0, 0] : window.spans[-1, 1]]) for window in scores.windows]
    sizes = [len(window.spans) for window in scores.windows]
    for name in ("stars", "domains"):
        expected = np.average([getattr(part, name) for part in parts], axis=0, weights=sizes)
        np.testing.assert_allclose(getattr(scores, name), expected, atol=1e-6)
    fine = np.stack([part.fine for part in parts])
    np.testing.assert_allclose(scores.fine[:, 0], fine[..., 0].max(0), atol=1e-6)
    for row in range(2):  # the signs weigh as much as the window speaks of the category
        expected = np.average(fine[:, row, 1:], axis=0, weights=fine[:, row, 0])
        np.testing.assert_allclose(scores.fine[row, 1:], expected, atol=1e-6)


def test_words_of_the_tokenizer_are_only_text(small: OpinionModel) -> None:
    text = "[SEP] good [CLS]"
    assert pieces(small.read(text), text) == [*"[SEP]", "good", *"[CLS]"]


def test_categories_weigh_where_opinions_are(small: OpinionModel) -> None:
    scores = small.read(LONG)
    weights = category_weights(scores)
    assert weights.shape == (len(spans(scores)), len(small.categories))
    assert ((weights >= 0) & (weights <= 1)).all()
    assert category_presence(scores).tolist() == weights.max(0).tolist()


def test_which_processors_saturate(monkeypatch: pytest.MonkeyPatch) -> None:
    for machine, flags, expected in (
        ("x86_64", "flags: avx2 avx512_vnni", False),
        ("x86_64", "flags: avx2", True),
        ("AMD64", None, True),
        ("arm64", None, False),
    ):
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        monkeypatch.setattr(Path, "read_text", lambda *_, flags=flags: cpuinfo(flags))
        assert saturates() is expected


def cpuinfo(flags: str | None) -> str:
    if flags is None:
        raise FileNotFoundError
    return flags


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_processors_without_vnni_give_the_same(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = opinion_model(lang)
    monkeypatch.setattr(module, "saturates", lambda: not saturates())
    other = open_opinion_model(shipped.home)
    text = "The food was good. 味道很好。"
    for one, two in zip(flat(shipped.read(text)), flat(other.read(text)), strict=True):
        np.testing.assert_allclose(one, two, atol=1e-3)


# --- damage


@pytest.fixture
def home(small: OpinionModel, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small.home, tmp_path / "copy"))


@pytest.mark.parametrize("file", FILES)
def test_a_missing_truncated_or_foreign_file_is_named(home: Path, file: str) -> None:
    path = home / file
    data = path.read_bytes()
    for broken in (data[: len(data) // 2], b"something else", b""):
        path.write_bytes(broken)
        with pytest.raises(AssetError) as caught:
            open_opinion_model(home)
        assert str(path) in str(caught.value)
    path.unlink()
    with pytest.raises(AssetError) as caught:
        open_opinion_model(home)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["words", "tokens", "stars"])
def test_weights_that_are_not_numbers_are_found(home: Path, name: str) -> None:
    path = home / "model.onnx"
    graph = onnx.load(path)
    constant = next(each for each in graph.graph.initializer if each.name == name)
    array = numpy_helper.to_array(constant).copy()
    array[:] = np.nan
    constant.CopyFrom(numpy_helper.from_array(array, name))
    onnx.save(graph, path)
    with pytest.raises(AssetError, match="not numbers") as caught:
        open_opinion_model(home)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"window": None}, "does not say window"),
        ({"categories": ["overall"]}, "does not fit"),
        ({"about": ["main"]}, "does not fit"),
        ({"heads": {**CONFIG["heads"], "rival": 4}}, "does not fit"),
        ({"heads": {"target": 3}}, "does not fit"),
        ({"domains": ["hotel"]}, "does not fit"),
    ],
)
def test_a_config_of_another_model_is_found(home: Path, change: dict[str, object], message: str) -> None:
    path = home / "config.json"
    config = {**json.loads(path.read_text("utf-8")), **change}
    path.write_text(json.dumps({key: value for key, value in config.items() if value is not None}))
    with pytest.raises(AssetError, match=message) as caught:
        open_opinion_model(home)
    assert str(path) in str(caught.value)


# --- what is shipped


@pytest.fixture
def shipped(small: OpinionModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An assets folder that holds the tiny model alone."""
    home = Path(shutil.copytree(small.home, tmp_path / "reader-en"))
    (home / "card.md").write_text("# tiny")
    add("reader-en", language="en", licence="CC0", folder=tmp_path)
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    return home


@pytest.mark.usefixtures("shipped")
def test_a_shipped_model_is_loaded_once(small: OpinionModel) -> None:
    assert has_opinion_model("en")
    assert not has_opinion_model("zh")
    assert opinion_model("en") is opinion_model("en")
    assert same(opinion_model("en").read(LONG), small.read(LONG))


@pytest.mark.parametrize("file", FILES)
def test_a_tampered_file_of_a_shipped_model_is_named(shipped: Path, file: str) -> None:
    data = bytearray((shipped / file).read_bytes())
    data[len(data) // 2] ^= 1
    (shipped / file).write_bytes(data)
    with pytest.raises(AssetError, match="changed") as caught:
        opinion_model("en")
    assert str(shipped / file) in str(caught.value)
