"""``voxpop evaluate`` with two systems, wrong settings, and the tables that come after the scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from voxpop.cli.app import app
from voxpop.errors import VoxpopError
from voxpop.metrics import MEASURES

FILES = {
    "rouge": ("The rooms were clean.\nStaff was friendly.\n", "Clean room.\nRude staff.\n", "The rooms.\nStaff.\n"),
    "opinion": (
        '{"id": 1, "reviews": ["Good food."], "references": "Good food."}\n',
        '{"id": 1, "summary": "Tasty."}\n',
        '{"id": 1, "summary": "Bad food."}\n',
    ),
    "aspects": ("food\t9\nservice\t4\nbattery life\t2\n", "food\t3\nplace\t1\n", "food\t2\nx\t2\ny\t1\nservice\t1\n"),
    "prominent": (
        "hotel\nphone\tbattery\tscreen\n",
        "hotel\troom\nphone\tbattery\n",
        "hotel\tlobby\tstaff\nphone\tx\n",
    ),
    "labels": ("pos\nneg\npos\n", "pos\npos\npos\n", "neg\nneg\npos\n"),
    "rating": ("5\n2\n4\n", "4.6\n2.4\n2\n", "5\n1\n3\n"),
    "spans": ('{"id": 1, "spans": [[0, 4], [6, 9]]}\n', '{"id": 1, "spans": [[0, 4]]}\n', '{"id": 1, "spans": []}\n'),
    "tuples": (
        '{"id": 1, "tuples": [["room", "clean", "positive"]]}\n',
        '{"id": 1, "tuples": [["room", "clean", "negative"]]}\n',
        '{"id": 1, "tuples": []}\n',
    ),
    "agreement": ("a\nb\nb\n", "a\nb\na\n", "b\na\nb\n"),
    "coref": (
        '{"id": "d", "clusters": [["a", "b"], ["c"]], "types": {"main": ["a", "b"], "other": ["c"]}}\n',
        '{"id": "d", "clusters": [["a", "b", "c"]]}\n',
        '{"id": "d", "clusters": [["a"], ["b", "c"]]}\n',
    ),
    "factuality": (
        "id,label,original,replacement\ns1,inconsistent,main,other\ns2,consistent,main,main\n",
        "id,score\ns1,0.6\ns2,0.9\n",
        "id,score\ns1,0.7\ns2,0.3\n",
    ),
}
TABLE = "item,ann,bob,eve,joe\nm1,a,a,a,b\nm2,a,a,b,b\nm3,b,b,b,a\nm4,b,,b,b\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for measure, texts in FILES.items():
        for name, text in zip(("gold", "one", "two"), texts, strict=True):
            (tmp_path / f"{measure}.{name}").write_text(text, encoding="utf-8")
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


def evaluate(measure: str, *arguments: str, gold: str = "", pred: tuple[str, ...] = ("one",)) -> Result:
    files = [f"--pred={measure}.{name}" for name in pred]
    return CliRunner().invoke(app, ["evaluate", measure, f"--gold={gold or measure + '.gold'}", *files, *arguments])


def refused(measure: str, *arguments: str) -> str:
    """What is wrong, as one of our own errors, which the command line prints as a sentence."""
    result = evaluate(measure, *arguments)
    assert isinstance(result.exception, VoxpopError), result.exception
    return str(result.exception)


def details(measure: str, *arguments: str, gold: str = "", pred: tuple[str, ...] = ("one",)) -> dict[str, Any]:
    result = evaluate(measure, *arguments, "--json", gold=gold, pred=pred)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert list(found) == ["measure", "signature", "scores", "n", "details"]
    return {name: table["rows"] for name, table in found["details"].items()}


@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_two_systems_compare_in_every_measure(folder: Path, measure: str) -> None:
    result = evaluate(measure, pred=("one", "two"))
    assert result.exit_code == 0, result.output
    assert result.stdout.count(f"p against {measure}.one by randomisation") >= 2
    left_out = [line.split(":")[0] for line in result.stdout.splitlines() if "not compared" in line]
    assert left_out == (["multiword", "multiword_pred"] if measure == "aspects" else [])


def test_lists_of_different_length_compare_where_the_shorter_ends(folder: Path) -> None:
    blocks = evaluate("aspects", pred=("one", "two")).stdout.split("\n\n")
    wp = next(block for block in blocks if "\nwp|" in block)
    assert wp.split()[:2] == ["system", "2"]
    # place 1 is right and place 2 wrong in both: 1 / (1 + 1/2)
    assert wp.count("0.667") >= 2
    distinct = next(block for block in blocks if "\ndistinct|" in block)
    assert "0.400" in distinct  # 1 of 2 and 1 of 3
    assert "0.571" in distinct  # 2 of 4 and 2 of 3


def test_what_only_one_system_has_is_shown_with_the_reason(folder: Path) -> None:
    (folder / "aspects.two").write_text("food\nservice\n", encoding="utf-8")
    assert "occurrences: not compared, aspects.two does not have it" in evaluate("aspects", pred=("one", "two")).stdout
    (folder / "agreement.two").write_text("a\nc\nb\n", encoding="utf-8")
    told = evaluate("agreement", pred=("one", "two")).stdout
    assert "labels a+b against a+b+c" in told
    assert "labels a+b" not in evaluate("agreement", "--set", "labels=a,b,c", pred=("one", "two")).stdout


@pytest.mark.parametrize(
    ("measure", "setting", "message"),
    [
        ("aspects", "tops=[]", "tops must be one or more numbers"),
        ("aspects", "tops=5", "tops takes a list of whole numbers"),
        ("aspects", "tops=a", "tops takes a list of whole numbers"),
        ("aspects", "tops=[1.5]", "tops takes a list of whole numbers"),
        ("aspects", "depth=x", "depth takes a whole number, not 'x'"),
        ("aspects", "depth=true", "depth takes a whole number"),
        ("aspects", "least=x", "least takes a whole number"),
        ("aspects", "least=0", "least must be at least 1"),
        ("rouge", "variants=1", "variants takes a list of texts"),
        ("rouge", "variants=[1,2]", "variants takes a list of texts"),
        ("rouge", "variants=[]", "variants must name at least one"),
        ("rouge", "stem=perhaps", "stem takes true or false"),
        ("rouge", "empty=x", "empty takes true or false"),
        ("prominent", "top=a", "top takes a whole number"),
        ("prominent", "similarity=x", "Unknown option of prominent 'similarity'. Accepted: top."),
        ("rating", "low=a", "low takes a whole number"),
        ("rating", "high=4.5", "high takes a whole number"),
        ("labels", "labels=5", "labels takes a list of texts or whole numbers"),
        ("tuples", "case=1", "case takes a text"),
        ("agreement", "threshold=z", "threshold takes a number"),
        ("agreement", "threshold=2", "threshold must lie between 0 and 1"),
        ("agreement", "kind=[]", "kind takes a text"),
        ("coref", "singletons=true", "singletons takes a text"),
        ("coref", "by_type=1", "by_type takes true or false"),
        ("factuality", "threshold=x", "threshold takes a number"),
        ("factuality", "threshold=NaN", "finite"),
        ("factuality", "dev_gold=5", "dev_gold takes a text"),
        ("factuality", 'ids=["a"]', "Unknown option of factuality 'ids'"),
    ],
)
def test_a_wrong_setting_is_told(folder: Path, measure: str, setting: str, message: str) -> None:
    assert message in refused(measure, "--set", setting)


def test_a_threshold_is_given_or_chosen(folder: Path) -> None:
    dev = ["--set", "dev_gold=factuality.gold", "--set", "dev_pred=factuality.one"]
    assert "not both" in refused("factuality", *dev, "--set", "threshold=0.5")


def test_labels_show_classes_and_confusion(folder: Path) -> None:
    found = details("labels")
    assert found["confusion"] == [
        {"gold \\ predicted": "neg", "neg": 0, "pos": 1},
        {"gold \\ predicted": "pos", "neg": 0, "pos": 2},
    ]
    assert [*found["by_class"][1].values()] == ["pos", 2, 3, pytest.approx(2 / 3), 1.0, pytest.approx(0.8)]


def test_category_labels_show_each_category(folder: Path) -> None:
    for name, polarity in (("gold", "negative"), ("one", "positive")):
        line = json.dumps({"id": "r1", "labels": {"food": "positive", "price": polarity}})
        (folder / f"labels.{name}").write_text(line + "\n", encoding="utf-8")
    rows = details("labels")["by_category"]
    assert [(row["category"], row["accuracy"]) for row in rows] == [("food", 1.0), ("price", 0.0)]


def test_agreement_shows_majorities_ties_and_who_strays(folder: Path) -> None:
    found = details("agreement", gold="table.csv", pred=())
    assert found["majority_ties"] == [{"item": "m2", "tied labels": "a, b", "votes each": 2, "of": 4}]
    assert found["majority"][:2] == [
        {"item": "m1", "majority": "a", "votes": 3, "of": 4},
        {"item": "m2", "majority": None, "votes": 2, "of": 4},
    ]
    # joe is right in m4 alone, of m1, m3, m4; a column of the confusion sums to 100 %
    joe = {"annotator": "joe", "units": 3, "agreed": 1, "share": 1 / 3, "flagged": "yes"}
    assert found["annotator_agreement"][3] == joe
    assert [*found["annotator_by_majority"][0].values()] == ["a", 75.0, pytest.approx(100 / 7)]
    lenient = details("agreement", "--set", "threshold=0.3", gold="table.csv", pred=())["annotator_agreement"]
    assert {row["flagged"] for row in lenient} == {"no"}


def test_coreference_by_type(folder: Path) -> None:
    found = details("coref", "--set", "by_type=true")
    # abc for the gold cluster ab: precision (2/3 + 2/3 + 0) / 3, recall 1; "other" has one mention, too few
    assert [(row["type"], row["b3"]) for row in found["by_type"]] == [("main", pytest.approx(8 / 13))]
    result = json.loads(evaluate("coref", "--set", "by_type=true", "--json").stdout)
    assert result["scores"]["b3:main"]["precision"] == pytest.approx(4 / 9)
    (folder / "coref.gold").write_text('{"id": "d", "clusters": [["a", "b"]]}', encoding="utf-8")
    assert "says nothing of types" in refused("coref", "--set", "by_type=true")


def test_factuality_shows_accuracy_by_substitution(folder: Path) -> None:
    rows = details("factuality")["by_type"]
    first = {"original": "main", "replacement": "other", "label": "inconsistent", "n": 1, "accuracy": 0.0}
    assert rows[0] == first


@pytest.mark.parametrize(
    ("format", "told"), [("text", "by class"), ("markdown", "| gold \\ predicted"), ("latex", r"\caption{confusion}")]
)
def test_tables_come_after_the_scores_in_every_format(folder: Path, format: str, told: str) -> None:
    assert told in evaluate("labels", "--format", format).stdout


def test_long_tables_are_cut_in_print_alone(folder: Path) -> None:
    (folder / "table.csv").write_text("item,x,y\n" + "".join(f"m{n},a,a\n" for n in range(80)), encoding="utf-8")
    assert "30 more rows with --json" in evaluate("agreement", gold="table.csv", pred=()).stdout
    assert len(details("agreement", gold="table.csv", pred=())["majority"]) == 80


def test_missing_documents_and_ids_are_told_with_their_file(folder: Path) -> None:
    (folder / "coref.one").write_text('{"id": "e", "clusters": [["a", "b"]]}', encoding="utf-8")
    assert "coref.gold, line 1: the id 'd' is not in coref.one" in refused("coref")
    (folder / "factuality.one").write_text("id,score\ns1,0.1\n", encoding="utf-8")
    assert "factuality.gold, line 3: the id 's2' is not in factuality.one" in refused("factuality")


def test_intervals_stand_beside_the_main_figure_where_scores_differ_in_figures(folder: Path) -> None:
    lines = evaluate("aspects", "--interval").stdout.splitlines()
    drawn = [line.split("  ")[0] for line in lines if "…" in line]
    assert drawn[:3] == ["awp value", "wp 2", "wr 2"]


def test_a_system_given_twice_is_told(folder: Path) -> None:
    result = evaluate("rating", pred=("one", "one"))
    assert isinstance(result.exception, VoxpopError)
    assert "given twice" in str(result.exception)
