from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from research.training.corpora import restaurant
from research.training.samples.english import triplets
from research.training.samples.leakage import bare, without_leaks
from research.training.samples.sample import Sample
from research.training.samples.semeval import (
    follow,
    laptops14,
    laptops16,
    mams,
    restaurants14,
    restaurants16,
    sentences,
)
from research.training.samples.tokenised import memd
from voxpop.errors import InputError


def write(path: Path, *found: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"<sentences>{''.join(found)}</sentences>", encoding="utf-8")
    return path


def sentence(name: str, text: str, inner: str = "", marks: str = "") -> str:
    return f'<sentence id="{name}" {marks}><text>{text}</text>{inner}</sentence>'


def term(start: int, end: int, polarity: str) -> str:
    return f'<aspectTerm term="x" polarity="{polarity}" from="{start}" to="{end}"/>'


def opinion(target: str, category: str, polarity: str, start: int = 0, end: int = 0) -> str:
    return f'<Opinion target="{target}" category="{category}" polarity="{polarity}" from="{start}" to="{end}"/>'


def test_terms_and_categories_are_read(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.xml",
        sentence("1", "Good food, rude staff", term(5, 9, "positive") + term(16, 21, "conflict")),
        sentence("2", "Cheap", opinion("NULL", "FOOD#PRICES", "positive")),
        sentence("3", "Food", opinion("Food", "FOOD#QUALITY", "neutral", 0, 4), 'OutOfScope="TRUE"'),
        sentence("4", " "),
    )
    one, two, three = sentences(path)
    assert one.terms == ((5, 9, 1), (16, 21, None))
    assert (two.terms, two.categories, two.annotated) == ((), (("FOOD#PRICES", 1),), True)
    assert (three.terms, three.annotated) == (((0, 4, 0),), False)


@pytest.mark.parametrize("inner", ['<aspectTerm term="x" polarity="good" from="0" to="1"/>',
                                   '<aspectTerm term="x" polarity="positive"/>',
                                   '<aspectTerm term="x" polarity="positive" from="a" to="1"/>'])  # fmt: skip
def test_a_bad_sentence_is_named(tmp_path: Path, inner: str) -> None:
    with pytest.raises(InputError, match=r"a.xml, sentence 7, cannot be read.*positive, neutral, negative, conflict"):
        sentences(write(tmp_path / "a.xml", sentence("7", "Good", inner)))


def test_a_file_that_is_no_xml_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<sentences>", encoding="utf-8")
    with pytest.raises(InputError, match="not whole XML"):
        sentences(tmp_path / "a.xml")


def test_a_sentence_follows_the_set_that_has_it() -> None:
    led = [("One!", "dev"), ("Two.", "train"), ("Six", "test")]
    leaders = [Sample(text, text, "lead", split) for text, split in led]
    mine = [Sample(f"r{at % 4}:{at}", text, "mine", "train") for at, text in
            enumerate(["one", "two", *(f"other {number}" for number in range(20)), "six"])]  # fmt: skip
    found = {each.text: each.split for each in follow(mine, leaders, key=lambda each: each.id[:2])}
    assert (found["one"], found["two"]) == ("dev", "train")
    held = {each.id[:2] for each in mine[2:] if found[each.text] == "dev"}
    assert len(held) == 1
    assert all(found[each.text] == ("dev" if each.id[:2] in held else "train") for each in mine[2:])


def test_entities_of_both_years(tmp_path: Path) -> None:
    good, bad = opinion("NULL", "LAPTOP#PRICE", "positive"), opinion("NULL", "DISPLAY#QUALITY", "negative")
    old = [sentence(f"{review}:0", f"Text {review}", good) for review in range(10)]
    write(tmp_path / "semeval15" / "laptops_train.xml", *old, sentence("x:0", "Only in 15", bad))
    write(tmp_path / "semeval15" / "laptops_test.xml", sentence("y:0", "Tested in 15", bad))
    write(tmp_path / "semeval16" / "laptops_train.xml", *old, sentence("y:0", "Tested in 15", bad),
          sentence("z:0", "Nothing", marks='OutOfScope="TRUE"'))  # fmt: skip
    write(tmp_path / "semeval16" / "laptops_test.xml", sentence("t:0", "The test", good + bad))
    found = laptops16(tmp_path)
    assert Counter((each.source, each.split == "test") for each in found) == {
        ("semeval16-laptops", False): 11, ("semeval15-laptops", False): 1, ("semeval16-laptops", True): 1}  # fmt: skip
    assert sum(each.split == "dev" for each in found) == 1
    assert found[-1].labels == {"general": {"price": 1, "display": -1}}
    assert found[-1].terms is None


def test_both_halves_of_mams_share_their_dev(tmp_path: Path) -> None:
    def category(polarity: str) -> str:
        return f'<aspectCategory category="food" polarity="{polarity}"/>'

    texts = {"train": ("A", "B"), "val": ("B", "A"), "test": ("C", "D")}
    for part, (one, two) in texts.items():
        write(tmp_path / "mams" / f"acsa_{part}.xml", sentence("1", one, category("positive") + category("negative")))
        write(tmp_path / "mams" / f"atsa_{part}.xml", sentence("1", two, term(0, 1, "neutral")))
    found = mams(tmp_path)
    assert {(each.source, each.text): each.split for each in found} == {
        ("mams-acsa", "A"): "train", ("mams-acsa", "B"): "dev", ("mams-acsa", "C"): "test",
        ("mams-atsa", "A"): "train", ("mams-atsa", "B"): "dev", ("mams-atsa", "D"): "test"}  # fmt: skip
    assert found[0].labels == {"mams": {"food": None}}
    assert found[-1].terms == ((0, 1, 0),)


# --- the real sets


def test_semeval14_is_the_tailored_corpus_with_every_term(data_dir: Path) -> None:
    found = list(restaurants14(data_dir))
    tailored = [each for each in found if each.labels is not None]
    corpus = restaurant(data_dir)
    assert Counter(each.split for each in tailored) == {name: len(part) for name, part in corpus.splits.items()}
    assert Counter(each.split == "test" for each in tailored) == {False: 2855, True: 749}
    assert Counter(each.split == "test" for each in found) == {False: 3044, True: 800}
    tested = [(each.labels or {})["se14"] for each in tailored if each.split == "test"]
    signs = Counter(label for labels in tested for label in labels.values())
    assert signs == {1: 645, -1: 215, 0: 94}
    assert sum(len(each.terms or ()) for each in found if each.split == "test") == 1134


def test_no_sentence_is_in_two_splits(data_dir: Path) -> None:
    """Every category of the real sets has a place, every span holds words, and the sets' overlaps are taken out."""
    semeval = [*restaurants14(data_dir), *laptops14(data_dir), *restaurants16(data_dir), *laptops16(data_dir)]
    samples = [*semeval, *mams(data_dir), *memd(data_dir), *triplets(data_dir, semeval)]
    kept, dropped = without_leaks(samples)
    texts = {name: {bare(each.text) for each in kept if each.split == name} for name in ("train", "dev", "test")}
    assert not texts["train"] & (texts["dev"] | texts["test"])
    assert not texts["dev"] & texts["test"]
    assert len({each.id for each in kept}) == len(kept)
    sizes = {"semeval14-laptops": 800, "mams-acsa": 400, "mams-atsa": 500, "aste-14res": 492, "aste-16res": 326}
    tests = Counter(each.source for each in kept if each.split == "test")
    assert {name: tests[name] for name in sizes} == sizes
    assert sum(dropped.values()) < 0.05 * len(samples)
