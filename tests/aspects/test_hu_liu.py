import importlib.util
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.aspects import METHODS, Corpus
from voxpop.aspects.candidates import Candidates
from voxpop.aspects.hu_liu import Concatenations, hu_liu
from voxpop.lang import language
from voxpop.types import CompactSentence, Phrase

_spec = importlib.util.spec_from_file_location("reference", Path(__file__).with_name("reference.py"))
assert _spec is not None
assert _spec.loader is not None
reference = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(reference)

EN = language("en")
TAGS = {"n": "NOUN", "a": "ADJ", "v": "AUX", ".": "PUNCT", "d": "DET"}


def line(text: str) -> CompactSentence:
    """A sentence from ``battery/n life/n is/v good/a``: every run of nouns is a phrase, every noun in it too."""
    words, tags = zip(*((word, TAGS[tag]) for word, tag in (item.rsplit("/", 1) for item in text.split())), strict=True)
    runs = [
        (i, j) for i in range(len(tags)) for j in range(i + 1, len(tags) + 1)
        if all(tag == "NOUN" for tag in tags[i:j])
    ]  # fmt: skip
    return CompactSentence(words, words, tags, tuple(Phrase(i, j, " ".join(words[i:j])) for i, j in runs))


def terms(*texts: str) -> dict[str, float]:
    return {term.text: term.score for term in hu_liu(Candidates([line(text) for text in texts]), EN)}


BATTERY = "the/d battery/n life/n was/v good/a"
LOOSE = "battery/n life/n is/v way/a better/a than/d screen/n"


def test_the_papers_p_support_example() -> None:
    # "The battery life was good" counts for "battery life" and not for "battery"; "battery" stays by its own three
    found = terms(BATTERY, "the/d battery/n died/v", "battery/n", "a/d battery/n")
    assert found == {"battery life": 1, "battery": 3}


def test_a_term_of_small_p_support_inside_another_is_redundant() -> None:
    assert terms(BATTERY, "the/d battery/n died/v", "battery/n") == {"battery life": 1}


def test_the_papers_non_compact_example() -> None:
    joined = Concatenations(Candidates([line(LOOSE)]))
    life, screen = joined.candidates.number["battery", "life"], joined.candidates.number["screen",]
    assert joined.gap(0, (life, screen)) == 4  # is way better than: more than three, so not compact


def test_a_concatenation_that_is_loose_twice_is_pruned_and_one_that_is_compact_stays() -> None:
    assert "battery life screen" not in terms(LOOSE, LOOSE)
    close = "battery/n life/n and/d screen/n"
    assert terms(close, close)["battery life screen"] == 2
    assert terms(close, LOOSE)["battery life screen"] == 2  # loose in one sentence is allowed
    assert "battery life screen" not in terms(close, LOOSE, LOOSE)


def test_a_concatenation_of_one_sentence_is_no_term() -> None:
    assert "battery life screen" not in terms("battery/n life/n and/d screen/n")


def test_pairs_take_the_p_support_of_their_parts() -> None:
    both = "food/n and/d service/n"
    found = terms(both, both, "food/n", "food/n", "food/n", "service/n")
    assert found == {"food": 3, "food service": 2}


def test_infrequent_nouns_come_in_through_opinion_adjectives() -> None:
    # p-support 0 and inside "dim sum" drops "sum"; "great" then describes "food", so the noun nearest to it returns
    texts = ["great/a food/n", "great/a food/n", "great/a food/n", "dim/n sum/n", "great/a sum/n ."]
    found = terms(*(text.replace(" .", " ./.") for text in texts))
    assert found == {"food": 3, "dim sum": 1, "sum": 1}


def test_punctuation_does_not_loosen_a_term() -> None:
    found = Concatenations(Candidates([line("price/n ,/. ./. !/. ./. value/n")]))
    assert found.gap(0, (0, 1)) == 0


WORDS = st.sampled_from(["a", "b", "c", "d"])
TOKENS = st.tuples(WORDS, st.sampled_from("nnnavd."))
SENTENCES = st.lists(TOKENS, min_size=1, max_size=7).map(lambda own: line(" ".join(f"{w}/{t}" for w, t in own)))


@settings(max_examples=100, deadline=None)
@given(st.lists(SENTENCES, max_size=7))
def test_the_fast_method_equals_algorithm_1_written_down(lines: list[CompactSentence]) -> None:
    fast = hu_liu(Candidates(lines), EN)
    assert {term.text: term.score for term in fast} == reference.hu_liu(lines)
    assert len({term.text for term in fast}) == len(fast)


def test_the_answer_is_ordered_by_p_support() -> None:
    text = "The food was great. The food was good. The food is bad. Service was slow. The menu is long."
    corpus = Corpus()
    corpus.add((sentence for found in EN.parse([text]) for sentence in found), EN)
    found = METHODS["hl"](corpus, EN)
    assert found[0].text == "food"
    assert [term.score for term in found] == sorted((term.score for term in found), reverse=True)
    assert found[0].score == pytest.approx(3)
