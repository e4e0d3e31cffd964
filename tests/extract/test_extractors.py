from __future__ import annotations

import pytest

from voxpop.errors import AssetError, OptionError
from voxpop.extract import reader
from voxpop.extract.extractors import LexiconExtractor, engine_name, extractor
from voxpop.extract.lexicon import engine
from voxpop.extract.reader_extractor import ReaderExtractor
from voxpop.lang import language

from .fake import install


def test_auto_takes_the_reader_where_there_are_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, langs=["en"])
    assert (engine_name("en", "auto"), engine_name("zh", "auto"), engine_name("en", "lexicon")) == (
        "reader",
        "lexicon",
        "lexicon",
    )
    assert isinstance(extractor("en", "auto"), ReaderExtractor)
    assert isinstance(extractor("zh", "auto"), LexiconExtractor)
    assert extractor("en", "auto") is extractor("en", "auto")  # made once


def test_the_reader_without_weights_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, langs=[])
    with pytest.raises(AssetError, match=r"no weights of the reader for Chinese.*--sentiment lexicon"):
        extractor("zh", "reader")
    with pytest.raises(OptionError, match="Did you mean 'reader'"):
        engine_name("en", "readr")


def test_damaged_weights_are_named_with_a_way_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(lang: str, *, exact: bool = False) -> None:
        raise AssetError("The weights 'reader-en' were changed: the checksum of model.onnx is not the one.")

    install(monkeypatch)
    monkeypatch.setattr(reader, "reader", broken)
    with pytest.raises(AssetError, match=r"model\.onnx.*--sentiment lexicon works without weights"):
        extractor("en", "auto")


def test_the_lexicon_says_what_its_engine_says() -> None:
    text = "The room was clean, but the staff were rude."
    parsed = language("en").parse([text])
    (heard,) = LexiconExtractor("en").extract([text], parsed)
    assert [said.judgement for said in heard.terms] == list(engine("en").judge(parsed[0][0]))
    assert (heard.rating, heard.tagged_phrases) == (None, ())
    assert not any(said.tagged or said.category for said in heard.terms)
