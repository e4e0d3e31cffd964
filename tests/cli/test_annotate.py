"""voxpop annotate as it is typed, from a new project to categories that voxpop analyze uses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from voxpop.annotate.label_files import WRITERS, LabelledItem
from voxpop.annotate.model_annotator import predict_items
from voxpop.annotate.project import Project
from voxpop.cli.app import app
from voxpop.errors import OptionError, OutputError
from voxpop.examples import path as example


def voxpop(*arguments: object) -> str:
    """Run a command and return what it printed; what it raises on purpose is raised."""
    result = CliRunner().invoke(app, [str(one) for one in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def shown(*arguments: object) -> Any:
    return json.loads(voxpop(*arguments))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "hotel"
    voxpop("annotate", "new", folder, "--reviews", example("en"), "--labels", "staff,food,location")
    return folder


def test_a_project_has_a_guideline_with_the_hard_cases(project: Path) -> None:
    guideline = (project / "guideline.md").read_text("utf-8")
    assert guideline.count("\n| ") == 6
    status = shown("annotate", "status", project, "--json")
    assert (status["reviews"], status["waiting"], status["rounds"]) == (301, 301, [])
    with pytest.raises(OutputError, match="is there already"):
        voxpop("annotate", "new", project, "--reviews", example("en"))


def test_people_rounds_and_status(project: Path) -> None:
    said = voxpop("annotate", "invite", project, "anna", "--role", "manager")
    assert said.startswith("anna (manager): ")
    assert len(said.split(": ")[1].strip()) == 24
    assert said.split(": ")[1].strip() not in (project / "journal.jsonl").read_text("utf-8")
    assert len(shown("annotate", "invite", project, "anna", "--role", "manager", "--json")["token"]) == 24
    with pytest.raises(OptionError, match="Unknown role 'boss'"):
        voxpop("annotate", "invite", project, "ben", "--role", "boss")
    with pytest.raises(OptionError, match="No review has a gold answer"):
        voxpop("annotate", "round", project, "--training")
    assert voxpop("annotate", "round", project, "--size", "20") == "Round 1: 20 reviews\n"
    assert "round 1 (open): 20 reviews; label 20" in voxpop("annotate", "status", project)
    with pytest.raises(OptionError, match="has a final label yet"):
        voxpop("annotate", "train", project, "-o", project / "heads")


def test_from_labels_to_categories_that_analyze_uses(project: Path, tmp_path: Path) -> None:
    voxpop("annotate", "model", project)
    opened = Project(project)
    lines = []
    for place, (id, one) in enumerate(list(opened.state.model.items())[:80]):
        other = one["answer"] if place % 4 else {"food": "neutral"}
        given = (("anna", one["answer"]), ("ben", other))
        people = [{"who": who, "answer": said, "at": 1e9 + place} for who, said in given]
        facts = {"id": id, "text": opened.state.items[id].item.text, "labels": one["answer"], "annotations": people}
        lines.append(json.dumps(facts, ensure_ascii=False) + "\n")
    (tmp_path / "people.jsonl").write_text("".join(lines), "utf-8")
    assert voxpop("annotate", "import", project, tmp_path / "people.jsonl") == (
        "80 reviews as round 1, 80 with a final label\n"
    )
    figures = shown("annotate", "agreement", project, "--json")
    assert 0.3 < figures["overall"]["kappa"]["value"] < 1
    assert {one["agreement"]["name"] for one in figures["annotators"]} == {"anna", "ben"}
    table = voxpop("annotate", "agreement", project)
    assert "…" not in table
    assert max(map(len, table.splitlines())) <= 80
    trained = shown("annotate", "train", project, "-o", tmp_path / "heads", "--json")
    curve = trained["learning_curve"]
    assert [point["reviews"] for point in curve["points"]] == sorted(point["reviews"] for point in curve["points"])
    assert curve["low"] <= curve["gain"] <= curve["high"]
    options = ("--categories", tmp_path / "heads", "-o", tmp_path / "a.voxpop", "--limit", "40", "--json")
    document = shown("analyze", example("en"), *options)
    assert {aspect["name"] for aspect in document["aspects"]} <= {"staff", "food", "location"}
    assert predict_items(Project(project), heads=tmp_path / "heads") > 200
    assert voxpop("annotate", "round", project, "--size", "10", "--select", "uncertain") == "Round 2: 10 reviews\n"


def test_final_labels_of_a_file_can_be_trained_on(project: Path, tmp_path: Path) -> None:
    config = project / "project.toml"
    config.write_text(config.read_text("utf-8").replace('"negative"]', '"negative", "conflict"]'), "utf-8")
    voxpop("annotate", "model", project)
    opened = Project(project)
    answers = {id: LabelledItem(opened.state.items[id].item, one["answer"]) for id, one in opened.state.model.items()}
    answers = {
        id: replace(one, final={**dict(one.final or {}), "staff": "conflict"}) if n % 20 == 0 else one
        for n, (id, one) in enumerate(answers.items())
    }
    (tmp_path / "final.csv").write_text(WRITERS["asap"](list(answers.values())[:60], opened.scheme), "utf-8")
    voxpop("annotate", "import", project, tmp_path / "final.csv")
    assert "round 1 (accepted): 60 reviews; done 60" in voxpop("annotate", "status", project)
    trained = voxpop("annotate", "train", project, "-o", tmp_path / "heads")
    assert "another 100 labelled reviews would bring about" in trained
    table = trained.partition("learning curve")[0]
    assert "…" not in table
    assert max(map(len, table.splitlines())) <= 80


@pytest.mark.parametrize("name", ["labels.jsonl", "labels.csv", "labels.xml", "labels.json"])
def test_export(project: Path, tmp_path: Path, name: str) -> None:
    opened = Project(project)
    opened.start_round(list(opened.state.items)[:2])
    answer = {"do": "answer", "item": "MH-0001", "stage": "label", "answer": {"food": "negative"}}
    for who in ("a", "b"):
        opened.record({"do": "person", "name": who, "role": "annotator"}, {**answer, "who": who})
    assert "2 reviews, 1 with a final label" in voxpop("annotate", "export", project, "-o", tmp_path / name)
    assert "MH-0001" in (tmp_path / name).read_text("utf-8")
    with pytest.raises(OutputError, match="--overwrite"):
        voxpop("annotate", "export", project, "-o", tmp_path / name)
    voxpop("annotate", "export", project, "-o", tmp_path / name, "--overwrite")
    voxpop("annotate", "datasheet", project, "-o", tmp_path / "sheet.md")
    assert (tmp_path / "sheet.md").read_text("utf-8").startswith("# Datasheet: hotel")


def test_wrong_calls_are_explained(project: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="Unknown --as 'labls'"):
        voxpop("annotate", "import", project, "x.jsonl", "--as", "labls")
    with pytest.raises(OptionError, match="is not clear from its name"):
        voxpop("annotate", "export", project, "-o", tmp_path / "x.bin")
    with pytest.raises(OptionError, match="Unknown selection"):
        voxpop("annotate", "round", project, "--select", "best")
    with pytest.raises(OptionError, match="Unknown scheme"):
        voxpop("annotate", "new", tmp_path / "p", "--reviews", example("en"), "--scheme", "tags")
