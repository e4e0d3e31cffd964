from __future__ import annotations

import json
from pathlib import Path

import pytest

from voxpop.errors import MeasureError, OutputError
from voxpop.metrics.clusters import ClusteredDocument, write_json
from voxpop.metrics.conll import read_clusters


def test_json_in_its_three_forms(tmp_path: Path) -> None:
    one, two = {"id": "x", "clusters": [[[0, 2], "it"]]}, {"id": "y", "clusters": [], "types": {"main": ["it"]}}
    forms = [
        json.dumps({"x": one["clusters"], "y": []}),
        json.dumps([one, two]),
        f"{json.dumps(one)}\n{json.dumps(two)}",
    ]
    for form in forms:
        path = tmp_path / "clusters.json"
        path.write_text(form, encoding="utf-8-sig")
        documents = read_clusters(path)
        assert list(documents) == ["x", "y"]
        assert documents["x"].clusters == (((0, 2), "it"),)
    assert documents["y"].types == {"main": ("it",)}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    document = ClusteredDocument("酒店", (((0, 2), (3, 4)), ("它",)), 5, {"main": ((0, 2),)})
    write_json(tmp_path / "out.jsonl", [document, ClusteredDocument("empty", ())])
    assert read_clusters(tmp_path / "out.jsonl") == {"酒店": document, "empty": ClusteredDocument("empty", ())}
    with pytest.raises(OutputError, match="Cannot write"):
        write_json(tmp_path / "no" / "out.jsonl", [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"x": [[[5, 2]]]}', "is no mention"),
        ('{"x": [[[-1, 2]]]}', "is no mention"),
        ('{"x": [[[true, 2]]]}', "is no mention"),
        ('{"x": [[""]]}', "is no mention"),
        ('{"id": "x", "clusters": [], "tokens": "9"}', "document x: 'tokens' must be how many there are"),
        ('{"id": "x", "clusters": [], "types": []}', "document x: 'types' must be an object"),
    ],
)
def test_bad_values_are_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(MeasureError, match=told):
        read_clusters(tmp_path / "bad.json")
