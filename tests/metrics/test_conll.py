from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import MeasureError
from voxpop.metrics.conll import ClusteredDocument, read_clusters, write_conll
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
    documents = read_clusters(path)
    assert list(documents) == ["x", "y"]
    found = documents["x"]
    assert {frozenset(cluster) for cluster in found.clusters} == {
        frozenset({(0, 3)}), frozenset({(2, 3), (3, 6)}), frozenset({(3, 5)})}  # fmt: skip
    assert found.tokens == 6
    assert documents["y"].clusters == ()


def test_marks_need_no_bar_between_them_and_spaces_do_for_columns(tmp_path: Path) -> None:
    """The reference scorer's case TC-O writes ``(1(2`` and ``1)2)``."""
    path = tmp_path / "o.conll"
    path.write_text(
        "#begin document (case); \nt 0 0 b1 (1(2\nt 0 1   b2 - \r\nt 0 2 b3 1)2)\n\nt 0 0 c (1)(2)\n#end document\n"
    )
    assert read_clusters(path)["(case);"].clusters == (((0, 3), (3, 4)), ((0, 3), (3, 4)))


def test_nested_mentions_of_one_cluster_close_from_within(tmp_path: Path) -> None:
    path = tmp_path / "nested.conll"
    path.write_text(conll(("x", ["(0", "(0", "0)", "0)"])))
    assert set(read_clusters(path)["x"].clusters[0]) == {(1, 3), (0, 4)}


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
        ("#begin document x\n#end document\n#begin document x\n#end document\n", "line 3: document 'x' .* second time"),
        ("#end document\n", "line 1: '#end document' without"),
        ("# nothing here\n", "has no documents"),
        ("  \n", "is empty"),
        ('{"x": [[[0, 1]]\n', "line 2: this is not JSON"),
        ('{"x": [[[0, 1]]]}\n{"y": oh}\n', "line 2: this is not JSON"),
        ('{"x": [[[0, 1], [0, 1, 2]]]}', r"document x: \[0, 1, 2\] is no mention; accepted"),
        ('{"x": [[]]}', "document x: a cluster must be a list of at least one mention"),
        ('{"x": 3}', "document x: clusters must be a list of lists"),
        (
            '{"id": "x", "clusters": [["a"]]}\n{"id": "x", "clusters": []}',
            "line 2: document 'x' is there a second time",
        ),
        ('[{"clusters": []}]', "an object with 'id' and 'clusters'"),
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
    scores = coref(read_clusters(tmp_path / "key"), read_clusters(tmp_path / "sys"))
    assert scores["ceafe"].values == pytest.approx({"recall": 0.6, "precision": 0.9, "f1": 0.72})
    (tmp_path / "sys").write_text(conll(("x", ["(0)"])))
    with pytest.raises(MeasureError, match="6 tokens in the gold, 1 in the predictions"):
        coref(read_clusters(tmp_path / "key"), read_clusters(tmp_path / "sys"))


SPANS = st.tuples(st.integers(0, 12), st.integers(1, 5)).map(lambda pair: (pair[0], sum(pair)))


def nests(cluster: list[tuple[int, int]]) -> bool:
    return not any(a[0] < b[0] < a[1] < b[1] for a in cluster for b in cluster)


@settings(deadline=None)
@given(st.lists(st.lists(SPANS, min_size=1, max_size=4, unique=True).filter(nests), max_size=5))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, clusters: list[list[tuple[int, int]]]
) -> None:
    path = tmp_path_factory.mktemp("conll") / "out.conll"
    write_conll(
        path,
        [ClusteredDocument("the first", tuple(map(tuple, clusters)), 17)],
        words={"the first": [["w x"] * 9, ["w"] * 8]},
    )
    found = read_clusters(path)["the_first"]
    assert found.tokens == 17
    assert sorted(map(sorted, found.clusters)) == sorted(map(sorted, clusters))


def test_what_conll_cannot_hold_is_not_written(tmp_path: Path) -> None:
    for cluster, told in (
        (((0, 3), (1, 4)), "of one cluster cross"),
        (("it",), "no range of tokens"),
        (((3, 3),), "no range"),
    ):
        with pytest.raises(MeasureError, match=told):
            write_conll(tmp_path / "out", [ClusteredDocument("x", (cluster,))])
    with pytest.raises(MeasureError, match="has 2 tokens, but a mention ends at 4"):
        write_conll(tmp_path / "out", [ClusteredDocument("x", (((0, 4),),), 2)])


def test_a_name_is_the_same_in_the_header_and_in_the_rows(tmp_path: Path) -> None:
    path = tmp_path / "out.conll"
    documents = [
        ClusteredDocument("my first\treview", (((0, 1),),), 1),
        ClusteredDocument("(long); part 012", (), 1),
        ClusteredDocument("", (), 1),
    ]
    write_conll(path, documents)
    begun = [line for line in path.read_text().splitlines() if line.startswith("#begin")]
    assert begun == [f"#begin document ({name}); part {part}" for name, part in
                     (("my_first_review", "000"), ("long", "012"), ("_", "000"))]  # fmt: skip
    rows = [line.split("\t")[:2] for line in path.read_text().splitlines() if "\t" in line]
    assert rows == [["my_first_review", "0"], ["long", "12"], ["_", "0"]]
    assert list(read_clusters(path)) == ["my_first_review", "(long); part 012", "_"]


def test_an_empty_line_stands_behind_each_sentence_and_numbers_begin_anew(tmp_path: Path) -> None:
    path = tmp_path / "out.conll"
    write_conll(path, [ClusteredDocument("x", (((0, 1), (3, 4)),), 4)], words={"x": [["It", "broke", "."], [], ["It"]]})
    assert path.read_text() == (
        "#begin document (x); part 000\nx\t0\t0\tIt\t(0)\nx\t0\t1\tbroke\t-\nx\t0\t2\t.\t-\n\n"
        "x\t0\t0\tIt\t(0)\n\n#end document\n"
    )
    assert read_clusters(path)["x"].clusters == (((0, 1), (3, 4)),)


def test_names_that_blanks_alone_tell_apart_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MeasureError, match="'a b' and 'a_b' would both be named 'a_b'"):
        write_conll(tmp_path / "out", [ClusteredDocument("a b", (), 1), ClusteredDocument("a_b", (), 1)])
