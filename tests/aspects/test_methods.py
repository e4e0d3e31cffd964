"""What every aspect method promises, in every language."""

import pytest

from voxpop.aspects import METHODS, Corpus
from voxpop.errors import OptionError
from voxpop.lang import LANGUAGES, language
from voxpop.types import Term

TEXTS = {
    "en": [
        "The food was great but the service was slow. Prices are fair.",
        "This restaurant has a long wine list. The wine list is good, and the staff were friendly!",
        "Great food, the atmosphere is lovely. My wife loved the fried rice.",
        "The staff was rude. The food was cold and the price was too high 😡",
        "I bought a laptop last year. The battery life of this laptop is short, the hard drive is loud.",
        "The hard drive died. Battery life is awful. The screen is bright and the keyboard is comfortable.",
    ],
    "zh": [
        "味道不错，就是价格有点贵。服务员态度很好！",
        "这家餐厅环境很好，菜的味道也好，服务很热情。",
        "价格便宜，味道一般，环境干净。上菜速度太慢了。",
        "屏幕很清晰，电池不耐用。这款手机的屏幕很大，价格不贵。",
        "服务态度差，环境吵，味道还可以。",
    ],
}


def corpus(lang: str, texts: list[str]) -> Corpus:
    made = Corpus()
    for sentences in language(lang).parse(texts):
        made.add(sentences, language(lang))
    return made


def test_the_five_methods_are_there() -> None:
    assert set(METHODS) == {"freq", "freq+w2v", "hl", "hl+w2v", "prominent"}


def test_an_unknown_method_is_answered_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match=r"Did you mean 'prominent'\?.*freq\+w2v"):
        METHODS["prominant"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("method", METHODS)
class TestEveryMethod:
    def find(self, method: str, lang: str) -> list[Term]:
        return METHODS[method](corpus(lang, TEXTS[lang]), language(lang))

    def test_finds_terms_best_first(self, method: str, lang: str) -> None:
        found = self.find(method, lang)
        assert found
        assert [term.score for term in found] == sorted((term.score for term in found), reverse=True)

    def test_names_each_term_once_in_lower_case(self, method: str, lang: str) -> None:
        texts = [term.text for term in self.find(method, lang)]
        assert len(texts) == len(set(texts))
        assert all(text == text.lower() != "" for text in texts)

    def test_terms_stand_in_some_sentence(self, method: str, lang: str) -> None:
        found = self.find(method, lang)
        assert all(0 < term.support <= len(corpus(lang, TEXTS[lang])) for term in found)
        assert all(term.score >= 0 for term in found)

    def test_says_the_same_twice(self, method: str, lang: str) -> None:
        assert self.find(method, lang) == self.find(method, lang)

    def test_finds_nothing_in_nothing(self, method: str, lang: str) -> None:
        assert METHODS[method](Corpus(), language(lang)) == []

    def test_takes_one_sentence_and_one_without_nouns(self, method: str, lang: str) -> None:
        one = METHODS[method](corpus(lang, TEXTS[lang][:1]), language(lang))
        assert all(term.support >= 1 for term in one)
        assert METHODS[method](corpus(lang, ["!!! 😀"]), language(lang)) == []


def test_frequency_counts_sentences_not_places() -> None:
    found = METHODS["freq"](corpus("en", ["Food, food, food! The food was good."]), language("en"))
    assert [term for term in found if term.text == "food"] == [Term("food", 2, 2)]


def test_frequency_counts_a_noun_inside_a_longer_phrase() -> None:
    counts = {term.text: term.support for term in METHODS["freq"](corpus("en", TEXTS["en"]), language("en"))}
    assert counts["wine list"] == counts["wine"] == 2
