"""Pairs for the entailment model: what their labels must mean, and what must not leak."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from research.training.entailment.edited import Editing, clauses, ended, pairs_of
from research.training.entailment.facts import Comparison, Fact, KnownSentence, from_record
from research.training.entailment.pairs import EntailmentPair, balanced, distinct, pools, unleaked
from research.training.entailment.products import Stories, compared
from research.training.entailment.public_sets import med
from research.training.entailment.worded import Wording, combined, joined
from research.training.entailment.words import words
from voxpop.types import Span

POOL = {"restaurant": ["sushi", "parking", "wine"], "categories-restaurant": ["food", "price", "location"]}


def text(content: str, *facts: Fact, categories: tuple[str, ...] = (), split: str = "train") -> KnownSentence:
    return KnownSentence("t", content, split, "restaurant", facts, frozenset(categories))


def staff() -> KnownSentence:
    return text("The staff was rude, but the soup is good.", Fact(-1, Span(4, 9), Span(14, 18)),
                Fact(1, Span(28, 32), Span(36, 40)), categories=("staff", "food"))  # fmt: skip


def pair(premise: str, hypothesis: str = "It is good.", label: str = "entailment", split: str = "train",
         source: str = "worded") -> EntailmentPair:  # fmt: skip
    return EntailmentPair(premise, hypothesis, label, split, source)


def test_a_hypothesis_of_the_same_side_follows_and_of_the_other_contradicts() -> None:
    made = list(Wording(words("en"), POOL, lambda _: True, Random(1)).hypotheses(staff()))
    plain = [said for said in made if "staff" in said.text and "soup" not in said.text]
    assert {said.label for said in plain if said.polarity < 0} <= {"entailment", "neutral"}
    assert "contradiction" in {said.label for said in plain if said.polarity > 0}


def test_what_is_not_spoken_of_is_neutral() -> None:
    wording = Wording(words("en"), POOL, lambda _: True, Random(3))
    made = [said for _ in range(30) for said in wording.hypotheses(staff())]
    assert all("staff" in said.text or "soup" in said.text for said in made if said.label != "neutral")
    assert any(said.label == "neutral" for said in made)


def test_chinese_wordings_name_the_thing() -> None:
    told = text("服务很好，菜太咸。", Fact(1, Span(0, 2), Span(2, 4)), Fact(-1, Span(5, 6), Span(6, 8)))
    made = list(Wording(words("zh"), POOL | {"restaurant": ["停车"]}, lambda _: True, Random(1)).hypotheses(told))
    assert made
    assert all("{" not in said.text for said in made)


def test_texts_put_together_keep_their_spans() -> None:
    one, other = staff(), text("Great wine.", Fact(1, Span(6, 10), Span(0, 5)), categories=("drinks",))
    whole = joined(one, other, "en")
    assert [whole.text[slice(*fact.aspect)] for fact in whole.facts] == ["staff", "soup", "wine"]
    assert combined(one, iter([staff()]), "en", 2) is one  # both speak of the same


@pytest.mark.parametrize(
    ("kind", "expected"), [("antonym", "contradiction"), ("negation", "contradiction"), ("aspect", "neutral")]
)
def test_an_edit_changes_one_thing(kind: str, expected: str) -> None:
    edits = [edit for seed in range(9) for edit in Editing(words("en"), POOL, Random(seed)).edits(staff())]
    found = [edit for edit in edits if edit.kind == kind]
    assert found
    for edit in found:
        assert edit.label == expected
        assert edit.clause != edit.changed
        assert edit.clause in edit.text
        assert edit.changed in edit.changed_text


def test_a_number_is_changed_and_list_markers_are_not() -> None:
    editing = Editing(words("zh"), POOL, Random(1))
    assert not list(editing.edits(text("3、烧卖味道不错，里面也是有虾仁")))
    (edit,) = editing.edits(text("蜜汁叉烧酥34元，不错"))
    assert edit.label == "contradiction"
    assert "34" not in edit.changed


def test_either_version_may_be_the_premise() -> None:
    edit = next(iter(Editing(words("en"), POOL, Random(1)).edits(staff())))
    premises = {premise for seed in range(20) for premise, _, _ in pairs_of(edit, Random(seed))}
    assert premises == {edit.text, edit.changed_text}


def test_clauses_and_their_ends() -> None:
    whole = "The staff was rude, but the soup is good. I left."
    assert [whole[slice(*span)] for span in clauses(whole, "en")] == ["The staff was rude", "the soup is good."]
    assert ended("the soup is good") == "The soup is good."
    assert ended("味道不错") == "味道不错。"


def test_stories_are_about_the_product_that_was_named_last() -> None:
    stories = Stories(words("en"), [], Random(2), ["Flip", "Vado"])
    told = list(stories.changed())
    assert [label for _, _, label in told] == ["entailment", "entailment", "contradiction", "contradiction"]
    assert all("Flip" in premise and "Vado" in premise for premise, _, _ in told)


def test_one_comparison_of_two_named_products_becomes_two_pairs() -> None:
    told = replace(text("The Canon beats the Nikon."), comparisons=(Comparison("The Canon", "the Nikon"),))
    (_, one, first), (_, two, second) = compared(told, words("en"), Random(1))
    assert (first, second) == ("entailment", "contradiction")
    assert one.replace("Canon", "X").replace("Nikon", "Canon").replace("X", "Nikon") == two
    unnamed = replace(told, comparisons=(Comparison("it", "the Nikon"),))
    assert not list(compared(unnamed, words("en"), Random(1)))


def test_opinions_of_the_corpus_become_facts() -> None:
    record = {
        "id": "r", "text": "Rude staff. It broke. The rival is slow. Food good, food bad.", "domain": "restaurant",
        "opinions": [
            opinion([5, 10], [0, 4], -1.0, "staff"),
            opinion(None, [12, 20], -0.5, "reliability", fact=True),
            opinion(None, [35, 39], -0.5, "performance", about="competing"),
            opinion([41, 45], [46, 50], 0.5, "food"),
            opinion([52, 56], [57, 60], -0.5, "food"),
        ],
        "comparisons": [],
    }  # fmt: skip
    told = from_record(record, "train")
    assert told.facts == (
        Fact(-1, Span(5, 10), Span(0, 4), "staff"),
        Fact(-1, category="reliability"),  # the clause of a fact is no opinion word
    )
    assert told.categories == {"staff", "reliability", "performance", "food"}


def opinion(
    target: list[int] | None,
    said: list[int],
    polarity: float,
    category: str,
    *,
    fact: bool = False,
    about: str = "main",
) -> dict[str, object]:
    return {
        "target": target, "words": said, "polarity": polarity, "category": category, "fact": fact, "about": about,
    }  # fmt: skip


def test_a_domain_of_few_things_has_those_of_all() -> None:
    known = [
        text(f"The {name} is good.", Fact(1, Span(4, 4 + len(name)), category="food"), categories=("food", "overall"))
        for name in (
            [
                "alpha",
                "beta",
                "gamma",
                "delta",
                "epsilon",
                "zeta",
                "theta",
                "iota",
                "kappa",
                "lambda",
                "omicron",
                "sigma",
            ]
        )
    ]
    other = replace(text("The seat is good.", Fact(1, Span(4, 8), category="comfort")), domain="cinema")
    found = pools([*known, other], "en")
    assert "seat" not in found["restaurant"]
    assert {"seat", "alpha"} <= set(found["cinema"])
    assert "overall" not in found["categories-restaurant"]


def test_a_pair_under_two_labels_is_dropped() -> None:
    kept = distinct([pair("Good soup."), pair("Good soup.", label="neutral"), pair("Bad soup."), pair("bad soup")])
    assert [each.premise for each in kept] == ["Bad soup."]


def test_labels_are_balanced_within_a_split() -> None:
    found = [pair(f"a{n}") for n in range(9)] + [pair(f"b{n}", label="neutral") for n in range(4)]
    assert [each.label for each in balanced(found, 100, Random(1))].count("entailment") == 4


def test_nothing_tested_is_learnt(tmp_path: Path) -> None:
    (tmp_path / "copycat").mkdir()
    (tmp_path / "opinsummeval").mkdir()
    header = "cat\tprod_id\trev1\tsumm1\n"
    for part in ("dev", "test"):
        (tmp_path / "copycat" / f"{part}.csv").write_text(
            header + "c\tp\tThese boots are the best that I ever had.\t\n"
        )
    (tmp_path / "opinsummeval" / "first_half.jsonl").write_text('{"reviews": ["What a lovely wash for such a price."]}')
    kept = unleaked(
        [
            pair("These boots are the best that I ever had. I love them."),
            pair("What a lovely wash for such a price!"),
            pair("The room was large, warm and very well lit.", split="dev"),
            pair("The room was large, warm and very well lit. Nice."),
            pair("A quiet place that nobody knows about yet."),
        ],
        tmp_path,
    )
    assert [each.premise[:7] for each in kept] == ["A quiet", "The roo"]


def test_the_public_set_has_both_splits(data_dir: Path) -> None:
    rows = list(med(data_dir))
    assert {split for *_, split in rows} == {"train", "dev"}
    assert {"entailment", "neutral"} <= {label for _, _, label, _ in rows}
    held = {premise for premise, _, _, split in rows if split == "dev"}
    assert not held & {premise for premise, _, _, split in rows if split == "train"}
