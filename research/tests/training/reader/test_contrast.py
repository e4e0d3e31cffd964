from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.training.reader.contrast import ContrastCase, buried, mistyped, read_cases, upper, wide
from voxpop.errors import InputError
from voxpop.types import Span

FOLDER = Path(__file__).resolve().parents[3] / "experiments" / "reader" / "contrast"
CASE = ContrastCase("but", "The food was great but slow.", Span(4, 8), 1)


def words(case: ContrastCase) -> str:
    assert case.term is not None
    return case.text[case.term.start : case.term.end]


def test_marks_become_spans(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("# but\nThe [food|+] was fine, the [wine list|-] not.\n\n# short\nAwful!\t-\n", "utf-8")
    found = read_cases(path)
    assert [(case.kind, case.text, case.gold) for case in found] == [
        ("but", "The food was fine, the wine list not.", 1),
        ("but", "The food was fine, the wine list not.", -1),
        ("short", "Awful!", -1),
    ]
    assert [words(case) for case in found[:2]] == ["food", "wine list"]
    assert found[2].term is None


@pytest.mark.parametrize("content", ["[food|+] before any heading\n", "# but\nno marks here\n"])
def test_lines_that_are_no_cases_are_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.txt"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError, match="line "):
        read_cases(path)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_files_hold_enough_of_each_kind(lang: str) -> None:
    counts: dict[str, int] = {}
    texts = set()
    for case in read_cases(FOLDER / f"{lang}.txt"):
        counts[case.kind] = counts.get(case.kind, 0) + 1
        texts.add((case.text, case.term))
    assert len(texts) == sum(counts.values()), "no case is there twice"
    assert all(counts[kind] >= 40 for kind in ("negation", "but", "several"))
    assert all(count >= 20 for count in counts.values())


def test_spoilt_texts_keep_their_term() -> None:
    assert words(upper(CASE)) == "FOOD"
    assert words(wide(CASE)) == "ｆｏｏｄ"
    lines = ["We came by bus.", "It was Monday."]
    long = buried(CASE, lines, random.Random(0), size=500, lang="en")
    assert words(long) == "food"
    assert CASE.text in long.text
    assert len(long.text.split()) >= 500


@given(st.text(max_size=40), st.integers(0, 1000), st.floats(0, 1), st.sampled_from(["en", "zh"]), st.data())
def test_slips_move_the_term_with_its_words(text: str, seed: int, share: float, lang: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    term = "food" if lang == "en" else "服务"
    whole = ContrastCase("x", f"{text[:start]} {term} {text[start:]}", Span(start + 1, start + 1 + len(term)), 1)
    slipped = mistyped(whole, random.Random(seed), share=share, lang=lang)
    found = words(slipped)
    assert found == term if lang == "zh" else found in {"food", "fod", "foood", "fodo"}


def test_slips_are_as_many_as_asked_for() -> None:
    case = ContrastCase("x", "great " * 1000, None, 1)
    slipped = mistyped(case, random.Random(0), share=0.1, lang="en")
    changed = sum(word != "great" for word in slipped.text.split())
    assert 70 <= changed <= 130
    assert mistyped(case, random.Random(0), share=0.0, lang="en") == case
