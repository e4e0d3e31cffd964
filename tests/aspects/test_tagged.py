from __future__ import annotations

from voxpop.aspects import Targets, tagged
from voxpop.lang import language


def test_terms_by_how_often_they_are_targets() -> None:
    targets = Targets(4)
    for term, lemmas in (("soups", ("soup",)), ("soups", ("soup",)), ("staff", ("staff",)), ("works", ("work",))):
        targets.add(term, lemmas)
    found = tagged(targets, language("en"))
    assert [(term.text, term.support) for term in found] == [("soups", 2), ("staff", 1)]  # "work" can be anything
    assert targets.support([("soups", "staff"), ("works",), ("view",)]) == [3, 1, 0]
    assert len(targets) == 4


def test_a_term_has_its_most_frequent_form() -> None:
    targets = Targets()
    targets.add("parking", ("park",), count=2)
    targets.add("parking", ("parking",), count=3, names=1)
    (reading,) = targets.readings({"parking", "view"}).values()
    assert (reading.key("parking"), reading.share_of_names()) == (("parking",), 0.2)
    assert tagged(Targets(), language("en")) == []
