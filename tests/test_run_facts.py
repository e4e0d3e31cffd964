"""What a run is said to depend on: every asset and word table that its result depends on, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from voxpop import run_facts
from voxpop.assets import Asset, assets
from voxpop.lang import LANGUAGES
from voxpop.settings import Settings
from voxpop.store.run_folder import differences

OTHER = "0" * 64


def changed(asset: Asset) -> Asset:
    """Return an asset of which only a file beside the weights is another one."""
    names = [name for name in asset.files if name != "LICENSE"]
    return replace(asset, files={**asset.files, names[-1]: OTHER})


@pytest.mark.parametrize("name", [asset.name for asset in assets()])
def test_every_asset_is_compared_with_all_its_files(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(fast=True)
    before, key = {lang: run_facts.model_facts(lang, settings) for lang in LANGUAGES}, run_facts.dependencies(settings)
    found = [changed(asset) if asset.name == name else asset for asset in assets()]
    monkeypatch.setattr(run_facts, "assets", lambda: found)
    (own,) = (asset.language for asset in found if asset.name == name)
    different = [lang for lang in LANGUAGES if run_facts.model_facts(lang, settings) != before[lang]]
    assert different == ([] if name.startswith("reader") else [own])
    now = {"settings": {}, **run_facts.dependencies(settings)}
    assert differences({"settings": {}, **key}, now) == ["the version of a library or of weights"]


def test_the_word_tables_of_a_language_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    settings, (lang, *others) = Settings(), LANGUAGES
    before, key = {each: run_facts.model_facts(each, settings) for each in LANGUAGES}, run_facts.dependencies(settings)
    real = run_facts.data_checksum
    monkeypatch.setattr(run_facts, "data_checksum", lambda code: OTHER if code == lang else real(code))
    assert run_facts.model_facts(lang, settings) != before[lang]
    assert all(run_facts.model_facts(each, settings) == before[each] for each in others)
    assert differences({"settings": {}, **key}, {"settings": {}, **run_facts.dependencies(settings)}) == [
        "the word tables"
    ]
