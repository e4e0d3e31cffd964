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
from safetensors.numpy import save

from voxpop import assets
from voxpop.errors import AssetError
from voxpop.extract import reader as module
from voxpop.extract.reader import Reader, has_reader, open_reader, reader, saturates
from voxpop.types import ReaderOutput

from .tiny import tiny

LONG = "The room was very good, but the staff was rude.\nWe liked the view! 😀 " * 30


DIFFICULT = [
    "é",
    "e\u0301",
    "\r\n",
    "\u200d",
    "👍🏽",
    "İ",
    "ß",
    "한",
    "ﬁ",
    "好",
    " ",
    "\x00",
    "\t",
    "x",
    "\ud83d",
    "[SEP]",
]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return tiny(tmp_path_factory.mktemp("tiny"))


def same(one: ReaderOutput, other: ReaderOutput) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True) if a is not None)


def check(reading: ReaderOutput, text: str, small: Reader) -> None:
    """Everything a reading promises."""
    pieces, n = len(reading.spans), small.categories
    assert reading.tags.shape == (pieces, 9)
    assert reading.presence.shape == (n,)
    assert reading.polarity.shape == (n, 3)
    assert reading.attention.shape == (n, pieces)
    assert reading.stars.shape == (5,)
    assert all(array.dtype == np.float32 for array in reading[1:6])
    starts, ends = reading.spans.T
    assert (starts >= 0).all()
    assert (starts <= ends).all()
    assert (ends <= len(text)).all()
    assert (np.diff(starts) >= 0).all()
    assert (np.diff(ends) >= 0).all()
    np.testing.assert_allclose(reading.tags.reshape(-1, 3).sum(1), 1, atol=1e-5)
    np.testing.assert_allclose(reading.polarity.sum(1), 1, atol=1e-5)
    np.testing.assert_allclose(reading.stars.sum(), 1, atol=1e-5)
    assert ((reading.presence >= 0) & (reading.presence <= 1)).all()
    if pieces:
        np.testing.assert_allclose(reading.attention.sum(1), 1, atol=1e-5)


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(), max_size=200))
def test_any_text_has_a_reading_with_spans_inside_it(small: Reader, text: str) -> None:
    check(small.read([text])[0], text, small)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(DIFFICULT), max_size=80))
def test_difficult_characters_have_their_places(small: Reader, parts: list[str]) -> None:
    text = "".join(parts)
    check(small.read([text])[0], text, small)


def test_pieces_stand_where_they_are(small: Reader) -> None:
    text = "The\r\nRÓOM 😀 was  good。"
    reading = small.read([text])[0]
    assert [text[start:end] for start, end in reading.spans] == ["The", "RÓOM", "😀", "was", "good", "。"]


@pytest.mark.parametrize("text", ["", " ", "\r\n\t", "\u200b\u200d"])
def test_nothing_to_read(small: Reader, text: str) -> None:
    reading = small.read([text], hidden=True)[0]
    check(reading, text, small)
    assert len(reading.spans) == 0
    assert not reading.presence.any()
    assert reading.hidden is not None
    assert reading.hidden.shape == (0, 64)


def test_only_emoji(small: Reader) -> None:
    reading = small.read(["😀😀👍🏽"])[0]
    check(reading, "😀😀👍🏽", small)
    assert len(reading.spans)


def test_company_changes_nothing(small: Reader) -> None:
    """The same digits, whatever else is read before, after or beside a text."""
    texts = ["Good.", LONG, "the staff was rude", "😀", "", "zzz " * 40]
    alone = [small.read([text])[0] for text in texts]
    for order in (texts, texts[::-1], texts * 2):
        for text, reading in zip(order, small.read(order), strict=True):
            assert same(reading, alone[texts.index(text)])


def test_hidden_states_come_when_asked_for(small: Reader) -> None:
    plain, asked = small.read([LONG])[0], small.read([LONG], hidden=True)[0]
    assert plain.hidden is None
    assert asked.hidden is not None
    assert asked.hidden.shape == (len(asked.spans), 64)
    assert same(plain, asked)


def test_a_long_text_is_read_to_its_end(small: Reader) -> None:
    text = LONG * 50
    assert len(text) > 100_000
    reading = small.read([text])[0]
    check(reading, text, small)
    assert text[reading.spans[-1, 0] :].strip() == "😀"
    single = small.read([LONG[:69]])[0]
    assert len(reading.spans) == 30 * 50 * len(single.spans)


def test_words_of_the_tokenizer_are_only_text(small: Reader) -> None:
    text = "[SEP] good [CLS]"
    reading = small.read([text])[0]
    assert [text[start:end] for start, end in reading.spans] == [*"[SEP]", "good", *"[CLS]"]


def test_int8_is_close_to_exact(small: Reader, tmp_path: Path) -> None:
    exact = tiny(tmp_path, exact=True)
    one, other = small.read([LONG])[0], exact.read([LONG])[0]
    for name in ("tags", "presence", "polarity", "stars"):
        assert np.abs(getattr(one, name) - getattr(other, name)).mean() < 0.02, name


def test_processors_without_vnni_give_the_same(small: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "saturates", lambda: not saturates())
    other = open_reader(small.home)
    for one, two in zip(small.read([LONG])[0], other.read([LONG])[0], strict=True):
        if one is not None and two is not None:
            np.testing.assert_allclose(one, two, atol=1e-4)


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


def cpuinfo(flags: str | None, *_: object) -> str:
    if flags is None:
        raise FileNotFoundError
    return flags


def test_chinese(tmp_path: Path) -> None:
    chinese = tiny(tmp_path, lang="zh")
    text = "这家店的菜很好吃，服务不好。" * 20
    reading = chinese.read([text])[0]
    check(reading, text, chinese)
    assert len(reading.spans) == len(text)


# --- damage


@pytest.fixture
def home(small: Reader, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small.home, tmp_path / "copy"))


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_missing_truncated_or_foreign_file_is_named(home: Path, file: str) -> None:
    path = home / file
    data = path.read_bytes()
    for broken in (data[: len(data) // 2], b"something else", b""):
        path.write_bytes(broken)
        with pytest.raises(AssetError) as caught:
            open_reader(home)
        assert str(path) in str(caught.value)
    path.unlink()
    with pytest.raises(AssetError) as caught:
        open_reader(home)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["encoder.layers.1.narrow.bias", "encoder.words.scale", "stars.bias"])
def test_weights_that_are_not_numbers_are_found(home: Path, name: str) -> None:
    path = home / "model.onnx"
    graph = onnx.load(path)
    constant = next(each for each in graph.graph.initializer if each.name == name)
    array = numpy_helper.to_array(constant).copy()
    array[:] = np.nan
    constant.CopyFrom(numpy_helper.from_array(array, name))
    onnx.save(graph, path)
    with pytest.raises(AssetError, match="not numbers") as caught:
        open_reader(home)
    assert str(path) in str(caught.value)


def test_a_config_of_another_model_is_found(home: Path) -> None:
    path = home / "config.json"
    config = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**config, "sets": {"general": ["room"]}}))
    with pytest.raises(AssetError, match="knows 6 categories"):
        open_reader(home)
    path.write_text(json.dumps({key: value for key, value in config.items() if key != "window"}))
    with pytest.raises(AssetError, match="does not say window"):
        open_reader(home)


# --- what is shipped


@pytest.fixture
def shipped(small: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An assets folder that holds the tiny reader alone."""
    home = Path(shutil.copytree(small.home, tmp_path / "reader-en"))
    (home / "card.md").write_text("# tiny")
    assets.add("reader-en", language="en", licence="CC0", folder=tmp_path)
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    return home


def test_a_shipped_reader_is_loaded_once(shipped: Path, small: Reader) -> None:
    assert has_reader("en")
    assert not has_reader("zh")
    assert reader("en") is reader("en")
    assert same(reader("en").read([LONG])[0], small.read([LONG])[0])
    with pytest.raises(AssetError, match=r"no weights 'reader-zh'\. There are: reader-en"):
        reader("zh")
    with pytest.raises(AssetError, match="no weights 'reader-en-exact'"):
        reader("en", exact=True)


def test_heads_for_sentences_are_not_left_out_in_silence(shipped: Path, small: Reader) -> None:
    d, n = 32, len(small.config["sets"]["general"])
    shapes = {"out.weight": (d, d), "out.bias": (d,), "presence.weight": (n, d), "presence.bias": (n,),
              "polarity.weight": (n, 3, d), "polarity.bias": (n, 3)}  # fmt: skip
    path = shipped / "sentences.safetensors"
    path.write_bytes(save({name: np.zeros(shape, np.float16) for name, shape in shapes.items()}))
    assets.add("reader-en", language="en", licence="CC0", folder=shipped.parent)
    assert reader("en").sentences is not None
    module._reader.cache_clear()
    path.unlink()
    with pytest.raises(AssetError, match="cannot be read") as caught:
        reader("en")
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_tampered_file_of_a_shipped_reader_is_named(shipped: Path, file: str) -> None:
    data = bytearray((shipped / file).read_bytes())
    data[len(data) // 2] ^= 1
    (shipped / file).write_bytes(data)
    with pytest.raises(AssetError, match="changed") as caught:
        reader("en")
    assert str(shipped / file) in str(caught.value)
