"""Agreement with people: tau as others compute it, and cases of any file of the form."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau

from research.papers import shen2023_opinsummeval as opinsummeval
from voxpop.errors import InputError


def system(summary: str, judged: float) -> dict[str, Any]:
    reader = {"sent_con": judged, "asp_rel": judged}
    return {"summary": summary, "scores": {"R1_F1": 1 - judged / 5, "annot1": reader, "annot2": reader}}


def cases() -> list[dict[str, Any]]:
    hotel = {"good": system("Clean rooms and friendly staff.", 5), "half": system("The rooms were clean.", 4),
             "wrong": system("Dirty rooms and rude staff.", 1), "beside": system("Great battery.", 2)}  # fmt: skip
    reviews = ["Very clean rooms.", "The staff was friendly, the room spotless.", "Clean room and a kind receptionist."]
    return [
        {"case": number, "reviews": reviews, "reference": "Clean rooms, nice staff.", "systems": hotel}
        for number in (1, 2)
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "half.jsonl.xz"
    with lzma.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(case) + "\n" for case in cases())
    return path


def test_tau_is_tau_b() -> None:
    draw = np.random.default_rng(1)
    for _ in range(20):
        first, second = draw.integers(0, 4, (2, 14)).astype(float)
        assert opinsummeval.tau(first, second) == pytest.approx(float(kendalltau(first, second).statistic))
    assert opinsummeval.tau(np.ones(4), np.arange(4.0)) == 0


def test_summaries_that_people_prefer_come_first(path: Path) -> None:
    table = opinsummeval.table(opinsummeval.load(path))
    found = {row[:2]: row[2:] for row in table.rows}
    assert found["sentiment consistency", "opinion-score"][0] > 0.6
    assert found["sentiment consistency", "ROUGE-1"][0] == pytest.approx(-1)
    tau, low, high, chosen, kept, _ = found["aspect relevance", "opinion-score, aspects"]
    assert low <= tau <= high
    assert tau == chosen == kept  # the two cases are the same


def test_scores_that_some_lack_are_left_out(path: Path) -> None:
    found = opinsummeval.load(path)
    assert list(opinsummeval.theirs(found)) == ["ROUGE-1"]
    assert opinsummeval.judged(found)["asp_rel"].shape == (2, 4)


@pytest.mark.parametrize("text", ["{oops\n", '{"case": 1}\n', "[]\n"])
def test_other_files_are_told(tmp_path: Path, text: str) -> None:
    wrong = tmp_path / "x.jsonl"
    wrong.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="does not hold OpinSummEval's cases"):
        opinsummeval.load(wrong)
    with pytest.raises(InputError, match="nowhere"):
        opinsummeval.load(tmp_path / "nowhere.jsonl")


def test_the_given_half(data_dir: Path) -> None:
    path = data_dir / "opinsummeval" / opinsummeval.FILE
    if not path.exists():
        pytest.skip(f"needs the data set opinsummeval in {data_dir}")
    found = opinsummeval.load(path)
    assert {len(case.summaries) for case in found} == {14}
    people, rouge = opinsummeval.judged(found)["sent_con"], opinsummeval.theirs(found)["ROUGE-1"]
    assert opinsummeval.taus(rouge, people).mean() == pytest.approx(0, abs=0.05)  # published: .000
    few = [case for case in found if case.number <= 3]
    ours = opinsummeval.ours(few)
    assert all(values.shape == (3, 14) and (values <= 1).all() for values in ours.values())
