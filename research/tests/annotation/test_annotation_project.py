from __future__ import annotations

import json
from pathlib import Path

from research.annotation.annotation_project import lines, spans
from voxpop.annotate.importing import import_labels
from voxpop.annotate.label_files import read_labels
from voxpop.annotate.project import create_project
from voxpop.annotate.rounds import ProjectSettings
from voxpop.annotate.scheme import load_scheme


def test_targets_with_the_polarity_of_the_stronger_opinion() -> None:
    opinions = [
        {"target": [4, 8], "polarity": 0.5},
        {"target": [4, 8], "polarity": -1.0},
        {"target": None, "polarity": 1.0},
        {"target": [0, 2], "polarity": 0.0},
    ]
    assert spans({"opinions": opinions}) == [[0, 2, "neutral"], [4, 8, "negative"]]


def test_the_corpus_can_be_loaded_into_a_project(tmp_path: Path) -> None:
    """With the passages that we wrote, whose texts stand in the corpus; those of data sets are loaded alike."""
    made = lines("en", tmp_path)[:300]
    path = tmp_path / "passages.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in made), "utf-8")
    project = create_project(tmp_path / "corpus", load_scheme("spans"), name="C", lang="en", settings=ProjectSettings())
    import_labels(project, read_labels(path, project.scheme, "jsonl", {}), origin=path.name)
    assert project.state.rounds[1].accepted
    assert len(project.state.items) == len(made) == 300
    assert all(one.source == "imported" for one in project.state.items.values())
    assert sum(len(one.final or []) for one in project.state.items.values()) > 300
