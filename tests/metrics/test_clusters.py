from __future__ import annotations

import json
from pathlib import Path

import pytest

from voxpop.errors import MeasureError
from voxpop.metrics.clusters import read_clusters
from voxpop.metrics.coref import coref


def conll(*documents: tuple[str, list[str]]) -> str:
    lines = []
    for name, cells in documents:
        rows = [f"{name}\t0\t{i}\tword\t{cell}" for i, cell in enumerate(cells)]
        lines += [f"#begin document ({name}); part 000", *rows, "", "#end document"]
    return "\n".join(lines)


def test_reads_mentions_as_half_open_ranges_of_tokens(tmp_path: Path) -> None:
    path = tmp_path / "key.conll"
    path.write_text(conll(("x", ["(0", "-", "0)|(1)", "(2|(1", "2)", "1)"]), ("y", ["_", "-"])), encoding="utf-8")
    found, empty = read_clusters(path).values
    assert [record.id for record in read_clusters(path).records] == ["x", "y"]
    assert {frozenset(cluster) for cluster in found.clusters} == {
        frozenset({(0, 3)}), frozenset({(2, 3), (3, 6)}), frozenset({(3, 5)})}  # fmt: skip
    assert found.tokens == 6
    assert empty.clusters == ()


def test_marks_need_no_bar_between_them_and_spaces_do_for_columns(tmp_path: Path) -> None:
    """The reference scorer's case TC-O writes ``(1(2`` and ``1)2)``."""
    path = tmp_path / "o.conll"
    path.write_text(
        "#begin document (case); \nt 0 0 b1 (1(2\nt 0 1   b2 - \r\nt 0 2 b3 1)2)\n\nt 0 0 c (1)(2)\n#end document\n"
    )
    (record,) = read_clusters(path).records
    assert record.id == "(case);"
    assert record.value.clusters == (((0, 3), (3, 4)), ((0, 3), (3, 4)))


def test_nested_mentions_of_one_cluster_close_from_within(tmp_path: Path) -> None:
    path = tmp_path / "nested.conll"
    path.write_text(conll(("x", ["(0", "(0", "0)", "0)"])))
    assert set(read_clusters(path).values[0].clusters[0]) == {(1, 3), (0, 4)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#begin document x\na (1\nb -\n#end document\n", r"line 2: '\(1' opens a mention that is never closed"),
        ("#begin document x\na -\nb 1)\n#end document\n", r"line 3: '1\)' closes a mention that was not opened"),
        ("#begin document x\na -\nb 1|(2\n#end document\n", r"line 3: '1\|\(2' in the last column is not understood"),
        ("#begin document x\na (1)||(2)\n#end document\n", "line 2: .* not understood"),
        ("#begin document x\na\n#end document\n", "line 2: one column alone"),
        ("#begin document x\na -\n", "begun in line 1 has no '#end document'"),
        ("#begin document x\na -\n#begin document y\n#end document\n", "line 3: the document begun in line 1 has no"),
        ("a -\n", "line 1: a token outside of a document"),
        (
            "#begin document x\n#end document\n#begin document x\n#end document\n",
            "line 3: the document 'x' stood",
        ),
        ("#end document\n", "line 1: '#end document' without"),
        ("# nothing here\n", "has no documents"),
        ("  \n", "has no documents"),
        ('{"id": 1, "clusters": [}\n', "line 1: this is not JSON"),
        ('{"id": 1, "clusters": []}\n{"y": oh}\n', "line 2: this is not JSON"),
        ('{"id": "x", "clusters": [[[0, 1], [0, 1, 2]]]}', r"line 1: \[0, 1, 2\] is no mention; accepted"),
        ('{"id": "x", "clusters": [[]]}', "line 1: a cluster must be a list of at least one mention"),
        ('{"id": "x", "clusters": 3}', "line 1: clusters must be a list of lists"),
        ('{"id": "x", "clusters": [["a"]]}\n{"id": "x", "clusters": []}', "line 2: the id 'x' stood in line 1 before"),
        ('{"clusters": []}', 'an object with "id" and "clusters"'),
    ],
)
def test_malformed_files_are_refused_with_their_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "bad"
    path.write_text(text)
    with pytest.raises(MeasureError, match=told) as caught:
        read_clusters(path)
    assert str(path) in str(caught.value)


def test_other_encodings_and_missing_files(tmp_path: Path) -> None:
    path = tmp_path / "gbk.conll"
    path.write_bytes("#begin document x\n酒店 (1)\n#end document\n".encode("gbk"))
    with pytest.raises(MeasureError, match="line 2: this is not UTF-8"):
        read_clusters(path)
    with pytest.raises(MeasureError, match="cannot be read"):
        read_clusters(tmp_path / "none")


def test_files_score_as_their_clusters_do(tmp_path: Path) -> None:
    for name, cells in {
        "key": ["(0)", "(1)", "(1)", "(2)", "(2)", "(2)"],
        "sys": ["(0)", "-", "-", "(5)", "(5)", "-"],
    }.items():
        (tmp_path / name).write_text(conll(("x", cells)))
    scores = coref(read_clusters(tmp_path / "key").values, read_clusters(tmp_path / "sys").values)
    assert scores["ceafe"].values == pytest.approx({"recall": 0.6, "precision": 0.9, "f1": 0.72})
    (tmp_path / "sys").write_text(conll(("x", ["(0)"])))
    with pytest.raises(MeasureError, match="6 tokens in the gold, 1 in the predictions"):
        coref(read_clusters(tmp_path / "key").values, read_clusters(tmp_path / "sys").values)


def test_json_lines(tmp_path: Path) -> None:
    one, two = {"id": "x", "clusters": [[[0, 2], "it"]]}, {"id": "y", "clusters": [], "types": {"main": ["it"]}}
    path = tmp_path / "clusters.json"
    path.write_text(f"{json.dumps(one)}\n{json.dumps(two)}", encoding="utf-8-sig")
    first, second = read_clusters(path).values
    assert first.clusters == (((0, 2), "it"),)
    assert second.types == {"main": ("it",)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"id": "x", "clusters": [[[5, 2]]]}', "is no mention"),
        ('{"id": "x", "clusters": [[[-1, 2]]]}', "is no mention"),
        ('{"id": "x", "clusters": [[[true, 2]]]}', "is no mention"),
        ('{"id": "x", "clusters": [[""]]}', "is no mention"),
        ('{"id": "x", "clusters": [], "types": []}', "line 1: 'types' must be an object"),
    ],
)
def test_bad_values_are_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(MeasureError, match=told):
        read_clusters(tmp_path / "bad.json")
