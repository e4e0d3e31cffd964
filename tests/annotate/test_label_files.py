"""One conformance suite over all formats: what is written is read back the same, whatever the text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from voxpop.annotate.datasheet import datasheet
from voxpop.annotate.importing import import_gold, import_labels
from voxpop.annotate.label_files import (
    READERS,
    WRITERS,
    LabelledItem,
    code_points,
    format_of,
    label_studio_config,
    labelled_items,
    read_labels,
    units,
)
from voxpop.annotate.project import Project
from voxpop.annotate.rounds import AnnotationItem, GivenAnswer
from voxpop.annotate.scheme import Scheme, load_scheme, same
from voxpop.errors import InputError, OptionError
from voxpop.metrics.clusters import read_clusters

from .conftest import Make

SCHEMES = {
    "categories": load_scheme("categories", labels=["food", "staff & <service>", "价格"]),
    "spans": load_scheme("spans"),
    "mentions": load_scheme("mentions"),
    "stars": load_scheme("stars"),
}
HOLDS = {
    "jsonl": ("categories", "spans", "mentions", "stars"),
    "label-studio": ("categories", "spans", "mentions", "stars"),
    "asap": ("categories", "stars"),
    "semeval": ("categories", "spans"),
    "conll": ("mentions", "spans"),
}
PAIRS = [(name, kind) for name, kinds in HOLDS.items() for kind in kinds]
TEXTS = [
    "The 😀 sushi was great 👍🏽, rösti 好吃 too.",
    "味道很好，\n但是服务太慢了😤",
    'He said "no", & <left>; \r\nthen\tcame back ',
    "e",
]


def answer(kind: str, text: str, draw: Any) -> Any:
    scheme = SCHEMES[kind]
    if kind in ("categories", "stars"):
        chosen = [label for label in scheme.labels if kind == "stars" or draw(st.booleans())]
        return scheme.check({label: draw(st.sampled_from(scheme.values)) for label in chosen}, text)
    spans = []
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        if text[start:end] == text[start:end].strip():  # CoNLL has no borders in spaces, nor has the page
            spans.append([start, end, draw(st.sampled_from(scheme.labels))])
    return scheme.check(spans, text)


@pytest.mark.parametrize(("name", "kind"), PAIRS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_what_is_written_is_read_back(name: str, kind: str, data: st.DataObject) -> None:
    scheme = SCHEMES[kind]
    items = []
    for number, text in enumerate(data.draw(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3))):
        final = answer(kind, text, data.draw)
        if name == "conll":
            assume(not any(a[2] == b[2] and a[0] < b[0] < a[1] < b[1] for a in final for b in final))
        given = {who: GivenAnswer(who, answer(kind, text, data.draw), 1.5, 2.0) for who in ("anna", "ben")}
        labels = given if name in ("jsonl", "label-studio") else {}
        items.append(LabelledItem(AnnotationItem(f"review {number}", text), final, labels, {}))
    texts = {one.item.id: one.item.text for one in items}
    written = WRITERS[name](items, scheme)
    read = list(READERS[name](written, scheme, texts))
    assert [(one.item.id, one.item.text) for one in read] == list(texts.items())
    for before, after in zip(items, read, strict=True):
        assert after.final is not None
        assert before.final is not None
        assert same(scheme.check(after.final, after.item.text), before.final)
        assert {who: one.answer for who, one in after.labels.items()} == {
            who: one.answer for who, one in before.labels.items()
        }
    assert WRITERS[name](read, scheme).count("review 0") == written.count("review 0")


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in HOLDS for kind in SCHEMES if kind not in HOLDS[name]]
)
def test_what_a_format_cannot_hold_is_refused(name: str, kind: str) -> None:
    with pytest.raises(OptionError, match=f"The format {name} holds"):
        WRITERS[name]([], SCHEMES[kind])


def test_offsets_of_label_studio_count_utf_16_units() -> None:
    text = "a😀好b"
    assert [units(text[:place]) for place in range(5)] == [0, 1, 3, 4, 5]
    assert [code_points(text, place) for place in (0, 1, 3, 4, 5)] == [0, 1, 2, 3, 4]
    item = LabelledItem(AnnotationItem("1", text), [[1, 3, "positive"]])
    (task,) = json.loads(WRITERS["label-studio"]([item], SCHEMES["spans"]))
    value = task["annotations"][0]["result"][0]["value"]
    assert value == {"start": 1, "end": 4, "text": "😀好", "labels": ["positive"]}
    assert '<Label value="negative" />' in label_studio_config(SCHEMES["spans"])
    assert '<Choices name="food" toName="text" choice="single">' in label_studio_config(SCHEMES["categories"])


def test_an_export_of_label_studio_itself(tmp_path: Path) -> None:
    choice = {"from_name": "food", "to_name": "text", "type": "choices", "value": {"choices": ["positive"]}}
    tasks = [
        {
            "id": 7,
            "data": {"text": "Good soup."},
            "annotations": [
                {"completed_by": 3, "result": [choice], "was_cancelled": False, "lead_time": 4.2},
                {"completed_by": {"id": 4, "email": "ben@example.org"}, "result": [], "was_cancelled": False},
                {"completed_by": 5, "result": [], "was_cancelled": True},
            ],
            "predictions": [],
        }
    ]  # fmt: skip
    path = tmp_path / "export.json"
    path.write_text(json.dumps(tasks), "utf-8")
    (one,) = read_labels(path, load_scheme("categories", labels=["food"]), "label-studio", {})
    assert (one.item.id, one.final) == ("7", None)
    assert {who: given.answer for who, given in one.labels.items()} == {
        "3": {"food": "positive"},
        "ben@example.org": {},
    }


def test_label_studio_takes_the_export_and_gives_the_names_back(tmp_path: Path) -> None:
    """It refuses e-mail addresses that it does not know, and keeps ``meta`` and the ids of what it imports."""
    given = {
        who: GivenAnswer(who, {"food": value}, 1.0, 2.5) for who, value in (("anna", "positive"), ("ben", "neutral"))
    }
    item = LabelledItem(AnnotationItem("7", "Good soup."), {"food": "positive"}, labels=given)
    scheme = load_scheme("categories", labels=["food"])
    (task,) = json.loads(WRITERS["label-studio"]([item], scheme))
    for number, annotation in enumerate(task["annotations"], start=40):
        assert "completed_by" not in annotation
        annotation |= {"import_id": annotation["id"], "id": number, "completed_by": 1}  # as Label Studio exports it
    task["annotations"].append(
        {**task["annotations"][0], "id": 0, "import_id": None, "completed_by": {"email": "c@d.org"}}
    )
    path = tmp_path / "export.json"
    path.write_text(json.dumps([task]), "utf-8")
    (back,) = read_labels(path, scheme, "label-studio", {})
    assert back.final == {"food": "positive"}
    assert {who: (one.answer["food"], one.seconds) for who, one in back.labels.items()} == {
        "anna": ("positive", 2.5), "ben": ("neutral", 2.5), "c@d.org": ("positive", 2.5),
    }  # fmt: skip
    project = other_project(tmp_path, scheme)
    import_labels(project, [back], origin="export.json")
    assert [person.role for person in project.state.people.values()] == ["annotator"] * 3


def test_final_labels_are_accepted_as_final_with_their_origin(tmp_path: Path) -> None:
    path = tmp_path / "asap.csv"
    path.write_text("id,review,star,food\n1,Good soup.,4,1\n2,Slow.,2,-2\n", "utf-8")
    project = other_project(tmp_path, load_scheme("categories", labels=["food"]))
    import_labels(project, read_labels(path, project.scheme, "asap", {}), origin="asap.csv")
    for opened in (project, Project(project.folder)):
        assert opened.state.rounds[1].accepted
        assert [one.stage for one in opened.state.items.values()] == ["done", "done"]
        assert [one.final for one in opened.state.items.values()] == [{"food": "positive"}, {}]
        assert not opened.state.people  # a final label is nobody's vote
    assert "- 2: final in asap.csv, which was imported\n" in datasheet(project)
    assert "checked blind" not in datasheet(project)


def test_answers_written_by_hand_need_no_time(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    answers = [{"who": "anna", "answer": {"food": "positive"}}, {"who": "ben", "answer": {"food": "negative"}}]
    path.write_text(json.dumps({"id": "1", "text": "Great soup.", "annotations": answers}), encoding="utf-8")
    (one,) = read_labels(path, load_scheme("categories", labels=["food"]), "jsonl", {})
    assert set(one.labels) == {"anna", "ben"}
    assert all(given.at > 0 for given in one.labels.values())


def test_conll_is_what_voxpop_evaluate_reads(tmp_path: Path) -> None:
    item = AnnotationItem("r 1", "The Nikon beats it: its lens is better.")
    mentions = [[0, 9, "competing", "Nikon"], [16, 18, "main"], [20, 23, "main"], [20, 28, "part_of_main"]]
    path = tmp_path / "m.conll"
    path.write_text(WRITERS["conll"]([LabelledItem(item, mentions)], SCHEMES["mentions"]), "utf-8")
    (document,) = read_clusters(path).values
    assert document.tokens == 10
    assert sorted(map(sorted, document.clusters)) == [[(0, 2)], [(3, 4), (5, 6)], [(5, 7)]]
    (back,) = read_labels(path, SCHEMES["mentions"], "conll", {item.id: item.text})
    assert back.final == mentions


def test_spans_that_cross_are_not_written_wrong() -> None:
    item = LabelledItem(AnnotationItem("r1", "a b c"), [[0, 3, "main"], [2, 5, "main"]])
    with pytest.raises(InputError, match="'r1': two spans of 'main' cross"):
        WRITERS["conll"]([item], SCHEMES["mentions"])


def test_the_columns_of_both_releases_of_asap_are_read(tmp_path: Path) -> None:
    scheme = load_scheme("categories")
    cells = ",".join(["1", "-2", "0", "-1", *["-2"] * 14])
    sample = [
        "location_traffic", "location_distance_from_business_district", "location_easy_to_find", "service_wait_time",
        "service_waiters_attitude", "service_parking_convenience", "service_serving_speed", "price_level",
        "price_cost_effective", "price_discount", "environment_decoration", "environment_noise", "environment_space",
        "environment_cleaness", "dish_portion", "dish_taste", "dish_look", "dish_recommendation",
    ]  # fmt: skip
    for head in (f"id,review,star,{','.join(scheme.labels)}", f"index,reviewbody,star,{','.join(sample)}"):
        path = tmp_path / "asap.csv"
        path.write_text(f"\ufeff{head}\n7,好吃,4.0,{cells}\n", "utf-8")
        (one,) = read_labels(path, scheme, format_of(path, None), {})
        assert one.item == AnnotationItem("7", "好吃", 4.0)
        expected = dict(zip((scheme.labels[0], *scheme.labels[2:4]), ("positive", "neutral", "negative"), strict=True))
        assert one.final == expected


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("jsonl", '{"id": 1}', "this is not the format jsonl"),
        ("jsonl", '{"id": "1", "text": "a", "labels": {"food": "good"}}', "food cannot be 'good'"),
        ("jsonl", '{"id": "1", "text": "a"}\n{"id": "1", "text": "a"}', "'1' is there twice"),
        ("asap", "id,text\n1,a\n", "needed: id, review, star, food"),
        ("semeval", "<sentences>", "not whole XML"),
        ("semeval", '<!DOCTYPE a [<!ENTITY b "c">]><sentences>&b;</sentences>', "not whole XML"),
        ("semeval", "<?xml version='1.0' encoding='UTFF-8'?><sentences/>", "this is not the format"),
        ("label-studio", "{}x", "this is not the format"),
        ("label-studio", '[{"data": {}}]', "this is not the format"),
    ],
)
def test_a_file_that_does_not_fit_is_explained(name: str, text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=problem):
        read_labels(path, load_scheme("categories", labels=["food"]), name, {})


def test_a_project_goes_out_and_in_again(make: Make, tmp_path: Path) -> None:
    project = make("Good soup.", "Slow.", "Bad soup.")
    project.answer("a1", "r0", "label", {"food": "positive"}, seconds=3)
    project.answer("a2", "r0", "label", {})
    project.note("m1", "r0", "Clear.")
    project.answer("m1", "r0", "adjudicate", {"food": "positive"})
    project.answer("a1", "r1", "label", {"service": "negative"})
    project.answer("a2", "r1", "label", {"service": "negative"})
    path = tmp_path / "out.jsonl"
    path.write_text(WRITERS["jsonl"](labelled_items(project.state), project.scheme), "utf-8")
    project.answer("a1", "r2", "label", {"food": "negative"})
    table = WRITERS["asap"](labelled_items(project.state), project.scheme)
    assert "r1" in table
    assert "r2" not in table  # the answer of one person is not final
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [line["labels"] for line in lines] == [{"food": "positive"}, {"service": "negative"}, None]
    assert [one["who"] for one in lines[0]["annotations"]] == ["a1", "a2"]
    assert lines[0]["notes"][0]["text"] == "Clear."
    other = other_project(tmp_path, project.scheme)
    number = import_labels(other, read_labels(path, other.scheme, "jsonl", {}), origin="out.jsonl")
    states = other.state.items
    assert (number, states["r0"].final, states["r0"].source) == (1, {"food": "positive"}, "imported")
    assert (states["r1"].source, states["r2"].stage) == ("imported", "label")
    assert states["r0"].labels["a1"].seconds == 3
    with pytest.raises(InputError, match="3 reviews are in a round already"):
        import_labels(other, read_labels(path, other.scheme, "jsonl", {}), origin="out.jsonl")
    third = other_project(tmp_path, project.scheme, "third")
    assert import_gold(third, read_labels(path, third.scheme, "jsonl", {})) == 2
    assert third.start_training() == 2


def other_project(tmp_path: Path, scheme: Scheme, name: str = "other") -> Project:
    from voxpop.annotate.project import create_project
    from voxpop.annotate.rounds import ProjectSettings

    settings = ProjectSettings(review_share=0.0)
    return create_project(tmp_path / name, scheme, name="O", lang="en", settings=settings)
