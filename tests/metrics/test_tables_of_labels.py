from __future__ import annotations

from pathlib import Path

import pytest

from voxpop.errors import MeasureError
from voxpop.metrics.gold_files import evaluate, read_annotators


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_wide_and_long_agreement_files_say_the_same(tmp_path: Path) -> None:
    wide = write(tmp_path, "wide.tsv", "item\tann\tbob\teve\nm1\tmain\tmain\tgeneric\n\nm2\tmain\t\tmain\n")
    long = write(tmp_path, "long.csv", "item,annotator,label\nm1,ann,main\nm1,bob,main\nm1,eve,generic\nm2,ann,main\n"
                 'm2,eve,"main"\n')  # fmt: skip
    read = read_annotators(wide)
    assert read.more["names"] == ["m1", "m2"]
    assert read.gold == [{"ann": "main", "bob": "main", "eve": "generic"}, {"ann": "main", "eve": "main"}]
    assert read_annotators(long) == read
    assert evaluate("agreement", wide)["scores"]["percent"]["value"] == pytest.approx((1 / 3 + 1) / 2)


def test_factuality_files_are_paired_by_id(tmp_path: Path) -> None:
    gold = write(tmp_path, "gold.tsv", "id\tlabel\toriginal\treplacement\ns1\tconsistent\tMain\tMain\n"
                 "s2\tinconsistent\tMain\tCompeting\n")  # fmt: skip
    pred = write(tmp_path, "pred.tsv", "id\tscore\ns2\t0.7\ns1\t0.9\n")
    found = evaluate("factuality", gold, pred)
    assert found["scores"]["auc"]["value"] == 1
    assert [*found["details"]["by_type"]["rows"][1].values()] == ["Main", "Competing", "inconsistent", 1, 0.0]
    assert "details" not in evaluate("factuality", write(tmp_path, "plain.csv", "id,label\ns1,1\ns2,0\n"), pred)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("item\tann\nm1\ta\n", "line 1: the columns are item, ann; accepted"),
        ("name\tann\tbob\nm1\ta\tb\n", "line 1: no column 'item'"),
        ("item\tann\tann\nm1\ta\tb\n", "line 1: the names of the columns must be distinct"),
        ("item\tann\tbob\nm1\ta\n", "line 2: 2 cells under 3 columns"),
        ("item\tann\tbob\nm1\ta\tb\nm1\ta\tb\n", "line 3: item 'm1' stood in line 2 before"),
        ("item\tann\tbob\n\ta\tb\n", "line 2: the item is empty"),
        ("item,annotator,label\nm1,ann,a\nm1,ann,b\n", "line 3: ann judged m1 before"),
        ("item,annotator,label\nm1,ann,\n", "line 2: label is empty"),
    ],
)
def test_bad_agreement_files(tmp_path: Path, text: str, told: str) -> None:
    path = write(tmp_path, "bad", text)
    with pytest.raises(MeasureError, match=told) as caught:
        read_annotators(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("gold", "pred", "told"),
    [
        ("id\tlabels\na\t1\n", "id\tscore\na\t1\n", "gold, line 1: no column 'label'. Needed: id, label"),
        ("id\tlabel\na\t1\n", "id\tscore\nb\t1\n", "gold, line 2: the id 'a' is not in .*pred.$"),
        ("id\tlabel\na\t1\n", "id\tscore\na\t1\nb\t1\n", "pred, line 3: the id 'b' is not in .*gold.$"),
        ("id\tlabel\na\t1\nb\t1\n", "id\tscore\nc\t1\n", "gold, line 2: the id 'a' .* 2 of 2 ids are missing"),
        ("id\tlabel\na\t1\nb\tmaybe\n", "id\tscore\na\t1\nb\t1\n", "gold, line 3: the label 'maybe'.* Accepted"),
        ("id\tlabel\na\t1\n", "id\tscore\na\tnan\n", "pred, line 2: 'nan' is no finite number"),
        ("id\tlabel\na\t1\n", "id\tscore\na\thigh\n", "pred, line 2: 'high' is no finite number"),
        ("id\tlabel\na\t1\na\t0\n", "id\tscore\na\t1\n", "gold, line 3: id 'a' stood in line 2 before"),
    ],
)
def test_bad_factuality_files(tmp_path: Path, gold: str, pred: str, told: str) -> None:
    with pytest.raises(MeasureError, match=told):
        evaluate("factuality", write(tmp_path, "gold", gold), write(tmp_path, "pred", pred))
