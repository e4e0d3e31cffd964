"""What is installed is the product alone, and importing it is quick."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as the build tool makes it, from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    return zipfile.ZipFile(made)


def test_the_wheel_holds_no_research_and_no_tests(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"voxpop"}
    names = {name for name in wheel.namelist() if name.endswith(".py")}
    assert not {name for name in names if {"research", "reproduce", "models", "experiments"} & set(name.split("/"))}


def test_the_wheel_without_weights_is_small(wheel: zipfile.ZipFile) -> None:
    size = sum(item.compress_size for item in wheel.infolist() if not item.filename.startswith("voxpop/weights/"))
    assert size <= 2_500_000


def test_the_wheel_carries_its_licences(wheel: zipfile.ZipFile) -> None:
    names = {name.split("/licenses/")[1] for name in wheel.namelist() if "/licenses/" in name}
    assert names >= {"LICENSE", "NOTICE"}


@pytest.mark.parametrize(
    ("imported", "absent"),
    [
        ("voxpop", ("voxpop.metrics", "voxpop.web", "voxpop.cli", "research", "numpy", "pyarrow", "duckdb", "torch")),
        ("voxpop.analysis", ("voxpop.metrics", "voxpop.web", "voxpop.cli", "research", "onnxruntime", "torch")),
        ("voxpop.metrics", ("voxpop.web", "voxpop.store", "research", "onnxruntime", "torch")),
    ],
)
def test_importing_one_part_does_not_load_the_others(imported: str, absent: tuple[str, ...]) -> None:
    code = f"import sys, {imported}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    found = [name for name in loaded if any(name == part or name.startswith(f"{part}.") for part in absent)]
    assert not found
