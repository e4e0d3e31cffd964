from __future__ import annotations

import pytest

from voxpop.errors import AssetError
from voxpop.extract.extractors import extractor
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import opinion_model

from .fake import install


def test_an_extractor_is_made_once() -> None:
    full, small = extractor("en"), extractor("en", fast=True)
    assert isinstance(full, OpinionExtractor)
    assert isinstance(small, OpinionExtractor)
    assert (full.model, small.model) == (opinion_model("en"), opinion_model("en", fast=True))
    assert extractor("en") is full


@pytest.mark.parametrize(("fast", "reader"), [(False, "reader"), (True, "small reader")])
def test_a_language_without_weights_is_refused(monkeypatch: pytest.MonkeyPatch, fast: bool, reader: str) -> None:
    install(monkeypatch, langs=[])
    with pytest.raises(AssetError, match=f"There are no weights of the {reader} for Chinese: voxpop models"):
        extractor("zh", fast=fast)
