from __future__ import annotations

import pytest

from voxpop.lang import LANGUAGES, language

LISTS = ("generic", "pointing", "acquiring", "having", "before_rival", "classing", "being", "attributes")


@pytest.mark.parametrize("lang", LANGUAGES)
class TestEveryLanguage:
    def test_has_every_list(self, lang: str) -> None:
        hints = language(lang).aspect_hints
        assert all(getattr(hints, name.upper()) for name in LISTS)
        assert hints.SYNONYMS

    def test_no_synonym_is_generic(self, lang: str) -> None:
        hints = language(lang).aspect_hints
        assert not {word for words in hints.SYNONYMS for word in words} & hints.GENERIC

    def test_lists_are_in_lower_case(self, lang: str) -> None:
        hints = language(lang).aspect_hints
        words = {word for name in LISTS for word in getattr(hints, name.upper())}
        words |= {word for words in hints.SYNONYMS for word in words}
        assert {word for word in words if word != word.lower()} == set()

    def test_common_words_are_no_stop_words(self, lang: str) -> None:
        function_words = {"en": {"the", "and", "of", "with", "they"}, "zh": {"的", "了", "我们", "他们"}}[lang]
        assert not set(language(lang).aspect_hints.COMMON) & function_words
        assert function_words <= language(lang).stop_words
