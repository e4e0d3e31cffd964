from __future__ import annotations

from voxpop.lang.zh import stems


def test_words_are_simplified_and_in_lower_case_without_marks() -> None:
    assert stems.words("這家店的WiFi，很快！") == ["这家", "店", "的", "wifi", "很", "快"]
    assert stems.index_terms("WiFi很快") == {"wifi", "快"}
