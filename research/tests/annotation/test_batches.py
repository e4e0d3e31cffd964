"""Passages out to annotators and back into the corpus."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from research.annotation.batches import add, read_batch, write_batches
from research.training.opinions.texts import rows


def item(text: str, source: str = "voxpop") -> dict[str, Any]:
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    span = [0, len(text)]
    return {"lang": "en", "domain": "camera", "source": source, "sha256": sha256, "span": span, "text": text,
            "asks_stars": True}  # fmt: skip


def test_what_was_annotated_comes_back_with_its_spans(tmp_path: Path) -> None:
    items = [item("The lens is\nsharp."), item("Broke twice.", "wild-texts")]
    assert write_batches(items, tmp_path, "x") == ["x-001"]
    assert "@1 [camera] ★?\nThe lens is sharp." in (tmp_path / "x-001.txt").read_text("utf-8")
    (tmp_path / "x-001.out").write_text("@1 5\n+|performance|lens|sharp\n@2 1\n-|reliability||Broke twice|f\n", "utf-8")
    assert add(tmp_path, ["x-001"], tmp_path) == 2
    assert add(tmp_path, ["x-001"], tmp_path) == 0  # a second time nothing is new
    kept = {str(record["source"]): record for record in rows(tmp_path / "opinions-en.jsonl.xz")}
    assert kept["voxpop"]["opinions"][0]["target"] == [4, 8]  # type: ignore[index]
    assert kept["voxpop"]["text"] == "The lens is\nsharp."
    assert "text" not in kept["wild-texts"]
    assert kept["wild-texts"]["stars"] == 1


def test_errors_are_listed_and_nothing_is_added(tmp_path: Path) -> None:
    write_batches([item("Good."), item("Bad.")], tmp_path, "x")
    (tmp_path / "x-001.out").write_text("@1\n+|overall||Great\n", "utf-8")
    _, _, errors = read_batch(tmp_path, "x-001")
    assert len(errors) == 3  # a quote that is not there, stars that are missing, a passage that is missing
    with pytest.raises(SystemExit, match="3 errors"):
        add(tmp_path, ["x-001"], tmp_path)
    assert not (tmp_path / "opinions-en.jsonl.xz").exists()
