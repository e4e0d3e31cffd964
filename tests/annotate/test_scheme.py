from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from voxpop.annotate.scheme import KINDS, AnswerError, Scheme, load_scheme, parse_scheme, same, score
from voxpop.errors import InputError, OptionError

CATEGORIES = load_scheme("categories", labels=["food", "service"])
SPANS, STARS = load_scheme("spans"), load_scheme("stars")


def test_schemes_that_come_with_voxpop() -> None:
    assert [load_scheme(kind).kind for kind in KINDS] == list(KINDS)
    assert len(load_scheme("categories").labels) == 18
    assert set(load_scheme("categories").model) == set(load_scheme("categories").labels)
    assert len(load_scheme("mentions").labels) == 9


@pytest.mark.parametrize(
    ("scheme", "answer", "problem"),
    [
        (CATEGORIES, {"fodd": "positive"}, "Unknown label 'fodd'"),
        (CATEGORIES, {"food": "good"}, "food cannot be 'good'"),
        (CATEGORIES, [["food"]], "An answer is an object"),
        (STARS, {}, "The stars are missing"),
        (SPANS, [[0, 5, "positive"]], "does not lie in the text of 4"),
        (SPANS, [[2, 2, "positive"]], "does not lie"),
        (SPANS, [[-1, 2, "positive"]], "does not lie"),
        (SPANS, [[True, 2, "positive"]], "A span is"),
        (SPANS, [[0, 2, "great"]], "Unknown label 'great'"),
        (SPANS, {"food": "positive"}, "An answer is a list"),
    ],
)
def test_wrong_answers_are_refused(scheme: Scheme, answer: Any, problem: str) -> None:
    with pytest.raises(AnswerError, match=problem):
        scheme.check(answer, "Soup")


def test_answers_get_one_form() -> None:
    assert list(CATEGORIES.check({"service": "negative", "food": "positive"}, "")) == ["food", "service"]
    spans = SPANS.check([[2, 4, "neutral"], [0, 2, "positive"], [2, 4, "neutral"]], "Soup")
    assert spans == [[0, 2, "positive"], [2, 4, "neutral"]]
    mentions = load_scheme("mentions")
    named = mentions.check([[0, 2, "competing", "Nikon"]], "Soup")
    assert named == [[0, 2, "competing", "Nikon"]]
    assert same(named, [[0, 2, "competing", "Canon"]])
    assert not same(named, [[0, 3, "competing", "Nikon"]])


def test_scores_by_hand() -> None:
    gold = [{"food": "positive", "service": "negative"}, {"food": "neutral"}]
    assert score(CATEGORIES, gold, gold) == 1
    assert score(CATEGORIES, gold, [{"food": "positive"}, {"food": "negative"}]) == pytest.approx(2 * 1 / 5)
    assert score(CATEGORIES, [{}], [{}]) == 1
    assert score(SPANS, [[[0, 4, "positive"]]], [[[0, 2, "positive"]]]) == pytest.approx(0.5)
    assert score(STARS, [{"stars": "4"}, {"stars": "1"}], [{"stars": "4"}, {"stars": "2"}]) == 0.5


def test_a_scheme_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('kind = "categories"\nlabels = ["fit", "colour"]\nvalues = ["yes", "no"]\n', "utf-8")
    scheme = load_scheme(str(path))
    assert (scheme.labels, scheme.values) == (("fit", "colour"), ("yes", "no"))
    with pytest.raises(OptionError, match="Unknown scheme 'categorys'"):
        load_scheme("categorys")
    with pytest.raises(InputError, match="cannot be read"):
        load_scheme(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("kind = 1", "Accepted: categories, spans, mentions, stars"),
        ("kind =", "is not TOML"),
        ('kind = "spans"', "labels must be a list of distinct names"),
        ('kind = "spans"\nlabels = ["a", "a"]', "distinct names"),
        ('kind = "stars"\nlabels = ["a", "b"]', "one label, not 2"),
    ],
)
def test_a_wrong_scheme_is_explained(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_scheme(text, "own.toml")
