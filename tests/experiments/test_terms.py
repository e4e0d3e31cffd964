"""The reviews that the branch for aspect terms learns from: their marks, and that no evaluation set is among them."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # the experiments are no part of the package
from experiments.mentions import counting  # noqa: E402
from experiments.terms.samples import unmarked, written  # noqa: E402

from voxpop.errors import InputError  # noqa: E402
from voxpop.models.reader.leakage import overlapping  # noqa: E402


def test_marks_become_spans() -> None:
    text, terms = unmarked("The [motor|+] pulls; [风力|-]小, [cord|=].")
    assert text == "The motor pulls; 风力小, cord."
    assert [(text[start:end], sign) for start, end, sign in terms] == [("motor", 1), ("风力", -1), ("cord", 0)]


def test_a_broken_mark_is_named(tmp_path: Path) -> None:
    (tmp_path / "en-x.txt").write_text("A [fine|+] one.\n\nA [bad one.\n", "utf-8")
    with pytest.raises(InputError, match=r"en-x\.txt, review 2: a bracket"):
        list(written("en", tmp_path))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_reviews_are_whole(lang: str) -> None:
    found = list(written(lang))
    assert len(found) > 1000
    assert len({one.text for one in found}) == len(found)
    signs = Counter(sign for one in found for *_, sign in one.terms or ())
    assert min(signs[1], signs[-1]) > 0.35 * signs.total()  # as much blame as praise
    splits = Counter(one.split for one in found)
    assert splits["dev"] * 7 <= splits["train"] <= splits["dev"] * 8


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_none_is_in_the_benchmark_of_counting(lang: str) -> None:
    held = [text for dev in (False, True) for product in counting.products(lang, dev=dev) for text in product.texts]
    assert not overlapping([one.text for one in written(lang)], held)
