"""``evaluate``: the JSON shape, the formats of docs/measures.md, and errors that name file and line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics import MEASURES
from voxpop.metrics.gold_files import HIDDEN, READERS, evaluate, score_files
from voxpop.metrics.options import settable
from voxpop.metrics.rouge import Rouge

DOCS = Path(__file__).resolve().parents[2] / "docs" / "measures.md"


class Files:
    """Writes gold and predictions and evaluates them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, measure: str, gold: str, pred: str | None, **options: Any) -> dict[str, Any]:
        return evaluate(
            measure, self.put("gold", gold), self.put("pred", pred) if pred is not None else None, **options
        )

    def put(self, name: str, text: str | bytes) -> Path:
        path = self.folder / f"{name}.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_every_measure_has_a_reader() -> None:
    assert set(READERS) == set(MEASURES)
    assert set(MEASURES) == {
        "rouge", "opinion", "aspects", "prominent", "labels", "rating", "spans", "tuples", "agreement", "coref",
        "factuality",
    }  # fmt: skip


def test_a_header_is_no_label(files: Files) -> None:
    found = files("labels", "id,label\n1,good\n2,bad\n", 'ID,Label,text\n2,bad,"cold, wet"\n1,bad,x\n')
    assert found["n"] == 2
    assert {row["class"] for row in found["details"]["by_class"]["rows"]} == {"good", "bad"}
    assert files("labels", "label\ngood\nbad\n", "label\ngood\ngood\n")["n"] == 2
    assert files("labels", "good\nlabel\n", "good\nlabel\n")["n"] == 2  # a label of that name
    assert files("rating", "id\tstars\na\t5\nb\t4\n", "id,rating\nb,4\na,5\n")["scores"]["mae"]["value"] == 0
    with pytest.raises(MeasureError, match="the id 'r' stood in line 2 before"):
        files("labels", "id,label\nr,good\nr,bad\n", "id,label\nr,good\n")


def test_the_shape_of_the_json(files: Files) -> None:
    report = files("rouge", "The rooms were neat and clean.\n", "Clean room.\n", stem=True, stop=True)
    assert list(report) == ["measure", "signature", "scores", "n"]
    assert report["measure"] == "rouge"
    assert report["n"] == 1
    assert report["scores"]["rouge1"] == {"precision": 1.0, "recall": pytest.approx(2 / 3), "f1": pytest.approx(0.8)}
    assert report["signature"].startswith("rouge|lang:en|tok:unicode|case:lower|stem:porter|stop:rouge155")
    assert json.loads(json.dumps(report)) == report


def test_several_references_stand_on_one_line(files: Files) -> None:
    report = files("rouge", "a b\ta b c d\nx\ty\n", "a b\nx\n", variants=["1"])
    assert report["scores"]["rouge1"]["f1"] == 1.0


def test_aspects_print_every_m(files: Files) -> None:
    report = files("aspects", "food\t9\nservice\t4\n", "food\nplace\nservice\n")
    assert list(report["scores"]["wp"]) == list(report["scores"]["wr"]) == ["1", "2", "3"]
    assert report["scores"]["awp"]["value"] > 0
    assert report["n"] == 2


def test_ids_bring_the_files_into_one_order(files: Files) -> None:
    report = files("rating", "a\t5\nb\t1\n", "b\t1\na\t5\n")
    assert report["scores"]["mae"]["value"] == 0.0
    report = files(
        "spans",
        '{"id": 1, "spans": [[0, 4]]}\n{"id": 2, "spans": []}\n',
        '{"id": 2, "spans": []}\n{"id": 1, "spans": [[0, 4]]}\n',
    )
    assert report["scores"]["exact"]["f1"] == 1.0


def test_windows_line_ends_and_byte_order_marks(files: Files) -> None:
    report = files("labels", "\ufeffpositive\r\nnegative\r\n", "positive\nnegative\n")
    assert report["scores"]["accuracy"]["value"] == 1.0


BAD = [
    ("rouge", "a\nb\n", "a\n", r"gold.txt, line 2: .*pred.txt ends before this line: 2 gold lines against 1"),
    ("rouge", "a\n\nb\n", "a\nb\nc\n", r"gold.txt, line 2: the line is empty"),
    ("rouge", "a\nb\n", "a\n\n", r"pred.txt, line 2: the line is empty"),
    ("rouge", "", "a\n", r"gold.txt is empty"),
    ("rouge", "a\t\n", "a\n", r"gold.txt, line 1: one of the references is empty"),
    ("opinion", "a\t\n", "a\n", r"gold.txt, line 1: one of the references is empty"),
    (
        "opinion",
        '{"id": 1}\n',
        '{"id": 1, "summary": "a"}\n',
        r'line 1: expected an object with "id" and "references" or',
    ),
    (
        "opinion",
        '{"id": 1, "reviews": []}\n',
        '{"id": 1, "summary": "a"}\n',
        r"gold.txt, line 1: there is nothing to hold",
    ),
    ("opinion", '{"id": 1, "reviews": [5]}\n', '{"id": 1, "summary": "a"}\n', r"gold.txt, line 1: 5 is not a text"),
    ("opinion", '{"id": 1, "reviews": "a"}\n', '{"id": 1, "summary": 5}\n', r"pred.txt, line 1: expected a text"),
    ("aspects", "food 9\n", "food\n", r"gold.txt, line 1: expected a term, a tab and a count"),
    ("aspects", "food\tmany\n", "food\n", r"gold.txt, line 1: 'many' is not a whole number"),
    ("aspects", "food\t2\nfood\t3\n", "food\n", r"gold.txt, line 2: the term 'food' stands at place 1 too"),
    ("aspects", "food\t2\n", "x\nfood\nfood\n", r"pred.txt, line 3: the term 'food' stands at place 2 too"),
    ("prominent", "hotl\n", "hotl\troom\n", r"Did you mean 'hotel'"),
    ("labels", "pos\nneg\n", "pos\nng\n", r"pred.txt, line 2: unknown label 'ng'. Known: neg, pos"),
    ("labels", "a\tpos\nb\tneg\n", "b\tneg\na\tps\n", r"pred.txt, line 2: unknown label 'ps'"),
    ("labels", "a\tpos\na\tneg\n", "a\tpos\n", r"gold.txt, line 2: the id 'a' stood in line 1 before"),
    ("labels", "a\tpos\n", "b\tpos\n", r"gold.txt, line 1: the id 'a' is not in .*pred.txt"),
    ("labels", "a\tpos\n", "pos\n", r"do not go together: one has ids"),
    (
        "labels",
        '{"id": 1, "labels": {"food": "x"}}\n',
        '{"id": 1, "labels": {"food": "y"}}\n',
        r"pred.txt, line 1: unknown label 'y'",
    ),
    (
        "labels",
        '{"id": 1, "labels": []}\n',
        '{"id": 1, "labels": {}}\n',
        r"gold.txt, line 1: expected labels as an object",
    ),
    ("rating", "5\nfive\n", "5\n5\n", r"gold.txt, line 2: 'five' is no finite number"),
    ("rating", "5\n6\n", "5\n5\n", r"gold.txt, line 2: the rating 6 is outside the scale 1 to 5"),
    ("rating", "5\n4\n", "5\nnan\n", r"pred.txt, line 2: 'nan' is no finite number"),
    ("spans", '{"id": 1, "spans": [[4, 4]]}\n', '{"id": 1, "spans": []}\n', r"gold.txt, line 1: the span 4 to 4"),
    ("spans", '{"id": 1, "spans": [[4]]}\n', '{"id": 1, "spans": []}\n', r"gold.txt, line 1: a span is"),
    ("spans", "{oops\n", '{"id": 1, "spans": []}\n', r"gold.txt, line 1: this is not JSON"),
    (
        "tuples",
        '{"id": 1, "tuples": [["a", 2, "b"]]}\n',
        '{"id": 1, "tuples": []}\n',
        r"gold.txt, line 1: 2 is not",
    ),
    (
        "tuples",
        '{"id": 1, "tuples": [["a", "b"]]}\n',
        '{"id": 1, "tuples": []}\n',
        r"gold.txt, line 1: .*neither a triplet",
    ),
    (
        "factuality",
        "id\tlabel\ns1\tconsistent\ns2\tinconsistent\n",
        "id\tscore\ns1\t0.3\ns2\tx\n",
        r"pred.txt, line 3: ",
    ),
    (
        "coref",
        "#begin document (a); part 000\nw (0\n#end document\n",
        "#begin document (a); part 000\nw -\n#end document\n",
        r"gold.txt",
    ),
]


@pytest.mark.parametrize(("measure", "gold", "pred", "message"), BAD)
def test_bad_input_is_told_with_file_and_line(files: Files, measure: str, gold: str, pred: str, message: str) -> None:
    with pytest.raises((MeasureError, OptionError), match=message):
        files(measure, gold, pred)


def test_two_annotators_in_two_files(files: Files) -> None:
    labels = files("agreement", "a\nb\nb\n", "a\nb\na\n")
    assert labels["scores"]["percent"]["value"] == pytest.approx(2 / 3)
    marked = '{"id": 1, "spans": [[0, 4], [6, 9]]}\n', '{"id": 1, "spans": [[0, 4]]}\n'
    assert files("agreement", *marked, kind="spans")["scores"]["dice"]["value"] == pytest.approx(2 / 3)


def test_a_threshold_is_chosen_on_other_files(files: Files) -> None:
    gold, pred = "id,label\na,1\nb,0\n", "id,score\na,0.2\nb,0.1\n"
    dev = {"dev_gold": files.put("dg", gold.replace("a,", "x,").replace("b,", "y,")),
           "dev_pred": files.put("dp", pred.replace("a,", "x,").replace("b,", "y,"))}  # fmt: skip
    assert files("factuality", gold, pred)["scores"]["balanced_accuracy"]["value"] == 0.5
    assert files("factuality", gold, pred, **dev)["scores"]["balanced_accuracy"]["value"] == 1.0
    with pytest.raises(MeasureError, match="chosen on the data"):
        files("factuality", gold, pred, dev_gold=files.put("gold", gold), dev_pred=files.put("pred", pred))
    with pytest.raises(OptionError, match="both dev_gold and dev_pred"):
        files("factuality", gold, pred, dev_gold=dev["dev_gold"])


def test_other_encodings_are_told_with_the_line(files: Files) -> None:
    gold, pred = files.put("gold", "房间\n干净\n".encode("gb18030")), files.put("pred", "房间\n干净\n")
    with pytest.raises(MeasureError, match=r"gold.txt, line 1: this is not UTF-8"):
        evaluate("rouge", gold, pred)


def test_empty_predictions_can_be_scored_when_asked(files: Files) -> None:
    assert files("rouge", "a\nb\n", "a\n\n", empty=True, variants=["1"])["scores"]["rouge1"]["f1"] == 0.5


def test_unknown_measures_and_options(files: Files) -> None:
    with pytest.raises(OptionError, match="Did you mean 'rouge'"):
        files("roug", "a\n", "a\n")
    with pytest.raises(OptionError, match="Unknown option of rating 'scale'"):
        files("rating", "5\n", "5\n", scale="1-5")
    with pytest.raises(OptionError, match=r"Unknown option of rouge 'stemming'\. Did you mean 'stem'"):
        files("rouge", "a\n", "a\n", stemming=True)
    with pytest.raises(OptionError, match="give predictions as well"):
        files("rouge", "a\n", None)
    with pytest.raises(MeasureError, match="cannot be read"):
        evaluate("rating", "nowhere.txt", "nowhere.txt")


def test_scores_of_files_can_be_compared(tmp_path: Path) -> None:
    files = Files(tmp_path)
    gold = files.put("gold", "5\n4\n1\n2\n")
    first, n = score_files("rating", gold, files.put("a", "5\n4\n1\n2\n"))
    second, _ = score_files("rating", gold, files.put("b", "1\n1\n5\n5\n"))
    assert n == 4
    assert first["mae"].versus(second["mae"]).p == 2 / 16


def examples() -> list[tuple[str, dict[str, str]]]:
    """Each measure's section of the documentation, with its fenced files by name."""
    sections = re.split(r"^## ", DOCS.read_text(encoding="utf-8"), flags=re.M)[1:]
    fenced = re.compile(r"^`([\w.]+)`:?\n+```\w*\n(.*?)^```", re.M | re.S)
    found = [(section.split("\n", 1)[0].strip("` "), dict(fenced.findall(section))) for section in sections]
    return [(name, given) for name, given in found if name in MEASURES]


def test_every_measure_is_documented_with_an_example() -> None:
    assert {name for name, given in examples() if given} == set(MEASURES)


@pytest.mark.parametrize(("measure", "given"), examples(), ids=[name for name, _ in examples()])
def test_documented_examples_run(tmp_path: Path, measure: str, given: dict[str, str]) -> None:
    paths = {name: tmp_path / name for name in given}
    for name, text in given.items():
        paths[name].write_text(text, encoding="utf-8")
    gold, *pred = [path for name, path in paths.items() if not name.startswith("dev")]
    report = evaluate(measure, gold, pred[0] if pred else None)
    assert report["n"] > 0
    for figures in report["scores"].values():
        assert all(isinstance(value, float) for value in figures.values())


def test_documented_json_clusters_say_the_same_as_conll(tmp_path: Path) -> None:
    given = dict(examples())["coref"]
    for name, text in given.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    conll, clusters = (
        evaluate("coref", tmp_path / f"gold.{end}", tmp_path / f"pred.{end}") for end in ("conll", "jsonl")
    )
    assert conll["scores"] == clusters["scores"]
    typed = evaluate("coref", tmp_path / "gold.jsonl", tmp_path / "pred.jsonl", by_type=True)
    assert [row["type"] for row in typed["details"]["by_type"]["rows"]] == ["main"]
    assert set(typed["scores"]) > set(clusters["scores"])


def test_options_of_every_measure_are_documented() -> None:
    sections = re.split(r"^## ", DOCS.read_text(encoding="utf-8"), flags=re.M)[1:]
    text = {section.split("\n", 1)[0].strip("` "): section for section in sections}
    for measure, function in MEASURES.items():
        declared = Rouge if measure == "rouge" else function
        for name in settable(declared, hidden=HIDDEN.get(measure, ())):
            assert f"`{name}`" in text[measure], (measure, name)
