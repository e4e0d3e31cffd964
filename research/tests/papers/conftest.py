"""The data that the reproductions need; without it their tests are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from research import datasets
from research.papers import Report
from research.papers.tay2019_rouge import reproduction as rouge
from research.papers.tay2019_rouge.experiments import Corpus, load


@pytest.fixture(scope="session")
def opinosis_data(data_dir: Path) -> Path:
    for name in ("opinosis", "sentiwordnet"):
        if datasets.check(datasets.DATASETS[name], data_dir).state != "ready":
            pytest.skip(f"needs the data set {name!r} in {data_dir}")
    return data_dir


@pytest.fixture(scope="session")
def corpus(opinosis_data: Path) -> Corpus:
    return load(opinosis_data)


@pytest.fixture(scope="session")
def report(opinosis_data: Path) -> Report:
    return rouge.run(opinosis_data, seed=7, draws=40)
