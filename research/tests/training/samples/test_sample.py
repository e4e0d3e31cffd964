from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from research.training.samples.sample import Sample, read_samples, to_json, write_lines
from voxpop.errors import InputError, OutputError

GOOD: dict[str, Any] = {"id": "1", "text": "Great food, slow staff.", "source": "toy", "split": "train"}


def write(path: Path, *rows: dict[str, Any]) -> Path:
    write_lines(rows, path)
    return path


def test_a_sample_comes_back_as_it_was_written(tmp_path: Path) -> None:
    samples = [
        Sample("1", "Great food, slow staff.", "toy", "train", terms=((6, 10, 1), (17, 22, None)), opinions=((0, 5),),
               labels={"se14": {"food": 1, "service": None}, "general": {}}, stars=(4, 5)),
        Sample("2", "好吃😀", "toy", "test", terms=()),
    ]  # fmt: skip
    path = write(tmp_path / "a.jsonl.xz", *map(to_json, samples))
    assert read_samples(path) == samples


def test_what_is_not_annotated_is_left_out() -> None:
    assert to_json(Sample("1", "Good", "toy", "dev", terms=())) == {
        "id": "1", "text": "Good", "source": "toy", "split": "dev", "terms": ()}  # fmt: skip


@pytest.mark.parametrize(("changed", "message"), [
    ({"terms": [[6, 99, 1]]}, "line 2.*span 6–99 holds no words of a text of 23"),
    ({"terms": [[5, 5, 1]]}, "span 5–5 holds no words"),
    ({"terms": [[5, 6, 1]]}, "span 5–6 holds no words"),
    ({"opinions": [[-1, 3]]}, "span -1–3 holds no words"),
    ({"terms": [[6, 10, 2]]}, "2 is no polarity of a term. Accepted: 1, 0, -1, or null"),
    ({"terms": [[6, 10]]}, "line 2, is not a sample"),
    ({"terms": 7}, "line 2, is not a sample"),
    ({"labels": {"se15": {}}}, "'se15' is no label set. Accepted: general, se14, mams, asap"),
    ({"labels": {"se14": {"foot": 1}}}, "'foot' is no category of 'se14'. Accepted: food, service"),
    ({"labels": {"se14": {"food": "good"}}}, "'good' is no polarity of food"),
    ({"labels": ["food"]}, "line 2, is not a sample"),
    ({"stars": [5, 4]}, r"\(5, 4\) are no stars"),
    ({"stars": [0, 4]}, r"\(0, 4\) are no stars"),
    ({"split": "training"}, "'training' is no split. Accepted: train, dev, test"),
    ({"text": " "}, "has no text"),
    ({"text": None}, "line 2, is not a sample"),
])  # fmt: skip
def test_a_bad_sample_is_named(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    path = write(tmp_path / "a.jsonl.xz", GOOD, {**GOOD, **changed})
    with pytest.raises(InputError, match=message):
        read_samples(path)


def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no file .*nowhere"):
        read_samples(tmp_path / "nowhere")
    (tmp_path / "plain").write_text(json.dumps(GOOD), encoding="utf-8")
    with pytest.raises(InputError, match="xz-compressed"):
        read_samples(tmp_path / "plain")
    with lzma.open(tmp_path / "words", "wt", encoding="utf-8") as lines:
        lines.write(json.dumps(GOOD) + "\n{")
    with pytest.raises(InputError, match="near line"):
        read_samples(tmp_path / "words")
    whole = write(tmp_path / "whole", *[GOOD] * 500).read_bytes()
    (tmp_path / "cut").write_bytes(whole[:-20])
    with pytest.raises(InputError, match="cannot be read"):
        read_samples(tmp_path / "cut")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(OutputError, match="taken"):
        write_lines([], tmp_path / "taken" / "a.jsonl.xz")


def test_reading_needs_the_standard_library_alone() -> None:
    code = (
        "import sys; before = set(sys.modules); import research.training.samples.sample; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(found.stdout.split()) == {"research", "voxpop"}
