from __future__ import annotations

from collections import Counter

from research.training.scheme import HOTELS, RESTAURANT, asap, asap_columns, asap_rows


def test_asap_has_the_18_categories_of_table_1() -> None:
    rows = asap_rows()
    assert len(rows) == 18
    assert Counter(row["group"] for row in rows) == {"Location": 3, "Service": 4, "Price": 3, "Ambience": 4, "Food": 4}
    assert all(row["name"].startswith(row["group"] + "#") and row["definition"] and row["chinese"] for row in rows)
    assert all(len(set(names)) == 18 for _, names in asap_columns())


def test_every_aspect_has_a_word_and_a_question() -> None:
    for scheme in (asap(), RESTAURANT, HOTELS):
        assert len(scheme.aspects) == len(scheme.words) == len(set(scheme.words))
        questions = {scheme.question(i) for i in range(len(scheme.aspects))}
        assert len(questions) == len(scheme.aspects)
    assert asap().question(15) == "这家的口味怎么样？"
