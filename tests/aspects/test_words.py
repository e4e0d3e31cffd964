import pytest

from voxpop.aspects.words import common_words, hints, synonyms
from voxpop.lang import LANGUAGES, language


@pytest.mark.parametrize("lang", LANGUAGES)
class TestEveryLanguage:
    def test_has_every_list(self, lang: str) -> None:
        lists = hints(lang)
        assert all(getattr(lists, name) for name in type(lists).__slots__)
        assert synonyms(lang)

    def test_no_synonym_is_generic(self, lang: str) -> None:
        assert not set(synonyms(lang)) & hints(lang).generic

    def test_lists_are_in_lower_case(self, lang: str) -> None:
        words = {word for name in type(hints(lang)).__slots__ for word in getattr(hints(lang), name)} | set(
            synonyms(lang)
        )
        assert {word for word in words if word != word.lower()} == set()

    def test_common_words_are_no_stop_words(self, lang: str) -> None:
        function_words = {"en": {"the", "and", "of", "with", "they"}, "zh": {"的", "了", "我们", "他们"}}[lang]
        assert not set(common_words(lang)) & function_words
        assert function_words <= language(lang).stop_words
