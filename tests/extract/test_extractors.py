from __future__ import annotations

import pytest

from voxpop.errors import AssetError, OptionError
from voxpop.extract.extractors import LexiconExtractor, engine_name, extractor
from voxpop.extract.lexicon import engine
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.lang import language

from .fake import install


def test_auto_takes_the_reader_where_there_are_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, langs=["en"])
    assert (engine_name("en", "auto"), engine_name("zh", "auto"), engine_name("en", "lexicon")) == (
        "reader",
        "lexicon",
        "lexicon",
    )
    assert isinstance(extractor("en", "auto"), OpinionExtractor)
    assert isinstance(extractor("zh", "auto"), LexiconExtractor)
    assert extractor("en", "auto") is extractor("en", "auto")  # made once


def test_the_reader_without_weights_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, langs=[])
    with pytest.raises(AssetError, match=r"no weights of the reader for Chinese.*--sentiment lexicon"):
        extractor("zh", "reader")
    with pytest.raises(OptionError, match="Did you mean 'reader'"):
        engine_name("en", "readr")


def test_damaged_weights_are_named_with_a_way_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(lang: str, *, fast: bool) -> None:
        raise AssetError("The weights 'reader-en' were changed: the checksum of model.onnx is not the one.")

    install(monkeypatch)
    monkeypatch.setattr("voxpop.extract.extractors.opinion_model", broken)
    with pytest.raises(AssetError, match=r"model\.onnx.*--sentiment lexicon works without weights"):
        extractor("en", "auto")


def test_the_lexicon_says_what_its_engine_says() -> None:
    text = "The room was clean, but the staff were rude."
    parsed = language("en").parse([text])
    (extraction,) = LexiconExtractor("en").extract([text], parsed)
    assert [term.judgement for term in extraction.terms] == list(engine("en").judge(parsed[0][0]))
    assert (extraction.rating, extraction.tagged_phrases, extraction.comparisons) == (None, (), ())
    assert not any(term.tagged or term.category for term in extraction.terms)
